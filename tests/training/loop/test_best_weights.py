"""The better of the best weights and the average around them is kept in the end."""

from pathlib import Path

import pytest
import torch

from tests.support.runs import assert_equal_to_the_bit, tiny_recipe, tiny_run, validations
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
