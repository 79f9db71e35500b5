"""The scripts of languages, to find columns in another language."""

import unicodedata
from functools import lru_cache

from engine.languages.lookup import scripts_of


def is_in_wrong_script(text: str, language: str) -> bool:
    """Return whether most letters of a text are in a script its language does not use.

    A language whose script is not known here is never wrong.
    """
    expected = scripts_of(language)
    if not expected:
        return False
    scripts = [_script(character) for character in text if character.isalpha()]
    return 2 * sum(script not in expected for script in scripts) > len(scripts)


def is_latin(language: str) -> bool:
    """Return whether a language is written in Latin letters only."""
    return scripts_of(language) == {"LATIN"}


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    """Return the first word of a letter's name: LATIN, CYRILLIC, CJK."""
    return unicodedata.name(letter, "").partition(" ")[0]
