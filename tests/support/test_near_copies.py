"""A copy with at most one other word is found, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.near_copies import SHORTEST, NearCopies

WORDS = st.sampled_from(["ein", "zwei", "drei", "vier"])
SENTENCES = st.lists(WORDS, max_size=8).map(" ".join)


def edited(words: list[str]) -> set[tuple[str, ...]]:
    """Return the words, and each way to leave one of them out."""
    return {tuple(words), *((*words[:at], *words[at + 1 :]) for at in range(len(words)))}


def differ_by_a_word(first: list[str], second: list[str]) -> bool:
    """Return whether two sentences are the same, or one word away from each other."""
    if min(len(first), len(second)) < SHORTEST:
        return first == second
    if len(first) == len(second):
        return sum(one != other for one, other in zip(first, second, strict=True)) <= 1
    return tuple(second) in edited(first) or tuple(first) in edited(second)


@given(st.lists(SENTENCES, max_size=5), SENTENCES)
def test_it_is_what_comparing_all_with_all_finds(known: list[str], sentence: str) -> None:
    original = NearCopies(known).original_of(sentence)
    near = [one for one in known if one and differ_by_a_word(one.split(), sentence.split())]
    assert (original in near) if near else original is None


@pytest.mark.parametrize(
    "copy",
    [
        "WO IST DIE NÄCHSTE APOTHEKE",
        "„Wo ist die nächste Apotheke?“",
        "Wo ist die nächste Post?",
        "Und wo ist die nächste Apotheke?",
        "Wo ist die Apotheke?",
    ],
)
def test_case_marks_and_one_word_make_no_other_sentence(copy: str) -> None:
    assert NearCopies(["Wo ist die nächste Apotheke?"]).original_of(copy) is not None


@pytest.mark.parametrize("other", ["Wo ist der nächste Bahnhof?", "Wo ist?", "…", ""])
def test_two_words_do(other: str) -> None:
    assert NearCopies(["Wo ist die nächste Apotheke?", "?"]).original_of(other) is None


def test_short_sentences_are_compared_whole() -> None:
    known = NearCopies(["Guten Morgen, Anna!"])
    assert known.original_of("guten Morgen Anna") == "Guten Morgen, Anna!"
    assert known.original_of("Guten Abend, Anna!") is None
