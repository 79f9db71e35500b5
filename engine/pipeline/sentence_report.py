"""What is told of one sentence that was searched: its words, its tokens, what to doubt."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress

from engine.languages.lookup import primary_subtag
from engine.models.manifest import Manifest
from engine.pipeline.draft import Draft
from engine.pipeline.notices import WordPieces, notices_of
from engine.pipeline.terms import looked_up_words, places_of, used_and_missing
from engine.search.confidence import calibrated
from engine.text.language_detection import EXPLAINED
from engine.text.quantities.comparison import Comparison
from engine.text.segmenter import is_long_word
from engine.text.spans import overlaps
from engine.translation import (
    Chosen,
    LookedUpWord,
    Notice,
    NoticeKind,
    SentenceTranslation,
    Span,
    TargetToken,
    TermUse,
    Word,
)

_SHOWN_OF_LONG_WORD = 100


def report(
    drafts: Sequence[Draft], chosen: Chosen, *, with_alignment: bool, manifest: Manifest
) -> SentenceTranslation:
    """Tell what was found for a sentence, as if it were the whole text.

    Args:
        drafts: What was found, best first.
        chosen: What was chosen for it; of a set phrase there is nothing to doubt.
        with_alignment: Whether to tell the links of the best.
        manifest: Of the model.
    """
    draft = drafts[0]
    reading, best, shown = draft.reading, draft.hypothesis, draft.written
    terms, missing = used_and_missing(reading, shown, manifest.target_language)
    temperature = manifest.temperature
    is_phrase = chosen.is_phrase and not reading.is_kept
    return SentenceTranslation(
        source=reading.source,
        source_start=0,
        target=shown.text,
        target_start=0,
        hypotheses=tuple(one.scored for one in drafts),
        tokens=tuple(
            TargetToken(shown.text[start:end], calibrated(log_prob, temperature), start, end)
            for (start, end), log_prob in zip(shown.token_spans, best.log_probs, strict=False)
        ),
        source_words=words_at(reading.source, reading.encoding.words),
        target_words=words_at(shown.text, shown.words),
        alignment=shown.links if with_alignment else (),
        notices=() if is_phrase else _notices(draft, manifest, terms, missing),
        terms=terms,
        misspellings=reading.misspellings,
        looked_up=(
            (_phrase(reading.source, shown.text),)
            if is_phrase
            else looked_up_words(reading, shown, manifest.target_language, terms)
        ),
        is_phrase=is_phrase,
    )


def _notices(
    draft: Draft, manifest: Manifest, terms: Sequence[TermUse], missing: tuple[str, ...]
) -> tuple[Notice, ...]:
    reading, best, written = draft.reading, draft.hypothesis, draft.written
    whole = 0, len(reading.source)
    if is_long_word(reading.source):
        shown = reading.source[:_SHOWN_OF_LONG_WORD]
        return (Notice(NoticeKind.LONG_WORD, *whole, (shown,)),)
    if reading.language and reading.is_kept:
        return (Notice(NoticeKind.KEPT, *whole, (reading.language,)),)
    encoding = reading.encoding
    words = words_at(reading.source, encoding.words)
    names = [name.term for name in reading.names]
    in_names = {
        index
        for index, (start, end) in enumerate(encoding.words)
        if overlaps((start, end), [(name.start, name.end) for name in names])
    }
    copies = [span for name in names for span in places_of(name.forms, written.text, ())]
    lost = [
        name
        for name in reading.certain_names
        if not places_of(map(reading.cased, name.forms), written.text, ())
    ]
    misspelled = {one.word for one in reading.misspellings}
    is_read = [start < end for start, end in encoding.spans]  # tokens of hints stand nowhere
    pieces = Counter(compress(encoding.word_ids, is_read))
    compared = draft.comparison
    if (compared.source, compared.target) != (reading.source, written.text):
        compared = Comparison(reading.source, written.text, compared.languages)
    found = notices_of(
        compared,
        words=[
            WordPieces(
                word,
                # A name that was copied says nothing of how well the model knows the text.
                num_pieces=0 if index in in_names and copies else pieces[index],
                is_unknown=index in reading.unknown or word in misspelled,
            )
            for index, word in enumerate(words)
        ],
        log_probs=[
            log_prob
            for log_prob, span in zip(best.log_probs, [*written.token_spans, (0, 0)], strict=False)
            if not overlaps(span, copies)
        ],
        is_finished=best.is_finished,
        # What the glossary forced says nothing of how well the model knows the text.
        limits=None if terms or (reading.is_kept and not reading.unknown) else manifest.familiarity,
        corrections=written.corrections,
        missing_terms=missing,
        lost_names=[Word(name.text, name.start, name.end) for name in lost],
    )
    if not reading.language:
        return found
    languages = reading.language, primary_subtag(manifest.source_language)
    others = (notice for notice in found if notice.kind not in EXPLAINED)
    return (Notice(NoticeKind.LANGUAGE, *whole, languages), *others)


def _phrase(source: str, target: str) -> LookedUpWord:
    """Return a whole sentence as what was looked up."""
    return LookedUpWord(Word(source, 0, len(source)), target, Word(target, 0, len(target)))


def words_at(text: str, spans: Sequence[Span]) -> tuple[Word, ...]:
    """Return the words of a text that stand at these places."""
    return tuple(Word(text[start:end], start, end) for start, end in spans)


def moved(sentence: SentenceTranslation, by_source: int, by_target: int) -> SentenceTranslation:
    """Return the sentence with all its places that much further on in source and target."""
    if by_source == by_target == 0:
        return sentence
    return replace(
        sentence,
        source_start=sentence.source_start + by_source,
        target_start=sentence.target_start + by_target,
        tokens=tuple(
            TargetToken(
                token.text, token.probability, token.start + by_target, token.end + by_target
            )
            for token in sentence.tokens
        ),
        source_words=moved_words(sentence.source_words, by_source),
        target_words=moved_words(sentence.target_words, by_target),
        notices=tuple(
            replace(notice, start=notice.start + by_source, end=notice.end + by_source)
            for notice in sentence.notices
        ),
        terms=tuple(
            TermUse(_moved_word(use.source, by_source), _moved_word(use.target, by_target))
            for use in sentence.terms
        ),
        misspellings=tuple(
            replace(one, word=_moved_word(one.word, by_source)) for one in sentence.misspellings
        ),
        looked_up=tuple(
            replace(
                word,
                source=_moved_word(word.source, by_source),
                target=word.target and _moved_word(word.target, by_target),
            )
            for word in sentence.looked_up
        ),
    )


def moved_words(words: Sequence[Word], by: int) -> tuple[Word, ...]:
    """Return words with their places that much further on."""
    return tuple(_moved_word(word, by) for word in words)


def _moved_word(word: Word, by: int) -> Word:
    return Word(word.text, word.start + by, word.end + by)
