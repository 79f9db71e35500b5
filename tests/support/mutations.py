"""Content as damaged or hostile files have it: parts lost, repeated, swapped or replaced."""

from collections.abc import Sequence

from hypothesis import strategies as st

_MOST_CHANGES = 6
_MOST_TIMES = 200

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**400, -(10**30), 2**63, 1e308, 5e-324])
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
"""Any value of JSON, the numbers that readers stumble over among them."""


@st.composite
def mutated(
    draw: st.DrawFn, contents: Sequence[bytes], pieces: Sequence[bytes] = (b"\0", b"\xff")
) -> bytes:
    """Draw one of some contents with a few changes.

    Args:
        draw: Hypothesis's.
        contents: Whole ones.
        pieces: What may be put in: marks of the format, and what nobody expects.
    """
    content = draw(st.sampled_from(contents))
    for _ in range(draw(st.integers(0, _MOST_CHANGES))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 40)))
        before, inside, after = content[:start], content[start:end], content[end:]
        match draw(st.integers(0, 4)):
            case 0:  # lost
                content = before + after
            case 1:  # repeated
                content = before + inside * draw(st.integers(2, _MOST_TIMES)) + after
            case 2:  # cut off
                content = before
            case 3:  # overwritten
                content = before + draw(st.binary(max_size=8)) + after
            case _:  # put in
                piece = draw(st.sampled_from(pieces))
                content = before + piece * draw(st.sampled_from([1, 1, 2, _MOST_TIMES])) + after
    return content
