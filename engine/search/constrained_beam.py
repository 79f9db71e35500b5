"""A beam in which hypotheses find room for what they must hold.

Lexically constrained decoding with dynamic beam allocation (Post and Vilar 2018, sections 3 and 4).
At every step the next tokens of what is still owed are candidates beside those that the model holds
probable. The candidates are shared out among banks, one for each number of tokens still owed; every
bank gets as many places in the beam as any other, as long as it has candidates. So hypotheses that
say a term early, late or not yet compete each with their like. A hypothesis may end only when
nothing is owed any more.

What is to be held stands where the model would write something else for it, if that is known.
There its first token counts as much as the model's own choice: else a hypothesis would win that
makes up for an improbable word by saying more than the source.

Shapes: B sentences, N living hypotheses a sentence, K best tokens of each, C candidates a sentence.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.nn.decoding import Candidates, Floats, Ints
from engine.search.constraints import Constraints, Progress
from engine.search.decoder import Predictions

_LIKELY = math.log(0.05)
"""How probable a token is at least that a model would write."""


class _Candidate(NamedTuple):
    parent: int
    token: int
    log_prob: float
    total: float
    progress: Progress


class ConstraintTracker:
    """How far the living hypotheses of some sentences are with what those must hold.

    Args:
        constraints: Of each sentence.
        bos_id: What stands before a target.
        eos_id: What ends one.
    """

    def __init__(self, constraints: Sequence[Constraints], bos_id: int, eos_id: int) -> None:
        self._constraints = list(constraints)
        self._eos_id = eos_id
        self._living = [[one.start(bos_id)] for one in constraints]
        self._candidates: list[list[Progress]] = []

    def candidates(
        self, predictions: Predictions, totals: Floats, count: int, vocab_size: int
    ) -> Candidates:
        """Choose ways to go on for every sentence.

        Args:
            predictions: What may follow the living hypotheses.
            totals: Of those, (B, N).
            count: How many to choose for each sentence, C.
            vocab_size: V.
        """
        self._forbid_ends(predictions)
        best, ids = predictions.top(min(count, vocab_size))  # (B, N, K)
        likely = [
            [dict(zip(*of_one, strict=True)) for of_one in zip(*of_row, strict=True)]
            for of_row in zip(ids.tolist(), best.tolist(), strict=True)
        ]
        wanted = self._wanted(likely)
        places = [
            (row, place, token) for (row, place), tokens in wanted.items() for token in tokens
        ]
        of_places = predictions.at(np.array(places)).tolist() if places else []
        for (row, place, token), log_prob in zip(places, of_places, strict=True):
            likely[row][place][token] = log_prob
        rows = []
        for row, (of_row, of_totals) in enumerate(zip(likely, totals.tolist(), strict=True)):
            found = [
                (of_totals[place] + counted, place, token, log_prob)
                for place, tokens in enumerate(of_row)
                for token, log_prob, counted in _counted(tokens, wanted.get((row, place), {}))
            ]
            rows.append(self._shared_out(row, found, count))
        self._candidates = [[one.progress for one in row] for row in rows]
        return Candidates(
            np.array([[one.parent for one in row] for row in rows]),
            np.array([[one.token for one in row] for row in rows]),
            np.array([[one.log_prob for one in row] for row in rows]),
            np.array([[one.total for one in row] for row in rows]),
        )

    def _forbid_ends(self, predictions: Predictions) -> None:
        """Write -inf over eos where something is still owed."""
        owing = [
            (row, place, self._eos_id)
            for row, living in enumerate(self._living)
            for place, progress in enumerate(living)
            if self._constraints[row].after(progress, self._eos_id).unmet
        ]
        if owing:
            predictions.forbid(np.array(owing))

    def choose(self, living: Ints) -> None:
        """Go on with these candidates, (B, N)."""
        self._living = [
            [candidates[place] for place in places]
            for candidates, places in zip(self._candidates, living.tolist(), strict=True)
        ]

    def keep(self, rows: Iterable[int]) -> None:
        """Go on with these sentences only."""
        kept = list(rows)
        self._constraints = [self._constraints[row] for row in kept]
        self._living = [self._living[row] for row in kept]

    def _wanted(
        self, likely: Sequence[Sequence[Mapping[int, float]]]
    ) -> dict[tuple[int, int], dict[int, bool]]:
        """Return by sentence and hypothesis the tokens that bring it nearer to its end."""
        wanted = {}
        for row, (living, of_row) in enumerate(zip(self._living, likely, strict=True)):
            for place, (progress, tokens) in enumerate(zip(living, of_row, strict=True)):
                expected = {token for token, log_prob in tokens.items() if log_prob >= _LIKELY}
                if found := self._constraints[row].next_tokens(progress, expected):
                    wanted[row, place] = found
        return wanted

    def _shared_out(
        self, row: int, found: Sequence[tuple[float, int, int, float]], count: int
    ) -> list[_Candidate]:
        """Return the best of each bank in turn, so that each has its share of the first places."""
        constraints, living = self._constraints[row], self._living[row]
        in_bank = Counter[int]()
        ordered: list[tuple[int, int, int, _Candidate]] = []
        for total, place, token, log_prob in sorted(found, key=lambda one: (-one[0], one[1:3])):
            progress = constraints.after(living[place], token)
            owed = constraints.owed(progress)
            rank = in_bank[owed] if total > -math.inf else len(found)
            in_bank[owed] += 1
            one = _Candidate(place, token, log_prob, total, progress)
            ordered.append((rank, owed, len(ordered), one))
        ordered.sort(key=lambda item: item[:3])
        return [one for *_, one in ordered[:count]]


def _counted(
    tokens: Mapping[int, float], wanted: Mapping[int, bool]
) -> list[tuple[int, float, float]]:
    """Return the tokens with their log-probabilities and with what counts instead of those."""
    instead = [tokens[token] for token, is_instead in wanted.items() if is_instead]
    most = max(instead, default=-math.inf)
    gain = max(tokens.values()) - most if most > -math.inf else 0.0
    return [
        (token, log_prob, log_prob + gain if wanted.get(token) else log_prob)
        for token, log_prob in tokens.items()
    ]
