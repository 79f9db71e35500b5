"""The look of the window: two sets of colours, the palette and a few style rules.

`apply` is called at the start, when the preference changes and, for the theme "system", when the
desktop switches. Nothing else stores a theme: `is_dark` and `colours` read the current palette.
"""

from dataclasses import dataclass
from string import Template
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from desktop.storage import paths
from desktop.views import fonts, icons

Theme = Literal["system", "light", "dark"]

TEXT_POINT_SIZE = 13.5
TEXT_TO_DESKTOP = 1.3
"""The least size of the texts, in points and relative to the desktop's size."""

RADIUS = 10
"""The corner radius of cards in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The colours of a theme; every ink is readable (4.5 : 1) on window, surface and field."""

    window: QColor
    """Behind everything."""
    surface: QColor
    """Panels, menus, pop-ups, buttons."""
    field: QColor
    """Cards that hold text."""
    line: QColor
    """Hairlines and borders."""
    hover: QColor
    """A flat button under the pointer."""
    ink: QColor
    faint: QColor
    """Second-rank text: captions, counts, stale translations."""
    accent: QColor
    accent_ink: QColor
    """Text on the accent."""
    accent_soft: QColor
    """Selected text and rows."""
    source_mark: QColor
    """Behind linked words of the source; the ink stays readable on it."""
    target_mark: QColor
    """Behind linked words of the translation."""
    sentence_mark: QColor
    """Behind a sentence and its translation; linked words stand out from it."""
    pinned: QColor
    """The outline of pinned words."""
    unsure: QColor
    doubtful: QColor
    unknown: QColor
    """Under source words the model has never seen."""
    info: QColor
    warning: QColor
    error: QColor
    success: QColor


def _colours(**names: str) -> Colours:
    return Colours(**{name: QColor(value) for name, value in names.items()})


LIGHT = _colours(
    window="#f1f3f8",
    surface="#fafbfd",
    field="#ffffff",
    line="#d9deea",
    hover="#e4e8f2",
    ink="#1b2130",
    faint="#5a6377",
    accent="#3b55d4",
    accent_ink="#ffffff",
    accent_soft="#d5defb",
    source_mark="#ffe6ae",
    target_mark="#c3ebe0",
    sentence_mark="#edf0fa",
    pinned="#3b55d4",
    unsure="#7f6a1d",
    doubtful="#b4371f",
    unknown="#8a3fa0",
    info="#3b55d4",
    warning="#8f5600",
    error="#b3261e",
    success="#17704a",
)

DARK = _colours(
    window="#14171f",
    surface="#1f2430",
    field="#1a1e28",
    line="#343b4b",
    hover="#2a3140",
    ink="#e7eaf2",
    faint="#a0a9bc",
    accent="#93a8ff",
    accent_ink="#10131b",
    accent_soft="#33427e",
    source_mark="#4a3a12",
    target_mark="#16443a",
    sentence_mark="#262c3c",
    pinned="#93a8ff",
    unsure="#d9c15e",
    doubtful="#ff8d73",
    unknown="#dc9cf0",
    info="#93a8ff",
    warning="#f2b765",
    error="#ff8f87",
    success="#74d3a6",
)


def is_dark() -> bool:
    """Return whether the current theme is dark."""
    return QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128


def colours() -> Colours:
    """Return the colours of the current theme."""
    return DARK if is_dark() else LIGHT


def text_font() -> QFont:
    """Return the default font of the texts, in a readable size."""
    font = QFont(QApplication.font())
    font.setPointSizeF(max(TEXT_POINT_SIZE, TEXT_TO_DESKTOP * font.pointSizeF()))
    return font


