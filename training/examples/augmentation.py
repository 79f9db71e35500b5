"""Training pairs rewritten as people type: in lower case, in capitals, in haste.

A slip is made in the source alone, so that the model learns to read over it. Capitals, a missing
full stop and another name are on both sides, for a translation is expected to be written like its
source. Everyday text has few names, and those very often: a model of it would write them for all
others if it had not learned to spell what it reads.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from training.corpus_formats.sentence_pair import SentencePair
from training.text_settings import AugmentationSettings

_STREAM = 1
"""Keeps these random numbers apart from those that order the batches of the same epoch."""

_FINAL_MARKS = ".!?…"
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
_OPENING = re.compile(r"(?<![^\s(\[])\"")
_WORD = re.compile(r"[^\W\d_]{4,}")
_NAME = re.compile(r"\b[^\W\d_]{3,}\b")
_STRAIGHT = str.maketrans("‘’‚“”„«»", "'''" + '"' * 5)


def augment(
    pairs: Sequence[SentencePair],
    settings: AugmentationSettings,
    seed: int,
    epoch: int,
    shard: int = 0,
) -> dict[int, SentencePair]:
    """Return the pairs of a shard that an epoch rewrites, by index.

    They depend only on the seed, the epoch and the shard's number.
    """
    rates = (
        settings.quotes,
        settings.typo,
        settings.no_final_mark,
        settings.lower_case,
        settings.capitals,
        settings.name,
    )
    if not any(rates):
        return {}
    numbers = [epoch, shard] if shard else [epoch]
    generator = np.random.default_rng([seed, *numbers, _STREAM])
    drawn = generator.random((len(pairs), len(rates))) < rates
    chance = random.Random(" ".join(map(str, (seed, *numbers))))
    names = sorted(
        {name for pair in pairs for name in shared_names(*pair)} if settings.name else ()
    )
    rewritten = {}
    for place in np.flatnonzero(drawn.any(axis=1)).tolist():
        source, target = pairs[place]
        has_quotes, has_typo, is_open, is_lower, is_capital, has_name = drawn[place].tolist()
        if has_name:
            source, target = with_other_name(source, target, names, chance)
        if has_quotes:
            source = with_other_quotes(source, chance)
        if has_typo:
            source = with_typo(source, chance)
        if is_open:
            source, target = without_final_mark(source), without_final_mark(target)
        if is_lower:
            source = source.lower()
        if is_capital:
            source, target = source.upper(), target.upper()
        rewritten[place] = pairs[place]._replace(source=source, target=target)
    return rewritten


def shared_names(source: str, target: str) -> list[str]:
    """Return the capitalised words that stand once on each side, spelled alike: usually names."""
    sides = [
        Counter(word for word in _NAME.findall(side) if word.istitle()) for side in (source, target)
    ]
    return [word for word, count in sides[0].items() if count == sides[1][word] == 1]


def with_other_name(
    source: str, target: str, names: Sequence[str], chance: random.Random
) -> tuple[str, str]:
    """Replace a name that both sides share: by one of `names`, or one made of two halves."""
    shared = shared_names(source, target)
    if not shared:
        return source, target
    former, first, second = chance.choice(shared), chance.choice(names), chance.choice(names)
    half = first[: (len(first) + 1) // 2] + second[len(second) // 2 :]
    name = chance.choice((first, half))
    whole_word = re.compile(rf"\b{former}\b")
    return whole_word.sub(name, source), whole_word.sub(name, target)


def with_other_quotes(text: str, chance: random.Random) -> str:
    """Make apostrophes and quotation marks straight, or curly, or leave out the apostrophes."""
    match chance.randrange(3):
        case 0:
            return text.translate(_STRAIGHT)
        case 1:
            curly = _APOSTROPHE.sub("’", text)
            return _OPENING.sub("“", curly).replace('"', "”")
        case _:
            return _APOSTROPHE.sub("", text)


def with_typo(text: str, chance: random.Random) -> str:
    """Swap two letters inside a longer word, or drop or double one of them."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    word = chance.choice(words)
    at = chance.randrange(word.start() + 1, word.end() - 1)
    letter, following = text[at], text[at + 1]
    slip = chance.choice((following + letter, following, letter + letter + following))
    return text[:at] + slip + text[at + 2 :]


def without_final_mark(text: str) -> str:
    """Drop the end punctuation; a text of nothing else is kept."""
    return text.rstrip(_FINAL_MARKS).rstrip() or text
