"""Tab-separated columns, found in bulk: no line of a table becomes a Python string."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.translatable import Phrase, translatable
from training.corpus_formats.packed_pairs import MOST_ORIGINS, NO_ORIGIN, PackedPairs
from training.corpus_formats.sentence_pair import Direction
from training.corpus_formats.table_columns import (
    Columns,
    named_columns,
    too_many_origins,
    unknown_machine,
)
from training.corpus_formats.text_spool import TextBuffer
from training.errors import CorpusError

_BLOCK = 1 << 24
_TAB, _LINE_FEED = 9, 10
_TOO_FEW = Phrase.of(
    translatable("Phrase", "there is no tab between a sentence and its translation")
)

# Bytes with which white space may begin and end in UTF-8; a cell with none of them needs no strip.
_BEGINS, _ENDS = np.zeros((2, 256), np.bool_)
_BEGINS[[*range(9, 14), *range(28, 33), 0xC2, 0xE1, 0xE2, 0xE3]] = True
_ENDS[[*range(9, 14), *range(28, 33), *range(0x80, 0x8B), 0x9F, 0xA0, 0xA8, 0xA9, 0xAF]] = True

_Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Lines:
    """The starts and ends of a text's lines, and the tabs of each."""

    text: TextBuffer
    starts: _Places
    stops: _Places
    tabs: _Places
    """All tabs of the text, and one more place that no line has."""
    first_tab: _Places
    num_tabs: _Places

    def line(self, row: int) -> str:
        """Return a line."""
        return self.text[self.starts[row] : self.stops[row]].decode()

    def spans(self, rows: _Places, column: int) -> tuple[_Places, _Places]:
        """Return the start and end of a cell in these lines, which all have it; stripped."""
        first, is_last = self.first_tab[rows], self.num_tabs[rows] == column
        starts = self.tabs[first + column - 1] + 1 if column else self.starts[rows]
        after = self.tabs[np.where(is_last, -1, first + column)]
        return _stripped(self.text, starts, np.where(is_last, self.stops[rows], after))

    def cells(self, rows: _Places, column: int) -> list[bytes]:
        """Return a column of these lines, stripped; empty in lines without it."""
        has_it = self.num_tabs[rows] >= column
        spans = np.zeros((2, len(rows)), np.int64)
        spans[:, has_it] = self.spans(rows[has_it], column)
        return [self.text[start:stop] for start, stop in zip(*spans.tolist(), strict=True)]


def read_tab_table(
    path: Path, text: TextBuffer, direction: Direction | None, *, third_is_origin: bool
) -> PackedPairs:
    """Return the pairs of a tab-separated table.

    Args:
        path: The table, for errors.
        text: Its content.
        direction: By which its first line may name the columns.
        third_is_origin: Whether, without such names, the third column says where a pair is from.

    Raises:
        CorpusError: If a line has too few columns, or says what nobody understands.
    """
    lines = _find_lines(text)
    rows = np.arange(len(lines.starts))
    columns = Columns(origin=2 if third_is_origin else None)
    for row in range(len(rows)):
        line = lines.line(row)
        if line.strip():
            named = named_columns(line.split("\t"), direction)
            if named is not None:
                columns, rows = named, np.delete(rows, row)
            break
    problems: list[tuple[int, Phrase]] = []
    is_blank = np.zeros(len(lines.starts), np.bool_)
    for row in rows[lines.num_tabs[rows] < columns.needed - 1].tolist():
        is_blank[row] = True
        if lines.line(row).strip():
            problems.append((row, _TOO_FEW))
            break
    rows = rows[~(is_blank[rows] & (lines.num_tabs[rows] == 0))]
    is_whole = ~is_blank[rows]
    whole = rows[is_whole]
    if problems:  # an earlier line may have another error
        rows = whole = whole[whole < problems[0][0]]
        is_whole = np.ones(len(rows), np.bool_)
    kinds = np.zeros(len(rows), np.uint8)
    if columns.synthetic is not None:
        said = lines.cells(whole, columns.synthetic)
        known = {name.encode(): kind for name, kind in columns.kinds.items()}
        for row, machine in zip(whole.tolist(), said, strict=True):
            if machine not in known:
                problems.append((row, unknown_machine(machine.decode(), direction)))
                break
        else:
            kinds[is_whole] = [known[machine] for machine in said]
    if problems:
        row, reason = problems[-1]  # the last error found is in an earlier line
        raise CorpusError(path, row + 1, reason)
    starts = np.zeros((len(rows), 2), np.int64)
    lengths = np.zeros((len(rows), 2), np.int32)  # a blank line with tabs is an empty pair
    for side, column in enumerate((columns.source, columns.target)):
        begins, ends = lines.spans(whole, column)
        starts[is_whole, side], lengths[is_whole, side] = begins, ends - begins
    origins = np.zeros(len(rows), np.uint16)
    names: tuple[str, ...] = NO_ORIGIN
    if columns.origin is not None:
        number_of = {b"": 0}
        said = lines.cells(whole, columns.origin)
        numbers = [number_of.setdefault(name, len(number_of)) for name in said]
        if len(number_of) - 1 > MOST_ORIGINS:
            raise CorpusError(path, None, too_many_origins(MOST_ORIGINS))
        origins[is_whole] = numbers
        names = tuple(name.decode() for name in number_of)
    return PackedPairs(text, starts, lengths, kinds, origins, names)


def _find_lines(text: TextBuffer) -> _Lines:
    stops = _places_of(text, _LINE_FEED)
    if len(text) and text[-1:] != b"\n":
        stops = np.append(stops, len(text))
    starts = np.append(0, stops[:-1] + 1)[: len(stops)]
    tabs = _places_of(text, _TAB)
    first_tab = np.searchsorted(tabs, starts)
    num_tabs = np.searchsorted(tabs, stops) - first_tab
    return _Lines(text, starts, stops, np.append(tabs, -1), first_tab, num_tabs)


def _places_of(text: TextBuffer, byte: int) -> _Places:
    """Return the positions of a byte in a text."""
    letters = np.frombuffer(text, np.uint8)
    found = [
        np.flatnonzero(letters[start : start + _BLOCK] == byte) + start
        for start in range(0, len(letters), _BLOCK)
    ]
    return np.concatenate([np.empty(0, np.int64), *found])


def _stripped(text: TextBuffer, starts: _Places, stops: _Places) -> tuple[_Places, _Places]:
    """Return the spans without the white space at their ends."""
    letters = np.frombuffer(text, np.uint8)
    is_filled = stops > starts
    edges = np.zeros(len(starts), np.bool_)
    edges[is_filled] = _BEGINS[letters[starts[is_filled]]] | _ENDS[letters[stops[is_filled] - 1]]
    starts, stops = starts.copy(), stops.copy()
    for place in np.flatnonzero(edges).tolist():
        cell = text[starts[place] : stops[place]].decode()
        rest = cell.lstrip()
        starts[place] += len(cell[: len(cell) - len(rest)].encode())
        stops[place] -= len(rest[len(rest.rstrip()) :].encode())
    return starts, stops
