"""The dialog that asks where to save a file, answered as a person would."""

from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot


def save_dialog(qtbot: QtBot) -> QFileDialog:
    """Return the dialog that is open, once it is."""

    def opened() -> list[QFileDialog]:
        return [
            widget
            for widget in QApplication.topLevelWidgets()
            if isinstance(widget, QFileDialog) and widget.isVisible()
        ]

    qtbot.waitUntil(lambda: len(opened()) == 1)
    return opened()[0]


def save_as(qtbot: QtBot, path: Path) -> None:
    """Type a name into it, and accept."""
    dialog = save_dialog(qtbot)
    dialog.setDirectory(str(path.parent))
    field = dialog.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText(str(path))
    dialog.accept()
