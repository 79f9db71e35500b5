"""The help: every key of the table, every chapter readable, figures only where they were given."""

import re
from html import unescape

import pytest
from PySide6.QtCore import QLocale, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget, QTextBrowser
from pytestqt.qtbot import QtBot

from desktop.views.shortcuts import SHORTCUTS, keys_text
from desktop.views.text.highlighter import Style
from desktop.views.windows.help_text import Chapter, HelpText
from desktop.views.windows.help_window import HelpWindow
from engine.models.manifest import Calibration
from tests.support.model_folders import toy_manifest

FIGURES = Calibration(temperature=1.5, words=9871, ece_before=0.0613, ece_after=0.0274)


def plain(chapter: Chapter) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", chapter.html))


@pytest.mark.usefixtures("qapp")
def test_every_key_of_the_table_is_listed_with_what_it_does() -> None:
    chapters = {chapter.id: chapter for chapter in HelpText().chapters(None)}
    listed = plain(chapters["keys"])
    for entry in SHORTCUTS:
        assert entry.text in listed
        assert all(keys_text(keys) in listed for keys in entry.keys)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("calibration", [None, FIGURES])
def test_no_placeholder_is_left(calibration: Calibration | None) -> None:
    for chapter in HelpText().chapters(toy_manifest(calibration=calibration)):
        assert not re.search(r"[{}]", chapter.html)
        assert len(plain(chapter)) > 200


@pytest.mark.usefixtures("qapp")
def test_figures_are_given_only_where_they_were_measured() -> None:
    unknown, without, with_figures = (
        {
            chapter.id: plain(chapter)
            for chapter in HelpText().chapters(toy_manifest(calibration=calibration))
        }["marks"]
        for calibration in (None, Calibration(temperature=1.5), FIGURES)
    )
    assert "are not calibrated" in unknown
    assert "%" not in without
    points = (QLocale().toString(figure, "f", 1) for figure in (6.1, 2.7))
    for figure in (QLocale().toString(9871), "elow 50 %", "below 20 %", *points):
        assert figure in with_figures


def test_chapters_are_turned_by_keys_and_by_name(qtbot: QtBot) -> None:
    window = HelpWindow()
    qtbot.addWidget(window)
    window.show()
    titles, page = window.findChild(QListWidget), window.findChild(QTextBrowser)
    assert isinstance(titles, QListWidget)
    assert isinstance(page, QTextBrowser)
    assert "a moment after you stop typing" in page.toPlainText()
    QTest.keyClick(titles, Qt.Key.Key_Down)
    assert "Dotted" in page.toPlainText()
    window.show_chapter("keys")
    assert "Translate now" in page.toPlainText()
    assert page.accessibleName() == titles.currentItem().text() == "Keyboard shortcuts"


def test_no_chapter_shows_its_tags(qtbot: QtBot) -> None:
    window = HelpWindow()
    qtbot.addWidget(window)
    titles, page = window.findChild(QListWidget), window.findChild(QTextBrowser)
    assert isinstance(titles, QListWidget)
    assert isinstance(page, QTextBrowser)
    for row in range(titles.count()):
        titles.setCurrentRow(row)
        assert not re.search(r"</?\w+>", page.toPlainText())


def test_the_marks_are_shown_as_they_look(qtbot: QtBot) -> None:
    window = HelpWindow()
    qtbot.addWidget(window)
    window.show_chapter("marks")
    page = window.findChild(QTextBrowser)
    assert isinstance(page, QTextBrowser)
    named = set(re.findall(r'src="mark:(\w+)"', page.toHtml()))
    assert named == {style.name.lower() for style in Style}
    kind = QTextDocument.ResourceType.ImageResource
    samples = [page.document().resource(kind, QUrl(f"mark:{name}")) for name in sorted(named)]
    assert all(isinstance(image, QImage) and not image.isNull() for image in samples)
    assert samples[0] != samples[1] != samples[2]


def test_a_larger_font_and_another_theme_are_followed(qtbot: QtBot) -> None:
    window = HelpWindow()
    qtbot.addWidget(window)
    window.show()
    page = window.findChild(QTextBrowser)
    assert isinstance(page, QTextBrowser)
    before = page.document().size().height()
    font = window.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    window.setFont(font)
    assert page.document().size().height() > before


def test_escape_closes_it(qtbot: QtBot) -> None:
    window = HelpWindow()
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.isVisible())


def test_it_leads_to_the_guide(qtbot: QtBot) -> None:
    window = HelpWindow()
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.guide_requested):
        QTest.mouseClick(window.guide_button, Qt.MouseButton.LeftButton)
