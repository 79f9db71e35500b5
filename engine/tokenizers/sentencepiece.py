"""SentencePiece (Kudo and Richardson 2018): the subwords of models that others trained.

The library cuts a text into pieces; the model's own vocabulary numbers them. OPUS-MT's models have
two SentencePiece models, one for each language, and one vocabulary for both. The library also
normalises the text, mostly to NFKC: spans are places in the text as it was given.
"""

import base64
import binascii
import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Literal, Self

from engine.errors import TokenizerError
from engine.tokenizers.encoding import (
    UNKNOWN,
    Decoded,
    Encoding,
    assign_words,
    character_spans,
    decode_bytes,
    find_words,
    original_span,
    readable,
    replace_surrogates,
)
from engine.tokenizers.punctuation import normalize_punctuation
from engine.tokenizers.sentencepiece_model import longest_replacement
from engine.tokenizers.vocabulary import SpecialTokens, Vocabulary, read_tokens
from engine.translation import Span

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor

_BLANK = "▁"
_REPLACEMENT_LIMIT = 256
"""Bytes; NFKC needs 33. Without a limit, a short text could fill the memory."""
_BYTES = {f"<0x{byte:02X}>": bytes([byte]) for byte in range(256)}
_TAG = re.compile(">>.+<<")
_LANGUAGE = re.compile("([a-z]{2,3}(-[A-Za-z0-9]{2,8})*)?")


