"""The pause before translating: short after a single change, longer while somebody types."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.sessions.translation.typing_pause import LONGEST, RESTED, SHORTEST, TypingPause

gaps = st.lists(st.floats(0.01, 3.0), max_size=20)
works = st.lists(st.floats(0.01, 20.0), min_size=1, max_size=5)


def after(gaps: list[float], works: list[float], typed: str = "a") -> float:
    """Return the pause after keys with these gaps between them, and work that took so long."""
    pause = TypingPause()
    now = 100.0
    pause.note_key(now)
    for seconds in works:
        pause.note_work(seconds)
    for gap in gaps:
        now += gap
        pause.note_key(now)
    return pause.seconds_after(typed)


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


@pytest.mark.parametrize("before", [[], [RESTED], [0.3, 0.2, 0.3, RESTED + 1]])
def test_a_single_change_with_a_fast_model_waits_least(before: list[float]) -> None:
    assert after(before, [0.05]) == SHORTEST


@pytest.mark.parametrize("end", [".", "!", "?", "…", "。", "\n"])
def test_the_end_of_a_sentence_waits_for_no_rhythm(end: str) -> None:
    rhythm = [0.2] * 10
    assert after(rhythm, [0.05], end) == SHORTEST < after(rhythm, [0.05], "e")


def test_a_page_that_took_long_does_not_slow_what_is_typed_after_it() -> None:
    assert after([], [60.0] + [0.1] * 4) < LONGEST / 2
