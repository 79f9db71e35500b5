"""One setting of a recipe: its name, meaning, value and problem."""

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QToolButton, QWidget

from desktop.views.widgets.card import tool_button
from desktop.views.widgets.label import Label
from desktop.wizard.parts.page import alarming, bold, faint
from desktop.wizard.recipe.setting_fields import PairField, make_field, value_text
from desktop.wording.tooltips import tooltip

_FIELD_WIDTH = 232
_ICON = QSize(16, 16)
_WRONG_STYLE = "border-color: palette(bright-text)"
_FIXED_STYLE = "background: palette(window); color: palette(placeholder-text)"


class SettingRow(QWidget):
    """An editable setting that can be reset to its default.

    Signals:
        edited: The user changed the value.
    """

    edited = Signal()

    def __init__(self, key: str, kind: Any, meaning: str, default: Any, *, is_fixed: bool) -> None:
        super().__init__()
        self.key = key
        self.meaning = meaning
        self._default = default
        """None if a recipe must set it."""
        self._is_fixed = is_fixed
        self.problem = ""
        self._problem_label: Label | None = None
        self.reset_button: QToolButton | None = None
        name = key.rpartition(".")[2]
        self.field = make_field(kind)
        self.field.setAccessibleName(name)
        self.field.setAccessibleDescription(meaning)
        self.field.setEnabled(not is_fixed)
        if is_fixed:
            self.field.setStyleSheet(_FIXED_STYLE)
        self.field.edited.connect(self._on_edited)
        self._name = bold(name)
        self._name.setToolTip(tooltip(key))
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 7, 0, 7)
        self._grid.setHorizontalSpacing(28)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self._name, 0, 0)
        self._grid.addWidget(faint(self._explanation()), 1, 0, Qt.AlignmentFlag.AlignTop)
        self._place = QHBoxLayout()
        self._place.setSpacing(4)
        self._place.addWidget(self.field)
        self._place.addStretch(1)
        self.field.setFixedWidth(_FIELD_WIDTH)
        self._grid.addLayout(self._place, 0, 1, 2, 1, Qt.AlignmentFlag.AlignTop)
        self._grid.setColumnMinimumWidth(1, _FIELD_WIDTH + 34)

    def _explanation(self) -> str:
        sentence = self.meaning[:1].upper() + self.meaning[1:] + "."
        if self._is_fixed:
            return sentence + " " + self.tr("Set on the Text page.")
        if self._default is None:
            return sentence
        return sentence + "  " + self.tr("Default: {value}").format(value=self._default_text())

    def _default_text(self) -> str:
        if isinstance(self._default, bool):
            return self.tr("on") if self._default else self.tr("off")
        return value_text(self._default) or self.tr("empty")

    def controls(self) -> tuple[QWidget, ...]:
        """Return the widget that has the focus while editing."""
        if isinstance(self.field, PairField):
            return self.field.first, self.field.second
        return (self.field,)

    def show_value(self, value: Any) -> None:
        """Show a value without emitting `edited`."""
        self.field.show_value(value)
        self._show_reset()

    def show_problem(self, sentence: str) -> None:
        """Show what is wrong with the value; empty if nothing is."""
        if sentence == self.problem:
            return
        self.problem = sentence
        if self._problem_label is None:
            self._problem_label = alarming()
            self._grid.addWidget(self._problem_label, 2, 0, 1, 2)
        self._problem_label.setText("⚠ " + sentence)
        self._problem_label.setVisible(bool(sentence))
        for control in self.controls():
            control.setStyleSheet(_WRONG_STYLE if sentence else "")
        described = f"{sentence} {self.meaning}" if sentence else self.meaning
        self.field.setAccessibleDescription(described)

    def _is_default(self) -> bool:
        value = self.field.value()
        return bool(value == self._default)

    def _show_reset(self) -> None:
        """Offer the default if the value differs."""
        is_offered = self._default is not None and not self._is_fixed and not self._is_default()
        if self.reset_button is None:
            if not is_offered:
                return
            words = self.tr("Back to the default of {name}: {value}")
            text = words.format(name=self._name.text(), value=self._default_text())
            self.reset_button = tool_button("undo", text, text)
            self.reset_button.setIconSize(_ICON)
            self.reset_button.clicked.connect(self._on_reset_clicked)
            self._place.insertWidget(1, self.reset_button)
        self.reset_button.setVisible(is_offered)

    @Slot()
    def _on_edited(self) -> None:
        self._show_reset()
        self.edited.emit()

    @Slot()
    def _on_reset_clicked(self) -> None:
        self.field.setFocus()
        self.show_value(self._default)
        self.edited.emit()
