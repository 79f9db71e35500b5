"""The fonts that ship with the program: the window's, and emoji for systems that have none."""

import logging
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QApplication

from desktop.storage import paths

FAMILY = "Inter"
EMOJI_FAMILY = "Noto Emoji"
_EMOJI = 0x1F950  # a croissant, which fonts of symbols do not have

_log = logging.getLogger(__name__)


def use_shipped_font() -> None:
    """Use it in the whole application, in the desktop's size; other scripts use the desktop's.

    Emoji of a system that has no font for them are drawn by the one that ships.
    """
    desktops = QApplication.font()
    if not QFontMetrics(desktops).inFontUcs4(_EMOJI) and _load(EMOJI_FAMILY):
        QFontDatabase.setApplicationEmojiFontFamilies([EMOJI_FAMILY])
    if desktops.family() == FAMILY or not _load(FAMILY):
        return
    font = QFont(desktops)
    font.setFamilies([FAMILY, *desktops.families()])
    QApplication.setFont(font)


@cache
def _load(family: str) -> bool:
    """Register the files of a family with Qt; return whether all of them are usable."""
    is_usable = True
    for file in sorted((paths.resources() / "fonts").glob(f"{family.replace(' ', '')}-*.ttf")):
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            _log.warning("%s is no font that can be used", file)
            is_usable = False
    return is_usable and QFontDatabase.hasFamily(family)
