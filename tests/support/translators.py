"""A translator with trained subwords and random weights: it writes gibberish, its laws hold."""

import re
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.models.folder import read_model
from engine.models.known_words import KnownWords
from engine.models.manifest import Manifest
from engine.models.saving import save_model
from engine.nn.decoding import Ints
from engine.nn.torch_decoder import TorchDecoder
from engine.nn.transformer import Transformer
from engine.pipeline.loaded_model import LoadedModel
from engine.pipeline.pivot import PivotTranslator
from engine.pipeline.rewriting.preprocess import preprocess
from engine.pipeline.translator import Translator
from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from engine.tokenizers.subword import SubwordTokenizer
from engine.translation import (
    SearchOptions,
    SentenceTranslation,
    Translation,
    TranslationRequest,
    Word,
)
from tests.support.model_folders import save_toy_model, toy_manifest
from tests.support.models import pieces_config, tiny_config, tiny_transformer
from tests.support.tokenizers import (
    TARGET_TOKENS,
    sentencepiece_model,
    toy_pieces,
    toy_subwords,
)

LINE_BREAKS = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
TEXT = (
    "Two young men are outside.  A dog is here!\n\n\t- Why is it?\r\n"
    "   Mehrere Männer, 12 Fenster, und ein 👩‍🚒 steht auf einer Leiter.   \n"
    "مرحبا بالعالم. Two young men are outside. 中文。\n"
)
"""Languages, scripts, line ends, blanks, a bullet, an emoji and a sentence that comes again."""

_OPTIONS = {each.name for each in fields(SearchOptions)}
SUBWORD_IDS = {"pad_id": 0, "bos_id": 1, "eos_id": 2}


def save_subword_model(
    folder: Path,
    *,
    seed: int = 0,
    settings: dict[str, Any] | None = None,
    tags: Sequence[str] = (),
    tokenizer: SubwordTokenizer | None = None,
    known_words: KnownWords | None = None,
    **changes: Any,
) -> Manifest:
    """Save a tiny random model with one tokenizer.

    Args:
        folder: Where to put it.
        seed: Of the weights.
        settings: Of the Transformer, where they differ from `tiny_config`.
        tags: What its vocabulary has besides.
        tokenizer: That; one of the toy sentences without it.
        known_words: What its folder says that it knows well.
        changes: Fields of the manifest.
    """
    tokenizer = (tokenizer or toy_subwords("bpe")).with_tags(tags)
    sizes = {"src_vocab_size": tokenizer.vocab_size, "tgt_vocab_size": tokenizer.vocab_size}
    config = tiny_config(**{**SUBWORD_IDS, **sizes, **(settings or {})})
    fields = {
        "config": config,
        "tokenizer_kind": "subword",
        "joint": True,
        "decoding": {"beam_size": 2, "max_length": 12},
        "alignment": {"layer": 1, "head": None, "shifted": True},
    }
    manifest = toy_manifest(**{**fields, **changes})
    model = tiny_transformer(seed, dtype=torch.float32, **config.to_dict())
    with torch.no_grad():
        model.output.bias[config.eos_id] += 2  # some hypotheses end, some are cut
    tokenizers = {name: tokenizer.to_json() for name in manifest.tokenizer_files}
    return save_model(
        folder, manifest, model.state_dict(), tokenizers, "# Toy\n", known_words=known_words
    )


def save_pieces_model(folder: Path, *, byte_fallback: bool = False, **changes: Any) -> Manifest:
    """Save a tiny random model of SentencePiece tokenizers that writes several languages.

    Args:
        folder: Where to put it.
        byte_fallback: Whether it spells unknown characters in bytes.
        changes: Fields of the manifest.
    """
    source = toy_pieces(byte_fallback=byte_fallback)
    target_model = sentencepiece_model("bpe", byte_fallback=byte_fallback)
    target = SentencePieceTokenizer(target_model, source.tokens, source.special)
    config = pieces_config(source)
    fields = {
        "config": config,
        "tokenizer_kind": "sentencepiece",
        "target_tokens": TARGET_TOKENS,
        "source_bos": False,
        "decoding": {"beam_size": 2, "max_length": 12},
        "alignment": {"layer": 1, "head": None, "shifted": True},
    }
    manifest = toy_manifest(**{**fields, **changes})
    model = tiny_transformer(dtype=torch.float32, **config.to_dict())
    tokenizers = {"source.json": source.to_json(), "target.json": target.to_json()}
    return save_model(folder, manifest, model.state_dict(), tokenizers, "# Toy\n")


