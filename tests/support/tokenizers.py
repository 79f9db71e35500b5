"""Quickly trained tokenizers, and texts that are likely to break one."""

import functools
import io
from pathlib import Path
from typing import Literal

from hypothesis import strategies as st
from sentencepiece import SentencePieceProcessor, SentencePieceTrainer

from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from engine.tokenizers.subword import Flavour, SubwordTokenizer
from engine.tokenizers.vocabulary import SpecialTokens
from engine.tokenizers.word import BLANK, WordTokenizer
from training.examples.subwords import learn_bpe, learn_byte_level, learn_words

SENTENCES = [
    "Two young men are outside near many bushes.",
    "Several men in hard hats are operating a giant pulley system.",
    "A little girl climbing into a wooden playhouse, isn't she?",
    "Zwei junge Männer sind im Freien in der Nähe vieler Büsche.",
    "Ein Mann in einem blauen Hemd steht auf einer Leiter und putzt 12 Fenster.",
    "Mehrere Männer mit Schutzhelmen bedienen ein Antriebsradsystem.",
] * 2

TARGET_TOKENS = {"de": ">>deu<<", "fr": ">>fra<<", "es": ">>spa<<"}
"""Of the toy SentencePiece tokenizer, by language."""

# All of Unicode, lone surrogates too, and what is likely to break: marks and jamo that join,
# characters whose NFC is longer, white space of all kinds, text that looks like a token.
fragments = st.sampled_from(
    [
        *"eaUß19 \n\t-'’.,_",
        "Mann",
        " men",
        "\u0301",
        "\u0323",
        "\u0344",
        "\u0958",
        "\u1100",
        "\u1161",
        "\u11a8",
        "각",
        "\u00a0",
        "\x1c",
        "\u200d",
        "中",
        "👩‍🚒",
        "\ud800",
        "\ufffd",
        "<pad>",
        "<0x41>",
        "</s>",
        ">>deu<<",
        "ﬁ",
        "Ｍｅｎ",
        "№",
        "…",
        "“",
        "Ġ",
    ]
)
everything = st.characters(exclude_categories=())
any_text = st.lists(everything | fragments, max_size=25).map("".join)
ascii_text = st.lists(
    st.sampled_from([*"abcM .,'-\n17", "men", " Mann", "isn't"]), max_size=25
).map("".join)


@functools.cache
def toy_subwords(flavour: Flavour) -> SubwordTokenizer:
    """Return a tokenizer with some merges."""
    learn = {"bpe": learn_bpe, "byte_level": learn_byte_level}[flavour]
    return learn(SENTENCES, 400)


@functools.cache
def toy_words(language: str) -> WordTokenizer:
    """Return the words of the toy sentences, each seen twice."""
    return learn_words(SENTENCES, language)


@functools.cache
def sentencepiece_model(
    model_type: Literal["unigram", "bpe"] = "unigram",
    *,
    byte_fallback: bool = False,
    rules: Path | None = None,
) -> bytes:
    """Return a SentencePiece model of the toy sentences, which lacks most of their capitals.

    Args:
        model_type: How it cuts a text.
        byte_fallback: Whether it spells unknown characters in bytes.
        rules: A table of what is written for what, instead of NFKC's.
    """
    model = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES),
        model_writer=model,
        model_type=model_type,
        byte_fallback=byte_fallback,
        vocab_size=380 if byte_fallback else 120,
        hard_vocab_limit=False,
        character_coverage=0.99,
        minloglevel=2,
        normalization_rule_tsv=str(rules or ""),
    )
    return model.getvalue()


def pieces_of(model: bytes) -> list[str]:
    """Return the pieces of a SentencePiece model."""
    library = SentencePieceProcessor(model_proto=model)
    return [library.id_to_piece(piece) for piece in range(library.vocab_size())]


@functools.cache
def toy_pieces(
    model_type: Literal["unigram", "bpe"] = "unigram",
    *,
    byte_fallback: bool = False,
    punctuation: str = "",
) -> SentencePieceTokenizer:
    """Return a SentencePiece tokenizer with a vocabulary in the order of OPUS-MT's."""
    model = sentencepiece_model(model_type, byte_fallback=byte_fallback)
    pieces = [piece for piece in pieces_of(model) if piece not in ("<unk>", "<s>", "</s>")]
    tokens = ["</s>", "<unk>", *pieces, *TARGET_TOKENS.values(), "<pad>"]
    pad = len(tokens) - 1
    special = SpecialTokens(pad=pad, bos=pad, eos=0, unk=1)
    return SentencePieceTokenizer(model, tokens, special, punctuation=punctuation)


def blank_tokenizer() -> WordTokenizer:
    """Return a toy recipe's tokenizer: blanks, case kept."""
    return learn_words(["hello world", "I love you", "cat is Small"], BLANK, 1)


def assert_ordered(spans: tuple[tuple[int, int], ...], length: int) -> None:
    """Spans begin in order, and lie inside the text."""
    starts = [start for start, _ in spans]
    assert starts == sorted(starts)
    assert all(0 <= start <= end <= length for start, end in spans)
