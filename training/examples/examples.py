"""Sentence pairs as ids, packed in flat arrays, made for each epoch shard by shard.

A shard is what is encoded at once: a part of an epoch's pairs, drawn by chance. A small corpus is
one shard, encoded once; a large one is encoded as it is needed, so memory does not grow with it.
Which pairs a shard holds, and how they are rewritten, follows from the seed, the epoch and the
shard's number alone. Torch-free, because worker processes import it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple, Self, overload

import numpy as np
import numpy.typing as npt

from engine.tokenizers.hints import with_hints
from engine.tokenizers.subword import SYNTHETIC_TAG, SubwordTokenizer
from engine.tokenizers.tokenizer import Tokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from training.corpus_formats.packed_pairs import PackedPairs
from training.corpus_formats.sentence_pair import BackTranslation, SentencePair
from training.examples.augmentation import augment
from training.examples.formality import formality_tags
from training.examples.hints import HintedPair, HintWriter
from training.examples.subwords import SubwordSampler
from training.recipe import Recipe

SHARD_PAIRS = 100_000
"""Sentence pairs of a shard at most: seconds to encode, and far more than a batch."""

Rows = Sequence[int] | npt.NDArray[np.int64]
Tags = tuple[str, ...]


class Example(NamedTuple):
    """One sentence pair as ids: source as the encoder reads it, target with bos and eos."""

    src: Sequence[int]
    tgt: Sequence[int]


class PackedIds:
    """Many sequences of ids, one behind another in one array."""

    def __init__(self, flat: npt.NDArray[np.int32], starts: npt.NDArray[np.int64]) -> None:
        self.flat = flat
        self.starts = starts
        """The start of each sequence, and the end of the last."""

    @classmethod
    def of(cls, sequences: Iterable[Sequence[int]]) -> Self:
        """Pack sequences."""
        given = sequences if isinstance(sequences, list) else list(sequences)
        starts = np.zeros(len(given) + 1, dtype=np.int64)
        np.cumsum([len(ids) for ids in given], out=starts[1:])
        flat = np.fromiter(chain.from_iterable(given), dtype=np.int32, count=int(starts[-1]))
        return cls(flat, starts)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of ids in each sequence."""
        return np.diff(self.starts)

    def __getitem__(self, row: int) -> tuple[int, ...]:
        """Return one sequence."""
        return tuple(self.flat[self.starts[row] : self.starts[row + 1]].tolist())

    def take(self, rows: Rows) -> "PackedIds":
        """Return some of the sequences, in the order of `rows`."""
        chosen = np.asarray(rows, dtype=np.int64)
        lengths = self.lengths[chosen]
        starts = np.zeros(len(chosen) + 1, dtype=np.int64)
        np.cumsum(lengths, out=starts[1:])
        shift = np.repeat(self.starts[chosen] - starts[:-1], lengths)
        return PackedIds(self.flat[np.arange(starts[-1]) + shift], starts)

    def padded(self, rows: Rows, pad_id: int) -> npt.NDArray[np.int64]:
        """Stack some of the sequences, (B, longest), with padding at their ends."""
        taken = self.take(rows)
        lengths = taken.lengths
        matrix = np.full((len(lengths), lengths.max(initial=0)), pad_id, dtype=np.int64)
        matrix[np.arange(matrix.shape[1]) < lengths[:, None]] = taken.flat
        return matrix

    def and_then(self, other: "PackedIds") -> "PackedIds":
        """Return these sequences followed by those of another."""
        starts = np.concatenate([self.starts, other.starts[1:] + self.starts[-1]])
        return PackedIds(np.concatenate([self.flat, other.flat]), starts)


