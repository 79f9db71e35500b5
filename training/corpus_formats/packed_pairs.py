"""Millions of sentence pairs: their text as UTF-8, and the place of each side in it.

A pair as two Python strings takes 400 bytes; here it takes its text, which lies in a file, and 27
bytes. Selecting or reordering pairs copies no text.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from training.corpus_formats.sentence_pair import BackTranslation, SentencePair, SyntheticPair
from training.corpus_formats.text_spool import SMALL, TextBuffer, TextSpool

KINDS = (SentencePair, SyntheticPair, BackTranslation)
"""What a pair may be, by the number that stands for it."""
NO_ORIGIN = ("",)
"""The origin names of pairs whose origin is unknown."""
MOST_ORIGINS = 10_000
"""Different names in a column of origins; more are something else, such as a number a line."""

_CHUNK = 1 << 14
"""The number of pairs handled at once."""

Rows = Sequence[int] | npt.NDArray[np.int64] | npt.NDArray[np.bool_] | slice


class PackedPairs(Sequence[SentencePair]):
    """Sentence pairs in little memory, rebuilt whenever accessed; equal to a tuple.

    Args:
        text: UTF-8 that holds every side somewhere.
        starts: Where in the text the sources and the targets begin, (N, 2).
        lengths: How many bytes they have, (N, 2).
        kinds: What each pair is, by its place in `KINDS`, (N); None: people wrote all of them.
        origins: Where each pair is from, by its place in `origin_names`, (N); None: not known.
        origin_names: The names of origins; the first is empty.
    """

    __slots__ = ("_hashes", "kinds", "lengths", "origin_names", "origins", "starts", "text")
    __hash__ = None  # type: ignore[assignment]  # as mutable arrays have none

    def __init__(
        self,
        text: TextBuffer,
        starts: npt.NDArray[np.int64],
        lengths: npt.NDArray[np.int32],
        kinds: npt.NDArray[np.uint8] | None = None,
        origins: npt.NDArray[np.uint16] | None = None,
        origin_names: tuple[str, ...] = NO_ORIGIN,
    ) -> None:
        self.text = text
        self.starts = starts
        self.lengths = lengths
        self.kinds = np.zeros(len(starts), np.uint8) if kinds is None else kinds
        self.origins = np.zeros(len(starts), np.uint16) if origins is None else origins
        self.origin_names = origin_names
        self._hashes: npt.NDArray[np.uint64] | None = None

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> SentencePair: ...
    @overload
    def __getitem__(self, index: slice) -> "PackedPairs": ...
    def __getitem__(self, index: int | slice) -> "SentencePair | PackedPairs":
        if isinstance(index, slice):
            return self.select(index)
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self.take([index])[0]

    def __iter__(self) -> Iterator[SentencePair]:
        return chain.from_iterable(part.take(slice(None)) for part in self.parts())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(
            mine == theirs for mine, theirs in zip(self, other, strict=True)
        )

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self.take(slice(3))))
        return f"<{len(self):,} pairs: {shown}{', …' * (len(self) > 3)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the text of these pairs."""
        packed = self.compact()
        text = packed.text[:]
        names = self.origin_names
        return PackedPairs, (
            text, packed.starts, packed.lengths, packed.kinds, packed.origins, names
        )  # fmt: skip

    def parts(self) -> "Iterator[PackedPairs]":
        """Return the pairs, some thousands at a time: what a loop can hold as Python objects."""
        return (self[start : start + _CHUNK] for start in range(0, len(self), _CHUNK))

    def take(self, rows: Rows) -> list[SentencePair]:
        """Return the pairs in these places, made as ordinary ones."""
        kinds = self.kinds[rows]
        sides = zip(self.texts(0, rows), self.texts(1, rows), strict=True)
        if not kinds.any():
            return [SentencePair(source, target) for source, target in sides]
        return [
            KINDS[kind](source, target)
            for kind, (source, target) in zip(kinds.tolist(), sides, strict=True)
        ]

    def texts(self, side: int, rows: Rows = slice(None)) -> list[str]:
        """Return the sources (side 0) or the targets (side 1) of the pairs in these places."""
        text = self.text
        return [
            text[start:stop].decode("utf-8", "surrogatepass")
            for start, stop in self._spans(side, rows)
        ]

    def raw_texts(self, side: int, rows: Rows = slice(None)) -> list[bytes]:
        """Return what `texts` does, as UTF-8."""
        text = self.text
        return [text[start:stop] for start, stop in self._spans(side, rows)]

    def raw_text(self, row: int, side: int) -> bytes:
        """Return one side of one pair as UTF-8."""
        start = self.starts[row, side]
        return self.text[start : start + self.lengths[row, side]]

    def select(self, rows: Rows) -> "PackedPairs":
        """Return the pairs in these places, in this order; no text is copied."""
        chosen = PackedPairs(
            self.text,
            self.starts[rows],
            self.lengths[rows],
            self.kinds[rows],
            self.origins[rows],
            self.origin_names,
        )
        chosen._hashes = None if self._hashes is None else self._hashes[rows]
        return chosen

    def swapped(self) -> "PackedPairs":
        """Return the pairs with sides swapped, including which side a machine wrote."""
        kinds = np.array([0, 2, 1], np.uint8)[self.kinds]
        starts, lengths = self.starts[:, ::-1], self.lengths[:, ::-1]
        return PackedPairs(self.text, starts, lengths, kinds, self.origins, self.origin_names)

    def hashes(self) -> npt.NDArray[np.uint64]:
        """Return a number of 64 bits for every side, (N, 2), by which this process knows it."""
        if self._hashes is None:
            found = [np.empty((0, 2), np.int64)]
            for part in self.parts():
                sides = [[hash(raw) for raw in part.raw_texts(side)] for side in (0, 1)]
                found.append(np.array(sides, np.int64).T)
            self._hashes = np.concatenate(found).view(np.uint64)
        return self._hashes

    def where(self, is_true: Callable[[bytes, bytes], bool]) -> npt.NDArray[np.bool_]:
        """Return for each pair whether something is true of its sides, given as UTF-8."""
        found: list[bool] = []
        for part in self.parts():
            found += map(is_true, part.raw_texts(0), part.raw_texts(1))
        return np.array(found, np.bool_)

    def with_origin(self, name: str) -> "PackedPairs":
        """Return the pairs, with this origin for those of unknown origin."""
        names = tuple(dict.fromkeys((*self.origin_names, name)))
        origins = np.where(self.origins == 0, np.uint16(names.index(name)), self.origins)
        return PackedPairs(self.text, self.starts, self.lengths, self.kinds, origins, names)

    def compact(self) -> "PackedPairs":
        """Return the pairs with a text that contains nothing else."""
        writer = PairsWriter()
        for part in self.parts():
            writer.add_raw(part.raw_texts(0), part.raw_texts(1))
        packed = writer.finish()
        return PackedPairs(
            packed.text, packed.starts, packed.lengths, self.kinds, self.origins, self.origin_names
        )

    def _spans(self, side: int, rows: Rows) -> Iterable[tuple[int, int]]:
        starts = self.starts[rows, side]
        stops = starts + self.lengths[rows, side]
        return zip(starts.tolist(), stops.tolist(), strict=True)


