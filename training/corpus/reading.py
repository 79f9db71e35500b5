"""Sentence pairs: read from the user's files, cleaned, and split into what is learned and measured.

Only training pairs are cleaned: what measures a model stays as it is.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import accumulate
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.translatable import Phrase, translatable
from training.corpus.cleaning import clean, without_held_out
from training.corpus.layouts import read_splits
from training.corpus.origins import Origin, Source, count_origins, read_sources
from training.corpus.splits import Splits, hold_out
from training.errors import CorpusError
from training.files.packed_pairs import PackedPairs, join, pack
from training.files.pair_files import read_sentences, read_tsv
from training.files.sentence_pair import Direction, Pairs
from training.files.text_files import OnEncoding, without_packing
from training.text_settings import CorpusSettings

TOY_PAIRS = Path(__file__).resolve().parents[2] / "resources" / "toy-en-fr" / "pairs.tsv"
TOY_COLUMNS = ("en", "fr")

_LICENCES = {
    "multi30k": "Multi30k (Elliott et al. 2016), captions of Flickr30k and their translations; "
    "provided for research and education",
    "iwslt14": "TED talks, CC BY-NC-ND, TED Conferences LLC",
    "toy": "none needed",
    "reverse": "none needed; made up by the program",
}


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sentence pairs ready to be learned from; `test` may be empty."""

    name: str
    licence: str
    """What may be done with the text; empty where only its user knows."""
    train: Pairs
    validation: Pairs
    test: Pairs
    dropped: Mapping[str, Pairs] = field(default_factory=dict)
    """The training pairs that were left out, for each reason."""
    is_held_out: bool = False
    """Whether validation or test pairs were split off, because there were none."""
    encodings: dict[str, str] = field(default_factory=dict)
    """In which encoding each file was, by its path."""
    weights: npt.NDArray[np.float32] | None = None
    """How often an epoch has each training pair, in the mean; None: each once."""
    origins: tuple[Origin, ...] = ()
    """Where the training pairs are from, most pairs first."""
    unknown_origins: tuple[str, ...] = ()
    """Origins that the recipe weighs and a text that names none does not have."""
    validation_parts: tuple[tuple[str, int, int], ...] = ()
    """The validation pairs of each text: its name, the place of its first pair, and of the pair
    after its last."""

    @property
    def num_dropped(self) -> dict[str, int]:
        """How many training pairs were left out, for each reason."""
        return {reason: len(pairs) for reason, pairs in self.dropped.items()}


@dataclass(frozen=True, slots=True)
class _Text:
    """One of the texts of a corpus."""

    name: str
    splits: Splits
    sources: dict[str, Source]
    """What is told of its origins."""
    times: int = 1

    @property
    def train(self) -> PackedPairs:
        return pack(self.splits.train)

    @property
    def held_out(self) -> PackedPairs:
        return join([pack(self.splits.validation), pack(self.splits.test)])