class Examples(Sequence[Example]):
    """Sentence pairs as ids: a sequence of examples, held as two flat arrays."""

    def __init__(self, src: PackedIds, tgt: PackedIds) -> None:
        self.src = src
        self.tgt = tgt

    @classmethod
    def of(cls, examples: Iterable[Example]) -> Self:
        """Pack examples."""
        given = list(examples)
        src = PackedIds.of([example.src for example in given])
        return cls(src, PackedIds.of([example.tgt for example in given]))

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of ids on each side of each pair, (number of pairs, 2)."""
        return np.stack([self.src.lengths, self.tgt.lengths], axis=1)

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.src.starts) - 1

    @overload
    def __getitem__(self, row: int) -> Example: ...

    @overload
    def __getitem__(self, row: slice) -> "Examples": ...

    def __getitem__(self, row: int | slice) -> "Example | Examples":
        """Return one example, or those of a slice."""
        if isinstance(row, slice):
            return self.take(range(*row.indices(len(self))))
        at = range(len(self))[row]
        return Example(self.src[at], self.tgt[at])

    def __eq__(self, other: object) -> bool:
        """Compare with another sequence of examples."""
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def take(self, rows: Rows) -> "Examples":
        """Return some of the examples, in the order of `rows`."""
        return Examples(self.src.take(rows), self.tgt.take(rows))

    def replaced(self, rows: Rows, others: "Examples") -> "Examples":
        """Return the same examples with `others` in some rows."""
        if not len(others):
            return self
        order = np.arange(len(self))
        order[np.asarray(rows, dtype=np.int64)] = np.arange(len(others)) + len(self)
        both = Examples(self.src.and_then(others.src), self.tgt.and_then(others.tgt))
        return both.take(order)


def pair_tokenizers(recipe: Recipe, source: Tokenizer, target: Tokenizer) -> TokenizerPair:
    """Return the tokenizers of a recipe, which says how sources are framed."""
    settings = recipe.tokenizer
    return TokenizerPair(
        source, target, source_bos=settings.bos_on_source, source_eos=settings.eos_on_source
    )


def encode_pairs(
    pairs: Sequence[SentencePair],
    tokenizers: TokenizerPair,
    *,
    tags: Sequence[Tags] | None = None,
    src_tokens: Sequence[Sequence[int]] | None = None,
    tgt_tokens: Sequence[Sequence[int]] | None = None,
) -> Examples:
    """Turn sentence pairs into ids between the special tokens that each side carries.

    Args:
        pairs: The sentences.
        tokenizers: One for each side.
        tags: For each pair, the tags before its source; None: none.
        src_tokens: Ids of the sources, if they are segmented differently from usual.
        tgt_tokens: Ids of the targets, likewise.
    """
    if src_tokens is None:
        src_tokens = tokenizers.source.encode_ids([pair.source for pair in pairs])
    if tgt_tokens is None:
        tgt_tokens = tokenizers.target.encode_ids([pair.target for pair in pairs])
    tags = tags or [()] * len(pairs)
    sources = [tokenizers.frame_source(s, t) for t, s in zip(tags, src_tokens, strict=True)]
    targets = [tokenizers.frame_target(ids) for ids in tgt_tokens]
    return Examples(PackedIds.of(sources), PackedIds.of(targets))


def fit_length(
    examples: Sequence[Example], longest: int, too_long: Literal["drop", "cut"]
) -> Examples:
    """Return the examples, those with a longer side dropped or cut before the last token.

    The last token of a cut side is kept, for it is eos where the side carries one.
    """
    packed = examples if isinstance(examples, Examples) else Examples.of(examples)
    is_long = packed.lengths.max(axis=1, initial=0) > longest
    if too_long == "drop":
        return packed.take(np.flatnonzero(~is_long)) if is_long.any() else packed
    rows = np.flatnonzero(is_long)
    cut = [Example(*(_cut(side, longest) for side in packed[int(row)])) for row in rows]
    return packed.replaced(rows, Examples.of(cut))


def _cut(ids: Sequence[int], longest: int) -> Sequence[int]:
    return ids if len(ids) <= longest else (*ids[: longest - 1], ids[-1])


class ShardEncoder:
    """Rewrites and encodes the pairs of a shard by a recipe's rules."""

    def __init__(self, recipe: Recipe, tokenizers: TokenizerPair) -> None:
        self.recipe = recipe
        self.tokenizers = tokenizers

    def __call__(self, pairs: Sequence[SentencePair], epoch: int, shard: int) -> Examples:
        """Return the examples of a shard, the same ones for the same numbers."""
        tokens: Sequence[Sequence[Sequence[int]] | None] = (None, None)
        if self.recipe.tokenizer.dropout:
            tokens = [sampler.sample(epoch) for sampler in self.samplers(pairs, shard)]
        return self.rewritten(self.encode(pairs, epoch, shard, *tokens), pairs, epoch, shard)

    def encode(
        self,
        pairs: Sequence[SentencePair],
        epoch: int,
        shard: int,
        src_tokens: Sequence[Sequence[int]] | None = None,
        tgt_tokens: Sequence[Sequence[int]] | None = None,
    ) -> Examples:
        """Return pairs as ids, in the usual or the given segmentation."""
        return encode_pairs(
            pairs,
            self.tokenizers,
            tags=self._tags(pairs, epoch, shard),
            src_tokens=src_tokens,
            tgt_tokens=tgt_tokens,
        )

    def samplers(self, pairs: Sequence[SentencePair], shard: int = 0) -> list[SubwordSampler]:
        """Return the segmenters of both sides that differ in each epoch (BPE-dropout)."""
        samplers = []
        for side, tokenizer in enumerate((self.tokenizers.source, self.tokenizers.target)):
            assert isinstance(tokenizer, SubwordTokenizer)  # the recipe is checked for it
            seed = 2 * self.recipe.training.seed + side + 1_000_003 * shard
            texts = [pair[side] for pair in pairs]
            samplers.append(SubwordSampler(tokenizer, texts, self.recipe.tokenizer.dropout, seed))
        return samplers

    def rewritten(
        self, examples: Examples, pairs: Sequence[SentencePair], epoch: int, shard: int
    ) -> Examples:
        """Mix the pairs that this epoch rewrites with the others, and keep those that fit.

        Sources with hints are segmented in the usual way.
        """
        recipe = self.recipe
        others = augment(pairs, recipe.augmentation, recipe.training.seed, epoch, shard)
        encoded = self.encode([*others.values()], epoch, shard)
        examples = examples.replaced([*others], encoded)
        if recipe.augmentation.hints:
            given = dict(enumerate(pairs)) | others
            hinted = self.hint_writer.write(
                given, recipe.augmentation.hints, [recipe.training.seed, epoch, shard]
            )
            with_hints = self.encode(
                [one.pair for one in hinted.values()],
                epoch,
                shard,
                src_tokens=[self._with_hints(one) for one in hinted.values()],
            )
            examples = examples.replaced([*hinted], with_hints)
        return self.fit(examples)

    @cached_property
    def hint_writer(self) -> HintWriter:
        """What gives hints to pairs.

        Raises:
            CorpusError: If the dictionary is missing.
        """
        return HintWriter.find(self.recipe.source_language, self.recipe.target_language)

    def _with_hints(self, hinted: HintedPair) -> tuple[int, ...]:
        tokenizer = self.tokenizers.source
        assert isinstance(tokenizer, SubwordTokenizer)  # the recipe is checked for it
        return with_hints(tokenizer.encode(hinted.pair.source), hinted.hints, tokenizer).ids

    def fit(self, examples: Examples) -> Examples:
        """Keep examples that are short enough."""
        limits = self.recipe.corpus
        return fit_length(examples, limits.max_length, limits.too_long)

    def _tags(self, pairs: Sequence[SentencePair], epoch: int, shard: int) -> list[Tags] | None:
        """Return the tags before each source: its origin, and its target's form of address."""
        recipe = self.recipe
        tags: list[Tags] = [()] * len(pairs)
        if recipe.corpus.tag_formality:
            targets = [pair.target for pair in pairs]
            names = formality_tags(
                targets, recipe.target_language, [recipe.training.seed, epoch, shard]
            )
            tags = [(name,) if name else () for name in names]
        if recipe.corpus.tag_synthetic:
            tags = [
                (SYNTHETIC_TAG, *of_pair) if isinstance(pair, BackTranslation) else of_pair
                for of_pair, pair in zip(tags, pairs, strict=True)
            ]
        return tags if any(tags) else None