class PairsWriter:
    """Packs pairs one after the other."""

    def __init__(self) -> None:
        self._spool = TextSpool()
        self._lengths: list[npt.NDArray[np.int32]] = []
        self._kinds: list[npt.NDArray[np.uint8]] = []
        self._origins: list[npt.NDArray[np.uint16]] = []
        self._names = {"": 0}
        self._pairs: list[SentencePair] = []
        self._of_pairs: list[int] = []

    def add(self, pair: SentencePair, origin: str = "") -> int:
        """Append a pair, and return how many origins there are; at most `MOST_ORIGINS`."""
        self._pairs.append(pair)
        self._of_pairs.append(self._names.setdefault(origin, len(self._names)))
        if len(self._pairs) == _CHUNK:
            self._pack()
        return len(self._names) - 1

    def add_raw(self, sources: Sequence[bytes], targets: Sequence[bytes]) -> None:
        """Append pairs of UTF-8 whose kinds and origins are kept elsewhere."""
        self._spool.write(b"".join(chain.from_iterable(zip(sources, targets, strict=True))))
        lengths = [
            (len(source), len(target)) for source, target in zip(sources, targets, strict=True)
        ]
        self._lengths.append(np.array(lengths, np.int32).reshape(-1, 2))
        self._kinds.append(np.zeros(len(sources), np.uint8))
        self._origins.append(np.zeros(len(sources), np.uint16))

    def finish(self) -> PackedPairs:
        """Return all pairs; none may be added afterwards."""
        self._pack()
        lengths = _concatenated(self._lengths, np.empty((0, 2), np.int32))
        ends = np.cumsum(lengths.ravel(), dtype=np.int64).reshape(-1, 2)
        return PackedPairs(
            self._spool.finish(),
            ends - lengths,
            lengths,
            _concatenated(self._kinds, np.empty(0, np.uint8)),
            _concatenated(self._origins, np.empty(0, np.uint16)),
            tuple(self._names),
        )

    def _pack(self) -> None:
        sides = [
            [pair[side].encode("utf-8", "surrogatepass") for pair in self._pairs] for side in (0, 1)
        ]
        self.add_raw(*sides)
        self._kinds[-1] = np.array([KINDS.index(type(pair)) for pair in self._pairs], np.uint8)
        self._origins[-1] = np.array(self._of_pairs, np.uint16)
        self._pairs, self._of_pairs = [], []


def pack(pairs: Iterable[SentencePair]) -> PackedPairs:
    """Return pairs packed; packed ones are returned unchanged."""
    if isinstance(pairs, PackedPairs):
        return pairs
    writer = PairsWriter()
    for pair in pairs:
        writer.add(pair)
    return writer.finish()


def join(parts: Sequence[PackedPairs]) -> PackedPairs:
    """Return the pairs of several texts, one text after the other."""
    if len(parts) == 1:
        return parts[0]
    # A text is copied whole, but where most of it would be of no use.
    parts = [part.compact() if 2 * part.lengths.sum() < len(part.text) else part for part in parts]
    spool = TextSpool()
    begins: dict[int, int] = {}
    names = {"": 0}
    starts, origins = [], []
    for part in parts:
        if id(part.text) not in begins:
            begins[id(part.text)] = spool.size
            for start in range(0, len(part.text), SMALL):
                spool.write(part.text[start : start + SMALL])
        starts.append(part.starts + begins[id(part.text)])
        numbers = [names.setdefault(name, len(names)) for name in part.origin_names]
        origins.append(np.array(numbers, np.uint16)[part.origins])
    return PackedPairs(
        spool.finish(),
        _concatenated(starts, np.empty((0, 2), np.int64)),
        _concatenated([part.lengths for part in parts], np.empty((0, 2), np.int32)),
        _concatenated([part.kinds for part in parts], np.empty(0, np.uint8)),
        _concatenated(origins, np.empty(0, np.uint16)),
        tuple(names),
    )


def _concatenated(parts: list[npt.NDArray[Any]], empty: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return np.concatenate([empty, *parts])
