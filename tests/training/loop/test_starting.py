"""The weights that a run starts from, and those of them that stay."""

from pathlib import Path

import pytest
import torch

from engine.models.folder import load_weights
from engine.nn.transformer import Transformer, build_transformer
from tests.support.model_folders import save_toy_model, word_config
from training.examples.batches import collate
from training.examples.examples import Example
from training.loop import starting
from training.loop.pull import Pull
from training.loop.starting import start_from
from training.loop.trainer import Trainer
from training.model_settings import FineTuningSettings, TrainingSettings

CONFIG = word_config(tie="decoder")
SETTINGS = TrainingSettings(schedule="constant", learning_rate=0.01)
EXAMPLES = [Example((2, 5, 6, 7, 3), (2, 8, 9, 3)), Example((2, 7, 3), (2, 5, 5, 6, 3))]


def learned(folder: Path, settings: FineTuningSettings) -> Transformer:
    """Return a model after some steps from the weights in the folder."""
    model = build_transformer(CONFIG)
    pull = start_from(model, folder, settings)
    train(model, pull)
    return model


def train(model: Transformer, pull: Pull | None = None) -> None:
    """Take some steps."""
    pad = CONFIG.pad_id
    trainer = Trainer(
        model, SETTINGS, d_model=CONFIG.d_model, tgt_pad=pad, emit=lambda _: None, pull=pull
    )
    for step in range(1, 6):
        trainer.take(step, [collate(EXAMPLES, src_pad=pad, tgt_pad=pad)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a random model."""
    save_toy_model(tmp_path / "first", config=CONFIG, dtype="int8")
    return tmp_path / "first"


@pytest.mark.parametrize(
    ("freeze", "frozen"),
    [
        ("none", ()),
        ("embeddings", ("src_embeddings", "tgt_embeddings", "output.weight")),  # which is tied
        ("encoder", ("src_embeddings", "encoder_")),
    ],
)
def test_what_is_frozen_stays_bit_for_bit_and_the_rest_learns(
    folder: Path, freeze: str, frozen: tuple[str, ...]
) -> None:
    settings = FineTuningSettings.model_validate({"freeze": freeze})
    before, after = load_weights(folder), learned(folder, settings).state_dict()
    for name, weights in before.items():
        assert torch.equal(weights, after[name]) == name.startswith(frozen or "nothing"), name


def test_padding_that_targets_begin_with_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marian knows no such token: it begins with a vector of zeros."""
    config = word_config(tie="decoder", bos_id=CONFIG.pad_id)
    model = build_transformer(config)
    first = model.state_dict()
    monkeypatch.setattr(starting, "load_weights", lambda _: first)
    start_from(model, tmp_path, FineTuningSettings())
    before = model.tgt_embeddings.tokens.weight.detach().clone()
    train(model)
    after = model.tgt_embeddings.tokens.weight
    assert torch.equal(before[config.bos_id], after[config.bos_id])
    assert not torch.equal(before, after)


def test_tied_weights_stay_tied(folder: Path) -> None:
    model = learned(folder, FineTuningSettings())
    assert model.output.weight is model.tgt_embeddings.tokens.weight


def test_the_stronger_the_pull_the_nearer_the_weights_stay(folder: Path) -> None:
    def distance(pull: float) -> float:
        after = learned(folder, FineTuningSettings(pull=pull)).state_dict()
        before = load_weights(folder)
        return sum(float((after[name] - before[name]).norm()) for name in before)

    free, pulled, held = (distance(pull) for pull in (0.0, 30.0, 100.0))
    assert free > pulled > held
    assert held < 1e-6  # a rate of 0.01 times 100 is all of the way