def apply(theme: Theme) -> None:
    """Dress the whole application: style, font, palette, rules and the icons already shown."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise TypeError("a theme needs a QApplication")
    hints = application.styleHints()
    if theme == "system":
        hints.unsetColorScheme()
    else:
        wished = Qt.ColorScheme.Dark if theme == "dark" else Qt.ColorScheme.Light
        hints.setColorScheme(wished)  # window frames and file dialogs follow
    dark = theme == "dark" or (theme == "system" and hints.colorScheme() == Qt.ColorScheme.Dark)
    chosen = DARK if dark else LIGHT
    if application.style().name() != "fusion":
        application.setStyle("Fusion")
    fonts.use_shipped_font()
    application.setPalette(_palette(chosen))
    rules = _style_rules(chosen)
    if application.styleSheet() != rules:  # it makes every widget lay itself out again
        application.setStyleSheet(rules)
    icons.dress_again()


def _palette(chosen: Colours) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for which, colour in {
        role.Window: chosen.window,
        role.WindowText: chosen.ink,
        role.Base: chosen.field,
        role.AlternateBase: chosen.surface,
        role.Text: chosen.ink,
        role.Button: chosen.surface,
        role.ButtonText: chosen.ink,
        role.BrightText: chosen.error,
        role.ToolTipBase: chosen.surface,
        role.ToolTipText: chosen.ink,
        role.PlaceholderText: chosen.faint,
        role.Highlight: chosen.accent_soft,
        role.HighlightedText: chosen.ink,
        role.Accent: chosen.accent,
        role.Link: chosen.accent,
        role.LinkVisited: chosen.accent,
        role.Light: chosen.field,
        role.Midlight: chosen.hover,
        role.Mid: chosen.line,
        role.Dark: chosen.line,
        role.Shadow: chosen.line,
    }.items():
        palette.setColor(which, colour)
    disabled = QColor(chosen.faint)
    disabled.setAlpha(150)
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, disabled)
    return palette


def _style_rules(chosen: Colours) -> str:
    names = {name: getattr(chosen, name).name() for name in Colours.__slots__}
    folder = paths.resources() / "icons"
    tick = "tick-dark.svg" if chosen is DARK else "tick-light.svg"
    return Template(_RULES).substitute(
        names,
        arrow=(folder / "arrow.svg").as_posix(),
        close=(folder / "dock-close.svg").as_posix(),
        float=(folder / "dock-float.svg").as_posix(),
        tick=(folder / tick).as_posix(),
    )


_RULES = """
QDockWidget {
    color: $faint; titlebar-close-icon: url("$close"); titlebar-normal-icon: url("$float");
}
QDockWidget::title { text-align: left; padding: 8px 14px 2px 14px; }
QDockWidget::close-button, QDockWidget::float-button {
    border: none; border-radius: 4px; padding: 0; width: 18px; height: 18px;
    subcontrol-origin: margin; subcontrol-position: top right; top: 7px;
}
QDockWidget::close-button { right: 8px; }
QDockWidget::float-button { right: 34px; }
QDockWidget::close-button:hover, QDockWidget::float-button:hover { background: $hover; }
QMainWindow::separator { background: transparent; width: 6px; height: 6px; }
QMainWindow::separator:hover { background: $line; }
QToolTip {
    color: $ink; background: $surface; border: 1px solid $line; padding: 4px 6px;
}
QToolButton {
    color: $ink; background: transparent; border: 1px solid transparent; border-radius: 6px;
    padding: 4px;
}
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $accent_soft; }
QToolButton:focus { border: 1px solid $accent; }
QToolButton::menu-indicator { image: none; }
QPushButton {
    color: $ink; background: $surface; border: 1px solid $line; border-radius: 6px;
    padding: 5px 14px; min-height: 18px;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $accent_soft; }
QPushButton:default { color: $accent_ink; background: $accent; border-color: $accent; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 13px; }
QPushButton:default:focus { border: 2px solid $ink; }
QPushButton:disabled { color: $faint; background: $window; border-color: $line; }
QPushButton::menu-indicator {
    image: url("$arrow"); width: 12px; height: 12px;
    subcontrol-origin: padding; subcontrol-position: center right; right: 6px;
}
QPushButton:flat { background: transparent; border-color: transparent; color: $accent; }
QPushButton:flat:hover { background: $hover; }
QPushButton:flat:focus { border: 2px solid $accent; }
QComboBox {
    color: $ink; background: $surface; border: 1px solid $line; border-radius: 6px;
    padding: 5px 8px 5px 10px; min-height: 18px; combobox-popup: 0;
}
QComboBox:hover { background: $hover; }
QComboBox:focus { border: 2px solid $accent; padding: 4px 7px 4px 9px; }
QComboBox:disabled { color: $faint; background: $window; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: url("$arrow"); width: 14px; height: 14px; }
QComboBox QAbstractItemView {
    background: $surface; border: 1px solid $line; outline: none; padding: 4px;
    selection-background-color: $accent_soft; selection-color: $ink;
}
QComboBox QAbstractItemView::item { padding: 5px 6px; border-radius: 5px; }
QComboBox QAbstractItemView::item:selected { background: $accent_soft; }
QLineEdit, QSpinBox, QDoubleSpinBox {
    color: $ink; background: $field; border: 1px solid $line; border-radius: 6px;
    padding: 5px 8px; min-height: 18px; selection-background-color: $accent_soft;
    selection-color: $ink; placeholder-text-color: $faint;
}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus {
    border: 2px solid $accent; padding: 4px 7px;
}
QCheckBox, QRadioButton { spacing: 7px; }
QCheckBox::indicator, QRadioButton::indicator {
    width: 14px; height: 14px; background: $field; border: 1px solid $faint; border-radius: 4px;
}
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:checked {
    background: $accent; border-color: $accent; image: url("$tick");
}
QRadioButton::indicator:checked {
    width: 6px; height: 6px; border: 5px solid $accent; background: $accent_ink;
}
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: $ink; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $line; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }
QMenu { background: $surface; border: 1px solid $line; padding: 5px; }
QMenu::item { padding: 6px 26px 6px 12px; border-radius: 5px; }
QMenu::item:selected { background: $accent_soft; }
QMenu::item:disabled { color: $faint; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: $line; margin: 5px 8px; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $line; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: $line; border: none; border-radius: 2px; max-height: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
QTabBar::tab {
    color: $faint; background: transparent; padding: 6px 12px; border: none;
    border-bottom: 2px solid transparent;
}
QTabBar::tab:selected { color: $ink; border-bottom: 2px solid $accent; }
QTabBar::tab:hover { color: $ink; }
QTabBar::tab:focus { color: $accent; }
QTabWidget::pane { border: none; border-top: 1px solid $line; }
QSplitter::handle { background: transparent; }
"""
