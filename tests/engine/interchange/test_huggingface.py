"""Folders of Hugging Face: what is read of them, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from engine.errors import ForeignModelError, LanguagesUnknownError
from engine.interchange.conversion import save_foreign
from engine.interchange.huggingface import read_huggingface
from engine.models.folder import read_model
from engine.models.manifest import DecodingDefaults
from engine.nn.positions import sinusoidal_positions
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from tests.support.foreign_models import (
    NAME,
    change_json,
    write_huggingface_model,
    write_json,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A whole model."""
    write_huggingface_model(tmp_path / NAME)
    return tmp_path / NAME


def problems(folder: Path) -> list[str]:
    """Return why a folder is refused."""
    with pytest.raises(ForeignModelError) as caught:
        read_huggingface(folder, None)
    assert caught.value.path == folder
    return list(caught.value.problems)


def test_a_folder_becomes_a_model_that_translates(folder: Path, tmp_path: Path) -> None:
    save_foreign(read_huggingface(folder, None), tmp_path / "m", "m")
    assert read_model(tmp_path / "m").manifest.direction == "en → de"
    translation = Translator.open(tmp_path / "m").translate(TranslationRequest("A little girl."))
    assert translation.sentences


@pytest.mark.parametrize("separate", [False, True])
def test_every_tensor_has_its_place(tmp_path: Path, separate: bool) -> None:
    tensors = write_huggingface_model(tmp_path, separate=separate)
    model = read_huggingface(tmp_path, ("en", "de"))
    assert model.config.tie == ("decoder" if separate else "all")
    sums = sorted(float(weight.sum()) for weight in model.weights.values())
    assert sums == sorted(float(tensor.numpy().sum()) for tensor in tensors.values())


def test_an_output_of_its_own_is_not_tied(tmp_path: Path) -> None:
    tensors = write_huggingface_model(tmp_path, tie_word_embeddings=False)
    model = read_huggingface(tmp_path, ("en", "de"))
    assert model.config.tie == "none"
    assert np.array_equal(model.weights["output.weight"], tensors["lm_head.weight"])


def test_search_settings_are_taken_over(folder: Path) -> None:
    change_json(folder / "config.json", num_beams=6, max_length=50, length_penalty=0.5)
    change_json(folder / "generation_config.json", num_beams=4, max_length=None)
    assert read_huggingface(folder, None).decoding == DecodingDefaults(
        beam_size=4, length_penalty=0.5, max_length=49
    )


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_half_precision_is_read_as_float32(folder: Path, dtype: torch.dtype) -> None:
    tensors = write_huggingface_model(folder)
    halves = {name: tensor.to(dtype) for name, tensor in tensors.items()}
    save_file(halves, folder / "model.safetensors")
    model = read_huggingface(folder, None)
    shared = model.weights["tgt_embeddings.tokens.weight"]
    assert np.array_equal(shared, halves["model.shared.weight"].float())


def test_a_file_of_pytorch_is_read_where_there_is_no_other(folder: Path) -> None:
    tensors = write_huggingface_model(folder)
    (folder / "model.safetensors").unlink()
    for is_zip in (True, False):
        torch.save(tensors, folder / "pytorch_model.bin", _use_new_zipfile_serialization=is_zip)
        model = read_huggingface(folder, None)
        shared = model.weights["tgt_embeddings.tokens.weight"]
        assert np.array_equal(shared, tensors["model.shared.weight"])


def test_copies_of_tied_tensors_and_tables_of_positions_may_be_there(folder: Path) -> None:
    tensors = write_huggingface_model(folder)
    expected = read_huggingface(folder, None)
    shared = tensors["model.shared.weight"]
    copies = ("lm_head.weight", "model.encoder.embed_tokens.weight")
    tensors |= {name: shared.clone() for name in copies}
    table = torch.from_numpy(sinusoidal_positions(64, 16, "sinusoidal_halves"))
    tensors["model.encoder.embed_positions.weight"] = table.half()
    save_file(tensors, folder / "model.safetensors")
    found = read_huggingface(folder, None)
    assert found.weights.keys() == expected.weights.keys()
    tensors["lm_head.weight"] += 1
    tensors["model.encoder.embed_positions.weight"] = table.flip(0).contiguous()
    save_file(tensors, folder / "model.safetensors")
    assert problems(folder) == [
        "model.safetensors: lm_head.weight differs from model.shared.weight, though config.json "
        "says that both are one",
        "model.safetensors: model.encoder.embed_positions.weight is not the table of sines and "
        "cosines that this program computes",
    ]


