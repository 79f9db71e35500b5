"""Read a glossary from a file of any kind that is known."""

from pathlib import Path

from engine.documents.text_file import read_bytes
from engine.errors import DocumentError, GlossaryError
from engine.glossary_files.checking import ReadGlossary
from engine.glossary_files.table import read_table

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
        content = read_bytes(path)
    except DocumentError as error:
        raise GlossaryError(path, error.reason) from error
    if path.suffix.lower() not in _TBX_SUFFIXES:
        return read_table(path, content, direction)
    from engine.glossary_files.tbx import read_tbx  # and what reads XML safely

    return read_tbx(path, content, direction)
