"""Where files go that are dragged over the window: shown over the texts until they are dropped."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop.views import theme
from desktop.views.widgets.label import Label

_OPACITY = 0.94
_INSET = 6
_SCALE = 1.3
_CHANGES = (QEvent.Type.Move, QEvent.Type.Resize)


class DropTarget(Label):
    """A dashed frame and what dropping does; hidden at first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setText(self.tr("Drop to translate documents or add models"))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _SCALE)
        self.setFont(font)
        self.hide()

    def show_over(self, widget: QWidget) -> None:
        """Show it over a widget that has the same parent, whatever size that gets."""
        widget.installEventFilter(self)
        self.setGeometry(widget.geometry())
        self.raise_()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow what it is shown over."""
        if isinstance(watched, QWidget) and event.type() in _CHANGES:
            self.setGeometry(watched.geometry())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame, then the words."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(_OPACITY)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.accent_soft)
        painter.drawRoundedRect(QRectF(self.rect()), theme.RADIUS, theme.RADIUS)
        painter.setPen(QPen(colours.accent, 2, Qt.PenStyle.DashLine))
        inside = QRectF(self.rect()).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)
        painter.end()
        super().paintEvent(event)
