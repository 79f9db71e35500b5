"""Weights begin as the recipe says, or as those of another model, some of which stay."""

import math
from pathlib import Path
from typing import Any, get_args

import pytest
import torch

from engine.models.folder import load_weights
from engine.nn.transformer import Transformer, build_transformer
from tests.support.model_folders import save_toy_model, word_config
from tests.support.models import tiny_transformer
from training.examples.batches import collate
from training.examples.examples import Example
from training.loop.initialisation import Initialisation, initialise, start_from
from training.loop.optimizer import Pull
from training.loop.trainer import Trainer
from training.loop.weights import weights_of
from training.model_settings import FineTuningSettings, ModelSettings, TrainingSettings

WIDE: dict[str, Any] = {"d_model": 64, "d_ff": 128, "src_vocab_size": 500, "tgt_vocab_size": 500}
CONFIG = word_config(tie="decoder")
SETTINGS = TrainingSettings(schedule="constant", learning_rate=0.01)
EXAMPLES = [Example((2, 5, 6, 7, 3), (2, 8, 9, 3)), Example((2, 7, 3), (2, 5, 5, 6, 3))]


def begun(kind: Initialisation, **changes: Any) -> Transformer:
    model = tiny_transformer(1, dtype=torch.float32, sharpness=1.0, **{**WIDE, **changes})
    torch.manual_seed(1)
    initialise(model, kind)
    return model


def test_every_way_of_the_recipe_is_known() -> None:
    kinds = get_args(ModelSettings.model_fields["initialisation"].annotation)
    assert set(kinds) == set(get_args(Initialisation))


def test_pytorch_leaves_the_weights_alone() -> None:
    before = tiny_transformer(1, dtype=torch.float32, sharpness=1.0, **WIDE)
    for name, tensor in weights_of(begun("pytorch")).items():
        assert torch.equal(tensor, weights_of(before)[name])


@pytest.mark.parametrize("kind", ["xavier", "scaled"])
@pytest.mark.parametrize("tie", ["none", "decoder", "all"])
def test_matrices_keep_xaviers_bound_and_fill_it(kind: Initialisation, tie: str) -> None:
    model = begun(kind, tie=tie)
    embeddings = {id(model.src_embeddings.tokens.weight), id(model.tgt_embeddings.tokens.weight)}
    for parameter in model.parameters():
        if parameter.dim() < 2 or (kind == "scaled" and id(parameter) in embeddings):
            continue
        bound = math.sqrt(6 / sum(parameter.shape))
        assert parameter.abs().max() <= bound
        assert parameter.std().item() == pytest.approx(bound / math.sqrt(3), rel=0.1)


@pytest.mark.parametrize("tie", ["none", "all"])
def test_scaled_embeddings_have_the_size_of_positions(tie: str) -> None:
    model = begun("scaled", tie=tie)
    for embeddings in (model.src_embeddings, model.tgt_embeddings):
        vectors = embeddings.tokens.weight * math.sqrt(WIDE["d_model"])
        assert vectors.std().item() == pytest.approx(1.0, rel=0.05)


@pytest.mark.parametrize("kind", get_args(Initialisation))
@pytest.mark.parametrize("tie", ["none", "all"])
def test_padding_begins_as_zero(kind: Initialisation, tie: str) -> None:
    model = begun(kind, tie=tie)
    for embeddings in (model.src_embeddings, model.tgt_embeddings):
        if kind == "pytorch" and tie == "all":
            continue  # PyTorch's own, before it was tied
        assert not embeddings.tokens.weight[model.pad_id].any()


@pytest.mark.parametrize("kind", ["xavier", "scaled"])
def test_norms_are_left_and_the_output_begins_without_bias(kind: Initialisation) -> None:
    model = begun(kind)
    assert model.output.bias is not None
    assert not model.output.bias.any()
    for name, tensor in weights_of(model).items():
        if "norm.weight" in name:
            assert torch.equal(tensor, torch.ones_like(tensor))


@pytest.mark.parametrize("kind", get_args(Initialisation))
def test_the_same_seed_begins_alike(kind: Initialisation) -> None:
    first, second = weights_of(begun(kind)), weights_of(begun(kind))
    assert all(torch.equal(first[name], second[name]) for name in first)


# --- from another model ---


def learned(folder: Path, settings: FineTuningSettings) -> Transformer:
    """Return a model after some steps from the weights in the folder."""
    model = build_transformer(CONFIG)
    pull = start_from(model, folder, settings)
    train(model, pull)
    return model


def train(model: Transformer, pull: Pull | None = None) -> None:
    """Take some steps."""
    pad = CONFIG.pad_id
    trainer = Trainer(model, SETTINGS, emit=lambda _: None, pull=pull)
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
    monkeypatch.setattr("training.loop.initialisation.load_weights", lambda _: first)
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
