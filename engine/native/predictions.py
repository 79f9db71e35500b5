"""What the kernel predicts of a step, and what a search asks of that.

Torch-free. Shapes: B sentences, N hypotheses a sentence, C candidates a sentence, K best tokens of
a hypothesis, V target vocabulary, P places.
"""

import ctypes
from collections.abc import Sequence

import numpy as np

from engine.native.library import CandidateAddresses, Kernel
from engine.nn.decoding import Candidates, Floats, Ints, address


class NativePredictions:
    """Log-probabilities (B, N, V) of the next tokens, as the kernel computed them."""

    def __init__(self, kernel: Kernel, log_probs: Floats) -> None:
        self.log_probs = log_probs
        self._kernel = kernel

    def forbid_tokens(self, ids: Sequence[int]) -> None:
        """Write -inf over tokens of every hypothesis."""
        for token_id in ids:
            self.log_probs[:, :, token_id] = -np.inf

    def forbid(self, places: Ints) -> None:
        """Write -inf over some places (P, 3)."""
        self.log_probs[tuple(places.T)] = -np.inf

    def keep_only(self, rows: Ints, ids: Ints) -> None:
        """Write -inf over all but one token of every hypothesis of some sentences, (B',) each."""
        kept = self.log_probs[rows, :, ids]
        self.log_probs[rows] = -np.inf
        self.log_probs[rows, :, ids] = kept

    def at(self, places: Ints) -> Floats:
        """Return the log-probabilities (P,) of some places (P, 3)."""
        found: Floats = self.log_probs[tuple(places.T)]
        return found

    def top(self, count: int) -> tuple[Floats, Ints]:
        """Return the highest log-probabilities of each hypothesis and their tokens, (B, N, K)."""
        batch, width, vocab_size = self.log_probs.shape
        alone = self.log_probs.reshape(-1, 1, vocab_size)
        found = self._find(alone, np.zeros((batch * width, 1)), count)
        return found.log_probs.reshape(batch, width, -1), found.ids.reshape(batch, width, -1)

    def best(self, totals: Floats, count: int) -> Candidates:
        """Find the best ways to go on (B, C) from totals (B, N).

        Equal ones stand in the order of their hypotheses and tokens.

        Raises:
            ValueError: If there are fewer than are wanted.
        """
        return self._find(self.log_probs, np.ascontiguousarray(totals, dtype=np.float64), count)

    def draw(self, draws: Floats, top_k: int) -> Ints:
        """Return the token (B,) of the first hypothesis at which probabilities pass a draw (B,)."""
        allowed = self.log_probs[:, 0].astype(np.float64)
        tokens = None
        if top_k:
            best, ids = self.top(min(top_k, allowed.shape[1]))
            allowed, tokens = best[:, 0].astype(np.float64), ids[:, 0]
        passed = np.cumsum(np.exp(allowed - allowed.max(axis=1, keepdims=True)), axis=1)
        # What is forbidden adds nothing, so nothing is passed at it if less than all was drawn.
        whole = passed[:, -1]
        drawn = np.minimum(draws * whole, np.nextafter(whole, 0))
        places: Ints = (passed <= drawn[:, None]).sum(axis=1)
        return places if tokens is None else tokens[np.arange(len(places)), places]

    def _find(self, log_probs: Floats, totals: Floats, count: int) -> Candidates:
        batch, width, vocab_size = log_probs.shape
        if not 0 < count <= width * vocab_size:
            raise ValueError(f"{count} candidates are wanted of {width * vocab_size}")
        found = Candidates(
            np.empty((batch, count), dtype=np.int64),
            np.empty((batch, count), dtype=np.int64),
            np.empty((batch, count), dtype=np.float32),
            np.empty((batch, count)),
        )
        addresses = CandidateAddresses(*map(address, found))
        self._kernel.find_candidates(
            *(address(log_probs), address(totals), batch, width, vocab_size, count),
            ctypes.byref(addresses),
        )
        return found
