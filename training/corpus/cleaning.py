"""Select the training pairs worth keeping and record why the others are dropped.

Every check works on all pairs at once, as numbers; a text is read only if numbers do not decide.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from training.corpus.language_check import in_wrong_language
from training.corpus.pair_checks import (
    differs_in_markup,
    differs_in_numbers,
    folded,
    has_few_letters,
)
from training.corpus.scripts import is_in_wrong_script, is_latin
from training.corpus_formats.packed_pairs import PackedPairs, pack
from training.corpus_formats.sentence_pair import Direction, SentencePair
from training.text_settings import CorpusSettings

LENGTH_SLACK = 15
"""Bytes added to both sides before their lengths are compared: short sentences differ more."""
COPIED_WORDS = 3
"""This many words may be the same on both sides: names, for instance."""

_NO_LEADS = bytes(range(0xC0))
"""All bytes but those with which a character beyond ASCII begins."""
_NO_ASCII_LETTERS = bytes(byte for byte in range(256) if byte > 127 or not chr(byte).isalpha())

REASONS = {
    "empty": "one side is empty",
    "unused_origin": "the recipe excludes text of this origin",
    "same_on_both_sides": "both sides are the same",
    "wrong_script": "not in the script of its language",
    "too_long": "longer than the recipe allows",
    "length_ratio": "one side is much longer than the other",
    "few_letters": "few letters: mostly numbers or symbols",
    "markup": "tags, entities or placeholders do not match, or it is only an address",
    "number_mismatch": "the numbers on the two sides differ",
    "wrong_language": "one side is in another language",
    "held_out": "one side is also in the validation or test text",
    "excluded": "one side is in text excluded from training",
    "duplicate": "duplicate pair",
    "near_duplicate": "differs from another pair only in case, digits or punctuation",
}
"""Why pairs are dropped, in words."""

Verdict = npt.NDArray[np.bool_]
"""For each pair, whether there is a reason to drop it."""


def clean(
    pairs: Iterable[SentencePair],
    settings: CorpusSettings,
    direction: Direction,
    held_out: Sequence[SentencePair] = (),
    forbidden: Collection[str] = frozenset(),
) -> tuple[PackedPairs, dict[str, PackedPairs]]:
    """Return the pairs worth learning from, and those dropped, for each reason.

    Args:
        pairs: Training pairs.
        settings: What counts as too long, too unequal, and so on.
        direction: The languages of the two sides.
        held_out: Validation and test pairs, which training must not have seen.
        forbidden: Sentences that no kept pair has on a side.
    """
    packed = pack(pairs)
    found = _Findings(packed)
    lengths = packed.lengths
    found.drop("empty", lengths.min(axis=1) == 0)
    if settings.drop_copies:
        found.drop("same_on_both_sides", _copies(packed))
    if settings.drop_wrong_script:
        found.drop("wrong_script", _in_wrong_script(packed, direction))
    if settings.max_words:
        found.drop("too_long", _have_more_words(packed, settings.max_words))
    if settings.max_length_ratio:
        padded = lengths + LENGTH_SLACK
        ratios = padded.max(axis=1) / padded.min(axis=1)
        found.drop("length_ratio", np.greater(ratios, settings.max_length_ratio))
    if settings.min_letters:
        least = settings.min_letters
        found.drop(
            "few_letters",
            packed.where(lambda *sides: any(has_few_letters(side, least) for side in sides)),
        )
    if settings.drop_markup:
        found.drop("markup", packed.where(differs_in_markup))
    if settings.drop_number_mismatch:
        found.drop(
            "number_mismatch", packed.where(partial(differs_in_numbers, direction=direction))
        )
    if settings.drop_wrong_language:
        found.drop("wrong_language", in_wrong_language(packed, direction))
    hashes = packed.hashes()
    if settings.drop_held_out:
        found.drop("held_out", _have_side_in(hashes, pack(held_out)))
    if forbidden:
        known = np.array([hash(text.encode()) for text in forbidden], np.int64).view(np.uint64)
        sources, targets = hashes.T
        found.drop("excluded", np.isin(sources, known) | np.isin(targets, known))
    if settings.drop_duplicates:
        found.drop("duplicate", _repeated(_hash_of_pairs(hashes), found.is_kept))
    if settings.drop_near_duplicates:
        found.drop("near_duplicate", _repeated(_hash_of_pairs(_folded(packed)), found.is_kept))
    return found.kept(), found.dropped()


def without_held_out(
    pairs: PackedPairs, held_out: Sequence[SentencePair]
) -> tuple[PackedPairs, PackedPairs]:
    """Return the pairs without a side that is held out, and the others."""
    is_held_out = _have_side_in(pairs.hashes(), pack(held_out))
    return pairs.select(~is_held_out), pairs.select(is_held_out)


class _Findings:
    """Which pairs are dropped, each for the first reason against it."""

    def __init__(self, pairs: PackedPairs) -> None:
        self._pairs = pairs
        self._reasons: list[str] = []
        self._reason_of = np.zeros(len(pairs), np.uint8)

    @property
    def is_kept(self) -> Verdict:
        """Which pairs have no reason to be dropped yet."""
        return np.equal(self._reason_of, 0)

    def drop(self, reason: str, verdict: Verdict) -> None:
        """Record a reason against some pairs."""
        self._reasons.append(reason)
        self._reason_of[verdict & self.is_kept] = len(self._reasons)

    def kept(self) -> PackedPairs:
        """Return the pairs without a reason to drop them."""
        return self._pairs.select(self.is_kept)

    def dropped(self) -> dict[str, PackedPairs]:
        """Return the others, for each reason."""
        return {
            reason: self._pairs.select(self._reason_of == number)
            for number, reason in enumerate(self._reasons, start=1)
            if (self._reason_of == number).any()
        }


def _copies(pairs: PackedPairs) -> Verdict:
    """Find pairs of more than a few words with equal sides."""
    verdict = np.zeros(len(pairs), np.bool_)
    for row in np.flatnonzero(pairs.lengths[:, 0] == pairs.lengths[:, 1]).tolist():
        source, target = pairs.raw_text(row, 0), pairs.raw_text(row, 1)
        verdict[row] = (
            source == target and len(source.decode(errors="replace").split()) > COPIED_WORDS
        )
    return verdict


def _have_more_words(pairs: PackedPairs, most: int) -> Verdict:
    """Find pairs with a side of more words."""
    verdict = np.zeros(len(pairs), np.bool_)
    for side in (0, 1):
        # Each word but the last is a letter and a space at least.
        for row in np.flatnonzero(pairs.lengths[:, side] > 2 * most).tolist():
            verdict[row] |= len(pairs.raw_text(row, side).decode(errors="replace").split()) > most
    return verdict


def _in_wrong_script(pairs: PackedPairs, direction: Direction) -> Verdict:
    """Find pairs with a side that is not in its language's script."""
    latin = frozenset(filter(is_latin, direction))

    def is_wrong(raw: bytes, language: str) -> bool:
        # No more letters are of another script than there are beyond ASCII.
        may_be = language not in latin or (
            not raw.isascii()
            and len(raw.translate(None, _NO_LEADS)) > len(raw.translate(None, _NO_ASCII_LETTERS))
        )
        return may_be and is_in_wrong_script(raw.decode("utf-8", "replace"), language)

    return pairs.where(lambda *sides: any(map(is_wrong, sides, direction)))


def _folded(pairs: PackedPairs) -> npt.NDArray[np.uint64]:
    """Return hashes of each side without case, digits and punctuation."""
    found = [np.empty((0, 2), np.int64)]
    for part in pairs.parts():
        sides = [[hash(folded(raw)) for raw in part.raw_texts(side)] for side in (0, 1)]
        found.append(np.array(sides, np.int64).T)
    return np.concatenate(found).view(np.uint64)


def _have_side_in(hashes: npt.NDArray[np.uint64], others: PackedPairs) -> Verdict:
    theirs = others.hashes()
    return np.isin(hashes[:, 0], theirs[:, 0]) | np.isin(hashes[:, 1], theirs[:, 1])


def _hash_of_pairs(hashes: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return one number for each pair."""
    return hashes[:, 0] * np.uint64(0x9E3779B97F4A7C15) + hashes[:, 1]


def _repeated(keys: npt.NDArray[np.uint64], is_kept: Verdict) -> Verdict:
    """Find pairs with the key of an earlier kept pair."""
    rows = np.flatnonzero(is_kept)
    _, first = np.unique(keys[rows], return_index=True)
    verdict = np.ones(len(keys), np.bool_)
    verdict[rows[first]] = False
    return verdict
