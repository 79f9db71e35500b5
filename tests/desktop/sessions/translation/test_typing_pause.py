"""The pause before translating: short after a single change, longer while somebody types."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.sessions.translation.typing_pause import (
    LATEST,
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
    assert 0 <= after(gaps, works, typed) <= LONGEST


@given(gaps=gaps, works=works, more=st.floats(0.0, 5.0))
def test_a_slower_model_is_never_asked_sooner(
    gaps: list[float], works: list[float], more: float
) -> None:
    assert after(gaps, works) <= after(gaps, [work + more for work in works]) + 1e-9


def typed_evenly(rhythm: float, letters: int) -> list[float]:
    """Return when translations begin while one long word is typed, each shown at once."""
    pause = TypingPause()
    pause.note_work(0.02)
    begun: list[float] = []
    due = float("inf")
    for number in range(letters):
        at = 100.0 + number * rhythm
        if due <= at:
            begun.append(due)
            pause.note_shown(due)
        pause.note_key(at)
        due = at + pause.seconds_after("a", "A wor")
    return begun


@given(rhythm=st.floats(0.05, 0.35), letters=st.integers(2, 60))
def test_while_somebody_types_evenly_a_translation_comes_now_and_then(
    rhythm: float, letters: int
) -> None:
    begun = [100.0, *typed_evenly(rhythm, letters), 100.0 + letters * rhythm]
    gaps = [late - early for early, late in pairwise(begun)]
    assert max(gaps) <= LATEST + 2 * rhythm
    assert all(gap >= min(LATEST, SINGLE) for gap in gaps[:-1])


def test_between_two_letters_nothing_begins_before_it_is_time() -> None:
    assert after([0.12], [0.01]) > 0.12
    assert after([0.2] * 10, [0.01]) == 0


@given(rhythm=st.floats(0.05, 0.35), keys=st.integers(1, 30))
@pytest.mark.parametrize("typed", [" ", ",", ":"])
def test_the_end_of_a_word_does_not_wait(rhythm: float, keys: int, typed: str) -> None:
    assert after([rhythm] * keys, [0.01], typed, "A word") <= SHORTEST


@pytest.mark.parametrize("earlier", [[], [RESTED], [0.3, 0.2, 0.3, RESTED + 1]])
def test_a_single_change_with_a_fast_model_waits_for_no_rhythm(earlier: list[float]) -> None:
    assert after(earlier, [0.02]) == SINGLE


@given(gaps=gaps, works=works)
@pytest.mark.parametrize("end", [".", "!", "?", "…", "。", "\n", " word."])
def test_the_end_of_a_sentence_waits_for_the_model_alone(
    end: str, gaps: list[float], works: list[float]
) -> None:
    most = min(after([], works, end), after(gaps, works))
    assert after(gaps, works, end) <= most + 1e-9


def test_the_end_of_a_sentence_with_a_fast_model_waits_least() -> None:
    assert after([0.2], [0.02], ".") == SHORTEST


@pytest.mark.parametrize(("before", "typed"), [("Am 3", "."), ("", "3."), ("A dog.", "")])
def test_what_ends_no_sentence_waits_like_a_letter(before: str, typed: str) -> None:
    assert after([0.1], [0.02], typed, before) == after([0.1], [0.02]) > SHORTEST


def test_a_page_that_took_long_does_not_slow_what_is_typed_after_it() -> None:
    assert after([], [60.0] + [0.1] * 4) < LONGEST / 2