def tiny_translator(folder: Path, **changes: Any) -> Translator:
    """Save a model as `save_subword_model` does and open it on the CPU."""
    save_subword_model(folder, **changes)
    return Translator.open(folder, device="cpu")


def torch_translator(folder: Path, dtype: torch.dtype = torch.float64) -> Translator:
    """Open a saved model with PyTorch, in float64 for what has to be equal to the last place."""
    loaded = read_model(folder)
    loaded.model.to(dtype)
    return Translator(LoadedModel.computed_by_torch(loaded))


def transformer_of(translator: Translator) -> Transformer:
    """Return the Transformer of a translator that computes with PyTorch; it may be changed."""
    assert isinstance(translator.model, TorchDecoder)
    return translator.model.models[0]


def make_likelier(translator: Translator, gain: float, ids: Sequence[int] | None = None) -> None:
    """Add to the logits of tokens, of eos if none are named, whatever stands before them."""
    model = transformer_of(translator)
    with torch.no_grad():
        model.output.bias[[model.eos_id] if ids is None else [*ids]] += gain


def word_translator(folder: Path) -> Translator:
    """Save and open a model with two vocabularies of blank-separated words."""
    alignment = {"layer": 0, "head": 2, "shifted": False}
    save_toy_model(folder, alignment=alignment, source_bos=False)
    return Translator.open(folder, device="cpu")


def translate(translator: Translator | PivotTranslator, text: str, **wishes: Any) -> Translation:
    """Translate a text; keywords are fields of the request or of its options."""
    return translator.translate(request_for(text, **wishes))


def request_for(text: str, **wishes: Any) -> TranslationRequest:
    """Return the request for a translation; keywords are its fields or those of its options."""
    options = {name: wishes.pop(name) for name in _OPTIONS & wishes.keys()}
    return TranslationRequest(text, SearchOptions(**options), **wishes)


def fresh(translator: Translator) -> Translator:
    """Return a translator with the same model that has translated nothing yet."""
    parts = translator.manifest, translator.model, translator.tokenizers
    return Translator(LoadedModel(*parts))


def framed(translator: Translator, sentence: str) -> Ints:
    """Return a sentence as the encoder reads it, (1, S)."""
    tokenizers, language = translator.tokenizers, translator.manifest.source_language
    reading = preprocess(sentence, tokenizers.source, language)
    return np.array([tokenizers.frame_source(reading.encoding.ids)])


def is_read_whole(translator: Translator, sentence: str) -> bool:
    """Return whether the model gets a sentence unchanged."""
    language = translator.manifest.source_language
    return preprocess(sentence, translator.tokenizers.source, language).plain == sentence


def assert_words(words: tuple[Word, ...], text: str, sentence: str, start: int) -> None:
    """Check that words lie in their sentence and slice the whole text."""
    for word in words:
        assert start <= word.start < word.end <= start + len(sentence)
        assert text[word.start : word.end] == word.text


def assert_same_sentence(one: SentenceTranslation, other: SentenceTranslation) -> None:
    """Check that two translations of a sentence are one, wherever they stand.

    Numbers of models in float64 agree to 1e-9 whatever is translated beside them.
    """
    assert (one.source, one.target) == (other.source, other.target)
    assert [h.ids for h in one.hypotheses] == [h.ids for h in other.hypotheses]
    assert [n.kind for n in one.notices] == [n.kind for n in other.notices]
    assert [(a.target, a.source) for a in one.alignment] == [
        (a.target, a.source) for a in other.alignment
    ]
    for numbers, others in (
        ([h.score for h in one.hypotheses], [h.score for h in other.hypotheses]),
        ([t.probability for t in one.tokens], [t.probability for t in other.tokens]),
    ):
        assert numbers == pytest.approx(others, abs=1e-9)
