from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.views import theme
from desktop.views.text.editor import Editor
from desktop.views.text.highlighter import Highlighter, Style, paint_mark

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@given(
    spans=st.lists(st.integers(0, 26), min_size=2, max_size=10, unique=True).map(sorted),
    place=st.integers(0, 26),
    removed=st.integers(0, 26),
    added=st.integers(0, 5),
)
@pytest.mark.usefixtures("qapp")
def test_spans_stay_on_their_words_and_edited_words_lose_them(
    spans: list[int], place: int, removed: int, added: int
) -> None:
    document = QTextDocument(_LETTERS)
    document.documentLayout()  # without one, a document tells nobody of its changes
    highlighter = Highlighter(document)
    wanted = [(a, b) for a, b in zip(spans[::2], spans[1::2], strict=False)]
    highlighter.set_spans((a, b, Style.UNSURE) for a, b in wanted)
    highlighter.set_links(wanted, is_pinned=False)
    end = min(26, place + removed)
    cursor = QTextCursor(document)
    cursor.setPosition(place)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText("X" * added)
    text = document.toPlainText()
    untouched = [_LETTERS[a:b] for a, b in wanted if b <= place or a >= end]
    if place == end and not added:
        untouched = [_LETTERS[a:b] for a, b in wanted]
    assert [text[a:b] for a, b, _ in highlighter.spans()] == untouched
    assert [text[a:b] for a, b in highlighter.links()] == untouched


@pytest.mark.usefixtures("qapp")
def test_marks_are_told_apart_without_colour() -> None:
    images = {style: _inked(_gray(style)) for style in Style}
    for style, pixels in images.items():
        assert pixels, style
    for one in Style:
        for other in Style:
            if one is not other:
                shared = len(images[one] & images[other])
                assert shared < 0.7 * max(len(images[one]), len(images[other]))


def _inked(image: QImage) -> set[tuple[int, int]]:
    return {
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).lightness() < 190
    }


def _gray(style: Style) -> QImage:
    image = QImage(80, 30, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_mark(painter, style, QRectF(10, 2, 60, 24), 19)
    painter.end()
    return image


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a dog runs", "dog"),
        ("😀 e\u0301 dog runs", "dog"),
        ("مرحبا dog בעולם", "dog"),
        ("abc مرحبا xyz", "مرحبا"),
        ("long\n" * 6 + "dog runs", "dog"),
    ],
)
def test_the_background_stands_behind_the_word(qtbot: QtBot, text: str, word: str) -> None:
    editor = Editor()
    qtbot.addWidget(editor)
    editor.resize(400, 200)
    editor.setPlainText(text)
    plain = editor.grab().toImage()
    start = text.index(word)
    editor.show_links([(start, start + len(word))], is_pinned=False, colour=QColor("#ff00ff"))
    marked = editor.grab().toImage()
    changed = {
        (x, y)
        for x in range(0, 400, 2)
        for y in range(0, 200, 2)
        if plain.pixel(x, y) != marked.pixel(x, y)
    }
    assert changed
    inside = editor.viewport().geometry().topLeft()
    offsets = {editor.offset_at(QPoint(x, y) - inside) for x, y in changed}
    assert set(range(start, start + len(word))) <= offsets
    # The soft edge reaches over the spaces; where directions meet, Qt finds what follows a space.
    assert offsets - {-1} <= set(range(start - 1, start + len(word) + 2))


def test_a_mark_is_seen_as_far_as_it_reaches_though_another_lies_within(qtbot: QtBot) -> None:
    editor = Editor()
    qtbot.addWidget(editor)
    editor.resize(200, 80)
    editor.setPlainText("many words " * 30)
    editor.show()
    bar = editor.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value()
    plain = editor.grab().toImage()
    long = (0, 330, Style.EDITED)
    editor.set_marks([long])
    alone = editor.grab().toImage()
    assert alone != plain
    editor.set_marks([long, (5, 10, Style.DICTIONARY)])
    assert editor.grab().toImage() == alone


@pytest.mark.parametrize("theme_name", ["light", "dark"])
@pytest.mark.parametrize("style", Style)
def test_no_mark_looks_like_a_link(
    qapp: QApplication, style: Style, theme_name: Literal["light", "dark"]
) -> None:
    """A line in the colour of links below a whole word is one, to whoever sees it."""
    theme.apply(theme_name)
    picture = QImage(60, 30, QImage.Format.Format_RGB32)
    picture.fill(theme.colours().field)
    painter = QPainter(picture)
    paint_mark(painter, style, QRectF(5, 2, 50, 24), 20)
    painter.end()
    link = qapp.palette().color(QPalette.ColorRole.Link).rgb()
    for y in range(18, 30):
        assert [picture.pixel(x, y) for x in range(60)].count(link) < 25
    theme.apply("light")
