"""Greedy and beam search: the targets that the model holds most probable, found step by step.

One search for both: with a beam of one hypothesis it is greedy. Sentences finish independently,
and those that are finished leave the batch.

Shapes: B sentences still searched, N living hypotheses a sentence (one at first, then up to
beam_size), T tokens so far, V vocabulary, C candidates a sentence, best first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import torch
from torch import Tensor

from engine.ensemble import Ensemble
from engine.transformer import Transformer
from engine.translation import Cancelled

PenaltyKind = Literal["power", "gnmt"]

_FREE = -1
"""In a table of forced ids: nothing is forced here."""

_BLOCK = 64
"""Neighbours in the vocabulary that `_top` looks at together."""


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
        """Give what hypotheses are ranked by: their log-probability over the length penalty."""
        base = length if self.penalty_kind == "power" else (5 + length) / 6
        return float(log_prob / base**self.length_penalty)


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
    model: Transformer | Ensemble,
    src_ids: Tensor,
    settings: SearchSettings,
    *,
    prefixes: Sequence[Sequence[int]] | None = None,
    should_stop: Callable[[], bool] | None = None,
    on_finished: Callable[[int, tuple[Hypothesis, ...]], None] | None = None,
) -> list[tuple[Hypothesis, ...]]:
    """Find the best hypotheses of every sentence.

    A sentence is done when beam_size of its hypotheses have ended, or when n_best have and no
    living one can outrank them any more, or at the longest length. An eos ends a hypothesis if it
    is among the beam_size best candidates of its step. pad and bos are never generated.

    Args:
        model: In eval mode.
        src_ids: The sources with their padding, (B, S).
        settings: How to search.
        prefixes: How the hypotheses of each sentence must begin: ids without bos, eos and pad.
            Their log-probabilities count like any other; no rule forbids them.
        should_stop: Asked before every step.
        on_finished: Told the index of a sentence and its hypotheses as soon as they are known.

    Returns:
        The hypotheses of each sentence, best first, n_best or as many as there are: those that
        ended before those that were cut, equal scores by smaller ids. Where the rules leave no
        token to choose, one empty hypothesis that is not finished.

    Raises:
        Cancelled: If should_stop said so.
        ValueError: If the model is in training mode, or a prefix cannot be honoured.
    """
    if model.training:
        raise ValueError("the model is in training mode; call model.eval() before searching")
    max_length = min(settings.max_length, model.max_positions)
    forced = _forced_ids(model, prefixes, src_ids, max_length)
    found: dict[int, tuple[Hypothesis, ...]] = {}
    if src_ids.size(0) == 0:
        return []
    with torch.inference_mode():
        running = _Search(model, src_ids, settings, max_length, forced)
        while running.sentences:
            if should_stop is not None and should_stop():
                raise Cancelled
            for index, hypotheses in running.step():
                found[index] = hypotheses
                if on_finished is not None:
                    on_finished(index, hypotheses)
    return [found[index] for index in range(src_ids.size(0))]


def _forced_ids(
    model: Transformer | Ensemble,
    prefixes: Sequence[Sequence[int]] | None,
    src_ids: Tensor,
    max_length: int,
) -> Tensor:
    """Give the prefixes as a table (B, P), `_FREE` where they have ended."""
    batch = src_ids.size(0)
    if prefixes is None:
        prefixes = [()] * batch
    if len(prefixes) != batch:
        raise ValueError(f"{len(prefixes)} prefixes for {batch} sentences")
    vocab_size = model.tgt_vocab_size
    for index, prefix in enumerate(prefixes):
        if len(prefix) >= max_length:
            raise ValueError(
                f"prefix {index} has {len(prefix)} tokens; with its eos it is longer than "
                f"max_length {max_length}"
            )
        for token_id in prefix:
            if token_id in (model.pad_id, model.bos_id, model.eos_id):
                raise ValueError(f"prefix {index} holds {token_id}, which is pad, bos or eos")
            if not 0 <= token_id < vocab_size:
                raise ValueError(
                    f"prefix {index} holds {token_id}, outside the vocabulary of {vocab_size}"
                )
    longest = max((len(prefix) for prefix in prefixes), default=0)
    table = [[*prefix, *[_FREE] * (longest - len(prefix))] for prefix in prefixes]
    return torch.tensor(table, dtype=torch.int64, device=src_ids.device).view(batch, longest)


class _Candidates(NamedTuple):
    """The best ways to go on, best first."""

    parents: Tensor  # (B, C), which living hypothesis each continues
    ids: Tensor  # (B, C)
    log_probs: Tensor  # (B, C), of those ids alone
    totals: Tensor  # (B, C), of the whole hypotheses; -inf for what is forbidden


class _Search:
    """One search under way: the living hypotheses of the sentences that are not done."""

    def __init__(
        self,
        model: Transformer | Ensemble,
        src_ids: Tensor,
        settings: SearchSettings,
        max_length: int,
        forced: Tensor,
    ) -> None:
        batch, device = src_ids.size(0), src_ids.device
        self.model = model
        self.settings = settings
        self.max_length = max_length
        self.never = [i for i in (model.pad_id, model.bos_id) if i != model.eos_id]
        self.cache = model.begin(src_ids)
        self.sentences = list(range(batch))  # which one each row of the batch is
        self.ended: list[list[Hypothesis]] = [[] for _ in range(batch)]  # a list for each row
        self.forced = forced  # (B, P)
        self.shortest_prefix = int((forced != _FREE).sum(1).min())
        self.ids = torch.full((batch, 1, 1), model.bos_id, device=device)  # (B, N, 1 + T)
        self.log_probs = torch.empty(batch, 1, 0, device=device)  # (B, N, T)
        self.totals = torch.zeros(batch, 1, dtype=torch.float64, device=device)  # (B, N)

    def step(self) -> list[tuple[int, tuple[Hypothesis, ...]]]:
        """Lengthen every hypothesis by one token; give the sentences that are done now."""
        candidates = self._candidates()
        is_end = candidates.ids == self.model.eos_id
        self._collect_ended(candidates, is_end)
        parents = self._go_on(candidates, is_end)
        done = self._done_rows()
        results = [(self.sentences[row], self._results(row)) for row in done]
        if done:
            parents = self._drop(done, parents)
        if self.sentences:
            self.cache.reorder(parents)
        return results

    @property
    def length(self) -> int:
        """T, which all living hypotheses share."""
        return self.log_probs.size(2)

    def _candidates(self) -> _Candidates:
        logits = self.model.step(self.ids[:, :, -1], self.cache)  # (B, N, V)
        logits = logits.to(torch.promote_types(logits.dtype, torch.float32))
        # In place: for a second tensor of this size the allocator asks the system at every step.
        log_probs = self._allow(torch.log_softmax(logits, -1, out=logits))
        # Each living hypothesis can end in one way, so as many others are left as may live on.
        count = 2 * self.settings.beam_size
        best, ids = _top(log_probs, min(count, log_probs.size(2)))  # (B, N, K)
        totals = (self.totals[:, :, None] + best).flatten(1)  # (B, N * K)
        totals, places = totals.topk(min(count, totals.size(1)))  # (B, C)
        return _Candidates(
            parents=places // best.size(2),
            ids=ids.flatten(1).gather(1, places),
            log_probs=best.flatten(1).gather(1, places),
            totals=totals,
        )

    def _allow(self, log_probs: Tensor) -> Tensor:
        """Leave -inf (B, N, V) for what may not follow: all but the prefix where there is one."""
        if self.length >= self.forced.size(1):
            return self._forbid(log_probs)
        forced = self.forced[:, self.length, None, None]  # (B, 1, 1)
        places = forced.clamp(min=0).expand(-1, log_probs.size(1), 1)
        alone = torch.full_like(log_probs, -torch.inf)
        alone.scatter_(2, places, log_probs.gather(2, places))
        return torch.where(forced == _FREE, self._forbid(log_probs), alone)

    def _forbid(self, log_probs: Tensor) -> Tensor:
        """Write -inf over what the rules forbid."""
        for token_id in self.never:
            log_probs[:, :, token_id] = -torch.inf
        if self.length + 1 < self.settings.min_length:
            log_probs[:, :, self.model.eos_id] = -torch.inf
        size = self.settings.no_repeat_ngram
        if 0 < size <= self.length:
            windows = self.ids.unfold(2, size, 1)  # (B, N, W, size)
            begun = self.ids[:, :, None, self.ids.size(2) - size + 1 :]
            is_begun = (windows[..., :-1] == begun).all(-1)  # (B, N, W)
            limits = torch.where(is_begun, -torch.inf, torch.inf).to(log_probs.dtype)
            log_probs.scatter_reduce_(2, windows[..., -1], limits, "amin")
        return log_probs

    def _collect_ended(self, candidates: _Candidates, is_end: Tensor) -> None:
        among_best = slice(0, self.settings.beam_size)
        is_possible = candidates.totals[:, among_best] > -torch.inf
        places = (is_end[:, among_best] & is_possible).nonzero(as_tuple=True)
        if not len(places[0]):
            return
        rows, parents = places[0], candidates.parents[places]
        for row, ids, log_probs, last, total in zip(
            rows.tolist(),
            self.ids[rows, parents, 1:].tolist(),
            self.log_probs[rows, parents].tolist(),
            candidates.log_probs[places].tolist(),
            candidates.totals[places].tolist(),
            strict=True,
        ):
            score = self.settings.score(total, self.length + 1)
            self.ended[row].append(Hypothesis(tuple(ids), (*log_probs, last), score, True))

    def _go_on(self, candidates: _Candidates, is_end: Tensor) -> Tensor:
        """Let the best candidates without eos live on; give the parents of each, (B, N)."""
        if self.length < self.shortest_prefix:
            width = 1  # one way to go on for all sentences
        else:
            others = self.totals.size(1) * (self.model.tgt_vocab_size - 1)
            width = min(self.settings.beam_size, others)
        order = is_end.byte().argsort(stable=True)[:, :width]  # ends last, otherwise as it was
        parents = candidates.parents.gather(1, order)
        ids = candidates.ids.gather(1, order)[:, :, None]
        log_probs = candidates.log_probs.gather(1, order)[:, :, None]
        self.ids = torch.cat([_inherit(self.ids, parents), ids], dim=2)
        self.log_probs = torch.cat([_inherit(self.log_probs, parents), log_probs], dim=2)
        self.totals = candidates.totals.gather(1, order)
        return parents

    def _done_rows(self) -> list[int]:
        if self.length == self.max_length:
            return list(range(len(self.sentences)))
        best_totals = self.totals[:, 0].tolist()
        return [row for row, total in enumerate(best_totals) if self._is_done(row, total)]

    def _is_done(self, row: int, best_total: float) -> bool:
        count, n_best = len(self.ended[row]), self.settings.n_best
        if count >= self.settings.beam_size or not best_total > -torch.inf:
            return True
        if count < n_best:
            return False
        # The probability can only fall; the longest hypothesis is penalised least.
        reachable = self.settings.score(best_total, self.max_length)
        worst_kept = sorted(hypothesis.score for hypothesis in self.ended[row])[-n_best]
        return reachable < worst_kept

    def _results(self, row: int) -> tuple[Hypothesis, ...]:
        results = sorted(self.ended[row], key=_rank)
        if len(results) < self.settings.n_best:
            results += sorted(self._cut(row), key=_rank)
        return tuple(results[: self.settings.n_best]) or (Hypothesis((), (), 0.0, False),)

    def _cut(self, row: int) -> Iterator[Hypothesis]:
        for ids, log_probs, total in zip(
            self.ids[row, :, 1:].tolist(),
            self.log_probs[row].tolist(),
            self.totals[row].tolist(),
            strict=True,
        ):
            if total > -torch.inf:
                score = self.settings.score(total, self.length)
                yield Hypothesis(tuple(ids), tuple(log_probs), score, False)

    def _drop(self, done: list[int], parents: Tensor) -> Tensor:
        """Go on without these rows; give the parents of the others."""
        kept = [row for row in range(len(self.sentences)) if row not in done]
        self.sentences = [self.sentences[row] for row in kept]
        self.ended = [self.ended[row] for row in kept]
        rows = torch.tensor(kept, dtype=torch.int64, device=parents.device)
        self.forced = self.forced[rows]
        self.ids = self.ids[rows]
        self.log_probs = self.log_probs[rows]
        self.totals = self.totals[rows]
        self.cache.keep(rows)
        return parents[rows]


def _top(values: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Do what values.topk(count) does, on CPU several times faster where rows are long.

    The largest values lie in those blocks whose maxima are the largest, and maxima are cheap.
    """
    size = values.size(-1)
    if size < 8 * _BLOCK * count:
        return values.topk(count)
    tail = size // _BLOCK * _BLOCK
    maxima = values[..., :tail].view(*values.shape[:-1], -1, _BLOCK).amax(-1)
    blocks = maxima.topk(count).indices  # (..., count)
    inside = torch.arange(_BLOCK, device=values.device)
    places = (blocks[..., None] * _BLOCK + inside).flatten(-2)  # (..., count * _BLOCK)
    rest = torch.arange(tail, size, device=values.device).expand(*values.shape[:-1], -1)
    places = torch.cat([places, rest], dim=-1)
    best, where = values.gather(-1, places).topk(count)
    return best, places.gather(-1, where)


def _inherit(history: Tensor, parents: Tensor) -> Tensor:
    """Give each hypothesis (B, N') the history (B, N, T) of its parent."""
    return history.gather(1, parents[:, :, None].expand(-1, -1, history.size(2)))


def _rank(hypothesis: Hypothesis) -> tuple[float, tuple[int, ...]]:
    return -hypothesis.score, hypothesis.ids
