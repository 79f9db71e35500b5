"""Folders in Marian's format: what is read of them, and what is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import ForeignModelError, LanguagesUnknownError
from engine.interchange.conversion import save_foreign
from engine.interchange.marian import read_marian
from engine.models.folder import read_model
from engine.models.manifest import DecodingDefaults
from engine.pipeline.translator import Translator
from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from engine.translation import TranslationRequest
from tests.support.marian import (
    MODEL,
    Vocabularies,
    marian_pieces,
    write_marian_folder,
    write_npz,
    write_yaml,
)
from tests.support.tokenizers import pieces_of

NAME = "opus-mt-en-de"
ADDRESS = "https://object.pouta.csc.fi/OPUS-MT-models/en-de/opus-2020-02-26.zip"
README = f"""# opus-2020-02-26.zip

* dataset: opus
* model: transformer-align
* source language(s): eng
* target language(s): deu fra
* pre-processing: normalization + SentencePiece (spm32k,spm32k)
* a sentence initial language token is required in the form of `>>id<<`
* download: [opus-2020-02-26.zip]({ADDRESS})

| testset               | BLEU  | chr-F |
|-----------------------|-------|-------|
| Tatoeba.en.de \t| 41.3 \t| 0.613 |
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A whole model."""
    write_marian_folder(tmp_path / NAME)
    return tmp_path / NAME


def problems(folder: Path) -> list[str]:
    """Return why a folder is refused."""
    with pytest.raises(ForeignModelError) as caught:
        read_marian(folder, None)
    assert caught.value.path == folder
    return list(caught.value.problems)


@pytest.mark.parametrize("vocabularies", ["joint.spm", "joint.yml"])
def test_a_folder_becomes_a_model_that_translates(
    tmp_path: Path, vocabularies: Vocabularies
) -> None:
    write_marian_folder(tmp_path / NAME, vocabularies)
    save_foreign(read_marian(tmp_path / NAME, None), tmp_path / "m", "m")
    manifest = read_model(tmp_path / "m").manifest
    assert manifest.direction == "en → de"
    assert manifest.joint == (vocabularies == "joint.spm")
    assert manifest.decoding == DecodingDefaults(beam_size=6, length_penalty=0.6, is_narrowing=True)
    translation = Translator.open(tmp_path / "m").translate(TranslationRequest("A little girl."))
    assert translation.sentences


def test_what_opus_mt_says_of_its_models_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "opus-2020-02-26"
    write_marian_folder(folder, tags=(">>deu<<", ">>fra<<", ">>xyz<<"))
    (folder / "README.md").write_text(README, encoding="utf-8")
    (folder / "LICENSE").write_text("Attribution 4.0 International\n\n===\n", encoding="utf-8")
    model = read_marian(folder, None)
    assert (model.source_language, model.target_language) == ("en", "de")
    assert model.target_tokens == {"de": ">>deu<<", "fr": ">>fra<<", "xyz": ">>xyz<<"}
    assert model.imported_from.name == "opus-2020-02-26"
    assert model.imported_from.address == ADDRESS
    assert model.imported_from.publisher == "Helsinki-NLP"
    assert model.imported_from.licence == "CC BY 4.0"
    assert [(score.corpus, score.value) for score in model.scores][:1] == [("Tatoeba.en.de", 41.3)]
    assert isinstance(model.source, SentencePieceTokenizer)
    assert model.source.punctuation == "en"


def test_the_address_of_an_old_release_names_its_languages(tmp_path: Path) -> None:
    write_marian_folder(tmp_path / "release")
    (tmp_path / "release/README.md").write_text(f"[opus.zip]({ADDRESS})\n", encoding="utf-8")
    assert read_marian(tmp_path / "release", None).target_language == "de"


@pytest.mark.parametrize(
    ("script", "punctuation"),
    [("normalize-punctuation.perl -l $1", "en"), ("sed -e 's/“/\"/g'", "en"), ("spm_encode", "")],
)
def test_the_script_beside_it_tells_what_text_the_model_wants(
    folder: Path, script: str, punctuation: str
) -> None:
    (folder / "preprocess.sh").write_text(f"#!/bin/bash\n{script} |\n", encoding="utf-8")
    source = read_marian(folder, None).source
    assert isinstance(source, SentencePieceTokenizer)
    assert source.punctuation == punctuation


@pytest.mark.parametrize("vocabularies", ["two.spm", "two.yml"])
def test_vocabularies_of_different_sizes_share_one_padding(
    tmp_path: Path, vocabularies: Vocabularies
) -> None:
    """It stands behind the smaller one, where the larger one makes room for it."""
    weights = write_marian_folder(tmp_path, vocabularies, tied_embeddings_all=False)
    model = read_marian(tmp_path, ("en", "de"))
    english, german = pieces_of(marian_pieces("en")), pieces_of(marian_pieces("de"))
    assert isinstance(model.source, SentencePieceTokenizer)
    assert isinstance(model.target, SentencePieceTokenizer)
    pad = min(len(english), len(german))
    assert len(english) != len(german)
    assert model.source.tokens == (*english[:pad], "<pad>", *english[pad:])
    assert model.target.tokens == (*german[:pad], "<pad>", *german[pad:])
    for name, ours in (("encoder", "src"), ("decoder", "tgt")):
        found = model.weights[f"{ours}_embeddings.tokens.weight"]
        assert not found[pad].any()
        assert np.array_equal(np.delete(found, pad, axis=0), weights[f"{name}_Wemb"])


def test_a_folder_that_marian_has_just_trained_in_is_read(folder: Path) -> None:
    """The optimizer's state, and the decoder's settings under the name of the model."""
    np.savez(folder / f"{MODEL}.optimizer.npz", adam_mt=np.zeros(3))
    (folder / "decoder.yml").rename(folder / f"{MODEL}.decoder.yml")
    assert read_marian(folder, None).decoding.beam_size == 6


def test_places_of_the_machine_it_was_trained_on_play_no_part(folder: Path) -> None:
    decoder = {"models": [f"/home/me/{MODEL}"], "vocabs": ["C:\\work\\opus.vocab.yml"] * 2}
    write_yaml(folder / "decoder.yml", decoder)
    assert read_marian(folder, None).decoding == DecodingDefaults(is_narrowing=True)


def test_without_decoder_settings_the_only_files_are_meant(folder: Path) -> None:
    (folder / "decoder.yml").unlink()
    assert read_marian(folder, None).decoding == DecodingDefaults(is_narrowing=True)


def test_the_user_is_asked_for_languages_that_nothing_names(tmp_path: Path) -> None:
    write_marian_folder(tmp_path / "model")
    with pytest.raises(LanguagesUnknownError):
        read_marian(tmp_path / "model", None)
    assert read_marian(tmp_path / "model", ("sv", "fi")).target_language == "fi"


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"type": "s2s"}, "type 's2s' is not supported: only transformer"),
        (
            {"transformer_decoder_autoreg": "rnn", "dec_cell": "ssru"},
            "transformer-decoder-autoreg 'rnn' is not supported: only self-attention",
        ),
        (
            {"transformer_postprocess": "dar"},
            "transformer-preprocess '' with transformer-postprocess 'dar' is not supported: only "
            "'dan' alone, and 'n' with 'da'",
        ),
        (
            {"transformer_postprocess_emb": "dn"},
            "transformer-postprocess-emb 'dn' is not supported: only 'd'",
        ),
        (
            {"transformer_postprocess_top": "an"},
            "transformer-postprocess-top 'an' is not supported: only 'n'",
        ),
        (
            {"transformer_ffn_activation": "tanh"},
            "transformer-ffn-activation 'tanh' is not supported",
        ),
        ({"transformer_ffn_depth": 3}, "transformer-ffn-depth '3' is not supported: only 2"),
        (
            {"transformer_decoder_dim_ffn": 99},
            "transformer-decoder-dim-ffn differs from transformer-dim-ffn",
        ),
        (
            {"transformer_attention_mask": "alibi"},
            "transformer-attention-mask 'alibi' is not supported: only default",
        ),
        ({"transformer_new_idea": "true"}, "transformer-new-idea 'true' is not known"),
        ({"lemma_dim_emb": 64}, "lemma-dim-emb '64' is not supported: only 0"),
        (
            {"input_types": ["class", "sequence"]},
            "input-types names something other than sequences",
        ),
        ({"transformer_heads": 5}, "d_model 16 must be a multiple of num_heads 5"),
        ({"enc_depth": 999_999_999}, "num_encoder_layers 999999999 is more than 256"),
        ({"dec_depth": "many"}, "dec-depth is 'many', not a whole number"),
        ({"transformer_tied_layers": [1]}, "transformer-tied-layers does not name 2 layers"),
    ],
    ids=str,
)
def test_what_is_not_computed_here_is_refused_by_name(
    tmp_path: Path, changes: dict[str, Any], problem: str
) -> None:
    weights = write_marian_folder(tmp_path)
    size = weights["Wemb"].shape[0]
    write_npz(tmp_path / MODEL, weights, dim_vocabs=[size, size], **changes)
    assert problems(tmp_path) == [problem]


def test_every_problem_is_named_at_once(folder: Path) -> None:
    changes = {"type": "amun", "transformer_ffn_depth": 1, "dim_vocabs": [7, 8], "ulr": True}
    write_npz(folder / MODEL, {}, **changes)
    assert len(problems(folder)) == 6


def _drop(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda weights: weights.__delitem__(name)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (_drop("Wemb"), "missing tensors: Wemb"),
        (
            lambda weights: weights.update(encoder_l9_self_Wq=weights["encoder_l1_self_Wq"]),
            "tensors that do not belong to such a model: encoder_l9_self_Wq",
        ),
        (
            lambda weights: weights.update(Wemb=weights["Wemb"][:, :-1]),
            "Wemb is 85x15, not 85x16",
        ),
        (
            lambda weights: weights["decoder_l1_ffn_W1"].fill(np.nan),
            "tensors with values that are not finite numbers: decoder_l1_ffn_W1",
        ),
        (
            lambda weights: weights.update(Wemb=weights["Wemb"].astype(np.int8)),
            "Wemb holds int8: export the model without quantisation",
        ),
    ],
    ids=["missing", "foreign", "shape", "nan", "quantised"],
)
def test_weights_that_do_not_fit_are_refused(
    folder: Path, change: Callable[[dict[str, Any]], None], problem: str
) -> None:
    weights: dict[str, Any] = dict(write_marian_folder(folder))
    size = len(weights["Wemb"])
    change(weights)
    write_npz(folder / MODEL, weights, dim_vocabs=[size, size])
    assert problems(folder) == [problem]


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (None, "it has no special:model.yml: Marian did not save its settings"),
        (
            np.zeros(4, dtype=np.float32),
            "special:model.yml is not a text of at most 1,048,576 bytes",
        ),
        (np.full(9, -1, dtype=np.int8), "special:model.yml: 'utf-8' codec can't decode"),
        (
            np.frombuffer(b"a: &a [x]\nb: [*a, *a]\n", dtype=np.int8),
            "special:model.yml: line 2 refers to another part of the file",
        ),
    ],
    ids=["missing", "numbers", "no text", "references"],
)
def test_settings_that_cannot_be_read_are_refused(
    folder: Path, settings: Any, problem: str
) -> None:
    given = {} if settings is None else {"special:model.yml": settings}
    np.savez(folder / MODEL, **given)
    (found,) = problems(folder)
    assert found.startswith(problem)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        (MODEL, f"{MODEL} is missing"),
        ("opus.vocab.yml", "opus.vocab.yml is missing"),
        ("source.spm", "source.spm is missing"),
    ],
)
def test_a_missing_file_is_named(folder: Path, name: str, problem: str) -> None:
    (folder / name).unlink()
    assert problems(folder) == [problem]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("opus.vocab.yml", "a: 0\na: 1\n", "opus.vocab.yml: line 2 names 'a' a second time"),
        ("opus.vocab.yml", "a: 0\nb: 2\n", "opus.vocab.yml: its ids are not 0 to 1, each once"),
        ("opus.vocab.yml", "a: [0]\n", "opus.vocab.yml: its ids are not 0 to 0, each once"),
        ("opus.vocab.yml", "a: one\n", "opus.vocab.yml: an id is not a number"),
        ("opus.vocab.yml", "</s>: 0\na: 1\n", "opus.vocab.yml: it has no <unk>"),
        (
            "opus.vocab.yml",
            "</s>: 0\n<unk>: 1\n",
            "the model has 85 source tokens, its vocabulary 2",
        ),
        ("source.spm", "text", "source.spm: its SentencePiece model is damaged"),
        ("decoder.yml", "models: [a.npz, b.npz]\n", "there are several models (a.npz, b.npz)"),
        ("decoder.yml", "models: [../a.bin]\n", "a.bin: only models in the format .npz"),
        ("decoder.yml", "beam-size: many\n", "decoder.yml: beam-size is 'many', not a number"),
        ("decoder.yml", "beam-size: 1000\n", "decoder.yml: beam_size: Input should be less than"),
        (
            "decoder.yml",
            "word-penalty: 0.5\n",
            "decoder.yml: word-penalty is not supported: only 0",
        ),
        ("decoder.yml", "vocabs: [a.fsv, a.fsv]\n", "a.fsv is missing"),
    ],
)
def test_a_damaged_file_is_named(folder: Path, name: str, text: str, problem: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    assert problems(folder)[0].startswith(problem)


def test_subwords_of_another_kind_are_refused(folder: Path) -> None:
    (folder / "source.spm").rename(folder / "source.bpe")
    (found,) = problems(folder)
    assert found.startswith("source.bpe: the model cuts words with subword-nmt")
    write_yaml(folder / "decoder.yml", {"vocabs": ["vocab.fsv", "vocab.fsv"]})
    (folder / "vocab.fsv").touch()
    assert problems(folder) == ["vocab.fsv: this kind of vocabulary is not supported"]


def test_a_binary_model_is_to_be_converted_first(folder: Path) -> None:
    (folder / MODEL).rename(folder / "model.intgemm.alphas.bin")
    (folder / "decoder.yml").unlink()
    (found,) = problems(folder)
    assert found == (
        "there is no model in the format .npz: write one with marian-conv --from "
        "model.intgemm.alphas.bin --to model.intgemm.alphas.npz"
    )
