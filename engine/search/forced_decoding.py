"""What the model holds of a target that somebody else made: one pass, no search.

Shapes: B sources, S source length, T target length, D d_model, V vocabulary.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from engine.nn.transformer import Memory
from engine.search.beam_search import Hypothesis, SearchSettings
from engine.search.decoder import Decoder


def log_probs_after(model: Decoder, memory: Memory, ids: Sequence[int]) -> Tensor:
    """Return the log-probability of every token after each beginning of a target.

    Args:
        model: In eval mode.
        memory: What the encoder made of one source, (1, S, D).
        ids: A target, without bos and eos.

    Returns:
        (T + 1, V): what may stand first, what after the first token, what after the last.
    """
    tgt_in = torch.tensor([[model.bos_id, *ids]], device=memory.states.device)
    with torch.inference_mode():
        return torch.cat([*model.forced_steps(memory, tgt_in)])


def log_prob_given(model: Decoder, memory: Memory, ids: Sequence[int]) -> Tensor:
    """Return the log-probability of one whole target, with its eos, given each of some sources.

    Args:
        model: In eval mode.
        memory: What the encoder made of the sources, (B, S, D).
        ids: The target, without bos and eos.

    Returns:
        (B,), natural logarithms.
    """
    batch = memory.states.size(0)
    tgt_in = torch.tensor([model.bos_id, *ids], device=memory.states.device).expand(batch, -1)
    total = torch.zeros(batch, device=memory.states.device)
    with torch.inference_mode():
        steps = model.forced_steps(memory, tgt_in)
        for log_probs, token_id in zip(steps, (*ids, model.eos_id), strict=True):
            total = total + log_probs[:, token_id]
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
    after = log_probs_after(model, memory, ids)
    places = torch.tensor(produced, dtype=torch.int64, device=after.device)[:, None]
    log_probs = after[: len(produced)].gather(1, places)[:, 0].tolist()
    score = settings.score(sum(log_probs), len(produced))
    return Hypothesis(tuple(ids), tuple(log_probs), score, is_finished)
