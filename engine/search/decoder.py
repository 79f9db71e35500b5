"""What a search computes with: a Transformer in PyTorch or in the kernel, or several together.

Shapes: B sentences, N hypotheses a sentence, S source length, T target length, D d_model, V target
vocabulary, C candidates a sentence.
"""

from collections.abc import Iterable
from typing import Any, Protocol

import torch
from torch import Tensor

from engine.nn.candidates import Candidates
from engine.nn.transformer import Footprint, Memory


class DecodingCache(Protocol):
    """What a decoder keeps of the hypotheses between two steps."""

    def reorder(self, parents: Tensor) -> None:
        """Let hypothesis n of sentence b continue hypothesis parents[b, n], (B, N')."""

    def keep(self, rows: Tensor, parents: Tensor | None = None) -> None:
        """Keep only these sentences (B'), each of whose hypotheses continues one of its parents.

        Args:
            rows: Which ones.
            parents: (B', N'), as in `reorder`; None leaves all where they are.
        """


class Decoder(Protocol):
    """What predicts targets token by token. A search uses it in inference mode."""

    pad_id: int
    bos_id: int
    eos_id: int

    @property
    def tgt_vocab_size(self) -> int:
        """V, how many tokens the target vocabulary has."""

    @property
    def max_positions(self) -> int:
        """The longest source and the longest target, in tokens."""

    @property
    def device(self) -> torch.device:
        """Where it computes, and where its tensors are."""

    @property
    def training(self) -> bool:
        """Whether it is in training mode, in which nothing can be searched."""

    @property
    def footprint(self) -> Footprint:
        """The memory that a search needs."""

    @property
    def computing(self) -> str:
        """What computes it, for reports."""

    def encode(self, src_ids: Tensor) -> Memory:
        """Read sources (B, S), padded at their ends."""

    def start_cache(self, memory: Memory) -> DecodingCache:
        """Project the memory once for all steps to come."""

    def step(self, last_ids: Tensor, cache: Any) -> Tensor:
        """Predict the next token of each hypothesis, and remember this position.

        Args:
            last_ids: The newest token of each hypothesis, (B, N); bos at first, with N = 1.
            cache: What this decoder started and the steps before left.

        Returns:
            Log-probabilities (B, N, V) of float32 or more, which the caller may write into.
        """

    def forced_steps(self, memory: Memory, tgt_in: Tensor) -> Iterable[Tensor]:
        """Predict what follows each token of given targets.

        Args:
            memory: What the encoder made of the sources, (B, S, D).
            tgt_in: The targets after their bos, (B, T).

        Returns:
            T times log-probabilities (B, V), as T steps return them; perhaps made when asked for.
        """

    def find_candidates(self, log_probs: Tensor, totals: Tensor, count: int) -> Candidates:
        """Find the best ways to go on with some hypotheses, the best first.

        Args:
            log_probs: What a step returned, perhaps with -inf for what is forbidden, (B, N, V).
            totals: The log-probabilities of the hypotheses so far, float64, (B, N).
            count: How many to find for each sentence, C; at most N * V.
        """
