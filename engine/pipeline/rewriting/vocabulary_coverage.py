"""How much of a text a vocabulary covers: what it cannot write, what it spells in bytes."""

from collections.abc import Iterator

from engine.tokenizers.encoding import Encoding
from engine.tokenizers.tokenizer import Tokenizer
from engine.translation import Span


def unknown_spans(encoding: Encoding, tokenizer: Tokenizer) -> list[Span]:
    """Return where an <unk> stands for something."""
    return [
        span
        for token_id, span in zip(encoding.ids, encoding.spans, strict=True)
        if token_id == tokenizer.special.unk
    ]


def byte_places(encoding: Encoding, tokenizer: Tokenizer) -> Iterator[int]:
    """Yield where characters stand that are spelled in bytes."""
    done = 0
    for token_id, (start, end) in zip(encoding.ids, encoding.spans, strict=True):
        if tokenizer.is_byte(token_id):
            yield from range(max(start, done), end)
            done = max(done, end)


def is_covered(text: str, tokenizer: Tokenizer) -> bool:
    """Return whether there are pieces for all of a text."""
    ids = tokenizer.encode(text).ids
    return not any(i == tokenizer.special.unk or tokenizer.is_byte(i) for i in ids)


def is_familiar(sign: str, tokenizer: Tokenizer) -> bool:
    """Return whether a sign was seen often: then it is one token even with the space before it."""
    tokens = [len(tokenizer.encode(text).ids) for text in ("a", f"a {sign}")]
    return is_covered(sign, tokenizer) and tokens[1] - tokens[0] == 1


def strangeness(encoding: Encoding, tokenizer: Tokenizer) -> tuple[int, int]:
    """Return how little a tokenizer knows of a text: its unknown pieces, and all pieces."""
    ids = encoding.ids
    return sum(i == tokenizer.special.unk or tokenizer.is_byte(i) for i in ids), len(ids)
