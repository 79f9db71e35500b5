"""How a quantity of the source is written in the target language."""

import re
from collections.abc import Iterator

from engine.languages.lookup import rules_of
from engine.text.quantities.currency import is_money
from engine.text.quantities.meanings import Meaning, is_followed_by_letters
from engine.text.quantities.number_format import in_manner_of, is_name
from engine.text.quantities.number_patterns import Languages, patterns_of
from engine.text.quantities.numbers import DIGITS, Number
from engine.text.quantities.units import MONEY, start_with_unit

_UNIT = re.compile(r"[\s-]?(?P<unit>[^\d\s]\S*( [CF]| Hg)?)\Z")
_NOON = 12


def forms_of(meaning: Meaning, source: str, languages: Languages) -> tuple[str, ...]:
    """Return the forms in which a quantity may stand in a translation, the best first.

    A unit in words is left to the model, but for those that models confuse; and so is what is no
    plain quantity: 1990s.

    Args:
        meaning: Of a number of the source.
        source: A sentence.
        languages: The codes of source and target.
    """
    if meaning.is_time:
        is_certain = meaning.is_definite and len(meaning.values) == 1
        return tuple(_times(meaning, languages)) if is_certain else ()
    place = DIGITS.search(source, meaning.start)
    if place is None or meaning.text not in source[meaning.start : meaning.end]:
        return (meaning.text,)
    start = source.index(meaning.text, meaning.start)
    number = Number(meaning.text, start, start + len(meaning.text))
    if ordinal := _ordinal(number, source, languages):
        return (ordinal,)
    if is_followed_by_letters(source, number.end) and not meaning.units:
        return ()
    text = meaning.text
    if not is_name(number, source, languages):
        text = in_manner_of(text, *languages)
    sign = source[meaning.start : start_with_unit(source, number.start)].strip()
    text = sign + text if len(sign) <= 1 else f"{sign} {text}"
    rest = patterns_of(languages).rest_of_sum.match(source, number.end)
    if rest and rest.group():
        return (text,)
    if not MONEY.isdisjoint(meaning.units):
        money = next(filter(is_money, source[max(0, number.start - 2) : meaning.end]), None)
        if money is None:
            return (text,)
        is_first = rules_of(languages[1]).has_currency_first
        return (f"{money}{text}" if is_first else f"{text} {money}",)
    names = rules_of(languages[1]).number_words.unit_names
    for symbol, name in names:
        if symbol in meaning.units:
            return (f"{text} {name}",)
    unit = _UNIT.match(source[number.end : meaning.end])
    if not meaning.is_symbol or unit is None:
        return (text,)
    return f"{text} {unit['unit']}", f"{text}{unit['unit']}"


def _ordinal(number: Number, source: str, languages: Languages) -> str:
    """Return an ordinal in the target language: 21. is 21st; empty if a number is none."""
    ends, new_ends = (rules_of(language).number_words.ordinal_ends for language in languages)
    behind = "|".join(map(re.escape, ends))
    # A stop may also end a sentence: what comes after tells.
    if not (
        number.text.isdecimal()
        and ends
        and new_ends
        and re.match(rf"(?:{behind})(?![\w.]| *\Z)", source[number.end :])
    ):
        return ""
    tens, last = divmod(int(number.text) % 100, 10)
    return number.text + new_ends[last if tens != 1 and last < len(new_ends) else 0]


def _times(meaning: Meaning, languages: Languages) -> Iterator[str]:
    words = rules_of(languages[1]).number_words
    (value,) = meaning.values
    hour, minute = map(int, str(value).split(":"))
    pattern = words.time_format if minute else words.hour_format
    if pattern:
        yield pattern.format(
            hour=hour,
            minute=minute,
            half_hour=hour % _NOON or _NOON,
            half="ap"[hour >= _NOON],
        )
