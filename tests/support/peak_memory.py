"""How much memory of Python a piece of work may hold at once."""

import tracemalloc
from collections.abc import Iterator
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
