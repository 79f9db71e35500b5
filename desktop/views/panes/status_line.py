"""The status at the right of the bottom line: loading, long translations, training."""

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from desktop.views import icons, theme
from desktop.views.widgets.busy_line import BusyLine
from desktop.views.widgets.card import keys_of
from desktop.views.widgets.elided_label import ElidedLabel
from desktop.views.widgets.label import Label
from desktop.wording.amounts import time_left
from desktop.wording.tooltips import tooltip

_ICON = 14
_BAR, _LEAST_BAR = 110, 24


class StatusLine(QWidget):
    """Running work; takes no room while there is none.

    Signals:
        training_requested: The user pressed the status of a running training.
        stop_requested: Stop the translation.
    """

    training_requested = Signal()
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sign_label = Label()
        self.sign_label.hide()
        self.busy_line = BusyLine()
        self.busy_line.setFixedWidth(_BAR)
        self.progress_bar = QProgressBar(textVisible=False)
        self.progress_bar.setMinimumWidth(_LEAST_BAR)
        self.progress_bar.setMaximumWidth(_BAR)
        self.progress_bar.setAccessibleName(self.tr("Progress of the translation"))
        self.state_label = ElidedLabel()
        self.state_label.elide_mode = Qt.TextElideMode.ElideRight
        self.state_label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.state_label.setAccessibleName(self.tr("Status"))
        self.stop_button = QPushButton(self.tr("Stop"))
        self.stop_button.setFlat(True)
        self.stop_button.setAccessibleName(self.tr("Stop translating"))
        self.stop_button.setToolTip(
            self.tr("Stop and keep what is translated so far ({keys})").format(keys=keys_of("Esc"))
        )
        self.stop_button.clicked.connect(self.stop_requested)
        self.training_button = QPushButton()
        self.training_button.setFlat(True)
        self.training_button.setAccessibleName(self.tr("Show training"))
        self.training_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.training_button.setToolTip(self.tr("Show training"))
        self.training_button.clicked.connect(self.training_requested)
        self.training_button.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 6, 0)
        row.setSpacing(8)
        row.addStretch(1)
        for widget in (
            self.training_button,
            self.sign_label,
            self.busy_line,
            self.progress_bar,
            self.state_label,
            self.stop_button,
        ):
            row.addWidget(widget)
        self._show_state("")

    def show_loading(self, name: str) -> None:
        """Say that a model is being loaded."""
        self._show_state(self.tr("Loading {model}…").format(model=name), is_busy=True)

    def show_ready(self) -> None:
        """Show that a model is loaded: nothing."""
        self._show_state("")

    def show_progress(self, share: float, seconds_left: float | None) -> None:
        """Show the progress of a long translation, and offer to stop it."""
        percent = self.tr("{number} %").format(number=QLocale().toString(int(100 * share)))
        left = "" if seconds_left is None else f"  ·  {time_left(seconds_left)}"
        self._show_state(percent + left)
        self.state_label.setMinimumWidth(self.fontMetrics().horizontalAdvance(percent))
        self.progress_bar.setValue(int(100 * share))
        self.progress_bar.show()
        self.stop_button.show()

    def end_progress(self) -> None:
        """Clear the progress of a translation: it has ended, or another one has begun."""
        if not self.progress_bar.isHidden():
            self._show_state("")

    def show_training(self, text: str) -> None:
        """Show the progress of a running training; nothing if there is none."""
        self.training_button.setText(text)
        self.training_button.setAccessibleName(text or self.tr("Show training"))
        self.training_button.setVisible(bool(text))
        self._show_if_needed()

    def show_failed(self, sentence: str) -> None:
        """Say that no model can be used, and why."""
        self._show_state(self.tr("No model"), is_failed=True)
        self.state_label.setToolTip(tooltip(sentence))

    def _show_state(self, text: str, *, is_busy: bool = False, is_failed: bool = False) -> None:
        self.state_label.show_text(text)
        self.state_label.setMinimumWidth(0)
        self.state_label.setVisible(bool(text))
        self.busy_line.set_busy(is_busy)
        self.busy_line.setVisible(is_busy)
        self.progress_bar.hide()
        self.stop_button.hide()
        self.sign_label.setVisible(is_failed)
        if is_failed:
            colour, ratio = theme.colours().error, self.devicePixelRatioF()
            self.sign_label.setPixmap(icons.pixmap("error", colour, _ICON, ratio))
        self._show_if_needed()

    def _show_if_needed(self) -> None:
        self.setHidden(self.state_label.isHidden() and self.training_button.isHidden())
