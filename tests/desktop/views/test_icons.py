from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage

from desktop.storage import paths
from desktop.views import icons

_FOLDER = paths.resources() / "icons"
_FIXED = {"translucent", "arrow", "tick-light", "tick-dark", "dock-close", "dock-float"}
"""What has colours of its own: the mark, and what style rules name."""
_LINES = sorted(path.stem for path in _FOLDER.glob("*.svg") if path.stem not in _FIXED)

WANTED = {
    *("swap", "copy", "check", "paste", "clear", "open", "history", "star", "star-filled"),
    *("settings", "attention", "help", "alternatives", "cancel", "close", "undo", "export"),
    *("zoom-in", "zoom-out", "search", "warning", "info", "error", "retry", "chevron-down"),
    *("menu", "columns", "rows", "pin", "trash", "file"),
}


def _inked(image: QImage) -> int:
    return sum(
        image.pixelColor(x, y).alpha() > 128
        for x in range(image.width())
        for y in range(image.height())
    )


def test_every_icon_is_there() -> None:
    assert set(_LINES) >= WANTED


@pytest.mark.parametrize("name", _LINES)
@pytest.mark.usefixtures("qapp")
def test_a_line_icon_is_drawn_in_the_colour_asked_for(name: str) -> None:
    image = icons.pixmap(name, QColor("#ff0000"), 24, 2.0).toImage()
    assert image.width() == 48
    assert _inked(image) > 60
    colours = {
        image.pixelColor(x, y).name()
        for x in range(48)
        for y in range(48)
        if image.pixelColor(x, y).alpha() == 255
    }
    assert colours == {"#ff0000"}


def test_line_icons_share_one_drawing_style() -> None:
    for name in _LINES:
        svg = (_FOLDER / f"{name}.svg").read_text(encoding="utf-8")
        assert 'viewBox="0 0 24 24"' in svg
        assert 'stroke="currentColor" stroke-width="1.75"' in svg


@pytest.mark.usefixtures("qapp")
def test_a_disabled_icon_is_fainter() -> None:
    icon = icons.icon("swap")
    normal = icon.pixmap(24, 24, QIcon.Mode.Normal).toImage()
    disabled = icon.pixmap(24, 24, QIcon.Mode.Disabled).toImage()
    assert normal != disabled
    assert not disabled.isNull()


@pytest.mark.parametrize("size", [QSize(), QSize(0, 0), QSize(0, 16)])
@pytest.mark.usefixtures("qapp")
def test_an_icon_without_a_size_is_not_painted(size: QSize) -> None:
    assert icons.icon("swap").pixmap(size).isNull()


@pytest.mark.parametrize("size", [16, 32, 256])
@pytest.mark.usefixtures("qapp")
def test_the_mark_has_every_size(size: int) -> None:
    image = icons.app_icon().pixmap(size, size).toImage()
    assert image.width() == size
    assert _inked(image) > size * size / 3


@pytest.mark.usefixtures("qapp")
def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(FileNotFoundError, match=str(Path("no-such-icon.svg"))):
        icons.icon("no-such-icon")
