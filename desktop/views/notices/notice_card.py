"""A notice, and the card in the colour of its kind that shows it."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from desktop.views import icons, theme

Kind = Literal["error", "warning", "info"]

KINDS: tuple[Kind, ...] = ("error", "warning", "info")
"""In display order."""

SIGN = 18
"""The size of the sign of a kind in pixels."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The beginning of a sentence that a notice is about, and its place in the source text."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class NoticeText:
    """A notice about one sentence, several or none; `key` identifies it."""

    key: str
    kind: Kind
    text: str
    action_text: str = ""
    excerpts: tuple[Excerpt, ...] = ()


class KindSign(QWidget):
    """The sign of a kind of notice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(SIGN, SIGN)
        self._kind: Kind = "info"

    def show_kind(self, kind: Kind) -> None:
        """Show this sign, and say it to screen readers."""
        self._kind = kind
        self.setAccessibleName(_name_of(kind))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the sign in the colours of the current theme."""
        sign = icons.pixmap(self._kind, _colour_of(self._kind), SIGN, self.devicePixelRatioF())
        QPainter(self).drawPixmap(0, 0, sign)


class NoticeCard(QFrame):
    """A card tinted in the colour of a kind."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind: Kind = "info"
        self.sign = KindSign()

    def show_kind(self, kind: Kind) -> None:
        """Set the colour and the sign of a kind."""
        self.kind = kind
        self.sign.show_kind(kind)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the card."""
        tint, edge = QColor(_colour_of(self.kind)), QColor(_colour_of(self.kind))
        tint.setAlphaF(0.10)
        edge.setAlphaF(0.35)
        inside = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colours().field)
        painter.drawRoundedRect(inside, theme.RADIUS - 2, theme.RADIUS - 2)
        painter.setPen(QPen(edge, 1))
        painter.setBrush(tint)
        painter.drawRoundedRect(inside, theme.RADIUS - 2, theme.RADIUS - 2)


def _name_of(kind: Kind) -> str:
    translate = QCoreApplication.translate
    match kind:
        case "error":
            return translate("NoticeCard", "Error")
        case "warning":
            return translate("NoticeCard", "Warning")
        case "info":
            return translate("NoticeCard", "Information")


def _colour_of(kind: Kind) -> QColor:
    colours = theme.colours()
    return {"error": colours.error, "warning": colours.warning, "info": colours.info}[kind]
