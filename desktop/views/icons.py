"""Line icons, drawn for this program: SVG files whose `currentColor` becomes the theme's ink.

`theme.apply` repaints everything that `dress` gave an icon.
"""

from functools import cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QColor,
    QGuiApplication,
    QIcon,
    QIconEngine,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QApplication

from desktop.storage import paths

_APP_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)

_NAME = "icon_name"
"""The property under which a dressed widget or action remembers its icon."""


def icon(name: str) -> QIcon:
    """Return the named line icon in the ink of the current theme; faint when disabled."""
    palette = QGuiApplication.palette()
    role = QPalette.ColorRole.ButtonText
    return _icon(
        name,
        palette.color(QPalette.ColorGroup.Active, role).rgba(),
        palette.color(QPalette.ColorGroup.Disabled, role).rgba(),
    )


@cache
def _icon(name: str, ink: int, faint: int) -> QIcon:
    return QIcon(_LineIcon(name, QColor.fromRgba(ink), QColor.fromRgba(faint)))


class _LineIcon(QIconEngine):
    """Paints an icon when shown, in the size shown; most never are."""

    def __init__(self, name: str, ink: QColor, faint: QColor) -> None:
        super().__init__()
        _svg(name)  # otherwise it would fail while painting
        self._name = name
        self._ink = ink
        self._faint = faint

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        """Paint the icon in the middle of a rectangle, which need not be square."""
        colour = self._faint if mode == QIcon.Mode.Disabled else self._ink
        square = QRect(0, 0, *[min(rect.width(), rect.height())] * 2)
        square.moveCenter(rect.center())
        painter.save()
        painter.setOpacity(painter.opacity() * colour.alphaF())
        _renderer(self._name, colour.rgb()).render(painter, QRectF(square))
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the icon on a transparent pixmap; Qt's own would paint on uninitialized memory."""
        if size.isEmpty():  # Qt also requests empty pixmaps, which cannot be painted on
            return QPixmap()
        painted = QPixmap(size)
        painted.fill(Qt.GlobalColor.transparent)
        painter = QPainter(painted)
        self.paint(painter, painted.rect(), mode, state)
        painter.end()
        return painted


def pixmap(name: str, colour: QColor, size: int, pixel_ratio: float) -> QPixmap:
    """Return one icon of `size` logical pixels, for labels and painters.

    Args:
        name: Which icon.
        colour: What `currentColor` becomes.
        size: Width and height.
        pixel_ratio: Device pixels a logical one: `widget.devicePixelRatioF()`.
    """
    renderer = _renderer(name, colour.rgb())
    painted = _rendered(renderer, round(size * pixel_ratio), colour.alphaF())
    painted.setDevicePixelRatio(pixel_ratio)
    return painted


def dress(target: QAbstractButton | QAction, name: str) -> None:
    """Give a button or an action its icon, now and whenever the theme changes."""
    target.setProperty(_NAME, name)
    target.setIcon(icon(name))


def dress_again() -> None:
    """Repaint the icons of everything dressed so far."""
    for widget in QApplication.allWidgets():
        for target in (widget, *widget.actions()):
            name = target.property(_NAME)
            if isinstance(target, QAbstractButton | QAction) and isinstance(name, str):
                target.setIcon(icon(name))


def app_icon() -> QIcon:
    """Return the mark of the program, in its own colours."""
    made = QIcon()
    renderer = QSvgRenderer(QByteArray(_svg("translucent").encode()))
    for size in _APP_SIZES:
        made.addPixmap(_rendered(renderer, size, 1.0))
    return made


@cache
def _svg(name: str) -> str:
    return (paths.resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


@cache
def _renderer(name: str, colour: int) -> QSvgRenderer:
    ink = QColor.fromRgb(colour).name()
    return QSvgRenderer(QByteArray(_svg(name).replace("currentColor", ink).encode()))


def _rendered(renderer: QSvgRenderer, size: int, opacity: float) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setOpacity(opacity)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
