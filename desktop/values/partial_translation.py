"""A translation that is still being made, followed by what was there before it; plain Python."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.translation import SentenceTranslation, Translation


@dataclass(frozen=True, slots=True)
class PartialTranslation:
    """A translation that is still being made, followed by what was there before it.

    `sentences` are the finished ones; their targets, with the gaps between them, are the first
    `done` code points of `target`. The rest is the old translation from the next sentence on.
    """

    source: str
    target: str
    sentences: tuple[SentenceTranslation, ...]
    done: int


@dataclass(frozen=True, slots=True)
class Target:
    """A text on show, and where each of its sentences ends."""

    text: str
    ends: tuple[int, ...]


def target_of(translation: Translation) -> Target:
    """Return what a translation shows."""
    sentences = translation.sentences
    ends = tuple(sentence.target_start + len(sentence.target) for sentence in sentences)
    return Target(translation.target, ends)


def join_partial(
    source: str, finished: Sequence[SentenceTranslation], old: Target
) -> tuple[PartialTranslation, Target]:
    """Return the finished sentences, followed by the old ones from the next on."""
    pieces = []
    ends = []
    place = done = 0
    for sentence in finished:
        piece = source[place : sentence.source_start] + sentence.target
        place = sentence.source_start + len(sentence.source)
        done += len(piece)
        pieces.append(piece)
        ends.append(done)
    count = len(finished)
    last_end = old.ends[count - 1] if count <= len(old.ends) else len(old.text)
    target = "".join(pieces) + old.text[last_end:]
    ends.extend(done + end - last_end for end in old.ends[count:])
    partial = PartialTranslation(source, target, tuple(finished), done)
    return partial, Target(target, tuple(ends))
