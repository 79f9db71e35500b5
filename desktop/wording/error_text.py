"""Errors and notices in the words of the user's language.

Every sentence is built from the data an error holds and says what to do next. A test demands a
text for each kind of error; what nobody foresaw has one too.
"""

import errno
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from desktop.storage.history import HistoryError, HistoryNotKeptError, HistoryTooNewError
from desktop.storage.paths import FolderNotWritableError
from desktop.values.worker_fault import WorkerFault
from desktop.wording.language_names import language_name
from engine.errors import (
    DeviceUnavailableError,
    DocumentError,
    EngineError,
    ModelArchiveError,
    ModelFolderDamagedError,
    ModelFolderError,
    ModelFolderExistsError,
    ModelFolderKeptError,
    ModelFolderMissingError,
    ModelFolderTooNewError,
    ModelNotFoundError,
    TextTooLongError,
    TokenizerError,
)
from engine.models.manifest import NAME_LENGTH_LIMIT, NameProblem
from engine.translation import Notice, NoticeKind
from training.errors import (
    CheckpointError,
    CorpusError,
    DeviceMemoryError,
    DiskFullError,
    FetchError,
    LossDivergedError,
    RecipeError,
    RunError,
    TrainingError,
)

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class ErrorText:
    """What to tell: a title of a few words, and a sentence or two of what to do."""

    title: str
    sentence: str
    details: str = ""
    """What an expert wants to know, a line each; English."""


def describe(error: BaseException) -> ErrorText:
    """Tell an error to its user."""
    match error:
        case EngineError():
            return _describe_engine(error)
        case TrainingError():
            return _describe_training(error)
        case HistoryError() | sqlite3.Error():
            return _describe_history(error)
        case FolderNotWritableError():
            return ErrorText(
                translate("ErrorText", "Nothing can be saved"),
                translate(
                    "ErrorText",
                    "Nothing can be written to {folder}. Settings and history last until the "
                    "window is closed. Make the folder writable, or set TRANSLUCENT_HOME to a "
                    "folder of your own.",
                ).format(folder=error.folder),
                error.reason,
            )
        case OSError():
            return _describe_system(error)
        case MemoryError() | WorkerFault(kind="MemoryError"):
            return ErrorText(
                translate("ErrorText", "Not enough memory"),
                translate(
                    "ErrorText",
                    "The computer has no memory left for this. Close other programs, or "
                    "translate the text in parts.",
                ),
            )
        case WorkerFault():
            return ErrorText(
                translate("ErrorText", "The translation failed"),
                translate(
                    "ErrorText",
                    "Something unexpected happened while translating. Your text is still here: "
                    "try again, or choose another model. The log file tells more.",
                ),
                error.kind,
            )
        case _:
            return ErrorText(
                translate("ErrorText", "Something went wrong"),
                translate(
                    "ErrorText",
                    "Something unexpected happened. You can go on; if it happens again, save your "
                    "text and start the program anew. The log file tells more.",
                ),
                type(error).__name__,
            )


def _describe_engine(error: EngineError) -> ErrorText:
    match error:
        case ModelFolderError():
            return _describe_model_folder(error)
        case ModelArchiveError(path=path, problems=problems):
            return ErrorText(
                translate("ErrorText", "Not a usable model file"),
                translate(
                    "ErrorText",
                    "{file} is damaged, or no model of this program. Nothing was installed. Get "
                    "the file again from where you had it.",
                ).format(file=path),
                _lines(problems),
            )
        case ModelNotFoundError(available=available):
            return ErrorText(
                translate("ErrorText", "No such model"),
                translate(
                    "ErrorText",
                    "No installed model fits what was asked for. Choose another, or import or "
                    "train one.",
                ),
                _lines(available),
            )
        case TextTooLongError(length=length, limit=limit):
            locale = QLocale()
            return ErrorText(
                translate("ErrorText", "The text is too long"),
                translate(
                    "ErrorText",
                    "The text has {length} characters; at most {limit} are translated at once. "
                    "Translate it as a file, or in parts.",
                ).format(length=locale.toString(length), limit=locale.toString(limit)),
            )
        case DeviceUnavailableError(wish=wish, reason=reason):
            return ErrorText(
                translate("ErrorText", "The device cannot be used"),
                translate(
                    "ErrorText",
                    "The device “{device}” cannot be used on this computer. Choose “automatic” "
                    "or the processor in the settings.",
                ).format(device=wish),
                reason,
            )
        case DocumentError(path=path, reason=reason):
            return ErrorText(
                translate("ErrorText", "The file was not translated"),
                translate(
                    "ErrorText",
                    "{file} cannot be translated, or its translation cannot be saved: it {reason}.",
                ).format(file=path, reason=reason),
                reason,
            )
        case TokenizerError(reason=reason):
            return ErrorText(
                translate("ErrorText", "The model's vocabulary is damaged"),
                translate(
                    "ErrorText",
                    "The model's list of words cannot be read. Import or train the model again, "
                    "or choose another.",
                ),
                reason,
            )
        case _:
            return ErrorText(
                translate("ErrorText", "The translation cannot go on"),
                translate("ErrorText", "Try again, or choose another model."),
                type(error).__name__,
            )


