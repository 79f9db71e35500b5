"""The output of a tokenizer: ids with their places in the text, and the words people see.

Spans are half-open ranges of Unicode code points.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import accumulate, pairwise

from tokenizers import Regex, pre_tokenizers

from engine.languages.scripts import KATAKANA, SPACELESS
from engine.translation import Span

_WORDS = pre_tokenizers.Split(
    Regex(
        r"[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’‐‑-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*"
        r"|[^\s\p{L}\p{N}]+"
    ),
    "removed",
    invert=True,
)

_SPACELESS = re.compile(f"[{SPACELESS}]")
_PARTS = pre_tokenizers.Split(
    Regex(rf"[{KATAKANA}]+|[{SPACELESS}]\p{{M}}*|[^{SPACELESS}]+"), "removed", invert=True
)
"""One character of such a script with its marks, katakana together, or whatever is of others."""

UNKNOWN = "⁇"
"""What an unknown word of a translation looks like: to leave it out would be a silent loss."""

_SHOWN = {" ": "▁", "\n": "↵", "\r": "↵", "\t": "⇥"}
_LINE_BREAK = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Encoding:
    """A text as ids, without bos and eos; spans are places in the text as it was given.

    `spans` has one span an id, `words` one span a word, `word_ids` the index of each id's word.
    """

    ids: tuple[int, ...]
    spans: tuple[Span, ...]
    word_ids: tuple[int, ...]
    words: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Decoded:
    """Ids as a text; one span an id, in that text, empty for special tokens."""

    text: str
    spans: tuple[Span, ...]


def replace_surrogates(text: str) -> str:
    """Return the text with every lone surrogate, which no encoding has, as U+FFFD; same length."""
    return _SURROGATES.sub("\ufffd", text)


def in_one_line(text: str) -> str:
    """Return the text with a blank for every line break; same length."""
    return _LINE_BREAK.sub(" ", text)


def readable(text: str) -> str:
    """Return the text for a label: white space as ▁ ↵ ⇥, other invisibles as code points."""
    shown = (_SHOWN.get(character, character) for character in text)
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in shown)


def find_words(text: str, tokens: Iterable[Span] = ()) -> tuple[Span, ...]:
    """Return the words of a text: runs of letters and digits ("don't"), or of punctuation.

    Combining marks belong to their base character, white space to no word. In scripts without
    blanks between words, each character is a word, or what a token holds together, or a run of
    katakana: only a dictionary tells which words a reader sees there.

    Args:
        text: Any text.
        tokens: The places of a model's tokens in it, in order; none where there is no model.
    """
    whole = replace_surrogates(text)
    words = [span for _, span in _WORDS.pre_tokenize_str(whole)]
    if not _SPACELESS.search(text):
        return tuple(words)
    held = {place for start, end in tokens for place in range(start + 1, end)}
    return tuple(part for word in words for part in _parts_of(whole, word, held))


def _parts_of(text: str, word: Span, held: AbstractSet[int]) -> Iterator[Span]:
    """Cut a word before and after characters of scripts without blanks, except where it is held."""
    start, end = word
    for _, (_, length) in _PARTS.pre_tokenize_str(text[start:end]):
        place = word[0] + length
        if place == end or place not in held:
            yield start, place
            start = place


def assign_words(spans: Iterable[Span], words: Sequence[Span]) -> tuple[int, ...]:
    """Return the index of the word that each span belongs to.

    That is the first word the span reaches into; white space belongs to the word after it, or to
    the last word. `words` must not be empty unless `spans` is.
    """
    ends = [end for _, end in words]
    last = len(words) - 1
    return tuple(min(bisect_right(ends, start), last) for start, _ in spans)


def decode_bytes(joined: bytes, ends: Sequence[int]) -> Decoded:
    """Return the text of the bytes of some tokens, which lie between the places `ends`.

    Each byte that is part of no character is shown as U+FFFD; all bytes of one character have that
    character's span.
    """
    # Every byte that is not part of a character becomes a surrogate of its own.
    text = joined.decode("utf-8", errors="surrogateescape")
    spans = tuple(pairwise(ends)) if text.isascii() else character_spans(text, ends)
    return Decoded(replace_surrogates(text), spans)


def character_spans(text: str, ends: Sequence[int]) -> tuple[Span, ...]:
    """Return spans of bytes as spans of characters, widened to whole ones."""
    widths = (1 if 0xD800 <= ord(c) < 0xE000 else len(c.encode()) for c in text)
    starts = list(accumulate(widths, initial=0))  # starts[i]: the first byte of character i

    def span(start: int, end: int) -> Span:
        # The last character that begins at or before `start`, the first that begins at `end`
        # or later.
        first = bisect_left(starts, start + 1) - 1
        return (first, bisect_left(starts, end)) if end > start else (first, first)

    return tuple(span(start, end) for start, end in pairwise(ends))


def original_span(span: Span, origins: Sequence[Span], length: int) -> Span:
    """Return a span of a rewritten text as a span of the original; empty ones stay empty.

    Args:
        span: In the rewritten text.
        origins: Where each of its characters comes from.
        length: Of the original.
    """
    start, end = span
    if start == end:
        place = origins[start][0] if start < len(origins) else length
        return place, place
    return origins[start][0], origins[end - 1][1]
