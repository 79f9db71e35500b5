"""Tokenizers: text to ids and back, with the place of every id. This module is their door."""

from collections.abc import Sequence
from typing import Protocol

from engine.errors import TokenizerError
from engine.files.json_files import parse_json
from engine.tokenizers.encoding import Decoded, Encoding, assign_words, find_words
from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from engine.tokenizers.subword import SubwordTokenizer
from engine.tokenizers.vocabulary import SpecialTokens
from engine.tokenizers.word import WordTokenizer

__all__ = [
    "Decoded",
    "Encoding",
    "SentencePieceTokenizer",
    "SubwordTokenizer",
    "Tokenizer",
    "WordTokenizer",
    "assign_words",
    "find_words",
    "load_tokenizer",
]


class Tokenizer(Protocol):
    """What every tokenizer does."""

    @property
    def kind(self) -> str:
        """`subword`, `word` or `sentencepiece`."""

    @property
    def special(self) -> SpecialTokens:
        """The ids that stand for no text."""

    @property
    def vocab_size(self) -> int:
        """How many ids there are."""

    def normalize(self, text: str) -> str:
        """Return what the tokenizer reads of a text."""

    def encode(self, text: str) -> Encoding:
        """Return the ids of a text, without bos and eos."""

    def encode_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the ids of many texts, without their places."""

    def decode(self, ids: Sequence[int]) -> Decoded:
        """Return the text of some ids; special tokens are left out."""

    def token(self, token_id: int) -> str:
        """Return a readable form of one token."""

    def tag_id(self, tag: str) -> int:
        """Return the id of a tag: a token that no text is encoded as.

        Raises:
            KeyError: If there is no such tag.
        """

    def is_byte(self, token_id: int) -> bool:
        """Return whether a token is, or hides, part of a character without a token of its own."""

    def is_alone(self, character: str) -> bool:
        """Return whether a character is in no token but its own: it was seldom seen."""

    def to_json(self) -> str:
        """Return a JSON object that `load_tokenizer` reads."""


def load_tokenizer(text: str) -> Tokenizer:
    """Return the tokenizer that `to_json` wrote.

    Raises:
        TokenizerError: With the reason, if the text is not such a JSON object.
    """
    try:
        fields = parse_json(text)
    except ValueError as error:
        raise TokenizerError(f"it is not JSON ({error})") from error
    kind = fields.get("kind") if isinstance(fields, dict) else None
    match kind:
        case "subword":
            return SubwordTokenizer.from_fields(fields)
        case "word":
            return WordTokenizer.from_fields(fields)
        case "sentencepiece":
            return SentencePieceTokenizer.from_fields(fields)
        case _:
            raise TokenizerError(f"its kind is {kind!r}, not subword, word or sentencepiece")