class ExampleMaker:
    """Makes the training examples of an epoch, shard by shard.

    Args:
        recipe: How pairs are rewritten, segmented and framed.
        tokenizers: One for each side.
        pairs: The training text.
        weights: How often an epoch contains each pair: 2.3 is twice, and once more with a chance
            of 0.3; None: each once.
    """

    def __init__(
        self,
        recipe: Recipe,
        tokenizers: TokenizerPair,
        pairs: Sequence[SentencePair],
        weights: npt.NDArray[np.float32] | None = None,
    ) -> None:
        self.encoder = ShardEncoder(recipe, tokenizers)
        self.seed = recipe.training.seed
        self.pairs = pairs
        self.weights = weights
        expected = len(pairs) if weights is None else int(np.ceil(weights.sum()))
        self.num_shards = max(1, -(-expected // SHARD_PAIRS))
        """Of every epoch."""
        self._plain: Examples | None = None
        self._samplers: list[SubwordSampler] = []
        if self.num_shards == 1:
            if recipe.tokenizer.dropout:
                self._samplers = self.encoder.samplers(pairs)
            elif not recipe.corpus.tag_formality:
                self._plain = self.encoder.encode(pairs, 0, 0)
        is_augmented = any(recipe.augmentation.model_dump().values())
        self._unchanging: Examples | None = None
        if self._plain is not None and not is_augmented and weights is None:
            self._unchanging = self.encoder.fit(self._plain)

    def rows(self, epoch: int, shard: int) -> npt.NDArray[np.int64]:
        """Return the indices of a shard's pairs; a weighted one may occur twice."""
        rows = np.arange(len(self.pairs))
        random = np.random.default_rng([self.seed, epoch, 2])
        if self.weights is not None:
            whole = np.floor(self.weights)
            more = random.random(len(rows)) < self.weights - whole
            rows = np.repeat(rows, (whole + more).astype(np.int64))
        if self.num_shards > 1:
            random.shuffle(rows)
        return np.array_split(rows, self.num_shards)[shard]

    def text(self, epoch: int, shard: int) -> Sequence[SentencePair]:
        """Return the pairs of a shard."""
        if self.num_shards == 1 and self.weights is None:
            return self.pairs
        rows = self.rows(epoch, shard)
        if isinstance(self.pairs, PackedPairs):
            return self.pairs.take(rows)
        return [self.pairs[row] for row in rows.tolist()]

    def __call__(self, epoch: int, shard: int = 0) -> Examples:
        """Return the examples of a shard of an epoch, the same ones for the same numbers."""
        if self._unchanging is not None:
            return self._unchanging
        if self.num_shards > 1:
            return self.encoder(self.text(epoch, shard), epoch, shard)
        if self._samplers:
            src, tgt = (sampler.sample(epoch) for sampler in self._samplers)
            plain = self.encoder.encode(self.pairs, epoch, shard, src, tgt)
        else:
            plain = self._plain or self.encoder.encode(self.pairs, epoch, shard)
        if self.weights is not None:
            plain = plain.take(self.rows(epoch, shard))
        return self.encoder.rewritten(plain, self.text(epoch, shard), epoch, shard)

    def upcoming(self, epoch: int) -> Iterator[tuple[int, int]]:
        """Yield the numbers of all future shards, epoch after epoch, without end."""
        while True:
            yield from ((epoch, shard) for shard in range(self.num_shards))
            epoch += 1
