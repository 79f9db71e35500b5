"""Sampling: targets drawn token by token with the probabilities that the model gives them.

A translation drawn so is worse than the one a search finds, and other: text translated back by
sampling teaches a model more than what beam search finds (Edunov et al. 2018).

Shapes: B sentences still sampled, T tokens so far.
"""

from collections.abc import Callable

import numpy as np

from engine.nn.decoding import Floats, Ints
from engine.search.beam_search import Hypothesis
from engine.search.decoder import Decoder
from engine.translation import Cancelled


def sample(
    model: Decoder,
    src_ids: Ints,
    draws: Floats,
    *,
    top_k: int = 0,
    should_stop: Callable[[], bool] | None = None,
) -> list[Hypothesis]:
    """Draw one target for every sentence.

    Chance comes from outside, so that a sentence's target depends neither on what stands beside
    it nor on what was sampled before. pad and bos are never drawn.

    Args:
        model: What predicts.
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
        ValueError: If the numbers do not fit.
    """
    batch, longest = len(src_ids), draws.shape[1]
    if len(draws) != batch:
        raise ValueError(f"{len(draws)} rows of draws for {batch} sentences")
    if not 1 <= longest <= model.max_positions:
        raise ValueError(f"draws must be 1 to {model.max_positions} a sentence, not {longest}")
    if top_k < 0:
        raise ValueError(f"top_k must be at least 0, not {top_k}")
    if not batch:
        return []
    sentences = np.arange(batch)  # which one each row is
    # What was drawn for every sentence, of which only what stands before its eos counts.
    ids = np.full((batch, longest), model.eos_id)
    log_probs = np.zeros((batch, longest))
    last = np.full((batch, 1), model.bos_id)
    never = [i for i in (model.pad_id, model.bos_id) if i != model.eos_id]
    cache = model.start_cache(model.encode(src_ids))
    for place in range(longest):
        if should_stop is not None and should_stop():
            raise Cancelled
        predictions = model.step(last, cache)
        predictions.forbid_tokens(never)
        drawn = predictions.draw(draws[sentences, place], top_k)
        rows = np.arange(len(drawn))
        ids[sentences, place] = drawn
        log_probs[sentences, place] = predictions.at(
            np.stack([rows, np.zeros_like(rows), drawn], axis=1)
        )
        last = drawn[:, None]
        is_done = drawn == model.eos_id
        if is_done.all():
            break
        if is_done.any():
            rows = rows[~is_done]
            sentences, last = sentences[rows], last[rows]
            cache.keep(rows)
    return [
        _hypothesis(of_ids, of_log_probs, model.eos_id)
        for of_ids, of_log_probs in zip(ids.tolist(), log_probs.tolist(), strict=True)
    ]


def _hypothesis(drawn: list[int], log_probs: list[float], eos_id: int) -> Hypothesis:
    is_finished = eos_id in drawn
    length = drawn.index(eos_id) if is_finished else len(drawn)
    known = log_probs[: length + is_finished]
    return Hypothesis(tuple(drawn[:length]), tuple(known), sum(known), is_finished)
