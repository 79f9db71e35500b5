"""IWSLT 2014, German and English TED talks, from a folder the user has: as released, or prepared.

The release has `train.tags.de-en.de` with a tag a line between the sentences, and XML for what
validation and test. Some of it is not well-formed XML, so its lines are read as they are.
"""

import html
import re
from pathlib import Path

from engine.translatable import Phrase, translatable
from training.corpus_formats.sentence_pair import Direction, Pairs, SentencePair
from training.corpus_formats.text_files import OnEncoding, read_lines
from training.errors import CorpusError

_SEGMENT = re.compile(r"<seg\b[^>]*>(?P<text>.*?)</seg>")


def is_release(folder: Path) -> bool:
    """Return whether a folder is the release or contains it."""
    return _training_file(folder, "de") is not None


def read_release(
    folder: Path, direction: Direction, on_encoding: OnEncoding
) -> tuple[Pairs, Pairs, Pairs]:
    """Read the training, validation (sets named dev) and test (tst) pairs.

    Raises:
        CorpusError: If a side is missing, cannot be read, or the sides are not aligned.
    """
    sides = []
    for language in direction:
        file = _training_file(folder, language)
        if file is None:
            name = f"train.tags.de-en.{language}"
            raise CorpusError(
                folder,
                None,
                Phrase.of(
                    translatable("Phrase", "it contains no {name}, not even as .gz"), name=name
                ),
            )
        lines = read_lines(file, on_encoding, [language])
        # Titles and descriptions are tagged too, but some talks have them on one side only.
        sides.append([line for line in lines if not line.lstrip().startswith("<")])
    train = _aligned(folder, *sides)
    return (
        train,
        _read_sets(folder, "dev", direction, on_encoding),
        _read_sets(folder, "tst", direction, on_encoding),
    )


def _training_file(folder: Path, language: str) -> Path | None:
    return next(iter(sorted(folder.rglob(f"train.tags.*.{language}*"))), None)


def _read_sets(folder: Path, kind: str, direction: Direction, on_encoding: OnEncoding) -> Pairs:
    pairs: list[SentencePair] = []
    for source in sorted(folder.rglob(f"IWSLT14.TED*.{kind}*.{direction[0]}.xml*")):
        name = source.name.replace(f".{direction[0]}.xml", f".{direction[1]}.xml")
        sides = [
            [html.unescape(found["text"]) for line in read_lines(path, on_encoding, direction)
             if (found := _SEGMENT.search(line))]
            for path in (source, source.with_name(name))
        ]  # fmt: skip
        pairs += _aligned(source, *sides)
    return tuple(pairs)


def _aligned(where: Path, sources: list[str], targets: list[str]) -> Pairs:
    if len(sources) != len(targets):
        raise CorpusError(
            where,
            None,
            Phrase.of(
                translatable("Phrase", "one side has {sources:,} sentences, the other {targets:,}"),
                sources=len(sources),
                targets=len(targets),
            ),
        )
    return tuple(
        SentencePair(source.strip(), target.strip())
        for source, target in zip(sources, targets, strict=True)
    )
