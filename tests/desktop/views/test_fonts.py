"""The fonts that ship: the window's own, without letters in disguise, and one for emoji."""

from pathlib import Path

import pytest
from matplotlib.ft2font import FT2Font
from PySide6.QtGui import QFont, QFontInfo, QRawFont, QTextLayout
from PySide6.QtWidgets import QApplication

from desktop.storage import paths
from desktop.views import fonts

FILES = sorted((paths.resources() / "fonts").glob("Inter-*.ttf"))
LETTERS = "Größe façade Łukasz žluťoučký Ελληνικά Українська їжа “…” – — → ≤ € №"


@pytest.fixture(autouse=True)
def _shipped_font(qapp: QApplication) -> None:
    del qapp
    fonts.use_shipped_font()


def test_the_window_uses_it_in_the_size_that_the_desktop_wishes(qapp: QApplication) -> None:
    before = qapp.font().pointSizeF()
    fonts.use_shipped_font()
    assert qapp.font().pointSizeF() == before
    assert QFontInfo(qapp.font()).family() == fonts.FAMILY
    assert len(qapp.font().families()) > 1  # the desktop's own, for other scripts


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_has_the_letters_of_three_scripts_and_draws_each_as_it_was_typed(file: Path) -> None:
    assert FT2Font(str(file)).get_charmap().keys() >= set(map(ord, LETTERS))
    substitutions = bytes(QRawFont(str(file), 12).fontTable("GSUB").data())
    assert b"ccmp" in substitutions
    for tag in (b"calt", b"liga", b"dlig"):  # "->" would become an arrow
        assert tag not in substitutions


def test_each_style_is_a_file_of_its_own(qapp: QApplication) -> None:
    assert len(FILES) == 3
    for weight, italic in ((QFont.Weight.Bold, False), (QFont.Weight.Normal, True)):
        font = qapp.font()
        font.setWeight(weight)
        font.setItalic(italic)
        found = QFontInfo(font)
        assert (found.family(), found.weight(), found.italic()) == (fonts.FAMILY, weight, italic)


@pytest.mark.parametrize("family", [fonts.FAMILY, "Sans Serif", "a font that nobody has"])
def test_emoji_are_drawn_whatever_the_system_has(family: str) -> None:
    layout = QTextLayout("🥐🥳👩‍👩‍👧👍🏽🇩🇪", QFont(family))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    glyphs = [index for run in layout.glyphRuns() for index in run.glyphIndexes()]
    assert glyphs
    assert all(glyphs)  # 0 is the box of what a font lacks
