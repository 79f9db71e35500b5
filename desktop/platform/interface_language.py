"""The language of the window: which one, and the translations of our own texts and of Qt's.

Texts are looked up when a widget is built. So a window that is open keeps its language; whoever
changes it rebuilds the window.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, Qt, QTranslator

from desktop.storage import paths
from engine.languages.lookup import primary_subtag

Language = Literal["system", "en", "de"]

_QT_LOCALES = {"en": QLocale.Language.English, "de": QLocale.Language.German}


def install_translators(application: QCoreApplication, language: Language) -> None:
    """Let texts, dates and numbers that are asked for from now on be in this language."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    for old in application.findChildren(QTranslator, options=direct):
        application.removeTranslator(old)
        old.deleteLater()
    system = QLocale.system()
    code = best_language(system.uiLanguages()) if language == "system" else language
    speaks_it = system.language() == _QT_LOCALES[code]
    QLocale.setDefault(system if speaks_it else QLocale(_QT_LOCALES[code]))
    qt_folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    for file in (
        qt_folder / f"qtbase_{code}.qm",
        paths.resources() / "translations" / f"translucent_{code}.qm",
    ):
        translator = QTranslator(application)
        if translator.load(str(file)):
            application.installTranslator(translator)


def language_in_force() -> Literal["en", "de"]:
    """Return the current interface language."""
    return "de" if QLocale().language() == _QT_LOCALES["de"] else "en"


def best_language(wanted: Sequence[str]) -> Literal["en", "de"]:
    """Return the first of the languages a person wants, such as `de-AT`, that the window speaks."""
    for tag in wanted:
        primary = primary_subtag(tag)
        if primary == "de":
            return "de"
        if primary == "en":
            return "en"
    return "en"
