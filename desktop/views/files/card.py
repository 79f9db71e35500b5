"""One file as a card: while it waits, while it is translated, and its result."""

from pathlib import Path
from typing import Literal

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.views import icons, theme
from desktop.views.widgets.card import caption, paint_card, tool_button
from desktop.views.widgets.elided_label import ElidedLabel
from desktop.views.widgets.flow_layout import FlowLayout
from desktop.views.widgets.label import Label
from desktop.wording.amounts import time_left
from desktop.wording.tooltips import tooltip

_BAR_HEIGHT = 4
_SIGN = 18

Sign = Literal["file", "check", "warning", "error"]


class FileCard(QWidget):
    """The state of a file, with buttons for its actions."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._sign = Label()
        self._title = ElidedLabel()
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._title.show_text(name)
        self._state = _wrapping(caption())
        self._state.setText(self.tr("Waiting"))
        self._remark = _wrapping(Label())
        self._remark.hide()
        self._bar = QProgressBar(textVisible=False)
        self._bar.setFixedHeight(_BAR_HEIGHT)
        self._bar.setRange(0, 1)
        self._bar.setAccessibleName(self.tr("Progress of {name}").format(name=name))
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.setToolTip(self.tr("Stop and keep what is translated so far"))
        self.stop.setAccessibleName(self.tr("Stop translating {name}").format(name=name))
        self.open = QPushButton(self.tr("Open"))
        self.open.setToolTip(self.tr("Open the translated file"))
        self.open.setAccessibleName(self.tr("Open the translation of {name}").format(name=name))
        self.reveal = QPushButton(self.tr("Show in folder"))
        self.reveal.setToolTip(self.tr("Open the folder of the translated file"))
        self.reveal.setAccessibleName(
            self.tr("Show the translation of {name} in its folder").format(name=name)
        )
        self.resume = QPushButton(self.tr("Resume"))
        self.resume.setToolTip(self.tr("Translate the rest; what is done is kept"))
        self.resume.setAccessibleName(self.tr("Resume translating {name}").format(name=name))
        self.doubts = QPushButton()
        self.doubts.setToolTip(self.tr("List the sentences that need checking"))
        self.remove = tool_button(
            "close",
            self.tr("Remove {name} from this list").format(name=name),
            self.tr("Remove from this list; the file is kept"),
        )
        self.remove.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for button in (self.doubts, self.resume, self.open, self.reveal, self.remove):
            button.hide()
        self._show_sign("file")
        self._lay_out()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._sign)
        top.addWidget(self._title, 1)
        top.addWidget(self.remove)
        buttons = FlowLayout(gap=6)
        for button in (self.stop, self.resume, self.open, self.reveal, self.doubts):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 10, 12)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self._bar)
        column.addWidget(self._state)
        column.addWidget(self._remark)
        column.addLayout(buttons)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is painted
        """Paint a card."""
        paint_card(self)

    def show_progress(self, done: int, total: int, seconds_left: float | None) -> None:
        """Show how many sentences are done, the percentage, and the time left."""
        self._bar.setRange(0, max(total, 1))
        self._bar.setValue(done)
        parts = [self.tr("{percent} %").format(percent=100 * done // max(total, 1))]
        if seconds_left is not None and done < total:
            parts.append(time_left(seconds_left))
        count = self.tr("{done} of %Ln sentence(s)", "", total)
        parts.append(count.format(done=QLocale().toString(done)))
        self._state.setText("  ·  ".join(parts))

    def show_doubts(self, count: int) -> None:
        """Offer the list of sentences that need checking, if there are any."""
        text = self.tr("%Ln need checking", "", count)
        self.doubts.setText(text)
        self.doubts.setAccessibleName(f"{self._name}: {text}")
        self.doubts.setVisible(count > 0)

    def show_remark(self, sentence: str) -> None:
        """Say something about the whole file."""
        self._remark.setText(sentence)
        self._remark.show()

    def show_result(self, path: Path, done: int, total: int) -> None:
        """Show where the translation is, and whether it is complete."""
        is_whole = done == total
        state = self.tr("%Ln sentence(s)", "", total) if is_whole else self._stopped(done, total)
        self._title.show_text(self.tr("Saved as {name}").format(name=path.name))
        self._title.setToolTip(tooltip(str(path)))
        self._end("check" if is_whole else "warning", state)
        self.open.show()
        self.reveal.show()

    def show_unfinished(self, done: int, total: int) -> None:
        """Show how much was done when the program ended."""
        self._end("warning", self._stopped(done, total))

    def offer_resuming(self) -> None:
        """Offer to translate the rest."""
        self.resume.show()

    def show_failure(self, sentence: str) -> None:
        """Show why there is no translation."""
        self._title.show_text(self.tr("{name} was not translated").format(name=self._name))
        self._end("error", sentence)

    def _stopped(self, done: int, total: int) -> str:
        state = self.tr("Stopped at {percent} %: {done} of %Ln sentence(s) done", "", total)
        percent = 100 * done // max(total, 1)
        return state.format(percent=percent, done=QLocale().toString(done))

    def _end(self, sign: Sign, state: str) -> None:
        self._show_sign(sign)
        self._state.setText(state)
        self._bar.hide()
        self.stop.hide()
        self.remove.show()

    def _show_sign(self, sign: Sign) -> None:
        palette = theme.colours()
        colour = {
            "file": palette.faint,
            "check": palette.success,
            "warning": palette.warning,
            "error": palette.error,
        }[sign]
        self._sign.setPixmap(icons.pixmap(sign, colour, _SIGN, self.devicePixelRatioF()))


def _wrapping(label: Label) -> Label:
    """Make a plain text label wrap and selectable."""
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
