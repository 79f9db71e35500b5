"""The files of each kind of corpus: find and read them."""

import random
from collections.abc import Sequence
from pathlib import Path

from engine.translatable import Phrase, translatable
from training.built_in_texts import EVERYDAY_LANGUAGES, HELD_OUT, everyday_files
from training.corpus import iwslt14
from training.corpus.splits import Splits
from training.corpus_formats.packed_pairs import PackedPairs, join
from training.corpus_formats.pair_files import language_of, read_aligned, read_pairs, read_tsv
from training.corpus_formats.sentence_pair import Direction, Pairs, SentencePair
from training.corpus_formats.text_files import PACKED_ENDS, OnEncoding, ignore_encoding
from training.errors import CorpusError
from training.text_settings import BUILT_IN, CorpusKind

_SUBFOLDERS = ("", "raw", "task1/raw", "data/task1/raw")
_REVERSE_WORDS = ("ba", "da", "fa", "ga", "ka", "la", "ma", "na", "pa", "ra", "sa", "ta")
_REVERSE_TRAIN, _REVERSE_HELD_OUT = 6000, 200


def read_splits(
    kind: CorpusKind,
    direction: Direction,
    paths: Sequence[Path],
    on_encoding: OnEncoding = ignore_encoding,
    *,
    third_is_origin: bool = False,
) -> Splits:
    """Read a corpus.

    Args:
        kind: Of the corpus.
        direction: The languages of its first and its second column.
        paths: Its folder, or its files.
        on_encoding: Called with the encoding of each file.
        third_is_origin: Whether the third column of a table without names is its `origin`.

    Raises:
        CorpusError: If something is missing or cannot be read.
    """
    if kind in BUILT_IN and paths:
        reason = Phrase.of(
            translatable("Phrase", "the corpus {kind} comes with the program; leave --data out"),
            kind=kind,
        )
        raise CorpusError(paths[0], None, reason)
    if kind == "reverse":
        return _reverse_splits()
    if kind == "everyday":
        return _everyday_splits(direction)
    if kind == "pairs":
        return _read_pairs(direction, paths, on_encoding, third_is_origin=third_is_origin)
    if len(paths) != 1:
        where = paths[0] if paths else Path()
        raise CorpusError(
            where,
            None,
            Phrase.of(
                translatable("Phrase", "the corpus {kind} is read from one folder"), kind=kind
            ),
        )
    if kind == "iwslt14" and iwslt14.is_release(paths[0]):
        return Splits(*iwslt14.read_release(paths[0], direction, on_encoding))
    return read_folder(paths[0], direction, on_encoding)


def read_folder(
    folder: Path,
    direction: Direction,
    on_encoding: OnEncoding = ignore_encoding,
    *,
    third_is_origin: bool = False,
) -> Splits:
    """Read the splits of a folder with train.en and train.de, val.…, test.…, or train.tsv, ….

    Files may end in .gz or .xz, and name the direction, as in train.de-en.en. Multi30k's own
    folder may be given at any level.

    Raises:
        CorpusError: If there is no training text, or something cannot be read.
    """
    for inside in (folder / name for name in _SUBFOLDERS):

        def read_split(*names: str, inside: Path = inside) -> Pairs | None:
            return _read_split(
                inside, names, direction, on_encoding, third_is_origin=third_is_origin
            )

        train = read_split("train")
        if train is not None:
            validation = read_split("val", "valid", "validation", "dev")
            test = read_split("test_2016_flickr", "test")
            return Splits(train, validation or (), test or ())
    source, target = direction
    raise CorpusError(
        folder,
        None,
        Phrase.of(
            translatable(
                "Phrase",
                "it contains no training text: neither train.{source} and train.{target} nor "
                "train.tsv (.gz and .xz are read too)",
            ),
            source=source,
            target=target,
        )
        if folder.is_dir()
        else Phrase.of(translatable("Phrase", "there is no such folder")),
    )


def read_held_out(direction: Direction) -> PackedPairs:
    """Read the everyday sentences that models are measured on, in either direction."""
    return _turned(read_tsv(HELD_OUT), direction)


def reversed_pairs(count: int, seed: int) -> Pairs:
    """Return different made-up sentences of two to eight words, each with its reverse."""
    chance = random.Random(seed)
    sentences: dict[tuple[str, ...], None] = {}
    while len(sentences) < count:
        length = chance.randint(2, 8)
        sentences[tuple(chance.choices(_REVERSE_WORDS, k=length))] = None
    return tuple(SentencePair(" ".join(words), " ".join(words[::-1])) for words in sentences)


def _read_pairs(
    direction: Direction, paths: Sequence[Path], on_encoding: OnEncoding, *, third_is_origin: bool
) -> Splits:
    match paths:
        case [folder] if folder.is_dir():
            return read_folder(folder, direction, on_encoding, third_is_origin=third_is_origin)
        case [file]:
            return Splits(read_pairs(file, direction, on_encoding, third_is_origin=third_is_origin))
        case [first, second]:
            if (language_of(second), language_of(first)) == direction:
                first, second = second, first
            return Splits(read_aligned(first, second, on_encoding, direction))
        case _:
            raise CorpusError(
                paths[0] if paths else Path(),
                None,
                Phrase.of(
                    translatable(
                        "Phrase",
                        "give a folder, one file of pairs (TSV, CSV or TMX), or two files with "
                        "one sentence per line",
                    )
                ),
            )


def _read_split(
    folder: Path,
    names: Sequence[str],
    direction: Direction,
    on_encoding: OnEncoding,
    *,
    third_is_origin: bool,
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
            return read_tsv(tsv, direction, on_encoding, third_is_origin=third_is_origin)
    return None


def _present(path: Path) -> Path | None:
    names = (path.name, *(f"{path.name}{end}" for end in PACKED_ENDS))
    return next((file for name in names if (file := path.with_name(name)).is_file()), None)


def _everyday_splits(direction: Direction) -> Splits:
    train = join([read_tsv(path) for path in everyday_files()])
    return Splits(_turned(train, direction), test=read_held_out(direction))


def _turned(pairs: PackedPairs, direction: Direction) -> PackedPairs:
    """Return pairs of the everyday text, its first column the source of the direction."""
    return pairs if direction == EVERYDAY_LANGUAGES else pairs.swapped()


def _reverse_splits() -> Splits:
    pairs = reversed_pairs(_REVERSE_TRAIN + 2 * _REVERSE_HELD_OUT, seed=0)
    test, validation = _REVERSE_HELD_OUT, 2 * _REVERSE_HELD_OUT
    return Splits(pairs[validation:], pairs[test:validation], pairs[:test])
