"""Look up the rules of a language by its code.

A file of this folder that is named by a language's code holds the `RULES` of that language: to add
a language is to add its file.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from engine import languages
from engine.languages.base import LanguageRules
from engine.languages.scripts import RIGHT_TO_LEFT, TAGS, WITHOUT_GAPS
from engine.languages.table import TABLE

_CODE = re.compile("[a-z]{2,3}")
_UNKNOWN = LanguageRules()
_NEVER = "(?!)"


def primary_subtag(language: str) -> str:
    """Return the language in a code, without its region or script: "pt" of "pt-BR"."""
    return language.lower().replace("_", "-").partition("-")[0]


def rules_of(language: str) -> LanguageRules:
    """Return the rules of a language, whose code may name a region: those of pt-BR are those of pt.

    An unknown language has the defaults.
    """
    return all_rules().get(primary_subtag(language), _UNKNOWN)


def scripts_of(language: str) -> frozenset[str]:
    """Return what a language is written in: what its code says ("sr-Latn"), or what is usual."""
    for subtag in language.lower().replace("_", "-").split("-")[1:]:
        if subtag in TAGS:
            return TAGS[subtag]
    return rules_of(language).scripts


def is_right_to_left(language: str) -> bool:
    """Return whether a language is written from right to left."""
    return not scripts_of(language).isdisjoint(RIGHT_TO_LEFT)


def gap_of(language: str) -> str:
    """Return what stands between two sentences of a language: a blank, or nothing."""
    return " " if scripts_of(language).isdisjoint(WITHOUT_GAPS) else ""


@cache
def all_rules() -> Mapping[str, LanguageRules]:
    """Return the rules of all known languages, by code."""
    codes = filter(_CODE.fullmatch, (module.name for module in iter_modules(languages.__path__)))
    return TABLE | {code: import_module(f"engine.languages.{code}").RULES for code in codes}


def either(*patterns: str) -> str:
    """Return a piece of a regular expression that finds what any of these finds; "" finds nothing.

    It is a group, so that more may stand around it.
    """
    return f"(?:{'|'.join(filter(None, patterns)) or _NEVER})"
