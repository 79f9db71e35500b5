"""An attention panel whose pictures are drawn at once, and what a person does with it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from desktop.values.attention_drawing import Drawing, DrawRequest, Place
from desktop.views.attention.panel import AttentionPanel
from desktop.workers.map_drawer import MapDrawer
from engine.attention.maps import SentenceAttention
from engine.translation import ScoredText
from tests.support.drawings import draw_now

SOURCE, TARGET = "A man runs home.", "EIN MANN RENNT HEIM."
HYPOTHESES = (
    ScoredText(TARGET, -0.1, (1,)),
    ScoredText("EIN MANN LÄUFT HEIM.", -0.2, (2,)),
    ScoredText("MANN RENNT.", -0.3, (3,)),
)


class Desk:
    """A panel whose requests are drawn at once."""

    def __init__(self, qtbot: QtBot, width: int = 1000, height: int = 460) -> None:
        self.panel = AttentionPanel()
        qtbot.addWidget(self.panel)
        self.wishes: list[DrawRequest] = []
        self._drawer = MapDrawer()
        self.panel.drawing_requested.connect(self._draw)
        self.panel.resize(width, height)
        self.panel.show()

    def _draw(self, wish: DrawRequest) -> None:
        self.wishes.append(wish)
        self.panel.show_drawing(draw_now(self._drawer, wish))

    def settle(self) -> None:
        """Draw everything that was requested."""
        for _ in range(5):
            QApplication.processEvents()

    def show(self, attention: SentenceAttention | None) -> None:
        self.panel.show_attention(attention)
        self.settle()

    def drawing(self, place: Place = "map") -> Drawing:
        view = self.panel.grid if place == "grid" else self.panel.maps[place].picture
        assert view.drawing is not None
        return view.drawing

    def combo(self, name: str) -> QComboBox:
        (found,) = (c for c in self.panel.findChildren(QComboBox) if c.accessibleName() == name)
        return found

    def choose(self, name: str, entry: str) -> None:
        """Choose an entry by keys, as a person does."""
        combo = self.combo(name)
        entries = [combo.itemText(index) for index in range(combo.count())]
        QTest.keyClick(combo, Qt.Key.Key_Home)
        for _ in range(entries.index(entry)):
            QTest.keyClick(combo, Qt.Key.Key_Down)
        self.settle()
        assert self.combo(name).currentText() == entry

    def show_all_heads(self) -> None:
        """Show the grid, or hide it again."""
        (toggle,) = (b for b in self.panel.findChildren(QToolButton) if b.text() == "All heads")
        toggle.click()
        self.settle()

    def take(self, *names: str) -> None:
        """Choose an entry of a menu."""
        self.action(*names).trigger()
        self.settle()

    def action(self, *names: str) -> QAction:
        """Return an entry of a menu by its text, or by the object name of its menu and its text."""
        (found,) = (
            action
            for menu in self.panel.findChildren(QMenu)
            if len(names) == 1 or menu.objectName() == names[0]
            for action in menu.actions()
            if action.text() == names[-1]
        )
        return found

    def menu(self, name: str) -> QMenu:
        """Return a menu by what it is called where it opens."""
        (found,) = (menu for menu in self.panel.findChildren(QMenu) if menu.title() == name)
        return found

    def tips(self) -> list[str]:
        return [label.toolTip() for label in self.panel.findChildren(QLabel) if label.isVisible()]

    def labels(self) -> list[str]:
        return [label.text() for label in self.panel.findChildren(QLabel) if label.isVisible()]
