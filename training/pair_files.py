"""Sentence pairs in files of a user's: two aligned texts, tables of two columns, TMX."""

import csv
import gzip
import io
from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from training.errors import CorpusError
from training.sentence_pair import Pairs, SentencePair
from training.text_files import OnEncoding, ignore_encoding, read_lines

Direction = tuple[str, str]

SUFFIXES = (".tsv", ".csv", ".tmx", ".txt")
"""What a single file of pairs may be called, before `.gz`; others are read as tables too."""

_DELIMITERS = ("\t", ";", ",", "|")
_LANGUAGE_ATTRIBUTES = ("{http://www.w3.org/XML/1998/namespace}lang", "lang")


def read_pairs(
    path: Path, direction: Direction, on_encoding: OnEncoding = ignore_encoding
) -> Pairs:
    """Read the pairs of one file, by its name: TMX, CSV, or columns between tabs.

    Raises:
        CorpusError: If it cannot be read, or holds no pairs of these languages.
    """
    match Path(path.name.removesuffix(".gz")).suffix.lower():
        case ".tmx":
            return read_tmx(path, direction, on_encoding)
        case ".csv":
            return read_csv(path, direction, on_encoding)
        case _:
            return read_tsv(path, direction, on_encoding)


def read_aligned(source: Path, target: Path, on_encoding: OnEncoding = ignore_encoding) -> Pairs:
    """Read the pairs of two files, line by line.

    Raises:
        CorpusError: If one cannot be read, or they have different numbers of lines.
    """
    sources, targets = read_lines(source, on_encoding), read_lines(target, on_encoding)
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

    The first column is the source, unless the first line names the two languages the other way
    round.

    Raises:
        CorpusError: If it cannot be read, or a line has no tab.
    """
    pairs = []
    for number, line in enumerate(read_lines(path, on_encoding), start=1):
        columns = line.split("\t")
        if len(columns) > 1:
            pairs.append(_pair(columns[0], columns[1]))
        elif line.strip():
            raise CorpusError(
                path, number, "there is no tab between a sentence and its translation"
            )
    return _directed(pairs, direction)


def read_csv(path: Path, direction: Direction, on_encoding: OnEncoding = ignore_encoding) -> Pairs:
    """Read the pairs of the first two columns; what parts them is found by the file itself.

    Raises:
        CorpusError: If it cannot be read, or a line has one column only.
    """
    lines = read_lines(path, on_encoding)
    rows = csv.reader((line + "\n" for line in lines), delimiter=_delimiter(lines))
    pairs = []
    try:
        for row in rows:
            if len(row) > 1:
                # A line break between quotation marks is a space in a sentence.
                pairs.append(_pair(*(" ".join(cell.split("\n")) for cell in row[:2])))
            elif row and row[0].strip():
                reason = "there is one column only; two are needed, parted by ; or , or a tab"
                raise CorpusError(path, rows.line_num, reason)
    except csv.Error as error:
        raise CorpusError(path, rows.line_num, f"it is no CSV ({error})") from error
    return _directed(pairs, direction)


def read_tmx(path: Path, direction: Direction, on_encoding: OnEncoding = ignore_encoding) -> Pairs:
    """Read the pairs of a translation memory; `en-US` is `en`. Units without both are passed over.

    Raises:
        CorpusError: If it is no TMX, dangerous, or has no pair of these languages.
    """
    pairs = []
    languages: set[str] = set()
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for _, element in iterparse(file, events=("end",)):
                if _local(element.tag) != "tu":
                    continue
                segments = _segments(element)
                languages |= segments.keys()
                sides = [_of_language(segments, language) for language in direction]
                if sides[0] is not None and sides[1] is not None:
                    pairs.append(_pair(sides[0], sides[1]))
                element.clear()
    except FileNotFoundError as error:
        raise CorpusError(path, None, "there is no such file") from error
    except DefusedXmlException as error:
        reason = "it defines XML entities of its own, which can be made to fill the memory"
        raise CorpusError(path, None, f"{reason}; remove them") from error
    except ParseError as error:
        line, _ = error.position
        raise CorpusError(path, line, f"it is no well-formed XML ({error.msg})") from error
    except (OSError, EOFError, LookupError, ValueError) as error:
        raise CorpusError(path, None, f"it cannot be read ({error})") from error
    on_encoding(path, "XML")
    if not pairs:
        found = ", ".join(sorted(languages)) or "no language"
        reason = f"it has no pair of {direction[0]} and {direction[1]}; there is {found}"
        raise CorpusError(path, None, reason)
    return tuple(pairs)


def language_of(path: Path) -> str:
    """Give `de` for `train.de` and `train.de.gz`."""
    return Path(path.name.removesuffix(".gz")).suffix.removeprefix(".")


def turned(pairs: Iterable[SentencePair], *, swap: bool) -> Pairs:
    """Give the pairs, source and target swapped if that is wished."""
    return tuple(SentencePair(pair.target, pair.source) if swap else pair for pair in pairs)


def _pair(source: str, target: str) -> SentencePair:
    return SentencePair(source.strip(), target.strip())


def _directed(pairs: list[SentencePair], direction: Direction | None) -> Pairs:
    """Take away a first line that names the languages, and go by it."""
    if direction and pairs:
        names = tuple(side.lower() for side in pairs[0])
        if sorted(names) == sorted(direction):
            return turned(pairs[1:], swap=names != direction)
    return tuple(pairs)


def _delimiter(lines: list[str]) -> str:
    """Find what parts the columns: what gives most of the first lines two of them or more."""
    sample = [line for line in lines[:200] if line.strip()]

    def quality(delimiter: str) -> tuple[float, int]:
        counts = [
            len(row) for row in csv.reader(io.StringIO("\n".join(sample)), delimiter=delimiter)
        ]
        return sum(count == 2 for count in counts), sum(count > 1 for count in counts)

    return max(_DELIMITERS, key=quality)


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _segments(unit: Element) -> dict[str, str]:
    """Give the text of each language of a unit, the first one of several."""
    found: dict[str, str] = {}
    for variant in unit:
        if _local(variant.tag) != "tuv":
            continue
        language = next(
            (variant.get(name) for name in _LANGUAGE_ATTRIBUTES if variant.get(name)), ""
        )
        for segment in variant:
            if _local(segment.tag) == "seg":
                found.setdefault(
                    (language or "").lower(), " ".join("".join(segment.itertext()).split())
                )
    return found


def _of_language(segments: dict[str, str], language: str) -> str | None:
    wished = language.lower()
    exact = segments.get(wished)
    if exact is not None:
        return exact
    return next((text for code, text in segments.items() if code.split("-")[0] == wished), None)
