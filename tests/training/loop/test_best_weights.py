"""The better of the best weights and the average around them is kept in the end."""

from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from tests.support.runs import assert_equal_to_the_bit, tiny_recipe, tiny_run, validations
from training.loop.best_weights import EpochWeights
from training.loop.weights import average_weights, load_weights, weights_of
from training.progress import Message

AVERAGED = ("training.average_checkpoints=2", "training.max_steps=15")


@pytest.mark.parametrize(("average", "wins"), [(1.0, True), (2.0, False), (3.0, False)])
def test_the_better_of_the_best_and_the_average_is_kept(
    tmp_path: Path, average: float, wins: bool
) -> None:
    losses = (4.0, 2.0, 3.0)  # of three epochs: the second is the best
    run = tiny_run(tmp_path, tiny_recipe(*AVERAGED), validate=validations(*losses, 2.0, average))
    run.fit()
    run.supervisor.best.put_final()
    files = [tmp_path / "weights" / f"epoch-{epoch:04d}.safetensors" for epoch in (1, 2)]
    both = [load_weights(file) for file in files]
    expected = average_weights(both) if wins else both[1]
    assert_equal_to_the_bit(weights_of(run.trainer.model), expected)
    said = [event.text for event in run.told(Message)]
    assert len(said) == 1
    assert f"2 with the best single weights, {average:g} with the average of 2 epochs" in said[0]
    assert ("the average is used" in said[0]) == wins


def test_without_an_average_the_best_is_kept_however_the_run_went_on(tmp_path: Path) -> None:
    run = tiny_run(tmp_path, tiny_recipe("training.max_steps=15"), validate=validations(4, 2, 3))
    run.fit()
    last = {name: tensor.clone() for name, tensor in weights_of(run.trainer.model).items()}
    run.supervisor.best.put_final()
    best = load_weights(tmp_path / "weights" / "best.safetensors")
    assert_equal_to_the_bit(weights_of(run.trainer.model), best)
    assert not torch.equal(best["output.bias"], last["output.bias"])
    assert run.told(Message) == []


@settings(max_examples=30)
@given(st.integers(2, 4), st.lists(st.sampled_from(["no", "now", "before its end"]), max_size=12))
def test_the_epochs_nearest_the_best_are_still_there_in_the_end(
    tmp_path_factory: pytest.TempPathFactory, count: int, better: list[str]
) -> None:
    kept = EpochWeights(tmp_path_factory.mktemp("weights"), count)
    model = nn.Linear(1, 1, bias=False)
    best = 0
    for epoch, what in enumerate(better, start=1):
        best = {"no": best, "now": epoch, "before its end": epoch - 1}[what]
        nn.init.constant_(model.weight, epoch)
        kept.save(model, epoch, best)
        nearest = sorted(range(1, epoch + 1), key=lambda epoch: abs(epoch - best))[:count]
        assert kept.around(best, epoch) == sorted(nearest)
        average = kept.load_average(nearest)["weight"].item()
        assert average == pytest.approx(sum(nearest) / len(nearest))
    assert len(list(kept.folder.iterdir())) <= 2 * count


def test_files_of_epochs_that_the_run_has_not_reached_are_passed_over(tmp_path: Path) -> None:
    kept = EpochWeights(tmp_path, 3)
    for epoch in (1, 2, 3, 4):
        kept.save(nn.Linear(1, 1), epoch, best_epoch=epoch)
    assert kept.around(4, last_epoch=4) == [2, 3, 4]
    assert kept.around(3, last_epoch=3) == [2, 3]


@pytest.mark.parametrize("count", [0, 1])
def test_without_an_average_no_epoch_is_kept(tmp_path: Path, count: int) -> None:
    kept = EpochWeights(tmp_path, count)
    kept.save(nn.Linear(1, 1), 1, best_epoch=1)
    assert kept.around(1, 1) == []
    assert not list(tmp_path.iterdir())
