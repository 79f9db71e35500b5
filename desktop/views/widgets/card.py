"""A text on a rounded card with a row of buttons below: the base of both panes."""

from PySide6.QtCore import QRectF, QSize, Slot
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from desktop.views import icons, theme
from desktop.views.text.editor import Editor
from desktop.views.widgets.busy_line import BusyLine
from desktop.views.widgets.label import Label
from desktop.wording.tooltips import tooltip

MINIMUM_WIDTH = 310
"""The minimum width of a pane: the same for both, so that they share their room evenly."""

_ICON = 18


class Card(QFrame):
    """An editor above a footer; outlined in the accent while the editor has the focus."""

    def __init__(self, editor: Editor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self.busy_line = BusyLine(self)
        self.footer = QHBoxLayout()
        self.footer.setContentsMargins(9, 3, 12, 7)
        self.footer.setSpacing(2)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(2, 4, 2, 1)
        self.column.setSpacing(0)
        self.column.addWidget(self.busy_line)
        self.column.addWidget(editor, 1)
        self.column.addLayout(self.footer)
        editor.focus_changed.connect(self._on_focus_changed)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the card."""
        colours = theme.colours()
        has_focus = self._editor.hasFocus()
        width = 2.0 if has_focus else 1.0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(colours.field)
        painter.setPen(QPen(colours.accent if has_focus else colours.line, width))
        inside = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)

    @Slot(bool)
    def _on_focus_changed(self, _has_focus: bool) -> None:
        self.update()


def paint_card(widget: QWidget) -> None:
    """Paint the ground of a card: a field with round corners."""
    colours = theme.colours()
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(colours.line)
    painter.setBrush(colours.field)
    inside = QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)


def tool_button(icon: str, name: str, tip: str) -> QToolButton:
    """Return a flat button with an icon.

    Args:
        icon: The name of the icon.
        name: What it does, for screen readers.
        tip: What it does, with its keys.
    """
    button = QToolButton()
    icons.dress(button, icon)
    button.setIconSize(QSize(_ICON, _ICON))
    button.setAutoRaise(True)
    button.setAccessibleName(name)
    button.setToolTip(tooltip(tip))
    return button


def caption() -> Label:
    """Return a line of secondary text."""
    label = Label()
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def keys_of(keys: str | QKeySequence.StandardKey) -> str:
    """Return keys as this system and language write them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
