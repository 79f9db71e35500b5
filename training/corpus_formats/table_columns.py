"""Which column of a table is which, and what the cells beside the sentences say."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.translatable import Phrase, translatable
from training.corpus_formats.packed_pairs import KINDS
from training.corpus_formats.sentence_pair import (
    BackTranslation,
    Direction,
    SentencePair,
    SyntheticPair,
)

SYNTHETIC_COLUMN = "synthetic"
"""Of a table whose first line names its columns: the language of the side that a machine wrote, if
one did."""
ORIGIN_COLUMN = "origin"
"""Of such a table: the collection that a pair is from."""

_PEOPLE_WROTE = {"": KINDS.index(SentencePair)}


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a table's sentences stand, and what is said of them, if it is said."""

    source: int = 0
    target: int = 1
    synthetic: int | None = None
    origin: int | None = None
    kinds: dict[str, int] = field(default_factory=lambda: dict(_PEOPLE_WROTE))
    """The kind of a pair by what its column `synthetic` says."""

    @property
    def needed(self) -> int:
        """How many columns each line must have."""
        return max(self.source, self.target) + 1


def named_columns(cells: Sequence[str], direction: Direction | None) -> Columns | None:
    """Return the columns that a first line names by their languages; None if it does not."""
    names = [cell.strip().lower() for cell in cells]
    if not direction or any(names.count(language) != 1 for language in direction):
        return None
    synthetic = names.index(SYNTHETIC_COLUMN) if SYNTHETIC_COLUMN in names else None
    machines = map(KINDS.index, (BackTranslation, SyntheticPair))
    return Columns(
        names.index(direction[0]),
        names.index(direction[1]),
        synthetic,
        names.index(ORIGIN_COLUMN) if ORIGIN_COLUMN in names else None,
        _PEOPLE_WROTE | dict(zip(direction, machines, strict=True)),
    )


def unknown_machine(machine: str, direction: Direction | None) -> Phrase:
    """Return what is wrong with what a column `synthetic` says."""
    return Phrase.of(
        translatable(
            "Phrase", "its column {column} says {machine!r}, which is not one of {languages}"
        ),
        column=SYNTHETIC_COLUMN,
        machine=machine,
        languages=", ".join(direction or ()),
    )


def too_many_origins(limit: int) -> Phrase:
    """Return what is wrong with a column that names another origin for nearly every pair."""
    return Phrase.of(
        translatable(
            "Phrase",
            "its origin column has more than {limit:,} different names; check that it is the "
            "right column",
        ),
        limit=limit,
    )
