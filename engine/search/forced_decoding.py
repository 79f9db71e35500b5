"""What the model holds of a target that somebody else made: one pass, no search.

Shapes: B sources, T target length.
"""

from collections.abc import Sequence

import numpy as np

from engine.nn.decoding import Floats, Memory
from engine.search.beam_search import Hypothesis, SearchSettings
from engine.search.decoder import Decoder, Predictions
from engine.translation import ShouldStop, raise_if


def predictions_after(
    model: Decoder,
    memory: Memory,
    ids: Sequence[int],
    should_stop: ShouldStop | None = None,
) -> Predictions:
    """Return what may follow the beginning of a target, (1, 1, V).

    Args:
        model: What predicts.
        memory: What the encoder made of one source.
        ids: The beginning, without bos.
        should_stop: Asked before every step.

    Raises:
        Cancelled: If should_stop said so.
    """
    cache = model.start_cache(memory)
    for token_id in (model.bos_id, *ids):
        raise_if(should_stop)
        predictions = model.step(np.array([[token_id]]), cache)
    return predictions


def log_prob_given(model: Decoder, memory: Memory, ids: Sequence[int]) -> Floats:
    """Return the log-probability of one whole target, with its eos, given each of some sources.

    Args:
        model: What predicts.
        memory: What the encoder made of the sources.
        ids: The target, without bos and eos.

    Returns:
        (B,), natural logarithms.
    """
    batch = len(memory.lengths)
    tgt_in = [[model.bos_id, *ids]] * batch
    tgt_out = [[*ids, model.eos_id]] * batch
    total: Floats = model.score(memory, tgt_in, tgt_out).sum(axis=1, dtype=np.float64)
    return total


def force(
    model: Decoder,
    memory: Memory,
    ids: Sequence[int],
    settings: SearchSettings,
) -> Hypothesis:
    """Return a target as the search would have found it: with an eos if there is room for one."""
    is_finished = len(ids) < settings.max_length
    produced = [*ids, model.eos_id] if is_finished else list(ids)
    tgt_in = [model.bos_id, *ids][: len(produced)]
    log_probs = model.score(memory, [tgt_in], [produced])[0].tolist()
    score = settings.score(sum(log_probs), len(produced))
    return Hypothesis(tuple(ids), tuple(log_probs), score, is_finished)
