"""The source words that a model knows well: those that its training text has often.

The file is optional: a model that reads hints has it, if this program trained it from the start.
It holds the words in small letters, sorted, a line each, packed by zlib: 100,000 take a third of a
megabyte. Torch-free.
"""

import zlib
from collections.abc import Container, Iterable
from functools import cached_property

_MOST_BYTES = 16 << 20
"""Of the unpacked words: no file may make its reader fill the memory."""


class KnownWords(Container[str]):
    """The words of a model folder, unpacked when they are first asked for.

    Args:
        packed: As `pack_words` gave them.
    """

    def __init__(self, packed: bytes) -> None:
        self.packed = packed

    def __contains__(self, word: object) -> bool:
        """Return whether a word in small letters is one of them."""
        return word in self.words

    @cached_property
    def words(self) -> frozenset[str]:
        """All of them."""
        return frozenset(unpack_words(self.packed))


def pack_words(words: Iterable[str]) -> bytes:
    """Return words as a model folder keeps them."""
    return zlib.compress("\n".join(sorted(words)).encode("utf-8"), level=9)


def unpack_words(packed: bytes) -> list[str]:
    """Return the words that `pack_words` was given, sorted.

    Raises:
        ValueError: If it gave nothing like this.
    """
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, _MOST_BYTES).decode("utf-8")
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not unpacker.eof:
        raise ValueError("it is cut off, or too large")
    return text.split("\n")
