"""Line icons, drawn for this program: SVG files whose `currentColor` becomes the theme's ink.

What `dress` gave an icon changes with the theme; `theme.apply` sees to it.
"""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import (
    QAction,
    QColor,
    QGuiApplication,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
    qAlpha,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QApplication

from desktop import paths

_SIZES = (16, 18, 20, 22, 24, 32, 36, 40, 44, 48, 64, 96)
"""Pixels: what buttons show at 100, 150, 200 and 300 %."""

_APP_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)

_NAME = "icon_name"
"""The property under which a dressed widget or action remembers its icon."""


def icon(name: str) -> QIcon:
    """The line icon of this name, in the ink of the theme in force; faint where disabled."""
    palette = QGuiApplication.palette()
    role = QPalette.ColorRole.ButtonText
    return _icon(
        name,
        palette.color(QPalette.ColorGroup.Active, role).rgba(),
        palette.color(QPalette.ColorGroup.Disabled, role).rgba(),
    )


@cache
def _icon(name: str, ink: int, faint: int) -> QIcon:
    made = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, ink), (QIcon.Mode.Disabled, faint)):
        renderer = _renderer(name, QColor.fromRgba(colour))
        for size in _SIZES:
            made.addPixmap(_rendered(renderer, size, qAlpha(colour) / 255), mode)
    return made


def pixmap(name: str, colour: QColor, size: int, pixel_ratio: float) -> QPixmap:
    """One icon of `size` logical pixels, for labels and painters.

    Args:
        name: Which icon.
        colour: What `currentColor` becomes.
        size: Width and height.
        pixel_ratio: Device pixels a logical one: `widget.devicePixelRatioF()`.
    """
    renderer = _renderer(name, colour)
    painted = _rendered(renderer, round(size * pixel_ratio), colour.alphaF())
    painted.setDevicePixelRatio(pixel_ratio)
    return painted


def dress(target: QAbstractButton | QAction, name: str) -> None:
    """Give a button or an action its icon, now and whenever the theme changes."""
    target.setProperty(_NAME, name)
    target.setIcon(icon(name))


def dress_again() -> None:
    """Paint the icons of everything dressed so far anew."""
    for widget in QApplication.allWidgets():
        for target in (widget, *widget.actions()):
            name = target.property(_NAME)
            if isinstance(target, QAbstractButton | QAction) and isinstance(name, str):
                target.setIcon(icon(name))


def app_icon() -> QIcon:
    """The mark of the program, in its own colours."""
    made = QIcon()
    renderer = QSvgRenderer(QByteArray(_svg("translucent").encode()))
    for size in _APP_SIZES:
        made.addPixmap(_rendered(renderer, size, 1.0))
    return made


@cache
def _svg(name: str) -> str:
    return (paths.resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def _renderer(name: str, colour: QColor) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_svg(name).replace("currentColor", colour.name()).encode()))


def _rendered(renderer: QSvgRenderer, size: int, opacity: float) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setOpacity(opacity)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
