"""The words that a model knows well are those that it reads often."""

import pytest

from training.examples import frequent_words as module
from training.examples.frequent_words import OFTEN, frequent_words


def test_what_is_read_often_is_known() -> None:
    sources = ["A tree and a tree-house."] * OFTEN + ["Hollyhocks!"] * (OFTEN - 1)
    assert frequent_words(sources) == {"a", "tree", "and", "tree-house"}


def test_capitals_make_no_difference() -> None:
    sources = ["Baum", "BAUM", "baum", "Baum,"] * OFTEN
    assert frequent_words(sources) == {"baum"}
    assert frequent_words(sources[:OFTEN]) == {"baum"}


def test_what_was_known_before_stays_known() -> None:
    assert frequent_words(["tree"] * OFTEN, {"house"}) == {"tree", "house"}


def test_there_are_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WORDS", 2)
    sources = ["tree"] * OFTEN + ["house"] * (OFTEN + 1) + ["car"] * (OFTEN + 2)
    assert frequent_words(sources) == {"car", "house"}
    assert frequent_words(sources, {"bed"}) == {"car", "bed"}
    assert frequent_words(sources, {"bed", "hat", "cup"}) == {"bed", "hat", "cup"}
