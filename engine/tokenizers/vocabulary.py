"""Tokens and their ids, and which ids are special."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from engine.errors import TokenizerError
from engine.files.json_files import parse_json


@dataclass(frozen=True, slots=True)
class SpecialTokens:
    """The ids that stand for no text: padding, beginning and end of a sentence, unknown."""

    pad: int
    bos: int
    eos: int
    unk: int

    @property
    def ids(self) -> frozenset[int]:
        """All four, to ask whether an id is special."""
        return frozenset((self.pad, self.bos, self.eos, self.unk))


class Vocabulary:
    """Tokens in order: the id of a token is its place.

    Args:
        tokens: All different.

    Raises:
        ValueError: If a token occurs twice.
    """

    def __init__(self, tokens: Iterable[str]) -> None:
        self._tokens = tuple(tokens)
        self._ids = {token: index for index, token in enumerate(self._tokens)}
        if len(self._ids) != len(self._tokens):
            raise ValueError("a token occurs twice in the vocabulary")

    @property
    def tokens(self) -> tuple[str, ...]:
        """Every token, by id."""
        return self._tokens

    def __len__(self) -> int:
        return len(self._tokens)

    def __contains__(self, token: object) -> bool:
        return token in self._ids

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vocabulary) and self._tokens == other._tokens

    def __hash__(self) -> int:
        return hash(self._tokens)

    def ids(self) -> dict[str, int]:
        """Return the id of every token, in a dictionary of the caller's own."""
        return dict(self._ids)

    def id(self, token: str) -> int | None:
        """Return the id of the token, or None for one that is not in the vocabulary."""
        return self._ids.get(token)

    def token(self, token_id: int) -> str:
        """Return the token of an id.

        Raises:
            ValueError: If there is no such id.
        """
        if not 0 <= token_id < len(self._tokens):
            raise ValueError(f"there is no token {token_id} among {len(self._tokens)}")
        return self._tokens[token_id]

    def to_json(self) -> str:
        """Return a JSON list of the tokens, by id."""
        return json.dumps(self._tokens, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the vocabulary that `to_json` wrote.

        Raises:
            TokenizerError: If the text is no list of different strings.
        """
        try:
            tokens = parse_json(text)
        except ValueError as error:
            raise TokenizerError(f"its vocabulary is not JSON ({error})") from error
        return cls.from_list(tokens)

    @classmethod
    def from_list(cls, tokens: Any) -> Self:
        """Return the vocabulary of a list that came out of a file and may hold anything.

        Raises:
            TokenizerError: If it is no list of different strings.
        """
        try:
            return cls(read_tokens(tokens))
        except ValueError as error:
            raise TokenizerError(str(error)) from error


def read_tokens(value: Any) -> list[str]:
    """Return the tokens of a list that came out of a file and may hold anything.

    Raises:
        TokenizerError: If it is no list of strings.
    """
    if not isinstance(value, list) or not all(isinstance(token, str) for token in value):
        raise TokenizerError("its tokens are not a list of strings")
    return value
