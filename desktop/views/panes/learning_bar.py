"""Watch a model learn: one line above the texts to step through the epochs of a run."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale, QRectF, QSize, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop.views import icons, theme
from desktop.views.widgets.card import tool_button
from desktop.views.widgets.epoch_slider import EpochSlider
from desktop.views.widgets.label import Label
from desktop.wording.tooltips import tooltip

PLAY_MS = 1500
"""How long each epoch is shown during playback."""

REST_MS = 120
"""How long a dragged slider must rest before an epoch is requested."""

_SLIDER = 60
"""Width in pixels that the slider gets beside the bar's name and all facts of an epoch."""


class LearningBar(QWidget):
    """The current epoch, a slider over all kept epochs, and a play button.

    Signals:
        epoch_requested: The index (int) of the snapshot to translate with.
        closing_requested: The user closes the bar.
    """

    epoch_requested = Signal(int)
    closing_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Watch it learn"))
        self._snapshots: tuple[tuple[int, int], ...] = ()
        self._is_wide = True
        self.label = Label()
        self.label.setAccessibleName(self.tr("Epoch shown"))
        self.epochs = EpochSlider()
        self.play_button = tool_button("play", "", "")
        self.close_button = tool_button(
            "close",
            self.tr("Close"),
            self.tr("Stop watching and return to the model used before"),
        )
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._player = QTimer(self)
        self._player.setInterval(PLAY_MS)
        self._lay_out()
        self.epochs.moved.connect(self._on_moved)
        self.play_button.clicked.connect(self._on_play_clicked)
        self.close_button.clicked.connect(self._on_close_clicked)
        self._rest.timeout.connect(self._on_rested)
        self._player.timeout.connect(self._on_next)
        self.setFocusProxy(self.epochs)
        self._play(is_playing=False)
        self.show_snapshots(())

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.title = Label(self.tr("Watch it learn"))
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 5, 8, 5)
        row.setSpacing(12)
        row.addWidget(self.title)
        row.addWidget(self.play_button)
        row.addWidget(self.epochs, 1)
        row.addWidget(self.label)
        row.addWidget(self.close_button)

    def show_snapshots(self, snapshots: Sequence[tuple[int, int]]) -> None:
        """Offer these (epoch, step) pairs in order, and select the last one."""
        self._snapshots = tuple(snapshots)
        self._play(is_playing=False)
        self._rest.stop()
        last = len(self._snapshots) - 1
        self.epochs.show_place(max(last, 0), len(self._snapshots))
        self.play_button.setEnabled(last > 0)
        self._fit()

    @property
    def is_playing(self) -> bool:
        """Whether it is playing."""
        return self._player.isActive()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show shorter texts if there is little room."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Return no width: it shows what there is room for."""
        return QSize(0, super().minimumSizeHint().height())

    def _fit(self) -> None:
        """Leave out the name and the steps where they do not fit."""
        row = self.layout()
        assert row is not None
        places = range(len(self._snapshots))
        for self._is_wide in (True, False):
            self.title.setVisible(self._is_wide)
            widest = max((self._words(place) for place in places), key=len, default="")
            self.label.setMinimumWidth(self.fontMetrics().horizontalAdvance(widest))
            self._show_label()
            if row.minimumSize().width() + _SLIDER <= self.width():
                break

    def _words(self, place: int) -> str:
        epoch, step = self._snapshots[place]
        if not self._is_wide:
            return self.tr("Epoch {epoch} of {last}").format(
                epoch=epoch, last=self._snapshots[-1][0]
            )
        return self.tr("Epoch {epoch} of {last} (step {step})").format(
            epoch=epoch, last=self._snapshots[-1][0], step=QLocale().toString(step)
        )

    def _show_label(self) -> None:
        words = self._words(self.epochs.place) if self._snapshots else ""
        self.label.setText(words)
        self.epochs.slider.setAccessibleDescription(words)

    def _play(self, *, is_playing: bool) -> None:
        if is_playing:
            self._player.start()
        else:
            self._player.stop()
        icons.dress(self.play_button, "pause" if is_playing else "play")
        name = self.tr("Pause") if is_playing else self.tr("Play")
        tip = (
            self.tr("Stay at this epoch") if is_playing else self.tr("Show one epoch after another")
        )
        self.play_button.setAccessibleName(name)
        self.play_button.setToolTip(tooltip(tip))

    @Slot(int)
    def _on_moved(self, _place: int) -> None:
        self._show_label()
        self._rest.start()

    @Slot()
    def _on_rested(self) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.label.text()))
        self.epoch_requested.emit(self.epochs.place)

    @Slot()
    def _on_play_clicked(self) -> None:
        is_starting = not self.is_playing
        self._play(is_playing=is_starting)
        if is_starting:
            is_at_end = self.epochs.place == len(self._snapshots) - 1
            self.epochs.go_to(0 if is_at_end else self.epochs.place + 1)

    @Slot()
    def _on_next(self) -> None:
        last = len(self._snapshots) - 1
        self.epochs.go_to(self.epochs.place + 1)
        if self.epochs.place >= last:
            self._play(is_playing=False)

    @Slot()
    def _on_close_clicked(self) -> None:
        self.closing_requested.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop playing and request nothing."""
        super().hideEvent(event)
        self._play(is_playing=False)
        self._rest.stop()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint a card."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colours.line)
        painter.setBrush(colours.field)
        inside = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)
