"""The bottom line of the window: notices at the left, status at the right."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from desktop.views.panes.notice_line import HEIGHT, NoticeLine
from desktop.views.panes.status_line import StatusLine

_WIDE = 672
"""The width in pixels from which both fit side by side."""


class Foot(QWidget):
    """One line, or two when narrow; takes no room while there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.notices = NoticeLine()
        self.status = StatusLine()
        self._is_held = False
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addWidget(self.notices, 1)
        self._row.addWidget(self.status)
        for widget in (self.notices, self.status):
            widget.installEventFilter(self)
        self._arrange()

    def hold(self, is_held: bool) -> None:
        """Keep the room of notices while a translation is awaited: the texts must not jump."""
        self._is_held = is_held and not self.isHidden()
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange both for the width."""
        super().resizeEvent(event)
        self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Appear with either of them, and vanish with the last."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._arrange()
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
        is_wide = self.width() >= _WIDE
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.LeftToRight if is_wide else direction.TopToBottom)
        self.setMinimumHeight(HEIGHT if self._is_held else 0)
        is_empty = self.notices.isHidden() and self.status.isHidden()
        self.setHidden(is_empty and not self._is_held)
