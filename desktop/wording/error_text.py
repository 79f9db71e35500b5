"""Errors in the words of the user's language: what happened, and what to do next.

Every sentence is built from the data an error holds. A test demands a text for each kind of error;
what nobody foresaw has one too.
"""

import errno
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from desktop.storage.history_file import (
    HistoryError,
    HistoryNotKeptError,
    HistoryTooNewError,
    HistoryTracesError,
)
from desktop.storage.paths import FolderNotWritableError
from desktop.values.worker_fault import WorkerFault
from desktop.wording.error_catalogue import CATALOGUE
from desktop.wording.filling import fill
from engine.errors import ActionableError, Datum
from engine.foreign_text import MOST_LINES, safe_message
from engine.translatable import Phrase
from training.errors import TrainingError

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
        case ActionableError():
            return describe_failure(error.kind, error.data, str(error))
        case HistoryError() | sqlite3.Error():
            return _describe_history(error)
        case FolderNotWritableError():
            return ErrorText(
                translate("ErrorText", "Nothing can be saved"),
                translate(
                    "ErrorText",
                    "Translucent cannot write to {folder}. Settings and history will be lost "
                    "when you close the window. Make the folder writable, or set "
                    "TRANSLUCENT_HOME to a folder you can write to.",
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
                    "There is not enough memory for this. Close other programs, or translate "
                    "the text in parts.",
                ),
            )
        case WorkerFault():
            return ErrorText(
                translate("ErrorText", "The translation failed"),
                translate(
                    "ErrorText",
                    "Something unexpected happened during translation. Your text is still here. "
                    "Try again, or choose another model. See the log file for details.",
                ),
                error.kind,
            )
        case _:
            return ErrorText(
                translate("ErrorText", "Something went wrong"),
                translate(
                    "ErrorText",
                    "Something unexpected happened. You can keep working. If it happens again, "
                    "save your text and restart the program. See the log file for details.",
                ),
                type(error).__name__,
            )


def describe_failure(kind: str, data: Mapping[str, Datum], message: str) -> ErrorText:
    """Return what to say of an error of the engine or of training, raised here or in a child.

    Args:
        kind: The kind of an `ActionableError`; later versions may have others.
        data: Its data; earlier versions have none.
        message: The same in English, for what this version cannot say itself.
    """
    shown = {name: _shown(value) for name, value in data.items()}
    general = CATALOGUE[TrainingError.kind]
    entry = CATALOGUE.get(kind, general)
    title = translate("ErrorText", entry.title)
    for sentence in entry.sentences if kind in CATALOGUE else ():
        with suppress(KeyError):
            told = fill(translate("ErrorText", sentence), shown)
            return ErrorText(title, told, fill(entry.details, shown, separator="\n"))
    return ErrorText(title, translate("ErrorText", general.sentences[0]), safe_message(message))


def _shown(value: Datum) -> Datum:
    """Return what an error holds, without what the text of others would do in a sentence."""
    if isinstance(value, tuple):
        listed = tuple(map(_shown_one, value[:MOST_LINES]))
        return (*listed, "…") if len(value) > MOST_LINES else listed
    return value if isinstance(value, int) else _shown_one(value)


def _shown_one(value: str | Phrase) -> str | Phrase:
    if isinstance(value, str):
        return safe_message(value)
    shown = {
        name: _shown_one(one) if isinstance(one, str | Phrase) else one
        for name, one in value.values.items()
    }
    return replace(value, values=shown)


def _describe_history(error: HistoryError | sqlite3.Error) -> ErrorText:
    match error:
        case HistoryTooNewError(path=path, found=found, supported=supported):
            return ErrorText(
                translate("ErrorText", "The history needs a newer version"),
                translate(
                    "ErrorText",
                    "The history in {file} was written by a newer version of Translucent and "
                    "was left unchanged. Until you update Translucent, translations are "
                    "remembered only while the window is open.",
                ).format(file=path),
                f"user_version {found} > {supported}",
            )
        case HistoryNotKeptError(path=path, reason=reason):
            return ErrorText(
                translate("ErrorText", "The history is not saved"),
                translate(
                    "ErrorText",
                    "Translucent cannot write to {file}. Translations are remembered only while "
                    "the window is open.",
                ).format(file=path),
                reason,
            )
        case HistoryTracesError(path=path):
            return ErrorText(
                translate("ErrorText", "Removed texts are still on the disk"),
                translate(
                    "ErrorText",
                    "The history no longer shows what you removed, but {file} still contains it, "
                    "because another program is reading that file. Close other windows of "
                    "Translucent, then clear the history again.",
                ).format(file=path),
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
            title = translate("ErrorText", "File not found")
            sentence = translate("ErrorText", "It may have been moved or deleted.")
        case PermissionError() | OSError(errno=errno.EROFS):
            title = translate("ErrorText", "Access denied")
            sentence = translate(
                "ErrorText",
                "You don't have permission to access the file or its folder, or another program "
                "is using it.",
            )
        case _:
            title = translate("ErrorText", "The file cannot be read or written")
            sentence = translate("ErrorText", "Try again, or choose another location.")
    if error.filename is not None:
        sentence = f"{safe_message(str(error.filename))}: {sentence}"
    return ErrorText(title, sentence, error.strerror or type(error).__name__)
