"""A read-only table of figures."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from desktop.views.widgets.label import Label
from desktop.wizard.parts.figure import FigureCard
from desktop.wizard.parts.page import faint
from desktop.wording.tooltips import tooltip


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The cells of a row; an important row is bold."""

    cells: tuple[str, ...]
    is_strong: bool = False
    tip: str = ""


class ScoreTable(FigureCard):
    """A heading for each column, then the rows; the first column takes the remaining room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows: tuple[ScoreRow, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(18, 12, 18, 12)
        self._grid.setHorizontalSpacing(22)
        self._grid.setVerticalSpacing(7)
        self._grid.setColumnStretch(0, 1)

    def show_rows(self, headings: Sequence[str], rows: Sequence[ScoreRow]) -> None:
        """Show these and nothing else."""
        self._clear()
        self.rows = tuple(rows)
        for column, heading in enumerate(headings):
            label = faint(heading)
            label.setWordWrap(False)
            self._grid.addWidget(label, 0, column, _side(column))
        line = QFrame()
        line.setFrameShape(QFrame.Shape.HLine)
        line.setFrameShadow(QFrame.Shadow.Plain)
        line.setStyleSheet("color: palette(mid)")
        self._grid.addWidget(line, 1, 0, 1, len(headings))
        for number, row in enumerate(self.rows, start=2):
            for column, words in enumerate(row.cells):
                label = Label(words)
                label.setAccessibleName(f"{row.cells[0]}, {headings[column]}: {words}")
                label.setToolTip(tooltip(row.tip))
                if row.is_strong:
                    font = label.font()
                    font.setWeight(QFont.Weight.DemiBold)
                    label.setFont(font)
                self._grid.addWidget(label, number, column, _side(column))

    def _clear(self) -> None:
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()


def _side(column: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
