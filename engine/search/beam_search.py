"""Greedy and beam search: the targets that the model holds most probable, found step by step.

One search for both: with a beam of one hypothesis it is greedy. Sentences finish independently,
and those that are finished leave the batch.

Shapes: B sentences still searched, N living hypotheses a sentence (one at first, then up to
beam_size), T tokens so far, V vocabulary, C candidates a sentence, best first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from engine.nn.decoding import Candidates, Floats, Ints, Memory
from engine.search.beam_history import BeamHistory, Choices
from engine.search.constrained_beam import ConstraintTracker
from engine.search.constraints import Constraints
from engine.search.decoder import Decoder, DecodingCache, Predictions
from engine.search.prefixes import FREE, forced_ids
from engine.translation import Cancelled

PenaltyKind = Literal["power", "gnmt"]

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """How to search. A length counts a hypothesis' tokens and its eos, never its bos.

    Raises:
        ValueError: With every problem at once, each naming its field.
    """

    beam_size: int = 5
    """How many hypotheses live at once; 1 is greedy."""
    length_penalty: float = 1.0
    """The alpha of `score`: 0 ranks by probability alone, more favours longer hypotheses."""
    penalty_kind: PenaltyKind = "power"
    """`power` divides by length^alpha; `gnmt` by ((5 + length) / 6)^alpha (Wu et al. 2016)."""
    n_best: int = 1
    """How many hypotheses to give, at most beam_size."""
    min_length: int = 0
    max_length: int = 256
    """Also limited by the model's positions."""
    no_repeat_ngram: int = 0
    """No sequence of this many tokens may stand twice in a hypothesis; 0 allows all."""
    is_narrowing: bool = False
    """Each hypothesis that ends takes its place in the beam with it, as in Marian; otherwise
    beam_size hypotheses live as long as any. Constrained searches do not narrow."""

    def __post_init__(self) -> None:
        problems = list(self._problems())
        if problems:
            raise ValueError("; ".join(problems))

    def _problems(self) -> Iterator[str]:
        for name, least in (("beam_size", 1), ("n_best", 1), ("min_length", 0), ("max_length", 1)):
            if getattr(self, name) < least:
                yield f"{name} must be at least {least}, not {getattr(self, name)}"
        if self.no_repeat_ngram < 0:
            yield f"no_repeat_ngram must be at least 0, not {self.no_repeat_ngram}"
        if not self.length_penalty >= 0:
            yield f"length_penalty must be at least 0, not {self.length_penalty}"
        if self.penalty_kind not in get_args(PenaltyKind):
            kinds = ", ".join(get_args(PenaltyKind))
            yield f"penalty_kind must be one of {kinds}, not {self.penalty_kind}"
        if self.n_best > self.beam_size:
            yield f"n_best {self.n_best} must not be above beam_size {self.beam_size}"
        if self.min_length > self.max_length:
            yield f"min_length {self.min_length} must not be above max_length {self.max_length}"

    def score(self, log_prob: float, length: int) -> float:
        """Return what hypotheses are ranked by: their log-probability over the length penalty."""
        return log_prob / self.penalty(length)

    def penalty(self, length: int) -> float:
        """Return what the log-probability of a hypothesis is divided by."""
        base = length if self.penalty_kind == "power" else (5 + length) / 6
        return float(base**self.length_penalty)


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One target found: no bos and no eos in its ids.

    `log_probs` are the model's own, one a token, and eos's at the end if it is finished; a
    hypothesis that is not was cut at the longest length.
    """

    ids: tuple[int, ...]
    log_probs: tuple[float, ...]
    score: float
    is_finished: bool


def search(
    model: Decoder,
    src_ids: Ints,
    settings: SearchSettings,
    *,
    memory: Memory | None = None,
    prefixes: Sequence[Sequence[int]] | None = None,
    constraints: Sequence[Constraints] | None = None,
    should_stop: Callable[[], bool] | None = None,
    on_finished: Callable[[int, tuple[Hypothesis, ...]], None] | None = None,
) -> list[tuple[Hypothesis, ...]]:
    """Find the best hypotheses of every sentence.

    A sentence is done when beam_size of its hypotheses have ended, or when n_best have and no
    living one can outrank them any more, or at the longest length. An eos ends a hypothesis if it
    is among the beam_size best candidates of its step. pad and bos are never generated.

    Args:
        model: What predicts.
        src_ids: The sources with their padding, (B, S).
        settings: How to search.
        memory: What `model.encode` gave for the sources; None encodes them.
        prefixes: How the hypotheses of each sentence must begin: ids without bos, eos and pad.
            Their log-probabilities count like any other; no rule forbids them.
        constraints: What the hypotheses of each sentence must hold. Then the beam is shared out
            among hypotheses that hold more and less of it, none ends that lacks something, and of
            those that were cut the most complete come first.
        should_stop: Asked before every step.
        on_finished: Told the index of a sentence and its hypotheses as soon as they are known.

    Returns:
        The hypotheses of each sentence, best first, n_best or as many as there are: those that
        ended before those that were cut, equal scores by smaller ids. Where the rules leave no
        token to choose, one empty hypothesis that is not finished.

    Raises:
        Cancelled: If should_stop said so.
        MemoryError: If memory runs short for a single sentence.
        ValueError: If a prefix cannot be honoured.
    """
    max_length = min(settings.max_length, model.max_positions)
    forced = forced_ids(model, prefixes, len(src_ids), max_length)
    found: dict[int, tuple[Hypothesis, ...]] = {}

    def search_rows(rows: list[int]) -> None:
        required = constraints and [constraints[row] for row in rows]
        cache = model.start_cache(
            model.encode(src_ids[rows]) if memory is None else memory.select(rows)
        )
        running = _Search(model, cache, settings, max_length, forced[rows], required)
        while len(running.sentences):
            if should_stop is not None and should_stop():
                raise Cancelled
            done = running.step()
            if on_finished is not None:
                for place, hypotheses in running.results(done):
                    found[rows[place]] = hypotheses
                    on_finished(rows[place], hypotheses)
        if on_finished is None:  # then all at once, which is faster
            for place, hypotheses in running.results(np.arange(len(rows))):
                found[rows[place]] = hypotheses

    waiting = [list(range(len(src_ids)))]
    while waiting:
        rows = [row for row in waiting.pop() if row not in found]
        if not rows:
            continue
        try:
            search_rows(rows)
        except MemoryError:
            if len(rows) == 1:
                raise
            half = len(rows) // 2
            waiting += [rows[half:], rows[:half]]
    return [found[index] for index in range(len(src_ids))]


class _Search:
    """One search under way: the living hypotheses of the sentences that are not done."""

    def __init__(
        self,
        model: Decoder,
        cache: DecodingCache,
        settings: SearchSettings,
        max_length: int,
        forced: Ints,
        constraints: Sequence[Constraints] | None,
    ) -> None:
        batch = len(forced)
        self.model = model
        self.settings = settings
        self.max_length = max_length
        self.never = [i for i in (model.pad_id, model.bos_id) if i != model.eos_id]
        self.cache = cache
        self.sentences = np.arange(batch)  # which one each row of the batch is
        self.forced = forced  # (B, P)
        self.tracker = None
        if constraints:
            self.tracker = ConstraintTracker(constraints, model.bos_id, model.eos_id)
        self.constraints = constraints  # of each sentence
        self.shortest_prefix = int((forced != FREE).sum(axis=1).min())
        self.length = 0  # T, which all living hypotheses share
        self.last_ids = np.full((batch, 1), model.bos_id)  # (B, N)
        self.totals: Floats = np.zeros((batch, 1))  # (B, N)
        self.ids = self.last_ids[:, :, None]  # (B, N, 1 + T), kept up where n-grams are forbidden
        self.history = BeamHistory(batch, settings.beam_size)
        self.num_ended = np.zeros(batch, dtype=np.int64)
        self.has_some_ended = False
        self.kept = np.full((batch, settings.n_best), -np.inf)  # the best scores, the worst first

    def step(self) -> npt.NDArray[np.int64]:
        """Lengthen every hypothesis by one token; return the sentences that are done."""
        candidates = self._candidates()
        is_end = candidates.ids == self.model.eos_id
        has_ended = self._note_ended(candidates, is_end)
        living = self._living(is_end)
        rows = np.arange(len(living))[:, None]
        parents = candidates.parents[rows, living]
        self.last_ids = candidates.ids[rows, living]
        self.totals = candidates.totals[rows, living]
        if self._is_narrowing and self.has_some_ended:
            is_out = self._is_beyond_beam(living.shape[1])
            living = np.where(is_out, -1, living)
            self.totals = np.where(is_out, -np.inf, self.totals)
        if self.tracker is not None:
            self.tracker.choose(living)
        if self.settings.no_repeat_ngram:
            self.ids = np.concatenate([self.ids[rows, parents], self.last_ids[:, :, None]], axis=2)
        self.history.add(Choices(*candidates, living, has_ended), self.sentences)
        self.length += 1
        is_done = self._is_done()
        if not is_done.any():
            self.cache.reorder(parents)
            return self.sentences[:0]
        done = self.sentences[is_done]
        self.sentences = self.sentences[~is_done]
        if len(self.sentences):
            self._keep(np.flatnonzero(~is_done), parents)
        return done

    def _candidates(self) -> Candidates:
        predictions = self.model.step(self.last_ids, self.cache)
        self._forbid(predictions)
        # Each living hypothesis can end in one way, so as many others are left as may live on.
        vocab_size = self.model.tgt_vocab_size
        count = min(2 * self.settings.beam_size, self.totals.shape[1] * vocab_size)
        if self.tracker is None:
            return predictions.best(self.totals, count)
        return self.tracker.candidates(predictions, self.totals, count, vocab_size)

    def _forbid(self, predictions: Predictions) -> None:
        """Write -inf over what may not follow: all but the prefix where there is one."""
        is_too_short = self.length + 1 < self.settings.min_length
        predictions.forbid_tokens([*self.never, *[self.model.eos_id] * is_too_short])
        is_free = np.full(len(self.sentences), fill_value=True)
        if self.length < self.forced.shape[1]:
            forced = self.forced[:, self.length]
            is_free = forced == FREE
            (rows,) = np.nonzero(~is_free)
            predictions.keep_only(rows, forced[rows])
        size = self.settings.no_repeat_ngram
        if 0 < size <= self.length:
            windows = sliding_window_view(self.ids, size, axis=2)  # (B, N, W, size)
            begun = self.ids[:, :, None, self.ids.shape[2] - size + 1 :]
            is_begun = (windows[..., :-1] == begun).all(axis=-1) & is_free[:, None, None]
            rows, hypotheses, places = np.nonzero(is_begun)  # of (B, N, W)
            repeated = windows[rows, hypotheses, places, -1]
            predictions.forbid(np.stack([rows, hypotheses, repeated], axis=1))

    def _note_ended(self, candidates: Candidates, is_end: Bools) -> Bools:
        """Count what ends here and keep the best scores; say which candidates those are, (B, E)."""
        width = self.settings.beam_size
        totals = candidates.totals[:, :width]
        has_ended: Bools = is_end[:, :width] & (totals > -np.inf)
        if self._is_narrowing:
            has_ended &= ~self._is_beyond_beam(has_ended.shape[1])
        if not has_ended.any():
            return has_ended
        self.num_ended += has_ended.sum(axis=1)
        scores = np.where(has_ended, totals / self.settings.penalty(self.length + 1), -np.inf)
        best = np.sort(np.concatenate([self.kept, scores], axis=1), axis=1)
        self.kept = best[:, -self.settings.n_best :]
        self.has_some_ended = True
        return has_ended

    @property
    def _is_narrowing(self) -> bool:
        return self.settings.is_narrowing and self.tracker is None

    def _is_beyond_beam(self, count: int) -> Bools:
        """Say which of this many best ones have no place beside those that ended, (B, count)."""
        places = self.settings.beam_size - self.num_ended
        beyond: Bools = np.arange(count) >= places[:, None]
        return beyond

    def _living(self, is_end: Bools) -> Ints:
        """Choose the candidates that live on, the best without eos, (B, N)."""
        if self.settings.beam_size == 1 < is_end.shape[1]:
            return is_end[:, :1].astype(np.int64)  # the second where the first ends
        if self.length < self.shortest_prefix:
            width = 1  # one way to go on for all sentences
        else:
            others = self.totals.shape[1] * (self.model.tgt_vocab_size - 1)
            width = min(self.settings.beam_size, others)
        order = is_end.argsort(axis=1, kind="stable")  # ends last, otherwise as it was
        return order[:, :width]

    def _is_done(self) -> Bools:
        """Say which sentences are done, (B,)."""
        if self.length == self.max_length:
            return np.full(len(self.sentences), fill_value=True)
        best_totals = self.totals.max(axis=1)
        is_done: Bools = ~(best_totals > -np.inf)
        if self.has_some_ended:
            # The probability can only fall; the longest hypothesis is penalised least.
            is_done |= best_totals / self.settings.penalty(self.max_length) < self.kept[:, 0]
            is_done |= self.num_ended >= self.settings.beam_size
        return is_done

    def _keep(self, rows: Ints, parents: Ints) -> None:
        """Go on with these rows only, each hypothesis of which continues one of its parents."""
        self.forced = self.forced[rows]
        if self.tracker is not None:
            self.tracker.keep(rows.tolist())
        if self.settings.no_repeat_ngram:
            self.ids = self.ids[rows]
        self.last_ids = self.last_ids[rows]
        self.totals = self.totals[rows]
        self.num_ended = self.num_ended[rows]
        self.kept = self.kept[rows]
        self.cache.keep(rows, parents[rows])

    def results(
        self, sentences: npt.NDArray[np.int64]
    ) -> Iterator[tuple[int, tuple[Hypothesis, ...]]]:
        """Return the hypotheses of sentences that are done, each with the sentence's index."""
        if not len(sentences):
            return
        n_best = self.settings.n_best
        penalties = [self.settings.penalty(length) for length in range(1, self.length + 1)]
        ended = self.history.ended(sentences, n_best, np.array(penalties))
        is_short = np.array([len(targets) < n_best for targets in ended])
        cut = iter(self.history.cut(sentences[is_short], penalties[-1]))
        for sentence, targets in zip(sentences.tolist(), ended, strict=True):
            results = sorted(
                (Hypothesis(*target, is_finished=True) for target in targets), key=_rank
            )
            if len(results) < n_best:
                living = (Hypothesis(*target, is_finished=False) for target in next(cut))
                results += self._most_complete(sentence, sorted(living, key=_rank))
            yield sentence, tuple(results[:n_best]) or (Hypothesis((), (), 0.0, is_finished=False),)

    def _most_complete(self, sentence: int, hypotheses: list[Hypothesis]) -> list[Hypothesis]:
        """Return hypotheses in their order, those first that owe the least."""
        if not self.constraints:
            return hypotheses
        constraints = self.constraints[sentence]

        def owed(hypothesis: Hypothesis) -> int:
            progress = constraints.start(self.model.bos_id)
            for token_id in hypothesis.ids:
                progress = constraints.after(progress, token_id)
            return constraints.owed(progress)

        return sorted(hypotheses, key=owed)


def _rank(hypothesis: Hypothesis) -> tuple[float, tuple[int, ...]]:
    return -hypothesis.score, hypothesis.ids
