"""What is told of one sentence that was searched: its words, its tokens, what to doubt."""

import math
from collections.abc import Sequence
from dataclasses import replace

from engine.alignment import groups_of_words
from engine.decoding import Hypothesis
from engine.encoding import Decoded, Encoding, Span, find_words
from engine.manifest import Manifest
from engine.notices import WordPieces, notices_of
from engine.tokenizer import Tokenizer
from engine.translation import (
    AlignedWords,
    Notice,
    ScoredText,
    SentenceTranslation,
    TargetToken,
    Word,
)


def report(
    source: str,
    encoding: Encoding,
    hypotheses: Sequence[Hypothesis],
    decoded: Sequence[Decoded],
    alignment: tuple[AlignedWords, ...],
    *,
    tokenizer: Tokenizer,
    manifest: Manifest,
) -> SentenceTranslation:
    """Tell what was found for a sentence, as if it were the whole text.

    Args:
        source: The sentence.
        encoding: Its ids.
        hypotheses: What was found, best first.
        decoded: The text of each.
        alignment: The links of the best.
        tokenizer: The one that made the source's ids.
        manifest: Of the model.
    """
    best, shown = hypotheses[0], decoded[0]
    return SentenceTranslation(
        source=source,
        source_start=0,
        target=shown.text,
        target_start=0,
        hypotheses=tuple(
            ScoredText(line.text, hypothesis.score, hypothesis.ids)
            for line, hypothesis in zip(decoded, hypotheses, strict=True)
        ),
        tokens=tuple(
            TargetToken(shown.text[start:end], math.exp(log_prob), start, end)
            for (start, end), log_prob in zip(shown.spans, best.log_probs, strict=False)
        ),
        source_words=words_at(source, encoding.words),
        target_words=words_at(shown.text, find_words(shown.text)),
        alignment=alignment,
        notices=_notices(source, encoding, best, shown.text, tokenizer, manifest),
    )


def _notices(
    source: str,
    encoding: Encoding,
    best: Hypothesis,
    target: str,
    tokenizer: Tokenizer,
    manifest: Manifest,
) -> tuple[Notice, ...]:
    words = words_at(source, encoding.words)
    groups = groups_of_words(encoding.word_ids, len(words))
    unk = tokenizer.special.unk
    return notices_of(
        Word(source, 0, len(source)),
        target,
        source_language=manifest.source_language,
        target_language=manifest.target_language,
        words=[
            WordPieces(
                word,
                num_pieces=len(group),
                num_unknown=sum(encoding.ids[i] == unk for i in group),
                num_bytes=sum(tokenizer.is_byte(encoding.ids[i]) for i in group),
            )
            for word, group in zip(words, groups, strict=True)
        ],
        log_probs=best.log_probs,
        is_finished=best.is_finished,
        limits=manifest.familiarity,
    )


def words_at(text: str, spans: Sequence[Span]) -> tuple[Word, ...]:
    """Give the words of a text that stand at these places."""
    return tuple(Word(text[start:end], start, end) for start, end in spans)


def moved(sentence: SentenceTranslation, by_source: int, by_target: int) -> SentenceTranslation:
    """Give the sentence with all its places that much further on in source and target."""
    return replace(
        sentence,
        source_start=sentence.source_start + by_source,
        target_start=sentence.target_start + by_target,
        tokens=tuple(
            replace(token, start=token.start + by_target, end=token.end + by_target)
            for token in sentence.tokens
        ),
        source_words=_moved_words(sentence.source_words, by_source),
        target_words=_moved_words(sentence.target_words, by_target),
        notices=tuple(
            replace(notice, start=notice.start + by_source, end=notice.end + by_source)
            for notice in sentence.notices
        ),
    )


def _moved_words(words: tuple[Word, ...], by: int) -> tuple[Word, ...]:
    return tuple(Word(word.text, word.start + by, word.end + by) for word in words)
