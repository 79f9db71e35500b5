"""Sentence pairs: read from the user's files, cleaned, and split into what is learned and measured.

Only training pairs are cleaned: what measures a model stays as it is.
"""

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from training import iwslt14
from training.errors import CorpusError
from training.pair_files import (
    language_of,
    read_aligned,
    read_pairs,
    read_sentences,
    read_tsv,
    turned,
)
from training.recipe_settings import CorpusKind, CorpusSettings
from training.scripts import is_in_wrong_script
from training.sentence_pair import Direction, Pairs, SentencePair
from training.splits import Splits, hold_out
from training.text_files import OnEncoding, ignore_encoding

TOY_PAIRS = Path(__file__).resolve().parents[1] / "resources" / "toy-en-fr" / "pairs.tsv"
TOY_COLUMNS = ("en", "fr")

LENGTH_SLACK = 15
"""Bytes added to both sides before their lengths are compared: short sentences differ more."""

_SUBFOLDERS = ("", "raw", "task1/raw", "data/task1/raw")
_LICENCES = {
    "multi30k": "Multi30k (Elliott et al. 2016), captions of Flickr30k and their translations; "
    "provided for research and education",
    "iwslt14": "TED talks, CC BY-NC-ND, TED Conferences LLC",
    "toy": "none needed",
    "reverse": "none needed; made up by the program",
}
_REVERSE_WORDS = ("ba", "da", "fa", "ga", "ka", "la", "ma", "na", "pa", "ra", "sa", "ta")
_REVERSE_TRAIN, _REVERSE_HELD_OUT = 6000, 200


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sentence pairs ready to be learned from; `test` may be empty."""

    name: str
    licence: str
    """What may be done with the text; empty where only its user knows."""
    train: Pairs
    validation: Pairs
    test: Pairs
    dropped: dict[str, list[SentencePair]] = field(default_factory=dict)
    """The training pairs that were left out, for each reason."""
    is_held_out: bool = False
    """Whether validation or test pairs were split off, because there were none."""
    encodings: dict[str, str] = field(default_factory=dict)
    """In which encoding each file was, by its path."""

    @property
    def num_dropped(self) -> dict[str, int]:
        """How many training pairs were left out, for each reason."""
        return {reason: len(pairs) for reason, pairs in self.dropped.items()}


def read(
    settings: CorpusSettings,
    source_language: str,
    target_language: str,
    paths: Sequence[Path] = (),
    excluded: Sequence[Path] = (),
) -> Corpus:
    """The corpus that a recipe asks for, cleaned as it says.

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
        pairs = turned(read_tsv(TOY_PAIRS), swap=direction != TOY_COLUMNS)
        # To be known by heart, so what is learned is what is measured.
        return Corpus("toy-en-fr", _LICENCES["toy"], pairs, pairs, pairs)
    try:
        texts = _read_texts(settings, direction, paths, note)
        forbidden = {one for path in excluded for one in read_sentences(path, direction, note)}
    except OSError as error:
        reason = f"it cannot be read ({error.strerror or error})"
        raise CorpusError(where, None, reason) from error
    held_out = [pair for text in texts for pair in (*text.validation, *text.test)]
    dropped: dict[str, list[SentencePair]] = {}

    def cleaned(pairs: Pairs, held_out: Sequence[SentencePair]) -> Pairs:
        kept, left_out = clean(pairs, settings, direction, held_out, forbidden)
        for reason, some in left_out.items():
            dropped.setdefault(reason, []).extend(some)
        return kept

    given = [text._replace(train=cleaned(text.train, held_out)) for text in texts]
    tests = settings.kind == "pairs"
    kept = [hold_out(text, tests=tests) if text.train else text for text in given]
    if len(kept) > 1:  # what was split off from one text may stand in another
        held_out = [pair for text in kept for pair in (*text.validation, *text.test)]
        kept = [text._replace(train=cleaned(text.train, held_out)) for text in kept]
    splits = _put_together(kept, settings)
    if not (splits.train and splits.validation):
        reasons = ", ".join(f"{reason} {len(some):,}" for reason, some in dropped.items())
        raise CorpusError(
            where,
            None,
            f"too few different sentence pairs are left to learn from and to validate with "
            f"(training {len(splits.train)}, validation {len(splits.validation)}; dropped: "
            f"{reasons or 'none'})",
        )
    return Corpus(
        settings.name
        or (", ".join(path.name for path in paths) if settings.kind == "pairs" else settings.kind),
        settings.licence or _LICENCES.get(settings.kind, ""),
        *splits,
        dropped,
        is_held_out=any(after[1:] != before[1:] for before, after in zip(given, kept, strict=True)),
        encodings=encodings,
    )


