import dataclasses
import itertools
import re

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from desktop.views import icons, theme
from desktop.views.theme import Colours, Theme
from desktop.views.widgets.card import tool_button


def _luminance(colour: QColor) -> float:
    channels = [colour.redF(), colour.greenF(), colour.blueF()]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    """The contrast ratio of WCAG 2."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_contrast_agrees_with_the_known_extremes() -> None:
    assert contrast(QColor("white"), QColor("black")) == pytest.approx(21)
    assert contrast(QColor("red"), QColor("red")) == pytest.approx(1)


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_inks_are_readable_on_their_grounds(colours: Colours) -> None:
    for ink, ground in (
        *itertools.product(
            ("ink", "faint", "accent", "warning", "error", "success", "info"),
            ("window", "surface", "field"),
        ),
        *itertools.product(("ink",), ("source_mark", "target_mark", "accent_soft", "hover")),
        *itertools.product(("faint",), ("source_mark", "target_mark")),
        *itertools.product(("unsure", "doubtful", "unknown", "pinned"), ("field",)),
        ("accent_ink", "accent"),
    ):
        assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 4.5


@pytest.mark.parametrize("wished", ["light", "dark"])
def test_every_text_of_the_palette_and_of_the_style_rules_is_readable(
    qapp: QApplication, wished: Theme
) -> None:
    theme.apply(wished)
    role, palette = QPalette.ColorRole, qapp.palette()
    pairs = [
        (palette.color(ink), palette.color(ground))
        for ink, ground in (
            (role.WindowText, role.Window),
            (role.Text, role.Base),
            (role.Text, role.AlternateBase),
            (role.ButtonText, role.Button),
            (role.ToolTipText, role.ToolTipBase),
            (role.HighlightedText, role.Highlight),
            *itertools.product(
                (role.PlaceholderText, role.Link, role.LinkVisited, role.BrightText, role.Accent),
                (role.Window, role.Base, role.Button),
            ),
        )
    ]
    window = palette.color(role.Window)
    for selector, rule in re.findall(r"([^{}]+){([^{}]*)}", qapp.styleSheet()):
        said = dict(re.findall(r"([a-z-]+):\s*(#[0-9a-f]{6})", rule))
        if "disabled" not in selector:
            ground = QColor(said.get("background", window.name()))
            pairs += [
                (QColor(said[ink]), ground)
                for ink in ("color", "placeholder-text-color")
                if ink in said
            ]
        if "selection-color" in said:
            selected = QColor(said["selection-background-color"])
            pairs.append((QColor(said["selection-color"]), selected))
    assert len(pairs) > 30
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink.name(), ground.name())
    theme.apply("system")


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_the_two_kinds_of_links_are_told_apart(colours: Colours) -> None:
    hues = [colours.source_mark.hue(), colours.target_mark.hue()]
    assert abs(hues[0] - hues[1]) > 60


def test_both_themes_name_every_colour() -> None:
    for colours in (theme.LIGHT, theme.DARK):
        for field in dataclasses.fields(colours):
            assert getattr(colours, field.name).isValid()


@pytest.mark.parametrize(("wished", "is_dark"), [("light", False), ("dark", True)])
def test_the_theme_in_force_is_the_one_applied(
    qapp: QApplication, wished: Theme, is_dark: bool
) -> None:
    theme.apply(wished)
    assert theme.is_dark() == is_dark
    assert theme.colours() is (theme.DARK if is_dark else theme.LIGHT)
    assert qapp.palette().window().color() == theme.colours().window
    theme.apply("system")


def test_icons_shown_already_follow_the_theme(qtbot: QtBot) -> None:
    theme.apply("light")
    button = tool_button("copy", "Copy", "Copy it")
    qtbot.addWidget(button)
    light = button.icon().pixmap(24, 24).toImage()
    theme.apply("dark")
    dark = button.icon().pixmap(24, 24).toImage()
    assert light != dark
    assert dark == icons.icon("copy").pixmap(24, 24).toImage()
    theme.apply("system")


@pytest.mark.parametrize("point_size", [7, 10, 17])
@pytest.mark.parametrize("rows", [1, 2, 9])
def test_a_drop_down_list_shows_every_row_whole_and_the_current_one_chosen(
    qtbot: QtBot, rows: int, point_size: int
) -> None:
    theme.apply("light")
    box = QComboBox()
    qtbot.addWidget(box)
    font = box.font()
    font.setPointSize(point_size)
    box.setFont(font)
    box.addItems([f"Übersetzung {row}" for row in range(rows)])
    box.setCurrentIndex(rows - 1)
    box.show()
    box.showPopup()
    view = box.view()
    current = view.visualRect(box.model().index(rows - 1, 0))
    assert view.verticalScrollBar().maximum() == 0
    assert view.viewport().rect().contains(current)
    assert view.window().rect().contains(view.geometry())
    spot = current.center()
    spot.setX(current.right() - 4)
    painted = view.viewport().grab().toImage().pixelColor(spot)
    assert painted == theme.LIGHT.accent_soft
    box.hidePopup()
    theme.apply("system")
