"""The declared format of the weights is that of the Transformer, whatever its settings."""

from itertools import product
from typing import Any, get_args

import pytest

from engine.models.tensor_layout import parameter_count, stored_tensors, tied_names
from engine.nn.config import Positions, TransformerConfig
from engine.nn.transformer import build_transformer
from tests.support.models import tiny_config

CHANGES: list[dict[str, Any]] = [
    {"positions": positions, "attention": attention, "tie": tie, "tgt_vocab_size": 11} | flags
    for positions, attention, tie, flags in product(
        get_args(Positions),
        ("split", "independent"),
        ("none", "decoder", "all"),
        (
            {"norm": "pre", "final_norm": True, "qkv_bias": False, "output_bias": False},
            {"norm": "post", "num_encoder_layers": 1, "num_decoder_layers": 3},
        ),
    )
]


@pytest.mark.parametrize(
    "changes", CHANGES, ids=lambda changes: "-".join(map(str, changes.values()))
)
def test_the_layout_is_that_of_the_transformer(changes: dict[str, Any]) -> None:
    config = tiny_config(**changes)
    model = build_transformer(config)
    weights = model.state_dict()
    assert parameter_count(config) == sum(value.numel() for value in model.parameters())
    own: dict[int, str] = {}
    for name in sorted(weights, key=lambda name: not name.startswith("tgt_embeddings")):
        own.setdefault(weights[name].data_ptr(), name)
    shared = {name: own[value.data_ptr()] for name, value in weights.items()}
    assert tied_names(config) == {name: kept for name, kept in shared.items() if name != kept}
    assert stored_tensors(config, "float32") == {
        name: ("F32", tuple(weights[name].shape)) for name in own.values()
    }


def test_the_first_source_has_as_many_parameters_as_its_author_says() -> None:
    config = TransformerConfig(
        src_vocab_size=5893, tgt_vocab_size=7853, qkv_bias=False, final_norm=True, norm_eps=1e-6
    )
    assert parameter_count(config) == 55_179_437


def test_int8_has_a_scale_a_row_and_halves_the_rest() -> None:
    stored = stored_tensors(tiny_config(tie="decoder"), "int8")
    assert stored["tgt_embeddings.tokens.weight"] == ("I8", (13, 16))
    assert stored["tgt_embeddings.tokens.weight.scale"] == ("F32", (13,))
    assert stored["output.bias"] == ("F16", (13,))
    assert "output.weight" not in stored
