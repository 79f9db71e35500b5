"""Hints: words that a translation may use, in the source beside the word that they are for.

    The <hint> tap <is> Wasserhahn </hint> is dripping.

The model learns to read them: terminology (Dinu et al. 2019, section 3), in its dictionary form, so
that the model itself inflects it (Bergmanis and Pinnis 2021), with several candidates behind `<or>`
where a dictionary offers them (Zhong and Chiang 2020).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeGuard

from engine.tokenizers.encoding import Encoding
from engine.tokenizers.subword import HINT_TAGS, SubwordTokenizer
from engine.tokenizers.tokenizer import Tokenizer
from engine.translation import Span


class Hint(NamedTuple):
    """What a part of a sentence may be translated as."""

    start: int
    end: int
    words: tuple[str, ...]
    """The candidates, each in its dictionary form."""


def reads_hints(tokenizer: Tokenizer) -> TypeGuard[SubwordTokenizer]:
    """Return whether the model of a tokenizer was trained with hints."""
    return isinstance(tokenizer, SubwordTokenizer) and {*HINT_TAGS} <= {*tokenizer.tags}


def with_hints(encoding: Encoding, hints: Iterable[Hint], tokenizer: SubwordTokenizer) -> Encoding:
    """Return the encoding of a sentence with hints in it.

    The tokens of a hint have empty spans and belong to the word that they are for, so attention to
    them counts as attention to that word.

    Args:
        encoding: Of the sentence.
        hints: From left to right; one that overlaps the one before is left out.
        tokenizer: What encoded the sentence; it has `HINT_TAGS`.
    """
    begin, means, alternatively, end = map(tokenizer.tag_id, HINT_TAGS)
    ids: list[int] = []
    spans: list[Span] = []
    word_ids: list[int] = []
    done = 0

    def copy_until(place: int) -> None:
        ids.extend(encoding.ids[done:place])
        spans.extend(encoding.spans[done:place])
        word_ids.extend(encoding.word_ids[done:place])

    def insert(tokens: Sequence[int], at: int, word: int) -> None:
        ids.extend(tokens)
        spans.extend([(at, at)] * len(tokens))
        word_ids.extend([word] * len(tokens))

    for hint in hints:
        tokens = [
            place
            for place, (start, stop) in enumerate(encoding.spans)
            if start < hint.end and stop > hint.start
        ]
        if not tokens or tokens[0] < done:
            continue
        first, last = tokens[0], tokens[-1]
        copy_until(first)
        insert([begin], encoding.spans[first][0], encoding.word_ids[first])
        done = first
        copy_until(last + 1)
        done = last + 1
        written: list[int] = []
        for words in hint.words:
            written += alternatively if written else means, *tokenizer.encode(words).ids
        insert([*written, end], encoding.spans[last][1], encoding.word_ids[last])
    copy_until(len(encoding.ids))
    return Encoding(tuple(ids), tuple(spans), tuple(word_ids), encoding.words)
