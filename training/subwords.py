"""Learn vocabularies: subword merges and word lists, as tokenizers of the engine."""

import json
from collections import Counter
from collections.abc import Iterable

from tokenizers import trainers

from engine.subword_tokenizer import (
    BYTE_TOKENS,
    SPECIAL_TOKENS,
    Flavour,
    SubwordTokenizer,
    build_library,
)


def learn_bpe(texts: Iterable[str], vocab_size: int, min_frequency: int = 2) -> SubwordTokenizer:
    """Byte-pair encoding of the flavour `bpe`, learned from both languages or from one.

    Args:
        texts: Sentences; they are held in memory.
        vocab_size: Tokens at most; fewer where the texts offer no more pairs.
        min_frequency: How often a character or a pair must occur to become a token; rarer
            characters are spelled in bytes.

    Raises:
        ValueError: If `vocab_size` leaves no room after special tokens and bytes.
    """
    reserved = [*SPECIAL_TOKENS, *BYTE_TOKENS]
    if vocab_size <= len(reserved):
        raise ValueError(f"vocab_size must be more than {len(reserved)}, not {vocab_size}")
    bare = SubwordTokenizer("bpe", {token: index for index, token in enumerate(reserved)}, [])
    lines = [bare.normalize(text) for text in texts]
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(" " + line)
    frequent = [c for c, count in counts.items() if count >= min_frequency]
    # Sorted by frequency, then by code point, so that equal texts give equal vocabularies.
    frequent.sort(key=lambda c: (-counts[c], c))
    alphabet = frequent[: vocab_size - len(reserved)]
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=min_frequency,
        special_tokens=reserved,
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet),
        show_progress=False,
    )
    return _learn("bpe", lines, trainer)


def _learn(
    flavour: Flavour, texts: Iterable[str], trainer: trainers.BpeTrainer
) -> SubwordTokenizer:
    library = build_library(flavour, {}, [])
    library.train_from_iterator(texts, trainer)
    model = json.loads(library.to_str())["model"]
    merges = [(left, right) for left, right in model["merges"]]
    return SubwordTokenizer(flavour, model["vocab"], merges)
