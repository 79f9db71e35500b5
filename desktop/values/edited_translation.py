"""A translation in which a person wrote some sentences; plain Python, no Qt.

Edits are kept by the text of the source sentence: they hold wherever it stands, as long
as it stands. What lies between sentences is the source's, and cannot be edited.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from desktop.text.text_change import Edit
from engine.translation import SentenceTranslation, Span, TargetToken, Translation, Word


@dataclass(frozen=True, slots=True)
class EditedPair:
    """What a person wrote for a sentence, or for several that they joined."""

    sources: tuple[str, ...]
    target: str
    span: Span
    """Its place in the translation."""


_Placed = TypeVar("_Placed", Word, TargetToken)


def with_edits(translation: Translation, edits: Mapping[str, str]) -> Translation:
    """Return a translation with what was written in place of some sentences.

    Nothing that the model said of an edited sentence is kept but its hypotheses: its words, how
    sure it was and its notices speak of another text.
    """
    if not any(sentence.source in edits for sentence in translation.sentences):
        return translation
    pieces = []
    sentences: list[SentenceTranslation] = []
    place = length = 0
    for sentence in translation.sentences:
        edited = with_edit(sentence, edits)
        gap = translation.target[place : sentence.target_start]
        if not edited.target and "\n" not in gap:
            gap = gap.strip()  # the sentence was joined to the one before it
        start = length + len(gap)
        pieces += [gap, edited.target]
        sentences.append(_moved(edited, start - sentence.target_start))
        length = start + len(edited.target)
        place = sentence.target_start + len(sentence.target)
    spans = [source_span(sentence) for sentence in sentences if sentence.is_edited]
    return replace(
        translation,
        target="".join([*pieces, translation.target[place:]]),
        sentences=tuple(sentences),
        notices=tuple(
            notice
            for notice in translation.notices
            if not any(start <= notice.start and notice.end <= end for start, end in spans)
        ),
    )


def with_edit(sentence: SentenceTranslation, edits: Mapping[str, str]) -> SentenceTranslation:
    """Return a sentence with what was written in its place, if anything was."""
    if sentence.source not in edits:
        return sentence
    return replace(
        sentence,
        target=edits[sentence.source],
        tokens=(),
        target_words=(),
        alignment=(),
        notices=(),
        terms=(),
        looked_up=(),
        is_edited=True,
        is_phrase=False,
    )


def edits_between(translation: Translation, target: str) -> dict[str, str]:
    """Return what was written, by source sentence, when a translation became another text.

    Where several sentences became one, the first has it all and the others are empty. A change of
    line breaks alone is none.
    """
    old = translation.target
    if target == old:
        return {}
    edit = Edit.between(old, target)
    touched = _touched(translation, edit)
    if not touched:
        return {}
    first, (_, last_end) = touched[0], target_span(touched[-1])
    begin = first.target_start
    kept_before = old[begin : max(begin, edit.start)]
    kept_after = old[max(begin, edit.end) : last_end]
    text = kept_before + edit.inserted(target) + kept_after
    return {**{sentence.source: "" for sentence in touched[1:]}, first.source: text}


def edited_pairs(translation: Translation) -> list[EditedPair]:
    """Return what a person wrote, in its order, and for which sentences."""
    pairs: list[EditedPair] = []
    for sentence in translation.sentences:
        if not sentence.is_edited:
            continue
        if pairs and not sentence.target:
            joined = pairs.pop()
            pairs.append(replace(joined, sources=(*joined.sources, sentence.source)))
        else:
            pairs.append(EditedPair((sentence.source,), sentence.target, target_span(sentence)))
    return pairs


def dropped_edit(before: Translation, after: Translation) -> tuple[int, str] | None:
    """Return the first edit that is no longer shown because its sentence was changed.

    Returns:
        The number that the sentence has now, and what had been written for it. A sentence that is
        gone altogether is none.
    """
    edit = Edit.between(before.source, after.source)
    kept = {sentence.source for sentence in after.sentences}
    for sentence in before.sentences:
        start, end = source_span(sentence)
        is_changed = edit.start > start or edit.end < end
        if not sentence.is_edited or sentence.source in kept or not is_changed:
            continue
        place = start if edit.start > start else end + edit.moved - 1
        for index, now in enumerate(after.sentences):
            if now.source_start <= place < now.source_start + len(now.source):
                return index, sentence.target
    return None


def source_span(sentence: SentenceTranslation) -> Span:
    """Return the place of a sentence in the source text."""
    return sentence.source_start, sentence.source_start + len(sentence.source)


def target_span(sentence: SentenceTranslation) -> Span:
    """Return the place of a sentence's translation."""
    return sentence.target_start, sentence.target_start + len(sentence.target)


def _touched(translation: Translation, edit: Edit) -> Sequence[SentenceTranslation]:
    """Return the sentences that a change of the target speaks of."""
    spans = [(sentence, *target_span(sentence)) for sentence in translation.sentences]
    beside = [one for one, start, end in spans if start <= edit.end and edit.start <= end]
    if edit.start == edit.end:
        return beside[:1]  # inserted between two: the end of the first
    inside = [one for one, start, end in spans if start < edit.end and edit.start < end]
    has_break = "\n" in translation.target[edit.start : edit.end]
    return inside or ([] if has_break else beside)


def _moved(sentence: SentenceTranslation, shift: int) -> SentenceTranslation:
    """Return a sentence moved to another place in the target."""
    if not shift:
        return sentence

    def moved(placed: _Placed) -> _Placed:
        return replace(placed, start=placed.start + shift, end=placed.end + shift)

    return replace(
        sentence,
        target_start=sentence.target_start + shift,
        tokens=tuple(map(moved, sentence.tokens)),
        target_words=tuple(map(moved, sentence.target_words)),
        terms=tuple(replace(term, target=moved(term.target)) for term in sentence.terms),
        looked_up=tuple(
            replace(word, target=word.target and moved(word.target)) for word in sentence.looked_up
        ),
    )
