"""The errors the engine raises on purpose: each holds data and builds its own sentence.

    ActionableError                      something the user can act on; training's have it above too
      EngineError
        ModelFolderError(path)
          ModelFolderMissingError          no folder, or no manifest in it
          ModelFolderDamagedError          every problem at once
          ModelFolderTooNewError           written by a later version of the program
          ModelFolderExistsError           a model of that name already exists
          ModelFolderBusyError             another program is writing or removing it
          ModelFolderKeptError             a model that cannot be removed
          ModelNotCompressedError          a smaller copy that cannot be made
          ExportNotPossibleError           another program has no layers for the model
        ModelArchiveError                  a .translucent or zip file, unsafe or incomplete
        ForeignModelError                  a model of another program that cannot be imported
        LanguagesUnknownError              a model that does not say what it translates
        ModelDownloadError                 a published model that could not be downloaded
        DiskSpaceError                     less free space than a download needs
        ModelNotFoundError                 no installed model has that name or direction
        TextTooLongError                   more text than one request allows
        DeviceUnavailableError             the requested device is not on this machine
        FullEditionNeededError             a task that needs PyTorch, which is not installed
        PortUnavailableError               the port of the local interface is taken
        DocumentError                      a file that cannot be translated or written
        TokenizerError                     a tokenizer file that cannot be read
        GlossaryError                      a glossary file that cannot be read or written

`ValueError` means that the caller broke a contract. Cancelling is not an error.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, TypeAlias

from engine.translatable import Phrase

Datum: TypeAlias = str | int | Phrase | tuple[str | Phrase, ...]


class ActionableError(Exception):
    """An error that the user can act on; `str` describes it in English.

    Other languages and other processes rebuild the message from `kind` and `data`.
    """

    kind: ClassVar[str]

    @property
    def data(self) -> dict[str, Datum]:
        """Return the error's fields by name, in JSON types; fields that are None are left out."""
        return {
            name: str(value) if isinstance(value, Path) else value
            for name, value in vars(self).items()
            if value is not None
        }


class EngineError(ActionableError):
    """The engine cannot do what was asked of it."""

    kind = "engine"


class ModelFolderError(EngineError):
    """A model folder cannot be used."""

    kind = "model_folder"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"The model folder {self.path} cannot be used."


class ModelFolderMissingError(ModelFolderError):
    """There is no model at that place."""

    kind = "model_folder_missing"

    def __str__(self) -> str:
        return f"There is no model in {self.path}: it has no readable manifest.json."


class ModelFolderDamagedError(ModelFolderError):
    """The folder exists, but its content is incomplete or damaged."""

    kind = "model_folder_damaged"

    def __init__(self, path: Path, problems: Sequence[str]) -> None:
        super().__init__(path)
        self.args = (path, problems)  # what copying the error hands to this method
        self.problems = tuple(problems)

    def __str__(self) -> str:
        listed = "".join(f"\n  - {problem}" for problem in self.problems)
        return f"The model in {self.path} is damaged; import or train it again.{listed}"


class ModelFolderTooNewError(ModelFolderError):
    """The folder was written by a newer version of this program."""

    kind = "model_folder_too_new"

    def __init__(self, path: Path, found: int, supported: int) -> None:
        super().__init__(path)
        self.args = (path, found, supported)
        self.found = found
        self.supported = supported

    def __str__(self) -> str:
        return (
            f"The model in {self.path} has format version {self.found}; this program reads up to "
            f"{self.supported}. Update Translucent to use it."
        )


class ModelFolderExistsError(ModelFolderError):
    """A model of that name already exists, and nothing is overwritten."""

    kind = "model_folder_exists"

    def __str__(self) -> str:
        return f"{self.path} already exists. Choose another name, or remove that model first."


class ModelFolderBusyError(ModelFolderError):
    """Another program, or another thread, is writing, removing or renaming the model."""

    kind = "model_folder_busy"

    def __str__(self) -> str:
        return (
            f"{self.path} is being imported or changed elsewhere. Wait until that has finished, "
            "then try again."
        )


