"""The window that adds languages shows what it is given, and emits what is asked for."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from desktop.values.model_download import DownloadState, ModelDownload
from desktop.views.catalogue.rows import CatalogueRows
from desktop.views.catalogue.window import CatalogueWindow
from tests.support.published_models import SIZE, published

BEST = published("fr", "de", name="best")
OTHER = published("fr", "de", name="other", size_bytes=None, score=None)
DUTCH = published("nl", "de", name="dutch")
MANY = published("en", "ca es fr it pt", name="many")
ALL = (BEST, OTHER, DUTCH, MANY)


@pytest.fixture
def window(qtbot: QtBot) -> CatalogueWindow:
    window = CatalogueWindow()
    qtbot.addWidget(window)
    window.show_models(ALL)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    return window


def test_the_best_of_a_pair_has_the_others_below_it() -> None:
    rows = CatalogueRows()
    QAbstractItemModelTester(rows, QAbstractItemModelTester.FailureReportingMode.Fatal, rows)
    rows.show_models(ALL)
    assert rows.rowCount() == 3
    best = rows.index(0, 0)
    assert rows.lines(best) == (
        "French → German",
        "300 MB  ·  Helsinki-NLP  ·  CC BY 4.0  ·  BLEU 57.5 (Tatoeba)",
    )
    other = rows.index(0, 0, best)
    assert rows.lines(other) == ("other", "about 300 MB  ·  Helsinki-NLP  ·  CC BY 4.0")
    assert rows.lines(rows.index(2, 0))[0] == "English → 5 languages"
    assert "Catalan, French, Italian" in rows.data(rows.index(2, 0), Qt.ItemDataRole.ToolTipRole)
    assert [rows.index_of(model.name) for model in ALL[:2]] == [best, other]
    assert not rows.index_of("unknown").isValid()


def test_of_many_languages_the_wanted_ones_are_named() -> None:
    rows = CatalogueRows()
    rows.show_models([MANY], {"it", "nl"})
    assert rows.lines(rows.index(0, 0))[0] == "English → Italian and 4 more"


def test_a_word_about_a_model_is_read_aloud_and_told_to_the_view(qtbot: QtBot) -> None:
    rows = CatalogueRows()
    rows.show_models(ALL)
    with qtbot.waitSignal(rows.dataChanged) as changed:
        rows.show_states({"dutch": "Installed"})
    assert changed.args is not None
    assert changed.args[0] == rows.index_of("dutch")
    said = rows.data(rows.index_of("dutch"), Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("Installed")


def test_thousands_of_models_are_no_burden_to_the_view(window: CatalogueWindow) -> None:
    codes = [first + second for first in "abcdefghijklmnopqrstuvwxyz" for second in "abcdefgh"]
    window.show_models([published(one, two) for one in codes for two in codes[:20]])
    assert window.rows.rowCount(QModelIndex()) == len(codes) * 20
    assert window.tree.uniformRowHeights()  # or Qt would measure every row


def test_the_keys_search_walk_and_download(window: CatalogueWindow, qtbot: QtBot) -> None:
    window.show_choice(can_download=True, is_installed=False, note="")
    window.search.setFocus()
    with qtbot.waitSignal(window.search_changed) as searched:
        QTest.keyClicks(window.search, "d")
    assert searched.args == ["d"]
    QTest.keyClick(window.search, Qt.Key.Key_Down)
    assert window.tree.hasFocus()
    QTest.keyClick(window.tree, Qt.Key.Key_Right)  # unfolds the other models of the pair
    QTest.keyClick(window.tree, Qt.Key.Key_Down)
    assert window.current() == OTHER
    assert window.details.text().startswith("other, ")
    with qtbot.waitSignal(window.download_requested) as downloaded:
        QTest.keyClick(window.tree, Qt.Key.Key_Return)
    assert downloaded.args == [OTHER]
    window.show_choice(can_download=False, is_installed=True, note="")
    with qtbot.waitSignal(window.use_requested) as used:
        QTest.keyClick(window.tree, Qt.Key.Key_Return)
    assert used.args == [OTHER]


def test_what_is_found_first_is_chosen_and_it_is_said_when_nothing_is(
    window: CatalogueWindow,
) -> None:
    window.tree.setCurrentIndex(window.rows.index_of("dutch"))
    window.show_models((MANY, DUTCH))
    assert window.current() == MANY
    window.search_for("Klingon")
    window.show_models(())
    assert "Klingon" in window.nothing.text()
    assert window.nothing.isVisible()
    assert window.current() is None


@pytest.mark.parametrize(
    ("state", "buttons"),
    [
        (DownloadState.WAITING, {"pause", "cancel"}),
        (DownloadState.RUNNING, {"pause", "cancel"}),
        (DownloadState.PAUSED, {"resume", "cancel"}),
        (DownloadState.FAILED, {"resume", "cancel"}),
        (DownloadState.IMPORTING, set()),
        (DownloadState.INSTALLED, {"use", "close"}),
    ],
)
def test_a_download_offers_what_can_be_done_with_it(
    window: CatalogueWindow, state: DownloadState, buttons: set[str]
) -> None:
    download = ModelDownload(DUTCH, DownloadState.WAITING, total=SIZE)
    window.show_download(download)
    window.show_download(replace(download, state=state, error=OSError(28, "full", "x")))
    card = window.cards["dutch"]
    shown = {
        name
        for name in ("pause", "resume", "cancel", "use", "close")
        if getattr(card, f"{name}_button").isVisible()
    }
    assert shown == buttons


def test_the_buttons_of_a_download_name_its_model(window: CatalogueWindow, qtbot: QtBot) -> None:
    window.show_download(ModelDownload(DUTCH, DownloadState.RUNNING, SIZE // 3, SIZE, 90.0))
    card = window.cards["dutch"]
    assert "Dutch → German" in card.pause_button.accessibleName()
    assert card.bar.value() == 333
    with qtbot.waitSignal(window.pause_requested) as paused:
        card.pause_button.click()
    assert paused.args == ["dutch"]
    window.remove_download("dutch")
    assert not card.isVisible()
