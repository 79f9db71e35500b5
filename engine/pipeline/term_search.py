"""Terms of a glossary on their way through a search: what it must hold to, and where they went.

And where words went that were looked up in the dictionary.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.glossary.glossary import TermMatch
from engine.languages.lemmas import lemma_of
from engine.languages.scripts import SPACELESS
from engine.pipeline.rewriting.postprocess import Written
from engine.pipeline.rewriting.preprocess import Reading
from engine.search.constraints import Constraint, Constraints
from engine.tokenizers.encoding import Decoded, find_words
from engine.tokenizers.hints import Hint
from engine.tokenizers.tokenizer import Tokenizer
from engine.translation import AlignedWords, LookedUpWord, Span, TermUse, Word

_PARTED = rf"[^\W{SPACELESS}]"
"""A character that blanks or marks part from the next word."""

BEAM_WITH_TERMS = 10
"""Hypotheses that live at least where terms must be held to: fewer leave them no good place."""


def constraints_of(
    terms: Sequence[TermMatch],
    instead_of: Sequence[frozenset[int]],
    tokenizer: Tokenizer,
    goes_on: Callable[[int, int], bool],
    room: int,
) -> Constraints:
    """Return what the search must hold to for a sentence.

    Args:
        terms: Of the sentence.
        instead_of: For each the tokens whose place it takes.
        tokenizer: Of the target language.
        goes_on: Whether a token goes on with the last word of the one before.
        room: How many tokens a translation may have. Terms take at most half of it: those that find
            no room there are left out, and a notice says so.
    """
    required: list[Constraint] = []
    taken = 0
    for term, replaced in zip(terms, instead_of, strict=True):
        forms = tuple(dict.fromkeys(_forms(term, tokenizer)))
        taken += min(map(len, forms))
        if 2 * taken > room:
            break
        required.append(Constraint(forms, replaced))
    return Constraints(required, goes_on)


def _forms(term: TermMatch, tokenizer: Tokenizer) -> Iterator[tuple[int, ...]]:
    """The tokens of each form, after a blank and after a bracket."""
    bracket = tokenizer.encode("(").ids
    for form in term.forms:
        yield tokenizer.encode(form).ids
        after_bracket = tokenizer.encode(f"({form}").ids
        # With a bracket, an unknown word may be one unknown token: that is no form.
        if len(after_bracket) > len(bracket) and after_bracket[: len(bracket)] == bracket:
            yield after_bracket[len(bracket) :]


def renditions(
    terms: Sequence[TermMatch],
    reading: Reading,
    target: Decoded,
    ids: Sequence[int],
    links: Sequence[AlignedWords],
) -> list[frozenset[int]]:
    """Return for each term the tokens with which the model began its own translation of it.

    Args:
        terms: Of the sentence.
        reading: Of the sentence.
        target: What the model wrote.
        ids: The tokens of that.
        links: Between the words of both.
    """
    found = [rendition(term, reading, target, links) for term in terms]
    return [frozenset({ids[places[0]]} if places else ()) for places in found]


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
    source_words = reading.encoding.words
    weights: dict[int, float] = {}
    for link in links:
        start, end = source_words[link.source]
        if start < term.end and end > term.start:
            weights[link.target] = weights.get(link.target, 0.0) + link.weight
    surest = max(weights.values(), default=0.0)
    words = find_words(target.text, target.spans)
    linked = [words[word] for word, weight in weights.items() if 2 * weight >= surest]
    # The blank before a word may belong to its first token.
    return [
        place
        for place, (start, end) in enumerate(target.spans)
        if any(start < last and end > first for first, last in linked)
    ]


def lacks(terms: Sequence[TermMatch], texts: Iterable[str]) -> bool:
    """Return whether one of some translations does not hold all terms."""
    return bool(terms) and any(num_held(terms, text) < len(terms) for text in texts)


def num_held(terms: Iterable[TermMatch], text: str) -> int:
    """Count the terms that a translation holds."""
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
        places = (
            places_of(term.forms, text, taken)[:1]
            or (inflected_places_of(term.forms, text, language, taken)[:1])
        )
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
    terms = (*reading.terms, *reading.hinted_terms, *reading.carried_terms)
    for term in sorted(terms, key=lambda one: one.start):
        free = places_of(map(reading.cased, term.forms), written.text, taken)
        if not free and term in reading.hinted_terms:
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
    """Find the words of a sentence that were looked up in its translation.

    Args:
        reading: Of the sentence.
        written: Its translation as it is shown.
        language: The code of the translation's language.
        terms: Of the glossary, which stand where no other word does.
    """
    found: list[LookedUpWord] = []
    taken = [(use.target.start, use.target.end) for use in terms]
    for hint in reading.looked_up:
        forms = [*map(reading.cased, hint.words)]
        free = places_of(forms, written.text, taken) or inflected_places_of(
            forms, written.text, language, taken
        )
        target = _best_linked(free, hint, reading, written) if free else None
        if target is not None:
            taken.append((target.start, target.end))
        source = Word(reading.source[hint.start : hint.end], hint.start, hint.end)
        found.append(LookedUpWord(source, hint.words[0], target))
    return tuple(found)


def places_of(forms: Iterable[str], text: str, taken: Sequence[Span]) -> list[Span]:
    """Return where a form stands as whole words, longer forms first, and no other term does."""
    found = []
    for form in sorted(forms, key=len, reverse=True):
        before = rf"(?<!{_PARTED})" if re.match(_PARTED, form[0]) else ""
        after = rf"(?!{_PARTED})" if re.match(_PARTED, form[-1]) else ""
        found += [match.span() for match in re.finditer(before + re.escape(form) + after, text)]
    return [
        (start, end)
        for start, end in found
        if not any(start < last and end > first for first, last in taken)
    ]


def inflected_places_of(
    forms: Iterable[str], text: str, language: str, taken: Sequence[Span]
) -> list[Span]:
    """Return where a form stands with its words inflected, and no other term does."""
    words = find_words(text)
    lemmas = [lemma_of(text[start:end], language) for start, end in words]
    found: list[Span] = []
    for form in forms:
        wanted = [lemma_of(form[start:end], language) for start, end in find_words(form)]
        found += [
            (words[place][0], words[place + len(wanted) - 1][1])
            for place in range(len(words) - len(wanted) + 1)
            if wanted and lemmas[place : place + len(wanted)] == wanted
        ]
    return [span for span in dict.fromkeys(found) if not _overlap(span, taken)]


def _best_linked(
    places: Iterable[Span], part: TermMatch | Hint, reading: Reading, written: Written
) -> Word:
    """Return the place that comes most from a part of the sentence, as the alignment has it."""
    words = reading.encoding.words
    linked = [
        written.words[link.target]
        for link in written.links
        if words[link.source][0] < part.end and words[link.source][1] > part.start
    ]
    start, end = max(places, key=lambda span: (_overlap(span, linked), -span[0]))
    return Word(written.text[start:end], start, end)


def _overlap(span: Span, others: Iterable[Span]) -> int:
    return sum(max(0, min(span[1], end) - max(span[0], start)) for start, end in others)
