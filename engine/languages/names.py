"""What languages are called, in English and in German; `resources/languages` has the names."""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from engine.languages.lookup import all_rules

LANGUAGES = frozenset(code for code, rules in all_rules().items() if rules.name)
"""Codes of languages that people are likely to type, whatever the models read."""
_FOLDER = Path(__file__).resolve().parents[2] / "resources" / "languages"

Names = Mapping[str, tuple[str, str]]
"""The English and the German name of each code."""


@cache
def load_language_names() -> Names:
    """Return what languages are called."""
    return _read(_FOLDER / "languages.tsv")


@cache
def _load_subtag_names() -> Names:
    """Return what the scripts and regions are called that codes of languages may name."""
    return _read(_FOLDER / "subtags.tsv")


def _read(path: Path) -> Names:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["code"]: (row["english"], row["german"]) for row in rows}


def name_in(interface: Literal["en", "de"], code: str) -> str:
    """Return the name of a language, "Chinese (Traditional)"; its code where it has none.

    Args:
        interface: The language of the name.
        code: The code of the language, with script or region if that matters.
    """
    place = 0 if interface == "en" else 1
    languages, subtags = load_language_names(), _load_subtag_names()
    if code in languages:
        return languages[code][place]
    language, *others = code.replace("_", "-").split("-")
    if language not in languages:
        return code
    added = [subtags[other][place] if other in subtags else other for other in others]
    return f"{languages[language][place]} ({', '.join(added)})"


def english_name(code: str) -> str:
    """Return the English name of a language; its code where it has none."""
    return name_in("en", code)
