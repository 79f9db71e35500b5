"""The button that exports a model: a menu of formats, then where to save it."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from desktop.views.widgets.save_dialog import ask_where_to_save
from engine.edition import has_torch
from engine.interchange.export.formats import PROGRAM_NAMES, ExportFormat
from engine.models.archive import ARCHIVE_SUFFIX


class ExportButton(QPushButton):
    """Asks for a format and a place, and proposes the model's name.

    Signals:
        file_chosen: The Path of the file to write.
        folder_chosen: The Path of the folder to write, and its ExportFormat.
    """

    file_chosen = Signal(object)
    folder_chosen = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(self.tr("&Export"))
        self._name = ""
        menu = QMenu(self)
        self.file_action = menu.addAction(self.tr("Translucent &file…"))
        self.file_action.triggered.connect(self._on_file)
        menu.addSeparator()
        self.program_actions: dict[ExportFormat, QAction] = {}
        for to, program in PROGRAM_NAMES.items():
            action = menu.addAction(self.tr("Folder for {program}…").format(program=program))
            action.triggered.connect(partial(self._on_program, to))
            action.setEnabled(has_torch())
            self.program_actions[to] = action
        if not has_torch():
            menu.addAction(self.tr("Other programs need the full edition")).setEnabled(False)
        self.setMenu(menu)

    def show_name(self, name: str) -> None:
        """Propose names that begin with that of a model."""
        self._name = name

    @Slot()
    def _on_file(self) -> None:
        ask_where_to_save(
            self.window(),
            self.tr("Export the model"),
            self._name + ARCHIVE_SUFFIX,
            self.tr("Models (*{suffix})").format(suffix=ARCHIVE_SUFFIX),
            self.file_chosen.emit,
        )

    def _on_program(self, to: ExportFormat) -> None:
        def save(folder: Path) -> None:
            self.folder_chosen.emit(folder, to)

        ask_where_to_save(
            self.window(),
            self.tr("Export the model for {program}").format(program=PROGRAM_NAMES[to]),
            f"{self._name}-{to}",
            self.tr("Folders (*)"),
            save,
        )
