"""A slim line with a running light while something is busy."""

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.views import theme

SHOWN_AFTER_MS = 200
"""Shorter work shows nothing: a flash would only distract."""

_HEIGHT = 3
_FRAME_MS = 33
_ROUND_MS = 1400
_SHARE = 0.3


class BusyLine(QWidget):
    """Keeps its place in the layout, and is empty while idle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._clock = QElapsedTimer()
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(SHOWN_AFTER_MS)
        self._wait.timeout.connect(self._begin)
        self._frames = QTimer(self)
        self._frames.setInterval(_FRAME_MS)
        self._frames.timeout.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return its fixed height."""
        return QSize(80, _HEIGHT)

    def set_busy(self, busy: bool) -> None:
        """Start after a moment, or stop at once."""
        if not busy:
            self._wait.stop()
            self._frames.stop()
            self.update()
        elif not self.is_running and not self._wait.isActive():
            self._wait.start()

    @property
    def is_running(self) -> bool:
        """Whether the light is running."""
        return self._frames.isActive()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the light at its position; clipped at the corners of a card."""
        if not self.is_running:
            return
        margin = theme.RADIUS
        room = self.width() - 2 * margin
        light = room * _SHARE
        at = (self._clock.elapsed() % _ROUND_MS) / _ROUND_MS * (room + light) - light
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(QRectF(margin, 0, room, _HEIGHT))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colours().accent)
        painter.drawRoundedRect(QRectF(margin + at, 0, light, _HEIGHT), 1.5, 1.5)

    @Slot()
    def _begin(self) -> None:
        self._clock.start()
        self._frames.start()
        self.update()
