"""One control for each kind of setting, made from the type of the setting."""

from typing import Any, Literal, get_args, get_origin

from PySide6.QtCore import QLocale, QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QWidget

from desktop.wizard.parts.page import faint


class ChoiceField(QComboBox):
    """A choice of one word.

    Signals:
        edited: The user chose another.
    """

    edited = Signal()

    def __init__(self, words: tuple[str, ...]) -> None:
        super().__init__()
        self.addItems(words)
        self.currentIndexChanged.connect(self._on_chosen)

    def value(self) -> str:
        """Return the chosen word."""
        return self.currentText()

    def show_value(self, value: Any) -> None:
        """Choose a word."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findText(str(value)))

    @Slot()
    def _on_chosen(self) -> None:
        self.edited.emit()


class SwitchField(QCheckBox):
    """A switch.

    Signals:
        edited: The user switched.
    """

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._show_words()
        self.toggled.connect(self._on_toggled)

    def value(self) -> bool:
        """Return whether it is on."""
        return self.isChecked()

    def show_value(self, value: Any) -> None:
        """Switch."""
        with QSignalBlocker(self):
            self.setChecked(bool(value))
        self._show_words()

    def _show_words(self) -> None:
        self.setText(self.tr("on") if self.isChecked() else self.tr("off"))

    @Slot()
    def _on_toggled(self) -> None:
        self._show_words()
        self.edited.emit()


class TextField(QLineEdit):
    """A field for a text or a number.

    Signals:
        edited: The user typed.
    """

    edited = Signal()

    def __init__(self, kind: type[str | int | float]) -> None:
        super().__init__()
        self._kind = kind
        self.textEdited.connect(self._on_edited)

    def value(self) -> Any:
        """Return the typed text, as a number if one is expected and typed."""
        return self.text() if self._kind is str else _number(self.text().strip(), self._kind)

    def show_value(self, value: Any) -> None:
        """Show a text or a number, scrolled to its beginning."""
        self.setText(value_text(value))
        self.setCursorPosition(0)

    @Slot()
    def _on_edited(self) -> None:
        self.edited.emit()


class PairField(QWidget):
    """Two fields for numbers.

    Signals:
        edited: The user typed in one of them.
    """

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.first = TextField(float)
        self.second = TextField(float)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.first, 1)
        row.addWidget(faint(self.tr("and")))
        row.addWidget(self.second, 1)
        self.setFocusProxy(self.first)
        for field in (self.first, self.second):
            field.edited.connect(self.edited)

    def setAccessibleName(self, name: str) -> None:
        """Also name both fields."""
        super().setAccessibleName(name)
        self.first.setAccessibleName(self.tr("{name}, first number").format(name=name))
        self.second.setAccessibleName(self.tr("{name}, second number").format(name=name))

    def value(self) -> tuple[Any, Any]:
        """Return both numbers, or the texts that are none."""
        return self.first.value(), self.second.value()

    def show_value(self, value: Any) -> None:
        """Show two numbers."""
        first, second = value
        self.first.show_value(first)
        self.second.show_value(second)


class NumbersField(TextField):
    """A field for comma-separated integers."""

    def __init__(self) -> None:
        super().__init__(str)

    def value(self) -> tuple[Any, ...]:
        """Return the numbers, or the texts that are none."""
        return tuple(_number(part.strip(), int) for part in self.text().split(",") if part.strip())


class WeightsField(TextField):
    """A field for names with numbers: `web = 0.5, books = 2`."""

    def __init__(self) -> None:
        super().__init__(str)

    def value(self) -> dict[str, Any]:
        """Return the numbers by name, or the texts that are none."""
        parts = [part.strip() for part in self.text().split(",") if part.strip()]
        split = [part.rpartition("=") if "=" in part else (part, "", "") for part in parts]
        return {name.strip(): _number(number.strip(), float) for name, _, number in split}


SettingField = ChoiceField | SwitchField | TextField | PairField


def make_field(kind: Any) -> SettingField:
    """Return the control for a setting of that type."""
    if get_origin(kind) is Literal:
        return ChoiceField(tuple(str(word) for word in get_args(kind)))
    if get_origin(kind) is tuple:
        return NumbersField() if Ellipsis in get_args(kind) else PairField()
    if get_origin(kind) is dict:
        return WeightsField()
    return SwitchField() if kind is bool else TextField(kind)


def value_text(value: Any) -> str:
    """Return a value as it is typed."""
    match value:
        case float():
            return repr(value).replace("e-0", "e-")
        case list() | tuple():
            return ", ".join(value_text(item) for item in value)
        case dict():
            return ", ".join(f"{name} = {value_text(item)}" for name, item in value.items())
        case _:
            return str(value)


def _number(text: str, kind: type[str | int | float]) -> Any:
    """Parse a number, written as in recipes or as in this language."""
    try:
        return kind(text)
    except ValueError:
        number, is_number = QLocale().toDouble(text)
    if is_number and (kind is float or number.is_integer()):
        return kind(number)
    return text
