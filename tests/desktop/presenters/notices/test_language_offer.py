"""What is offered where the text is in another language: once a text, and never against a wish."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.presenters.notices.language_offer import LanguageOffer
from desktop.presenters.translation_presenter import OFFER, TranslationPresenter
from desktop.sessions.language_session import LanguageSession
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.views.main_window import MainWindow
from desktop.views.notices.notice_card import NoticeText
from engine.text.language_detection import EXPLAINED
from engine.translation import Notice, NoticeKind
from tests.support.engines import make_translation
from tests.support.model_folders import save_toy_model
from tests.support.windows import home_folders

GERMAN = "Wo ist der Bahnhof?"
MODELS = {
    "forth": ("en", "de"),
    "back": ("de", "en"),
    "far": ("en", "fr"),
    "near": ("fr", "de"),
    "other": ("fr", "en"),
}


class Offered:
    """A window whose model reads English, and what is offered in it."""

    def __init__(self, home: Path, models: dict[str, tuple[str, str]]) -> None:
        for name, (source, target) in models.items():
            save_toy_model(
                home / "models" / name, name=name, source_language=source, target_language=target
            )
        listed = ModelList(home_folders(home, shipped_models=home / "none"))
        self.window = MainWindow()
        self.presenter = TranslationPresenter(self.window)
        self.languages = LanguageSession()
        self.selection = ModelSelection(listed)
        self.selection.chosen.connect(self._set_direction)
        self.selection.begin("forth", ("", ""))
        self.offer = LanguageOffer(self.presenter, self.languages, self.selection)

    def _set_direction(self) -> None:
        self.languages.set_direction(*self.selection.direction)

    def tell(self, text: str, language: str) -> None:
        """Let a text stand in the window, and be in this language."""
        self.languages.text = text
        self.languages._tell("" if language == self.selection.direction[0] else language)

    @property
    def name(self) -> str:
        assert self.selection.entry is not None
        return self.selection.entry.name

    def notices(self) -> list[tuple[str, str, str, str]]:
        def values(notice: NoticeText) -> tuple[str, str, str, str]:
            return (notice.key, notice.kind, notice.text, notice.action_text)

        return [values(notice) for notice in self.window.notice_line.notices()]

    def press(self, key: str) -> None:
        self.window.notice_line.action_requested.emit(key)

    def dismiss(self, kind: str) -> None:
        for notice in self.window.notice_line.notices():
            if notice.kind == kind:
                self.window.notice_line.dismiss(notice.key)


def build(qtbot: QtBot, home: Path, *names: str) -> Offered:
    offered = Offered(home, {name: MODELS[name] for name in ("forth", *names)})
    qtbot.addWidget(offered.window)
    return offered


@pytest.fixture
def offered(qtbot: QtBot, tmp_path: Path) -> Iterator[Offered]:
    offered = build(qtbot, tmp_path, "back", "far")
    yield offered  # not returned: the window has to live as long
    offered.window.hide()


ADD = "Add languages…"
SWAP = (OFFER, "info", "This looks like German. Swap languages?", "Swap")


# --- offers ---


def test_a_text_in_the_other_language_offers_the_swap(offered: Offered) -> None:
    offered.tell(GERMAN, "de")
    assert offered.notices() == [SWAP]
    offered.press(OFFER)
    assert offered.name == "back"
    assert offered.notices() == []
    offered.tell(GERMAN, "de")
    assert offered.notices() == []


def test_the_offer_goes_with_its_reason(offered: Offered) -> None:
    offered.tell(GERMAN, "de")
    offered.tell("Where is it?", "")
    assert offered.notices() == []


def test_without_a_model_that_translates_back_it_is_said_plainly(
    qtbot: QtBot, tmp_path: Path
) -> None:
    offered = build(qtbot, tmp_path)
    offered.tell(GERMAN, "de")
    text = "This looks like German, but the model translates from English."
    assert offered.notices() == [(OFFER, "warning", text, ADD)]
    with qtbot.waitSignal(offered.offer.add_requested) as added:
        offered.press(OFFER)
    assert added.args == ["de", "en"]


def test_a_language_that_no_model_reads_is_named_and_can_be_added(
    offered: Offered, qtbot: QtBot
) -> None:
    offered.tell("Où est la gare ?", "fr")
    text = "This looks like French, which no installed model translates from."
    assert offered.notices() == [(OFFER, "warning", text, ADD)]
    with qtbot.waitSignal(offered.offer.add_requested) as added:
        offered.press(OFFER)
    assert added.args == ["fr", "de"]


def test_another_model_that_reads_it_is_offered_the_one_to_the_same_language_first(
    qtbot: QtBot, tmp_path: Path
) -> None:
    offered = build(qtbot, tmp_path, "back", "other", "near")
    offered.tell("Où est la gare ?", "fr")
    text = "This looks like French. Translate from French?"
    assert offered.notices() == [(OFFER, "info", text, "Switch")]
    offered.press(OFFER)
    assert offered.name == "near"


def test_two_models_that_lead_to_the_same_language_are_better_than_none(
    qtbot: QtBot, tmp_path: Path
) -> None:
    offered = build(qtbot, tmp_path, "other")
    offered.tell("Où est la gare ?", "fr")
    offered.press(OFFER)
    assert offered.name == "other + forth"


# --- enough of it ---


def test_what_was_closed_stays_away_while_the_text_grows(offered: Offered) -> None:
    offered.tell(GERMAN, "de")
    offered.dismiss("info")
    for text in (GERMAN, f"{GERMAN} Und die Post?", "Wo ist"):
        offered.tell(text, "de")
        assert offered.notices() == []
    offered.tell("Etwas ganz anderes.", "de")
    assert offered.notices() == [SWAP]


def test_what_was_closed_comes_again_after_the_text_was_cleared(offered: Offered) -> None:
    offered.tell(GERMAN, "de")
    offered.dismiss("info")
    offered.tell("", "")
    offered.tell(GERMAN, "de")
    assert offered.notices() == [SWAP]


# --- without asking ---


def test_the_language_is_followed_only_if_that_is_wished(offered: Offered) -> None:
    offered.tell(GERMAN, "de")
    assert offered.name == "forth"
    offered.offer.set_automatic(True)
    assert offered.name == "back"
    assert offered.notices() == []
    offered.tell("Where is the station?", "en")
    assert offered.name == "forth"


def test_what_cannot_be_told_changes_nothing(offered: Offered) -> None:
    offered.offer.set_automatic(True)
    offered.tell(GERMAN, "de")
    offered.tell("Hand", "")
    assert offered.name == "back"
    assert offered.notices() == []


def test_nothing_is_swapped_where_no_model_reads_it(offered: Offered) -> None:
    offered.offer.set_automatic(True)
    offered.tell("Où est la gare ?", "fr")
    assert offered.name == "forth"
    assert [key for key, *_ in offered.notices()] == [OFFER]


# --- other notices ---


def test_what_the_language_explains_is_not_said_beside_it(offered: Offered) -> None:
    kinds = (*EXPLAINED, NoticeKind.NUMBERS)
    notices = tuple(Notice(kind, 0, 2, ("x", "y")) for kind in kinds)
    offered.presenter.show_translation(replace(make_translation(GERMAN), notices=notices))
    assert len(offered.notices()) == len(kinds)
    offered.tell(GERMAN, "de")
    assert {key.split(":")[0] for key, *_ in offered.notices()} == {OFFER, NoticeKind.NUMBERS}
    offered.dismiss("info")
    assert {key.split(":")[0] for key, *_ in offered.notices()} == {NoticeKind.NUMBERS}
    offered.tell("Where is it?", "")
    assert len(offered.notices()) == len(kinds)
