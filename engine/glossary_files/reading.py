"""Read a glossary from a file of any kind that is known."""

from pathlib import Path

from engine.documents.text_file import SIZE_LIMIT
from engine.errors import GlossaryError
from engine.glossary_files.checking import ReadGlossary
from engine.glossary_files.table import read_table
from engine.glossary_files.tbx import read_tbx
from engine.translatable import Phrase, translatable

_TBX_SUFFIXES = (".tbx", ".xml")


def read_glossary(path: Path, direction: tuple[str, str]) -> ReadGlossary:
    """Read a table (CSV, TSV) or a terminology (TBX).

    Args:
        path: The file.
        direction: The codes of the source and the target language.

    Raises:
        GlossaryError: If it cannot be read, or has no terms of these languages.
    """
    try:
        with path.open("rb") as file:
            content = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        reason = Phrase.of(
            translatable(
                "Phrase", "cannot be read: {error}; check that it exists and that you may open it"
            ),
            error=str(error.strerror),
        )
        raise GlossaryError(path, reason) from error
    if len(content) > SIZE_LIMIT:
        reason = Phrase.of(
            translatable("Phrase", "is larger than {limit} MB; split it into smaller files"),
            limit=SIZE_LIMIT // 1_000_000,
        )
        raise GlossaryError(path, reason)
    read = read_tbx if path.suffix.lower() in _TBX_SUFFIXES else read_table
    return read(path, content, direction)
