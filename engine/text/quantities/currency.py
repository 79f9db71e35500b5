"""Sums of money: a sign that a model hardly knows is read as the one it knows, and put back.

Models learn from text with many dollars and few euros or pounds, and write nonsense for a sign that
they have seen ten times. So its sums are read as dollars.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping

from engine.languages.lookup import rules_of
from engine.text.quantities.meanings import zeros_in
from engine.text.quantities.number_format import in_manner_of
from engine.text.quantities.number_patterns import CENTS, Languages, patterns_of
from engine.text.quantities.numbers import Number, numbers_in
from engine.text.text_edits import Edit
from engine.translation import Span

DOLLAR = "$"

_BLANKS = ("", " ", "\u00a0", "\u202f")


def is_money(character: str) -> bool:
    """Return whether it is a sign of money."""
    return unicodedata.category(character) == "Sc"


def read_as_dollars(text: str, is_familiar: Callable[[str], bool]) -> str:
    """Return the sign that is to be read as the dollar's; empty if there is none.

    Args:
        text: A sentence; with several such signs in it none could be put back.
        is_familiar: Whether the model has seen a sign often.
    """
    signs = {*filter(is_money, set(text))}
    if len(signs) == 1 and not is_familiar(min(signs)) and is_familiar(DOLLAR):
        return min(signs)
    return ""


def put_back(
    sign: str,
    source: str,
    target: str,
    corrected: Mapping[Span, str],
    languages: Languages,
) -> Iterator[Edit]:
    """Write sums in the currency of the source, where its language has the sign.

    Args:
        sign: What was read as the dollar's.
        source: As it was read.
        target: What the model wrote.
        corrected: How numbers are to be written that it got wrong.
        languages: The codes of source and target.

    Yields:
        Edits of the target; they may hold corrected numbers.
    """
    patterns = patterns_of(languages)
    names_dollar = patterns.dollar.search(source) is not None
    pattern = re.compile(re.escape(DOLLAR)) if names_dollar else patterns.dollars
    rest = patterns.rest_of_sum
    is_sign_first = rules_of(languages[1]).has_currency_first
    numbers = numbers_in(target)
    sums: list[tuple[Span, Number]] = []
    alone: list[Span] = []
    for match in pattern.finditer(target):
        number = next((one for one in numbers if _is_of(match.span(), one, target, rest)), None)
        if number is None:
            alone.append(match.span())
        else:
            last = _end(number, target, rest)
            numbers = tuple(n for n in numbers if n.end <= number.start or n.start >= last)
            sums.append((match.span(), number))
    typed = {number.text for number in numbers_in(source)}
    expected = source.count(DOLLAR)
    surplus = max(0, len(sums) + len(alone) - expected)  # a sign was written twice
    is_one = expected == len(numbers) == len(numbers_in(source)) == 1
    if is_one and not sums and not alone and CENTS not in zeros_in(target, languages):
        sums.append(((numbers[0].start, numbers[0].start), numbers[0]))  # or not at all

    for (start, end), number in sums[:expected]:
        last = _end(number, target, rest)
        text = corrected.get((number.start, number.end), number.text)
        if text in typed:
            text = in_manner_of(text, *languages)
        text += target[number.end : last]
        yield Edit(
            min(start, number.start),
            max(end, last),
            f"{sign}{text}" if is_sign_first else f"{text} {sign}",
        )
    kept = max(0, len(alone) - surplus)
    for start, end in alone[:kept]:
        yield Edit(start, end, sign)
    for start, end in (*alone[kept:], *(span for span, _ in sums[expected:])):
        yield Edit(start - 1 if target[:start].endswith(_BLANKS[1:]) else start, end, "")


def _is_of(sign: Span, number: Number, text: str, rest: re.Pattern[str]) -> bool:
    """Return whether a sign is next to a number, with or without a blank between them."""
    last = _end(number, text, rest)
    behind = last <= sign[0] and text[last : sign[0]] in _BLANKS
    return behind or (sign[1] <= number.start and text[sign[1] : number.start] in _BLANKS)


def _end(number: Number, text: str, rest: re.Pattern[str]) -> int:
    """Return where a sum that begins with a number ends."""
    found = rest.match(text, number.end)
    return found.end() if found else number.end
