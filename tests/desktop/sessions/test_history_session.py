"""What is kept of what was typed: what was meant, once, in the language it was in."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.sessions.history_session import HistorySession
from desktop.storage import history_file
from desktop.storage.history import History, HistoryEntry
from engine.translation import Translation
from tests.support.engines import make_translation


class Kept:
    """A session over a history in a folder, and what it said."""

    def __init__(self, folder: Path) -> None:
        self.history = History(folder / "history.sqlite3")
        self.session = HistorySession(self.history)
        self.session.set_languages("en", "de")
        self.listed: list[list[HistoryEntry]] = []
        self.wished: list[HistoryEntry] = []
        self.session.entries_changed.connect(self.listed.append)
        self.session.entry_requested.connect(self.wished.append)

    def offer(self, text: str) -> Translation:
        translation = make_translation(text)
        self.session.offer(translation)
        return translation

    def keep(self, text: str) -> None:
        """A text of its own, on which the reader rests."""
        self.session.begin_anew()
        self.offer(text)
        self.session.settle()

    def sources(self) -> list[str]:
        return [entry.source for entry in self.history.search()]


@pytest.fixture
def kept(qtbot: QtBot, tmp_path: Path) -> Iterator[Kept]:
    assert qtbot is not None
    kept = Kept(tmp_path)
    yield kept
    kept.history.close()


def test_a_text_is_kept_once_its_reader_rests(kept: Kept, qtbot: QtBot) -> None:
    kept.offer("A dog.")
    assert kept.sources() == []
    qtbot.waitUntil(lambda: kept.sources() == ["A dog."])
    entry = kept.history.search()[0]
    assert (entry.target, entry.source_language, entry.target_language) == ("A DOG.", "en", "de")


def test_a_text_that_grows_is_one_entry(kept: Kept) -> None:
    for text in ("A dog", "A dog runs", "A dog runs."):
        kept.offer(text)
        kept.session.settle()
    assert kept.sources() == ["A dog runs."]


def test_a_text_that_is_corrected_is_one_entry_and_one_written_over_it_is_another(
    kept: Kept,
) -> None:
    article = "A long article about dogs and cats. " * 50
    corrected = article.replace("cats. A", "birds. A", 1)
    shorter = corrected[: len(corrected) // 2]
    for text in (article, corrected, shorter, "A dog.", "A cat and a bird."):
        kept.offer(text)
        kept.session.settle()
    assert kept.sources() == ["A cat and a bird.", "A dog.", shorter, corrected]


def test_clearing_pasting_and_another_direction_begin_anew(kept: Kept) -> None:
    kept.offer("One.")
    kept.offer("")
    kept.offer("Two.")
    kept.session.begin_anew()
    kept.offer("Three.")
    kept.session.set_languages("de", "en")
    kept.offer("Four.")
    kept.session.settle()
    assert kept.sources() == ["Four.", "Three.", "Two.", "One."]
    assert kept.history.search()[0].source_language == "de"


def test_blank_texts_and_those_of_an_off_switch_are_not_kept(kept: Kept) -> None:
    kept.keep("  \n ")
    kept.offer("Secret.")
    kept.session.set_keeping(False)
    kept.session.settle()
    kept.keep("More secrets.")
    assert kept.sources() == []
    kept.session.set_keeping(True)
    kept.keep("Known.")
    assert kept.sources() == ["Known."]


def test_the_list_is_told_only_while_it_is_seen(kept: Kept) -> None:
    kept.keep("One.")
    assert kept.listed == []
    kept.session.set_listening(True)
    kept.keep("Two.")
    assert [entry.source for entry in kept.listed[-1]] == ["Two.", "One."]
    kept.session.search("one", False)
    assert [entry.source for entry in kept.listed[-1]] == ["One."]
    kept.session.set_listening(False)
    count = len(kept.listed)
    kept.keep("Three.")
    assert len(kept.listed) == count


def test_walking_goes_back_and_forward_and_stops_at_the_ends(kept: Kept) -> None:
    for text in ("One.", "Two.", "Three."):
        kept.keep(text)
    for _ in range(5):
        kept.session.go_back()
    assert [entry.source for entry in kept.wished] == ["Two.", "One."]
    for _ in range(5):
        kept.session.go_forward()
    assert [entry.source for entry in kept.wished[2:]] == ["Two.", "Three."]


def test_old_entries_are_walked_from_and_favoured_as_new_ones(kept: Kept) -> None:
    for number in range(260):
        kept.history.add(f"Text {number}", "?", "en", "de", "toy")
    (old,) = kept.history.search("text 17", limit=1000)[-1:]
    assert old.source == "Text 17"
    kept.session.take(old)
    kept.session.go_back()
    kept.session.go_forward()
    kept.session.go_forward()
    assert [entry.source for entry in kept.wished] == ["Text 17", "Text 16", "Text 17", "Text 18"]
    kept.session.favour_current()
    assert [entry.source for entry in kept.history.search(favourites=True)] == ["Text 18"]


def test_walking_through_nothing_is_quiet(kept: Kept) -> None:
    kept.session.go_back()
    kept.session.go_forward()
    kept.session.favour_current()
    assert kept.wished == []


def test_the_text_on_show_becomes_a_favourite_and_no_longer(kept: Kept) -> None:
    kept.offer("A dog.")
    kept.session.favour_current()
    assert kept.history.search(favourites=True)[0].source == "A dog."
    kept.session.favour_current()
    assert kept.history.search(favourites=True) == []


def test_a_removed_entry_is_not_replaced_but_written_anew(kept: Kept) -> None:
    kept.keep("A dog.")
    kept.session.remove(kept.history.search()[0].id)
    kept.offer("A dog runs.")
    kept.session.settle()
    assert kept.sources() == ["A dog runs."]


def test_erasing_leaves_nothing_not_even_what_waits(kept: Kept) -> None:
    kept.keep("One.")
    kept.offer("Two.")
    kept.session.erase()
    kept.session.settle()
    assert kept.sources() == []


def test_closing_writes_what_waits(kept: Kept, tmp_path: Path) -> None:
    kept.offer("A dog.")
    kept.session.close()
    again = History(tmp_path / "history.sqlite3")
    assert [entry.source for entry in again.search()] == ["A dog."]
    again.close()


def test_an_entry_is_taken_with_all_it_holds(kept: Kept) -> None:
    kept.keep("A dog.")
    entry = kept.history.search()[0]
    kept.session.take(entry)
    assert kept.wished == [entry]
    assert replace(entry) == entry


@pytest.mark.parametrize(
    "write",
    [
        lambda session, entry: session.set_favourite(entry, True),
        lambda session, entry: session.remove(entry),
        lambda session, _: session.erase(),
        lambda session, _: (session.offer(make_translation("A cat.")), session.settle()),
    ],
    ids=["favourite", "remove", "erase", "keep"],
)
def test_what_cannot_be_written_is_told_until_something_can(
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    write: Callable[[HistorySession, int], object],
) -> None:
    assert qtbot is not None
    monkeypatch.setattr(history_file, "BUSY_SECONDS", 0.01)
    kept = Kept(tmp_path)
    told: list[object] = []
    kept.session.failed.connect(told.append)
    kept.session.recovered.connect(lambda: told.append("recovered"))
    kept.keep("A dog.")
    kept.session.begin_anew()
    before = kept.history.search()
    other = sqlite3.connect(tmp_path / "history.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    kept.session.set_listening(True)
    kept.listed.clear()
    write(kept.session, before[0].id)
    assert [type(error) for error in told] == [sqlite3.OperationalError]
    assert kept.listed == [before]
    other.execute("ROLLBACK")
    other.close()
    for _ in range(2):
        write(kept.session, before[0].id)
    assert told[1:] == ["recovered"]
    assert kept.history.search() != before
    kept.history.close()
