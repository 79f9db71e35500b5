"""Check pairs of web text one at a time: markup, numbers, too few letters.

Each check takes UTF-8 and first asks, with one call into C, whether there is anything to
check; few texts must be read closely. All are cautious: a false alarm costs a good pair.
"""

import re
from collections import Counter
from functools import cache

from engine.languages.base import LanguageRules
from engine.languages.lookup import either, rules_of
from training.corpus_formats.sentence_pair import Direction

_TAGS = (
    "a|abbr|b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|font|h[1-6]|head|hr|html|i|img|li"
    "|link|meta|ol|p|pre|s|script|small|span|strike|strong|style|sub|sup|table|tbody|td|th|tr|tt|u"
    "|ul"
)
_TAG = re.compile(rf"</?({_TAGS})(?=[\s/>])[^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#\d{2,6}|#x[0-9a-fA-F]{2,6});")
_PLACEHOLDER = re.compile(
    r"(?<![\d%])%(?:\d{1,2}\$)?(?:[sd]|l{0,2}[diufxXc@](?![a-z])|\(\w+\)[sd])"  # %s %1$d %(name)s
    r"|(?<![\d%])%\d{1,2}\b(?![.,]\d)"  # %1
    r"|[%$]\{[^{}\s]{1,40}\}"  # %{name} ${name}
    r"|\{\{?\s?\$?\s?[A-Za-z0-9_.]{0,40}\s?\}?\}"  # {0} {name} {{ name }} { $name }
)
_ONLY_ADDRESS = re.compile(
    r"<?(?:https?://|ftp://|www\.|mailto:)\S+>?[.,]?|<?[\w.+-]+@[\w-]+\.[\w.-]+>?"
)
_MARKS = bytes(byte for byte in range(256) if byte not in b"<&%{")

_NO_DIGITS = bytes(byte for byte in range(256) if byte not in b"0123456789")
_THOUSANDS = re.compile(r"(?<=\d)[.,'’\u00a0\u202f\u2009 ](?=\d{3}(?!\d))")
_NUMBER = re.compile(r"\d+")
LARGEST_WORD = 100
"""Numbers up to here are often written as words on one side."""
LARGEST_WORD_ZEROS = 6
"""So are larger ones, where a word replaces zeros: at most this many."""

_NO_LETTERS = bytes(
    byte for byte in range(256) if not (byte >= 0xC0 or (byte < 128 and chr(byte).isalpha()))
)
_NO_ASCII_LETTERS = _NO_LETTERS + bytes(range(0xC0, 256))
_BLANKS = bytes([*range(9, 14), *range(28, 33), *range(0x80, 0xC0)])
"""White space, and the bytes inside a character, which are not counted."""


def differs_in_markup(source: bytes, target: bytes) -> bool:
    """Return whether tags, entities or placeholders differ, or a side is only an address."""
    if _is_address(source) or _is_address(target):
        return True
    if not (source.translate(None, _MARKS) or target.translate(None, _MARKS)):
        return False
    return _marks(source) != _marks(target)


def _is_address(text: bytes) -> bool:
    may_be = b" " not in text and (b"://" in text or b"@" in text or b"www." in text)
    return may_be and _ONLY_ADDRESS.fullmatch(text.decode(errors="replace")) is not None


def _marks(text: bytes) -> Counter[str]:
    """Count the tags by their names, the entities and the placeholders of a text."""
    decoded = text.decode(errors="replace")
    tags = Counter(name.lower() for name in _TAG.findall(decoded))
    spaceless = (found.replace(" ", "") for found in _PLACEHOLDER.findall(decoded))
    return tags + Counter(_ENTITY.findall(decoded)) + Counter(spaceless)


def differs_in_numbers(source: bytes, target: bytes, direction: Direction) -> bool:
    """Return whether a number of one side is missing on the other, in any notation.

    1,000 is 1.000 and 1000, 12/31/2020 is 31.12.2020, 3 pm is 15 Uhr, the 90s are the 1990s; a
    number may be a word on the other side.
    """
    if source.translate(None, _NO_DIGITS) == target.translate(None, _NO_DIGITS):
        return False
    texts = [text.decode(errors="replace") for text in (source, target)]
    ours, theirs = ({*map(int, _NUMBER.findall(_THOUSANDS.sub("", text)))} - {0} for text in texts)
    only_ours, only_theirs = ours - theirs, theirs - ours
    time, large_word = _patterns_of(*map(rules_of, direction))
    is_time = any(map(time.search, texts))
    only_ours, only_theirs = (
        {one for one in here if not _is_among(one, there, is_time=is_time)}
        for here, there in ((only_ours, theirs), (only_theirs, ours))
    )
    if only_ours and only_theirs:
        return True
    is_word = any(map(large_word.search, texts))
    return not is_word and max(only_ours | only_theirs, default=0) > LARGEST_WORD


@cache
def _patterns_of(
    source: LanguageRules, target: LanguageRules
) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of times of day and of numbers as words in either language."""
    words = source.number_words | target.number_words
    large = (word for zeros, word in words.zeros if zeros <= LARGEST_WORD_ZEROS)
    return (
        re.compile(
            rf"\d\s?[ap]\.?\s?m\b|\d:\d\d|{either(words.clock)}|\b{either(words.day_clock)}\b",
            re.IGNORECASE,
        ),
        re.compile(either(*large), re.IGNORECASE),
    )


def _is_among(number: int, others: set[int], *, is_time: bool) -> bool:
    """Return whether a number is among others as a short year or a 12-hour time."""
    if any(
        one % 100 == number % 100 and 1000 <= max(one, number) < 2100
        for one in others
        if min(one, number) < 100
    ):
        return True
    return is_time and number <= 24 and not {number - 12, number + 12}.isdisjoint(others)


def has_few_letters(text: bytes, least: float) -> bool:
    """Return whether the share of letters is smaller; white space does not count."""
    letters = len(text.translate(None, _NO_LETTERS))
    characters = len(text.translate(None, _BLANKS))
    if letters < least * characters:
        return True
    if text.isascii() or len(text.translate(None, _NO_ASCII_LETTERS)) >= least * characters:
        return False
    decoded = text.decode(errors="replace")
    return sum(map(str.isalpha, decoded)) < least * sum(not one.isspace() for one in decoded)


_FOLDED = re.compile(r"[\W\d_]+")
_FOLDING = bytes(range(65)) + bytes(range(97, 123)) + bytes(range(91, 256))
_FOLDED_AWAY = bytes(byte for byte in range(128) if not chr(byte).isalpha())


def folded(text: bytes) -> bytes:
    """Return only the letters of a text, in lower case."""
    if text.isascii():
        return text.translate(_FOLDING, _FOLDED_AWAY)
    return _FOLDED.sub("", text.decode(errors="replace").lower()).encode()
