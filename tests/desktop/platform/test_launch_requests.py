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
    launch_requests = LaunchRequests(Start((named,)), None)
    came: list[Start] = []
    launch_requests.came.connect(came.append)
    application.installEventFilter(launch_requests)
    try:
        QApplication.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile(str(early))))
        assert came == []
        launch_requests.listen()
        QApplication.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile(str(late))))
        QApplication.sendEvent(application, QFileOpenEvent(QUrl("https://example.org")))
    finally:
        application.removeEventFilter(launch_requests)
    assert [start.files for start in came] == [(named, early), (late,)]
