"""Weights begin as the recipe says, and padding knows nothing."""

import math
from typing import Any, get_args

import pytest
import torch

from engine.nn.transformer import Transformer
from tests.support.models import tiny_transformer
from training.loop.initialisation import Initialisation, initialise
from training.loop.weights import weights_of
from training.model_settings import ModelSettings

WIDE: dict[str, Any] = {"d_model": 64, "d_ff": 128, "src_vocab_size": 500, "tgt_vocab_size": 500}


def begun(kind: Initialisation, **changes: Any) -> Transformer:
    model = tiny_transformer(1, dtype=torch.float32, sharpness=1.0, **{**WIDE, **changes})
    torch.manual_seed(1)
    initialise(model, kind)
    return model


def test_every_way_of_the_recipe_is_known() -> None:
    wished = get_args(ModelSettings.model_fields["initialisation"].annotation)
    assert set(wished) == set(get_args(Initialisation))


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
