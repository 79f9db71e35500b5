"""Sentence pairs: read from the user's files, cleaned, and split into what is learned and measured.

Text is UTF-8, strictly; a byte-order mark and Windows line ends are accepted, sentences are
stripped. Only training pairs are cleaned: what measures a model stays as it is.
"""

import gzip
import hashlib
import random
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from training.errors import CorpusError
from training.recipe import CorpusSettings

TOY_PAIRS = Path(__file__).resolve().parents[1] / "resources" / "toy-en-fr" / "pairs.tsv"
TOY_COLUMNS = ("en", "fr")

HELD_OUT_SHARE = 0.02
HELD_OUT_LIMIT = 1000
"""How much validation text is split off a corpus that has none: a share of it, and the most."""

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


class SentencePair(NamedTuple):
    """A sentence and its translation."""

    source: str
    target: str


Pairs = tuple[SentencePair, ...]


class Splits(NamedTuple):
    """What is learned from, what chooses the best weights, what measures them."""

    train: Pairs
    validation: Pairs = ()
    test: Pairs = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sentence pairs ready to be learned from; `test` may be empty."""

    name: str
    licence: str
    """What may be done with the text; empty where only its user knows."""
    train: Pairs
    validation: Pairs
    test: Pairs
    dropped: dict[str, int] = field(default_factory=dict)
    """How many training pairs were left out, for each reason."""


def read(
    settings: CorpusSettings,
    source_language: str,
    target_language: str,
    paths: Sequence[Path] = (),
) -> Corpus:
    """The corpus that a recipe asks for, cleaned as it says.

    Args:
        settings: The recipe's table `corpus`.
        source_language: Chooses files and columns, as in `en`.
        target_language: As in `de`.
        paths: A folder, or one TSV file, or two files of one sentence a line (the source first,
            unless their names end in the languages). `toy` and `reverse` need none.

    Raises:
        CorpusError: If something cannot be read, or nothing is left.
    """
    direction = (source_language, target_language)
    where = paths[0] if paths else Path()
    name: str = settings.kind
    if settings.kind in ("toy", "reverse") and paths:
        raise CorpusError(where, None, f"the corpus {name} comes with the program and needs none")
    match settings.kind:
        case "toy":
            pairs = _turned(read_tsv(TOY_PAIRS), swap=direction != TOY_COLUMNS)
            # To be known by heart, so what is learned is what is measured.
            return Corpus("toy-en-fr", _LICENCES["toy"], pairs, pairs, pairs)
        case "reverse":
            splits = _reverse_splits()
        case "pairs":
            splits = _read_pairs(direction, paths)
            name = ", ".join(path.name for path in paths)
        case "multi30k" | "iwslt14":
            if len(paths) != 1:
                raise CorpusError(where, None, f"the corpus {name} is read from one folder")
            splits = read_folder(paths[0], direction)
    train, dropped = clean(splits.train, settings, (*splits.validation, *splits.test))
    validation = splits.validation
    if train and not validation:
        train, validation = hold_out(train)
    if not (train and validation):
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in dropped.items()) or "none"
        raise CorpusError(
            where,
            None,
            f"too few different sentence pairs are left to learn from and to validate with "
            f"(training {len(train)}, validation {len(validation)}; dropped: {reasons})",
        )
    return Corpus(name, _LICENCES.get(settings.kind, ""), train, validation, splits.test, dropped)


def read_lines(path: Path) -> list[str]:
    """The lines of a UTF-8 text file, .gz or not, without their ends; only line feeds end one.

    Raises:
        CorpusError: If it is missing, not UTF-8, cut short, or holds NUL bytes.
    """
    lines = []
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for number, raw in enumerate(file, start=1):
                lines.append(_decoded(raw, path, number))
    except FileNotFoundError as error:
        raise CorpusError(path, None, "there is no such file") from error
    except EOFError as error:
        raise CorpusError(path, None, "the gzip file is cut short; copy it again") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise CorpusError(path, None, "it is no gzip file, or a damaged one") from error
    except OSError as error:
        raise CorpusError(path, None, f"it cannot be read ({error.strerror or error})") from error
    return lines


def read_aligned(source: Path, target: Path) -> Pairs:
    """The pairs of two files, line by line.

    Raises:
        CorpusError: If one cannot be read, or they have different numbers of lines.
    """
    sources, targets = read_lines(source), read_lines(target)
    if len(sources) != len(targets):
        raise CorpusError(
            source,
            None,
            f"it has {len(sources):,} lines and {target.name} has {len(targets):,}, "
            "so they are not aligned",
        )
    return tuple(
        SentencePair(*(side.strip() for side in pair))
        for pair in zip(sources, targets, strict=True)
    )


def read_tsv(path: Path, direction: tuple[str, str] | None = None) -> Pairs:
    """The pairs of a file of two columns; further columns and empty lines are passed over.

    The first column is the source, unless the first line names the two languages the other way
    round.

    Raises:
        CorpusError: If it cannot be read, or a line has no tab.
    """
    pairs = []
    for number, line in enumerate(read_lines(path), start=1):
        columns = line.split("\t")
        if len(columns) > 1:
            pairs.append(SentencePair(columns[0].strip(), columns[1].strip()))
        elif line.strip():
            raise CorpusError(
                path, number, "there is no tab between a sentence and its translation"
            )
    if direction and pairs and sorted(pairs[0]) == sorted(direction):
        return _turned(pairs[1:], swap=tuple(pairs[0]) != direction)
    return tuple(pairs)


def read_folder(folder: Path, direction: tuple[str, str]) -> Splits:
    """The splits of a folder that holds train.en and train.de, val.…, test.…, or train.tsv, ….

    Files may end in .gz; Multi30k's own folder may be given at any level.

    Raises:
        CorpusError: If there is no training text, or something cannot be read.
    """
    for inside in (folder / name for name in _SUBFOLDERS):
        train = _read_split(inside, ("train",), direction)
        if train is not None:
            validation = _read_split(inside, ("val", "valid", "validation", "dev"), direction)
            test = _read_split(inside, ("test_2016_flickr", "test"), direction)
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
    pairs: Iterable[SentencePair], settings: CorpusSettings, held_out: Sequence[SentencePair] = ()
) -> tuple[Pairs, dict[str, int]]:
    """The pairs worth learning from, and how many were dropped for which reason.

    Args:
        pairs: Training pairs.
        settings: What counts as too long, too unequal, and so on.
        held_out: Validation and test pairs, which training must not have seen.
    """
    sources, targets = ({*side} for side in zip(*held_out, strict=True)) if held_out else ((), ())
    seen: set[SentencePair] = set()
    kept: list[SentencePair] = []
    dropped: Counter[str] = Counter()
    for pair in pairs:
        if not (pair.source and pair.target):
            dropped["empty"] += 1
        elif settings.drop_copies and pair.source == pair.target and _words(pair.source) > 3:
            dropped["same_on_both_sides"] += 1
        elif settings.max_words and max(map(_words, pair)) > settings.max_words:
            dropped["too_long"] += 1
        elif settings.max_length_ratio and _length_ratio(pair) > settings.max_length_ratio:
            dropped["length_ratio"] += 1
        elif settings.drop_held_out and (pair.source in sources or pair.target in targets):
            dropped["held_out"] += 1
        elif settings.drop_duplicates and pair in seen:
            dropped["duplicate"] += 1
        else:
            seen.add(pair)
            kept.append(pair)
    return tuple(kept), dict(dropped)


def hold_out(pairs: Pairs) -> tuple[Pairs, Pairs]:
    """Training and validation pairs, the same ones whatever the order of the corpus.

    Only pairs neither side of which comes twice are held out, so no sentence is in both.
    """
    sources, targets = (Counter(side) for side in zip(*pairs, strict=True))
    alone = [pair for pair in pairs if sources[pair.source] == targets[pair.target] == 1]
    size = min(HELD_OUT_LIMIT, max(1, round(len(pairs) * HELD_OUT_SHARE)), len(pairs) - 1)
    chosen = set(sorted(alone, key=_hash)[:size])
    return (
        tuple(pair for pair in pairs if pair not in chosen),
        tuple(pair for pair in pairs if pair in chosen),
    )


def _decoded(raw: bytes, path: Path, number: int) -> str:
    if number == 1 and raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise CorpusError(path, 1, "it is UTF-16; save it as UTF-8")
    if b"\0" in raw:
        raise CorpusError(path, number, "it holds a NUL byte, so it is no text")
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        reason = f"byte {error.start + 1} of the line is not UTF-8; save it as UTF-8"
        raise CorpusError(path, number, reason) from error
    return text.removesuffix("\n").removesuffix("\r")


def _read_pairs(direction: tuple[str, str], paths: Sequence[Path]) -> Splits:
    match paths:
        case [folder] if folder.is_dir():
            return read_folder(folder, direction)
        case [tsv]:
            return Splits(read_tsv(tsv, direction))
        case [first, second]:
            if (_language(second), _language(first)) == direction:
                first, second = second, first
            return Splits(read_aligned(first, second))
        case _:
            raise CorpusError(
                paths[0] if paths else Path(),
                None,
                "give a folder, one TSV file, or two files of one sentence a line",
            )


def _read_split(folder: Path, names: Sequence[str], direction: tuple[str, str]) -> Pairs | None:
    for name in names:
        source, target = (_present(folder / f"{name}.{language}") for language in direction)
        if source or target:
            return read_aligned(
                source or folder / f"{name}.{direction[0]}",
                target or folder / f"{name}.{direction[1]}",
            )
        if tsv := _present(folder / f"{name}.tsv"):
            return read_tsv(tsv, direction)
    return None


def _present(path: Path) -> Path | None:
    return next((file for file in (path, Path(f"{path}.gz")) if file.is_file()), None)


def _language(path: Path) -> str:
    """`de` for `train.de` and `train.de.gz`."""
    return Path(path.name.removesuffix(".gz")).suffix.removeprefix(".")


def _reverse_splits() -> Splits:
    pairs = reversed_pairs(_REVERSE_TRAIN + 2 * _REVERSE_HELD_OUT, seed=0)
    test, validation = _REVERSE_HELD_OUT, 2 * _REVERSE_HELD_OUT
    return Splits(pairs[validation:], pairs[test:validation], pairs[:test])


def _turned(pairs: Iterable[SentencePair], *, swap: bool) -> Pairs:
    return tuple(SentencePair(pair.target, pair.source) if swap else pair for pair in pairs)


def _words(text: str) -> int:
    return len(text.split())


def _length_ratio(pair: SentencePair) -> float:
    """How many times longer one side is, in bytes of UTF-8.

    Bytes, because words are not parted in every script and characters say more in some; on
    232,000 everyday pairs a ratio of 4 finds five, each a wrong alignment.
    """
    lengths = [len(side.encode()) + LENGTH_SLACK for side in pair]
    return max(lengths) / min(lengths)


def _hash(pair: SentencePair) -> bytes:
    return hashlib.blake2b("\t".join(pair).encode(), digest_size=16).digest()
