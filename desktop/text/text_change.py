"""What two texts share, and at which side a text begins; plain Python."""

import unicodedata


def begins_right(text: str) -> bool:
    """Whether the first letter is of a script written from right to left."""
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False


def shared_start(one: str, other: str) -> int:
    """How many characters both begin with: by halving, each comparison runs in C."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def shared_end(one: str, other: str, start: int) -> int:
    """How many characters both end with, behind the `start` they share."""
    low, high = 0, min(len(one), len(other)) - start
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
