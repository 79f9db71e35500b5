"""How much work something is, without a clock: the calls of Python, and the memory it holds."""

import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MEGABYTE = 1 << 20


@contextmanager
def memory_within(most_bytes: int) -> Iterator[None]:
    """Fail if what runs inside holds more than this at once."""
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak <= most_bytes, f"{peak:,} bytes were held at once, {most_bytes:,} are allowed"


def num_calls(action: Callable[[], object]) -> int:
    """Return how many functions of Python and of C an action calls."""
    count = 0

    def count_call(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        action()
    finally:
        sys.setprofile(before)
    return count
