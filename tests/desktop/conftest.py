"""What tests of the window leave behind: the language that was there before, no clipboard."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtGui import QGuiApplication


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
