"""What every step of a search found, kept until sentences are done.

A step names only the newest token of each hypothesis and which one it continues; a hypothesis is
put together, from its end to its beginning, once it is known to be among the best.

Shapes: B sentences still searched, N living hypotheses a sentence, C candidates a sentence, best
first; D sentences that are done, F targets found, L steps.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

_ROOM = 32
"""Steps there is room for at first; then it doubles."""


class Choices(NamedTuple):
    """One step: the candidates, those that live on, and those that ended."""

    parents: Array  # (B, C), which hypothesis of the step before each continues
    ids: Array  # (B, C)
    log_probs: Array  # (B, C), of those ids alone
    totals: Array  # (B, C), of the whole hypotheses
    living: Array  # (B, N), which candidate each hypothesis is from now on
    has_ended: Array  # (B, E), whether each of the first candidates ended here


class Target(NamedTuple):
    """One hypothesis put together."""

    ids: tuple[int, ...]
    """Without eos."""
    log_probs: tuple[float, ...]
    """One for each of its ids, and eos's at the end if it ended."""
    score: float


class BeamHistory:
    """The steps of a search so far, by sentence.

    Args:
        sentences: How many there are.
        beam_size: How many hypotheses of each live at most.
    """

    def __init__(self, sentences: int, beam_size: int) -> None:
        self.length = 0
        self._shapes = (sentences, 2 * beam_size), (sentences, beam_size)
        self._arrays = self._room(_ROOM)

    def _room(self, steps: int) -> tuple[Array, ...]:
        wide, narrow = ((steps, *shape) for shape in self._shapes)
        return (
            np.zeros(wide, dtype=np.int32),
            np.zeros(wide, dtype=np.int32),
            np.zeros(wide),
            np.full(wide, -np.inf),
            np.full(narrow, -1, dtype=np.int32),
            np.zeros(narrow, dtype=np.bool_),
        )

    def add(self, step: Choices, sentences: Array) -> None:
        """Keep one more step of these sentences, (B,) indices; the others were done before."""
        if self.length == len(self._arrays[0]):
            more = self._room(self.length)
            self._arrays = tuple(
                np.concatenate(both) for both in zip(self._arrays, more, strict=True)
            )
        is_all = len(sentences) == self._arrays[0].shape[1]
        rows: Any = slice(None) if is_all else sentences
        for array, values in zip(self._arrays, step, strict=True):
            array[self.length, rows, : values.shape[1]] = values
        self.length += 1

    def ended(self, sentences: Array, n_best: int, penalties: Array) -> list[list[Target]]:
        """Return the targets of each sentence that ended, those that may be among the n best.

        Args:
            sentences: Which ones, (D,).
            n_best: Those that share the last place come all.
            penalties: What the log-probability of a target of each length is divided by, (L,).
        """
        parents, _, log_probs, totals, _, has_ended = self._arrays
        steps, width = self.length, has_ended.shape[2]
        has_ended = has_ended[:steps, sentences]  # (L, D, E)
        scores = totals[:steps, sentences, :width] / penalties[:steps, None, None]
        scores = np.where(has_ended, scores, -np.inf)
        by_sentence = scores.transpose(1, 0, 2).reshape(len(sentences), -1)
        place = by_sentence.shape[1] - n_best
        worst = np.partition(by_sentence, place, axis=1)[:, place] if place > 0 else -np.inf
        places, which, candidates = np.nonzero(
            has_ended & (scores >= np.reshape(worst, (1, -1, 1)))
        )
        rows = sentences[which]
        ids, own = self._trace(rows, places, parents[places, rows, candidates])
        last = log_probs[places, rows, candidates]
        found: list[list[Target]] = [[] for _ in sentences]
        for row, length, of_ids, of_own, one, score in zip(
            which.tolist(),
            places.tolist(),
            ids.tolist(),
            own.tolist(),
            last.tolist(),
            scores[places, which, candidates].tolist(),
            strict=True,
        ):
            target = Target(tuple(of_ids[:length]), (*of_own[:length], one), score)
            found[row].append(target)
        return found

    def cut(self, sentences: Array, penalty: float) -> list[list[Target]]:
        """Return the targets of each of these sentences (D,) that still live, as they stand."""
        _, _, _, totals, living, _ = self._arrays
        last = self.length - 1
        candidates = living[last, sentences]  # (D, N), -1 where there is none
        own_totals = np.take_along_axis(totals[last, sentences], candidates.clip(0), axis=1)
        which, hypotheses = np.nonzero((candidates >= 0) & (own_totals > -np.inf))
        lengths = np.full_like(which, self.length)
        ids, own = self._trace(sentences[which], lengths, hypotheses)
        scores = own_totals[which, hypotheses] / penalty
        found: list[list[Target]] = [[] for _ in sentences]
        for row, of_ids, of_own, score in zip(
            which.tolist(), ids.tolist(), own.tolist(), scores.tolist(), strict=True
        ):
            found[row].append(Target(tuple(of_ids), tuple(of_own), score))
        return found

    def _trace(self, rows: Array, lengths: Array, hypotheses: Array) -> tuple[Array, Array]:
        """Follow targets from their ends to their beginnings.

        Args:
            rows: The sentence of each, (F,).
            lengths: How many tokens each has, (F,).
            hypotheses: Which living hypothesis each is once it has so many tokens, (F,).

        Returns:
            Ids and their log-probabilities, (F, L) each; nothing of meaning after the lengths.
        """
        parents, ids, log_probs, _, living, _ = self._arrays
        longest = int(lengths.max(initial=0))
        places = np.arange(longest)[:, None]
        path = np.zeros((longest, len(rows)), dtype=np.int64)  # (L, F), which hypothesis it was
        if living.shape[2] > 1:
            own_living = living[:longest, rows]  # (L, F, N)
            before = np.take_along_axis(parents[:longest, rows], own_living.clip(0), axis=2)
            targets = np.arange(len(rows))
            for place in range(longest - 1, -1, -1):
                path[place] = hypotheses
                # One that ends before this place has its own hypothesis still to come.
                hypotheses = np.where(
                    lengths > place, before[place, targets, hypotheses], hypotheses
                )
        candidates = living[places, rows, path]  # (L, F)
        found: Array = ids[places, rows, candidates]
        own: Array = log_probs[places, rows, candidates]
        return found.T, own.T
