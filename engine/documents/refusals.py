"""Reasons to refuse a document that several kinds of files share."""

from pathlib import Path

from engine.errors import DocumentError
from engine.translatable import Phrase, translatable


def damaged(path: Path) -> DocumentError:
    """Return the error of a file without the expected content."""
    return DocumentError(
        path,
        Phrase.of(
            translatable("Phrase", "is damaged, or not the file type its name says; save it again")
        ),
    )


def protected(path: Path) -> DocumentError:
    """Return the error of a password-protected file."""
    return DocumentError(
        path, Phrase.of(translatable("Phrase", "is protected by a password; save it without one"))
    )


def locked_or_old(path: Path) -> DocumentError:
    """Return the error of a file in the format that Office had, and that hides protected files."""
    return DocumentError(
        path,
        Phrase.of(
            translatable(
                "Phrase",
                "is protected by a password, or was written by Office before 2007; save it as "
                "{kind}, without a password",
            ),
            kind=path.suffix.lower(),
        ),
    )


def too_large(path: Path) -> DocumentError:
    """Return the error of a small file that unpacks to a large one."""
    return DocumentError(
        path,
        Phrase.of(translatable("Phrase", "unpacks to too much data; split it into smaller files")),
    )
