"""Sentences and pairs of them in a user's files: aligned texts, tables of columns, TMX."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice, zip_longest
from pathlib import Path

from engine.translatable import Phrase, translatable
from training.corpus_formats.packed_pairs import KINDS, MOST_ORIGINS, PackedPairs, PairsWriter, pack
from training.corpus_formats.sentence_pair import Direction, SentencePair
from training.corpus_formats.tab_tables import read_tab_table
from training.corpus_formats.table_columns import (
    Columns,
    named_columns,
    too_many_origins,
    unknown_machine,
)
from training.corpus_formats.text_files import (
    OnEncoding,
    ignore_encoding,
    lines_of,
    read_lines,
    read_text,
    without_packing,
)
from training.corpus_formats.text_spool import TextBuffer
from training.corpus_formats.tmx import read_tmx
from training.errors import CorpusError

_DELIMITERS = ("\t", ";", ",", "|")


def read_pairs(
    path: Path,
    direction: Direction,
    on_encoding: OnEncoding = ignore_encoding,
    *,
    third_is_origin: bool = False,
) -> PackedPairs:
    """Read the pairs of one file, by its name: TMX, CSV, or columns between tabs.

    Raises:
        CorpusError: If it cannot be read, or holds no pairs of these languages.
    """
    match _ending(path).lower():
        case ".tmx":
            return pack(read_tmx(path, direction, on_encoding))
        case ".csv":
            return read_csv(path, direction, on_encoding, third_is_origin=third_is_origin)
        case _:
            return read_tsv(path, direction, on_encoding, third_is_origin=third_is_origin)


def read_sentences(
    path: Path, direction: Direction, on_encoding: OnEncoding = ignore_encoding
) -> set[str]:
    """Read the sentences of one file, whichever side they are of: lines, cells, sides of a TMX.

    Args:
        path: The file; its name tells what it is, as for `read_pairs`.
        direction: The languages it may be written in; of a TMX those that are read.
        on_encoding: Called with its encoding.

    Raises:
        CorpusError: If it cannot be read.
    """
    rows: Iterable[Iterable[str]]
    match _ending(path).lower():
        case ".tmx":
            rows = read_tmx(path, direction, on_encoding)
        case ".csv":
            text = read_text(path, on_encoding, direction)
            rows = (row for _, row in _csv_rows(path, text))
        case _:
            rows = (line.split("\t") for line in read_lines(path, on_encoding, direction))
    return {cell.strip() for row in rows for cell in row} - {""}


def read_aligned(
    source: Path,
    target: Path,
    on_encoding: OnEncoding = ignore_encoding,
    direction: Direction | None = None,
) -> PackedPairs:
    """Read the pairs of two files, line by line.

    Raises:
        CorpusError: If one cannot be read, or they have different numbers of lines.
    """
    texts = [
        read_text(path, on_encoding, direction[side : side + 1] if direction else ())
        for side, path in enumerate((source, target))
    ]
    writer, counts = PairsWriter(), [0, 0]
    for sides in zip_longest(*map(lines_of, texts)):
        for side, line in enumerate(sides):
            counts[side] += line is not None
        writer.add(SentencePair(*((line or "").strip() for line in sides)))
    if counts[0] != counts[1]:
        raise CorpusError(
            source,
            None,
            Phrase.of(
                translatable(
                    "Phrase",
                    "it has {lines:,} lines, but {other} has {others:,}, so they are not aligned",
                ),
                lines=counts[0],
                other=target.name,
                others=counts[1],
            ),
        )
    return writer.finish()


def read_tsv(
    path: Path,
    direction: Direction | None = None,
    on_encoding: OnEncoding = ignore_encoding,
    *,
    third_is_origin: bool = False,
) -> PackedPairs:
    """Read the pairs of two tab-separated columns; empty lines are skipped.

    The first column is the source, unless the first line names the columns by their languages.
    Further columns are passed over too, but for those that the first line names `synthetic` and
    `origin`.

    Args:
        path: The table.
        direction: The languages that its first line may name.
        on_encoding: Called with its encoding.
        third_is_origin: Whether the third column of a table without names is its `origin`.

    Raises:
        CorpusError: If it cannot be read, or a line has too few columns.
    """
    text = read_text(path, on_encoding, direction or ())
    return read_tab_table(path, text, direction, third_is_origin=third_is_origin)


def read_csv(
    path: Path,
    direction: Direction,
    on_encoding: OnEncoding = ignore_encoding,
    *,
    third_is_origin: bool = False,
) -> PackedPairs:
    """Read the pairs of two columns as `read_tsv` does; the delimiter is detected.

    Raises:
        CorpusError: If it cannot be read, or a line has too few columns.
    """
    writer = PairsWriter()
    columns = Columns(origin=2 if third_is_origin else None)
    is_first = True
    for number, row in _csv_rows(path, read_text(path, on_encoding, direction)):
        if not any(cell.strip() for cell in row):
            if len(row) > 1:
                writer.add(SentencePair("", ""))
            continue
        named = named_columns(row, direction) if is_first else None
        is_first = False
        if named is not None:
            columns = named
        elif len(row) < columns.needed:
            reason = Phrase.of(
                translatable(
                    "Phrase",
                    "there is only one column; two are needed, separated by ; or , or a tab",
                )
            )
            raise CorpusError(path, number, reason)
        else:
            machine = _cell(row, columns.synthetic)
            if machine not in columns.kinds:
                raise CorpusError(path, number, unknown_machine(machine, direction))
            kind = KINDS[columns.kinds[machine]]
            pair = kind(row[columns.source].strip(), row[columns.target].strip())
            if writer.add(pair, _cell(row, columns.origin)) > MOST_ORIGINS:
                raise CorpusError(path, number, too_many_origins(MOST_ORIGINS))
    return writer.finish()


def language_of(path: Path) -> str:
    """Return `de` for `train.de` and `train.de.gz`."""
    return _ending(path).removeprefix(".")


def _ending(path: Path) -> str:
    """Return `.csv` for `words.csv` and `words.csv.gz`."""
    return Path(without_packing(path.name)).suffix


def _cell(row: list[str], column: int | None) -> str:
    return "" if column is None else "".join(row[column : column + 1]).strip()


def _csv_rows(path: Path, text: TextBuffer) -> Iterator[tuple[int, list[str]]]:
    """Return the rows of a CSV file, each with the number of the line it begins on."""
    delimiter = _delimiter(lines_of(text))
    rows = csv.reader((line + "\n" for line in lines_of(text)), delimiter=delimiter, strict=True)
    number, width = 1, 0
    try:
        for row in rows:
            width = width or len(row)
            if len(row) > width > 1:
                reason = Phrase.of(
                    translatable(
                        "Phrase",
                        "it has {columns} columns, but the first line has {width}; put "
                        "sentences that contain {delimiter!r} in quotation marks",
                    ),
                    columns=len(row),
                    width=width,
                    delimiter=delimiter,
                )
                raise CorpusError(path, number, reason)
            # A line break between quotation marks is a space in a sentence.
            yield number, [" ".join(cell.split("\n")) for cell in row]
            number = rows.line_num + 1
    except csv.Error as error:
        reason = Phrase.of(
            translatable(
                "Phrase", "from here on it is not valid CSV ({error}); check its quotation marks"
            ),
            error=str(error),
        )
        raise CorpusError(path, number, reason) from error


def _delimiter(lines: Iterable[str]) -> str:
    """Detect the delimiter: most of the first lines must have equally many columns."""
    sample = io.StringIO("\n".join(islice((line for line in lines if line.strip()), 200)))

    def agreement(delimiter: str) -> int:
        sample.seek(0)
        counts: Counter[int] = Counter()
        with suppress(csv.Error):  # told of, with its line, when all is read
            counts.update(len(row) for row in csv.reader(sample, delimiter=delimiter))
        return max((times for count, times in counts.items() if count > 1), default=0)

    return max(_DELIMITERS, key=agreement)
