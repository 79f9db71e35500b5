"""What a search computes with: a Transformer in the kernel or in PyTorch, or several together.

Shapes: B sentences, N hypotheses a sentence, S source length, T target length, D d_model, V target
vocabulary, K best tokens of a hypothesis, C candidates a sentence, P places, L layers, H heads.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from engine.nn.decoding import AttentionArrays, Candidates, Floats, Ints, Memory, Rows


class DecodingCache(Protocol):
    """What a decoder keeps of the hypotheses between two steps."""

    def reorder(self, parents: Ints) -> None:
        """Let hypothesis n of sentence b continue hypothesis parents[b, n], (B, N')."""

    def keep(self, rows: Ints, parents: Ints | None = None) -> None:
        """Keep only these sentences (B'), each of whose hypotheses continues one of its parents.

        Args:
            rows: Which ones.
            parents: (B', N'), as in `reorder`; None leaves all where they are.
        """


class Predictions(Protocol):
    """What may follow each hypothesis: log-probabilities (B, N, V), where they were computed.

    A place is a sentence, a hypothesis and a token: a row of (P, 3).
    """

    def forbid_tokens(self, ids: Sequence[int]) -> None:
        """Write -inf over tokens of every hypothesis."""

    def forbid(self, places: Ints) -> None:
        """Write -inf over some places (P, 3)."""

    def keep_only(self, rows: Ints, ids: Ints) -> None:
        """Write -inf over all but one token of every hypothesis of some sentences, (B',) each."""

    def at(self, places: Ints) -> Floats:
        """Return the log-probabilities (P,) of some places (P, 3)."""

    def top(self, count: int) -> tuple[Floats, Ints]:
        """Return the highest log-probabilities of each hypothesis and their tokens, (B, N, K)."""

    def best(self, totals: Floats, count: int) -> Candidates:
        """Find the best ways to go on with the hypotheses of each sentence, the best first.

        Args:
            totals: The log-probabilities of the hypotheses so far, float64, (B, N).
            count: How many to find for each sentence, C; at most N * V.
        """

    def draw(self, draws: Floats, top_k: int) -> Ints:
        """Return the token (B,) of the first hypothesis at which probabilities pass a draw (B,).

        Args:
            draws: In [0, 1).
            top_k: Among how many of the most probable tokens, made to sum to one; 0: among all.
        """


class Decoder(Protocol):
    """What predicts targets token by token."""

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
    def device(self) -> str:
        """Where it computes: cpu or cuda."""

    @property
    def computing(self) -> str:
        """What computes it, for reports."""

    def tokens_at_once(self, beam_size: int, on_processor: int) -> int:
        """Return how many source tokens, padding counted, to search at once.

        Where it is too many all the same, the search itself halves its batch.

        Args:
            beam_size: How many hypotheses of each sentence live at once.
            on_processor: What to return where no graphics card computes.
        """

    def encode(self, src_ids: Ints) -> Memory:
        """Read sources (B, S), padded at their ends.

        Raises:
            MemoryError: If memory runs short, as at every other step.
        """

    def start_cache(self, memory: Memory) -> DecodingCache:
        """Project the memory once for all steps to come."""

    def step(self, last_ids: Ints, cache: Any) -> Predictions:
        """Predict the next token of each hypothesis, and remember this position.

        Args:
            last_ids: The newest token of each hypothesis, (B, N); bos at first, with N = 1.
            cache: What this decoder started and the steps before left.
        """

    def score(self, memory: Memory, tgt_in: Rows, tgt_out: Rows) -> Floats:
        """Return the log-probability of each token of given targets, (B, T).

        Args:
            memory: What the encoder made of the sources.
            tgt_in: The targets after their bos; T is the length of the longest.
            tgt_out: The tokens that are to follow each of those.
        """


class TranslationModel(Decoder, Protocol):
    """One model, which can also say how it looked at what it read."""

    def cross_weights(self, memory: Memory, tgt_in: Rows, layer: int | None = None) -> Floats:
        """Return the weights of cross-attention, (L, B, H, T, S).

        Args:
            memory: What the encoder made of the sources, (B, S, D).
            tgt_in: The targets after their bos; T is the length of the longest.
            layer: The only one that is wanted, so that L is 1; None for all.
        """

    def attention_maps(self, src_ids: Ints, tgt_in: Rows) -> AttentionArrays:
        """Return every attention weight of sources (B, S) and targets after bos, from one pass."""
