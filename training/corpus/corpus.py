"""Sentence pairs: read from the user's files, cleaned, and split for training and evaluation.

Only training pairs are cleaned: validation and test text stays as it is.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.translatable import Phrase, translatable
from training.built_in_texts import TOY_LANGUAGES, TOY_PAIRS
from training.corpus.cleaning import clean, without_held_out
from training.corpus.origins import Origin, count_origins
from training.corpus.splits import hold_out
from training.corpus.texts import LICENCES, Text, read_texts, unknown_origins
from training.corpus_formats.packed_pairs import PackedPairs, join, pack
from training.corpus_formats.pair_files import read_sentences, read_tsv
from training.corpus_formats.sentence_pair import Direction, Pairs
from training.errors import CorpusError
from training.text_settings import CorpusSettings

_Dropped = defaultdict[str, list[PackedPairs]]
"""The training pairs that were left out, for each reason."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sentence pairs ready for training; `test` may be empty."""

    name: str
    licence: str
    """How the text may be used; empty if unknown to the program."""
    train: Pairs
    validation: Pairs
    test: Pairs
    dropped: Mapping[str, Pairs] = field(default_factory=dict)
    """The training pairs that were left out, for each reason."""
    is_held_out: bool = False
    """Whether validation or test pairs were split off, because there were none."""
    encodings: dict[str, str] = field(default_factory=dict)
    """The encoding of each file, by its path."""
    weights: npt.NDArray[np.float32] | None = None
    """How often an epoch has each training pair on average; None: once."""
    origins: tuple[Origin, ...] = ()
    """The origins of the training pairs, those with most pairs first."""
    unknown_origins: tuple[str, ...] = ()
    """Origins that the recipe weights but the text does not name."""
    validation_parts: tuple[tuple[str, int, int], ...] = ()
    """The validation pairs of each text: its name, the place of its first pair, and of the pair
    after its last."""

    @property
    def num_dropped(self) -> dict[str, int]:
        """How many training pairs were left out, for each reason."""
        return {reason: len(pairs) for reason, pairs in self.dropped.items()}


def read_corpus(
    settings: CorpusSettings,
    source_language: str,
    target_language: str,
    paths: Sequence[Path] = (),
    excluded: Sequence[Path] = (),
) -> Corpus:
    """Return a recipe's corpus, cleaned by its rules.

    Args:
        settings: The recipe's table `corpus`.
        source_language: Chooses files and columns, as in `en`.
        target_language: As in `de`.
        paths: A folder, or one file of pairs (TSV, CSV, TMX), or two files of one sentence a line
            (the source first, unless their names end in the languages). `BUILT_IN` kinds need
            none. Where the recipe repeats texts, each path is a text of its own.
        excluded: Files whose sentences are kept out of training, as `read_sentences` takes them.

    Raises:
        CorpusError: If something cannot be read, or nothing is left.
    """
    direction = (source_language, target_language)
    where = paths[0] if paths else Path()
    encodings: dict[str, str] = {}

    def note(path: Path, encoding: str) -> None:
        encodings[str(path)] = encoding

    if settings.kind == "toy" and not paths:
        pairs = read_tsv(TOY_PAIRS)
        pairs = pairs if direction == TOY_LANGUAGES else pairs.swapped()
        # It should be learned by heart, so the training text is also the test text.
        return Corpus("toy-en-fr", LICENCES["toy"], pairs, pairs, pairs)
    try:
        texts = read_texts(settings, direction, paths, note)
        forbidden = {one for path in excluded for one in read_sentences(path, direction, note)}
    except OSError as error:
        reason = Phrase.of(
            translatable("Phrase", "it cannot be read ({error})"),
            error=str(error.strerror or error),
        )
        raise CorpusError(where, None, reason) from error
    unknown = unknown_origins(settings, texts, where)
    dropped: _Dropped = defaultdict(list)
    clean_texts = _clean(texts, settings, direction, forbidden, dropped)
    _check_size(clean_texts, settings, dropped, where)
    kept = _hold_out(clean_texts, settings, dropped)
    is_held_out = any(
        len(after.held_out) > len(before.held_out)
        for before, after in zip(clean_texts, kept, strict=True)
    )
    train = join([text.train for text in kept])
    validations = [
        _spread(pack(text.splits.validation), settings.validation_limit) for text in kept
    ]
    left_out = {reason: join(some) for reason, some in dropped.items()}
    if not (train and any(validations)):
        reasons = ", ".join(f"{reason} {len(some):,}" for reason, some in left_out.items())
        raise CorpusError(
            where,
            None,
            Phrase.of(
                translatable(
                    "Phrase",
                    "too few different sentence pairs are left for training and validation "
                    "(training {train}, validation {validation}; dropped: {dropped})",
                ),
                train=len(train),
                validation=sum(map(len, validations)),
                dropped=reasons or "0",
            ),
        )
    stops = [*accumulate(map(len, validations))]
    return Corpus(
        settings.name
        or (", ".join(path.name for path in paths) if settings.kind == "pairs" else settings.kind),
        settings.licence or LICENCES.get(settings.kind, ""),
        train,
        join(validations),
        join([pack(text.splits.test) for text in kept]),
        left_out,
        is_held_out=is_held_out,
        encodings=encodings,
        weights=_weights(kept, settings),
        origins=_origins(kept, settings),
        unknown_origins=unknown,
        validation_parts=tuple(
            (text.name, stop - len(pairs), stop)
            for text, pairs, stop in zip(kept, validations, stops, strict=True)
        ),
    )


