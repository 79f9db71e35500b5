"""A card for one of several choices, with its description."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.views import icons, theme
from desktop.views.widgets.label import Label
from desktop.wizard.parts.page import bold, faint
from desktop.wording.menu_text import menu_text

_MARGIN = 16
_ICON = 20
_DISC = 16


class ChoiceCard(QAbstractButton):
    """Chosen by click, space or arrows; exactly one card of a widget is chosen."""

    def __init__(self, icon: str, title: str, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._words: list[Label] = []
        self.setText(menu_text(title))
        self.setAccessibleName(title)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(_MARGIN, 13, _MARGIN, 14)
        self._column.setSpacing(7)
        head = bold(title)
        head.setWordWrap(True)
        head.setContentsMargins(_ICON + 9 if icon else 0, 0, _DISC + 8, 0)
        head.setMinimumHeight(_ICON)
        self._show_through(head)
        self._column.addWidget(head)
        self._add_sentence(sentence)
        self._lines = QGridLayout()
        self._lines.setHorizontalSpacing(12)
        self._lines.setVerticalSpacing(4)
        self._lines.setColumnStretch(1, 1)
        self._column.addStretch(1)
        self._column.addLayout(self._lines)
        self._describe()

    def _add_sentence(self, sentence: str) -> None:
        label = faint(sentence)
        self._show_through(label)
        self._column.addWidget(label)
        self._words.append(label)

    def add_line(self, caption: str, words: str) -> Label:
        """Return a line at the foot of the card, with an optional caption."""
        row = self._lines.rowCount()
        label = Label(words)
        label.setWordWrap(True)
        self._show_through(label)
        top = Qt.AlignmentFlag.AlignTop
        if caption:
            name = faint(caption)
            name.setWordWrap(False)
            self._show_through(name)
            self._lines.addWidget(name, row, 0, top)
            self._lines.addWidget(label, row, 1, top)
            self._words.append(name)
        else:
            self._lines.addWidget(label, row, 0, 1, 2, top)
        self._words.append(label)
        self._describe()
        return label

    def show_words(self, label: Label, words: str) -> None:
        """Change one of the card's lines."""
        label.setText(words)
        self._describe()

    def _describe(self) -> None:
        self.setAccessibleDescription("  ".join(label.text() for label in self._words))

    @staticmethod
    def _show_through(label: Label) -> None:
        label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is painted
        """Paint a card with its icon, and a disc that is filled if chosen."""
        colours = theme.colours()
        edge = colours.faint if self.hasFocus() else colours.line
        width = 2.0 if self.hasFocus() else 1.5 if self.isChecked() else 1.0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.accent if self.isChecked() else edge, width))
        painter.setBrush(colours.field)
        inset = width / 2
        inside = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)
        if self.isChecked() or self.underMouse():
            tint = QColor(colours.accent_soft)
            tint.setAlphaF(0.38 if self.isChecked() else 0.16)
            painter.setBrush(tint)
            painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)
        if self._icon:
            ink = colours.accent if self.isChecked() else colours.faint
            drawn = icons.pixmap(self._icon, ink, _ICON, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(_MARGIN, 13), drawn)
        self._paint_disc(painter, colours)

    def _paint_disc(self, painter: QPainter, colours: theme.Colours) -> None:
        left = self.width() - _MARGIN - _DISC
        disc = QRectF(left, 15, _DISC, _DISC)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.accent)
            painter.drawEllipse(disc)
            painter.setBrush(colours.accent_ink)
            painter.drawEllipse(disc.center(), 3.0, 3.0)
        else:
            painter.setPen(QPen(colours.faint, 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(disc.adjusted(0.6, 0.6, -0.6, -0.6))
