"""Subwords: byte-pair encoding (Sennrich et al. 2016) in which every text can be written.

Two flavours. `bpe`, the product's own: text in NFC, words carry the space before them, digits
stand alone so that numbers are copied digit by digit, and a character that is not in the
vocabulary is spelled in its UTF-8 bytes. `byte_level`, the recipe of IWSLT'14: merges start from
bytes (GPT-2), nothing is normalised and no space is added.

The `tokenizers` library encodes. Decoding is done here, because every id needs its place in the
text: an id stands for bytes, and a span covers the characters those bytes belong to.
"""

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Literal, Self, TypeGuard, cast, get_args

from tokenizers import Regex, models, normalizers, pre_tokenizers
from tokenizers import Tokenizer as Library

from engine.errors import TokenizerError
from engine.tokenizers.encoding import (
    Decoded,
    Encoding,
    assign_words,
    decode_bytes,
    find_words,
    original_span,
    readable,
    replace_surrogates,
)
from engine.tokenizers.vocabulary import SpecialTokens
from engine.translation import Span

Flavour = Literal["bpe", "byte_level"]

SPECIAL_TOKENS = ("<pad>", "<bos>", "<eos>", "<unk>")
BYTE_TOKENS = tuple(f"<0x{byte:02X}>" for byte in range(256))
SYNTHETIC_TAG = "<bt>"
"""Stands before a source that a machine wrote, back from its target (Caswell et al. 2019)."""
FORMAL_TAG, INFORMAL_TAG = "<formal>", "<informal>"
"""Ask for a translation that says Sie, or du (Sennrich et al. 2016)."""
HINT_TAGS = ("<hint>", "<is>", "<or>", "</hint>")
"""Stand in a source, around a word and what it may be translated as: see `hints`."""
TAGS = (SYNTHETIC_TAG, FORMAL_TAG, INFORMAL_TAG, *HINT_TAGS)
"""Tokens of a source that stand for no text: no text is encoded so, not even a tag's own name."""

_PIECES = r" ?\p{L}[\p{L}\p{M}]*| ?\p{N}\p{M}*| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_NFC = normalizers.NFC()


