"""Saved models are read back: equal in float32, within the stated precision otherwise."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from safetensors import safe_open
from torch import Tensor

from engine.errors import ModelFolderDamagedError, ModelFolderExistsError
from engine.models.folder import load_weights, read_model
from engine.models.known_words import KnownWords, pack_words
from engine.models.manifest import (
    CARD_FILE,
    KNOWN_WORDS_FILE,
    MANIFEST_FILE,
    WEIGHTS_FILE,
    WeightsDtype,
)
from engine.models.manifest_file import read_manifest
from engine.models.saving import pack_weights, save_model
from engine.models.stored_model import read_known_words, unpack_weights
from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from tests.support.model_folders import (
    save_toy_model,
    toy_manifest,
    toy_tokenizers,
    tree,
    word_config,
)
from tests.support.models import pieces_config, random_sources, tiny_transformer
from tests.support.tokenizers import sentencepiece_model, toy_pieces

TIED = {"tie": "all", "tgt_vocab_size": 11}
DTYPES: list[WeightsDtype] = ["float32", "float16", "int8"]


def float32_weights(**changes: Any) -> dict[str, Tensor]:
    config = word_config(**changes)
    return tiny_transformer(3, dtype=torch.float32, **config.to_dict()).state_dict()


def half_precision(values: Tensor) -> Tensor:
    """Return how far float16 may be from each value: half a step, 2^-11 of it or 2^-25."""
    return (values.abs() * 2**-11).clamp(min=2**-25)


@pytest.mark.parametrize("changes", [{}, TIED, {"positions": "learned"}], ids=str)
def test_float32_is_read_back_as_it_was(tmp_path: Path, changes: dict[str, Any]) -> None:
    weights = float32_weights(**changes)
    save_toy_model(tmp_path / "m", weights=weights, config=word_config(**changes))
    loaded = load_weights(tmp_path / "m")
    assert loaded.keys() == weights.keys()
    for name, values in weights.items():
        assert torch.equal(loaded[name], values), name


@pytest.mark.parametrize("changes", [{}, TIED], ids=str)
def test_float16_is_read_back_within_half_precision(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    weights = float32_weights(**changes)
    save_toy_model(tmp_path / "m", weights=weights, config=word_config(**changes), dtype="float16")
    loaded = load_weights(tmp_path / "m")
    assert loaded.keys() == weights.keys()
    for name, values in weights.items():
        assert loaded[name].dtype == torch.float32
        assert ((loaded[name] - values).abs() <= half_precision(values)).all(), name


@pytest.mark.parametrize("changes", [{}, TIED], ids=str)
def test_int8_is_read_back_within_half_a_step(tmp_path: Path, changes: dict[str, Any]) -> None:
    weights = float32_weights(**changes)
    save_toy_model(tmp_path / "m", weights=weights, config=word_config(**changes), dtype="int8")
    loaded = load_weights(tmp_path / "m")
    assert loaded.keys() == weights.keys()
    for name, values in weights.items():
        assert loaded[name].dtype == torch.float32
        if values.dim() == 2:
            allowed = values.abs().amax(dim=1, keepdim=True) / 127 / 2 * (1 + 1e-5)
        else:
            allowed = half_precision(values)
        assert ((loaded[name] - values).abs() <= allowed).all(), name


@given(
    st.lists(
        st.lists(st.floats(-(2.0**99), 2.0**99, width=32), min_size=3, max_size=3),
        min_size=1,
        max_size=4,
    )
)
def test_any_matrix_keeps_within_half_a_step_of_its_row(rows: list[list[float]]) -> None:
    matrix = np.array(rows, dtype=np.float32)
    packed = pack_weights({"m": matrix}, "int8")
    steps, scale = packed["m"], packed["m.scale"]
    assert (steps.dtype, steps.shape) == (np.dtype(np.int8), matrix.shape)
    assert (scale.dtype, scale.shape) == (np.dtype(np.float32), matrix.shape[:1])
    far = np.abs(unpack_weights(packed)["m"].astype(float) - matrix)
    assert (far <= scale[:, None].astype(float) / 2 * (1 + 1e-5)).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_saved_model_computes_what_its_weights_say(tmp_path: Path, dtype: WeightsDtype) -> None:
    model = tiny_transformer(5, dtype=torch.float32, **word_config(**TIED).to_dict())
    save_toy_model(
        tmp_path / "m",
        weights=model.state_dict(),
        config=word_config(**TIED),
        joint=True,
        dtype=dtype,
    )
    loaded = read_model(tmp_path / "m")
    stored = load_weights(tmp_path / "m")
    model.load_state_dict(stored)
    src_ids = random_sources(1, [4, 7], pad_id=1)
    with torch.no_grad():
        assert torch.equal(loaded.model(src_ids, src_ids), model(src_ids, src_ids))
    assert loaded.manifest == read_manifest(tmp_path / "m")
    assert loaded.manifest.weights_dtype == dtype
    assert loaded.tokenizers.is_joint
    assert not loaded.model.training
    assert not any(values.requires_grad for values in loaded.model.parameters())
    assert {values.dtype for values in loaded.model.parameters()} == {torch.float32}


def test_two_vocabularies_are_two_tokenizers(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m")
    loaded = read_model(tmp_path / "m")
    tokenizers = loaded.tokenizers
    assert (tokenizers.source.vocab_size, tokenizers.target.vocab_size) == (11, 13)


def test_two_sentencepiece_models_share_one_vocabulary_and_its_embeddings(tmp_path: Path) -> None:
    source = toy_pieces()
    target = SentencePieceTokenizer(
        sentencepiece_model("bpe"), source.tokens, source.special, punctuation="de"
    )
    config = pieces_config(source)
    manifest = toy_manifest(config=config, tokenizer_kind="sentencepiece", joint=False)
    weights = tiny_transformer(**config.to_dict()).float().state_dict()
    tokenizers = {"source.json": source.to_json(), "target.json": target.to_json()}
    save_model(tmp_path / "m", manifest, weights, tokenizers, "# Toy\n")
    loaded = read_model(tmp_path / "m").tokenizers
    assert [one.to_json() for one in (loaded.source, loaded.target)] == [*tokenizers.values()]


def test_tied_weights_are_stored_once(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m", config=word_config(**TIED), weights=float32_weights(**TIED))
    with safe_open(tmp_path / "m" / WEIGHTS_FILE, framework="pt") as file:
        matrices = [name for name in file.keys() if file.get_slice(name).get_shape() == [11, 16]]  # noqa: SIM118 - it is no dict
    assert matrices == ["tgt_embeddings.tokens.weight"]


def test_tied_weights_that_share_no_memory_are_stored_once_too(tmp_path: Path) -> None:
    weights = {name: values.clone() for name, values in float32_weights(**TIED).items()}
    save_toy_model(tmp_path / "m", config=word_config(**TIED), weights=weights)
    loaded = load_weights(tmp_path / "m")
    assert all(torch.equal(loaded[name], values) for name, values in weights.items())


def test_the_smaller_the_type_the_smaller_the_file(tmp_path: Path) -> None:
    config = word_config(d_model=128, d_ff=256)
    for dtype in DTYPES:
        save_toy_model(tmp_path / dtype, config=config, dtype=dtype)
    sizes = [(tmp_path / dtype / WEIGHTS_FILE).stat().st_size for dtype in DTYPES]
    assert sizes[1] < sizes[0] * 0.52
    assert sizes[2] < sizes[0] * 0.30


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_same_model_gives_the_same_bytes(tmp_path: Path, dtype: WeightsDtype) -> None:
    for name in "ab":
        save_toy_model(tmp_path / name, weights=float32_weights(), dtype=dtype)
    assert tree(tmp_path / "a") == tree(tmp_path / "b")


def test_the_folder_holds_what_it_says(tmp_path: Path) -> None:
    written = save_toy_model(tmp_path / "модель" / "测试")
    folder = tmp_path / "модель" / "测试"
    assert written == read_manifest(folder)
    assert set(tree(tmp_path / "модель" / "测试")) == {MANIFEST_FILE, *written.files}
    assert (folder / CARD_FILE).read_text(encoding="utf-8").endswith("umlaut: ä.\n")
    assert read_model(folder).manifest == written


def test_reading_a_model_leaves_the_random_numbers_alone(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m")
    before = torch.random.get_rng_state()
    read_model(tmp_path / "m")
    assert torch.equal(torch.random.get_rng_state(), before)


def test_loaded_weights_do_not_hang_on_the_file(tmp_path: Path) -> None:
    weights = float32_weights()
    save_toy_model(tmp_path / "m", weights=weights)
    loaded = load_weights(tmp_path / "m")
    (tmp_path / "m" / WEIGHTS_FILE).write_bytes(b"")
    assert all(torch.equal(loaded[name], values) for name, values in weights.items())


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m", seed=1)
    before = tree(tmp_path)
    with pytest.raises(ModelFolderExistsError, match="already exists"):
        save_toy_model(tmp_path / "m", seed=2)
    assert tree(tmp_path) == before
    save_toy_model(tmp_path / "m", seed=2, replace=True)
    assert tree(tmp_path) != before


def spoiled(kind: str) -> tuple[dict[str, Tensor], WeightsDtype]:
    weights = {name: values.clone() for name, values in float32_weights().items()}
    match kind:
        case "nan":
            weights["output.weight"][0, 0] = torch.nan
        case "too large":
            weights["output.bias"][0] = 1e6
        case "missing":
            del weights["output.bias"]
        case "unexpected":
            weights["extra"] = torch.zeros(1)
        case "mis-shaped":
            weights["output.bias"] = torch.zeros(12)
        case _:
            raise AssertionError(kind)
    return weights, "float16" if kind == "too large" else "float32"


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("nan", "tensors with values that are not finite numbers: output.weight"),
        ("too large", "tensors with values that are not finite numbers: output.bias"),
        ("missing", "missing tensors: output.bias"),
        ("unexpected", "tensors that do not belong to the model: extra"),
        ("mis-shaped", "output.bias is F32 12, not F32 13"),
    ],
)
def test_weights_that_could_not_be_used_are_not_saved(
    tmp_path: Path, kind: str, message: str
) -> None:
    save_toy_model(tmp_path / "m")
    before = tree(tmp_path)
    weights, dtype = spoiled(kind)
    with pytest.raises(ValueError, match=message):
        save_toy_model(tmp_path / "m", weights=weights, dtype=dtype, replace=True)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("dtype", DTYPES)
def test_nan_is_found_in_every_type(tmp_path: Path, dtype: WeightsDtype) -> None:
    weights, _ = spoiled("nan")
    with pytest.raises(ValueError, match=r"not finite numbers: output\.weight"):
        save_toy_model(tmp_path / "m", weights=weights, dtype=dtype)


def test_tied_weights_that_differ_are_not_saved(tmp_path: Path) -> None:
    weights = {name: values.clone() for name, values in float32_weights(**TIED).items()}
    weights["output.weight"][0, 0] += 1
    with pytest.raises(ValueError, match=r"output.weight and tgt_\S+ are tied, but their values"):
        save_toy_model(tmp_path / "m", config=word_config(**TIED), weights=weights)
    assert tree(tmp_path) == {}


def test_tokenizers_must_be_those_the_manifest_asks_for(tmp_path: Path) -> None:
    manifest = toy_manifest()
    with pytest.raises(ValueError, match=r"tokenizers are \.\./x\.json; the manifest asks for sou"):
        save_model(tmp_path / "m", manifest, float32_weights(), {"../x.json": "{}"}, "card")
    wrong = {**toy_tokenizers(manifest), "source.json": toy_tokenizers(manifest)["target.json"]}
    with pytest.raises(
        ValueError, match=r"source\.json: its vocabulary size is 13, but the manifest sa"
    ):
        save_model(tmp_path / "m", manifest, float32_weights(), wrong, "card")
    assert tree(tmp_path) == {}


def test_weights_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m")
    (tmp_path / "m" / WEIGHTS_FILE).write_bytes(b"\xff" * 100)
    with pytest.raises(ModelFolderDamagedError, match=r"weights\.safetensors: it cannot be read"):
        load_weights(tmp_path / "m")


@pytest.mark.slow
def test_a_killed_save_leaves_the_old_model(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m", seed=1)
    before = tree(tmp_path / "m")
    code = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from tests.support.model_folders import save_toy_model\n"
        "def die_at_the_card(event, arguments):\n"
        "    if event == 'open' and str(arguments[0]).endswith('README.md'):\n"
        "        os._exit(9)\n"
        "sys.addaudithook(die_at_the_card)\n"
        "save_toy_model(Path(sys.argv[1]), seed=2, replace=True)\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "m")],
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert killed.returncode == 9
    assert len(list(tmp_path.glob(".new~*~m"))) == 1
    assert tree(tmp_path / "m") == before
    read_model(tmp_path / "m")
    save_toy_model(tmp_path / "m", seed=2, replace=True)
    assert [path.name for path in tmp_path.iterdir()] == ["m"]


def test_the_words_that_a_model_knows_are_read_with_it(tmp_path: Path) -> None:
    words = KnownWords(pack_words(["tree", "house"]))
    manifest = save_toy_model(tmp_path / "m", known_words=words)
    loaded = read_model(tmp_path / "m")
    assert loaded.known_words is not None
    assert loaded.known_words.words == {"tree", "house"}
    (tmp_path / "m" / KNOWN_WORDS_FILE).unlink()
    with pytest.raises(ModelFolderDamagedError, match=f"{KNOWN_WORDS_FILE}: it cannot be read"):
        read_known_words(tmp_path / "m", manifest)


def test_a_folder_need_not_say_which_words_its_model_knows(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m")
    assert not (tmp_path / "m" / KNOWN_WORDS_FILE).exists()
    assert read_model(tmp_path / "m").known_words is None
