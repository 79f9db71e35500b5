"""An exported model computes in the other program what it computes here."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.errors import ExportNotPossibleError, ModelFolderDamagedError, ModelFolderExistsError
from engine.interchange.export_formats import ExportFormat
from engine.interchange.exporting import export_model
from engine.models.folder import read_model, save_model
from engine.search.beam_search import SearchSettings, search
from engine.tokenizers.tokenizer import Tokenizer
from engine.tokenizers.word import WordTokenizer
from tests.support.model_folders import save_toy_model, toy_manifest, tree, word_config
from tests.support.models import tiny_config, tiny_transformer
from tests.support.tokenizers import toy_pieces, toy_subwords, toy_words

RESOURCES = Path(__file__).parents[3] / "resources"
FORMATS: tuple[ExportFormat, ...] = ("ctranslate2", "huggingface")

LAYOUTS: dict[str, dict[str, Any]] = {
    "post": {},
    "decoder_tied": {"tie": "decoder", "positions": "learned"},
    "all_tied": {"tie": "all", "activation": "gelu", "qkv_bias": False},
    "halves": {"positions": "sinusoidal_halves", "tie": "all", "activation": "swish"},
    "marian": {"positions": "sinusoidal_marian", "output_bias": False},
    "odd": {"d_model": 15, "num_heads": 3, "scale_embeddings": False},
    "pre": {"norm": "pre", "final_norm": True, "tie": "all"},
    "pre_learned": {"norm": "pre", "final_norm": True, "tie": "all", "positions": "learned"},
    "post_final_norm": {"final_norm": True},
    "pre_untied": {"norm": "pre", "final_norm": True},
    "pre_no_final_norm": {"norm": "pre", "tie": "all"},
    "epsilon": {"norm_eps": 1e-3},
    "independent": {"attention": "independent", "num_heads": 2},
}
NOT_IN_TRANSFORMERS = {
    "post_final_norm": "a norm after each stack",
    "pre_untied": "not all tied",
    "pre_no_final_norm": "no norm follows",
    "epsilon": "an epsilon other than",
    "independent": "independent of each other",
}
IN_TRANSFORMERS = [name for name in LAYOUTS if name not in NOT_IN_TRANSFORMERS]

BOS, EOS = 2, 3
SOURCES = [[4, 9, 6, 5, 7], [8, 10, 4, 0, 9]]
TARGETS = [[7, 4, 0, 9, 5], [6, 6, 10, 8, 4]]


@pytest.fixture
def toy(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return the folder of a random model, of the layout that the test is for."""
    save_layout(tmp_path / "toy", LAYOUTS[request.param])
    return tmp_path / "toy"


def save_layout(folder: Path, layout: Mapping[str, Any]) -> None:
    """Save a random model, no parameter of which is zero."""
    config = word_config(**{"src_vocab_size": 11, "tgt_vocab_size": 11, **layout})
    weights = tiny_transformer(3, **config.to_dict()).state_dict()
    generator = torch.Generator().manual_seed(4)
    for name, values in weights.items():
        if name.endswith("bias") or "norm" in name:
            drawn = torch.randn(values.shape, generator=generator, dtype=values.dtype)
            weights[name] = values + 0.3 * drawn
    save_toy_model(folder, weights=weights, config=config, source_bos=False)


