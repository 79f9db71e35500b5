"""The text that speed is measured on. Loads neither PyTorch nor Qt."""

import os
from itertools import product
from pathlib import Path
from typing import TypeVar

Pair = tuple[str, str]
_Item = TypeVar("_Item")

_REPOSITORY = Path(__file__).parents[1]
_INPUTS = _REPOSITORY / "tests" / "pipeline" / "everyday_inputs" / "en-de.tsv"
_SUBJECTS = ("Two men", "Three women", "Some children", "A few farmers", "Many nurses", "Six boys")
_LOOKS = ("young", "old", "tall", "tired", "happy", "busy", "quiet", "friendly", "strong", "small")
_COLOURS = ("red", "blue", "green", "black", "white", "yellow", "brown", "grey", "pink", "orange")
_CLOTHES = ("coats", "shirts", "hats", "dresses", "jackets", "shoes")
_VERBS = ("are waiting", "are singing", "are playing", "are sitting", "are running", "are eating")
_PLACES = ("in the park", "near the river", "in the kitchen", "behind the house", "at the market")


def general_text() -> Path | None:
    """Return the general text of the folder that `TRANSLUCENT_DATA` names, if it is there."""
    text = Path(os.environ.get("TRANSLUCENT_DATA", "")) / "general" / "dev.tsv"
    return text if text.is_file() else None


def default_text() -> Path:
    """Return general text, or the inputs of the tests where there is none."""
    return general_text() or _INPUTS


def read_pairs(file: Path) -> list[Pair]:
    """Return the sentence pairs of a table; text without tabs has no references.

    Raises:
        SystemExit: If it holds none.
    """
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    if file == _INPUTS:  # kind, input, for example, …, under a heading
        rows = [row[1:] for row in rows[1:]]
    pairs = [(row[0], row[1] if len(row) > 1 else "") for row in rows if row[0].strip()]
    if not pairs:
        raise SystemExit(f"{file} holds no sentence.")
    return pairs


def captions(count: int) -> list[str]:
    """Return so many different captions; there are 108,000.

    Raises:
        SystemExit: If there are fewer.
    """
    parts = (_COLOURS, _LOOKS, _PLACES, _CLOTHES, _VERBS, _SUBJECTS)
    every = [
        f"{subject} who look {look} in {colour} {clothes} {verb} {place}."
        for colour, look, place, clothes, verb, subject in product(*parts)
    ]
    if count > len(every):
        raise SystemExit(f"There are {len(every):,} captions.")
    step = len(every) // count
    return every[::step][:count]


def spread(pairs: list[_Item], count: int) -> list[_Item]:
    """Return so many pairs, or sentences, from all over the text, or all if it has fewer."""
    step = max(1, len(pairs) // count)
    return pairs[::step][:count]
