"""The scripts languages are written in, to find columns that hold another language."""

import unicodedata
from functools import lru_cache

_SCRIPTS = {
    "CYRILLIC": "ru uk be bg mk sr kk ky mn tg",
    "GREEK": "el",
    "HEBREW": "he yi",
    "ARABIC": "ar fa ur ps ckb ug",
    "DEVANAGARI": "hi mr ne sa",
    "BENGALI": "bn as",
    "TAMIL": "ta",
    "TELUGU": "te",
    "THAI": "th",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy",
    "HANGUL": "ko",
    "CJK HIRAGANA KATAKANA": "ja",
    "CJK": "zh",
    "LATIN": "en de fr es it pt nl sv da no nb nn fi is et lv lt pl cs sk sl hr hu ro sq tr az "
    "ca gl eu ga cy mt af id ms vi sw la eo",
}
_OF_LANGUAGE = {
    language: frozenset(scripts.split())
    for scripts, languages in _SCRIPTS.items()
    for language in languages.split()
}


def is_in_wrong_script(text: str, language: str) -> bool:
    """Say whether most letters of a text are of a script its language is not written in.

    A language whose script is not known here is never wrong.
    """
    expected = _scripts_of(language)
    if not expected:
        return False
    scripts = [_script(character) for character in text if character.isalpha()]
    return 2 * sum(script not in expected for script in scripts) > len(scripts)


@lru_cache(maxsize=64)
def is_latin(language: str) -> bool:
    """Say whether a language is written in Latin letters alone."""
    return _scripts_of(language) == {"LATIN"}


def _scripts_of(language: str) -> frozenset[str]:
    return _OF_LANGUAGE.get(language.partition("-")[0], frozenset())


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    """Return the first word of a letter's name: LATIN, CYRILLIC, CJK."""
    return unicodedata.name(letter, "").partition(" ")[0]
