"""Attention of made-up sentences: random weights, words of one or more tokens."""

from collections.abc import Sequence
from typing import get_args

import numpy as np
from hypothesis import strategies as st

from engine.attention.alignment import Link
from engine.attention.maps import (
    AttentionMaps,
    AxisItem,
    Kind,
    SentenceAttention,
    ValueNorms,
    Weights,
)
from engine.translation import Word

KINDS: tuple[Kind, ...] = get_args(Kind)


def texts_of(sizes: Sequence[int], punctuation: Sequence[bool]) -> tuple[str, tuple[Word, ...]]:
    """Return a text whose words have as many letters as tokens are wanted."""
    names = [
        ("." if is_mark else "abcdefgh"[number % 8]) * size
        for number, (size, is_mark) in enumerate(zip(sizes, punctuation, strict=True))
    ]
    starts = [sum(len(name) + 1 for name in names[:number]) for number in range(len(names))]
    words = tuple(
        Word(name, start, start + len(name)) for name, start in zip(names, starts, strict=True)
    )
    return " ".join(names), words


def random_rows(generator: np.random.Generator, *shape: int, causal: bool = False) -> Weights:
    """Draw weights whose rows sum to one."""
    weights = generator.gamma(0.3, size=shape) + 1e-4
    if causal:
        weights = np.tril(weights)
    return np.asarray(weights / weights.sum(-1, keepdims=True), dtype=np.float32)


def attention_of(
    source_sizes: Sequence[int],
    target_sizes: Sequence[int],
    *,
    source_marks: Sequence[bool] | None = None,
    target_marks: Sequence[bool] | None = None,
    source_bos: bool = True,
    seed: int = 0,
    layers: int = 2,
    heads: int = 3,
) -> SentenceAttention:
    """Return random attention between words of so many tokens, each a letter.

    Args:
        source_sizes: How many tokens each source word has.
        target_sizes: How many tokens each target word has.
        source_marks: Which of them are punctuation; None makes none so.
        target_marks: Likewise.
        source_bos: Whether the source begins with bos.
        seed: Of the weights.
        layers: Of the model.
        heads: Of the model.
    """
    source, source_words = texts_of(source_sizes, source_marks or [False] * len(source_sizes))
    target, target_words = texts_of(target_sizes, target_marks or [False] * len(target_sizes))
    source_ids = [word for word, size in enumerate(source_sizes) for _ in range(size)]
    target_ids = [word for word, size in enumerate(target_sizes) for _ in range(size)]
    bos = ["<bos>"] if source_bos else []
    source_tokens = (*bos, *source.replace(" ", ""), "<eos>")
    target_tokens = tuple(target.replace(" ", ""))
    columns, rows = len(source_tokens), len(target_tokens) + 1
    generator = np.random.default_rng(seed)

    def norms(size: int) -> Weights:
        return np.asarray(generator.uniform(0.1, 3, (layers, heads, size)), dtype=np.float32)

    return SentenceAttention(
        source=source,
        target=target,
        maps=AttentionMaps(
            random_rows(generator, layers, heads, columns, columns),
            random_rows(generator, layers, heads, rows, rows, causal=True),
            random_rows(generator, layers, heads, rows, columns),
        ),
        value_norms=ValueNorms(norms(columns), norms(rows), norms(columns)),
        source_tokens=source_tokens,
        target_inputs=("<bos>", *target_tokens),
        target_outputs=(*target_tokens, "<eos>"),
        source_words=source_words,
        target_words=target_words,
        source_word_ids=(*(-1 for _ in bos), *source_ids, -1),
        target_word_ids=tuple(target_ids),
    )


_sizes = st.lists(st.integers(1, 3), max_size=5)


@st.composite
def any_attention(draw: st.DrawFn) -> SentenceAttention:
    """Draw attention between some words, punctuation among them; or between none."""
    source_sizes, target_sizes = draw(_sizes), draw(_sizes)
    return attention_of(
        source_sizes,
        target_sizes,
        source_marks=[draw(st.booleans()) for _ in source_sizes],
        target_marks=[draw(st.booleans()) for _ in target_sizes],
        source_bos=draw(st.booleans()),
        seed=draw(st.integers(0, 99)),
        layers=draw(st.integers(1, 3)),
        heads=draw(st.integers(1, 3)),
    )


kinds = st.sampled_from(KINDS)
wishes = st.fixed_dictionaries(
    {
        "unit": st.sampled_from(["tokens", "words"]),
        "shifted": st.booleans(),
        "hide_sinks": st.booleans(),
        "by_value": st.booleans(),
    }
)


def labels(items: Sequence[AxisItem]) -> list[str]:
    """Return the labels of an axis."""
    return [item.label for item in items]


def assert_rows_sum_to_one(weights: Weights, *, but_empty: bool = False) -> None:
    """Check that rows do; where they may be empty, or sum to zero."""
    assert weights.dtype == np.float32
    assert (weights >= 0).all()
    sums = weights.sum(axis=-1)
    is_whole = np.isclose(sums, 1, rtol=0, atol=1e-5)
    assert (is_whole | (sums == 0) if but_empty else is_whole).all()


def best_links(weights: Weights) -> frozenset[Link]:
    """For each target word the source word it looks at most, out of (Wt, Ws)."""
    return frozenset(enumerate(map(int, weights.argmax(axis=-1))))
