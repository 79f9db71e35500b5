"""What the model holds of a target that somebody else made: one pass, no search.

Shapes: S source length, T target length, D d_model, V vocabulary.
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