def _clean(
    texts: Sequence[Text],
    settings: CorpusSettings,
    direction: Direction,
    forbidden: Collection[str],
    dropped: _Dropped,
) -> list[Text]:
    """Leave training pairs out by the recipe's rules, and those that any text measures with."""
    held_out = join([text.held_out for text in texts])
    cleaned = []
    for text in texts:
        unused = [settings.weights.get(name) == 0 for name in text.train.origin_names]
        is_unused = np.array(unused)[text.train.origins]
        _drop("unused_origin", text.train.select(is_unused), dropped)
        used = text.train.select(~is_unused)
        kept, left_out = clean(used, settings, direction, held_out, forbidden)
        for reason, some in left_out.items():
            _drop(reason, some, dropped)
        cleaned.append(text.with_train(kept))
    return cleaned


def _check_size(
    texts: Sequence[Text], settings: CorpusSettings, dropped: _Dropped, where: Path
) -> None:
    usable = sum(len(text.train) + len(text.held_out) for text in texts)
    if usable < settings.min_pairs:
        reason = Phrase.of(
            translatable(
                "Phrase",
                "it has {usable} usable sentence pairs, and at least {least} are needed; {dropped} "
                "were left out. Add more pairs",
            ),
            usable=usable,
            least=settings.min_pairs,
            dropped=sum(len(pairs) for some in dropped.values() for pairs in some),
        )
        raise CorpusError(where, None, reason)


def _hold_out(texts: Sequence[Text], settings: CorpusSettings, dropped: _Dropped) -> list[Text]:
    """Hold out pairs of texts that have none, and keep them out of the other texts."""
    tests = settings.kind == "pairs"
    split = [
        replace(text, splits=hold_out(text.splits, settings.held_out_share, tests=tests))
        if text.train
        else text
        for text in texts
    ]
    if len(split) == 1 or not settings.drop_held_out:
        return split
    held_out = join([text.held_out for text in split])
    kept = []
    for text in split:
        train, others = without_held_out(text.train, held_out)
        _drop("held_out", others, dropped)
        kept.append(text.with_train(train))
    return kept


def _drop(reason: str, pairs: PackedPairs, dropped: _Dropped) -> None:
    if pairs:
        dropped[reason].append(pairs)


def _weights(texts: Sequence[Text], settings: CorpusSettings) -> npt.NDArray[np.float32] | None:
    """Return how often an epoch has each training pair; None if that is always once."""
    weights = np.concatenate(
        [
            np.array(
                [settings.weights.get(name, 1.0) * text.times for name in text.train.origin_names],
                np.float32,
            )[text.train.origins]
            for text in texts
        ]
    )
    return None if (weights == 1).all() else weights


def _origins(texts: Sequence[Text], settings: CorpusSettings) -> tuple[Origin, ...]:
    """Return the origins of the training pairs, and how often an epoch has each."""
    return tuple(
        sorted(
            (
                origin
                for text in texts
                for origin in count_origins(
                    text.train,
                    {
                        name: settings.weights.get(name, 1.0) * text.times
                        for name in text.train.origin_names
                    },
                    text.sources,
                )
            ),
            key=lambda origin: -origin.pairs,
        )
    )


def _spread(pairs: PackedPairs, limit: int) -> PackedPairs:
    """Take at most this many pairs, from all parts of the text; 0 takes all."""
    count = min(limit, len(pairs)) if limit else len(pairs)
    return pairs.select(np.arange(count) * len(pairs) // max(1, count))
