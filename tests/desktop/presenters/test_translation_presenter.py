"""What the window shows follows from what the presenter is told."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.presenters.translation_presenter import Presenter
from desktop.sessions.translation_session import PartialTranslation
from desktop.values.requests import LoadedModel, LoadRequest
from desktop.values.word_links import Links
from desktop.views.main_window import MainWindow
from desktop.views.widgets.notice_bar import NoticeText
from engine.errors import DeviceUnavailableError, ModelFolderMissingError
from engine.translation import Notice, NoticeKind
from tests.support.engines import fake_manifest, make_translation

MISSING = ModelFolderMissingError(Path("gone"))


class Shown:
    """A window, and what shows things in it."""

    def __init__(self) -> None:
        self.window = MainWindow()
        self.presenter = Presenter(self.window)

    def notices(self) -> tuple[NoticeText, ...]:
        return self.window.notice_bar.notices()

    def status(self) -> str:
        line = self.window.status_line
        return f"{line.model_label.text()} | {line.state_label.text()}"

    def show_notices(self, *notices: Notice) -> None:
        """Show a translation that deserves a second look."""
        self.show_text("A dog.", *notices)

    def show_text(self, text: str, *notices: Notice) -> None:
        """Show the translation of a text with its notices."""
        self.presenter.show_translation(replace(make_translation(text), notices=notices))


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[Shown]:
    shown = Shown()
    qtbot.addWidget(shown.window)
    shown.window.show()
    yield shown  # not returned: the window has to live as long
    shown.window.hide()


def unknown(start: int, end: int, words: str) -> Notice:
    return Notice(NoticeKind.UNKNOWN_WORDS, start, end, tuple(words.split(", ")))


MODEL = LoadedModel("toy", fake_manifest(), "cpu", 1.0)


# --- translations ---


def test_a_translation_is_shown_with_its_speed(shown: Shown) -> None:
    shown.presenter.show_loaded(MODEL)
    shown.presenter.show_translation(make_translation("Two dogs."))
    assert shown.window.target_pane.plain_text() == "TWO DOGS."
    assert shown.status() == "toy  ·  cpu | 10 ms  ·  200 words/s"


def test_a_partial_translation_is_followed_by_the_old_one(shown: Shown) -> None:
    partial = PartialTranslation("One. Two.", "ONE. alt.", make_translation("One.").sentences, 4)
    shown.presenter.show_partial(partial)
    assert shown.window.target_pane.plain_text() == "ONE. alt."


def test_stale_and_busy_reach_the_pane(shown: Shown) -> None:
    shown.presenter.show_loaded(MODEL)
    shown.presenter.set_stale(True)
    shown.presenter.set_busy(True)
    pane = shown.window.target_pane
    assert pane.is_stale
    assert shown.status().endswith("Translating…")
    shown.presenter.set_stale(False)
    shown.presenter.set_busy(False)
    assert not shown.window.target_pane.is_stale
    assert shown.status().endswith("Ready")


def test_a_link_marks_both_texts(shown: Shown) -> None:
    translation = make_translation("Two dogs.")
    shown.window.source_pane.set_plain_text("Two dogs.")
    shown.presenter.show_translation(translation)
    shown.presenter.show_link(Links(translation).at_source(5), False)
    assert shown.window.source_pane.editor.links() == [(4, 8)]
    assert shown.window.target_pane.editor.links() == [(4, 8)]
    shown.presenter.show_link(None, False)
    assert shown.window.source_pane.editor.links() == []
    assert shown.window.target_pane.editor.links() == []


# --- notices of a text ---


def test_unknown_words_are_told_once_and_together(shown: Shown) -> None:
    shown.show_notices(unknown(0, 5, "qwx, zzy"), unknown(6, 9, "zzy, abx"))
    (notice,) = shown.notices()
    assert notice.text == "The model has never seen these words: qwx, zzy, abx."
    assert (notice.kind, notice.start, notice.end) == ("info", 0, 5)


def test_warnings_lead_to_where_they_are_from(shown: Shown) -> None:
    shown.show_notices(
        Notice(NoticeKind.UNFAMILIAR, 0, 3),
        unknown(0, 3, "qwx"),
        Notice(NoticeKind.TRUNCATED, 3, 6),
    )
    kinds = {(notice.kind, notice.start, notice.end) for notice in shown.notices()}
    assert kinds == {("warning", 0, 3), ("info", 0, 3), ("warning", 3, 6)}


def test_the_next_translation_replaces_them(shown: Shown) -> None:
    shown.show_notices(unknown(0, 3, "qwx"))
    shown.show_notices()
    assert shown.notices() == ()


@pytest.mark.parametrize(
    ("before", "after", "is_away"),
    [
        ("A zorb", "A zorb runs.", True),
        ("A zorb runs.", "A zorb", True),
        ("A zorb runs.", "Once a zorb runs.", False),
        ("A zorb runs.", "Something else altogether.", False),
    ],
)
def test_what_was_closed_stays_away_while_its_sentence_grows(
    shown: Shown, before: str, after: str, is_away: bool
) -> None:
    def unfamiliar(text: str) -> Notice:
        return Notice(NoticeKind.UNFAMILIAR, 0, len(text))

    shown.show_text(before, unfamiliar(before))
    shown.window.notice_bar.dismissed.emit(NoticeKind.UNFAMILIAR.value)
    shown.show_text(before, unfamiliar(before))
    assert shown.notices() == ()
    shown.show_text(after, unfamiliar(after))
    assert (shown.notices() == ()) is is_away
    shown.show_text("")
    shown.show_text(before, unfamiliar(before))
    assert len(shown.notices()) == 1


@pytest.mark.parametrize(
    ("text", "number", "is_away"),
    [
        ("Hi! Bus 27 runs.", "27", True),
        ("Oh, hi. Bus 27 runs.", "27", True),
        ("Hi. Bus 35 runs.", "35", False),
        ("Hi. Bus 275 runs.", "275", False),
    ],
)
def test_a_lost_number_is_closed_wherever_it_stands_and_no_other(
    shown: Shown, text: str, number: str, is_away: bool
) -> None:
    shown.show_text("Hi. Bus 27 runs.", Notice(NoticeKind.NUMBERS, 4, 16, ("27",)))
    shown.window.notice_bar.dismissed.emit(NoticeKind.NUMBERS.value)
    shown.show_text(text, Notice(NoticeKind.NUMBERS, 4, len(text), (number,)))
    assert (shown.notices() == ()) is is_away


def test_many_unknown_words_of_several_sentences_are_counted(shown: Shown) -> None:
    shown.show_notices(unknown(0, 5, "a, b, c, d, e, f"), unknown(6, 9, "g, a"))
    (notice,) = shown.notices()
    assert notice.text == "The model has never seen these words: a, b, c, d, e and 2 more."


# --- failures ---


def test_a_failure_can_be_tried_again(shown: Shown, qtbot: QtBot) -> None:
    shown.presenter.show_failure(MISSING)
    (notice,) = shown.notices()
    assert (notice.kind, notice.action_text) == ("error", "Retry")
    assert "gone" in notice.text
    assert shown.status().endswith("No model")
    with qtbot.waitSignal(shown.presenter.retry_requested):
        shown.window.notice_bar.action_requested.emit(notice.key)
    assert shown.notices() == ()


def test_a_model_that_came_with_the_program_is_called_by_its_title(shown: Shown) -> None:
    shown.presenter.show_loading(LoadRequest(Path("toy"), "toy", title="General"))
    assert shown.status().startswith("General | ")
    shown.presenter.show_loaded(replace(MODEL, title="General"))
    assert shown.status() == "General  ·  cpu | Ready"


def test_a_failure_with_a_model_at_work_leaves_it_in_the_status(shown: Shown) -> None:
    shown.presenter.show_loaded(MODEL)
    shown.presenter.show_loading(LoadRequest(Path("other"), "other"))
    shown.presenter.show_failure(DeviceUnavailableError("cuda", "no card was found"))
    assert shown.status() == "toy  ·  cpu | Ready"
    shown.presenter.clear_failure()
    assert shown.notices() == ()


def test_notices_of_the_program_stay_beside_those_of_texts(shown: Shown) -> None:
    shown.presenter.show_program_notice("file", "warning", "Only text files can be translated.")
    shown.show_notices(unknown(0, 3, "qwx"))
    shown.show_notices()
    assert [notice.key for notice in shown.notices()] == ["file"]
    shown.window.notice_bar.dismissed.emit("file")
    shown.show_notices()
    assert shown.notices() == ()
    shown.presenter.show_program_notice("file", "warning", "Again.")
    assert [notice.text for notice in shown.notices()] == ["Again."]


def test_a_problem_is_told_in_words_and_taken_back(shown: Shown) -> None:
    shown.presenter.show_problem("settings", MISSING)
    (notice,) = shown.notices()
    assert (notice.kind, notice.action_text) == ("warning", "")
    shown.presenter.clear_problem("another")
    assert len(shown.notices()) == 1
    shown.presenter.clear_problem("settings")
    assert shown.notices() == ()
