"""What the window shows follows from what the presenter is told."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.presenters.translation_presenter import OFFER, TranslationPresenter
from desktop.sessions.translation.text_progress import Progress
from desktop.values.partial_translation import PartialTranslation
from desktop.values.requests import LoadedModel, LoadRequest
from desktop.values.word_links import Links
from desktop.views.main_window import MainWindow
from desktop.views.notices.notice_card import KINDS, Excerpt, NoticeText
from desktop.views.text.highlighter import Style
from engine.errors import DeviceUnavailableError, ModelFolderMissingError
from engine.translation import Fidelity, Notice, NoticeKind
from tests.support.engines import fake_manifest, make_translation

MISSING = ModelFolderMissingError(Path("gone"))


class Shown:
    """A window, and what shows things in it."""

    def __init__(self) -> None:
        self.window = MainWindow()
        self.presenter = TranslationPresenter(self.window)

    def notices(self) -> tuple[NoticeText, ...]:
        return self.window.notice_line.notices()

    def status(self) -> str:
        return self.window.status_line.state_label.text()

    def dismiss(self) -> None:
        """Close the only notice."""
        (notice,) = self.notices()
        self.window.notice_line.dismiss(notice.key)

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


def test_a_translation_is_shown_and_its_speed_is_in_a_tip_until_the_text_is_cleared(
    shown: Shown,
) -> None:
    shown.presenter.show_loaded(MODEL)
    shown.presenter.show_translation(make_translation("Two dogs."))
    assert shown.window.target_pane.plain_text() == "TWO DOGS."
    assert shown.status() == ""
    tip = shown.window.target_pane.bar.model_button.toolTip
    assert "200 words per second" in tip()
    shown.presenter.show_translation(make_translation(""))
    assert "words" not in tip()


def test_a_partial_translation_is_followed_by_the_old_one(shown: Shown) -> None:
    shown.presenter.show_translation(make_translation("Before. old."))
    shown.presenter.show_partial(PartialTranslation(0, 7, "ONE."))
    assert shown.window.target_pane.plain_text() == "ONE. OLD."


def test_stale_and_busy_reach_the_pane(shown: Shown) -> None:
    shown.presenter.show_loaded(MODEL)
    shown.presenter.set_stale(True)
    shown.presenter.set_busy(True)
    pane = shown.window.target_pane
    assert pane.is_stale
    shown.presenter.set_stale(False)
    shown.presenter.set_busy(False)
    assert not shown.window.target_pane.is_stale


def test_a_long_translation_is_followed_to_its_end(shown: Shown) -> None:
    shown.presenter.show_loaded(MODEL)
    shown.presenter.show_progress(Progress(0.5, None))
    assert shown.status() == "50 %"
    shown.presenter.show_progress(None)
    assert shown.status() == ""


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


TEXT = "A qwx zzy. The zzy, abx. More."
SECOND, THIRD = TEXT.index("The"), TEXT.index("More")


def test_unknown_words_are_told_once_and_together(shown: Shown) -> None:
    shown.show_text(TEXT, unknown(2, 9, "qwx, zzy"), unknown(SECOND + 4, 23, "zzy, abx"))
    (notice,) = shown.notices()
    assert notice.text == "Unknown words: qwx, zzy, abx. Check their spelling."
    assert notice.kind == "info"
    assert notice.excerpts == (Excerpt("A qwx zzy.", 0), Excerpt("The zzy, abx.", SECOND))


def test_equal_notices_are_one_that_leads_to_each_of_its_sentences(shown: Shown) -> None:
    shown.show_text(
        TEXT,
        Notice(NoticeKind.UNFAMILIAR, 0, 10),
        Notice(NoticeKind.TRUNCATED, SECOND, SECOND + 13),
        Notice(NoticeKind.UNFAMILIAR, THIRD, THIRD + 5),
    )
    assert {(notice.kind, notice.excerpts) for notice in shown.notices()} == {
        ("warning", (Excerpt("A qwx zzy.", 0), Excerpt("More.", THIRD))),
        ("warning", (Excerpt("The zzy, abx.", SECOND),)),
    }


def test_notices_of_one_text_go_as_soon_as_another_is_translated(shown: Shown) -> None:
    shown.presenter.show_program_notice("file", "error", "An error.")
    shown.show_notices(unknown(0, 3, "qwx"))
    assert len(shown.notices()) == 2
    shown.presenter.set_stale(True)
    assert [notice.key for notice in shown.notices()] == ["file"]
    shown.presenter.set_stale(False)  # what was typed was taken back
    assert len(shown.notices()) == 2


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
    shown.dismiss()
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
    shown.dismiss()
    shown.show_text(text, Notice(NoticeKind.NUMBERS, 4, len(text), (number,)))
    assert (shown.notices() == ()) is is_away


def test_many_unknown_words_of_several_sentences_are_counted(shown: Shown) -> None:
    shown.show_text(TEXT, unknown(0, 5, "a, b, c, d, e, f"), unknown(SECOND, 19, "g, a"))
    (notice,) = shown.notices()
    assert notice.text == "Unknown words: a, b, c, d, e and 2 more. Check their spelling."


# --- failures ---


def test_a_failure_can_be_tried_again(shown: Shown, qtbot: QtBot) -> None:
    shown.presenter.show_failure(MISSING)
    (notice,) = shown.notices()
    assert (notice.kind, notice.action_text) == ("error", "Retry")
    assert "gone" in notice.text
    assert shown.status().endswith("No model")
    with qtbot.waitSignal(shown.presenter.retry_requested):
        shown.window.notice_line.action_requested.emit(notice.key)
    assert shown.notices() == ()


def test_a_model_that_came_with_the_program_is_called_by_its_title(shown: Shown) -> None:
    shown.presenter.show_loading(LoadRequest(Path("toy"), "toy", title="General"))
    assert shown.status() == "Loading General…"
    shown.presenter.show_loaded(replace(MODEL, title="General"))
    assert shown.status() == ""


def test_a_failure_with_a_model_at_work_leaves_it_in_the_status(shown: Shown) -> None:
    shown.presenter.show_loaded(MODEL)
    shown.presenter.show_loading(LoadRequest(Path("other"), "other"))
    shown.presenter.show_failure(DeviceUnavailableError("cuda", "no card was found"))
    assert shown.status() == ""
    shown.presenter.clear_failure()
    assert shown.notices() == ()


def test_notices_of_the_program_stay_beside_those_of_texts(shown: Shown) -> None:
    shown.presenter.show_program_notice("file", "warning", "Only text files can be translated.")
    shown.show_notices(unknown(0, 3, "qwx"))
    shown.show_notices()
    assert [notice.key for notice in shown.notices()] == ["file"]
    shown.dismiss()
    shown.show_notices()
    assert shown.notices() == ()
    shown.presenter.show_program_notice("file", "warning", "Again.")
    assert [notice.text for notice in shown.notices()] == ["Again."]


def test_the_newest_of_equally_grave_notices_is_read_first(shown: Shown) -> None:
    for key in ("tip", "training", "offer", "training"):
        shown.presenter.show_program_notice(key, "info", key)
    shown.presenter.show_program_notice("lost", "warning", "lost")
    assert [notice.key for notice in shown.notices()] == ["lost", "training", "offer", "tip"]


def test_notices_of_the_text_come_before_those_that_are_older_than_it(shown: Shown) -> None:
    show = shown.presenter.show_program_notice
    for kind in KINDS:
        show(f"old {kind}", kind, "About a file.")
    show(OFFER, "info", "This looks like German.")
    shown.show_text(
        TEXT, unknown(2, 9, "qwx, zzy"), Notice(NoticeKind.TRUNCATED, SECOND, SECOND + 13)
    )
    of_text = ["truncated: ", OFFER, "unknown_words"]
    old = [f"old {kind}" for kind in KINDS]
    assert [notice.key for notice in shown.notices()] == [*of_text, *old]
    show("new", "error", "The translation could not be saved.")
    show("old info", "warning", "Another file.")
    keys = [notice.key for notice in shown.notices()]
    assert keys == ["new", "old info", *of_text, *old[:2]]


def test_a_problem_is_told_in_words_and_taken_back(shown: Shown) -> None:
    shown.presenter.show_problem("settings", MISSING)
    (notice,) = shown.notices()
    assert (notice.kind, notice.action_text) == ("warning", "")
    shown.presenter.clear_problem("another")
    assert len(shown.notices()) == 1
    shown.presenter.clear_problem("settings")
    assert shown.notices() == ()


def test_a_long_word_is_quoted_by_its_beginning(shown: Shown) -> None:
    word = "aB3" * 200
    shown.show_text(word, Notice(NoticeKind.LONG_WORD, 0, len(word), (word[:100],)))
    (notice,) = shown.window.notice_line.notices()
    assert notice.excerpts[0].text == word[:79] + "…"


def test_marks_return_when_an_edit_is_undone(shown: Shown) -> None:
    translation = replace(make_translation("Qx dogs."), notices=())
    sentence = replace(translation.sentences[0], notices=(unknown(0, 2, "Qx"),))
    shown.presenter.show_translation(replace(translation, sentences=(sentence,)))
    editor = shown.window.source_pane.editor
    shown.window.source_pane.set_plain_text("Qx dogs.")
    shown.presenter.set_stale(True)
    assert editor.marks() == []
    shown.presenter.set_stale(False)
    assert [(start, end) for start, end, _ in editor.marks()] == [(0, 2)]


# --- words that are missing or added


def test_words_that_are_missing_or_added_are_marked_and_told(shown: Shown) -> None:
    translation = make_translation("Two dogs. A cat. One dog.")
    shown.window.source_pane.set_plain_text(translation.source)
    shown.presenter.show_translation(translation)
    first, second, third = translation.sentences
    found = (
        Fidelity(first.source_words[1:2], first.target_words[:1]),
        Fidelity(second.source_words[1:2]),
        Fidelity(third.source_words[:1]),
    )
    shown.presenter.show_fidelity(translation, found)
    unmatched = [(start, end, Style.UNMATCHED) for start, end in ((4, 8), (12, 15), (17, 20))]
    assert shown.window.source_pane.editor.marks() == unmatched
    assert (0, 3, Style.UNMATCHED) in shown.window.target_pane.editor.marks()
    missing, added = shown.notices()
    assert missing.text == "3 words may be missing from the translation: dogs, cat, One."
    assert [excerpt.text for excerpt in missing.excerpts] == ["Two dogs.", "A cat.", "One dog."]
    assert added.text == "1 word may be only in the translation: TWO."


def test_what_is_found_in_another_text_is_not_shown(shown: Shown) -> None:
    old, new = make_translation("Two dogs."), make_translation("A cat.")
    shown.presenter.show_translation(new)
    shown.presenter.show_fidelity(old, (Fidelity(old.sentences[0].source_words),))
    assert shown.notices() == ()
    found = (Fidelity(new.sentences[0].source_words[:1]),)
    shown.presenter.set_stale(True)
    shown.presenter.show_fidelity(new, found)
    assert shown.window.source_pane.editor.marks() == []
    shown.presenter.set_stale(False)
    shown.presenter.show_fidelity(new, found)
    assert len(shown.notices()) == 1
    shown.presenter.show_fidelity(new, ())
    assert shown.notices() == ()
    assert shown.window.source_pane.editor.marks() == []