def _describe_model_folder(error: ModelFolderError) -> ErrorText:
    folder = error.path
    match error:
        case ModelFolderMissingError():
            return ErrorText(
                translate("ErrorText", "The model is not there"),
                translate(
                    "ErrorText",
                    "There is no model in {folder} any more. Choose another, or import it again.",
                ).format(folder=folder),
            )
        case ModelFolderDamagedError(problems=problems):
            return ErrorText(
                translate("ErrorText", "The model is damaged"),
                translate(
                    "ErrorText",
                    "The model in {folder} is not whole. Choose another, or import or train it "
                    "again.",
                ).format(folder=folder),
                _lines(problems),
            )
        case ModelFolderTooNewError(found=found, supported=supported):
            return ErrorText(
                translate("ErrorText", "The model needs a later version"),
                translate(
                    "ErrorText",
                    "The model in {folder} was made by a later version of Translucent. Update "
                    "Translucent to use it.",
                ).format(folder=folder),
                f"format_version {found} > {supported}",
            )
        case ModelFolderExistsError():
            return ErrorText(
                translate("ErrorText", "There is a model of that name"),
                translate(
                    "ErrorText",
                    "{folder} is there already, and nothing was overwritten. Choose another "
                    "name, or remove that model first.",
                ).format(folder=folder),
            )
        case ModelFolderKeptError(reason=reason):
            return ErrorText(
                translate("ErrorText", "The model was not removed"),
                translate(
                    "ErrorText",
                    "The model in {folder} is still there. Models that came with the program "
                    "stay; others may be in use by another program.",
                ).format(folder=folder),
                reason,
            )
        case _:
            return ErrorText(
                translate("ErrorText", "The model cannot be used"),
                translate(
                    "ErrorText",
                    "The model in {folder} cannot be used. Choose another, or import it again.",
                ).format(folder=folder),
            )


def _describe_training(error: TrainingError) -> ErrorText:
    match error:
        case RecipeError(problems=problems):
            return ErrorText(
                translate("ErrorText", "The settings of the training do not fit"),
                translate(
                    "ErrorText", "Some settings of the training cannot be used. Change them: {list}"
                ).format(list="; ".join(problems)),
                _lines(problems),
            )
        case CorpusError(path=path, line=line, reason=reason):
            if line is None:
                sentence = translate(
                    "ErrorText", "The training text in {file} cannot be used. Choose another file."
                ).format(file=path)
            else:
                sentence = translate(
                    "ErrorText",
                    "The training text in {file} cannot be used: line {line} is damaged. Mend "
                    "the line, or choose another file.",
                ).format(file=path, line=QLocale().toString(line))
            title = translate("ErrorText", "The training text cannot be used")
            return ErrorText(title, sentence, reason)
        case FetchError(name=name, reasons=reasons):
            return ErrorText(
                translate("ErrorText", "Training text could not be fetched"),
                translate(
                    "ErrorText",
                    "{name} could not be fetched. Look to the connection and try again, or bring "
                    "the files from elsewhere.",
                ).format(name=name),
                _lines(reasons),
            )
        case CheckpointError(path=path, reason=reason):
            return ErrorText(
                translate("ErrorText", "The training cannot be resumed"),
                translate(
                    "ErrorText",
                    "What was saved of the training in {folder} cannot be read or written. Start "
                    "the training again in another folder.",
                ).format(folder=path),
                reason,
            )
        case LossDivergedError(step=step):
            return ErrorText(
                translate("ErrorText", "The training went astray"),
                translate(
                    "ErrorText",
                    "At step {step} the model's error was no longer a number. Choose a lower "
                    "learning rate or a longer warm-up and start again; what was saved before "
                    "is still there.",
                ).format(step=QLocale().toString(step)),
            )
        case DeviceMemoryError(tokens_per_batch=tokens):
            return ErrorText(
                translate("ErrorText", "Not enough memory for the training"),
                translate(
                    "ErrorText",
                    "Batches of {tokens} tokens did not fit into the device's memory. Close "
                    "other programs, choose a smaller model, or train on the processor; what was "
                    "saved before is still there.",
                ).format(tokens=QLocale().toString(tokens)),
            )
        case DiskFullError(path=path):
            return ErrorText(
                translate("ErrorText", "The disk is full"),
                translate(
                    "ErrorText",
                    "There is no room left for {file}. Free some space and resume the training; "
                    "what was saved before is still there.",
                ).format(file=path),
            )
        case RunError():
            return ErrorText(
                translate("ErrorText", "The training stopped"),
                translate(
                    "ErrorText",
                    "The training could not go on; what was saved before is still there. Resume "
                    "it, or start again with other settings.",
                ),
            )
        case _:
            return ErrorText(
                translate("ErrorText", "The training failed"),
                translate("ErrorText", "The model could not be made. The run's log tells more."),
                type(error).__name__,
            )


