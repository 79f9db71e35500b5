"""History: what was added is found again, once, and what is removed leaves nothing."""

import os
import sqlite3
import unicodedata
from collections.abc import Callable
from contextlib import closing
from copy import copy
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from desktop.storage import history as history_module
from desktop.storage import history_file
from desktop.storage.history import History, HistoryEntry
from desktop.storage.history_file import HistoryTracesError
from tests.support.histories import keep, sources

ROOT = Path(__file__).parents[3]

any_text = st.text(
    st.one_of(st.characters(), st.sampled_from("%_'\\\0ßẞİıſΣς😀\ud800\u00a0éé")), max_size=12
)


def whole(text: str) -> str:
    """A text as it can be stored."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def bytes_beside(path: Path) -> bytes:
    """Everything in the folder of a history."""
    return b"".join(file.read_bytes() for file in path.parent.rglob("*") if file.is_file())


# --- adding and finding ---


def test_an_entry_is_found_as_it_was_added(history: History) -> None:
    before = datetime.now(UTC)
    number = history.add("Two dogs.", "Zwei Hunde.", "en", "de", "en-de-multi30k")
    (entry,) = history.search()
    assert entry == HistoryEntry(
        id=number or 0,
        when=entry.when,
        source="Two dogs.",
        target="Zwei Hunde.",
        source_language="en",
        target_language="de",
        model="en-de-multi30k",
        is_favourite=False,
    )
    assert before <= entry.when <= datetime.now(UTC)


@given(source=any_text, target=any_text)
def test_texts_come_back_character_for_character(source: str, target: str) -> None:
    with closing(History(Path(os.devnull) / "none")) as history:
        number = history.add(source, target, "en", "de", "toy")
        found = [(entry.source, entry.target) for entry in history.search()]
    is_kept = bool(source.strip() and target.strip())
    assert (number is not None) == is_kept
    assert found == ([(whole(source), whole(target))] if is_kept else [])


@given(source=any_text, data=st.data())
@example("STRASSE", None)
@example("100 % of_it", None)
def test_every_part_is_found_whatever_its_case_and_normal_form(
    source: str, data: st.DataObject | None
) -> None:
    words = whole(source).split()
    if not words:
        return
    word = words[0] if data is None else data.draw(st.sampled_from(words))
    forms: list[Callable[[str], str]] = [
        str,
        str.casefold,
        lambda text: unicodedata.normalize("NFD", text),
        lambda text: unicodedata.normalize("NFC", text),
    ]
    with closing(History(Path(os.devnull) / "none")) as history:
        keep(history, source)
        for form in forms:
            assert len(history.search(form(word))) == 1


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Große Straße", "GROSSE STRASSE"),
        ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
        ("Ünal", "u\u0308NAL"),
        ("ЁЖИК", "ёжик"),
        ("ﬁne", "FINE"),
    ],
)
def test_case_is_that_of_all_of_unicode(history: History, text: str, query: str) -> None:
    keep(history, text)
    assert sources(history, query) == [text]


def test_no_character_of_a_search_is_a_wildcard(history: History) -> None:
    for source in ("100 %", "a_b", "ab", "it's", 'say "so"', "back\\slash", "x*"):
        keep(history, source)
    assert sources(history, "%") == ["100 %"]
    assert sources(history, "_") == ["a_b"]
    assert sources(history, "'") == ["it's"]
    assert sources(history, '"') == ['say "so"']
    assert sources(history, "\\") == ["back\\slash"]
    assert sources(history, "*") == ["x*"]


def test_the_translation_is_searched_too(history: History) -> None:
    history.add("Two dogs.", "Zwei Hunde.", "en", "de", "toy")
    assert sources(history, "hunde") == ["Two dogs."]
    assert sources(history, "katze") == []


def test_newest_first_and_no_more_than_asked_for(history: History) -> None:
    for number in range(5):
        keep(history, f"text {number}")
    assert sources(history) == [f"text {number}" for number in (4, 3, 2, 1, 0)]
    assert [entry.source for entry in history.search(limit=2)] == ["text 4", "text 3"]


# --- one text, one entry ---


def test_the_same_text_again_is_the_same_entry(history: History) -> None:
    first = history.add("Dogs.", "Hunde.", "en", "de", "toy")
    assert history.add("Dogs.", "Die Hunde.", "en", "de", "toy") == first
    assert [entry.target for entry in history.search("die")] == ["Die Hunde."]
    assert len(history.search()) == 1


def test_another_model_or_direction_is_another_entry(history: History) -> None:
    numbers = {
        history.add("Taxi", "Taxi", "en", "de", "toy"),
        history.add("Taxi", "Taxi", "en", "fr", "toy"),
        history.add("Taxi", "Taxi", "nl", "fr", "toy"),
        history.add("Taxi", "Taxi", "nl", "fr", "other"),
    }
    assert len(numbers) == len(history.search()) == 4


def test_a_text_being_typed_stays_one_entry(history: History) -> None:
    number = keep(history, "Two")
    assert keep(history, "Two do", replaces=number) == number
    assert keep(history, "Two dogs", replaces=number) == number
    assert sources(history) == ["Two dogs"]
    assert sources(history, "two do") == ["Two dogs"]


def test_only_the_newest_entry_is_replaced_and_no_favourite(history: History) -> None:
    older = keep(history, "older")
    newer = keep(history, "newer")
    keep(history, "text", replaces=older)
    assert sources(history) == ["text", "newer", "older"]

    latest = keep(history, "latest")
    history.set_favourite(latest, is_favourite=True)
    keep(history, "latest and more", replaces=latest)
    assert sources(history)[:2] == ["latest and more", "latest"]
    history.remove(newer)
    assert keep(history, "after", replaces=newer) not in (newer, latest)


def test_ids_are_never_given_twice(history: History) -> None:
    first = keep(history, "first")
    history.remove(first)
    assert keep(history, "second", replaces=first) != first


# --- keeping and forgetting ---


def test_favourites_can_be_listed_alone(history: History) -> None:
    keep(history, "one")
    number = keep(history, "two")
    history.set_favourite(number, is_favourite=True)
    assert sources(history, favourites=True) == ["two"]
    assert [entry.is_favourite for entry in history.search()] == [True, False]
    history.set_favourite(number, is_favourite=False)
    assert sources(history, favourites=True) == []


def test_the_oldest_go_when_there_are_too_many_but_no_favourites(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "LIMIT", 3)
    number = keep(history, "text 0")
    history.set_favourite(number, is_favourite=True)
    for index in range(1, 8):
        keep(history, f"text {index}")
    assert sources(history) == ["text 7", "text 6", "text 5", "text 0"]


def test_removing_forgets_one(history: History, path: Path) -> None:
    keep(history, "Erdferkel bleibt")
    number = keep(history, "Zebrastreifen geht")
    history.remove(number)
    assert sources(history) == ["Erdferkel bleibt"]
    assert b"Zebrastreifen" not in bytes_beside(path)
    assert b"Erdferkel" in bytes_beside(path)


def test_clearing_leaves_nothing_in_any_file(history: History, path: Path) -> None:
    aside = path.with_name("history.damaged-20260102.sqlite3")
    aside.write_bytes(b"Zebrastreifen")
    for number in range(200):
        keep(history, f"Zebrastreifen {number} " * 50)
    history.set_favourite(history.search()[0].id, is_favourite=True)
    assert b"Zebrastreifen" in bytes_beside(path)

    history.clear()

    assert history.search() == []
    assert b"zebrastreifen" not in bytes_beside(path).lower()
    assert not aside.exists()
    keep(history, "Neues")
    assert sources(history) == ["Neues"]


@pytest.mark.parametrize("forget", [History.clear, lambda history: history.remove(1)])
def test_what_another_program_keeps_by_reading_is_said(
    path: Path, monkeypatch: pytest.MonkeyPatch, forget: Callable[[History], None]
) -> None:
    monkeypatch.setattr(history_file, "BUSY_SECONDS", 0.05)
    with closing(History(path)) as history, closing(sqlite3.connect(path)) as reader:
        keep(history, "Zebrastreifen " * 50)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entries").fetchone()
        with pytest.raises(HistoryTracesError, match="because another program"):
            forget(history)
        assert history.search() == []
        assert b"Zebrastreifen" in bytes_beside(path)

        reader.execute("ROLLBACK")
        history.clear()
        assert b"zebrastreifen" not in bytes_beside(path).lower()


def test_everything_is_there_at_the_next_start(history: History, path: Path) -> None:
    keep(history, "one")
    history.set_favourite(keep(history, "two"), is_favourite=True)
    before = history.search()
    history.close()
    with closing(History(path)) as again:
        assert again.search() == before
        assert again.problem is None
        assert again.was_damaged is None
    assert [file.name for file in path.parent.iterdir()] == [path.name]


class Keeping(RuleBasedStateMachine):
    """A history does what a list would do."""

    def __init__(self) -> None:
        super().__init__()
        self.history = History(Path(os.devnull) / "none")
        self.expected: list[HistoryEntry] = []

    @rule(source=st.sampled_from(["a", "b", "A b"]), replaced=st.none() | st.integers(0, 5))
    def add(self, source: str, replaced: int | None) -> None:
        wish = None if replaced is None else [entry.id for entry in self.history.search()]
        replaces = wish[replaced] if wish and replaced is not None and replaced < len(wish) else 99
        number = keep(self.history, source, replaces=replaces)
        if self.expected and self.expected[0].id == number:
            self.expected.pop(0)
        entry = next(entry for entry in self.history.search() if entry.id == number)
        self.expected.insert(0, entry)

    @precondition(lambda self: self.expected)
    @rule(place=st.integers(0, 9), is_favourite=st.booleans())
    def set_favourite(self, place: int, is_favourite: bool) -> None:
        place %= len(self.expected)
        self.history.set_favourite(self.expected[place].id, is_favourite=is_favourite)
        entry = copy(self.expected[place])
        object.__setattr__(entry, "is_favourite", is_favourite)
        self.expected[place] = entry

    @precondition(lambda self: self.expected)
    @rule(place=st.integers(0, 9))
    def remove(self, place: int) -> None:
        self.history.remove(self.expected.pop(place % len(self.expected)).id)

    @rule()
    def clear(self) -> None:
        self.history.clear()
        self.expected.clear()

    @invariant()
    def lists_what_was_added(self) -> None:
        assert self.history.search() == self.expected
        favourites = [entry for entry in self.expected if entry.is_favourite]
        assert self.history.search(favourites=True) == favourites
        with_b = [entry for entry in self.expected if "b" in entry.source]
        assert self.history.search("B") == with_b

    def teardown(self) -> None:
        self.history.close()


TestKeeping = Keeping.TestCase


def test_nothing_of_a_text_is_logged(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.parent.mkdir()
    path.write_bytes(b"Zebrastreifen")
    with caplog.at_level(0), closing(History(path)) as history:
        keep(history, "Zebrastreifen")
        history.search("Zebrastreifen")
        history.clear()
    assert "set aside" in caplog.text
    assert "Zebra" not in caplog.text