class SentencePieceTokenizer:
    """Text to pieces and back: `decode(encode(text).ids).text == normalize(text)` for known pieces.

    Pieces that the vocabulary lacks are unknown, and shown as "⁇". What looks like a special token
    or a tag in a text ("</s>", ">>deu<<") is never read as one.

    Args:
        model: A whole SentencePiece model, as its file holds it.
        tokens: The vocabulary, by id. It may have more tokens than the model has pieces: those of
            another language, and tags such as ">>deu<<", which stand for no text.
        special: Their ids; padding and beginning may be the same.
        punctuation: The language whose punctuation is normalised before the text is cut, as Moses
            does it; none if empty.

    Raises:
        TokenizerError: With the reason, if the model cannot be read, or the parts do not fit.
    """

    kind: Literal["sentencepiece"] = "sentencepiece"

    def __init__(
        self, model: bytes, tokens: Sequence[str], special: SpecialTokens, *, punctuation: str = ""
    ) -> None:
        self.model = model
        self.special = special
        self.punctuation = punctuation
        self._vocabulary = _checked_vocabulary(tokens, special)
        if not _LANGUAGE.fullmatch(punctuation):
            raise TokenizerError(f"its punctuation is {punctuation!r}, not a code such as en")
        self._library, pieces, control = _load(model)
        self._has_bytes = self._library.is_byte(self._library.piece_to_id("<0x00>"))
        tags = {token for token in tokens if token.startswith(">>") and _TAG.fullmatch(token)}
        self._tags = tags
        silent = tags.union(control, map(self._vocabulary.token, special.ids))
        self._ids = self._vocabulary.ids()
        for token in silent if self._has_bytes else silent | _BYTES.keys():
            self._ids.pop(token, None)
        if self._ids.keys().isdisjoint(pieces):
            raise TokenizerError("none of the pieces of its model is in its vocabulary")
        self._written = {**_BYTES, **dict.fromkeys(silent, b"")}
        self._written[self._vocabulary.token(special.unk)] = UNKNOWN.encode()

    @property
    def vocab_size(self) -> int:
        """How many ids there are."""
        return len(self._vocabulary)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Every token, by id."""
        return self._vocabulary.tokens

    def tag_id(self, tag: str) -> int:
        """Return the id of a tag such as ">>deu<<".

        Raises:
            KeyError: If the vocabulary has no such tag.
        """
        token_id = self._vocabulary.id(tag) if tag in self._tags else None
        if token_id is None:
            raise KeyError(tag)
        return token_id

    def normalize(self, text: str) -> str:
        """Return what is kept of a text: the library's form of it, without surrounding blanks."""
        plain, _ = self._plain(text)
        return str(self._library.normalize(plain)).replace(_BLANK, " ").strip(" ")

    def encode(self, text: str) -> Encoding:
        """Return the ids of a text.

        A piece covers the space before a word if it carries that, and every character that some of
        it was made from. A blank that stands for the beginning of the text has an empty span.
        """
        plain, origins = self._plain(text)
        pieces: list[str] = self._library.encode(plain, out_type=str)
        normalized, places = self._library.normalize(plain, with_offsets=True)
        spans = tuple(_source(span, places) for span in self._spans(pieces, normalized))
        if pieces and pieces[0] == _BLANK and places[0] == places[1]:
            spans = ((places[0], places[0]), *spans[1:])
        if origins is not None:
            spans = tuple(original_span(span, origins, len(text)) for span in spans)
        words = find_words(text, spans)
        if pieces and not words:
            words = ((0, 0),)
        return Encoding(tuple(self._numbered(pieces)), spans, assign_words(spans, words), words)

    def encode_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the ids of many texts, without their places: much faster than one by one."""
        plain = [self._plain(text)[0] for text in texts]
        return [self._numbered(pieces) for pieces in self._library.encode(plain, out_type=str)]

    def decode(self, ids: Sequence[int]) -> Decoded:
        """Return the text of some ids, without surrounding blanks; an unknown one is "⁇".

        Bytes that are no whole character are each shown as U+FFFD. All bytes of one character have
        that character's span.

        Raises:
            ValueError: If there is no such id.
        """
        pieces = [self._bytes(self._vocabulary.token(token_id)) for token_id in ids]
        joined = b"".join(pieces)
        text = joined.strip(b" ")
        before = len(joined) - len(joined.lstrip(b" "))
        ends = accumulate(map(len, pieces), initial=0)
        return decode_bytes(text, [min(max(0, end - before), len(text)) for end in ends])

    def token(self, token_id: int) -> str:
        """Return a readable form of one token: "▁Haus", "er", "<0xE2>", ">>deu<<"; ▁ is a space.

        Raises:
            ValueError: If there is no such id.
        """
        return readable(self._vocabulary.token(token_id))

    def is_byte(self, token_id: int) -> bool:
        """Return whether a token is part of a character that has none of its own, or unknown."""
        return token_id == self.special.unk or self._vocabulary.token(token_id) in _BYTES

    def is_alone(self, character: str) -> bool:  # noqa: ARG002 - part of the tokenizer interface
        """Return whether a character is in no token but its own, which says nothing here.

        Of a script with thousands of characters, many of the everyday ones are.
        """
        return False

    def to_json(self) -> str:
        """Return the tokenizer as one JSON object, the SentencePiece model in base64."""
        fields = {
            "kind": self.kind,
            "model": base64.b64encode(self.model).decode("ascii"),
            "tokens": self.tokens,
            "special": asdict(self.special),
            "punctuation": self.punctuation,
        }
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Self:
        """Return the tokenizer that `to_json` wrote, from the fields of its JSON object.

        Raises:
            TokenizerError: With the reason, if it cannot be read.
        """
        try:
            model = base64.b64decode(fields.get("model", ""), validate=True)
        except (TypeError, ValueError, binascii.Error) as error:
            raise TokenizerError("its SentencePiece model is not base64") from error
        punctuation = fields.get("punctuation")
        if not isinstance(punctuation, str):
            raise TokenizerError("it does not say which punctuation it normalises")
        special = _read_special(fields.get("special"))
        return cls(model, read_tokens(fields.get("tokens")), special, punctuation=punctuation)

    def _plain(self, text: str) -> tuple[str, list[Span] | None]:
        """Return the text as the library reads it, and where its characters come from if moved."""
        whole = replace_surrogates(text)
        return normalize_punctuation(whole, self.punctuation) if self.punctuation else (whole, None)

    def _numbered(self, pieces: Iterable[str]) -> list[int]:
        unk = self.special.unk
        return [self._ids.get(piece, unk) for piece in pieces]

    def _spans(self, pieces: Sequence[str], normalized: str) -> Iterable[Span]:
        """Return where each piece is in the normalised text."""
        if not self._has_bytes:
            return pairwise(accumulate(map(len, pieces), initial=0))
        lengths = (1 if piece in _BYTES else len(piece.encode()) for piece in pieces)
        return character_spans(normalized, list(accumulate(lengths, initial=0)))

    def _bytes(self, token: str) -> bytes:
        """Return what a token stands for; nothing for special tokens and tags."""
        written = self._written.get(token)
        return token.replace(_BLANK, " ").encode() if written is None else written


def _checked_vocabulary(tokens: Sequence[str], special: SpecialTokens) -> Vocabulary:
    try:
        vocabulary = Vocabulary(tokens)
        "".join(tokens).encode()
    except ValueError as error:
        raise TokenizerError(str(error)) from error
    if not all(0 <= token_id < len(vocabulary) for token_id in special.ids):
        raise TokenizerError(f"a special id is not one of the {len(vocabulary)} of its vocabulary")
    if special.unk in (special.pad, special.bos, special.eos):
        raise TokenizerError("its id for unknown pieces has another meaning too")
    return vocabulary


def _load(model: bytes) -> tuple["SentencePieceProcessor", list[str], set[str]]:
    """Return the library's tokenizer, its pieces, and those of them that stand for no text."""
    from sentencepiece import SentencePieceProcessor  # here, and not above: few models need it

    library = SentencePieceProcessor()
    try:
        library.load_from_serialized_proto(model)
        ids = list(range(library.get_piece_size()))
        pieces: list[str] = library.id_to_piece(ids)
        longest = longest_replacement(model)
    except (RuntimeError, ValueError) as error:
        raise TokenizerError(f"its SentencePiece model is damaged ({error})") from error
    if longest > _REPLACEMENT_LIMIT:
        raise TokenizerError(
            f"its SentencePiece model writes {longest} bytes for a character, which is more than "
            f"{_REPLACEMENT_LIMIT}"
        )
    is_control = library.is_control(ids)
    return (
        library,
        pieces,
        {piece for piece, is_one in zip(pieces, is_control, strict=True) if is_one},
    )


def _source(span: Span, places: Sequence[int]) -> Span:
    """Return where a part of a normalised text comes from.

    Args:
        span: In the normalised text.
        places: Where each of its characters comes from, then the end of the last one; characters
            that were made together from some others all come from the first of those.
    """
    start, end = span
    if start == end:
        return places[start], places[start]
    following = bisect_right(places, places[end - 1])
    return places[start], places[min(following, len(places) - 1)]


def _read_special(value: Any) -> SpecialTokens:
    names = ("pad", "bos", "eos", "unk")
    if not isinstance(value, dict) or not all(type(value.get(name)) is int for name in names):
        raise TokenizerError(f"its special ids are not {', '.join(names)}")
    return SpecialTokens(**{name: value[name] for name in names})
