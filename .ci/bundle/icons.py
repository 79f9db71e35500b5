"""Draw the program's icon in all the sizes and forms that systems ask for, from its SVG.

    QT_QPA_PLATFORM=offscreen python .ci/bundle/icons.py

Run it after changing resources/icons/translucent.svg, and commit what it writes.
"""

from pathlib import Path

from PIL import Image
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ICONS = Path(__file__).resolve().parents[2] / "resources" / "icons"
DRAWING = ICONS / "translucent.svg"
FOLDER = ICONS / "app"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def render(size: int) -> QImage:
    """The drawing as a picture of so many pixels each way."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(DRAWING)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def write(folder: Path) -> list[Path]:
    """Write the icon as SIZE.png, translucent.ico (Windows) and translucent.icns (macOS)."""
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{size}.png" for size in SIZES]
    for size, path in zip(SIZES, written, strict=True):
        if not render(size).save(str(path)):
            raise OSError(f"{path} cannot be written")
    pictures = [Image.open(path) for path in written]
    largest = pictures[-1]
    forms = [folder / "translucent.ico", folder / "translucent.icns"]
    small = [picture for picture in pictures if picture.width <= 256]
    small[-1].save(forms[0], sizes=[p.size for p in small], append_images=small[:-1])
    largest.save(forms[1], append_images=pictures[:-1])
    return written + forms


if __name__ == "__main__":
    write(FOLDER)
