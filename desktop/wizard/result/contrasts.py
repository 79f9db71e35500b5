"""Test sentences as translated by the former and by the new model."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from desktop.wizard.parts.figure import FigureCard
from desktop.wizard.parts.page import bold, faint
from desktop.wizard.parts.text_label import TextLabel
from training.progress import Contrasted


class Contrasts(QWidget):
    """Hidden until there are some."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[ContrastCard] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._column.addWidget(bold(self.tr("Before and after")))
        self.hide()

    def show_contrasts(self, contrasts: Sequence[Contrasted]) -> None:
        """Show these and no others."""
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [ContrastCard(one) for one in contrasts]
        for card in self.cards:
            self._column.addWidget(card)
        self.setVisible(bool(contrasts))


class ContrastCard(FigureCard):
    """One sentence in four lines."""

    def __init__(self, contrasted: Contrasted, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 11, 16, 12)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        rows = (
            (self.tr("Source"), contrasted.source),
            (self.tr("Before"), contrasted.old),
            (self.tr("After"), contrasted.new),
            (self.tr("Reference"), contrasted.reference),
        )
        for row, (caption, words) in enumerate(rows):
            name = faint(caption)
            name.setWordWrap(False)
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            label = TextLabel(words or self.tr("(nothing)"))
            label.setAccessibleName(caption)
            grid.addWidget(label, row, 1, Qt.AlignmentFlag.AlignTop)