def framed() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return sources, targets as they are read and as they are predicted."""
    src_ids = [[*source, EOS] for source in SOURCES]
    tgt_in = [[BOS, *target] for target in TARGETS]
    tgt_out = [[*target, EOS] for target in TARGETS]
    return torch.tensor(src_ids), torch.tensor(tgt_in), torch.tensor(tgt_out)


@pytest.mark.slow
@pytest.mark.parametrize("toy", LAYOUTS, indirect=True)
def test_every_layout_has_its_probabilities_in_ctranslate2(toy: Path, tmp_path: Path) -> None:
    """All but those of pad and bos, which cannot be generated there at all."""
    import ctranslate2

    export_model(toy, tmp_path / "out", "ctranslate2")
    translator = ctranslate2.Translator(str(tmp_path / "out"), compute_type="float32")
    tokens = json.loads((tmp_path / "out" / "shared_vocabulary.json").read_text(encoding="utf-8"))
    sources, targets = ([[tokens[i] for i in row] for row in rows] for rows in (SOURCES, TARGETS))
    found = [scored.log_probs for scored in translator.score_batch(sources, targets)]

    src_ids, tgt_in, tgt_out = framed()
    loaded = read_model(toy)
    logits = loaded.model(src_ids, tgt_in)
    logits[..., [loaded.model.pad_id, loaded.model.bos_id]] = -torch.inf
    expected = logits.log_softmax(-1).gather(-1, tgt_out[..., None])[..., 0]
    torch.testing.assert_close(torch.tensor(found), expected, rtol=1e-5, atol=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("toy", IN_TRANSFORMERS, indirect=True)
def test_layouts_have_their_logits_in_transformers(toy: Path, tmp_path: Path) -> None:
    from transformers import AutoModelForSeq2SeqLM

    export_model(toy, tmp_path / "out", "huggingface")
    model, report = AutoModelForSeq2SeqLM.from_pretrained(
        tmp_path / "out", output_loading_info=True
    )
    assert not any(report.values())
    src_ids, tgt_in, _ = framed()
    logits = model(input_ids=src_ids, decoder_input_ids=tgt_in).logits
    torch.testing.assert_close(logits, read_model(toy).model(src_ids, tgt_in), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize(("name", "reason"), NOT_IN_TRANSFORMERS.items())
def test_what_transformers_does_not_compute_is_refused(
    tmp_path: Path, name: str, reason: str
) -> None:
    save_layout(tmp_path / "toy", LAYOUTS[name])
    with pytest.raises(ExportNotPossibleError, match=f"Transformers: .*{reason}"):
        export_model(tmp_path / "toy", tmp_path / "out", "huggingface")
    assert [path.name for path in tmp_path.iterdir()] == ["toy"]


@pytest.mark.parametrize("to", FORMATS)
def test_nothing_is_overwritten_and_nothing_is_left_behind(
    tmp_path: Path, to: ExportFormat
) -> None:
    save_layout(tmp_path / "toy", {})
    (tmp_path / "mine").mkdir()
    with pytest.raises(ModelFolderExistsError, match="mine already exists"):
        export_model(tmp_path / "toy", tmp_path / "mine", to)
    (tmp_path / "toy" / "weights.safetensors").write_bytes(b"damaged")
    before = tree(tmp_path)
    with pytest.raises(ModelFolderDamagedError, match=r"weights\.safetensors"):
        export_model(tmp_path / "toy", tmp_path / "out", to)
    assert tree(tmp_path) == before


TOKENIZERS: dict[str, tuple[Tokenizer, dict[str, Any]]] = {
    "bpe": (toy_subwords("bpe"), {"tokenizer_kind": "subword"}),
    "byte_level": (toy_subwords("byte_level"), {"tokenizer_kind": "subword", "source_bos": False}),
    "word": (toy_words("en"), {}),
    "sentencepiece": (
        toy_pieces("bpe", byte_fallback=True, punctuation="en"),
        {
            "tokenizer_kind": "sentencepiece",
            "source_bos": False,
            "target_tokens": {"de": ">>deu<<", "fr": ">>fra<<"},
        },
    ),
}
TEXTS = ["Two “men”  are outside：", "A 12 é 中 \u00e4\u0323", "isn't she climbing?"]


@pytest.mark.slow
@pytest.mark.parametrize("is_joint", [True, False])
@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("kind", TOKENIZERS)
def test_sentences_are_cut_and_joined_alike_by_what_the_card_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, to: ExportFormat, is_joint: bool
) -> None:
    tokenizer, changes = TOKENIZERS[kind]
    special = tokenizer.special
    config = tiny_config(
        src_vocab_size=tokenizer.vocab_size,
        tgt_vocab_size=tokenizer.vocab_size,
        pad_id=special.pad,
        bos_id=special.bos,
        eos_id=special.eos,
        tie="all" if is_joint else "none",
    )
    manifest = toy_manifest(
        config=config, joint=is_joint, decoding={"beam_size": 1, "max_length": 9}, **changes
    )
    weights = tiny_transformer(5, **config.to_dict()).state_dict()
    # Bytes that are no character look different in each program.
    is_byte = [tokenizer.is_byte(token_id) for token_id in range(tokenizer.vocab_size)]
    weights["output.bias"][torch.tensor(is_byte)] = -30
    files = dict.fromkeys(manifest.tokenizer_files, tokenizer.to_json())
    save_model(tmp_path / "toy", manifest, weights, files, "# Card")
    export_model(tmp_path / "toy", tmp_path / "out", to)
    monkeypatch.chdir(tmp_path / "out")
    assert run_card(tmp_path / "out", TEXTS) == translate(tmp_path / "toy", TEXTS)


@pytest.mark.slow
@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("name", ["en-de-multi30k", "de-en-general"])
def test_models_that_ship_translate_alike_by_what_their_card_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: ExportFormat, name: str
) -> None:
    pairs = (RESOURCES / "everyday-en-de" / "pairs.tsv").read_text(encoding="utf-8").splitlines()
    sentences = [pair.split("\t")[name.startswith("de")] for pair in pairs[1:]]
    export_model(RESOURCES / "models" / name, tmp_path / "out", to)
    monkeypatch.chdir(tmp_path / "out")
    assert run_card(tmp_path / "out", sentences) == translate(
        RESOURCES / "models" / name, sentences
    )


def run_card(folder: Path, sentences: Sequence[str]) -> Any:
    """Run the program of a README.md for some sentences."""
    card = (folder / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", card, re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1].replace('["…"]', repr(list(sentences))), names)
    return names["translations"]


def translate(folder: Path, sentences: Sequence[str]) -> list[str]:
    """Translate by our own search alone, in float32, one sentence at a time."""
    loaded = read_model(folder)
    pair, decoding = loaded.tokenizers, loaded.manifest.decoding
    settings = SearchSettings(
        beam_size=decoding.beam_size,
        length_penalty=decoding.length_penalty,
        max_length=decoding.max_length,
    )
    found = []
    for sentence in sentences:
        src_ids = torch.tensor([pair.frame_source(pair.source.encode(sentence).ids)])
        ((best,),) = search(loaded.model, src_ids, settings)
        if isinstance(pair.target, WordTokenizer):
            found.append(" ".join(pair.target.token(token_id) for token_id in best.ids))
        else:
            found.append(pair.target.decode(best.ids).text)
    return found