def _describe_history(error: HistoryError | sqlite3.Error) -> ErrorText:
    match error:
        case HistoryTooNewError(path=path, found=found, supported=supported):
            return ErrorText(
                translate("ErrorText", "The history needs a later version"),
                translate(
                    "ErrorText",
                    "The history in {file} was written by a later version of Translucent and is "
                    "left as it is. Until Translucent is updated, translations are remembered "
                    "only while the window is open.",
                ).format(file=path),
                f"user_version {found} > {supported}",
            )
        case HistoryNotKeptError(path=path, reason=reason):
            return ErrorText(
                translate("ErrorText", "The history is not kept"),
                translate(
                    "ErrorText",
                    "Nothing can be written to {file}. Translations are remembered only while "
                    "the window is open.",
                ).format(file=path),
                reason,
            )
        case HistoryError(path=path):
            return ErrorText(
                translate("ErrorText", "The history cannot be used"),
                translate("ErrorText", "The history in {file} cannot be used.").format(file=path),
            )
        case _:
            return ErrorText(
                translate("ErrorText", "The history was not changed"),
                translate(
                    "ErrorText",
                    "The history could not be read or written: the disk may be full, or another "
                    "window may be using it. Try again.",
                ),
                getattr(error, "sqlite_errorname", type(error).__name__),
            )


def _describe_system(error: OSError) -> ErrorText:
    match error:
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            title = translate("ErrorText", "The disk is full")
            sentence = translate("ErrorText", "Free some space on the disk and try again.")
        case FileNotFoundError():
            title = translate("ErrorText", "The file is not there")
            sentence = translate("ErrorText", "It may have been moved or removed.")
        case PermissionError() | OSError(errno=errno.EROFS):
            title = translate("ErrorText", "Access denied")
            sentence = translate(
                "ErrorText",
                "The file or its folder may not be read or written by you, or another program is "
                "using it.",
            )
        case _:
            title = translate("ErrorText", "The file cannot be read or written")
            sentence = translate("ErrorText", "Try again, or choose another place.")
    if error.filename is not None:
        sentence = f"{error.filename}: {sentence}"
    return ErrorText(title, sentence, error.strerror or type(error).__name__)


def describe_notice(notice: Notice) -> str:
    """Tell why a translation deserves a second look."""
    listed = notice.listed(translate("ErrorText", "{details} and {count} more"))
    match notice.kind:
        case NoticeKind.TRUNCATED:
            return translate(
                "ErrorText",
                "The end of this translation is missing: the sentence is longer than the model "
                "can write. Try shorter sentences.",
            )
        case NoticeKind.REPEATED:
            return translate(
                "ErrorText", "The translation says the same again and again: “{words}”."
            ).format(words=listed)
        case NoticeKind.COPIED:
            return translate(
                "ErrorText",
                "The translation is nearly the same as your text. Check it before using it.",
            )
        case NoticeKind.UNKNOWN_WORDS:
            return translate("ErrorText", "The model has never seen these words: {words}.").format(
                words=listed
            )
        case NoticeKind.NUMBERS:
            return translate(
                "ErrorText", "These numbers are not in the translation: {numbers}."
            ).format(numbers=listed)
        case NoticeKind.CORRECTED:
            return translate(
                "ErrorText", "The model got a number wrong, which was corrected: {numbers}."
            ).format(numbers=listed)
        case NoticeKind.UNFAMILIAR:
            return translate(
                "ErrorText",
                "This is unlike the texts the model learned from. Do not rely on the translation.",
            )
        case NoticeKind.LANGUAGE:
            found, read = map(language_name, notice.details)
            return translate(
                "ErrorText", "This looks like {language}, but the model reads {source}."
            ).format(language=found, source=read)


def describe_name_problem(problem: NameProblem) -> str:
    """Tell why a model cannot be called so."""
    match problem:
        case NameProblem.LENGTH:
            return translate(
                "ErrorText", "The name of a model has 1 to {limit} characters."
            ).format(limit=NAME_LENGTH_LIMIT)
        case NameProblem.EDGES:
            return translate(
                "ErrorText", "The name neither starts nor ends with a space or a full stop."
            )
        case NameProblem.CHARACTERS:
            return translate(
                "ErrorText",
                'None of these can be in the name: / \\ : * ? " < > | and invisible characters.',
            )
        case NameProblem.RESERVED:
            return translate("ErrorText", "Windows keeps this name for itself. Choose another.")


def _lines(problems: Sequence[str]) -> str:
    return "\n".join(problems)
