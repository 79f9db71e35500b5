"""How much work something is, without a clock: the calls that Python makes for it."""

import sys
from collections.abc import Callable


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
