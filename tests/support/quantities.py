"""Sentences with quantities, and how each of them may be written in the translation.

The sentences are in `tests/data/quantities`, a table for each direction, with the columns kind,
source, for example (a correct translation) and quantities. Those stand between semicolons, the
forms that are accepted for each between bars.

A form is found as whole words and whole numbers, and a blank in it may be a hyphen or nothing. One
with a digit is found with its very capitals (mg is not Mg), another one with any. A star stands for
the rest of a word. This knows nothing of how the program itself compares quantities.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.translation import NoticeKind, Translation

FOLDER = Path(__file__).parents[1] / "data" / "quantities"
HEADING = ("kind", "source", "for example", "quantities")
TELLING = frozenset({NoticeKind.NUMBERS, NoticeKind.ADDED_NUMBERS})
"""The notices that say that a quantity is wrong or missing."""


@dataclass(frozen=True, slots=True)
class QuantitySentence:
    """A sentence with quantities, and the accepted forms of each."""

    kind: str
    source: str
    example: str
    quantities: tuple[tuple[str, ...], ...]

    def lacks(self, translation: str) -> tuple[str, ...]:
        """Return the first form of each quantity that a translation has in no accepted form."""
        return tuple(
            forms[0]
            for forms in self.quantities
            if not any(_pattern(form).search(translation) for form in forms)
        )


def read_sentences(source: str, target: str) -> tuple[QuantitySentence, ...]:
    """Read the sentences of a direction."""
    heading, *lines = (FOLDER / f"{source}-{target}.tsv").read_text(encoding="utf-8").splitlines()
    assert tuple(heading.split("\t")) == HEADING
    sentences = []
    for line in lines:
        kind, text, example, quantities = line.split("\t")
        forms = tuple(tuple(one.split("|")) for one in quantities.split("; "))
        sentences.append(QuantitySentence(kind, text, example, forms))
    return tuple(sentences)


def is_told(translation: Translation, kinds: Collection[NoticeKind] = TELLING) -> bool:
    """Return whether a notice says that a quantity is wrong or missing."""
    return any(notice.kind in kinds for notice in translation.notices)


@cache
def _pattern(form: str) -> re.Pattern[str]:
    words = (re.escape(word).replace(r"\*", r"\w*") for word in form.split())
    before = r"(?<!\w)(?<!\d[.,:])" if re.match(r"\w", form) else ""
    after = r"(?!\w)(?![.,:/]\d)(?!/\w)" if re.search(r"[\w*]$", form) else ""
    flags = 0 if re.search(r"\d", form) else re.IGNORECASE
    return re.compile(before + r"[\s-]*".join(words) + after, flags)
