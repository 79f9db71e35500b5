"""A small button that shows what is chosen, and opens a menu of all choices."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from desktop.views import icons
from desktop.wording.menu_text import menu_text
from desktop.wording.tooltips import tooltip

_ICON = 12
_LONGEST = 150
"""The most pixels of a text on the button."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry of the menu."""

    key: str
    text: str
    """On the button too."""
    detail: str = ""
    """Behind the text, where there is room."""
    tip: str = ""
    is_enabled: bool = True


class ChoiceButton(QToolButton):
    """Hidden without choices; folded, its menu is offered by another one that it was put into.

    Signals:
        chosen: The key of a choice, by the user.
    """

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._group = QActionGroup(self)
        self._is_short = False
        self.key = ""
        """Of the current choice; empty without choices."""
        self.facts = ""
        """What its tooltip says beside what the choice does."""
        icons.dress(self, "chevron-down")
        self.setIconSize(QSize(_ICON, _ICON))
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.choices_menu = QMenu(name, self)
        self.choices_menu.setToolTipsVisible(True)
        self.setMenu(self.choices_menu)
        self.show_choices((), "")

    def show_choices(self, choices: Sequence[Choice], key: str) -> None:
        """Offer choices; an unknown key chooses the first one."""
        self._group.deleteLater()  # one of its actions may be the one that led here
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._on_triggered)
        self.choices_menu.clear()
        keys = [choice.key for choice in choices]
        self.key = key if key in keys else next(iter(keys), "")
        for choice in choices:
            text = " · ".join(filter(None, (choice.text, choice.detail)))
            action = self._group.addAction(menu_text(text))
            action.setData(choice)
            action.setToolTip(tooltip(choice.tip))
            action.setCheckable(True)
            action.setChecked(choice.key == self.key)
            action.setEnabled(choice.is_enabled)
        self.choices_menu.addActions(self._group.actions())
        self._tell()

    def show_facts(self, facts: str) -> None:
        """Say this in the tooltip too."""
        self.facts = facts
        self._tell()

    def set_short(self, is_short: bool) -> None:
        """Leave out the detail, or show it."""
        self._is_short = is_short
        self._tell()

    def set_folded(self, is_folded: bool) -> None:
        """Offer the choices in the other menu instead."""
        is_offered = bool(self._group.actions())
        self.setVisible(is_offered and not is_folded)
        self.choices_menu.menuAction().setVisible(is_offered and is_folded)

    def _tell(self) -> None:
        choices = [action.data() for action in self._group.actions()]
        current = next((choice for choice in choices if choice.key == self.key), Choice("", ""))
        middle = Qt.TextElideMode.ElideMiddle
        shown = self.fontMetrics().elidedText(current.text, middle, _LONGEST)
        if current.detail and not self._is_short:
            shown += f" · {current.detail}"
        self.setText(menu_text(shown))
        self.setAccessibleName(f"{self._name}: {current.text}")
        told = f"{self._name}: {current.text}", current.detail, current.tip, self.facts
        self.setToolTip(tooltip("\n".join(filter(None, told))))
        self.setAccessibleDescription("\n".join(filter(None, told[1:])))

    def _on_triggered(self, action: QAction) -> None:
        self.chosen.emit(action.data().key)
