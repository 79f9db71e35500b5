"""Sentences and pairs of them in a user's files: aligned texts, tables of two columns, TMX."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from training.errors import CorpusError
from training.sentence_pair import (
    BackTranslation,
    Direction,
    Pairs,
    SentencePair,
    SyntheticPair,
)
from training.text_files import OnEncoding, ignore_encoding, read_lines
from training.tmx import read_tmx

SYNTHETIC_COLUMN = "synthetic"
"""Of a table whose first line names its columns: the language of the side that a machine wrote, if
one did."""

_DELIMITERS = ("\t", ";", ",", "|")


def read_pairs(
    path: Path, direction: Direction, on_encoding: OnEncoding = ignore_encoding
) -> Pairs:
    """Read the pairs of one file, by its name: TMX, CSV, or columns between tabs.

    Raises:
        CorpusError: If it cannot be read, or holds no pairs of these languages.
    """
    match _ending(path).lower():
        case ".tmx":
            return read_tmx(path, direction, on_encoding)
        case ".csv":
            return read_csv(path, direction, on_encoding)
        case _:
            return read_tsv(path, direction, on_encoding)


def read_sentences(
    path: Path, direction: Direction, on_encoding: OnEncoding = ignore_encoding
) -> set[str]:
    """Read the sentences of one file, whichever side they are of: lines, cells, sides of a TMX.

    Args:
        path: The file; its name tells what it is, as for `read_pairs`.
        direction: The languages it may be written in; of a TMX those that are read.
        on_encoding: Told in which encoding it is.

    Raises:
        CorpusError: If it cannot be read.
    """
    rows: Iterable[Iterable[str]]
    match _ending(path).lower():
        case ".tmx":
            rows = read_tmx(path, direction, on_encoding)
        case ".csv":
            rows = (row for _, row in _csv_rows(path, read_lines(path, on_encoding, direction)))
        case _:
            rows = (line.split("\t") for line in read_lines(path, on_encoding, direction))
    return {cell.strip() for row in rows for cell in row} - {""}


def read_aligned(
    source: Path,
    target: Path,
    on_encoding: OnEncoding = ignore_encoding,
    direction: Direction | None = None,
) -> Pairs:
    """Read the pairs of two files, line by line.

    Raises:
        CorpusError: If one cannot be read, or they have different numbers of lines.
    """
    sources, targets = (
        read_lines(path, on_encoding, direction[side : side + 1] if direction else ())
        for side, path in enumerate((source, target))
    )
    if len(sources) != len(targets):
        raise CorpusError(
            source,
            None,
            f"it has {len(sources):,} lines and {target.name} has {len(targets):,}, "
            "so they are not aligned",
        )
    return tuple(_pair(*pair) for pair in zip(sources, targets, strict=True))


def read_tsv(
    path: Path, direction: Direction | None = None, on_encoding: OnEncoding = ignore_encoding
) -> Pairs:
    """Read the pairs of two columns between tabs; further columns and empty lines are passed over.

    The first column is the source, unless the first line names the columns by their languages.

    Raises:
        CorpusError: If it cannot be read, or a line has too few columns.
    """
    lines = read_lines(path, on_encoding, direction or ())
    rows = ((number, line.split("\t")) for number, line in enumerate(lines, start=1))
    too_few = "there is no tab between a sentence and its translation"
    return _pairs(path, rows, direction, too_few)


def read_csv(path: Path, direction: Direction, on_encoding: OnEncoding = ignore_encoding) -> Pairs:
    """Read the pairs of two columns as `read_tsv` does; what parts them is found by the file.

    Raises:
        CorpusError: If it cannot be read, or a line has too few columns.
    """
    rows = _csv_rows(path, read_lines(path, on_encoding, direction))
    too_few = "there is one column only; two are needed, parted by ; or , or a tab"
    return _pairs(path, rows, direction, too_few)


def language_of(path: Path) -> str:
    """Give `de` for `train.de` and `train.de.gz`."""
    return _ending(path).removeprefix(".")


def turned(pairs: Iterable[SentencePair], *, swap: bool) -> Pairs:
    """Give the pairs, source and target swapped if that is wished; so is which a machine wrote."""
    return tuple(_TURNED[type(pair)](pair.target, pair.source) if swap else pair for pair in pairs)


_TURNED = {
    SentencePair: SentencePair,
    SyntheticPair: BackTranslation,
    BackTranslation: SyntheticPair,
}


def _ending(path: Path) -> str:
    """Give `.csv` for `words.csv` and `words.csv.gz`."""
    return Path(path.name.removesuffix(".gz")).suffix


def _pair(source: str, target: str) -> SentencePair:
    return SentencePair(source.strip(), target.strip())


def _pairs(
    path: Path, rows: Iterable[tuple[int, list[str]]], direction: Direction | None, too_few: str
) -> Pairs:
    """Take two columns of a table: the first, or those that its first line names."""
    pairs: list[SentencePair] = []
    source, target = 0, 1
    synthetic: int | None = None
    kinds = {"": SentencePair}
    is_first = True
    for number, row in rows:
        if not any(cell.strip() for cell in row):
            if len(row) > 1:
                pairs.append(SentencePair("", ""))
            continue
        names = [cell.strip().lower() for cell in row] if is_first else []
        is_first = False
        if direction and all(names.count(language) == 1 for language in direction):
            source, target = map(names.index, direction)
            if SYNTHETIC_COLUMN in names:
                synthetic = names.index(SYNTHETIC_COLUMN)
                kinds |= dict(zip(direction, (BackTranslation, SyntheticPair), strict=True))
        elif len(row) <= max(source, target):
            raise CorpusError(path, number, too_few)
        else:
            machine = "" if synthetic is None else "".join(row[synthetic : synthetic + 1]).strip()
            if machine not in kinds:
                languages = " nor ".join(direction or ())
                reason = f"its column {SYNTHETIC_COLUMN} says {machine!r}, neither {languages}"
                raise CorpusError(path, number, reason)
            pairs.append(kinds[machine](row[source].strip(), row[target].strip()))
    return tuple(pairs)


def _csv_rows(path: Path, lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Give the rows of a CSV file, each with the number of the line it begins on."""
    delimiter = _delimiter(lines)
    rows = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True)
    number, width = 1, 0
    try:
        for row in rows:
            width = width or len(row)
            if len(row) > width > 1:
                reason = f"it has {len(row)} columns, and the first line has {width}; put "
                reason += f"sentences that hold {delimiter!r} between quotation marks"
                raise CorpusError(path, number, reason)
            # A line break between quotation marks is a space in a sentence.
            yield number, [" ".join(cell.split("\n")) for cell in row]
            number = rows.line_num + 1
    except csv.Error as error:
        reason = f"what begins here is no CSV ({error}); look to its quotation marks"
        raise CorpusError(path, number, reason) from error


def _delimiter(lines: Sequence[str]) -> str:
    """Find what parts the columns: what gives most of the first lines as many of them."""
    sample = io.StringIO("\n".join([line for line in lines if line.strip()][:200]))

    def agreement(delimiter: str) -> int:
        sample.seek(0)
        counts: Counter[int] = Counter()
        with suppress(csv.Error):  # told of, with its line, when all is read
            counts.update(len(row) for row in csv.reader(sample, delimiter=delimiter))
        return max((times for count, times in counts.items() if count > 1), default=0)

    return max(_DELIMITERS, key=agreement)
