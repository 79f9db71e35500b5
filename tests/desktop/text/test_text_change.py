from hypothesis import given
from hypothesis import strategies as st

from desktop.text.text_change import shared_end, shared_start

_TEXTS = st.text("ab\n😀", max_size=30)


@given(_TEXTS, _TEXTS)
def test_what_is_shared_is_shared_and_as_long_as_can_be(one: str, other: str) -> None:
    start = shared_start(one, other)
    end = shared_end(one, other, start)
    assert one[:start] == other[:start]
    assert one[len(one) - end :] == other[len(other) - end :]
    rest = one[start : len(one) - end], other[start : len(other) - end]
    if all(rest):
        assert rest[0][0] != rest[1][0]
        assert rest[0][-1] != rest[1][-1]


@given(_TEXTS, _TEXTS, _TEXTS)
def test_start_and_end_never_overlap(head: str, tail: str, middle: str) -> None:
    one, other = head + tail, head + middle + tail
    start = shared_start(one, other)
    assert start >= len(head)
    assert start + shared_end(one, other, start) == len(one)