class SubwordTokenizer:
    """Text to subword ids and back: `decode(encode(text).ids).text == normalize(text)`, always.

    What looks like a special token in a text ("<pad>") is plain text.

    Args:
        flavour: `bpe` or `byte_level`.
        vocab: Every token and its id: first `<pad> <bos> <eos> <unk>`, then the 256 single bytes
            (for `bpe`: `<0x00>` to `<0xFF>` in this order), then the rest, which may hold `TAGS`.
        merges: Pairs of tokens that become one, most important first.

    Raises:
        ValueError: If vocabulary and merges are not of that form.
    """

    kind: Literal["subword"] = "subword"
    special = SpecialTokens(pad=0, bos=1, eos=2, unk=3)

    def __init__(
        self, flavour: Flavour, vocab: Mapping[str, int], merges: Sequence[tuple[str, str]]
    ) -> None:
        self.flavour = flavour
        self._tokens = _in_order(flavour, vocab, merges)
        self._ids = {token: index for index, token in enumerate(self._tokens)}
        whole = {token: token for token in self._tokens}  # each string once: 1.4 MB less
        self._merges = tuple((whole[left], whole[right]) for left, right in merges)
        self._bytes = tuple(_token_bytes(flavour, self._tokens))
        self._joined = frozenset("".join(left + right for left, right in self._merges))
        self._library = build_library(flavour, self._ids, self._merges)

    @property
    def vocab_size(self) -> int:
        """How many ids there are."""
        return len(self._tokens)

    @property
    def tags(self) -> tuple[str, ...]:
        """Which of `TAGS` it was trained with."""
        return tuple(tag for tag in TAGS if tag in self._ids)

    def tag_id(self, tag: str) -> int:
        """Return the id of a tag.

        Raises:
            KeyError: If it was not trained with that tag.
        """
        return self._ids[tag]

    def with_tags(self, tags: Sequence[str]) -> Self:
        """Return the same tokenizer with more tokens: some of `TAGS`."""
        vocab = self._ids | {tag: self.vocab_size + place for place, tag in enumerate(tags)}
        return type(self)(self.flavour, vocab, self._merges)

    def normalize(self, text: str) -> str:
        """Return what encoding keeps of a text: its NFC (`bpe`), or all but lone surrogates."""
        whole = replace_surrogates(text)
        return str(_NFC.normalize_str(whole)) if self.flavour == "bpe" else whole

    def encode(self, text: str) -> Encoding:
        """Return the ids of a text; their spans follow one another and cover it.

        A token that carries the space before a word covers that space too. All bytes of one
        character cover that character. A text of nothing but white space has one empty word.
        """
        whole = replace_surrogates(text)
        ids = tuple(self._library.encode(whole, add_special_tokens=False).ids)
        decoded = self.decode(ids)
        spans = decoded.spans
        if decoded.text != whole:
            origins = _origins(whole, decoded.text)
            spans = tuple(original_span(span, origins, len(whole)) for span in spans)
        words = find_words(whole, spans)
        if ids and not words:
            words = ((0, 0),)
        return Encoding(ids, spans, assign_words(spans, words), words)

    def encode_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the ids of many texts, without their places: much faster than one by one."""
        whole = [replace_surrogates(text) for text in texts]
        return [
            encoding.ids
            for encoding in self._library.encode_batch_fast(whole, add_special_tokens=False)
        ]

    def decode(self, ids: Sequence[int]) -> Decoded:
        """Return the text of some ids; bytes that are no whole character are each shown as U+FFFD.

        All bytes of one character have that character's span.

        Raises:
            ValueError: If there is no such id.
        """
        if ids and not 0 <= min(ids) <= max(ids) < self.vocab_size:
            raise ValueError(f"ids must be between 0 and {self.vocab_size - 1}")
        pieces = [self._bytes[token_id] for token_id in ids]
        joined = b"".join(pieces)
        ends = list(accumulate(map(len, pieces), initial=0))
        if self.flavour == "bpe" and joined.startswith(b" "):
            joined = joined[1:]
            ends = [max(0, end - 1) for end in ends]
        return decode_bytes(joined, ends)

    def token(self, token_id: int) -> str:
        """Return a readable form of one token: "▁Haus", "er", "<0xE2>", "<eos>"; ▁ is a space.

        Raises:
            ValueError: If there is no such id.
        """
        if not 0 <= token_id < self.vocab_size:
            raise ValueError(f"there is no token {token_id} among {self.vocab_size}")
        token = self._tokens[token_id]
        if token_id in self.special.ids or token in (*BYTE_TOKENS, *TAGS):
            return token
        try:
            return readable(self._bytes[token_id].decode("utf-8"))
        except UnicodeDecodeError:
            return "".join(BYTE_TOKENS[byte] for byte in self._bytes[token_id])

    def is_byte(self, token_id: int) -> bool:
        """Return whether a token is part of a character that has no token of its own."""
        if self.flavour == "bpe":
            return 0 <= token_id - len(SPECIAL_TOKENS) < len(BYTE_TOKENS)
        try:
            self._bytes[token_id].decode("utf-8")
        except UnicodeDecodeError:
            return True
        return False

    def is_alone(self, character: str) -> bool:
        """Return whether a character is in no token but its own: it was seldom seen."""
        return self.flavour == "bpe" and character not in self._joined

    def pieces(self, text: str) -> list[str]:
        """Return the stretches of a text inside which merges happen, in the library's spelling."""
        whole = replace_surrogates(text)
        if self._library.normalizer is not None:
            whole = self._library.normalizer.normalize_str(whole)
        return [piece for piece, _ in self._library.pre_tokenizer.pre_tokenize_str(whole)]

    def symbols(self, piece: str) -> list[int]:
        """Return the ids of a piece before the first merge: one a character, or one a byte."""
        ids: list[int] = []
        for character in piece:
            token_id = self._ids.get(character)
            if token_id is None:
                ids.extend(self._ids[BYTE_TOKENS[byte]] for byte in character.encode())
            else:
                ids.append(token_id)
        return ids

    def merges(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Return every merge: the pair of ids -> its rank (0 comes first) and the resulting id."""
        ids = self._ids
        return {
            (ids[left], ids[right]): (rank, ids[left + right])
            for rank, (left, right) in enumerate(self._merges)
        }

    def to_json(self) -> str:
        """Return the tokenizer as one JSON object: kind and flavour around the library's form."""
        body = json.loads(self._library.to_str())
        envelope = {"kind": self.kind, "flavour": self.flavour, "tokenizer": body}
        return json.dumps(envelope, ensure_ascii=False)

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Self:
        """Return the tokenizer that `to_json` wrote, from the fields of its JSON object.

        The library's object is not trusted: the tokenizer is built again from its vocabulary and
        merges, and its other parts must be the ones this program would have written.

        Raises:
            TokenizerError: With the reason, if it cannot be read.
        """
        flavour, body = fields.get("flavour"), fields.get("tokenizer")
        if flavour not in get_args(Flavour):
            raise TokenizerError(f"its flavour is {flavour!r}, not bpe or byte_level")
        if not isinstance(body, dict) or not isinstance(model := body.get("model"), dict):
            raise TokenizerError("it has no model with a vocabulary and merges")
        vocab, merges = model.get("vocab"), model.get("merges")
        if not _is_vocab(vocab) or not _is_merges(merges):
            raise TokenizerError("its vocabulary or merges do not have the right form")
        try:
            tokenizer = cls(
                cast("Flavour", flavour), vocab, [(left, right) for left, right in merges]
            )
        except ValueError as error:
            raise TokenizerError(str(error)) from error
        expected = json.loads(tokenizer._library.to_str())
        for part in ("normalizer", "pre_tokenizer", "added_tokens"):
            if body.get(part) != expected[part]:
                raise TokenizerError(f"its {part} does not belong to flavour {flavour}")
        return tokenizer


def _is_vocab(value: Any) -> TypeGuard[dict[str, int]]:
    return isinstance(value, dict) and all(type(index) is int for index in value.values())


def _is_merges(value: Any) -> TypeGuard[list[list[str]]]:
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(side, str) for side in pair)
        for pair in value
    )


