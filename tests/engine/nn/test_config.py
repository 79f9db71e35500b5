"""Settings of a Transformer: read back as they were written, wrong ones named all at once."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.nn.config import (
    Activation,
    AttentionKind,
    NormPlacement,
    Positions,
    Tie,
    TransformerConfig,
)

SIZES = (
    "src_vocab_size",
    "tgt_vocab_size",
    "d_model",
    "d_ff",
    "num_encoder_layers",
    "num_decoder_layers",
    "num_heads",
    "max_positions",
)
RATES = ("dropout", "attention_dropout", "activation_dropout")
CHOICES = {
    "activation": Activation,
    "norm": NormPlacement,
    "attention": AttentionKind,
    "positions": Positions,
    "tie": Tie,
}
SWITCHES = ("final_norm", "qkv_bias", "output_bias", "scale_embeddings")

rates = st.floats(min_value=0, max_value=1, exclude_max=True)
size = st.integers(min_value=1, max_value=10_000)


@st.composite
def configs(draw: st.DrawFn) -> TransformerConfig:
    """Draw settings that go together."""
    vocab_size = draw(st.integers(min_value=3, max_value=60_000))
    num_heads = draw(st.integers(min_value=1, max_value=16))
    values = {
        "src_vocab_size": vocab_size,
        "tgt_vocab_size": vocab_size,
        "num_heads": num_heads,
        "d_model": 2 * num_heads * draw(st.integers(min_value=1, max_value=64)),
        "norm_eps": draw(st.floats(min_value=0, max_value=1, exclude_min=True)),
        **{name: draw(size) for name in ("d_ff", "num_encoder_layers", "num_decoder_layers")},
        "max_positions": draw(size),
        **{name: draw(rates) for name in RATES},
        **{name: draw(st.sampled_from(get_args(kind))) for name, kind in CHOICES.items()},
        **{name: draw(st.booleans()) for name in SWITCHES},
        **{name: draw(st.integers(0, vocab_size - 1)) for name in ("pad_id", "bos_id", "eos_id")},
    }
    return TransformerConfig(**values)


def small(**changes: Any) -> TransformerConfig:
    return TransformerConfig(**{"src_vocab_size": 9, "tgt_vocab_size": 9, **changes})


@given(configs())
def test_settings_are_read_back_as_they_were_written(config: TransformerConfig) -> None:
    written = json.loads(json.dumps(config.to_dict()))
    assert written.keys() == {field.name for field in fields(TransformerConfig)}
    assert TransformerConfig.from_dict(written) == config


def test_what_is_not_said_has_the_value_of_the_paper() -> None:
    config = TransformerConfig.from_dict({"src_vocab_size": 9, "tgt_vocab_size": 10})
    assert (config.d_model, config.d_ff, config.num_heads) == (512, 2048, 8)
    assert (config.num_encoder_layers, config.num_decoder_layers) == (6, 6)
    assert (config.dropout, config.activation, config.norm) == (0.1, "relu", "post")


def test_a_whole_number_will_do_for_a_fraction() -> None:
    values = {**small().to_dict(), "dropout": 0, "norm_eps": 1}
    assert TransformerConfig.from_dict(values) == small(dropout=0.0, norm_eps=1.0)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        *(({name: 0}, f"{name} must be at least 1, not 0") for name in SIZES),
        *(({name: -3}, f"{name} must be at least 1, not -3") for name in SIZES),
        *(
            ({name: rate}, f"{name} must be at least 0 and below 1, not {rate}")
            for name in RATES
            for rate in (-0.1, 1.0, math.nan, math.inf)
        ),
        *(
            ({name: "odd"}, f"{name} must be one of {', '.join(get_args(kind))}, not odd")
            for name, kind in CHOICES.items()
        ),
        *(
            ({"norm_eps": value}, f"norm_eps must be above 0 and finite, not {value}")
            for value in (0.0, -1e-5, math.nan, math.inf)
        ),
        *(
            ({name: value}, f"{name} {value} is not in the vocabulary of 9")
            for name in ("pad_id", "bos_id", "eos_id")
            for value in (-1, 9)
        ),
        ({"pad_id": 7, "src_vocab_size": 7}, "pad_id 7 is not in the vocabulary of 7"),
        ({"num_heads": 7}, "d_model 512 must be a multiple of num_heads 7"),
        (
            {"positions": "sinusoidal_marian", "d_model": 9, "num_heads": 3},
            "d_model 9 must be even for sinusoidal_marian positions",
        ),
        (
            {"tie": "all", "src_vocab_size": 10},
            "tie all needs one shared vocabulary: src_vocab_size is 10, tgt_vocab_size 9",
        ),
    ],
    ids=str,
)
def test_a_wrong_setting_is_refused_by_name(changes: Mapping[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)) as caught:
        small(**changes)
    assert problem in str(caught.value).split("; ")


@pytest.mark.parametrize(
    "changes",
    [
        {"attention": "independent", "num_heads": 7},  # each head has the whole width
        {"d_model": 9, "num_heads": 3},  # the paper's positions may end with a sine
        {"tie": "decoder", "src_vocab_size": 10},
        {"bos_id": 8, "src_vocab_size": 5},  # of the target alone
        {"pad_id": 0, "bos_id": 0},  # as Marian begins
        {"dropout": 0.0, "attention_dropout": 0.0, "activation_dropout": 0.0},
    ],
    ids=str,
)
def test_an_unusual_setting_is_allowed(changes: Mapping[str, Any]) -> None:
    assert small(**changes).to_dict() == {**small().to_dict(), **changes}


def test_every_value_out_of_range_is_named_at_once() -> None:
    wrong = {
        **dict.fromkeys(SIZES, 0),
        **dict.fromkeys(RATES, 2.0),
        **dict.fromkeys(CHOICES, "odd"),
        "norm_eps": 0.0,
        "pad_id": -1,
        "bos_id": 0,
        "eos_id": -1,
    }
    with pytest.raises(ValueError, match="must be") as caught:
        TransformerConfig.from_dict(wrong)
    named = {problem.split()[0] for problem in str(caught.value).split("; ")}
    assert named == wrong.keys()


def test_everything_that_is_no_setting_or_of_another_type_is_named_at_once() -> None:
    wrong: dict[str, Any] = {
        "colour": "red",
        "tgt_vocab_size": "9",
        "d_model": 512.0,
        "num_heads": True,
        "dropout": "0.1",
        "norm_eps": None,
        "norm": 1,
        "qkv_bias": 1,
        "pad_id": [0],
    }
    with pytest.raises(ValueError, match="colour is not a setting") as caught:
        TransformerConfig.from_dict(wrong)
    assert str(caught.value).split("; ") == [
        "colour is not a setting",
        "src_vocab_size is missing",
        "tgt_vocab_size must be of type int, not '9'",
        "d_model must be of type int, not 512.0",
        "num_heads must be of type int, not True",
        "dropout must be of type float, not '0.1'",
        "norm must be of type str, not 1",
        "norm_eps must be of type float, not None",
        "qkv_bias must be of type bool, not 1",
        "pad_id must be of type int, not [0]",
    ]


def test_settings_never_change() -> None:
    with pytest.raises(FrozenInstanceError, match="d_model"):
        small().d_model = 4  # type: ignore[misc] # that it is refused is the test
