"""Pairs of which a machine wrote one side: from lines worth translating to a table to learn from.

The table's first line names the languages, and its third column, `synthetic`, the language that
the machine wrote. So one table serves both: to a recipe of the model's own direction it is
distillation (Kim and Rush 2016), to one of the other direction back-translation (Sennrich et al.
2016), with the machine's text as the source and people's as the target.
"""

import gzip
import json
import os
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from engine.files.json_files import parse_json
from engine.tokenizers.encoding import UNKNOWN
from engine.translatable import Phrase, translatable
from training.corpus.cleaning import clean
from training.corpus_formats.sentence_pair import Direction, SentencePair
from training.corpus_formats.table_columns import SYNTHETIC_COLUMN
from training.errors import CheckpointError
from training.system.disk import saving, write_whole
from training.text_settings import CorpusSettings

_FILTER = CorpusSettings(kind="pairs", drop_copies=True, drop_duplicates=True, max_length_ratio=3.0)


class Method(StrEnum):
    """How a line's translations are found."""

    BEAM = "beam"
    SAMPLING = "sampling"
    N_BEST = "n-best"


@dataclass(frozen=True, slots=True, kw_only=True)
class SynthesisSettings:
    """How to translate each line."""

    method: Method = Method.BEAM
    beam_size: int | None = None
    """None is the model's own; sampling has none."""
    n_best: int = 5
    """How many translations n-best gives of a line."""
    top_k: int = 0
    """Sampling draws among so many of the most probable tokens; 0 is all."""
    seed: int = 42
    """Of sampling."""


Translations = Mapping[int, Sequence[str | None]]
"""By the number of a line, from 1: its translations, None for one that found no end; none at all
of a line that is longer than the model reads."""


@dataclass(slots=True)
class Selection:
    """The lines worth translating, by their number, and how many were left out, for each reason."""

    lines: dict[int, str] = field(default_factory=dict)
    dropped: Counter[str] = field(default_factory=Counter)


def select(lines: Sequence[str], excluded: Collection[str]) -> Selection:
    """Choose the lines to translate: sentences of their own, none of them excluded."""
    selection = Selection()
    seen: set[str] = set()
    for number, line in enumerate(lines, start=1):
        sentence = line.strip()
        if reason := _reason_against(sentence, seen, excluded):
            selection.dropped[reason] += 1
        else:
            seen.add(sentence)
            selection.lines[number] = sentence
    return selection


def _reason_against(sentence: str, seen: set[str], excluded: Collection[str]) -> str | None:
    if not sentence:
        return "empty"
    if _is_broken(sentence):
        return "broken"
    if sentence in seen:
        return "duplicate"
    return "excluded" if sentence in excluded else None


def _is_broken(text: str) -> bool:
    """Return whether a text holds a tab, another control character, or half a character."""
    return any(letter == "\ufffd" or unicodedata.category(letter) == "Cc" for letter in text)


class Unfinished:
    """What a synthesis has translated so far, in a file that outlives it when it is killed.

    Args:
        path: Where; a file that is there is gone on with.
        identity: All that a translation depends on: another one cannot go on with the file.

    Raises:
        CheckpointError: If it was begun otherwise, or is damaged.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        self.path = path
        self.done: dict[int, Sequence[str | None]] = {}
        with saving(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
            data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]  # a killed one may have left half a line
        head, *records = whole.split(b"\n")[:-1] or [b""]
        if head:
            self._compare(head, identity)
        for number, record in enumerate(records, start=2):
            self._read(record, number)
        with saving(path.parent), path.open("r+b" if data else "wb") as file:
            file.truncate(len(whole))
            if not head:
                file.write(_json_line(dict(identity)))

    def add(self, translations: Translations) -> None:
        """Keep some more translations.

        Raises:
            DiskFullError: If the disk is full.
            CheckpointError: If they cannot be written for another reason.
        """
        records = b"".join(_json_line([number, found]) for number, found in translations.items())
        with saving(self.path.parent), self.path.open("ab") as file:
            file.write(records)
            file.flush()
            os.fsync(file.fileno())
        self.done.update(translations)

    def _compare(self, head: bytes, identity: Mapping[str, Any]) -> None:
        try:
            begun = parse_json(head)
            others = [name for name, value in identity.items() if begun.get(name) != value]
        except (ValueError, AttributeError) as error:
            raise self._damaged(1) from error
        if others:
            reason = Phrase.of(
                translatable(
                    "Phrase",
                    "it was started with different values ({others}); continue with those, "
                    "choose another --output, or delete it",
                ),
                others=", ".join(others),
            )
            raise CheckpointError(self.path, reason)

    def _read(self, record: bytes, number: int) -> None:
        try:
            line, found = parse_json(record)
        except (ValueError, TypeError) as error:
            raise self._damaged(number) from error
        if not (isinstance(line, int) and isinstance(found, list)):
            raise self._damaged(number)
        self.done[line] = found

    def _damaged(self, number: int) -> CheckpointError:
        return CheckpointError(
            self.path,
            Phrase.of(
                translatable("Phrase", "line {number} is damaged; delete the file to start again"),
                number=number,
            ),
        )


@contextmanager
def alone_at(output: Path) -> Iterator[None]:
    """Keep every other program from writing the same file.

    Raises:
        CheckpointError: If another program is at it, or the folder cannot be written.
    """
    path = output.with_name(f".{output.name}.lock")
    with saving(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        try:
            lock.acquire(blocking=False)
        except Timeout as error:
            raise CheckpointError(
                output, Phrase.of(translatable("Phrase", "another program is writing to it"))
            ) from error
    try:
        yield
        # While it is held, and so nobody else's. Windows refuses; there filelock does it.
        with suppress(PermissionError):
            path.unlink(missing_ok=True)
    finally:
        lock.release()


def pairs_of(
    selection: Selection,
    translations: Translations,
    direction: Direction,
    excluded: Collection[str],
) -> tuple[list[SentencePair], Counter[str]]:
    """Return the pairs worth learning from, in the order of the lines, and what was left out.

    Args:
        selection: The lines that were translated.
        translations: Of all of them.
        direction: That of the model.
        excluded: Sentences that no pair has on a side.
    """
    dropped = Counter(selection.dropped)
    pairs: list[SentencePair] = []
    for number, sentence in selection.lines.items():
        found = translations[number]
        if not found:
            dropped["too_long"] += 1
        for text in found:
            if text is None:
                dropped["unfinished"] += 1
            elif _is_broken(text):
                dropped["broken"] += 1
            elif UNKNOWN in text:
                dropped["unknown_word"] += 1
            elif text.strip() in excluded:
                dropped["excluded"] += 1
            else:
                pairs.append(SentencePair(sentence, text.strip()))
    kept, left_out = clean(pairs, _FILTER, direction)
    dropped.update({reason: len(some) for reason, some in left_out.items()})
    return list(kept), dropped


def write_pairs(output: Path, pairs: Sequence[SentencePair], direction: Direction) -> None:
    """Write the table of pairs whose second side a machine wrote; packed if its name ends in .gz.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If it cannot be written for another reason.
    """
    rows = [(*direction, SYNTHETIC_COLUMN), *((*pair, direction[1]) for pair in pairs)]
    data = "".join("\t".join(row) + "\n" for row in rows).encode()
    write_whole(output, gzip.compress(data, mtime=0) if output.suffix == ".gz" else data)


def _json_line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"
