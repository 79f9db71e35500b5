"""What the model holds of a target that somebody else made: one pass, no search.

Shapes: B sources, S source length, T target length, D d_model, V vocabulary.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from engine.native.transformer import NativeTransformer
from engine.nn.transformer import Memory, Transformer
from engine.search.beam_search import Hypothesis, SearchSettings


def log_probs_after(
    model: Transformer | NativeTransformer, memory: Memory, ids: Sequence[int]
) -> Tensor:
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
        if isinstance(model, NativeTransformer):
            cache = model.start_cache(memory)
            return torch.cat(
                [model.step(token, cache)[0] for token in torch.split(tgt_in, 1, dim=1)]
            )
        logits = model.decode(tgt_in, memory)[0]
    return logits.to(torch.promote_types(logits.dtype, torch.float32)).log_softmax(-1)


def log_prob_given(
    model: Transformer | NativeTransformer, memory: Memory, ids: Sequence[int]
) -> Tensor:
    """Return the log-probability of one whole target, with its eos, given each of some sources.

    Args:
        model: In eval mode.
        memory: What the encoder made of the sources, (B, S, D).
        ids: The target, without bos and eos.

    Returns:
        (B,), natural logarithms.
    """
    batch = memory.states.size(0)
    device = memory.states.device
    tgt_in = torch.tensor([model.bos_id, *ids], device=device)
    tgt_out = torch.tensor([*ids, model.eos_id], device=device)
    with torch.inference_mode():
        if isinstance(model, NativeTransformer):
            cache = model.start_cache(memory)
            total = torch.zeros(batch)
            for read, written in zip(tgt_in, tgt_out, strict=True):
                total += model.step(read.expand(batch, 1), cache)[:, 0, written]
            return total
        logits = model.decode(tgt_in.expand(batch, -1), memory)  # (B, T + 1, V)
        log_probs = logits.to(torch.promote_types(logits.dtype, torch.float32)).log_softmax(-1)
        places = tgt_out.expand(batch, -1)[..., None]
        return log_probs.gather(-1, places)[..., 0].sum(-1)


def force(
    model: Transformer | NativeTransformer,
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
