"""What the model holds of a target that somebody else made."""

import numpy as np
import pytest
import torch

from engine.nn.transformer import Transformer
from engine.search.forced_decoding import log_prob_given, predictions_after
from tests.support.models import tiny_transformer
from tests.support.searching import decoder_of, log_probs_after

SOURCES = torch.tensor([[5, 6, 7, 2], [8, 2, 0, 0], [9, 10, 2, 0]])
TARGET = (4, 7, 5)


def expected(model: Transformer, row: int) -> float:
    """Return the log-probability of the target and its eos, by one source alone."""
    after = log_probs_after(model, SOURCES[row][SOURCES[row] != model.pad_id], TARGET)
    return sum(after[at, token].item() for at, token in enumerate((*TARGET, model.eos_id)))


def test_each_source_gives_a_target_its_own_probability() -> None:
    model = tiny_transformer()
    decoder = decoder_of(model)
    found = log_prob_given(decoder, decoder.encode(SOURCES.numpy()), TARGET)
    assert found.shape == (3,)
    for row, value in enumerate(found.tolist()):
        assert value == pytest.approx(expected(model, row), abs=1e-4)


def test_the_probabilities_of_different_targets_do_not_exceed_one() -> None:
    decoder = decoder_of(tiny_transformer())
    memory = decoder.encode(SOURCES[:1].numpy())
    total = sum(
        np.exp(log_prob_given(decoder, memory, ids)).item()
        for ids in ((), *((token,) for token in range(decoder.tgt_vocab_size)))
        if decoder.eos_id not in ids
    )
    assert 0 < total < 1


@pytest.mark.parametrize("length", [0, 1, 3])
def test_what_may_follow_a_beginning_is_what_the_model_predicts(length: int) -> None:
    model = tiny_transformer()
    decoder = decoder_of(model)
    memory = decoder.encode(SOURCES[:1].numpy())
    log_probs, ids = predictions_after(decoder, memory, TARGET[:length]).top(13)
    after = log_probs_after(model, SOURCES[0], TARGET)[length]
    assert log_probs[0, 0] == pytest.approx(after[ids[0, 0]].numpy(), abs=1e-9)
    assert sorted(ids[0, 0].tolist()) == list(range(13))
