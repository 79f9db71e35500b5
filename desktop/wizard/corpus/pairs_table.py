"""A table of sentence pairs."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from desktop.views import theme
from desktop.views.widgets.label import Label
from desktop.wizard.parts.page import bold
from desktop.wording.language_names import language_name

_LONGEST = 400
"""The most characters shown of a sentence: a broken text may have a whole book in one line."""
_ROW_GAP = 13


class PairsTable(QWidget):
    """Two columns headed by their languages; as high as the sentences need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 11, 16, 12)
        self._grid.setHorizontalSpacing(26)
        self._grid.setVerticalSpacing(_ROW_GAP)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)

    def show_pairs(self, pairs: Sequence[tuple[str, str]], direction: tuple[str, str]) -> None:
        """Show these pairs of a source and a target language, given by their codes."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        names = [language_name(code) for code in direction]
        for column, name in enumerate(names):
            self._grid.addWidget(bold(name), 0, column)
        for row, pair in enumerate(pairs, start=1):
            for column, sentence in enumerate(pair):
                self._grid.addWidget(_cell(sentence, direction[column]), row, column)
        self.setAccessibleName(
            self.tr("Sentence pairs, {source} and {target}").format(
                source=names[0], target=names[1]
            )
        )
        self.update()

    def sentences(self) -> list[str]:
        """Return what is shown, row by row, the names of the languages first."""
        items = (self._grid.itemAt(index) for index in range(self._grid.count()))
        labels = (item.widget() for item in items if item is not None)
        return [label.text() for label in labels if isinstance(label, Label)]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is painted
        """Paint a card with a hairline above each row but the first."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colours.line)
        painter.setBrush(colours.field)
        inside = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for row in range(1, self._grid.rowCount()):
            item = self._grid.itemAtPosition(row, 0)  # a cell's own rectangle is not its position
            if item is not None:
                y = item.geometry().top() - (_ROW_GAP + 1) // 2
                painter.drawLine(16, y, self.width() - 16, y)


def _cell(sentence: str, language: str) -> Label:
    label = Label(sentence if len(sentence) <= _LONGEST else sentence[:_LONGEST] + " …")
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setLayoutDirection(QLocale(language).textDirection())
    label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
    return label
