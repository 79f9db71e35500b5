"""Whole words: spaCy's rules (or blanks) find them, a list of known words numbers them.

spaCy is imported when the first text is encoded: it takes seconds and loads torch.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

from engine.edition import need_torch
from engine.errors import TokenizerError
from engine.languages.lookup import rules_of
from engine.tokenizers.encoding import (
    UNKNOWN,
    Decoded,
    Encoding,
    assign_words,
    readable,
    replace_surrogates,
)
from engine.tokenizers.vocabulary import SpecialTokens, Vocabulary
from engine.translatable import translatable
from engine.translation import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

SPECIAL_TOKENS = ("<unk>", "<pad>", "<s>", "</s>")
BLANK = "blank"
"""The language whose words are whatever stands between white space."""

_NO_SPACE_BEFORE = {*",.!?;:)]}…»/", "..", "..."}
_NO_SPACE_AFTER = {*"([{#$€£¿¡«/"}
_OPENING = {*"„‚"}
_CLOSING = {*"”’"}
# A quotation mark that is neither opens and closes by turns, with the others of its kind.
_QUOTES = {**dict.fromkeys('"“„”', "double"), **dict.fromkeys("'`‘‚’", "single")}


class WordTokenizer:
    """Text to word ids and back; words that are not in the vocabulary become `<unk>`.

    What looks like a special token in a text is an unknown word.

    Args:
        language: A code spaCy has rules for ("en"), or `blank`: words are split at white space.
        vocabulary: Begins with `<unk> <pad> <s> </s>`.
        lowercase: Whether words are lower-cased; translations then begin with a capital.

    Raises:
        ValueError: If the vocabulary begins otherwise, or the language is no code.
    """

    kind: Literal["word"] = "word"
    special = SpecialTokens(unk=0, pad=1, bos=2, eos=3)

    def __init__(self, language: str, vocabulary: Vocabulary, *, lowercase: bool) -> None:
        if vocabulary.tokens[:4] != SPECIAL_TOKENS:
            raise ValueError(f"its vocabulary does not begin with {' '.join(SPECIAL_TOKENS)}")
        if language != BLANK and not re.fullmatch("[a-z]{2,3}", language):
            raise ValueError(f"its language is {language!r}, not a code such as en")
        self.language = language
        self.vocabulary = vocabulary
        self.lowercase = lowercase

    @property
    def vocab_size(self) -> int:
        """How many ids there are."""
        return len(self.vocabulary)

    def normalize(self, text: str) -> str:
        """Return the text without surrounding (`blank`: extra) white space, in the words' case."""
        whole = replace_surrogates(text)
        stripped = " ".join(whole.split()) if self.language == BLANK else whole.strip()
        return stripped.lower() if self.lowercase else stripped

    def split(self, text: str) -> list[tuple[str, Span]]:
        """Return the words of a text as the vocabulary lists them, each with its place in the text.

        spaCy's rules give white space beyond a single space as a word of its own.

        Raises:
            TokenizerError: If spaCy has no rules for the language.
        """
        whole = replace_surrogates(text)
        if self.language == BLANK:
            found = [(match[0], match.start()) for match in re.finditer(r"\S+", whole)]
        else:
            before = len(whole) - len(whole.lstrip())
            found = [(word.text, before + word.idx) for word in self._rules(whole.strip())]
        return [
            (word.lower() if self.lowercase else word, (start, start + len(word)))
            for word, start in found
        ]

    def encode(self, text: str) -> Encoding:
        """Return the ids of a text; every word but white space is a word that people see."""
        found = self.split(text)
        spans = tuple(span for _, span in found)
        words = tuple(span for word, span in found if not word.isspace())
        ids = tuple(self._id(word) for word, _ in found)
        return Encoding(ids, spans, assign_words(spans, words), words)

    def encode_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the ids of many texts, without their places."""
        return [[self._id(word) for word, _ in self.split(text)] for text in texts]

    def decode(self, ids: Sequence[int]) -> Decoded:
        """Return the words joined as in print; a span is a word without the space before it.

        White space and special tokens have empty spans; an unknown word is shown as "⁇".

        Raises:
            ValueError: If there is no such id.
        """
        words = [self._printed(token_id) for token_id in ids]
        text = ""
        spans: list[Span] = []
        for word, has_space in zip(words, _spaces_before(words, self.language), strict=True):
            text += " " + word if has_space else word
            spans.append((len(text) - len(word), len(text)))
        return Decoded(_capitalized(text) if self.lowercase else text, tuple(spans))

    def token(self, token_id: int) -> str:
        """Return a readable form of one token: the word itself, white space made visible."""
        return readable(self.vocabulary.token(token_id))

    def tag_id(self, tag: str) -> int:
        """Return the id of a tag, of which words have none.

        Raises:
            KeyError: Always.
        """
        raise KeyError(tag)

    def is_byte(self, token_id: int) -> bool:  # noqa: ARG002 - part of the tokenizer interface
        """Return whether a token is part of a character; words never are."""
        return False

    def is_alone(self, character: str) -> bool:  # noqa: ARG002 - part of the tokenizer interface
        """Return whether a character is in no token but its own; of words nobody asks."""
        return False

    def to_json(self) -> str:
        """Return the tokenizer as one JSON object."""
        fields = {
            "kind": self.kind,
            "language": self.language,
            "lowercase": self.lowercase,
            "tokens": self.vocabulary.tokens,
        }
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Self:
        """Return the tokenizer that `to_json` wrote, from the fields of its JSON object.

        Raises:
            TokenizerError: With the reason, if it cannot be read.
        """
        language, lowercase = fields.get("language"), fields.get("lowercase")
        if not isinstance(language, str) or not isinstance(lowercase, bool):
            raise TokenizerError("it does not say its language and whether it is lower-cased")
        vocabulary = Vocabulary.from_list(fields.get("tokens"))
        try:
            return cls(language, vocabulary, lowercase=lowercase)
        except ValueError as error:
            raise TokenizerError(str(error)) from error

    @cached_property
    def _rules(self) -> "Callable[[str], Doc]":
        need_torch(translatable("Phrase", "A model with a vocabulary of whole words"))
        import spacy  # here, and not above: it takes seconds

        try:
            return spacy.blank(self.language).tokenizer
        except ImportError as error:
            raise TokenizerError(f"spaCy has no rules for the language {self.language}") from error

    def _id(self, word: str) -> int:
        token_id = self.vocabulary.id(word)
        return self.special.unk if token_id is None or token_id in self.special.ids else token_id

    def _printed(self, token_id: int) -> str:
        if token_id == self.special.unk:
            return UNKNOWN
        word = self.vocabulary.token(token_id)
        return "" if token_id in self.special.ids or word.isspace() else word


def _spaces_before(words: Sequence[str], language: str) -> Iterator[bool]:
    """Whether a space stands before each word in print; never before the first, nor before ""."""
    printing = rules_of(language).printing
    no_space_before = _NO_SPACE_BEFORE | printing.joined_to_previous
    no_space_after = _NO_SPACE_AFTER | printing.joined_to_next
    open_quotes: set[str] = set()
    previous = ""
    is_attached = True
    for index, word in enumerate(words):
        if not word:
            yield False
            continue
        has_space, attaches = word not in no_space_before, word in no_space_after
        kind = _QUOTES.get(word)
        if language == BLANK:
            has_space, attaches = True, False
        elif (
            printing.has_possessive
            and word == "'"
            and previous.endswith("s")
            and kind not in open_quotes
            and word not in words[index + 1 :]
        ):
            has_space = False  # the dogs' tails
        elif kind is not None:
            opens = word in _OPENING or (word not in _CLOSING and kind not in open_quotes)
            (open_quotes.add if opens else open_quotes.discard)(kind)
            has_space = attaches = opens
        elif printing.has_elision and len(word) > 1 and word[-1] in "'’":
            attaches = True  # l'homme
        yield has_space and not is_attached
        is_attached, previous = attaches, word


def _capitalized(text: str) -> str:
    """Return the text with its first letter as a capital, where one character has a capital."""
    first = re.search(r"[^\W_]", text)
    if first is None or len(first[0].upper()) != 1:
        return text
    return text[: first.start()] + first[0].upper() + text[first.end() :]
