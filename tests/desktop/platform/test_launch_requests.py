"""Files that macOS hands to the application: opened once the window can, and at once from then."""

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.platform.launch_requests import LaunchRequests
from desktop.platform.single_instance import Start


def test_files_from_the_system_wait_for_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    assert qtbot is not None
    named, early, late = (tmp_path / name for name in ("named.txt", "früh.txt", "late.md"))
    starts = LaunchRequests([named], None)
    came: list[Start] = []
    starts.came.connect(came.append)
    application.installEventFilter(starts)
    try:
        QApplication.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile(str(early))))
        assert came == []
        starts.listen()
        QApplication.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile(str(late))))
        QApplication.sendEvent(application, QFileOpenEvent(QUrl("https://example.org")))
    finally:
        application.removeEventFilter(starts)
    assert [start.files for start in came] == [(named, early), (late,)]
