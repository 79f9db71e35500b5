"""Sampling: targets drawn token by token with the probabilities that the model gives them.

A translation drawn so is worse than the one a search finds, and other: text translated back by
sampling teaches a model more than what beam search finds (Edunov et al. 2018).

Shapes: B sentences still sampled, T tokens so far, V vocabulary, K tokens that may be drawn.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from engine.search.beam_search import Hypothesis
from engine.search.decoder import Decoder
from engine.translation import Cancelled

_STEPS_UNSEEN = 8
"""Steps between two looks at what is done, where looking has the device wait for the processor."""


def sample(
    model: Decoder,
    src_ids: Tensor,
    draws: Tensor,
    *,
    top_k: int = 0,
    should_stop: Callable[[], bool] | None = None,
) -> list[Hypothesis]:
    """Draw one target for every sentence.

    Chance comes from outside, so that a sentence's target depends neither on what stands beside
    it nor on what was sampled before. pad and bos are never drawn.

    Args:
        model: In eval mode.
        src_ids: The sources with their padding, (B, S).
        draws: Uniform numbers in [0, 1), one for each token that may be drawn, (B, longest). No
            target is longer, eos counted.
        top_k: Draw among the k most probable tokens only (Fan et al. 2018), as probable to each
            other as before; 1 is greedy, 0 draws among all.
        should_stop: Asked before every step.

    Returns:
        The target of each sentence. `log_probs` are the model's own, whatever top_k; `score` is
        their sum.

    Raises:
        Cancelled: If should_stop said so.
        ValueError: If the model is in training mode, or the numbers do not fit.
    """
    if model.training:
        raise ValueError("the model is in training mode; call model.eval() before sampling")
    batch, longest = src_ids.size(0), draws.size(1)
    if draws.size(0) != batch:
        raise ValueError(f"{draws.size(0)} rows of draws for {batch} sentences")
    if not 1 <= longest <= model.max_positions:
        raise ValueError(f"draws must be 1 to {model.max_positions} a sentence, not {longest}")
    if top_k < 0:
        raise ValueError(f"top_k must be at least 0, not {top_k}")
    if not batch:
        return []
    draws = draws.to(src_ids.device, torch.float64)
    sentences = torch.arange(batch, device=src_ids.device)  # which one each row is
    # What was drawn for every sentence, of which only what stands before its eos counts.
    ids = torch.full((batch, longest), model.eos_id, device=src_ids.device)
    log_probs = torch.zeros(batch, longest, dtype=torch.float64, device=src_ids.device)
    last = torch.full((batch, 1), model.bos_id, device=src_ids.device)
    is_done = torch.zeros(batch, dtype=torch.bool, device=src_ids.device)
    steps_unseen = _STEPS_UNSEEN if src_ids.is_cuda else 1
    with torch.inference_mode():
        cache = model.start_cache(model.encode(src_ids))
        for place in range(longest):
            if should_stop is not None and should_stop():
                raise Cancelled
            predicted = model.step(last, cache)[:, 0].double()  # (B, V)
            last = _draw(model, predicted, draws[:, place], top_k)[:, None]
            ids[sentences, place] = last[:, 0]
            log_probs[sentences, place] = predicted.gather(1, last)[:, 0]
            is_done |= last[:, 0] == model.eos_id
            if (place + 1) % steps_unseen or not is_done.any():
                continue
            rows = (~is_done).nonzero()[:, 0]
            if not len(rows):
                break
            sentences, last, draws, is_done = (
                kept.index_select(0, rows) for kept in (sentences, last, draws, is_done)
            )
            cache.keep(rows)
    return [
        _hypothesis(of_ids, of_log_probs, model.eos_id)
        for of_ids, of_log_probs in zip(ids.tolist(), log_probs.tolist(), strict=True)
    ]


def _draw(model: Decoder, log_probs: Tensor, draws: Tensor, top_k: int) -> Tensor:
    """Return the token (B,) at which the probabilities up to it first pass the draw (B,)."""
    allowed = log_probs.clone()
    for token_id in {model.pad_id, model.bos_id} - {model.eos_id}:
        allowed[:, token_id] = -torch.inf
    if top_k:
        allowed, tokens = allowed.topk(min(top_k, allowed.size(1)))  # (B, K)
    passed = allowed.softmax(-1).cumsum(-1)
    whole = passed[:, -1:]
    # What is forbidden adds nothing, so nothing is passed at it if less than all was drawn.
    drawn = (draws[:, None] * whole).minimum(whole.nextafter(torch.zeros_like(whole)))
    places = (passed <= drawn).sum(-1, keepdim=True)  # (B, 1)
    return (tokens.gather(1, places) if top_k else places)[:, 0]


def _hypothesis(drawn: list[int], log_probs: list[float], eos_id: int) -> Hypothesis:
    is_finished = eos_id in drawn
    length = drawn.index(eos_id) if is_finished else len(drawn)
    known = log_probs[: length + is_finished]
    return Hypothesis(tuple(drawn[:length]), tuple(known), sum(known), is_finished)
