"""The icon in all its sizes is the drawing that lies beside it."""

from pathlib import Path

import icons
import pytest
from PIL import Image
from PySide6.QtGui import QColor, QImage

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("size", icons.SIZES)
def test_each_picture_is_the_drawing(size: int) -> None:
    kept = QImage(str(icons.FOLDER / f"{size}.png"))
    drawn = icons.render(size)
    assert kept.size() == drawn.size()
    far = sum(
        _difference(kept.pixelColor(x, y), drawn.pixelColor(x, y)) > 12
        for x in range(0, size, max(1, size // 64))
        for y in range(0, size, max(1, size // 64))
    )
    assert far == 0, "run .ci/bundle/icons.py after changing the drawing"


def _difference(one: QColor, other: QColor) -> int:
    """How far two colours are apart where they are seen: the transparent look alike."""
    if one.alpha() < 12 and other.alpha() < 12:
        return 0
    channels = (
        (one.red(), other.red()),
        (one.green(), other.green()),
        (one.blue(), other.blue()),
        (one.alpha(), other.alpha()),
    )
    return max(abs(a - b) for a, b in channels) * one.alpha() // 255


def test_the_drawing_reaches_the_edges_and_leaves_the_corners_free() -> None:
    picture = icons.render(256)
    assert picture.pixelColor(0, 255).alpha() == 0
    assert picture.pixelColor(128, 128).alpha() == 255


def test_the_forms_for_windows_and_macos_hold_all_sizes(tmp_path: Path) -> None:
    icons.write(tmp_path)
    for folder in (tmp_path, icons.FOLDER):
        with Image.open(folder / "translucent.ico") as icon:
            assert {width for width, _ in icon.info["sizes"]} == {16, 24, 32, 48, 64, 128, 256}
        with Image.open(folder / "translucent.icns") as icon:
            assert max(width for width, *_ in icon.info["sizes"]) == 512
