"""The origins of training pairs and their licences, for the model card."""

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.corpus_formats.packed_pairs import PackedPairs
from training.corpus_formats.text_files import OnEncoding, ignore_encoding, read_lines

SOURCES_FILE = "SOURCES.tsv"
"""The file beside a text that lists each origin's address and licence."""

_RESTRICTED = re.compile(
    r"\bresearch\b|\bnon-?\s?commercial\b|\bNC\b|\bno commercial\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Origin:
    """A collection of training pairs."""

    name: str
    pairs: int
    """The number of different pairs in training."""
    weight: float = 1.0
    """How often an epoch contains each pair."""
    licence: str = ""
    """Empty if unknown."""
    address: str = ""
    """Its address."""

    @property
    def is_restricted(self) -> bool:
        """Whether its licence allows only research or non-commercial use."""
        return _RESTRICTED.search(self.licence) is not None


@dataclass(frozen=True, slots=True)
class Source:
    """An entry of a text's table of sources: one origin."""

    licence: str = ""
    address: str = ""


def read_sources(text: Path, on_encoding: OnEncoding = ignore_encoding) -> dict[str, Source]:
    """Read the table of origins beside a text (a folder or a file), if there is one.

    Raises:
        CorpusError: If the table is there and cannot be read.
    """
    path = (text if text.is_dir() else text.parent) / SOURCES_FILE
    if not path.is_file():
        return {}
    head, *rows = [line.split("\t") for line in read_lines(path, on_encoding)] or [[]]
    names = [cell.strip().lower() for cell in head]

    def cell(row: Sequence[str], name: str) -> str:
        place = names.index(name) if name in names else len(row)
        return "".join(row[place : place + 1]).strip()

    return {
        cell(row, "origin"): Source(cell(row, "licence"), cell(row, "from"))
        for row in rows
        if cell(row, "origin")
    }


def describe_origins(origins: Sequence[Origin], epochs: float) -> str:
    """Return the model card's section on origins; empty if there is only one.

    Args:
        origins: Of the training pairs.
        epochs: How many epochs the run had; 0 if that is unknown.
    """
    if len(origins) < 2:
        return ""
    rows = "\n".join(
        f"| {_in_table(origin.name)} | {origin.pairs:,} | {origin.weight:g} "
        f"| {f'{epochs * origin.weight:.3g}' if epochs else '—'} "
        f"| {_in_table(origin.licence) or 'not stated'} |"
        for origin in origins
    )
    restricted = [origin for origin in origins if origin.is_restricted]
    warning = ""
    if restricted:
        pairs = sum(origin.pairs for origin in restricted)
        named = ", ".join(origin.name for origin in restricted)
        text = (
            f"Some of this text is for research or non-commercial use only ({pairs:,} pairs: "
            f"{named}), so the model should be used for these purposes only, too."
        )
        warning = f"\n{textwrap.fill(text, 98, break_long_words=False, break_on_hyphens=False)}\n"
    return f"""
The weight of a pair is how often each epoch had it on average, and times seen, the whole run.
{warning}
| origin | pairs | weight | times seen | licence |
|---|---|---|---|---|
{rows}
"""


def _in_table(text: str) -> str:
    """Return text as a cell of a Markdown table, with bars escaped."""
    return text.replace("|", "\\|")


def count_origins(
    train: PackedPairs, weights: Mapping[str, float], sources: Mapping[str, Source]
) -> tuple[Origin, ...]:
    """Return the origins of training pairs, those with most pairs first.

    Args:
        train: The pairs.
        weights: How often an epoch contains a pair of an origin, if not once.
        sources: The known facts about the origins.
    """
    counts = np.bincount(train.origins, minlength=len(train.origin_names)).tolist()
    found = [
        Origin(
            name,
            pairs,
            weights.get(name, 1.0),
            sources.get(name, Source()).licence,
            sources.get(name, Source()).address,
        )
        for name, pairs in zip(train.origin_names, counts, strict=True)
        if pairs
    ]
    return tuple(sorted(found, key=lambda origin: (-origin.pairs, origin.name)))
