"""Glossaries as tables: comma-separated values, with semicolons or tabs as well, headed or not.

A table has the term in one column and its translation in the next; a term without a translation is
not translated. A first line may name the columns, by their languages ("en", "German") or as
"source" and "target".
"""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.documents.text_file import decode
from engine.errors import DocumentError, GlossaryError
from engine.files.atomic_files import write_file
from engine.glossary.glossary import GlossaryEntry
from engine.glossary_files.checking import ENTRY_LIMIT, EntryCheck, ReadGlossary
from engine.languages.lookup import primary_subtag
from engine.languages.names import LANGUAGES, english_name
from engine.spreadsheet_cells import from_cell, to_cell
from engine.translatable import Phrase, translatable

_SAMPLE = 20_000
"""Characters used to detect the separator."""

_DELIMITERS = ",;\t"

_SOURCE_NAMES = frozenset({"source", "source term", "term", "quelle", "begriff"})
_TARGET_NAMES = frozenset({"target", "target term", "translation", "ziel", "übersetzung"})


def read_table(path: Path, content: bytes, direction: tuple[str, str]) -> ReadGlossary:
    """Read a table.

    Args:
        path: The file, for errors.
        content: Its content.
        direction: The codes of the source and the target language.

    Raises:
        GlossaryError: If it is no text, has no terms of these languages, or too many.
    """
    try:
        text, _ = decode(path, content, direction[0])
    except DocumentError as error:
        raise GlossaryError(path, error.reason) from error
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    check = EntryCheck()
    columns: tuple[int, int] | None = None
    try:
        for row in rows:
            cells = [from_cell(cell.strip()) for cell in row]
            if not any(cells):
                continue
            if columns is None:
                named = _named_columns(path, cells, direction)
                columns = named or (0, 1)
                if named:
                    continue
            source, target = (cells[at] if at < len(cells) else "" for at in columns)
            check.add(rows.line_num, source, target)
            if check.is_full:
                raise GlossaryError(path, too_many())
    except csv.Error as error:
        reason = Phrase.of(
            translatable("Phrase", "is not a readable table (line {line}): {error}"),
            line=rows.line_num,
            error=str(error),
        )
        raise GlossaryError(path, reason) from error
    return check.result()


def write_table(path: Path, entries: Iterable[GlossaryEntry], direction: tuple[str, str]) -> None:
    """Write a glossary as UTF-8 that spreadsheets recognize; no cell of it is a formula to them.

    Raises:
        GlossaryError: If it cannot be written.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(direction)
    for entry in entries:
        writer.writerow([to_cell(entry.source), to_cell(entry.target)])
    try:
        write_file(path, text.getvalue().encode("utf-8-sig"))
    except OSError as error:
        reason = Phrase.of(
            translatable(
                "Phrase", "cannot be written: {error}; choose another folder or make room"
            ),
            error=str(error.strerror),
        )
        raise GlossaryError(path, reason) from error


def too_many() -> Phrase:
    """Return the reason why a file with very many terms is refused."""
    return Phrase.of(
        translatable("Phrase", "has more than {limit:,} terms; split it into several glossaries"),
        limit=ENTRY_LIMIT,
    )


def _delimiter(text: str) -> str:
    """Return the column separator: that of a line of names, else the likeliest, else a comma."""
    first = text.lstrip().partition("\n")[0]
    for sign in _DELIMITERS:
        names = [cell.strip(' \r"').casefold() for cell in first.split(sign)]
        if len(names) > 1 and all(map(_is_column_name, names)):
            return sign
    try:
        return csv.Sniffer().sniff(text[:_SAMPLE], delimiters=_DELIMITERS).delimiter
    except csv.Error:
        return max(_DELIMITERS, key=first.count)


def _is_column_name(name: str) -> bool:
    return name in _SOURCE_NAMES | _TARGET_NAMES or _language(name) != ""


def _named_columns(
    path: Path, cells: Sequence[str], direction: tuple[str, str]
) -> tuple[int, int] | None:
    """Return the columns of source and target if the first line names them."""
    names = [cell.casefold() for cell in cells]
    languages = [_language(name) for name in names]
    if sum(map(bool, languages)) > 1:
        wanted = [primary_subtag(code) for code in direction]
        if not set(wanted) <= set(languages):
            reason = Phrase.of(
                translatable(
                    "Phrase", "has columns for {found}, but not for {source} and {target}"
                ),
                found=", ".join(cell for cell in cells if cell),
                source=direction[0],
                target=direction[1],
            )
            raise GlossaryError(path, reason)
        return languages.index(wanted[0]), languages.index(wanted[1])
    sources = [at for at, name in enumerate(names) if name in _SOURCE_NAMES]
    targets = [at for at, name in enumerate(names) if name in _TARGET_NAMES]
    return (sources[0], targets[0]) if sources and targets else None


def _language(name: str) -> str:
    """Return the code of a language by its code, with a region or not, or its English name."""
    code = primary_subtag(name)
    if code in LANGUAGES and len(name) <= len("zh-hans-cn"):
        return code
    return next((one for one in LANGUAGES if english_name(one).casefold() == name), "")
