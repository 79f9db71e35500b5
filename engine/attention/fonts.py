"""Text of any script, drawn by matplotlib: what can be shown of it, and by which fonts."""

import re
import unicodedata
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import matplotlib
from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

FONTS = Path(__file__).resolve().parents[2] / "resources" / "fonts"
"""What ships: the font of the window too."""
FAMILY = "Inter"
"""Its family."""
_USUAL = [FAMILY, "sans-serif"]

_UNSHOWN = {"Cc", "Cs", "Cn", "Zl", "Zp"}
_EAST_ASIAN = {
    "JP": ("Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic", "Meiryo", "MS Gothic"),
    "KR": ("Noto Sans CJK KR", "Noto Sans KR", "Apple SD Gothic Neo", "Malgun Gothic"),
    "SC": ("Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei", "SimSun"),
}
"""Families that write the characters that China, Japan and Korea share, each in its own way."""
_KANA = re.compile("[\u3041-\u30ff]")
_HANGUL = re.compile("[\u1100-\u11ff\uac00-\ud7a3]")
_BLOCK = 64
"""Characters for which one font is looked for: few enough to be of one script."""
_ENOUGH = 0.9
"""The share of these that a font must have for no other to be tried."""


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
    """Return the fonts for a text: the usual ones, then installed ones for its other scripts.

    matplotlib takes each character from the first of them that has it.
    """
    east = _east_of(text)
    others = [_family_of(ord(character) // _BLOCK, east) for character in _unusual(text)]
    return [*_USUAL, *dict.fromkeys(filter(None, others))]


def missing_characters(text: str) -> str:
    """Return the characters of a text, each once, that no installed font has."""
    east = _east_of(text)
    families = {c: _family_of(ord(c) // _BLOCK, east) for c in _unusual(text)}
    return "".join(c for c, name in families.items() if ord(c) not in _characters_of(name))


def _unusual(text: str) -> list[str]:
    """Return the characters, each once, that are written by other fonts than the usual ones."""
    if text.isascii():
        return []
    usual = frozenset().union(*map(_characters_of, _USUAL))
    return [
        character
        for character in dict.fromkeys(text)
        if ord(character) not in usual and unicodedata.category(character) != "Cf"
    ]


def _east_of(text: str) -> str:
    """Return whose way of writing Chinese characters a text wants."""
    if _KANA.search(text):
        return "JP"
    return "KR" if _HANGUL.search(text) else "SC"


@cache
def _characters_of(family: str) -> frozenset[int]:
    """Return the characters that a family has; none if it is "", no family."""
    if not family:
        return frozenset()
    _register_shipped()
    file = font_manager.findfont(font_manager.FontProperties(family=[family]))
    return frozenset(font_manager.get_font(file).get_charmap())


@cache
def _family_of(block: int, east: str) -> str:
    """Return the installed family with most characters of a block, a plain one if it may be."""
    first = block * _BLOCK
    wanted = [c for c in range(first, first + _BLOCK) if chr(c).isalnum()] or range(
        first, first + _BLOCK
    )
    best, most = "", 0
    for entry in sorted(_plain_fonts(), key=lambda entry: _rank(entry.name, east)):
        try:
            font = FT2Font(entry.fname, face_index=entry.index)
        except (OSError, RuntimeError):  # a font file that cannot be read
            continue
        count = sum(font.get_char_index(character) > 0 for character in wanted)
        if count > most:
            best, most = entry.name, count
        if most >= _ENOUGH * len(wanted):
            break
    return best


@cache
def _plain_fonts() -> tuple[font_manager.FontEntry, ...]:
    """Return an upright font of usual weight of each installed family."""
    fonts = {
        entry.name: entry
        for entry in font_manager.fontManager.ttflist
        if entry.style == "normal"
        and entry.weight in (400, "normal", "regular")
        and not entry.name.startswith("Last Resort")  # boxes for every character
    }
    return tuple(fonts.values())


def _rank(family: str, east: str) -> tuple[int, bool, bool, str]:
    """Return what puts those families first that suit a label."""
    preferred = _EAST_ASIAN[east]
    place = preferred.index(family) if family in preferred else len(preferred)
    is_special = any(word in family for word in ("Serif", "Mono", "Looped"))
    return place, is_special, not family.startswith("Noto Sans"), family


@contextmanager
def missing_glyphs_ignored() -> Iterator[None]:
    """Draw characters that no font has as boxes, without a warning for each."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph .* missing from font", UserWarning)
        yield
