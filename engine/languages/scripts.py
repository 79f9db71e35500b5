"""Properties of scripts, independent of language."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

RIGHT_TO_LEFT = frozenset({"ARABIC", "HEBREW", "SYRIAC", "THAANA", "NKO", "ADLAM"})
"""Written from right to left, by the first words of Unicode's names for their letters."""
WITHOUT_GAPS = frozenset({"CJK", "HIRAGANA", "KATAKANA", "YI"})
"""No blank follows a sentence, because its stop is as wide as one."""
OF_SYLLABLES = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "YI", "ETHIOPIC"})
"""A character is a syllable or a word: of so many, everyday ones are in no longer token."""
WITHOUT_STOPS = frozenset({"THAI", "LAO"})
"""Nothing but a blank ends a sentence, or part of one."""

TAGS: Mapping[str, frozenset[str]] = {
    tag: frozenset(names.split())
    for tag, names in {
        "adlm": "ADLAM",
        "arab": "ARABIC",
        "armn": "ARMENIAN",
        "beng": "BENGALI",
        "cans": "CANADIAN",
        "cyrl": "CYRILLIC",
        "deva": "DEVANAGARI",
        "ethi": "ETHIOPIC",
        "geor": "GEORGIAN",
        "grek": "GREEK",
        "gujr": "GUJARATI",
        "guru": "GURMUKHI",
        "hang": "HANGUL",
        "hani": "CJK",
        "hans": "CJK",
        "hant": "CJK",
        "hebr": "HEBREW",
        "hira": "HIRAGANA",
        "jpan": "CJK HIRAGANA KATAKANA",
        "kana": "KATAKANA",
        "khmr": "KHMER",
        "knda": "KANNADA",
        "kore": "HANGUL CJK",
        "laoo": "LAO",
        "latn": "LATIN",
        "mlym": "MALAYALAM",
        "mong": "MONGOLIAN",
        "mymr": "MYANMAR",
        "nkoo": "NKO",
        "orya": "ORIYA",
        "sinh": "SINHALA",
        "syrc": "SYRIAC",
        "taml": "TAMIL",
        "telu": "TELUGU",
        "tfng": "TIFINAGH",
        "thaa": "THAANA",
        "thai": "THAI",
        "tibt": "TIBETAN",
    }.items()
}
"""The subtags of scripts (ISO 15924) in codes of languages, in small letters: "zh-Hant"."""

KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
"""Of Japanese, what writes words of other languages: one run is one word."""

SPACELESS = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f"  # Burmese
    "\u1780-\u17ff"  # Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # Japanese
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"  # Han
)
"""Letters of scripts without blanks between words, for a class of a regular expression."""


@lru_cache(maxsize=4096)
def script_of(letter: str) -> str:
    """Return the script of a letter, the first word of its name: LATIN, CYRILLIC, CJK."""
    name = unicodedata.name(letter, "").replace("-", " ").partition(" ")[0]
    return "CJK" if name == "IDEOGRAPHIC" else name
