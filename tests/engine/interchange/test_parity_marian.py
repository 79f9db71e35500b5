"""What is read of Marian's files computes what Marian itself computes."""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.interchange.marian import read_marian
from engine.models.tensor_layout import tied_names
from engine.nn.transformer import Transformer, build_transformer
from engine.search.beam_search import SearchSettings
from engine.tokenizers.tokenizer_pair import TokenizerPair
from tests.support.marian import (
    ENGLISH,
    GERMAN,
    MODEL,
    Vocabularies,
    marian_scores,
    marian_translations,
    toy_pairs,
    train_marian_folder,
    write_marian_folder,
)
from tests.support.searching import search

pytestmark = [
    pytest.mark.slow,  # Marian itself takes a second to load
    pytest.mark.usefixtures("marian"),
]

LAYOUTS: Mapping[str, Mapping[str, Any]] = {
    "base": {},
    "big": {"dim_emb": 32, "transformer_dim_ffn": 64, "transformer_heads": 8},
    "deep and shallow": {"enc_depth": 3, "dec_depth": 1},
    "target tied": {"tied_embeddings_all": False, "tied_embeddings": True},
    "sources tied": {"tied_embeddings_all": False, "tied_embeddings_src": True},
    "untied": {"tied_embeddings_all": False},
    "relu": {"transformer_ffn_activation": "relu"},
    "gelu": {"transformer_ffn_activation": "gelu"},
    "norm on top": {"transformer_postprocess_top": "n"},
    "tied layers": {"dec_depth": 3, "transformer_tied_layers": [1, 2, 1]},
    "no projection": {"transformer_no_projection": True},
}
PRE_NORM: Mapping[str, Mapping[str, Any]] = {
    "pre-norm": {"transformer_preprocess": "n", "transformer_postprocess": "da"},
    "pre-norm, norm on top": {
        "transformer_preprocess": "n",
        "transformer_postprocess": "da",
        "transformer_postprocess_top": "n",
    },
}
CASES: Sequence[tuple[str, Vocabularies]] = (
    *((layout, "joint.yml") for layout in LAYOUTS),
    ("base", "joint.spm"),
    ("untied", "two.spm"),
    ("target tied", "two.yml"),
)
PRE_NORM_CASES: Sequence[tuple[str, Vocabularies]] = [(layout, "joint.spm") for layout in PRE_NORM]


@pytest.fixture(scope="module")
def marian() -> None:
    """Skip the tests where there is no Marian: it is built for few systems."""
    pytest.importorskip("_pymarian")


def open_model(folder: Path) -> tuple[Transformer, TokenizerPair]:
    """Return a foreign model in eval mode, with weights as they were read."""
    read = read_marian(folder, ("en", "de"))
    model = build_transformer(read.config).eval()
    weights = {name: torch.from_numpy(numbers) for name, numbers in read.weights.items()}
    tied = {name: weights[kept] for name, kept in tied_names(read.config).items()}
    model.load_state_dict({**weights, **tied})
    tokenizers = TokenizerPair(
        read.source, read.target or read.source, source_bos=False, source_eos=True
    )
    return model, tokenizers


def sentences(texts: Sequence[str], seed: int) -> list[str]:
    """Return random sentences of the words of some texts."""
    generator = np.random.default_rng(seed)
    words = sorted({word for text in texts for word in text.split()})
    lengths = generator.integers(1, 10, 40)
    return [" ".join(generator.choice(words, length)) for length in lengths]


def our_scores(
    model: Transformer, tokenizers: TokenizerPair, source: str, target: str
) -> list[float]:
    """Return the log-probability of every token of a target, and of its end."""
    src = tokenizers.frame_source(tokenizers.source.encode(source).ids)
    ids = tokenizers.target.encode(target).ids
    with torch.no_grad():
        logits = model(torch.tensor([src]), torch.tensor([tokenizers.tgt_in(ids)]))
    found = logits[0].log_softmax(-1).gather(-1, torch.tensor(tokenizers.tgt_out(ids))[:, None])
    return [float(value) for value in found[:, 0]]


@pytest.mark.parametrize(("layout", "vocabularies"), [*CASES, *PRE_NORM_CASES])
def test_every_token_is_as_likely_as_for_marian(
    tmp_path: Path, layout: str, vocabularies: Vocabularies
) -> None:
    write_marian_folder(tmp_path, vocabularies, **{**LAYOUTS, **PRE_NORM}[layout])
    sources, targets = sentences(ENGLISH, 1), sentences(GERMAN, 2)
    expected = marian_scores(tmp_path, sources, targets)
    model, tokenizers = open_model(tmp_path)
    for source, target, theirs in zip(sources, targets, expected, strict=True):
        assert our_scores(model, tokenizers, source, target) == pytest.approx(
            theirs, abs=1e-4, rel=0
        )


@pytest.mark.parametrize(
    ("layout", "vocabularies"), [("base", "joint.spm"), ("untied", "two.yml"), ("big", "joint.yml")]
)
def test_search_finds_what_marian_finds(
    tmp_path: Path, layout: str, vocabularies: Vocabularies
) -> None:
    """Of models that Marian trained for a few seconds: they are seldom sure of anything."""
    train_marian_folder(tmp_path, vocabularies, updates=60, **LAYOUTS[layout])
    never_unknown(tmp_path / MODEL)
    model, tokenizers = open_model(tmp_path)
    texts = [source for source, _ in toy_pairs(40, seed=1)]
    for beam_size, length_penalty in product((1, 4, 6), (0.6, 1.0)):
        expected = marian_translations(
            tmp_path,
            texts,
            beam_size=beam_size,
            normalize=length_penalty,
            max_length_factor=30,  # what was cut is ranked by rules of its own
        )
        for text, (pieces, score) in zip(texts, expected, strict=True):
            src_ids = tokenizers.frame_source(tokenizers.source.encode(text).ids)
            settings = SearchSettings(
                beam_size=beam_size,
                length_penalty=length_penalty,
                is_narrowing=True,
                max_length=30 * len(src_ids),
            )
            ((best,),) = search(model, torch.tensor([src_ids]), settings)
            assert " ".join(map(tokenizers.target.token, best.ids)) == pieces
            assert best.score == pytest.approx(score, abs=1e-4)


def never_unknown(path: Path) -> None:
    """Make the unknown token as unlikely as it is after hours of training."""
    with np.load(path) as file:
        arrays = dict(file)
    arrays["decoder_ff_logit_out_b"][0, 1] = -30.0
    np.savez(path, **arrays)
