"""Points and commas in numbers: how a language writes them, and which numbers keep their own."""

import re

from engine.languages.lookup import rules_of
from engine.text.quantities.meanings import meanings_in
from engine.text.quantities.number_patterns import Languages, NumberPatterns, patterns_of
from engine.text.quantities.numbers import DIGITS, FRACTION, THOUSANDS, Number, numbers_in

_GROUPED = re.compile(r"[0-9]{1,3}(?:([.,])[0-9]{3})+(?:(?!\1)[.,][0-9]+)?|[0-9]+[.,][0-9]+")
_LAST_WORD = re.compile(r"([^\W\d_]+)[.:]?\s*\Z|§\s*\Z")
_MARKS_OF_AN_ADDRESS = 3


def wrong_marks(source: str, target: str, languages: Languages) -> list[tuple[Number, str]]:
    """Return the numbers of the target with wrong points and commas, each as it should be.

    Those are copies that the target's language reads otherwise, and numbers that mix the marks as
    no number does, with the digits of one of the source: "15,03.2024" for 15.03.2024.
    """
    typed = {_digits(number): number.text for number in numbers_in(source)}
    copied = [(number, number.text) for number in in_foreign_manner(source, target, *languages)]
    mixed = [
        (number, typed[_digits(number)])
        for number in numbers_in(target)
        if {".", ","} <= {*number.text}
        and THOUSANDS.fullmatch(number.text) is None
        and _digits(number) in typed
    ]
    return [
        (number, right)
        for number, text in copied + mixed
        if (right := in_manner_of(text, *languages)) != number.text
    ]


def _digits(number: Number) -> tuple[str, ...]:
    return tuple(DIGITS.findall(number.text))


def in_foreign_manner(
    source: str, target: str, source_language: str, target_language: str
) -> tuple[Number, ...]:
    """Return the numbers that the target copies from the source, but its language reads otherwise.

    1.500 of a German text is 1,500 in English, and 42.195 of an English one 42,195 in German, as
    are other fractions with a unit (3.6 GHz);
    behind a name that is copied too it may be a part of the name.
    """
    languages = source_language, target_language
    measured = {
        one.text
        for one in meanings_in(source, languages, has_times=False)
        if one.units and FRACTION.fullmatch(one.text)
    }
    copied = {
        number.text: number
        for number in numbers_in(source)
        if (THOUSANDS.fullmatch(number.text) or number.text in measured)
        and number.text != in_manner_of(number.text, *languages)
        and not is_name(number, source, languages)
    }
    return tuple(
        number
        for number in numbers_in(target)
        if (typed := copied.get(number.text))
        and not _is_behind_one_name(typed, source, number, target, languages)
    )


def is_name(number: Number, text: str, languages: Languages) -> bool:
    """Return whether a number of a source names something, as in versions and addresses."""
    patterns = patterns_of(languages)
    if "," in number.text:
        return False
    return (
        number.text.count(".") >= _MARKS_OF_AN_ADDRESS
        or patterns.naming.search(_word_before(number, text)) is not None
        or (
            patterns.naming.search(text, 0, number.start) is not None
            and not _is_counting(number, text, patterns)
        )
    )


def _is_behind_one_name(
    typed: Number, source: str, shown: Number, target: str, languages: Languages
) -> bool:
    """Return whether the same capitalised word precedes a number of source and target."""
    words = _word_before(typed, source), _word_before(shown, target)
    is_same = words[0].lower() == words[1].lower()
    return (
        is_same
        and words[0][:1].isupper()
        and not _is_counting(typed, source, patterns_of(languages))
    )


def _is_counting(number: Number, text: str, patterns: NumberPatterns) -> bool:
    return patterns.counted.match(text, number.end) is not None


def _word_before(number: Number, text: str) -> str:
    word = _LAST_WORD.search(text, 0, number.start)
    return word.group() if word else ""


def in_manner_of(number: str, source_language: str, target_language: str) -> str:
    """Return a number with the points and commas of another language, if both are known."""
    manners = {rules_of(code).has_decimal_point for code in (source_language, target_language)}
    if manners != {True, False} or not _GROUPED.fullmatch(number):
        return number
    return number.translate(str.maketrans(".,", ",."))
