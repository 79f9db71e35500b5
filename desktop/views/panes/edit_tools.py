"""The buttons for editing a translation: one to start and end it, one for the edits."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMenu, QToolButton

from desktop.text.text_direction import isolated
from desktop.views.shortcuts import keys_of
from desktop.views.widgets.card import tool_button
from desktop.wording.menu_text import menu_text
from desktop.wording.tooltips import tooltip
from engine.text.excerpt import beginning

_LISTED = 8
"""The most edited sentences that the menu lists."""
_LONGEST = 50
"""The most characters of a sentence in the menu."""


class EditTools(QObject):
    """Two buttons for the footer of the translation, and their menu.

    Signals:
        editing_toggled: Whether the translation is now being edited.
        revert_requested: The numbers (list[int]) of edited sentences that the model is to translate
            again.
        keep_requested: Save the edited sentences as training text.
        resized: The required room changed.
    """

    editing_toggled = Signal(bool)
    revert_requested = Signal(object)
    keep_requested = Signal()
    resized = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sentences: tuple[str, ...] = ()
        self._is_short = False
        self.edit_button = tool_button("edit", self.tr("Edit the translation"), "")
        self.edit_button.setCheckable(True)
        self.edit_button.setEnabled(False)
        self.edit_button.clicked.connect(self.editing_toggled)
        self.edited_button = QToolButton()
        self.edited_button.setAutoRaise(True)
        self.edited_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.edited_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.menu = QMenu(self.edited_button)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.edited_button.setMenu(self.menu)
        self.show_editing(False)
        self.show_edited(())

    def show_editing(self, is_editing: bool) -> None:
        """Show whether the translation is being edited."""
        self.edit_button.setChecked(is_editing)
        tip = self.tr("Stop editing ({keys})") if is_editing else self.tr("Edit ({keys})")
        self.edit_button.setToolTip(tooltip(tip.format(keys=keys_of("edit"))))

    def show_edited(self, sentences: Sequence[str]) -> None:
        """Show how many sentences were edited, and list them in a menu."""
        self._sentences = tuple(sentences)
        self._tell_count()
        self.edited_button.setVisible(bool(sentences))
        self.resized.emit()

    def set_short(self, is_short: bool) -> None:
        """Show the number of edited sentences with or without a word."""
        if is_short != self._is_short:
            self._is_short = is_short
            self._tell_count()

    def _tell_count(self) -> None:
        count = QLocale().toString(len(self._sentences))
        words = self.tr("{count} edited").format(count=count)
        self.edited_button.setText(count if self._is_short else words)
        name = self.tr("Edited sentences: {count}").format(count=count)
        self.edited_button.setAccessibleName(name)
        self.edited_button.setToolTip(tooltip(name))

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        for number, sentence in enumerate(self._sentences[:_LISTED]):
            shown = menu_text(beginning(sentence, _LONGEST))
            text = self.tr("Use the model's translation instead of “{sentence}”")
            self._add_revert(text.format(sentence=isolated(shown)), [number])
        if len(self._sentences) > 1:
            everywhere = self.tr("Use the model's translation everywhere")
            self._add_revert(everywhere, [*range(len(self._sentences))])
        self.menu.addSeparator()
        keep = self.menu.addAction(self.tr("Add to my training text"))
        keep.triggered.connect(self.keep_requested)

    def _add_revert(self, text: str, numbers: list[int]) -> None:
        action = self.menu.addAction(text)
        action.triggered.connect(lambda: self.revert_requested.emit(numbers))
