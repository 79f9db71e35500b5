"""The progress of a run: a slim bar with a notch after each epoch."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from desktop.views import theme

_STEPS = 10_000
_HEIGHT = 4
_NOTCH = 1.5
_LEAST_DISTANCE = 5.0
"""The least distance of notches in pixels; denser ones are not drawn."""


class EpochProgress(QProgressBar):
    """Shares of the run, from 0 to 1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, textVisible=False)
        self.setRange(0, _STEPS)
        self.setFixedHeight(_HEIGHT)
        self.setAccessibleName(self.tr("Training progress"))
        self._epochs = 0

    def show_progress(self, share: float, epochs: int) -> None:
        """Show the finished share of this number of epochs; 0: unknown."""
        self.setValue(round(_STEPS * min(max(share, 0.0), 1.0)))
        self._epochs = epochs
        self.update()

    def notches(self) -> list[float]:
        """Return where epochs end, in pixels from the left."""
        if self._epochs < 2 or self.width() / self._epochs < _LEAST_DISTANCE:
            return []
        return [self.width() * epoch / self._epochs for epoch in range(1, self._epochs)]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, and notches in it."""
        super().paintEvent(event)
        painter = QPainter(self)
        for place in self.notches():
            painter.fillRect(
                round(place - _NOTCH / 2), 0, round(_NOTCH), self.height(), theme.colours().window
            )