def read_folder(
    folder: Path, direction: Direction, on_encoding: OnEncoding = ignore_encoding
) -> Splits:
    """The splits of a folder that holds train.en and train.de, val.…, test.…, or train.tsv, ….

    Files may end in .gz, and name the direction, as in train.de-en.en. Multi30k's own folder may be
    given at any level.

    Raises:
        CorpusError: If there is no training text, or something cannot be read.
    """
    for inside in (folder / name for name in _SUBFOLDERS):
        train = _read_split(inside, ("train",), direction, on_encoding)
        if train is not None:
            names = ("val", "valid", "validation", "dev")
            validation = _read_split(inside, names, direction, on_encoding)
            test = _read_split(inside, ("test_2016_flickr", "test"), direction, on_encoding)
            return Splits(train, validation or (), test or ())
    source, target = direction
    raise CorpusError(
        folder,
        None,
        f"it holds no training text: neither train.{source} and train.{target} nor train.tsv "
        "(or these with .gz)"
        if folder.is_dir()
        else "there is no such folder",
    )


def reversed_pairs(count: int, seed: int) -> Pairs:
    """Different made-up sentences of two to eight words, each with its words in reverse order."""
    chance = random.Random(seed)
    sentences: dict[tuple[str, ...], None] = {}
    while len(sentences) < count:
        length = chance.randint(2, 8)
        sentences[tuple(chance.choices(_REVERSE_WORDS, k=length))] = None
    return tuple(SentencePair(" ".join(words), " ".join(words[::-1])) for words in sentences)


def clean(
    pairs: Iterable[SentencePair],
    settings: CorpusSettings,
    direction: Direction,
    held_out: Sequence[SentencePair] = (),
    forbidden: Collection[str] = frozenset(),
) -> tuple[Pairs, dict[str, list[SentencePair]]]:
    """The pairs worth learning from, and those dropped, for each reason.

    Args:
        pairs: Training pairs.
        settings: What counts as too long, too unequal, and so on.
        direction: The languages of the two sides.
        held_out: Validation and test pairs, which training must not have seen.
        forbidden: Sentences that no kept pair has on a side.
    """
    sources, targets = ({*side} for side in zip(*held_out, strict=True)) if held_out else ((), ())
    seen: set[SentencePair] = set()
    kept: list[SentencePair] = []
    dropped: dict[str, list[SentencePair]] = {}

    def reason_against(pair: SentencePair) -> str | None:
        if not (pair.source and pair.target):
            return "empty"
        if settings.drop_copies and pair.source == pair.target and _words(pair.source) > 3:
            return "same_on_both_sides"
        if settings.drop_wrong_script and any(map(is_in_wrong_script, pair, direction)):
            return "wrong_script"
        if settings.max_words and max(map(_words, pair)) > settings.max_words:
            return "too_long"
        if settings.max_length_ratio and _length_ratio(pair) > settings.max_length_ratio:
            return "length_ratio"
        if settings.drop_held_out and (pair.source in sources or pair.target in targets):
            return "held_out"
        if pair.source in forbidden or pair.target in forbidden:
            return "excluded"
        return "duplicate" if settings.drop_duplicates and pair in seen else None

    for pair in pairs:
        reason = reason_against(pair)
        if reason is None:
            seen.add(pair)
            kept.append(pair)
        else:
            dropped.setdefault(reason, []).append(pair)
    return tuple(kept), dropped


def _read_texts(
    settings: CorpusSettings, direction: Direction, paths: Sequence[Path], on_encoding: OnEncoding
) -> list[Splits]:
    """Read the one text that a corpus is, or each of those that a recipe repeats."""
    is_turned = settings.first_column == direction[1]
    columns = direction[::-1] if is_turned else direction

    def read_one(paths: Sequence[Path]) -> Splits:
        splits = _read_splits(settings.kind, columns, paths, on_encoding)
        return Splits(*(turned(pairs, swap=is_turned) for pairs in splits))

    if not settings.repeats:
        return [read_one(paths)]
    if len(paths) != len(settings.repeats):
        raise CorpusError(
            paths[0] if paths else Path(),
            None,
            f"the recipe puts {len(settings.repeats)} texts together (corpus.repeats), and "
            f"{len(paths)} are given; name each with --data, in the recipe's order",
        )
    return [read_one((path,)) for path in paths]