def test_everything_missing_is_named_at_once(tmp_path: Path) -> None:
    assert problems(tmp_path) == [
        "config.json is missing",
        "vocab.json is missing",
        "source.spm is missing",
        "target.spm is missing",
        "model.safetensors or pytorch_model.bin is missing",
    ]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"model_type": "mbart"}, "model_type is 'mbart'; only marian models are supported"),
        ({"activation_function": "gelu_new"}, "activation_function: Input should be 'relu', "),
        ({"normalize_before": True}, "normalize_before: Input should be False"),
        ({"normalize_embedding": True}, "normalize_embedding: Input should be False"),
        ({"add_final_layer_norm": True}, "add_final_layer_norm: Input should be False"),
        ({"static_position_embeddings": False}, "static_position_embeddings: Input should be T"),
        ({"decoder_ffn_dim": 64}, "decoder_ffn_dim 64 must equal encoder_ffn_dim 32"),
        ({"decoder_attention_heads": 2}, "decoder_attention_heads 2 must equal encoder_a"),
        ({"decoder_vocab_size": 7}, "decoder_vocab_size 7 must equal vocab_size"),
        ({"forced_eos_token_id": 5}, "forced_eos_token_id 5 must equal eos_token_id 0"),
        ({"forced_bos_token_id": 5}, "forced_bos_token_id: Input should be null"),
        ({"bad_words_ids": [[3, 4]]}, "bad_words_ids must not forbid anything but padding"),
        ({"d_model": 17}, "d_model 17 must be a multiple of num_heads 4"),
        ({"d_model": "16"}, "d_model: Input should be a valid integer"),
        ({"encoder_layers": 100_000}, "encoder_layers: Input should be less than or equal to 256"),
        ({"max_position_embeddings": 1 << 40}, "is more than"),
        ({"num_beams": 0}, "num_beams: Input should be greater than or equal to 1"),
        ({"pad_token_id": -1}, "pad_id -1 is not in the vocabulary"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_setting_that_we_do_not_compute_is_refused_by_name(
    folder: Path, changes: dict[str, Any], complaint: str
) -> None:
    change_json(folder / "config.json", **changes)
    found = problems(folder)
    assert all(problem.startswith("config.json: ") for problem in found)
    assert any(complaint in problem for problem in found), found


def test_every_problem_of_the_tensors_is_named_at_once(folder: Path) -> None:
    tensors = write_huggingface_model(folder)
    del tensors["model.encoder.layers.0.fc1.weight"]
    tensors["model.decoder.layers.1.fc2.bias"] = torch.zeros(3)
    tensors["model.encoder.layernorm_embedding.weight"] = torch.zeros(16)
    save_file(tensors, folder / "model.safetensors")
    assert problems(folder) == [
        "model.safetensors: missing tensors: model.encoder.layers.0.fc1.weight",
        "model.safetensors: tensors that do not belong to a Marian model: "
        "model.encoder.layernorm_embedding.weight",
        "model.safetensors: model.decoder.layers.1.fc2.bias is 3, not 16",
    ]


def test_the_languages_are_found_in_the_name(folder: Path) -> None:
    folder = folder.rename(folder.with_name("model"))
    with pytest.raises(LanguagesUnknownError):
        read_huggingface(folder, None)
    assert read_huggingface(folder, ("fr", "es")).target_language == "es"
    change_json(folder / "config.json", _name_or_path="Helsinki-NLP/opus-mt-tc-big-eng-deu")
    model = read_huggingface(folder, None)
    assert (model.source_language, model.target_language) == ("en", "de")
    change_json(folder / "tokenizer_config.json", source_lang="fi", target_lang="zh_CN")
    model = read_huggingface(folder, None)
    assert (model.source_language, model.target_language) == ("fi", "zh-CN")


def test_tokens_for_languages_are_its_targets(tmp_path: Path) -> None:
    folder = tmp_path / "opus-mt-en-ROMANCE"
    write_huggingface_model(folder, tags=[">>fra<<", ">>por_BR<<", ">>2x<<"])
    model = read_huggingface(folder, None)
    assert model.target_tokens == {"fr": ">>fra<<", "pt-BR": ">>por_BR<<"}
    assert (model.source_language, model.target_language) == ("en", "fr")
    assert read_huggingface(folder, ("en", "pt")).target_language == "pt-BR"
    with pytest.raises(ForeignModelError, match="it does not write de; it writes fr, pt-BR"):
        read_huggingface(folder, ("en", "de"))


def test_the_card_is_read(folder: Path) -> None:
    (folder / "README.md").write_text(
        """---
language:
- gmq
license: cc-by-4.0
---
# An example

* source language(s): dan nob_Latn swe
* target language(s): eng
* OPUS readme: [x](https://github.com/Helsinki-NLP/OPUS-MT-train/blob/master/README.md)
* pre-processing: normalization + SentencePiece

| testset | BLEU | chr-F |
|---|---|---|
| Tatoeba.swe.eng | 61.5 | 0.732 |
""",
        encoding="utf-8",
    )
    model = read_huggingface(folder, None)
    assert model.source_languages == ("da", "nb-Latn", "sv")
    assert (model.source_language, model.target_language) == ("da", "en")
    origin = model.imported_from
    assert (origin.publisher, origin.licence) == ("Helsinki-NLP", "cc-by-4.0")
    assert origin.address.endswith("README.md")
    assert [(score.name, score.value) for score in model.scores] == [("bleu", 61.5), ("chrf", 73.2)]


def test_a_folder_of_the_cache_names_publisher_and_model(tmp_path: Path) -> None:
    folder = tmp_path / "models--Helsinki-NLP--opus-mt-en-de" / "snapshots" / "0123"
    write_huggingface_model(folder)
    origin = read_huggingface(folder, None).imported_from
    assert (origin.publisher, origin.name) == ("Helsinki-NLP", "opus-mt-en-de")


def test_files_that_disagree_are_refused(folder: Path) -> None:
    write_json(folder / "vocab.json", {"</s>": 1, "<unk>": 0, "a": 2})
    found = problems(folder)
    assert "vocab.json: it has 3 tokens; config.json says" in found[0]
    assert found[1] == "vocab.json: </s> is 1; config.json says eos_token_id 0"
