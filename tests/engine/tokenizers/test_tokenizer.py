"""Tokenizer files: what is written is read back, and what is none is refused with its reason."""

import base64
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.errors import TokenizerError
from engine.tokenizers.subword import Flavour
from engine.tokenizers.tokenizer import Tokenizer, load_tokenizer
from engine.tokenizers.word import BLANK
from tests.support.tokenizers import (
    SENTENCES,
    blank_tokenizer,
    sentencepiece_model,
    toy_pieces,
    toy_subwords,
    toy_words,
)

MAKERS: dict[str, Callable[[], Tokenizer]] = {
    "bpe": lambda: toy_subwords("bpe"),
    "byte_level": lambda: toy_subwords("byte_level"),
    "en": lambda: toy_words("en"),
    BLANK: blank_tokenizer,
    "unigram": toy_pieces,
    "bpe of SentencePiece": lambda: toy_pieces("bpe", byte_fallback=True, punctuation="en"),
}


@pytest.mark.parametrize("name", MAKERS)
def test_a_tokenizer_survives_json(name: str) -> None:
    tokenizer = MAKERS[name]()
    loaded = load_tokenizer(tokenizer.to_json())
    assert type(loaded) is type(tokenizer)
    assert (loaded.kind, loaded.special, loaded.vocab_size) == (
        tokenizer.kind,
        tokenizer.special,
        tokenizer.vocab_size,
    )
    assert loaded.to_json() == tokenizer.to_json()
    for text in [*SENTENCES, "I love 中 <pad>\n"]:
        encoding = loaded.encode(text)
        assert encoding == tokenizer.encode(text)
        assert loaded.decode(encoding.ids) == tokenizer.decode(encoding.ids)


def changed(flavour: Flavour, change: Callable[[dict[str, Any]], object]) -> str:
    """The JSON of a toy tokenizer after a change of its fields."""
    fields = json.loads(toy_subwords(flavour).to_json())
    change(fields)
    return json.dumps(fields)


def changed_pieces(**changes: Any) -> str:
    """The JSON of a toy SentencePiece tokenizer after a change of its fields."""
    return json.dumps(json.loads(toy_pieces().to_json()) | changes)


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


WORDS = {"kind": "word", "language": "en", "lowercase": True}