def _in_order(
    flavour: Flavour, vocab: Mapping[str, int], merges: Sequence[tuple[str, str]]
) -> list[str]:
    """Return the tokens by id, once vocabulary and merges are known to be sound."""
    tokens = sorted(vocab, key=lambda token: vocab[token])
    if [vocab[token] for token in tokens] != list(range(len(tokens))):
        raise ValueError("its ids do not count up from 0")
    if tuple(tokens[:4]) != SPECIAL_TOKENS:
        raise ValueError(f"its vocabulary does not begin with {' '.join(SPECIAL_TOKENS)}")
    singles = tokens[4:260]
    expected = BYTE_TOKENS if flavour == "bpe" else pre_tokenizers.ByteLevel.alphabet()
    if set(singles) != set(expected) or (flavour == "bpe" and tuple(singles) != expected):
        raise ValueError("the 256 bytes do not follow the special tokens")
    reserved = {*SPECIAL_TOKENS, *TAGS, *(BYTE_TOKENS if flavour == "bpe" else ())}
    mergeable = vocab.keys() - reserved
    for left, right in merges:
        if not {left, right, left + right} <= mergeable:
            raise ValueError(f"the merge of {left!r} and {right!r} is not in the vocabulary")
    if len(set(merges)) != len(merges):
        raise ValueError("a merge occurs twice")
    return tokens


def build_library(
    flavour: Flavour, ids: Mapping[str, int], merges: Sequence[tuple[str, str]]
) -> Library:
    """Return the library's tokenizer, for encoding or training; no text is special to it."""
    model = models.BPE(
        vocab=dict(ids),
        merges=list(merges),
        unk_token=SPECIAL_TOKENS[3],
        byte_fallback=flavour == "bpe",
    )
    library = Library(model)
    match flavour:
        case "bpe":
            library.normalizer = normalizers.Sequence([_NFC, normalizers.Prepend(" ")])
            library.pre_tokenizer = pre_tokenizers.Split(Regex(_PIECES), "isolated")
        case "byte_level":
            library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return library


def _token_bytes(flavour: Flavour, tokens: Sequence[str]) -> Iterator[bytes]:
    """What each token stands for; nothing for special tokens."""
    yield from (b"" for _ in SPECIAL_TOKENS)
    match flavour:
        case "bpe":
            yield from (bytes([byte]) for byte in range(256))
            yield from (b"" if token in TAGS else token.encode() for token in tokens[260:])
        case "byte_level":
            byte_of = _byte_level_alphabet()
            for token in tokens[4:]:
                if token in TAGS:
                    yield b""
                    continue
                if not byte_of.keys() >= set(token):
                    raise ValueError(f"its token {token!r} does not stand for bytes")
                yield bytes(byte_of[letter] for letter in token)


def _byte_level_alphabet() -> dict[str, int]:
    """GPT-2's letters for bytes: printable Latin-1 as itself, the others from U+0100 on."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in plain]
    letters = {chr(byte): byte for byte in plain}
    return letters | {chr(0x100 + place): byte for place, byte in enumerate(others)}


def _origins(text: str, normalized: str) -> list[Span]:
    """Return which characters of the text each character of its NFC came from.

    NFC joins and reorders only within a letter and what is attached to it: marks, and the vowels
    and final consonants of Hangul. Where a script does otherwise the answer is the whole text.
    """
    origins: list[Span] = []
    rebuilt: list[str] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and _is_attached(text[end], text[end - 1]):
            continue
        composed = str(_NFC.normalize_str(text[start:end]))
        rebuilt.append(composed)
        if composed == text[start:end]:
            origins.extend((place, place + 1) for place in range(start, end))
        else:
            origins.extend([(start, end)] * len(composed))
        start = end
    if "".join(rebuilt) != normalized:
        return [(0, len(text))] * len(normalized)
    return origins


def _is_attached(character: str, previous: str) -> bool:
    """Return whether NFC may join the character to what stands before it."""
    if "\u1160" <= character <= "\u11ff":
        return "\u1100" <= previous <= "\u11ff" or "\uac00" <= previous <= "\ud7a3"
    return unicodedata.category(character)[0] == "M"
