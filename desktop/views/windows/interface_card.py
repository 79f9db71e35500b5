"""The address and key that other programs need to translate here."""

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from desktop.values.interface_state import InterfaceState, InterfaceStatus
from desktop.views.widgets.label import Label
from desktop.views.widgets.wheel_guard import guard_wheel

COPIED_MS = 1200
_LEAST_PORT = 1024
_LARGEST_PORT = 65535


class InterfaceCard(QWidget):
    """The state of the interface for other programs, its address, port and key.

    Signals:
        new_key_requested: The user wants another key.
    """

    new_key_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.status = Label()
        self.status.setWordWrap(True)
        self.port = QSpinBox()
        self.port.setRange(_LEAST_PORT, _LARGEST_PORT)
        self.port.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        guard_wheel(self.port)
        self.port.setKeyboardTracking(False)  # a number takes effect once it is complete
        self.address = QLineEdit(readOnly=True)
        self.key = QLineEdit(readOnly=True)
        self.key.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        self.copy_address = QPushButton()
        self.copy_key = QPushButton()
        self.new_key = QPushButton(self.tr("New key"))
        self.new_key.setToolTip(self.tr("Programs with the old key can no longer translate"))
        self._copied = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._copied.timeout.connect(self._forget_copied)
        self.copy_address.clicked.connect(self._on_copy_address)
        self.copy_key.clicked.connect(self._on_copy_key)
        self.new_key.clicked.connect(self.new_key_requested)
        self._lay_out()
        self._forget_copied()
        self.show_state(InterfaceState())

    def show_state(self, state: InterfaceState) -> None:
        """Show whether other programs can translate, and where."""
        match state.status:
            case InterfaceStatus.OFF:
                text = self.tr("Off.")
            case InterfaceStatus.STARTING:
                text = self.tr("Starting…")
            case InterfaceStatus.ON:
                text = self.tr("On: programs on this computer can translate.")
            case InterfaceStatus.PORT_TAKEN:
                text = self.tr("Off: another program uses this port. Choose another one.")
            case InterfaceStatus.FAILED:
                text = self.tr("It stopped unexpectedly. {problem}").format(problem=state.problem)
        self.status.setText(text.rstrip())
        self.address.setText(state.address)
        self.copy_address.setEnabled(bool(state.address))

    def show_key(self, key: str) -> None:
        """Show the key that programs need."""
        self.key.setText(key)
        self.key.setCursorPosition(0)
        self.copy_key.setEnabled(bool(key))
        self.new_key.setEnabled(bool(key))

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(8)
        grid.setHorizontalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.status, 0, 0, 1, 4)
        rows: tuple[tuple[str, QWidget, tuple[QPushButton, ...]], ...] = (
            (self.tr("Port"), self.port, ()),
            (self.tr("Address"), self.address, (self.copy_address,)),
            (self.tr("Key"), self.key, (self.copy_key, self.new_key)),
        )
        for row, (title, field, buttons) in enumerate(rows, start=1):
            label = Label(title)
            label.setBuddy(field)
            field.setAccessibleName(title)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
            for column, button in enumerate(buttons, start=2):
                button.setAutoDefault(False)
                grid.addWidget(button, row, column)

    @Slot()
    def _on_copy_address(self) -> None:
        self._copy(self.address.text(), self.copy_address)

    @Slot()
    def _on_copy_key(self) -> None:
        self._copy(self.key.text(), self.copy_key)

    def _copy(self, text: str, button: QPushButton) -> None:
        QGuiApplication.clipboard().setText(text)
        self._forget_copied()
        button.setText(self.tr("Copied"))
        self._copied.start()

    @Slot()
    def _forget_copied(self) -> None:
        for button, what in (
            (self.copy_address, self.tr("Copy the address")),
            (self.copy_key, self.tr("Copy the key")),
        ):
            button.setText(self.tr("Copy"))
            button.setAccessibleName(what)
