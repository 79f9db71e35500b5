"""Averages are averages, lent weights come back, and no epoch is forgotten that will be needed."""

from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor, nn

from tests.support.models import tiny_transformer
from training.errors import CheckpointError
from training.loop.weights import (
    RunningMean,
    average_weights,
    lent,
    load_weights,
    put_weights,
    save_weights,
    weights_of,
)


def set_all(model: nn.Module, value: float) -> None:
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.fill_(value)


def are_equal(first: dict[str, Tensor], second: dict[str, Tensor]) -> bool:
    return first.keys() == second.keys() and all(torch.equal(first[n], second[n]) for n in first)


def copies(model: nn.Module) -> dict[str, Tensor]:
    return {name: tensor.clone() for name, tensor in weights_of(model).items()}


@pytest.mark.parametrize("tie", ["none", "all"])
def test_weights_that_are_put_in_make_the_model_equal(tie: str) -> None:
    first, second = (tiny_transformer(seed, tie=tie, src_vocab_size=13) for seed in (1, 2))
    put_weights(second, weights_of(first))
    assert are_equal(weights_of(second), weights_of(first))
    src, tgt = torch.tensor([[3, 4, 5]]), torch.tensor([[1, 6]])
    assert torch.equal(second(src, tgt), first(src, tgt))


def test_weights_that_are_missing_are_named() -> None:
    model = tiny_transformer()
    weights = weights_of(model)
    del weights["output.weight"]
    with pytest.raises(KeyError, match=r"output\.weight"):
        put_weights(model, weights)


def test_an_average_is_the_mean_of_each_weight() -> None:
    several = [{"a": torch.tensor([value, 1.0])} for value in (1.0, 2.0, 6.0)]
    assert average_weights(several)["a"].tolist() == [3.0, 1.0]
    assert average_weights(several[:1])["a"].tolist() == [1.0, 1.0]
    # In float32 the sum of these would lose the ones.
    large = [{"a": torch.tensor([value])} for value in (2.0**25, *[1.0] * 48, *[0.0] * 15)]
    assert average_weights(large)["a"].item() == (2.0**25 + 48) / 64


# --- the running mean ---


def test_the_running_mean_of_weights_that_stay_is_these_weights() -> None:
    model = tiny_transformer(3)
    mean = RunningMean(model, 0.99)
    for step in range(1, 20):
        mean.follow(model, step)
    for name, tensor in weights_of(model).items():
        torch.testing.assert_close(mean.values[name], tensor)


@given(st.floats(0.01, 0.999), st.lists(st.floats(-10, 10, width=32), min_size=1, max_size=30))
def test_the_running_mean_follows_its_formula(decay: float, values: list[float]) -> None:
    model = nn.Linear(1, 1, bias=False, dtype=torch.float64)
    set_all(model, 5.0)
    mean = RunningMean(model, decay)
    expected = 5.0
    for step, value in enumerate(values, start=1):
        set_all(model, value)
        mean.follow(model, step)
        kept = min(decay, (1 + step) / (10 + step))
        expected = kept * expected + (1 - kept) * value
        assert mean.values["weight"].item() == pytest.approx(expected, abs=1e-9)


def test_lent_weights_are_there_for_a_while_and_the_own_come_back_to_the_bit() -> None:
    model = tiny_transformer(1, dtype=torch.float32)
    mean = RunningMean(model, 0.9)
    set_all(model, 0.25)
    own = copies(model)
    with lent(mean.values, model):
        assert are_equal(copies(model), mean.values)
    assert are_equal(copies(model), own)
    with pytest.raises(KeyError, match="mine"), lent(mean.values, model):
        raise KeyError("mine")
    assert are_equal(copies(model), own)


def test_a_mean_that_was_put_in_goes_on_alone() -> None:
    model = tiny_transformer(1)
    first, second = RunningMean(model, 0.9), RunningMean(tiny_transformer(2), 0.9)
    second.put(first.values)
    set_all(model, 1.0)
    second.follow(model, 100)
    assert are_equal(first.values, copies(tiny_transformer(1)))
    with pytest.raises(KeyError, match=r"src_embeddings\.tokens\.weight"):
        second.put({})


# --- on the disk ---


def test_saved_weights_are_read_back(tmp_path: Path) -> None:
    weights = weights_of(tiny_transformer(4, dtype=torch.float32))
    save_weights(tmp_path / "модель" / "a.safetensors", weights)
    assert are_equal(load_weights(tmp_path / "модель" / "a.safetensors"), weights)


def test_weights_that_cannot_be_read_have_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="cannot be used; restore it from a copy"):
        load_weights(tmp_path / "absent")
    (tmp_path / "damaged").write_bytes(b"no tensors at all")
    with pytest.raises(CheckpointError, match="cannot be used; restore it from a copy"):
        load_weights(tmp_path / "damaged")
