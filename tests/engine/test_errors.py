"""Every error of the engine says what happened and what to do."""

import copy
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import errors
from engine.errors import (
    DeviceUnavailableError,
    DiskSpaceError,
    DocumentError,
    EngineError,
    ExportNotPossibleError,
    ForeignModelError,
    FullEditionNeededError,
    GlossaryError,
    LanguagesUnknownError,
    ModelArchiveError,
    ModelDownloadError,
    ModelFolderBusyError,
    ModelFolderDamagedError,
    ModelFolderError,
    ModelFolderExistsError,
    ModelFolderKeptError,
    ModelFolderMissingError,
    ModelFolderTooNewError,
    ModelNotCompressedError,
    ModelNotFoundError,
    PortUnavailableError,
    TextTooLongError,
    TokenizerError,
)
from engine.translatable import Phrase

FOLDER = Path("models") / "модель"

EXAMPLES: tuple[EngineError, ...] = (
    ModelFolderMissingError(FOLDER),
    ModelFolderDamagedError(FOLDER, ["config.d_model: is odd", "README.md: is missing"]),
    ModelFolderTooNewError(FOLDER, 3, 1),
    ModelFolderExistsError(FOLDER),
    ModelArchiveError(Path("it.translucent"), ["it is no zip file", "it is too large"]),
    ModelNotFoundError("en-fr", ["en-de", "toy"]),
    TextTooLongError(1_234_567, 1_000_000),
    DeviceUnavailableError("cuda", "there is no card"),
    TokenizerError("it is not JSON"),
    ModelFolderKeptError(FOLDER, "it is built in"),
    DocumentError(Path("a.srt"), Phrase("holds no text; save it as UTF-8")),
    PortUnavailableError(5000, "in use"),
    GlossaryError(Path("a.csv"), Phrase("holds no text; save it as UTF-8")),
    ModelNotCompressedError(FOLDER, "its weights are stored in int8 already"),
    ForeignModelError(FOLDER, ["config.json: is missing", "source.spm: is missing"]),
    LanguagesUnknownError(FOLDER),
    ModelDownloadError("opus-mt-fra-deu", [Phrase("https://x/a.zip is too slow")]),
    DiskSpaceError(FOLDER, 900, 12),
    ExportNotPossibleError(FOLDER, "CTranslate2", [Phrase("its d_model is odd")]),
    ModelFolderBusyError(FOLDER),
    FullEditionNeededError(Phrase("Training")),
)


def descendants(kind: type[EngineError]) -> Iterator[type[EngineError]]:
    for child in kind.__subclasses__():
        yield child
        yield from descendants(child)


def test_every_error_has_an_example_here_and_a_line_in_the_tree() -> None:
    ours = {kind for kind in descendants(EngineError) if kind.__module__ == errors.__name__}
    leaves = {kind for kind in ours if not kind.__subclasses__()}
    assert leaves == {type(error) for error in EXAMPLES}
    for kind in ours:
        assert kind.__name__ in (errors.__doc__ or "")


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ModelFolderError(FOLDER), (str(FOLDER), "cannot be used.")),
        (EXAMPLES[0], (str(FOLDER), "no readable manifest.json.")),
        (
            EXAMPLES[1],
            (str(FOLDER), "import or train", "\n  - config.d_model: is odd\n  - README.md: is mis"),
        ),
        (EXAMPLES[2], (str(FOLDER), "version 3", "up to 1", "Update Translucent")),
        (EXAMPLES[3], (str(FOLDER), "already exists", "another name")),
        (
            EXAMPLES[4],
            ("it.translucent", "nothing was installed", "\n  - it is no zip file\n  - it is too"),
        ),
        (EXAMPLES[5], ("no model en-fr", "Installed models: en-de, toy.")),
        (ModelNotFoundError("en-fr", []), ("Installed models: none.",)),
        (EXAMPLES[6], ("1,234,567 characters", "limit is 1,000,000", "in parts.")),
        (EXAMPLES[7], ("'cuda'", "there is no card", "Choose cpu or auto.")),
        (EXAMPLES[8], ("The tokenizer cannot be read: it is not JSON.",)),
        (EXAMPLES[9], (str(FOLDER), "was not removed: it is built in.")),
        (EXAMPLES[10], ("a.srt holds no text; save it as UTF-8.",)),
        (EXAMPLES[11], ("Port 5000", "in use", "choose another port.")),
        (EXAMPLES[12], ("a.csv holds no text; save it as UTF-8.",)),
        (
            EXAMPLES[13],
            (str(FOLDER), "was not compressed: its weights are stored in int8 already."),
        ),
        (
            EXAMPLES[14],
            (str(FOLDER), "cannot be imported", "config.json: is missing", "source.spm: is m"),
        ),
        (EXAMPLES[15], (str(FOLDER), "which languages", "--from and --to")),
        (EXAMPLES[16], ("fra-deu could not be downloaded: https://x/a.zip is too slow. Check",)),
        (EXAMPLES[17], ("needs 900 MB", str(FOLDER), "12 MB are free")),
        (EXAMPLES[19], (str(FOLDER), "imported or changed elsewhere", "then try again")),
        (EXAMPLES[20], ("Training needs the full edition", "Install the full one")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_error_says_what_happened_and_what_to_do(
    error: EngineError, says: tuple[str, ...]
) -> None:
    for part in says:
        assert part in str(error)


def test_a_folder_error_holds_its_folder_and_is_caught_as_one() -> None:
    for error in EXAMPLES[:4]:
        assert isinstance(error, ModelFolderError)
        assert error.path == FOLDER


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_can_be_copied(error: EngineError) -> None:
    copied = copy.copy(error)
    assert type(copied) is type(error)
    assert str(copied) == str(error)
