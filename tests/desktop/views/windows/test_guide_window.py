"""The guide: read offline with its pictures, found through, zoomed; true to the program."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QTextBrowser
from pytestqt.qtbot import QtBot

from desktop.storage import paths
from desktop.views import theme
from desktop.views.shortcuts import SHORTCUTS
from desktop.views.windows.guide_window import GuideWindow

TEXT = paths.guide().read_text(encoding="utf-8")
PICTURES = re.findall(r"!\[[^]]+\]\(([^)]+)\)", TEXT)
_CTRL = Qt.KeyboardModifier.ControlModifier


class Shown:
    """A guide on show, and its parts."""

    def __init__(self, qtbot: QtBot, guide: Path) -> None:
        self.window = GuideWindow(guide)
        qtbot.addWidget(self.window)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        QApplication.processEvents()  # the page is written for the room that it has now
        parts = [self.window.findChild(kind) for kind in (QTextBrowser, QListWidget, QLineEdit)]
        page, titles, search = parts
        assert isinstance(page, QTextBrowser)
        assert isinstance(titles, QListWidget)
        assert isinstance(search, QLineEdit)
        self.page, self.titles, self.search = page, titles, search

    def picture(self, name: str) -> QImage:
        kind = QTextDocument.ResourceType.ImageResource
        found = self.page.document().resource(kind, QUrl(name))
        return found if isinstance(found, QImage) else QImage()

    def chapter(self) -> str:
        return self.titles.currentItem().text()


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot, paths.guide())


def write(folder: Path, text: str) -> Path:
    guide = folder / "guide.md"
    guide.write_text(text, encoding="utf-8")
    return guide


# --- what the guide says ---


def test_every_key_that_the_guide_names_is_one() -> None:
    named = set(re.findall(r"\b((?:(?:Ctrl|Alt|Shift)\+)+\w+|F1)\b", TEXT))
    known = {keys for entry in SHORTCUTS for keys in entry.keys} | {"Ctrl+Z"}
    assert len(named) > 8
    assert named <= known


def test_pictures_are_there_described_and_small() -> None:
    assert 3 <= len(PICTURES) <= 5
    for name in PICTURES:
        file = paths.guide().parent / name
        assert file.name.startswith("guide-")
        assert not QImage(str(file)).isNull()
        assert file.stat().st_size < 150_000


def test_the_folders_are_those_of_this_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRANSLUCENT_HOME", raising=False)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    folders = paths.folders()
    for folder in (folders.data, folders.config, folders.log):
        inside = folder.relative_to(Path.home()).as_posix()
        assert inside in TEXT.replace("\\", "/").replace("%LOCALAPPDATA%", "AppData/Local")


# --- how it is shown ---


def test_chapters_are_listed_and_gone_to(shown: Shown) -> None:
    listed = [shown.titles.item(row).text() for row in range(shown.titles.count())]
    assert listed == re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
    shown.titles.setFocus()
    for row in range(1, len(listed)):
        spot = shown.titles.visualItemRect(shown.titles.item(row)).center()
        QTest.mouseClick(shown.titles.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert shown.chapter() == listed[row]
        assert shown.page.verticalScrollBar().value() > 0


def test_the_chapter_that_is_read_is_marked(shown: Shown) -> None:
    bar = shown.page.verticalScrollBar()
    seen: list[str] = []
    for value in (*range(0, bar.maximum(), 50), bar.maximum()):
        bar.setValue(value)
        if not seen or seen[-1] != shown.chapter():
            seen.append(shown.chapter())
    listed = [shown.titles.item(row).text() for row in range(shown.titles.count())]
    assert seen == [title for title in listed if title in seen]
    assert len(seen) > len(listed) / 2
    assert seen[-1] == listed[-1]


@pytest.mark.parametrize("width", [500, 900, 1600])
def test_pictures_fit_the_text_without_a_bar(shown: Shown, width: int) -> None:
    shown.window.resize(width, 600)
    QApplication.processEvents()
    assert shown.page.horizontalScrollBar().maximum() == 0
    for name in PICTURES:
        picture = shown.picture(name)
        assert not picture.isNull()
        assert picture.deviceIndependentSize().width() <= shown.page.viewport().width()


@pytest.mark.parametrize("chapter", [2, 3])
def test_what_was_read_stays_in_view(shown: Shown, chapter: int) -> None:
    def at_top() -> str:
        middle = QPoint(shown.page.viewport().width() // 2, 45)
        return shown.page.cursorForPosition(middle).block().text()

    shown.titles.setCurrentRow(chapter)
    shown.window._go_to_heading()
    title = shown.chapter()
    assert at_top() == title
    for width, height in ((700, 500), (1500, 400), (1060, 760)):
        shown.window.resize(width, height)
        QApplication.processEvents()
        assert at_top() == shown.chapter() == title
    wheel(shown.page, 2)
    assert at_top() == shown.chapter() == title


def test_a_picture_from_elsewhere_is_not_read(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    QImage(8, 8, QImage.Format.Format_RGB32).save(str(tmp_path / "out.png"))
    QImage(8, 8, QImage.Format.Format_RGB32).save(str(folder / "in.png"))
    (folder / "broken.png").write_bytes(b"no picture")
    guide = write(folder, "# A\n\n![a](in.png) ![b](../out.png) ![c](broken.png) ![d](gone.png)\n")
    shown = Shown(qtbot, guide)
    assert not shown.picture("in.png").isNull()
    absolute = QUrl.fromLocalFile(str(folder / "in.png")).toString()
    for name in ("../out.png", "broken.png", "gone.png", absolute, "https://example.org/a.png"):
        assert shown.picture(name).isNull()


def test_a_guide_that_is_not_there_is_an_error(qtbot: QtBot, tmp_path: Path) -> None:
    assert qtbot is not None
    with pytest.raises(FileNotFoundError, match="guide"):
        GuideWindow(tmp_path / "guide.md")


def test_links_are_handed_on_and_nothing_opens(qtbot: QtBot, tmp_path: Path) -> None:
    guide = write(tmp_path, "# A\n\n[web](https://example.org/x)\n\n[file](other.md)\n")
    shown = Shown(qtbot, guide)
    wished: list[str] = []
    shown.window.link_requested.connect(wished.append)
    for words in ("web", "file"):
        assert shown.page.find(words) or shown.page.find(words, QTextDocument.FindFlag.FindBackward)
        spot = shown.page.cursorRect().center() - QPoint(8, 0)
        QTest.mouseClick(shown.page.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert wished == ["https://example.org/x"]
    assert "web" in shown.page.toPlainText()


# --- search ---


def test_words_are_found_one_after_the_other_and_round(qtbot: QtBot, tmp_path: Path) -> None:
    shown = Shown(qtbot, write(tmp_path, "# A\n\none two\n\nTWO three\n"))
    QTest.keyClick(shown.page, Qt.Key.Key_F, _CTRL)
    assert shown.search.hasFocus()
    QTest.keyClicks(shown.search, "two")
    places = [shown.page.textCursor().selectionStart()]
    for _ in range(2):
        QTest.keyClick(shown.search, Qt.Key.Key_Return)
        assert shown.page.textCursor().selectedText().lower() == "two"
        places.append(shown.page.textCursor().selectionStart())
    assert places[0] < places[1]
    assert places[2] == places[0]


def test_what_is_not_found_is_said(shown: Shown) -> None:
    QTest.keyClick(shown.page, Qt.Key.Key_F, _CTRL)
    QTest.keyClicks(shown.search, "qqq")
    told = shown.window._told
    assert told.isVisible()
    assert told.text() == "No results in the guide"
    QTest.keyClick(shown.search, Qt.Key.Key_A, _CTRL)
    QTest.keyClicks(shown.search, "attention")
    assert not told.isVisible()
    assert shown.page.textCursor().selectedText().lower() == "attention"
    assert shown.page.verticalScrollBar().value() > 0


# --- zoom and looks ---


def wheel(page: QTextBrowser, steps: int) -> None:
    event = QWheelEvent(
        QPointF(50, 50),
        QPointF(page.viewport().mapToGlobal(QPoint(50, 50))),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        _CTRL,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(page.viewport(), event)


def test_the_text_is_zoomed_by_keys_and_wheel(shown: Shown) -> None:
    def size() -> float:
        return shown.page.document().find("leaves").charFormat().font().pointSizeF()

    normal = size()
    QTest.keyClick(shown.page, Qt.Key.Key_Plus, _CTRL)
    larger = size()
    assert larger > normal
    wheel(shown.page, 1)
    assert size() > larger
    wheel(shown.page, -1)
    assert size() == pytest.approx(larger)
    for _ in range(40):
        wheel(shown.page, 1)
    largest = size()
    wheel(shown.page, 1)
    assert size() == largest
    assert shown.page.horizontalScrollBar().maximum() == 0
    QTest.keyClick(shown.page, Qt.Key.Key_0, _CTRL)
    assert size() == normal
    QTest.keyClick(shown.page, Qt.Key.Key_Minus, _CTRL)
    assert size() < normal


def test_another_theme_is_followed(shown: Shown) -> None:
    def ink() -> str:
        return shown.page.document().find("trip.docx").charFormat().foreground().color().name()

    theme.apply("light")
    QApplication.processEvents()
    light = ink()
    theme.apply("dark")
    QApplication.processEvents()
    assert (light, ink()) == (theme.LIGHT.accent.name(), theme.DARK.accent.name())
    theme.apply("light")


def test_escape_closes_it(qtbot: QtBot, shown: Shown) -> None:
    QTest.keyClick(shown.page, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not shown.window.isVisible())


def test_a_guide_that_cannot_be_read_leaves_no_window(qapp: QApplication, tmp_path: Path) -> None:
    before = set(qapp.allWidgets())
    with pytest.raises(FileNotFoundError) as caught:
        GuideWindow(tmp_path / "gone.md")
    assert set(qapp.allWidgets()) == before  # though the error holds on to what was begun
    assert caught.value.filename
