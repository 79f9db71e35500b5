"""What tests of the window wait for and leave behind: the language as it was, nothing that runs."""

import gc
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QThread, QTimer, QTranslator
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

PATIENCE = 120_000
"""Milliseconds until a test gives up: what never comes fails, what comes late on a busy machine
does not."""


OFTEN = 100
"""How many times a test looks every millisecond, before it looks as seldom as pytest-qt does."""


class PatientQtBot(QtBot):
    """A QtBot that waits as long for one thing as for another."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE) -> None:  # noqa: N802
        """Wait until a condition holds, looking often at first: most hold soon."""
        for _ in range(OFTEN):
            try:
                if callback():
                    return
            except AssertionError:
                break
            self.wait(1)
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, **options: Any) -> Any:  # noqa: N802
        """Wait for a signal, in a `with` statement."""
        return super().waitSignal(signal, timeout=timeout, **options)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Return pytest-qt's helper, with patience."""
    del qapp
    return PatientQtBot(request)


@pytest.fixture(autouse=True, scope="session")
def _empty_clipboard() -> Iterator[None]:
    """Leave nothing of a test's in the clipboard: Qt frees it when Python is gone."""
    yield
    if QGuiApplication.instance() is not None:
        QGuiApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """Fail a test that leaves to the next one a thread, a running timer or an open window."""
    threads = set(threading.enumerate())
    gc.freeze()  # what is there before the test is not looked through after it
    yield
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    if _running_qt_objects():
        gc.collect()  # what nobody can reach does not count
    left = _running_qt_objects()
    gc.unfreeze()
    for thread in set(threading.enumerate()) - threads:
        if not isinstance(thread, threading._DummyThread):  # a QThread, which is asked above
            thread.join(1)
            left += [repr(thread)] * thread.is_alive()
    assert not left, f"left behind: {', '.join(left)}"


def _running_qt_objects() -> list[str]:
    """Describe the threads, timers and windows of Qt that Python made and that are at work."""
    is_at_work: dict[type[Any], Callable[[Any], bool]] = {
        QThread: QThread.isRunning,
        QTimer: QTimer.isActive,
        QWidget: lambda widget: widget.isWindow() and widget.isVisible(),
    }
    return [
        f"{one!r} of {one.parent()!r}"
        for one in gc.get_objects()
        for kind, is_running in is_at_work.items()
        if issubclass(type(one), kind) and isValid(one) and is_running(one)
    ]


@pytest.fixture(autouse=True)
def _same_language() -> Iterator[None]:
    locale = QLocale()
    yield
    QLocale.setDefault(locale)
    application = QCoreApplication.instance()
    if application is not None:
        for translator in application.findChildren(QTranslator):
            application.removeTranslator(translator)
            translator.deleteLater()
