"""Terms, names and looked-up words on both sides: where they stand, and what became of them."""

import re
from collections.abc import Callable, Iterable, Sequence

from engine.dictionary.dictionary import known_lemma
from engine.glossary.glossary import TermMatch
from engine.languages.lemmas import lemma_of
from engine.languages.scripts import SPACELESS
from engine.pipeline.rewriting.postprocess import Written
from engine.pipeline.rewriting.preprocess import Reading
from engine.text.spans import common, overlaps
from engine.tokenizers.encoding import Decoded, find_words
from engine.tokenizers.hints import Hint
from engine.translation import AlignedWords, LookedUpWord, Span, TermUse, Word

_PARTED = rf"[^\W{SPACELESS}]"
"""A character that blanks or marks part from the next word."""


def rendition(
    term: TermMatch, reading: Reading, target: Decoded, links: Sequence[AlignedWords]
) -> list[int]:
    """Return the places of the tokens that the model wrote for a term; none if it is not known.

    Args:
        term: Of the sentence.
        reading: Of the sentence.
        target: What the model wrote.
        links: Between the words of both.
    """
    weights: dict[int, float] = {}
    for link in links:
        if overlaps((term.start, term.end), [reading.encoding.words[link.source]]):
            weights[link.target] = weights.get(link.target, 0.0) + link.weight
    surest = max(weights.values(), default=0.0)
    words = find_words(target.text, target.spans)
    linked = [words[word] for word, weight in weights.items() if 2 * weight >= surest]
    # The blank before a word may belong to its first token.
    return [place for place, span in enumerate(target.spans) if overlaps(span, linked)]


def num_held(terms: Iterable[TermMatch], text: str) -> int:
    """Count the terms that a translation holds as they are."""
    taken: list[Span] = []
    for term in terms:
        taken += places_of(term.forms, text, taken)[:1]
    return len(taken)


def not_followed(terms: Sequence[TermMatch], text: str, language: str) -> tuple[TermMatch, ...]:
    """Return the terms that a translation does not have, neither as they are nor inflected.

    Args:
        terms: Of the sentence.
        text: Its translation.
        language: The code of the translation's language.
    """
    taken: list[Span] = []
    missing = []
    for term in terms:
        places = places_of(term.forms, text, taken)
        places = (places or inflected_places_of(term.forms, text, language, taken))[:1]
        taken += places
        if not places:
            missing.append(term)
    return tuple(missing)


def used_and_missing(
    reading: Reading, written: Written, language: str
) -> tuple[tuple[TermUse, ...], tuple[str, ...]]:
    """Find the terms of a sentence in its translation.

    Args:
        reading: Of the sentence.
        written: Its translation as it is shown.
        language: The code of the translation's language.

    Returns:
        Those that acted, and the entries, as a notice names them, of those that are not there.
    """
    used: list[TermUse] = []
    missing: list[str] = []
    taken: list[Span] = []
    for term in sorted(reading.terms.all, key=lambda one: one.start):
        free = places_of(map(reading.cased, term.forms), written.text, taken)
        if not free and term in reading.terms.hinted:
            free = inflected_places_of(term.forms, written.text, language, taken)
        if not free:
            missing.append(str(term.entry))
            continue
        target = _best_linked(free, term, reading, written)
        taken.append((target.start, target.end))
        used.append(TermUse(Word(term.text, term.start, term.end), target))
    return tuple(used), tuple(dict.fromkeys(missing))


def looked_up_words(
    reading: Reading, written: Written, language: str, terms: Iterable[TermUse]
) -> tuple[LookedUpWord, ...]:
    """Return the rare nouns that were read with a hint, or that a translation has no word for.

    Args:
        reading: Of the sentence.
        written: Its translation as it is shown.
        language: The code of the translation's language.
        terms: Of the glossary, which stand where no other word does.
    """
    found: list[LookedUpWord] = []
    taken = [(use.target.start, use.target.end) for use in terms]
    hinted = {hint.start for hint in reading.looked_up}
    for noun in reading.rare:
        forms = [*map(reading.cased, noun.words)]
        free = places_of_nouns(forms, written.text, language, taken)
        target = _best_linked(free, noun, reading, written) if free else None
        if target is not None:
            taken.append((target.start, target.end))
        if target is None or noun.start in hinted:
            source = Word(reading.source[noun.start : noun.end], noun.start, noun.end)
            found.append(LookedUpWord(source, noun.words[0], target))
    return tuple(found)


def places_of(forms: Iterable[str], text: str, taken: Sequence[Span]) -> list[Span]:
    """Return where a form stands as whole words, longer forms first, and no other term does."""
    found = []
    for form in sorted(forms, key=len, reverse=True):
        before = rf"(?<!{_PARTED})" if re.match(_PARTED, form[0]) else ""
        after = rf"(?!{_PARTED})" if re.match(_PARTED, form[-1]) else ""
        found += [match.span() for match in re.finditer(before + re.escape(form) + after, text)]
    return [span for span in found if not overlaps(span, taken)]


def places_of_nouns(
    nouns: Sequence[str], text: str, language: str, taken: Sequence[Span] = ()
) -> list[Span]:
    """Return where nouns of the dictionary stand, inflected or not, and no term does."""
    return places_of(nouns, text, taken) or inflected_places_of(
        nouns, text, language, taken, known_lemma
    )


def inflected_places_of(
    forms: Iterable[str],
    text: str,
    language: str,
    taken: Sequence[Span],
    lemma: Callable[[str, str], str] = lemma_of,
) -> list[Span]:
    """Return where a form stands with its words inflected, and no other term does."""
    words = find_words(text)
    lemmas = [lemma(text[start:end], language) for start, end in words]
    found: list[Span] = []
    for form in forms:
        wanted = [lemma(form[start:end], language) for start, end in find_words(form)]
        found += [
            (words[place][0], words[place + len(wanted) - 1][1])
            for place in range(len(words) - len(wanted) + 1)
            if wanted and lemmas[place : place + len(wanted)] == wanted
        ]
    return [span for span in dict.fromkeys(found) if not overlaps(span, taken)]


def _best_linked(
    places: Iterable[Span], part: TermMatch | Hint, reading: Reading, written: Written
) -> Word:
    """Return the place that comes most from a part of the sentence, as the alignment has it."""
    words = reading.encoding.words
    linked = [
        written.words[link.target]
        for link in written.links
        if overlaps((part.start, part.end), [words[link.source]])
    ]
    start, end = max(places, key=lambda span: (common(span, linked), -span[0]))
    return Word(written.text[start:end], start, end)
