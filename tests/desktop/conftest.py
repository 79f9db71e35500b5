"""What every test of the window leaves behind: the language that was there before."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator


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
