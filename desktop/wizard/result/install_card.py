"""The name of a new model, and the button that installs it."""

from typing import Literal

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QPushButton, QWidget

from desktop.views import theme
from desktop.views.widgets.label import Label
from desktop.wizard.parts.figure import FigureCard
from desktop.wizard.parts.page import faint
from desktop.wording.tooltips import tooltip

_NAME_WIDTH = 300

UseReason = Literal["better", "worse", "equal", "unknown"]
"""How the model scored compared with the one in use."""


class InstallCard(FigureCard):
    """A name field with its problem, a button, and whether to use the model at once.

    Signals:
        install_requested: Install the model under this name (str), and whether
            (bool) the window should then use it.
    """

    install_requested = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name_edit = QLineEdit()
        self.name_edit.setMinimumWidth(_NAME_WIDTH)
        label = Label(self.tr("&Name of the model"))
        label.setBuddy(self.name_edit)
        self.name_edit.setAccessibleName(self.tr("Name of the model"))
        self.install_button = QPushButton(self.tr("&Install"))
        self.install_button.setDefault(True)
        self.install_button.setAutoDefault(True)
        self.use_box = QCheckBox(self.tr("&Use it in the window now"))
        self.remark = faint()
        self._is_installed = False
        self._has_problem = False
        grid = QGridLayout(self)
        grid.setContentsMargins(18, 14, 18, 14)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(3, 1)
        grid.addWidget(label, 0, 0)
        grid.addWidget(self.name_edit, 0, 1)
        grid.addWidget(self.install_button, 0, 2)
        grid.addWidget(self.use_box, 1, 1, 1, 3, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(self.remark, 2, 0, 1, 4)
        self.name_edit.textEdited.connect(self._on_name_edited)
        self.name_edit.returnPressed.connect(self.install_button.click)
        self.install_button.clicked.connect(self._on_install_clicked)
        self.show_name("")

    def show_name(self, name: str) -> None:
        """Propose a name; the model is not installed yet."""
        self.name_edit.setText(name)
        self._is_installed = False
        self.show_problem("")

    def propose_use(self, reason: UseReason) -> None:
        """Propose to use the model at once only if it measured better, and say why."""
        reasons: dict[UseReason, str] = {
            "better": self.tr("It scored better than the model in use."),
            "worse": self.tr("It scored worse than the model in use."),
            "equal": self.tr("It did not score clearly better than the model in use."),
            "unknown": self.tr("It could not be compared with the model in use."),
        }
        self.use_box.setChecked(reason == "better")
        self.use_box.setToolTip(tooltip(reasons[reason]))
        self.use_box.setAccessibleDescription(reasons[reason])

    @Slot(str)
    def show_problem(self, sentence: str) -> None:
        """Show why the name is not accepted; empty if it is."""
        hint = self.tr("It is copied to your models; you can choose it in the window at any time.")
        self._has_problem = bool(sentence)
        self._say(sentence or hint, is_problem=self._has_problem)
        self._show_button()

    def show_installed(self, name: str) -> None:
        """Show that the model is installed."""
        self._is_installed, self._has_problem = True, False
        text = (
            self.tr("“{name}” is installed and in use.")
            if self.use_box.isChecked()
            else self.tr("“{name}” is installed. Choose it in the window when you want to use it.")
        )
        self._say(text.format(name=name), is_problem=False)
        self._show_button()

    def _say(self, sentence: str, *, is_problem: bool) -> None:
        self.remark.setText(sentence)
        palette = QPalette(self.palette())
        if is_problem:
            palette.setColor(QPalette.ColorRole.PlaceholderText, theme.colours().error)
        self.remark.setPalette(palette if is_problem else QPalette())
        self.name_edit.setAccessibleDescription(sentence)

    def _show_button(self) -> None:
        name = self.name_edit.text().strip()
        self.use_box.setEnabled(not self._is_installed)
        self.install_button.setEnabled(
            bool(name) and not self._has_problem and not self._is_installed
        )
        tip = self.tr("Add it to your models")
        if self._is_installed:
            tip = self.tr("Already installed; use another name to install it again")
        elif not name:
            tip = self.tr("Enter a name for the model")
        elif self._has_problem:
            tip = tooltip(self.remark.text())
        self.install_button.setToolTip(tooltip(tip))

    @Slot()
    def _on_name_edited(self) -> None:
        self._is_installed = False
        self.show_problem("")

    @Slot()
    def _on_install_clicked(self) -> None:
        self.install_button.setEnabled(False)  # until it is installed or refused
        self.install_requested.emit(self.name_edit.text().strip(), self.use_box.isChecked())
