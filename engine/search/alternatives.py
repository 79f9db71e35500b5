"""Other words that could stand at a place of a translation, and what would become of it.

A word may be several tokens, so its first tokens alone are not shown: each is searched on.

Shapes: S source length, D d_model.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.nn.decoding import Ints, Memory
from engine.search.beam_search import SearchSettings, search
from engine.search.confidence import calibrated_word, share_for_others
from engine.search.decoder import Decoder
from engine.search.forced_decoding import predictions_after
from engine.tokenizers.encoding import Decoded, find_words
from engine.translation import Alternative, Span

_TRIED = 8
"""Tokens that are looked at for each word wanted: many only go on with the word before."""

_SEARCHED = 2
"""Tokens that are searched on for each word wanted: some become the same word."""


def find_alternatives(
    model: Decoder,
    src_ids: Ints,
    memory: Memory,
    target_ids: Sequence[int],
    place: int,
    settings: SearchSettings,
    *,
    decode: Callable[[Sequence[int]], Decoded],
    write: Callable[[Sequence[int]], str],
    never: frozenset[int],
    count: int,
    temperature: float = 1.0,
    should_stop: Callable[[], bool] | None = None,
) -> tuple[Alternative, ...]:
    """Find the most probable words at a place, given what stands before it.

    The probability of a word is the product of its tokens'. That of the present word is calibrated,
    as wherever it is shown; what it gains or loses, the others lose or gain in proportion. All
    words are searched on at once.

    Args:
        model: What predicts.
        src_ids: One source, (1, S).
        memory: What the encoder made of it, (1, S, D).
        target_ids: Its translation, without bos and eos.
        place: Which of the translation's words; see `find_words`.
        settings: How to search on.
        decode: Gives the text of target ids.
        write: Gives the whole sentence as it is shown.
        never: Ids that are no text.
        count: How many words to give at most.
        temperature: The model's; see `engine.search.confidence`.
        should_stop: Asked before every step.

    Returns:
        Distinct words, the most probable first. The present one is always among them.

    Raises:
        Cancelled: If should_stop said so.
        ValueError: If there is no such word, or no word is wanted.
    """
    if count < 1:
        raise ValueError(f"count must be at least 1, not {count}")
    ids = tuple(target_ids)
    line = _Line.of(decode(ids))
    if not 0 <= place < len(line.words):
        raise ValueError(f"there is no word {place} among {len(line.words)}")
    first, end = line.tokens_of(place)
    scores = model.score(memory, [[model.bos_id, *ids[: end - 1]]], [ids[:end]])
    log_probs = scores[0, first:].tolist()
    probability = calibrated_word(log_probs, temperature)
    share = share_for_others(math.exp(sum(log_probs)), probability)
    present = Alternative(line.words[place], probability, ids[:end], write(ids))

    def begins_alike(other: _Line) -> bool:
        return other.words[:place] == line.words[:place]

    after = predictions_after(model, memory, ids[:first], should_stop)
    _, tokens = after.top(min(_TRIED * count, model.tgt_vocab_size))
    likely = tokens[0, 0].tolist()
    beginnings = [(*ids[:first], token_id) for token_id in likely if token_id not in never]
    beginnings = [tried for tried in beginnings if begins_alike(_Line.of(decode(tried)))]
    beginnings = beginnings[: _SEARCHED * count]
    if not beginnings or first + 1 >= settings.max_length:
        return (present,)
    sources = np.repeat(src_ids, len(beginnings), axis=0)
    others: list[Alternative] = []
    for hypothesis, *_ in search(
        model,
        sources,
        settings,
        memory=memory.select([0] * len(beginnings)),
        prefixes=beginnings,
        should_stop=should_stop,
    ):
        other = _Line.of(decode(hypothesis.ids))
        if len(other.words) <= place or not begins_alike(other):
            continue
        _, end = other.tokens_of(place)
        chosen, word = hypothesis.ids[:end], other.words[place]
        if decode(chosen).text.endswith(word):  # so that nothing after the word is chosen with it
            probability = share * math.exp(sum(hypothesis.log_probs[first:end]))
            others.append(Alternative(word, probability, chosen, write(hypothesis.ids)))
    return _best(present, others, count)


def _best(
    present: Alternative, others: Iterable[Alternative], count: int
) -> tuple[Alternative, ...]:
    """Return the most probable of distinct words, and the present one in any case."""
    distinct = {present.word: present}
    for other in sorted(others, key=_improbability):
        distinct.setdefault(other.word, other)
    _, *rest = distinct.values()
    return tuple(sorted([present, *rest[: count - 1]], key=_improbability))


def _improbability(alternative: Alternative) -> float:
    return -alternative.probability


@dataclass(frozen=True, slots=True)
class _Line:
    """The text of some target ids: its words, and where tokens and words stand in it."""

    text: str
    words: tuple[str, ...]
    token_spans: tuple[Span, ...]
    word_spans: tuple[Span, ...]

    @classmethod
    def of(cls, decoded: Decoded) -> Self:
        spans = find_words(decoded.text, decoded.spans)
        words = tuple(decoded.text[start:end] for start, end in spans)
        return cls(decoded.text, words, decoded.spans, spans)

    def tokens_of(self, place: int) -> tuple[int, int]:
        """Return the first token of a word and the end of its last.

        Whatever stands between two words belongs to the second: a blank may be a token too.
        """
        touching = self._touching(place)
        first = self._touching(place - 1)[-1] + 1 if place > 0 else 0
        return min(first, touching[0]), touching[-1] + 1

    def _touching(self, place: int) -> list[int]:
        word_start, word_end = self.word_spans[place]
        return [
            index
            for index, (start, end) in enumerate(self.token_spans)
            if start < word_end and end > word_start
        ]
