"""What tests of the window wait for and leave behind: the language as it was, no clipboard."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

PATIENCE = 300_000
"""Milliseconds until a test gives up: what never comes fails, what comes late on a busy machine
does not. A training gives way to all else there is to do, and comes last of all."""


class PatientQtBot(QtBot):
    """A QtBot that waits as long for one thing as for another."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE) -> None:  # noqa: N802
        """Wait until a condition holds."""
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
def _same_language() -> Iterator[None]:
    locale = QLocale()
    yield
    QLocale.setDefault(locale)
    application = QCoreApplication.instance()
    if application is not None:
        for translator in application.findChildren(QTranslator):
            application.removeTranslator(translator)
            translator.deleteLater()
