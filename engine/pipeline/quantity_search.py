"""Quantities that a search lost: what it must hold to when it is repeated."""

from collections.abc import Callable

from engine.glossary.glossary import FORMS, GlossaryEntry, TermMatch
from engine.pipeline.rewriting.preprocess import Reading
from engine.text.quantities.comparison import added, missing, missing_numbers
from engine.text.quantities.number_patterns import Languages
from engine.text.quantities.numbers import numbers_in
from engine.text.quantities.rendering import forms_of


def lost_quantities(
    reading: Reading, target: str, languages: Languages, is_writable: Callable[[str], bool]
) -> tuple[TermMatch, ...]:
    """Return the quantities of a sentence that its translation lacks, as terms with their forms.

    Args:
        reading: Of the sentence.
        target: What the model wrote.
        languages: The codes of source and target.
        is_writable: Whether the model can write a form.
    """
    found = []
    for lost in missing_numbers(reading.plain, target, languages):
        forms = list(filter(is_writable, forms_of(lost, reading.plain, languages)))
        words = [
            word
            for word, (start, end) in zip(reading.encoding.words, reading.plain_words, strict=True)
            if start < lost.end and end > lost.start
        ]
        if forms and words:
            text = reading.plain[lost.start : lost.end]
            entry = GlossaryEntry.of(text, FORMS.join(forms))
            found.append(TermMatch(words[0][0], words[-1][1], text, entry))
    return tuple(found)


def says_more(reading: Reading, new: str, old: str, languages: Languages) -> bool:
    """Return whether a translation says more quantities of a sentence than another, and no others.

    Args:
        reading: Of the sentence.
        new: Its translation that held to them.
        old: The one before.
        languages: The codes of source and target.
    """
    lost, others = (
        [len(compare(reading.plain, text, languages)) for text in (new, old)]
        for compare in (missing, added)
    )
    most = max(len(numbers_in(text)) for text in (reading.plain, old))
    return lost[0] < lost[1] and others[0] <= others[1] and len(numbers_in(new)) <= most
