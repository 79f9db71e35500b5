"""The last line of the window: which model, where it runs, what it is doing, how fast it was."""

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from desktop.views import icons, theme
from desktop.views.widgets.busy_line import BusyLine
from desktop.views.widgets.card import caption
from desktop.wording.tooltips import tooltip

_ICON = 14


class StatusLine(QWidget):
    """Model and device at the left; what is being done, or was, at the right.

    Signals:
        training_requested: The user pressed what is said of a training that goes on.
    """

    training_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sign_label = QLabel()
        self.model_label = caption()
        self.model_label.setAccessibleName(self.tr("Model and device"))
        self.model_label.setTextFormat(Qt.TextFormat.PlainText)
        self.model_label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.busy_line = BusyLine()
        self.busy_line.setFixedWidth(110)
        self.state_label = caption()
        self.state_label.setAccessibleName(self.tr("State"))
        self.training_button = QPushButton()
        self.training_button.setFlat(True)
        self.training_button.setAccessibleName(self.tr("Show the training"))
        self.training_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.training_button.setToolTip(self.tr("Show the training"))
        self.training_button.clicked.connect(self.training_requested)
        self.training_button.hide()
        self._speed = ""
        self._is_ready = False
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 6, 0)
        row.setSpacing(8)
        row.addWidget(self.sign_label)
        row.addWidget(self.model_label, 1)
        row.addWidget(self.training_button)
        row.addWidget(self.busy_line)
        row.addWidget(self.state_label)
        self.sign_label.hide()

    def show_loading(self, name: str) -> None:
        """Say that a model is being loaded."""
        self._is_ready = False
        self._show_sign(is_shown=False)
        self.model_label.setText(name)
        self.busy_line.set_busy(True)
        self.state_label.setText(self.tr("Loading…"))

    def show_ready(self, model: str, device: str) -> None:
        """Say that a model is loaded, and on which device it runs."""
        self._is_ready = True
        self._speed = ""
        self._show_sign(is_shown=False)
        self.model_label.setText(f"{model}  ·  {device}")
        self.show_busy(False)

    def show_busy(self, is_busy: bool) -> None:
        """Say whether a translation is being made; a model must be loaded before."""
        if not self._is_ready:
            return
        self.busy_line.set_busy(is_busy)
        done = self._speed or self.tr("Ready")
        self.state_label.setText(self.tr("Translating…") if is_busy else done)

    def show_speed(self, seconds: float, words: int) -> None:
        """Say how long the last translation took; without words, that nothing was translated."""
        locale = QLocale()
        self._speed = ""
        if words:
            if seconds < 1:
                took = self.tr("{number} ms").format(number=locale.toString(round(seconds * 1000)))
            else:
                took = self.tr("{number} s").format(number=locale.toString(seconds, "f", 1))
            rate = locale.toString(round(words / max(seconds, 0.001)))
            self._speed = self.tr("{took}  ·  {rate} words/s").format(took=took, rate=rate)
        self.state_label.setText(self._speed or self.tr("Ready"))

    def show_training(self, text: str) -> None:
        """Say how far a training is that goes on; nothing where none does."""
        self.training_button.setText(text)
        self.training_button.setAccessibleName(text or self.tr("Show the training"))
        self.training_button.setVisible(bool(text))

    def show_failed(self, sentence: str) -> None:
        """Say that no model can be used, and why."""
        self._is_ready = False
        self.busy_line.set_busy(False)
        self._show_sign(is_shown=True)
        self.model_label.setText(sentence)
        self.model_label.setToolTip(tooltip(sentence))
        self.state_label.setText(self.tr("No model"))

    def _show_sign(self, *, is_shown: bool) -> None:
        self.sign_label.setVisible(is_shown)
        self.model_label.setToolTip("")
        if is_shown:
            colour, ratio = theme.colours().error, self.devicePixelRatioF()
            self.sign_label.setPixmap(icons.pixmap("error", colour, _ICON, ratio))
