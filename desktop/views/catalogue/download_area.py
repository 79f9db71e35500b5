"""The cards of all downloads, below the list; scrolled when there are many."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

_MOST = 230
"""The most that the cards take of the window's height."""


class DownloadArea(QScrollArea):
    """As high as its cards, up to a limit; hidden without any."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addStretch(1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setWidget(inside)
        inside.setAutoFillBackground(False)  # the scroll area has set it
        self.viewport().setAutoFillBackground(False)
        self.setAccessibleName(self.tr("Downloads"))
        self.hide()

    def add(self, card: QWidget) -> None:
        """Put a card at the end."""
        self._column.insertWidget(self._column.count() - 1, card)  # before the stretch
        self.show()

    def remove(self, card: QWidget) -> None:
        """Remove a card for good."""
        card.hide()
        self._column.removeWidget(card)
        card.deleteLater()
        self.setVisible(self._column.count() > 1)

    def sizeHint(self) -> QSize:
        """Return the size of the cards, up to the limit."""
        needed = self._column.totalHeightForWidth(self.viewport().width())
        return QSize(super().sizeHint().width(), min(needed, _MOST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the cards, whose texts are wrapped to another width now."""
        super().resizeEvent(event)
        self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the cards when they change their height."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