class ModelFolderKeptError(ModelFolderError):
    """A model was not removed."""

    kind = "model_folder_kept"

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path)
        self.args = (path, reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"The model in {self.path} was not removed: {self.reason}."


class ModelNotCompressedError(ModelFolderError):
    """No smaller copy of a model was made."""

    kind = "model_not_compressed"

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path)
        self.args = (path, reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"The model in {self.path} was not compressed: {self.reason}."


class ExportNotPossibleError(ModelFolderError):
    """The format of another program cannot express a model; nothing was written."""

    kind = "export_not_possible"

    def __init__(self, path: Path, program: str, reasons: Sequence[Phrase]) -> None:
        super().__init__(path)
        self.args = (path, program, reasons)
        self.program = program
        self.reasons = tuple(reasons)

    def __str__(self) -> str:
        listed = "; ".join(map(str, self.reasons))
        return f"The model in {self.path} cannot be exported for {self.program}: {listed}."


class ModelArchiveError(EngineError):
    """A .translucent or zip file was refused; nothing was installed."""

    kind = "model_archive"

    def __init__(self, path: Path, problems: Sequence[str]) -> None:
        super().__init__(path, problems)
        self.path = path
        self.problems = tuple(problems)

    def __str__(self) -> str:
        listed = "".join(f"\n  - {problem}" for problem in self.problems)
        return f"{self.path} is not a usable model file; nothing was installed.{listed}"


class ForeignModelError(EngineError):
    """A model of another program is damaged or of an unsupported kind; nothing was imported."""

    kind = "foreign_model"

    def __init__(self, path: Path, problems: Sequence[str]) -> None:
        super().__init__(path, problems)
        self.path = path
        self.problems = tuple(problems)

    def __str__(self) -> str:
        listed = "".join(f"\n  - {problem}" for problem in self.problems)
        return f"The model in {self.path} cannot be imported; nothing was changed.{listed}"


class LanguagesUnknownError(EngineError):
    """Nothing in a model of another program says which languages it translates."""

    kind = "languages_unknown"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return (
            f"The files in {self.path} do not say which languages the model translates. Name "
            "them with --from and --to."
        )


class ModelDownloadError(EngineError):
    """A published model could not be downloaded from any address; each has its reason."""

    kind = "model_download"

    def __init__(self, name: str, reasons: Sequence[Phrase]) -> None:
        super().__init__(name, tuple(reasons))
        self.name = name
        self.reasons = tuple(reasons)

    def __str__(self) -> str:
        return (
            f"{self.name} could not be downloaded: {'; '.join(map(str, self.reasons))}. Check your "
            "connection and try again, or get the file some other way and import it."
        )


class DiskSpaceError(EngineError):
    """There is not enough free space for a download."""

    kind = "disk_space"

    def __init__(self, path: Path, needed_mb: int, free_mb: int) -> None:
        super().__init__(path, needed_mb, free_mb)
        self.path = path
        self.needed_mb = needed_mb
        self.free_mb = free_mb

    def __str__(self) -> str:
        return (
            f"The download needs {self.needed_mb:,} MB on the disk of {self.path}, where "
            f"{self.free_mb:,} MB are free. Delete files that you no longer need."
        )


class ModelNotFoundError(EngineError):
    """No installed model matches the request."""

    kind = "model_not_found"

    def __init__(self, wish: str, available: Sequence[str]) -> None:
        super().__init__(wish, available)
        self.wish = wish
        self.available = tuple(available)

    def __str__(self) -> str:
        known = ", ".join(self.available) if self.available else "none"
        return f"There is no model {self.wish}. Installed models: {known}."


class TextTooLongError(EngineError):
    """A request has more text than the program accepts at once."""

    kind = "text_too_long"

    def __init__(self, length: int, limit: int) -> None:
        super().__init__(length, limit)
        self.length = length
        self.limit = limit

    def __str__(self) -> str:
        return (
            f"The text has {self.length:,} characters; the limit is {self.limit:,}. Translate it "
            "as a file, or in parts."
        )


class DeviceUnavailableError(EngineError):
    """The user asked for a device that does not exist."""

    kind = "device_unavailable"

    def __init__(self, wish: str, reason: str) -> None:
        super().__init__(wish, reason)
        self.wish = wish
        self.reason = reason

    def __str__(self) -> str:
        return f"The device {self.wish!r} cannot be used: {self.reason}. Choose cpu or auto."


class FullEditionNeededError(EngineError):
    """The small edition of the program was asked for what only the full one can do."""

    kind = "full_edition_needed"

    def __init__(self, task: Phrase) -> None:
        super().__init__(task)
        self.task = task

    def __str__(self) -> str:
        return (
            f"{self.task} needs the full edition of Translucent. This is the small edition, which "
            "has no PyTorch. Install the full one; it uses the same models and settings."
        )


class PortUnavailableError(EngineError):
    """The interface for other programs cannot listen on the requested port."""

    kind = "port_unavailable"

    def __init__(self, port: int, reason: str) -> None:
        super().__init__(port, reason)
        self.port = port
        self.reason = reason

    def __str__(self) -> str:
        return (
            f"Port {self.port} cannot be used ({self.reason}). Another program may be using it: "
            "choose another port."
        )


class DocumentError(EngineError):
    """A file cannot be translated, or its translation cannot be written.

    `reason` says what is wrong with the file at `path`, and what to do.
    """

    kind = "document"

    def __init__(self, path: Path, reason: Phrase) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path} {self.reason}."


class GlossaryError(EngineError):
    """A glossary cannot be read from a file, or not be written.

    `reason` says what is wrong with the file at `path`, and what to do.
    """

    kind = "glossary"

    def __init__(self, path: Path, reason: Phrase) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path} {self.reason}."


class TokenizerError(EngineError):
    """A tokenizer file is not valid."""

    kind = "tokenizer"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"The tokenizer cannot be read: {self.reason}."
