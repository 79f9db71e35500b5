"""What the library does not tell of a SentencePiece model: how long its normaliser makes a text.

A model is a protocol buffer, `ModelProto`; its field 3 is the `NormalizerSpec`, whose field 2 is
the table of the normaliser: the size of a trie in four bytes, the trie, then everything that is
written for something else, each ended by a zero.
"""

from collections.abc import Iterator

_NORMALIZER, _TABLE = 3, 2


def longest_replacement(model: bytes) -> int:
    """Return how many bytes a model's normaliser writes for something else, at most.

    Args:
        model: A model that the library has read without an error.

    Raises:
        ValueError: If it is written in a way that no model is.
    """
    longest = 0
    for normalizer in _values(model, _NORMALIZER):
        for table in _values(normalizer, _TABLE):
            written = table[4 + int.from_bytes(table[:4], "little") :]
            longest = max(longest, *map(len, written.split(b"\0")))
    return longest


def _values(message: bytes, number: int) -> Iterator[bytes]:
    """Yield each value of a field that is bytes or a message."""
    place = 0
    while place < len(message):
        key, place = _varint(message, place)
        match key & 7:  # how the value is written
            case 0:
                _, place = _varint(message, place)
            case 1:
                place += 8
            case 2:
                length, place = _varint(message, place)
                if key >> 3 == number:
                    yield message[place : place + length]
                place += length
            case 5:
                place += 4
            case kind:
                raise ValueError(f"a field of kind {kind}")


def _varint(message: bytes, place: int) -> tuple[int, int]:
    """Return a number, written in 7 bits a byte, the lowest first, and the place behind it."""
    value = shift = 0
    for end, byte in enumerate(message[place : place + 10], start=place + 1):
        value |= (byte & 127) << shift
        if byte < 128:
            return value, end
        shift += 7
    raise ValueError("a number without an end")
