"""Sentences with names and codes, and whether a translation keeps them or says that it does not.

Each table of `tests/data/names` has a row for each sentence: its kind, the sentence, and for each
name in it the accepted forms, with bars between them. A form stands in a translation as whole
words, with a genitive's s at most. Nothing here knows how the program finds names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest

FOLDER = Path(__file__).parents[1] / "data" / "names"


class Outcome(Enum):
    """What became of the names of a sentence."""

    RIGHT = "right"
    NOTICED = "wrong, with a notice"
    SILENT = "wrong, without"


@dataclass(frozen=True, slots=True)
class Carried:
    """A sentence, and the names that its translation must have."""

    kind: str
    source: str
    names: tuple[tuple[str, ...], ...]
    """The accepted forms of each."""

    def lacks(self, translation: str) -> list[str]:
        """Return the names of which no accepted form is in a translation."""
        plain = translation.replace("’", "'")
        return [
            "|".join(forms)
            for forms in self.names
            if not any(
                re.search(rf"(?<!\w){re.escape(one)}(?:'?s|')?(?!\w)", plain) for one in forms
            )
        ]


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence with the translation that a model made of it."""

    carried: Carried
    translation: str
    notices: tuple[str, ...]

    @property
    def outcome(self) -> Outcome:
        """What became of its names; any notice warns of the sentence."""
        if not self.carried.lacks(self.translation):
            return Outcome.RIGHT
        return Outcome.NOTICED if self.notices else Outcome.SILENT


def read_carried(source: str, target: str, folder: Path = FOLDER) -> Iterator[Carried]:
    """Yield the sentences of a direction."""
    _, *lines = (folder / f"{source}-{target}.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        kind, sentence, *names = line.split("\t")
        yield Carried(kind, sentence, tuple(tuple(forms.split("|")) for forms in names))


def judge(translator: Translator, folder: Path = FOLDER) -> list[Judged]:
    """Translate and judge all sentences of a model's direction."""
    manifest = translator.manifest
    judged = []
    for carried in read_carried(manifest.source_language, manifest.target_language, folder):
        made = translator.translate(TranslationRequest(carried.source, with_alignment=False))
        kinds = tuple(str(notice.kind) for notice in made.notices)
        judged.append(Judged(carried, made.target, kinds))
    return judged
