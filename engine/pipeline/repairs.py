"""Search a sentence, and once more where the draft has something that another search puts right.

A draft may run in a loop, lack a term of the glossary, a name or a quantity, or have another word
for a rare noun than the dictionary. All that one draft lacks is required of a single second search,
in which the model reads the dictionary's words as hints. Whichever of the two is better stays.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.glossary.glossary import FORMS, GlossaryEntry, TermMatch
from engine.pipeline.draft import Draft
from engine.pipeline.lost_names import lost_names
from engine.pipeline.rewriting.preprocess import Reading
from engine.pipeline.rewriting.vocabulary_coverage import is_covered
from engine.pipeline.sentence_search import SentenceSearch, Sources
from engine.pipeline.terms import not_followed, num_held, rendition
from engine.search.beam_search import SearchSettings
from engine.search.constraints import Constraint, Constraints
from engine.text.quantities.rendering import forms_of
from engine.text.spans import overlaps
from engine.tokenizers.encoding import Encoding
from engine.tokenizers.hints import Hint
from engine.tokenizers.tokenizer import Tokenizer
from engine.translation import Chosen, ShouldStop

LOOP_GUARD_NGRAM = 3
"""Where a search runs into a loop, it is repeated with no sequence of so many tokens twice."""

LOOP_GUARD_ROOM = 20
"""Then a target may have twice as many tokens as its source, and so many more."""

BEAM_WITH_TERMS = 10
"""Hypotheses that live at least where terms must be held to: fewer leave them no good place."""

Drafts = Sequence[Draft]
"""Those of one sentence, best first."""

_MOST_CONSTRAINTS = 16
"""That a search is held to at once: each of its steps looks at all of them."""


class Requirement(NamedTuple):
    """What a second search must do that the first one did not."""

    terms: tuple[TermMatch, ...]
    """What each translation must hold."""
    nouns: tuple[Hint, ...]
    """What the model should read with a hint."""
    is_guarded: bool
    """Whether it must not say anything twice."""


def find_drafts(
    search: SentenceSearch,
    sources: Sources,
    choices: Sequence[Chosen],
    settings: SearchSettings,
    should_stop: ShouldStop | None = None,
) -> list[Drafts]:
    """Find the best targets of each sentence, and hold to what was chosen for it.

    Args:
        search: That of the model.
        sources: The sentences.
        choices: One a sentence; one without ids leaves all to the search.
        settings: How to search.
        should_stop: Asked before every step.

    Raises:
        Cancelled: If should_stop said so.
    """
    found = _searched(search, sources, choices, settings, should_stop)
    wanted = {
        row: requirement
        for row, (drafts, chosen) in enumerate(zip(found, choices, strict=True))
        if (requirement := _requirement(drafts, chosen)) is not None
    }
    Draft.link([found[row][0] for row, requirement in wanted.items() if requirement.terms])
    alike: dict[tuple[SearchSettings, bool], list[int]] = {}
    for row, requirement in wanted.items():  # together those that are searched in the same way
        again = _settings_for(requirement, settings, sources.readings[row], choices[row])
        alike.setdefault((again, bool(requirement.terms)), []).append(row)
    for (again, has_terms), some in alike.items():
        constraints = [
            _constraints(wanted[row].terms, found[row][0], again.max_length - len(choices[row].ids))
            for row in some
        ]
        readings = [
            _hinted(sources.readings[row], wanted[row].nouns, search, sources.tags) for row in some
        ]
        second = _searched(
            search,
            search.stack(readings, sources.tags),
            [choices[row] for row in some],
            again,
            should_stop,
            constraints if has_terms else None,
        )
        for row, drafts in zip(some, second, strict=True):
            if _is_better(drafts, found[row], wanted[row].terms):
                found[row] = drafts
    return found


def _searched(
    search: SentenceSearch,
    sources: Sources,
    choices: Sequence[Chosen],
    settings: SearchSettings,
    should_stop: ShouldStop | None,
    constraints: Sequence[Constraints] | None = None,
) -> list[Drafts]:
    """Search some sentences at once."""
    results = search.search(sources, choices, settings, should_stop, constraints)
    return [
        [Draft(sources.some([row]), hypothesis, search) for hypothesis in hypotheses]
        for row, hypotheses in enumerate(results)
    ]


def _hinted(
    reading: Reading, nouns: Sequence[Hint], search: SentenceSearch, tags: tuple[str, ...]
) -> Reading:
    """Return a sentence with hints for some nouns, if the model has room for them."""
    hinted = reading.with_hints_for(nouns, search.tokenizers.source)
    return hinted if nouns and search.fits(hinted, tags) else reading


def _requirement(drafts: Drafts, chosen: Chosen) -> Requirement | None:
    """Return what to require of a second search; None if the first one did all.

    Where a person has chosen how a translation begins, names and quantities are theirs to write.
    """
    if drafts[0].reading.is_kept or chosen.is_whole:
        return None
    best, reading = drafts[0], drafts[0].reading
    _, language = best.search.languages
    terms = reading.terms.required + not_followed(reading.terms.hinted, best.text, language)
    if not chosen.ids:
        terms += reading.certain_names + lost_names(best)
        places = [(term.start, term.end) for term in terms]
        terms += tuple(  # a code that is lost is no quantity besides
            lost for lost in lost_quantities(best) if not overlaps((lost.start, lost.end), places)
        )
    if best.looping or best.unsaid or _num_lacking(drafts, terms):
        return Requirement(terms, best.unsaid, is_guarded=best.looping > 0)
    return None


def lost_quantities(draft: Draft) -> tuple[TermMatch, ...]:
    """Return the quantities that a draft lacks and the model can write, as terms with forms."""
    reading, search = draft.reading, draft.search
    found = []
    for lost in draft.comparison.missing_numbers:
        forms = [
            form
            for form in forms_of(lost, reading.plain, search.languages)
            if is_covered(form, search.tokenizers.target)
        ]
        words = [
            word
            for word, place in zip(reading.encoding.words, reading.plain_words, strict=True)
            if overlaps((lost.start, lost.end), [place])
        ]
        if forms and words:
            text = reading.plain[lost.start : lost.end]
            entry = GlossaryEntry.of(text, FORMS.join(forms))
            found.append(TermMatch(words[0][0], words[-1][1], text, entry))
    return tuple(found)


def _num_lacking(drafts: Drafts, terms: Sequence[TermMatch]) -> int:
    """Return how many terms the draft lacks that lacks most."""
    return len(terms) - min(num_held(terms, draft.text) for draft in drafts)


def _is_better(new: Drafts, old: Drafts, terms: Sequence[TermMatch]) -> bool:
    """Return whether drafts run in no worse loop than others, or have fewer faults and no new ones.

    What counts is what the best has wrong, and what any of them lacks.
    """
    if new[0].looping or old[0].looping:
        return new[0].looping <= old[0].looping
    after, before = (
        (_num_lacking(one, terms), len(one[0].unsaid), *one[0].faults) for one in (new, old)
    )
    return after != before and all(map(int.__le__, after, before))


def _settings_for(
    requirement: Requirement, settings: SearchSettings, reading: Reading, chosen: Chosen
) -> SearchSettings:
    """Return how to search for what is required."""
    if not requirement.terms and not requirement.is_guarded:
        return settings
    guarded = guard(settings, reading.encoding, chosen.ids)
    if not requirement.is_guarded:
        guarded = replace(guarded, no_repeat_ngram=settings.no_repeat_ngram)
    if requirement.terms:
        guarded = replace(guarded, beam_size=max(settings.beam_size, BEAM_WITH_TERMS))
    return guarded


def _constraints(terms: Iterable[TermMatch], draft: Draft, room: int) -> Constraints:
    """Return what a search must hold to.

    A term takes the place of what the model itself wrote for it, or, if that is not known, any.

    Args:
        terms: Of the sentence.
        draft: What was found without them.
        room: How many tokens a translation may have. Terms take at most half of it: those that find
            no room there are left out, as are those beyond a fixed number, and a notice says so.
    """
    required: list[Constraint] = []
    taken = 0
    for term in terms:
        forms = tuple(dict.fromkeys(_forms(term, draft.search.tokenizers.target)))
        taken += min(map(len, forms))
        if 2 * taken > room or len(required) == _MOST_CONSTRAINTS:
            break
        places = rendition(term, draft.reading, draft.decoded, draft.links)
        replaced = [draft.hypothesis.ids[place] for place in places[:1]]
        required.append(Constraint(forms, frozenset(replaced)))
    return Constraints(required, draft.search.goes_on)


def _forms(term: TermMatch, tokenizer: Tokenizer) -> Iterator[tuple[int, ...]]:
    """The tokens of each form, after a blank and after a bracket."""
    bracket = tokenizer.encode("(").ids
    for form in term.forms:
        yield tokenizer.encode(form).ids
        after_bracket = tokenizer.encode(f"({form}").ids
        # With a bracket, an unknown word may be one unknown token: that is no form.
        if len(after_bracket) > len(bracket) and after_bracket[: len(bracket)] == bracket:
            yield after_bracket[len(bracket) :]


def guard(settings: SearchSettings, encoding: Encoding, prefix: Sequence[int]) -> SearchSettings:
    """Return settings with which no search runs in a loop, whatever it begins with."""
    room = max(2 * len(encoding.ids), len(prefix)) + LOOP_GUARD_ROOM
    return replace(
        settings, no_repeat_ngram=LOOP_GUARD_NGRAM, max_length=min(settings.max_length, room)
    )
