"""Draw rows of lists: the background, and texts of one line each."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextOption
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from desktop.views import theme

LONGEST = 300
"""The most characters of a text that a row or a tooltip uses: no row is wider."""


def one_line(text: str) -> str:
    """Return the beginning of a text, its line breaks as spaces."""
    return " ".join(text[:LONGEST].split())


def small_font(option: QStyleOptionViewItem) -> QFont:
    """Return the font of secondary text in a row."""
    font = QFont(option.font)
    font.setPointSizeF(font.pointSizeF() * 0.88)
    return font


def draw_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """Paint the background of a row: selected, hovered or focused."""
    palette = theme.colours()
    box = QRectF(option.rect).adjusted(2.5, 1.5, -2.5, -1.5)
    has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
    is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
    painter.setPen(palette.accent if has_focus else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if is_selected:
        painter.setBrush(palette.accent_soft)
    elif option.state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(palette.hover)
    painter.drawRoundedRect(box, 6, 6)


def draw_line(painter: QPainter, room: QRect, text: str, font: QFont, colour: QColor) -> None:
    """Draw one line of text, elided to its room."""
    layout = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    layout.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    layout.setWrapMode(QTextOption.WrapMode.NoWrap)
    painter.setFont(font)
    painter.setPen(colour)
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(QRectF(room), shown, layout)