def read(
    settings: CorpusSettings,
    source_language: str,
    target_language: str,
    paths: Sequence[Path] = (),
    excluded: Sequence[Path] = (),
) -> Corpus:
    """Return the corpus that a recipe asks for, cleaned as it says.

    Args:
        settings: The recipe's table `corpus`.
        source_language: Chooses files and columns, as in `en`.
        target_language: As in `de`.
        paths: A folder, or one file of pairs (TSV, CSV, TMX), or two files of one sentence a line
            (the source first, unless their names end in the languages). `toy` and `reverse` need
            none. Where the recipe repeats texts, each path is a text of its own.
        excluded: Files whose sentences must not be learned from, as `read_sentences` takes them.

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
        pairs = pairs if direction == TOY_COLUMNS else pairs.swapped()
        # To be known by heart, so what is learned is what is measured.
        return Corpus("toy-en-fr", _LICENCES["toy"], pairs, pairs, pairs)
    try:
        texts = _read_texts(settings, direction, paths, note)
        forbidden = {one for path in excluded for one in read_sentences(path, direction, note)}
    except OSError as error:
        reason = Phrase.of(
            translatable("Phrase", "it cannot be read ({error})"),
            error=str(error.strerror or error),
        )
        raise CorpusError(where, None, reason) from error
    unknown = _unknown_origins(settings, texts, where)
    dropped: dict[str, list[PackedPairs]] = {}

    def drop(reason: str, pairs: PackedPairs) -> None:
        if pairs:
            dropped.setdefault(reason, []).append(pairs)

    def cleaned(text: _Text) -> _Text:
        unused = [settings.weights.get(name) == 0 for name in text.train.origin_names]
        is_unused = np.array(unused)[text.train.origins]
        drop("unused_origin", text.train.select(is_unused))
        used = text.train.select(~is_unused)
        kept, left_out = clean(used, settings, direction, held_out, forbidden)
        for reason, some in left_out.items():
            drop(reason, some)
        return replace(text, splits=text.splits._replace(train=kept))

    held_out = join([text.held_out for text in texts])
    given = [cleaned(text) for text in texts]
    tests = settings.kind == "pairs"
    kept = [
        replace(text, splits=hold_out(text.splits, tests=tests)) if text.train else text
        for text in given
    ]
    is_held_out = any(
        len(after.held_out) > len(before.held_out)
        for before, after in zip(given, kept, strict=True)
    )
    if len(kept) > 1 and settings.drop_held_out:
        # What was split off from one text may stand in another.
        held_out = join([text.held_out for text in kept])
        for place, text in enumerate(kept):
            train, others = without_held_out(text.train, held_out)
            drop("held_out", others)
            kept[place] = replace(text, splits=text.splits._replace(train=train))
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
                    "too few different sentence pairs are left to learn from and to "
                    "validate with (training {train}, validation {validation}; "
                    "dropped: {dropped})",
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
        settings.licence or _LICENCES.get(settings.kind, ""),
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


def _read_texts(
    settings: CorpusSettings, direction: Direction, paths: Sequence[Path], on_encoding: OnEncoding
) -> list[_Text]:
    """Read the one text that a corpus is, or each of those that a recipe repeats."""
    is_turned = settings.first_column == direction[1]
    columns = direction[::-1] if is_turned else direction

    def read_one(name: str, paths: Sequence[Path], times: int = 1) -> _Text:
        sources = read_sources(paths[0], on_encoding) if settings.kind == "pairs" and paths else {}
        has_origins = bool(sources or settings.weights)
        splits = read_splits(
            settings.kind, columns, paths, on_encoding, third_is_origin=has_origins
        )
        parts = [pack(pairs) for pairs in splits]
        parts = [part.swapped() if is_turned else part for part in parts]
        parts[0] = parts[0].with_origin(name)
        sources.setdefault(name, Source(_LICENCES.get(name, "")))
        return _Text(name, Splits(*parts), sources, times)

    if not settings.repeats:
        name = ", ".join(map(_name_of, paths)) if settings.kind == "pairs" else settings.kind
        return [read_one(name, paths)]
    if len(paths) != len(settings.repeats):
        raise CorpusError(
            paths[0] if paths else Path(),
            None,
            Phrase.of(
                translatable(
                    "Phrase",
                    "the recipe puts {wanted} texts together (corpus.repeats), and "
                    "{given} are given; name each with --data, in the recipe's order",
                ),
                wanted=len(settings.repeats),
                given=len(paths),
            ),
        )
    names = _different(map(_name_of, paths))
    return [
        read_one(name, (path,), times)
        for name, path, times in zip(names, paths, settings.repeats, strict=True)
    ]


def _name_of(path: Path) -> str:
    """Return `web` for the folder web and for web.tsv.xz."""
    path = path.resolve()
    return path.name if path.is_dir() else Path(without_packing(path.name)).stem


def _different(names: Iterable[str]) -> list[str]:
    """Return the names, numbered where one comes again."""
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return made


def _unknown_origins(
    settings: CorpusSettings, texts: Sequence[_Text], where: Path
) -> tuple[str, ...]:
    """Return origins that the recipe weighs and no pair is from; a wrong name is refused.

    Raises:
        CorpusError: If the text names its origins, and none is called so.
    """
    there = {name for text in texts for name in text.train.origin_names} - {""}
    unknown = tuple(name for name in settings.weights if name not in there)
    own = there - {text.name for text in texts}
    if not (unknown and own):
        return unknown
    near = {name: get_close_matches(name, there, n=1) for name in unknown}
    listed = "; ".join(f"{name} ({names[0]}?)" if names else name for name, names in near.items())
    raise CorpusError(
        where,
        None,
        Phrase.of(
            translatable(
                "Phrase",
                "the recipe weighs origins that it does not have (corpus.weights): {listed}",
            ),
            listed=listed,
        ),
    )


def _weights(texts: Sequence[_Text], settings: CorpusSettings) -> npt.NDArray[np.float32] | None:
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


def _origins(texts: Sequence[_Text], settings: CorpusSettings) -> tuple[Origin, ...]:
    """Return where the training pairs are from, and how often an epoch has each."""
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
    """Take at most so many pairs, from all parts of the text; 0 takes all."""
    count = min(limit, len(pairs)) if limit else len(pairs)
    return pairs.select(np.arange(count) * len(pairs) // max(1, count))