DAMAGED: dict[str, tuple[str, str]] = {
    "empty": ("", "it is not JSON"),
    "deep": ("[" * 100_000, "it is not JSON"),
    "a list": ("[]", "kind is None"),
    "another kind": (
        '{"kind": "characters"}',
        "kind is 'characters', not subword, word or sentencepiece",
    ),
    "a strange kind": ('{"kind": ["word"]}', "not subword, word or sentencepiece"),
    "another flavour": ('{"kind": "subword", "flavour": "sweet"}', "flavour is 'sweet'"),
    "a strange flavour": ('{"kind": "subword", "flavour": []}', "flavour is"),
    "no model": ('{"kind": "subword", "flavour": "bpe"}', "no model"),
    "a list as model": (
        changed("bpe", lambda fields: fields["tokenizer"].update(model=[])),
        "no model",
    ),
    "vocabulary of words": (
        changed("bpe", lambda fields: fields["tokenizer"]["model"].update(vocab={"a": "b"})),
        "not have the right form",
    ),
    "merges of three": (
        changed("bpe", lambda fields: fields["tokenizer"]["model"]["merges"].append(["a"] * 3)),
        "not have the right form",
    ),
    "a gap in the ids": (
        changed("bpe", lambda fields: fields["tokenizer"]["model"]["vocab"].update(zz=10**9)),
        "do not count up from 0",
    ),
    "special tokens elsewhere": (
        changed(
            "bpe",
            lambda fields: fields["tokenizer"]["model"]["vocab"].update({"<pad>": 1, "<bos>": 0}),
        ),
        "does not begin with <pad> <bos> <eos> <unk>",
    ),
    "bytes elsewhere": (
        changed(
            "bpe",
            lambda fields: fields["tokenizer"]["model"]["vocab"].update({"<0x00>": 5, "<0x01>": 4}),
        ),
        "the 256 bytes do not follow",
    ),
    "an unknown merge": (
        changed("bpe", lambda fields: fields["tokenizer"]["model"]["merges"].append(["a", "中"])),
        "is not in the vocabulary",
    ),
    "a merge twice": (
        changed(
            "bpe",
            lambda fields: fields["tokenizer"]["model"]["merges"].append(
                fields["tokenizer"]["model"]["merges"][0]
            ),
        ),
        "a merge occurs twice",
    ),
    "half a character": (
        changed(
            "bpe",
            lambda fields: fields["tokenizer"]["model"]["vocab"].update(
                {"\ud800": len(fields["tokenizer"]["model"]["vocab"])}
            ),
        ),
        "surrogates not allowed",
    ),
    "no byte": (
        changed(
            "byte_level",
            lambda fields: fields["tokenizer"]["model"]["vocab"].update(
                {"中": len(fields["tokenizer"]["model"]["vocab"])}
            ),
        ),
        "does not stand for bytes",
    ),
    "another normalizer": (
        changed("bpe", lambda fields: fields["tokenizer"].update(normalizer=None)),
        "its normalizer does not belong to flavour bpe",
    ),
    "the other flavour": (
        changed("byte_level", lambda fields: fields.update(flavour="bpe")),
        "the 256 bytes do not follow",
    ),
    "added tokens": (
        changed("bpe", lambda fields: fields["tokenizer"].update(added_tokens=[{"id": 0}])),
        "its added_tokens does not belong to flavour bpe",
    ),
    "words without language": ('{"kind": "word", "lowercase": true}', "does not say its language"),
    "words without list": (json.dumps(WORDS), "not a list of strings"),
    "words without special tokens": (
        json.dumps({**WORDS, "tokens": ["a"]}),
        "does not begin with <unk> <pad> <s> </s>",
    ),
    "a path as language": (
        json.dumps({**WORDS, "language": "../x", "tokens": ["<unk>", "<pad>", "<s>", "</s>"]}),
        "not a code such as en",
    ),
    "pieces without a model": (changed_pieces(model=None), "model is not base64"),
    "a model that is no base64": (changed_pieces(model="%"), "model is not base64"),
    "an empty model": (changed_pieces(model=""), "model is damaged"),
    "half a model": (
        changed_pieces(model=in_base64(sentencepiece_model()[:-900])),
        "model is damaged",
    ),
    "a piece that is no text": (
        changed_pieces(model=in_base64(sentencepiece_model().replace(b"\x02an", b"\x02\xff\xff"))),
        "model is damaged",
    ),
    "pieces without a vocabulary": (changed_pieces(tokens=None), "not a list of strings"),
    "a token twice": (changed_pieces(tokens=["</s>", "<unk>", "</s>"]), "occurs twice"),
    "half a character as token": (
        changed_pieces(tokens=["</s>", "<unk>", "\ud800"]),
        "surrogates not allowed",
    ),
    "the vocabulary of another model": (
        changed_pieces(
            tokens=["</s>", "<unk>", "<pad>"], special={"pad": 2, "bos": 2, "eos": 0, "unk": 1}
        ),
        "none of the pieces",
    ),
    "no special ids": (changed_pieces(special={"pad": 1}), "special ids are not pad, bos"),
    "a special id too large": (
        changed_pieces(special={"pad": 9999, "bos": 0, "eos": 0, "unk": 1}),
        "a special id is not one of the",
    ),
    "a special id below 0": (
        changed_pieces(special={"pad": -1, "bos": 0, "eos": 0, "unk": 1}),
        "a special id is not one of the",
    ),
    "unknown is the end": (
        changed_pieces(special={"pad": 2, "bos": 2, "eos": 0, "unk": 0}),
        "has another meaning too",
    ),
    "punctuation of nothing": (changed_pieces(punctuation=None), "which punctuation"),
    "punctuation of a path": (changed_pieces(punctuation="../x"), "not a code such as en"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_refused_with_its_reason(name: str) -> None:
    text, reason = DAMAGED[name]
    with pytest.raises(TokenizerError, match=reason):
        load_tokenizer(text)


def test_a_text_cannot_be_made_endless(tmp_path: Path) -> None:
    rules = tmp_path / "rules.tsv"
    for length, is_allowed in ((256, True), (257, False)):
        rules.write_text("61\t" + " ".join(["62"] * length) + "\n", encoding="ascii")
        model = sentencepiece_model.__wrapped__(rules=rules)
        text = changed_pieces(model=in_base64(model))
        if is_allowed:
            assert len(load_tokenizer(text).normalize("a")) == length
        else:
            with pytest.raises(TokenizerError, match="writes 257 bytes for a character"):
                load_tokenizer(text)


def test_importing_tokenizers_loads_neither_spacy_nor_torch() -> None:
    code = (
        "import sys, engine.tokenizers.tokenizer;"
        "sys.exit(bool({'spacy', 'torch'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
