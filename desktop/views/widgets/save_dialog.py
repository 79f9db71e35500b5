"""Where file dialogs begin, and a save dialog that never replaces a file without asking."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def begin_in_documents() -> None:
    """Let the first file dialog show the user's documents, and not the working folder.

    The next ones show the folder that was chosen last.
    """
    documents = QDir(
        QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    )
    # Qt does not mind a folder that may not be looked at.
    QFileDialog().setDirectory(documents if documents.exists() else QDir.home())


def ask_where_to_save(
    parent: QWidget, title: str, proposed: str, kinds: str, save: Callable[[Path], object]
) -> None:
    """Open a dialog; on the GUI thread, without waiting for it.

    Args:
        parent: The window that asks.
        title: Of the dialog.
        proposed: A name, or a path, to begin with; what is chosen gets its suffix.
        kinds: A name filter, such as "Texts (*.txt)".
        save: Called with the chosen file.
    """
    folder, name = os.path.split(proposed)
    suffix = Path(name).suffix
    dialog = QFileDialog(parent, title, folder)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilter(kinds)
    dialog.setDefaultSuffix(suffix)
    dialog.selectFile(name)

    def take(file: str) -> None:
        chosen = named = Path(file)
        if chosen.suffix.lower() != suffix:
            named = chosen.with_name(chosen.name + suffix)
        if named != chosen and named.exists():  # the dialog asked about another name
            ask_where_to_save(parent, title, str(named), kinds, save)
        else:
            save(named)

    dialog.fileSelected.connect(take)
    dialog.open()