def _put_together(texts: Sequence[Splits], settings: CorpusSettings) -> Splits:
    """Repeat the training pairs of each text, and limit what it validates with."""
    repeats = settings.repeats or (1,)
    limit = settings.validation_limit
    return Splits(
        tuple(
            pair for text, times in zip(texts, repeats, strict=True) for pair in text.train * times
        ),
        tuple(pair for text in texts for pair in _spread(text.validation, limit)),
        tuple(pair for text in texts for pair in text.test),
    )


def _spread(pairs: Pairs, limit: int) -> Pairs:
    """Take at most so many pairs, from all parts of the text; 0 takes all."""
    count = min(limit, len(pairs)) if limit else len(pairs)
    return tuple(pairs[index * len(pairs) // count] for index in range(count))


def _read_splits(
    kind: CorpusKind, direction: Direction, paths: Sequence[Path], on_encoding: OnEncoding
) -> Splits:
    """Read what a corpus brings."""
    if kind in ("toy", "reverse") and paths:
        reason = f"the corpus {kind} comes with the program and needs none"
        raise CorpusError(paths[0], None, reason)
    if kind == "reverse":
        return _reverse_splits()
    if kind == "pairs":
        return _read_pairs(direction, paths, on_encoding)
    if len(paths) != 1:
        where = paths[0] if paths else Path()
        raise CorpusError(where, None, f"the corpus {kind} is read from one folder")
    if kind == "iwslt14" and iwslt14.is_release(paths[0]):
        return Splits(*iwslt14.read_release(paths[0], direction, on_encoding))
    return read_folder(paths[0], direction, on_encoding)


def _read_pairs(direction: Direction, paths: Sequence[Path], on_encoding: OnEncoding) -> Splits:
    match paths:
        case [folder] if folder.is_dir():
            return read_folder(folder, direction, on_encoding)
        case [file]:
            return Splits(read_pairs(file, direction, on_encoding))
        case [first, second]:
            if (language_of(second), language_of(first)) == direction:
                first, second = second, first
            return Splits(read_aligned(first, second, on_encoding, direction))
        case _:
            raise CorpusError(
                paths[0] if paths else Path(),
                None,
                "give a folder, one file of pairs (TSV, CSV or TMX), or two files of one "
                "sentence a line",
            )


def _read_split(
    folder: Path, names: Sequence[str], direction: Direction, on_encoding: OnEncoding
) -> Pairs | None:
    ends = ("", f".{'-'.join(direction)}", f".{'-'.join(direction[::-1])}")
    for name in (f"{name}{end}" for name in names for end in ends):
        source, target = (_present(folder / f"{name}.{language}") for language in direction)
        if source or target:
            return read_aligned(
                source or folder / f"{name}.{direction[0]}",
                target or folder / f"{name}.{direction[1]}",
                on_encoding,
                direction,
            )
        if tsv := _present(folder / f"{name}.tsv"):
            return read_tsv(tsv, direction, on_encoding)
    return None


def _present(path: Path) -> Path | None:
    return next((file for file in (path, Path(f"{path}.gz")) if file.is_file()), None)


def _reverse_splits() -> Splits:
    pairs = reversed_pairs(_REVERSE_TRAIN + 2 * _REVERSE_HELD_OUT, seed=0)
    test, validation = _REVERSE_HELD_OUT, 2 * _REVERSE_HELD_OUT
    return Splits(pairs[validation:], pairs[test:validation], pairs[:test])


def _words(text: str) -> int:
    return len(text.split())


def _length_ratio(pair: SentencePair) -> float:
    """How many times longer one side is, in bytes of UTF-8.

    Bytes, because words are not parted in every script and characters say more in some; on
    232,000 everyday pairs a ratio of 4 finds five, each a wrong alignment.
    """
    lengths = [len(side.encode()) + LENGTH_SLACK for side in pair]
    return max(lengths) / min(lengths)
