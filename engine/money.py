"""Sums of money: a sign that a model hardly knows is read as the one it knows, and put back.

Models learn from text with many dollars and few euros or pounds, and write nonsense for a sign that
they have seen ten times. So its sums are read as dollars.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping

from engine.encoding import Span
from engine.numerals import Number, has_point, in_manner_of, numbers_in
from engine.rewriting import Edit

DOLLAR = "$"

_DOLLARS = re.compile(r"\$|\bdollars?\b", re.IGNORECASE)
_MAGNITUDE = re.compile(
    r"[ \u00a0](?:Mio\.|Mrd\.|Million(?:en)?|Milliarden?|Tausend|[mb]illion|thousand)(?!\w)"
)
_BLANKS = ("", " ", "\u00a0", "\u202f")


def is_money(character: str) -> bool:
    """Whether it is a sign of money."""
    return unicodedata.category(character) == "Sc"


def read_as_dollars(text: str, is_familiar: Callable[[str], bool]) -> str:
    """Give the sign that is to be read as the dollar's; empty if there is none.

    Args:
        text: A sentence; with several such signs in it none could be put back.
        is_familiar: Whether the model has seen a sign often.
    """
    signs = {*filter(is_money, text)}
    if len(signs) == 1 and not is_familiar(min(signs)) and is_familiar(DOLLAR):
        return min(signs)
    return ""


def put_back(
    sign: str,
    source: str,
    target: str,
    corrected: Mapping[Span, str],
    languages: tuple[str, str],
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
    pattern = re.compile(re.escape(DOLLAR)) if "dollar" in source.lower() else _DOLLARS
    written = [match.span() for match in pattern.finditer(target)]
    numbers = list(numbers_in(target))
    expected = source.count(DOLLAR)

    def sum_of(number: Number, end: int) -> str:
        text = corrected.get((number.start, number.end), number.text)
        if text in source:
            text = in_manner_of(text, *languages)
        text += target[number.end : end]
        return f"{sign}{text}" if has_point(languages[1]) else f"{text} {sign}"

    for start, end in written[:expected]:
        for number in numbers:
            last = _end_with_magnitude(number, target)
            if last <= start and target[last:start] in _BLANKS:
                yield Edit(number.start, end, sum_of(number, last))
            elif end <= number.start and target[end : number.start] in _BLANKS:
                yield Edit(start, last, sum_of(number, last))
            else:
                continue
            numbers.remove(number)
            break
        else:
            yield Edit(start, end, sign)
    for start, end in written[expected:]:  # it was said twice
        yield Edit(start - 1 if target[:start].endswith(_BLANKS[1:]) else start, end, "")
    if not written and expected == len(numbers) == len(numbers_in(source)) == 1:
        last = _end_with_magnitude(numbers[0], target)
        yield Edit(numbers[0].start, last, sum_of(numbers[0], last))


def _end_with_magnitude(number: Number, text: str) -> int:
    match = _MAGNITUDE.match(text, number.end)
    return match.end() if match else number.end
