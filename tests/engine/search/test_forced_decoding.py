"""What the model holds of a target that somebody else made."""

import pytest
import torch

from engine.nn.transformer import Transformer
from engine.search.forced_decoding import log_prob_given, log_probs_after
from tests.support.models import tiny_transformer

SOURCES = torch.tensor([[5, 6, 7, 2], [8, 2, 0, 0], [9, 10, 2, 0]])
TARGET = (4, 7, 5)


def expected(model: Transformer, row: int) -> float:
    """Return the log-probability of the target and its eos, by one source alone."""
    source = SOURCES[row][SOURCES[row] != model.pad_id][None]
    after = log_probs_after(model, model.encode(source), TARGET)
    return sum(after[at, token].item() for at, token in enumerate((*TARGET, model.eos_id)))


def test_each_source_gives_a_target_its_own_probability() -> None:
    model = tiny_transformer()
    found = log_prob_given(model, model.encode(SOURCES), TARGET)
    assert found.shape == (3,)
    for row, value in enumerate(found.tolist()):
        assert value == pytest.approx(expected(model, row), abs=1e-4)


def test_the_probabilities_of_different_targets_do_not_exceed_one() -> None:
    model = tiny_transformer()
    memory = model.encode(SOURCES[:1])
    total = sum(
        log_prob_given(model, memory, ids).exp().item()
        for ids in ((), *((token,) for token in range(model.tgt_vocab_size)))
        if model.eos_id not in ids
    )
    assert 0 < total < 1
