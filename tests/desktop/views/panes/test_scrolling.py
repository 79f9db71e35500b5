"""Scrolling together: what leads stays, what follows shows the same sentence."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.panes.scrolling import ScrollTogether
from desktop.views.text.editor import Editor
from tests.support.windows import point_at

SOURCES = [f"Sentence {number} is here. " + "It is long. " * (number % 3) for number in range(60)]
TARGETS = [f"Satz {number} ist hier" + " und geht weiter" * (number % 5) for number in range(60)]


class Texts:
    """Two editors side by side, with a translation of 60 paragraphs."""

    def __init__(self, window: QWidget) -> None:
        self.window = window
        self.source, self.target = Editor(), Editor()
        row = QHBoxLayout(window)
        row.addWidget(self.source)
        row.addWidget(self.target)
        self.together = ScrollTogether(self.source, self.target, window)
        self.starts: list[tuple[int, int]] = []

    def show(self) -> None:
        """Show the texts, and tell where their sentences begin."""
        source, target = "\n".join(SOURCES), "\n".join(TARGETS)
        self.starts = [(source.index(one), target.index(other)) for one, other in self.pairs]
        self.source.replace_text(source)
        self.target.replace_text(target)
        self.together.show_sentences(source, self.starts)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return list(zip(SOURCES, TARGETS, strict=True))


def scroll(editor: Editor, line: int) -> None:
    editor.verticalScrollBar().setValue(line)


def value(editor: Editor) -> int:
    return editor.verticalScrollBar().value()


def top(editor: Editor) -> str:
    """Return the line at the top."""
    start, end = editor.top_line_span()
    return editor.text_now()[start:end]


@pytest.fixture
def texts(qtbot: QtBot) -> Texts:
    window = QWidget()
    qtbot.addWidget(window)
    texts = Texts(window)
    window.resize(700, 300)
    with qtbot.waitExposed(window):
        window.show()
    texts.show()
    return texts


@pytest.mark.parametrize("leader", [0, 1])
def test_the_sentence_at_the_top_of_one_is_at_the_top_of_the_other(
    texts: Texts, leader: int
) -> None:
    leading, following = (texts.source, texts.target)[:: 1 - 2 * leader]
    for number in range(0, 50, 7):
        line = leading.line_of(texts.starts[number][leader])
        scroll(leading, line)
        assert top(leading).strip().startswith(texts.pairs[number][leader][:10].strip())
        assert top(following).strip().startswith(texts.pairs[number][1 - leader][:10].strip())
        assert value(leading) == line  # it is not followed in turn


def test_what_follows_never_runs_backwards(texts: Texts) -> None:
    seen = []
    for line in range(texts.source.verticalScrollBar().maximum()):
        scroll(texts.source, line)
        seen.append(value(texts.target))
    assert seen == sorted(seen)
    assert seen[0] == 0


def test_typing_moves_the_sentences_and_what_was_edited_is_left_out(texts: Texts) -> None:
    texts.source.replace_text("A new line.\n" * 5 + texts.source.text_now())
    scroll(texts.source, texts.source.line_of(texts.starts[20][0] + 60))
    assert top(texts.target).startswith("Satz 20 ")


def test_a_new_text_follows_the_one_that_was_scrolled_last(texts: Texts) -> None:
    scroll(texts.target, 40)
    shown = top(texts.target)
    texts.show()
    assert top(texts.target) == shown


def test_where_it_is_not_wished_each_scrolls_for_itself(texts: Texts) -> None:
    texts.together.set_enabled(False)
    scroll(texts.source, 30)
    assert value(texts.target) == 0


def test_the_partner_of_a_word_is_brought_into_view(qtbot: QtBot, texts: Texts) -> None:
    texts.together.set_enabled(False)
    partner = texts.target.text_now().index("Satz 50")
    span = (partner, partner + 4)
    texts.together.show_link(([(0, 8)], [span]))
    assert not texts.target.is_in_view(span)  # the pointer is elsewhere
    QTest.mouseMove(texts.source.viewport(), QPoint(1, 1))
    point_at(texts.source, 0, 8)
    qtbot.waitUntil(lambda: texts.source.is_pointed_at)
    texts.together.show_link(([(0, 8)], [span]))
    qtbot.waitUntil(lambda: texts.target.is_in_view(span))
    assert value(texts.source) == 0
