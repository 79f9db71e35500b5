"""Text of any script, drawn by matplotlib: what can be shown of it, and by which fonts."""

import unicodedata
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import matplotlib
from matplotlib import font_manager

FONTS = Path(__file__).resolve().parents[2] / "resources" / "fonts"
"""What ships: the font of the window too."""
FAMILY = "Inter"
"""Its family."""
_USUAL = [FAMILY, "sans-serif"]

_UNSHOWN = {"Cc", "Cs", "Cn", "Zl", "Zp"}
_SCRIPTS = (
    *("Noto Sans", "Segoe UI", "Arial Unicode MS"),
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "WenQuanYi Zen Hei"),
    *("Microsoft YaHei", "Yu Gothic", "Malgun Gothic", "SimSun"),
    *("PingFang SC", "Hiragino Sans", "Hiragino Sans GB", "Apple SD Gothic Neo"),
    *("Noto Sans Devanagari", "Noto Sans Bengali", "Noto Sans Tamil", "Noto Sans Thai"),
    *("Nirmala UI", "Leelawadee UI", "Kohinoor Devanagari", "Thonburi"),
)
"""Families that hold what DejaVu lacks, on the systems people have."""


def printable(text: str) -> str:
    """Return a text in which nothing breaks lines or files: a box for each such character."""
    return "".join(c if unicodedata.category(c) not in _UNSHOWN else "\ufffd" for c in text)


def use_shipped_font() -> None:
    """Write in the font that ships, and what it lacks in matplotlib's own.

    To be called before each figure is made: texts ask for their fonts when they are made, and
    `matplotlib.rc_context` undoes what was set inside it.
    """
    _register_shipped()
    matplotlib.rcParams["font.family"] = _USUAL
    matplotlib.rcParams["text.hinting"] = "none"  # hinted, small "1.0" reads as "10"


@cache
def _register_shipped() -> None:
    for file in sorted(FONTS.glob("*.ttf")):
        font_manager.fontManager.addfont(file)


def font_families(text: str) -> list[str]:
    """Return the fonts for a text: the usual ones, then installed ones with more scripts."""
    return _USUAL if text.isascii() else [*_USUAL, *_installed_scripts()]


@cache
def _installed_scripts() -> tuple[str, ...]:
    installed = set(font_manager.get_font_names())
    return tuple(family for family in _SCRIPTS if family in installed)


@contextmanager
def missing_glyphs_ignored() -> Iterator[None]:
    """Draw characters that no font has as boxes, without a warning for each."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph .* missing from font", UserWarning)
        yield
