"""A page of settings: titles, explanations and controls."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QKeySequenceEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.views.widgets.label import Label
from desktop.views.widgets.wheel_guard import guard_wheel

MARGIN = 22
_CHOICE_WIDTH = 190


class SettingsPage(QWidget):
    """Settings in rows: title and explanation on the left, control on the right."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(MARGIN, 20, MARGIN, 12)
        self._column.setSpacing(20)
        self._column.addStretch(1)

    def add_choice(self, choice: QComboBox | QKeySequenceEdit, title: str, does: str) -> None:
        """Add a choice; the mnemonic of its title focuses it."""
        label = Label(title)
        label.setBuddy(choice)
        choice.setFixedWidth(_CHOICE_WIDTH)
        guard_wheel(choice)
        self._describe(choice, title, does)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(label)
        words.addWidget(faint(does))
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        row.addLayout(words, 1)
        row.addWidget(choice, 0, Qt.AlignmentFlag.AlignTop)
        self.add(whole)

    def add_switch(self, switch: QCheckBox, does: str) -> None:
        """Add a switch."""
        self._describe(switch, switch.text(), does)
        self._insert(_above(switch, does))

    def add_button(self, button: QPushButton, does: str) -> None:
        """Add a button."""
        self._describe(button, button.text(), does)
        self._insert(_above(button, does))

    def add(self, widget: QWidget) -> None:
        """Anything else."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def in_scroll_area(self) -> QScrollArea:
        """Return the page, scrollable if the window is small or the text large."""
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self)
        return area

    def _insert(self, row: QVBoxLayout) -> None:
        self._column.insertLayout(self._column.count() - 1, row)

    @staticmethod
    def _describe(control: QWidget, title: str, does: str) -> None:
        control.setAccessibleName(title.replace("&", ""))
        control.setAccessibleDescription(does)


def _above(control: QWidget, does: str) -> QVBoxLayout:
    words = QVBoxLayout()
    words.setSpacing(4)
    words.addWidget(control, 0, Qt.AlignmentFlag.AlignLeft)
    words.addWidget(faint(does))
    return words


def faint(sentence: str) -> Label:
    """Return a label for an explanation, in a fainter colour."""
    label = Label(sentence)
    label.setWordWrap(True)
    label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    return label
