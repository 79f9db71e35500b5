"""The pause before translating: short after a single change, longer while somebody types."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.sessions.translation.typing_pause import (
    LONGEST,
    RESTED,
    SHORTEST,
    SINGLE,
    TypingPause,
)

gaps = st.lists(st.floats(0.01, 3.0), max_size=20)
works = st.lists(st.floats(0.01, 20.0), min_size=1, max_size=5)


def after(gaps: list[float], works: list[float], typed: str = "a", before: str = "A word") -> float:
    """Return the pause after keys with these gaps between them, and work that took so long."""
    pause = TypingPause()
    now = 100.0
    pause.note_key(now)
    for seconds in works:
        pause.note_work(seconds)
    for gap in gaps:
        now += gap
        pause.note_key(now)
    return pause.seconds_after(typed, before)


@given(gaps=gaps, works=works, typed=st.text(max_size=2))
def test_a_pause_has_its_limits(gaps: list[float], works: list[float], typed: str) -> None:
    assert SHORTEST <= after(gaps, works, typed) <= LONGEST


@given(gaps=gaps, works=works, more=st.floats(0.0, 5.0))
def test_a_slower_model_is_never_asked_sooner(
    gaps: list[float], works: list[float], more: float
) -> None:
    assert after(gaps, works) <= after(gaps, [work + more for work in works]) + 1e-9


@given(rhythm=st.floats(0.05, 0.35), keys=st.integers(1, 30))
def test_nobody_who_types_evenly_is_interrupted(rhythm: float, keys: int) -> None:
    assert after([rhythm] * keys, [0.01]) > rhythm


@pytest.mark.parametrize("earlier", [[], [RESTED], [0.3, 0.2, 0.3, RESTED + 1]])
def test_a_single_change_with_a_fast_model_waits_for_no_rhythm(earlier: list[float]) -> None:
    assert after(earlier, [0.02]) == SINGLE


@given(gaps=gaps, works=works)
@pytest.mark.parametrize("end", [".", "!", "?", "…", "。", "\n", " word."])
def test_the_end_of_a_sentence_waits_for_the_model_alone(
    end: str, gaps: list[float], works: list[float]
) -> None:
    assert after(gaps, works, end) == after([], works, end) <= after(gaps, works)


def test_the_end_of_a_sentence_with_a_fast_model_waits_least() -> None:
    assert after([0.2] * 10, [0.02], ".") == SHORTEST


@pytest.mark.parametrize(("before", "typed"), [("Am 3", "."), ("", "3."), ("A dog.", "")])
def test_what_ends_no_sentence_waits_like_a_letter(before: str, typed: str) -> None:
    assert after([0.2] * 10, [0.02], typed, before) == after([0.2] * 10, [0.02])


def test_a_page_that_took_long_does_not_slow_what_is_typed_after_it() -> None:
    assert after([], [60.0] + [0.1] * 4) < LONGEST / 2
