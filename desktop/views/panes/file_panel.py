"""The files that are being translated, and what became of them: a slim list below the panes."""

from pathlib import Path

from PySide6.QtCore import QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.views import icons, theme
from desktop.wording.amounts import time_left
from desktop.wording.tooltips import tooltip

_ROWS_IN_SIGHT = 3
_BAR_HEIGHT = 4


class FilePanel(QScrollArea):
    """One row a file; hidden while there is none.

    Signals:
        cancel_requested: The key of the file to stop; what is done of it is kept.
        open_requested: The key of the file whose translation is to be opened.
        reveal_requested: The key of the file whose translation is to be shown in its folder.
        removed: The key of the file whose row the user took away.
    """

    cancel_requested = Signal(str)
    open_requested = Signal(str)
    reveal_requested = Signal(str)
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Files"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._rows: dict[str, _FileRow] = {}
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addStretch(1)
        self.setWidget(inside)
        self.hide()

    def add_file(self, key: str, name: str) -> None:
        """A file waits for its turn; a key that is there already begins again."""
        self.remove_file(key)
        row = _FileRow(name)
        row.cancel.clicked.connect(lambda: self.cancel_requested.emit(key))
        row.open.clicked.connect(lambda: self.open_requested.emit(key))
        row.reveal.clicked.connect(lambda: self.reveal_requested.emit(key))
        row.remove.clicked.connect(lambda: self._on_remove_clicked(key))
        self._rows[key] = row
        self._column.insertWidget(self._column.count() - 1, row)
        row.show()
        self.show()
        self.updateGeometry()

    def show_progress(self, key: str, done: int, total: int, seconds_left: float | None) -> None:
        """How far a file is, in sentences."""
        if key in self._rows:
            self._rows[key].show_progress(done, total, seconds_left)

    def show_remark(self, key: str, sentence: str) -> None:
        """Say something about the whole of a file."""
        if key in self._rows:
            self._rows[key].show_remark(sentence)
            self.updateGeometry()

    def show_result(self, key: str, path: Path, done: int, total: int, notices: int) -> None:
        """A file is done, or stopped with a part of it done."""
        if key in self._rows:
            self._rows[key].show_result(path, done, total, notices)

    def show_failure(self, key: str, sentence: str) -> None:
        """A file could not be translated."""
        if key in self._rows:
            self._rows[key].show_failure(sentence)

    def remove_file(self, key: str) -> None:
        """Take a row away."""
        row = self._rows.pop(key, None)
        if row is None:
            return
        row.hide()
        self._column.removeWidget(row)
        row.deleteLater()
        self.setVisible(bool(self._rows))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As high as the rows, up to a few of them."""
        heights = [row.sizeHint().height() for row in self._rows.values()]
        spacing = self._column.spacing()
        in_sight = heights[:_ROWS_IN_SIGHT]
        height = sum(in_sight) + spacing * max(len(in_sight) - 1, 0)
        if len(heights) > _ROWS_IN_SIGHT:
            height += heights[_ROWS_IN_SIGHT] // 2  # half a row says that there is more
        return QSize(super().sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:
        """One row."""
        heights = [row.sizeHint().height() for row in self._rows.values()]
        return QSize(0, heights[0] if heights else 0)

    def _on_remove_clicked(self, key: str) -> None:
        self.remove_file(key)
        self.removed.emit(key)


class _FileRow(QWidget):
    """One file: while it waits, while it runs, and what came of it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._title = QLabel(name)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._title.setMinimumWidth(80)
        self._mark = QLabel()
        self._mark.hide()
        self._state = QLabel(self.tr("waiting"))
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self._remark = QLabel()
        self._remark.setTextFormat(Qt.TextFormat.PlainText)
        self._remark.setWordWrap(True)
        self._remark.hide()
        self._bar = QProgressBar(textVisible=False)
        self._bar.setFixedHeight(_BAR_HEIGHT)
        self._bar.setRange(0, 1)
        self._bar.setAccessibleName(self.tr("Progress of {name}").format(name=name))
        self.cancel = QPushButton(self.tr("Stop"))
        self.cancel.setToolTip(self.tr("Stop, and keep what is translated so far"))
        self.cancel.setAccessibleName(self.tr("Stop translating {name}").format(name=name))
        self.open = QPushButton(self.tr("Open"))
        self.open.setToolTip(self.tr("Open the translated file"))
        self.open.setAccessibleName(self.tr("Open the translation of {name}").format(name=name))
        self.reveal = QPushButton(self.tr("Show in folder"))
        self.reveal.setToolTip(self.tr("Show where the translated file is"))
        self.reveal.setAccessibleName(
            self.tr("Show the translation of {name} in its folder").format(name=name)
        )
        self.remove = QToolButton()
        icons.dress(self.remove, "close")
        self.remove.setAutoRaise(True)
        self.remove.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.remove.setToolTip(self.tr("Remove from this list; the file stays"))
        self.remove.setAccessibleName(self.tr("Remove {name} from this list").format(name=name))
        for button in (self.open, self.reveal, self.remove):
            button.hide()
        self._lay_out()

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._title)
        words.addWidget(self._state)
        words.addWidget(self._remark)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._mark)
        row.addLayout(words, 1)
        for button in (self.cancel, self.open, self.reveal, self.remove):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 12, 10)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self._bar)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is painted
        """Be a card."""
        palette = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(palette.line)
        painter.setBrush(palette.field)
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS, theme.RADIUS
        )

    def show_progress(self, done: int, total: int, seconds_left: float | None) -> None:
        """Show how far it is."""
        self._bar.setRange(0, max(total, 1))
        self._bar.setValue(done)
        state = self.tr("{done} of %Ln sentence(s)", "", total).format(
            done=QLocale().toString(done)
        )
        if seconds_left is not None and done < total:
            state += f"  ·  {time_left(seconds_left)}"
        self._state.setText(state)

    def show_remark(self, sentence: str) -> None:
        """Say something about the whole file."""
        self._remark.setText(sentence)
        self._remark.show()

    def show_result(self, path: Path, done: int, total: int, notices: int) -> None:
        """Show where the translation is, and whether it is all of it."""
        is_whole = done == total
        if is_whole:
            state = self.tr("%Ln sentence(s)", "", total)
        else:
            state = self.tr("Stopped: {done} of %Ln sentence(s) are translated.", "", total)
            state = state.format(done=QLocale().toString(done))
        if notices:
            state += "  ·  " + self.tr("%Ln of them to be checked", "", notices)
        self._title.setText(self.tr("Saved as {name}").format(name=path.name))
        self._title.setToolTip(tooltip(str(path)))
        self._end("check" if is_whole else "warning", state)
        self.open.show()
        self.reveal.show()

    def show_failure(self, sentence: str) -> None:
        """Show why there is no translation."""
        self._state.setWordWrap(True)
        self._title.setText(self.tr("{name} was not translated").format(name=self._name))
        self._end("error", sentence)

    def _end(self, mark: str, state: str) -> None:
        palette = theme.colours()
        colour = {"check": palette.success, "warning": palette.warning, "error": palette.error}
        pixmap = icons.pixmap(mark, colour[mark], 18, self.devicePixelRatioF())
        self._mark.setPixmap(pixmap)
        self._mark.show()
        self._state.setText(state)
        self._bar.hide()
        self.cancel.hide()
        self.remove.show()
