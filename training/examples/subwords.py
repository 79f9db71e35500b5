"""Learn vocabularies: subword merges and word lists, as tokenizers of the engine."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
from tokenizers import pre_tokenizers, trainers

from engine.tokenizers.encoding import replace_surrogates
from engine.tokenizers.subword import (
    BYTE_TOKENS,
    SPECIAL_TOKENS,
    Flavour,
    SubwordTokenizer,
    build_library,
)
from engine.tokenizers.vocabulary import Vocabulary
from engine.tokenizers.word import BLANK, WordTokenizer
from engine.tokenizers.word import SPECIAL_TOKENS as WORD_SPECIAL_TOKENS

_RESERVED = [*SPECIAL_TOKENS, *BYTE_TOKENS]


def learn_bpe(texts: Iterable[str], vocab_size: int, min_frequency: int = 2) -> SubwordTokenizer:
    """Learn byte-pair encoding of the flavour `bpe` from one or both languages.

    Args:
        texts: Sentences; they are held in memory.
        vocab_size: The most tokens; fewer if the texts offer no more pairs.
        min_frequency: How often a character or a pair must occur to become a token; rarer
            characters are spelled in bytes.

    Raises:
        ValueError: If `vocab_size` leaves no room beside special tokens and bytes.
    """
    _check_size(vocab_size)
    bare = SubwordTokenizer("bpe", {token: index for index, token in enumerate(_RESERVED)}, [])
    lines = [bare.normalize(text) for text in texts]
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(" " + line)
    frequent = [character for character, count in counts.items() if count >= min_frequency]
    # By frequency, then by code point, so that equal texts give equal vocabularies.
    frequent.sort(key=lambda character: (-counts[character], character))
    alphabet = frequent[: vocab_size - len(_RESERVED)]
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=min_frequency,
        special_tokens=_RESERVED,
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet),
        show_progress=False,
    )
    return _learn("bpe", lines, trainer)


def learn_byte_level(
    texts: Iterable[str], vocab_size: int, min_frequency: int = 2
) -> SubwordTokenizer:
    """Learn byte-pair encoding of the flavour `byte_level`, like the recipe of IWSLT'14.

    Args:
        texts: Sentences, usually of both languages.
        vocab_size: The most tokens; fewer if the texts offer no more pairs.
        min_frequency: How often a pair must occur to become a token.

    Raises:
        ValueError: If `vocab_size` leaves no room beside special tokens and bytes.
    """
    _check_size(vocab_size)
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=min_frequency,
        special_tokens=list(SPECIAL_TOKENS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    return _learn("byte_level", (replace_surrogates(text) for text in texts), trainer)


def learn_words(
    texts: Iterable[str], language: str, min_frequency: int = 2, *, lowercase: bool = True
) -> WordTokenizer:
    """Return the words of one language that occur often enough, the most frequent first.

    Equally frequent words are in code point order.

    Args:
        texts: Sentences.
        language: A code spaCy has rules for, or `blank`, which splits at white space and keeps
            the case.
        min_frequency: How often a word must occur.
        lowercase: Whether words are lower-cased; of no effect on `blank`.

    Raises:
        TokenizerError: If spaCy has no rules for the language.
    """
    bare = WordTokenizer(
        language, Vocabulary(WORD_SPECIAL_TOKENS), lowercase=lowercase and language != BLANK
    )
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(word for word, _ in bare.split(text))
    words = [word for word, count in counts.items() if count >= min_frequency]
    words.sort(key=lambda word: (-counts[word], word))
    known = (word for word in words if word not in WORD_SPECIAL_TOKENS)
    return WordTokenizer(
        language, Vocabulary([*WORD_SPECIAL_TOKENS, *known]), lowercase=bare.lowercase
    )


class SubwordSampler:
    """BPE-dropout (Provilkov et al. 2020): other segmentations of the same texts every epoch.

    Before every merge each possible one is left out with probability `dropout`. The library's own
    dropout cannot be seeded; here an epoch is a function of the texts, the seed and its number.
    To be quick, every different piece of text (a word and the space before it) is segmented at
    most `variants` times an epoch, and each of its occurrences takes one of these by chance.

    Args:
        tokenizer: Whose merges are left out.
        texts: The sentences of the corpus.
        dropout: From 0, the result of `tokenizer.encode`, to 1, no merges at all.
        seed: Of the random numbers, together with the epoch.
        variants: Segmentations of a piece in one epoch.
    """

    def __init__(
        self,
        tokenizer: SubwordTokenizer,
        texts: Sequence[str],
        dropout: float,
        seed: int,
        variants: int = 8,
    ) -> None:
        if not 0 <= dropout <= 1:
            raise ValueError(f"dropout must be between 0 and 1, not {dropout}")
        if variants < 1:
            raise ValueError(f"variants must be at least 1, not {variants}")
        self._merges = tokenizer.merges()
        self._dropout = dropout
        self._seed = seed
        numbers: dict[str, int] = {}
        self._texts = [
            [numbers.setdefault(piece, len(numbers)) for piece in tokenizer.pieces(text)]
            for text in texts
        ]
        self._symbols = [tokenizer.symbols(piece) for piece in numbers]
        self._occurrences = np.fromiter(
            (number for text in self._texts for number in text), dtype=np.int64
        )
        counts = np.bincount(self._occurrences, minlength=len(numbers))
        is_fixed = np.array([dropout == 0 or len(symbols) == 1 for symbols in self._symbols])
        self._variants = np.where(is_fixed, 1, np.minimum(counts, variants))

    def sample(self, epoch: int) -> list[list[int]]:
        """Return the ids of every text in this epoch, without bos and eos."""
        rng = np.random.default_rng([self._seed, epoch])
        draws = _uniform(rng)
        segmented = [
            apply_merges(symbols, self._merges, self._dropout, draws)
            for symbols, variants in zip(self._symbols, self._variants.tolist(), strict=True)
            for _ in range(variants)
        ]
        first = np.cumsum(self._variants) - self._variants
        chance = rng.random(len(self._occurrences))
        chosen = first[self._occurrences] + (chance * self._variants[self._occurrences]).astype(
            np.int64
        )
        pieces = iter(chosen.tolist())
        return [
            [token_id for _ in text for token_id in segmented[next(pieces)]] for text in self._texts
        ]


def apply_merges(
    symbols: Sequence[int],
    merges: Mapping[tuple[int, int], tuple[int, int]],
    dropout: float,
    draws: Iterator[float],
) -> list[int]:
    """Merge the symbols of one piece until none of the merges that were not left out applies.

    Args:
        symbols: Ids before the first merge.
        merges: Pair of ids -> rank and merged id.
        dropout: How likely a merge is left out; drawn before every merge.
        draws: Uniform numbers in [0, 1).

    Returns:
        The ids after the last merge.
    """
    ids = list(symbols)
    while len(ids) > 1:
        best: tuple[int, int] | None = None
        place = 0
        for index, pair in enumerate(pairwise(ids)):
            found = merges.get(pair)
            # Dropping a merge that is worse than the best makes no difference.
            if found and (best is None or found[0] < best[0]) and next(draws) >= dropout:
                best, place = found, index
        if best is None:
            break
        ids[place : place + 2] = [best[1]]
    return ids


def _uniform(rng: np.random.Generator) -> Iterator[float]:
    while True:
        yield from rng.random(4096).tolist()


def _check_size(vocab_size: int) -> None:
    if vocab_size <= len(_RESERVED):
        raise ValueError(f"vocab_size must be more than {len(_RESERVED)}, not {vocab_size}")


def _learn(
    flavour: Flavour, texts: Iterable[str], trainer: trainers.BpeTrainer
) -> SubwordTokenizer:
    """Train the library's own model, and take its vocabulary and merges."""
    library = build_library(flavour, {}, [])
    library.train_from_iterator(texts, trainer)
    model = json.loads(library.to_str())["model"]
    merges = [(left, right) for left, right in model["merges"]]
    return SubwordTokenizer(flavour, model["vocab"], merges)
