"""An exported model computes in the other program what it computes here."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
import torch

from engine.errors import ExportNotPossibleError, ModelFolderDamagedError, ModelFolderExistsError
from engine.interchange.export.formats import PROGRAM_NAMES, ExportFormat
from engine.interchange.exporting import export_model
from engine.models.folder import read_model
from engine.models.manifest_file import read_manifest
from engine.models.saving import save_model
from engine.search.beam_search import SearchSettings
from engine.tokenizers.tokenizer import Tokenizer
from engine.tokenizers.word import WordTokenizer
from tests.support.marian import marian_scores
from tests.support.model_folders import save_toy_model, toy_manifest, tree, word_config
from tests.support.models import tiny_config, tiny_transformer
from tests.support.searching import search
from tests.support.tokenizers import toy_pieces, toy_subwords, toy_words

RESOURCES = Path(__file__).parents[3] / "resources"
FORMATS = get_args(ExportFormat)

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
INDEPENDENT, EPSILON = "independent of each other", "an epsilon other than"
REFUSED: list[tuple[ExportFormat, str, str]] = [
    ("huggingface", "post_final_norm", "a norm after each stack"),
    ("huggingface", "pre_untied", "not all tied"),
    ("huggingface", "pre_no_final_norm", "no norm follows"),
    ("huggingface", "epsilon", EPSILON),
    ("huggingface", "independent", INDEPENDENT),
    ("marian", "epsilon", EPSILON),
    ("marian", "independent", INDEPENDENT),
]
IN_TRANSFORMERS, IN_MARIAN = (
    [name for name in LAYOUTS if (to, name) not in {refused[:2] for refused in REFUSED}]
    for to in ("huggingface", "marian")
)

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


def skip_without(to: ExportFormat) -> None:
    """Skip a test that runs Marian where there is none: it is built for few systems."""
    if to == "marian":
        pytest.importorskip("pymarian")


def framed() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return sources, targets as they are read and as they are predicted."""
    src_ids = [[*source, EOS] for source in SOURCES]
    tgt_in = [[BOS, *target] for target in TARGETS]
    tgt_out = [[*target, EOS] for target in TARGETS]
    return torch.tensor(src_ids), torch.tensor(tgt_in), torch.tensor(tgt_out)


def our_log_probs(folder: Path) -> torch.Tensor:
    """Return what our model says of each token of the targets, where pad and bos cannot be."""
    src_ids, tgt_in, tgt_out = framed()
    model = read_model(folder).model
    logits = model(src_ids, tgt_in)
    logits[..., [model.pad_id, model.bos_id]] = -torch.inf
    log_probs: torch.Tensor = logits.log_softmax(-1).gather(-1, tgt_out[..., None])
    return log_probs[..., 0]


@pytest.mark.slow
@pytest.mark.parametrize("toy", LAYOUTS, indirect=True)
def test_every_layout_has_its_probabilities_in_ctranslate2(toy: Path, tmp_path: Path) -> None:
    """All but those of pad and bos, which cannot be generated there at all."""
    import ctranslate2

    export_model(toy, tmp_path / "out", "ctranslate2")
    translator = ctranslate2.Translator(str(tmp_path / "out"), compute_type="float32")
    tokens = json.loads((tmp_path / "out" / "shared_vocabulary.json").read_text(encoding="utf-8"))
    sources, targets = ([[tokens[i] for i in row] for row in rows] for rows in (SOURCES, TARGETS))
    found = torch.tensor([one.log_probs for one in translator.score_batch(sources, targets)])
    torch.testing.assert_close(found, our_log_probs(toy), rtol=1e-5, atol=1e-4)


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


@pytest.mark.slow
@pytest.mark.parametrize("toy", IN_MARIAN, indirect=True)
def test_layouts_have_their_probabilities_in_marian(toy: Path, tmp_path: Path) -> None:
    """All but those of pad and bos, which cannot be generated there at all."""
    skip_without("marian")
    export_model(toy, tmp_path / "out", "marian")
    words = ["<unk>", *(f"w{token_id}" for token_id in range(1, 11))]
    sources, targets = (
        [" ".join(words[token_id] for token_id in row) for row in rows]
        for rows in (SOURCES, TARGETS)
    )
    found = torch.tensor(marian_scores(tmp_path / "out", sources, targets))
    torch.testing.assert_close(found, our_log_probs(toy), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize(("to", "name", "reason"), REFUSED)
def test_what_a_program_does_not_compute_is_refused(
    tmp_path: Path, to: ExportFormat, name: str, reason: str
) -> None:
    save_layout(tmp_path / "toy", LAYOUTS[name])
    with pytest.raises(ExportNotPossibleError, match=f"{PROGRAM_NAMES[to]}: .*{reason}"):
        export_model(tmp_path / "toy", tmp_path / "out", to)
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
TEXTS = ["Two “men”  are outside.", "A 12 é 中 \u00e4\u0323", "isn't she climbing?", "Two：men"]


@pytest.mark.slow
@pytest.mark.parametrize("is_joint", [True, False])
@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("kind", TOKENIZERS)
def test_sentences_are_cut_and_joined_alike_by_what_the_card_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, to: ExportFormat, is_joint: bool
) -> None:
    skip_without(to)
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
    ours = translate(tmp_path / "toy", TEXTS, beam_size=1)
    theirs = run_card(tmp_path / "out", TEXTS)
    if to == "marian":  # which goes on until it has three tokens for each of the source
        theirs = [text[: len(mine)] for text, mine in zip(theirs, ours, strict=True)]
    assert theirs == ours


@pytest.mark.slow
@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("name", ["en-de-multi30k", "de-en-general"])
def test_models_that_ship_translate_alike_by_what_their_card_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: ExportFormat, name: str
) -> None:
    held_out = RESOURCES / "corpora" / "everyday" / "held-out.tsv"
    pairs = held_out.read_text(encoding="utf-8").splitlines()
    sentences = [pair.split("\t")[name.startswith("de")] for pair in pairs[:24]]
    skip_without(to)
    model = RESOURCES / "models" / name
    export_model(model, tmp_path / "out", to)
    beam_size = read_manifest(model).decoding.beam_size
    if to == "marian":  # whose beam is narrower once a translation has ended
        decoder = tmp_path / "out" / "decoder.yml"
        settings = decoder.read_text(encoding="utf-8")
        decoder.write_text(settings.replace(f": {beam_size}\n", ": 1\n"), encoding="utf-8")
        beam_size = 1
    monkeypatch.chdir(tmp_path / "out")
    assert run_card(tmp_path / "out", sentences) == translate(model, sentences, beam_size)


def run_card(folder: Path, sentences: Sequence[str]) -> Any:
    """Run the program of a README.md for some sentences."""
    card = (folder / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", card, re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1].replace('["…"]', repr(list(sentences))), names)
    return names["translations"]


def translate(folder: Path, sentences: Sequence[str], beam_size: int) -> list[str]:
    """Translate by our own search alone, in float32, one sentence at a time."""
    loaded = read_model(folder)
    pair, decoding = loaded.tokenizers, loaded.manifest.decoding
    settings = SearchSettings(
        beam_size=beam_size,
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
