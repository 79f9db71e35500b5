"""The font of the window, which ships with the program: it looks alike on every desktop."""

import logging
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from desktop.storage import paths

FAMILY = "Inter"

_log = logging.getLogger(__name__)


def use_shipped_font() -> None:
    """Use it in the whole application, in the desktop's size; other scripts use the desktop's."""
    desktops = QApplication.font()
    if desktops.family() == FAMILY or not _load():
        return
    font = QFont(desktops)
    font.setFamilies([FAMILY, *desktops.families()])
    QApplication.setFont(font)


@cache
def _load() -> bool:
    """Register its files with Qt; return whether all of them are usable."""
    is_usable = True
    for file in sorted((paths.resources() / "fonts").glob("*.ttf")):
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            _log.warning("%s is no font that can be used", file)
            is_usable = False
    return is_usable and QFontDatabase.hasFamily(FAMILY)
