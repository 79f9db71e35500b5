"""Line icons, drawn for this program: SVG files whose `currentColor` becomes the theme's ink.

What `dress` gave an icon changes with the theme; `theme.apply` sees to it.
"""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
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
    made = QIcon()
    for mode, group in (
        (QIcon.Mode.Normal, QPalette.ColorGroup.Active),
        (QIcon.Mode.Disabled, QPalette.ColorGroup.Disabled),
    ):
        colour = palette.color(group, QPalette.ColorRole.ButtonText)
        for size in _SIZES:
            made.addPixmap(_painted(name, colour, size), mode)
    return made


def pixmap(name: str, colour: QColor, size: int, pixel_ratio: float) -> QPixmap:
    """One icon of `size` logical pixels, for labels and painters.

    Args:
        name: Which icon.
        colour: What `currentColor` becomes.
        size: Width and height.
        pixel_ratio: Device pixels a logical one: `widget.devicePixelRatioF()`.
    """
    painted = _painted(name, colour, round(size * pixel_ratio))
    painted.setDevicePixelRatio(pixel_ratio)
    return painted


def dress(target: QAbstractButton | QAction, name: str) -> None:
    """Give a button or an action its icon, now and whenever the theme changes."""
    target.setProperty(_NAME, name)
    target.setIcon(icon(name))


def dress_again() -> None:
    """Paint the icons of everything dressed so far anew."""
    made: dict[str, QIcon] = {}
    for widget in QApplication.allWidgets():
        for target in (widget, *widget.actions()):
            name = target.property(_NAME)
            if isinstance(target, QAbstractButton | QAction) and isinstance(name, str):
                target.setIcon(made.setdefault(name, icon(name)))


def app_icon() -> QIcon:
    """The mark of the program, in its own colours."""
    made = QIcon()
    for size in _APP_SIZES:
        made.addPixmap(_render(_svg("translucent"), size))
    return made


@cache
def _svg(name: str) -> str:
    return (paths.resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def _painted(name: str, colour: QColor, size: int) -> QPixmap:
    pixmap = _render(_svg(name).replace("currentColor", colour.name()), size)
    if colour.alpha() == 255:
        return pixmap
    faded = QPixmap(pixmap.size())
    faded.fill(Qt.GlobalColor.transparent)
    painter = QPainter(faded)
    painter.setOpacity(colour.alphaF())
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return faded


def _render(svg: str, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
