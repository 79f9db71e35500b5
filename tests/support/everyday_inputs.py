"""Everyday inputs, and what their translations must and must not contain.

The inputs are in `tests/pipeline/everyday_inputs`, a table for each direction, with the columns
kind, input, for example (a correct translation), must, must not.

`must` has one or more conditions between semicolons; each must hold. A condition has one or more
expressions between bars, of which at least one must stand in the translation. Of `must not`, which
has one condition or is empty, none may. How an expression is found:

- Capitals do not matter, "ß" is "ss", and a curly apostrophe is a straight one.
- It stands there as whole words: "art" is not found in "Karte". A star stands for the rest of a
  word, or for none: "*art*" is found in "Karte", "Froschart" and "Art".
- Several words must follow each other; spaces and punctuation between them do not matter.

The conditions leave room for every correct translation that we could think of, and a translation
with another meaning seldom meets them. Grammar is not judged where the meaning is plain.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from desktop.storage.paths import folders
from engine.folders import Folders
from engine.models.registry import ModelEntry, list_models

FOLDER = Path(__file__).parents[1] / "pipeline" / "everyday_inputs"
HEADING = ("kind", "input", "for example", "must", "must not")
DIRECTIONS = (("en", "de"), ("de", "en"))
GENERAL = "general"
"""In the name of a model that is made for ordinary text."""
FLOORS = {("en", "de"): 0.75, ("de", "en"): 0.67}
"""The share of inputs that a shipped general model must translate correctly, by direction: five
hundredths below what was measured (docs/models.md)."""


@dataclass(frozen=True, slots=True)
class EverydayInput:
    """Something that people type, and how to tell whether its translation is right."""

    kind: str
    text: str
    example: str
    """A correct translation."""
    must: tuple[tuple[str, ...], ...]
    must_not: tuple[str, ...]

    def lacks(self, translation: str) -> tuple[str, ...]:
        """Return the conditions that a translation does not meet, written as in the table."""
        plain = _plain(translation)
        return tuple(
            "|".join(expressions)
            for expressions in self.must
            if not any(_pattern(expression).search(plain) for expression in expressions)
        )

    def forbidden(self, translation: str) -> tuple[str, ...]:
        """Return the expressions of a translation that must not stand there."""
        plain = _plain(translation)
        return tuple(
            expression for expression in self.must_not if _pattern(expression).search(plain)
        )

    def passes(self, translation: str) -> bool:
        """Return whether a translation contains all it must, and nothing it must not."""
        return not self.lacks(translation) and not self.forbidden(translation)


def read_inputs(source: str, target: str, folder: Path = FOLDER) -> tuple[EverydayInput, ...]:
    """Read the inputs of a direction.

    Raises:
        ValueError: If a line of the table is not as it must be; it names the line.
    """
    path = folder / f"{source}-{target}.tsv"
    heading, *lines = path.read_text(encoding="utf-8").splitlines()
    if tuple(heading.split("\t")) != HEADING:
        raise ValueError(f"{path}: the heading must be {', '.join(HEADING)}")
    inputs = []
    for number, line in enumerate(lines, start=2):
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != len(HEADING) or not all(cells[:-1]):
            raise ValueError(f"{path}, line {number}: all columns but the last must be filled")
        kind, text, example, must, must_not = cells
        conditions = tuple(_expressions(condition) for condition in must.split(";"))
        inputs.append(EverydayInput(kind, text, example, conditions, _expressions(must_not)))
    return tuple(inputs)


def general_models(places: Folders | None = None) -> dict[tuple[str, str], ModelEntry]:
    """Return the first usable shipped model for ordinary text of each direction that has one."""
    found: dict[tuple[str, str], ModelEntry] = {}
    for entry in list_models(places or folders()):
        if entry.is_shipped and entry.problem is None and entry.manifest and GENERAL in entry.name:
            way = entry.manifest.source_language, entry.manifest.target_language
            found.setdefault(way, entry)
    return {way: found[way] for way in DIRECTIONS if way in found}


def _expressions(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split("|")) if cell.strip() else ()


def _plain(text: str) -> str:
    return text.replace("’", "'").casefold()


@cache
def _pattern(expression: str) -> re.Pattern[str]:
    """Return a pattern of an expression for plain text."""
    words = [re.escape(word).replace(r"\*", r"\w*") for word in _plain(expression).split()]
    before = r"(?<!\w)" if re.match(r"[\w*]", expression) else ""
    after = r"(?!\w)" if re.search(r"[\w*]$", expression) else ""
    return re.compile(before + r"\W+".join(words) + after)
