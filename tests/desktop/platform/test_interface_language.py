"""The interface in German: every text translated, nothing lost on the way, switched at run time."""

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import PySide6
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from desktop.platform.interface_language import best_language, install_translators
from desktop.views.windows.settings_dialog import SettingsDialog
from training.recipe import describe_settings

ROOT = Path(__file__).parents[3]
TRANSLATIONS = ROOT / "resources" / "translations"
HOW = "run .ci/translations, and translate what is new"
CODES = ("de", "en")
SETTING = "RecipeSetting"
PACKAGES = ("desktop", "training", "engine")


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale.system())


def tool(name: str, *arguments: str | Path) -> None:
    """Run a tool of Qt that comes with PySide6."""
    suffix = ".exe" if sys.platform == "win32" else ""
    program = Path(PySide6.__file__).parent / f"{name}{suffix}"
    subprocess.run([program, "-silent", *arguments], cwd=ROOT, check=True, capture_output=True)


def messages(code: str) -> list[tuple[str, ElementTree.Element]]:
    tree = ElementTree.parse(TRANSLATIONS / f"translucent_{code}.ts")
    return [
        (context.findtext("name", ""), message)
        for context in tree.iter("context")
        for message in context.iter("message")
    ]


def translated(message: ElementTree.Element) -> list[str]:
    forms = [form.text or "" for form in message.iter("numerusform")]
    return forms or [message.findtext("translation", "")]


def asked_for(file: Path) -> Iterator[str]:
    """The texts that a module asks to be translated; they must be literals, to be extracted."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        place = {"tr": 0, "translate": 1, "translatable": 1}.get(name)
        if place is None or len(node.args) <= place:
            continue
        text = node.args[place]
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            yield text.value
        else:
            is_table = name == "translate" and file.name == "shortcuts.py"
            assert is_table or name != "tr", f"{file.name}:{node.lineno} is no literal"


@pytest.mark.parametrize("code", CODES)
def test_the_translation_is_of_the_texts_there_are(code: str, tmp_path: Path) -> None:
    committed = TRANSLATIONS / f"translucent_{code}.ts"
    fresh = tmp_path / committed.name
    shutil.copy(committed, fresh)
    what = ["-extensions", "py", *PACKAGES, "-locations", "none", "-no-obsolete"]
    what += ["-tr-function-alias", "QT_TRANSLATE_NOOP+=translatable"]
    plurals = ["-pluralonly"] if code == "en" else []
    tool("lupdate", *what, "-target-language", code, *plurals, "-ts", fresh)
    assert fresh.read_bytes() == committed.read_bytes(), HOW


@pytest.mark.parametrize("code", CODES)
def test_the_compiled_translation_is_of_the_one_people_read(code: str, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.qm"
    tool("lrelease", TRANSLATIONS / f"translucent_{code}.ts", "-qm", fresh)
    assert fresh.read_bytes() == (TRANSLATIONS / f"translucent_{code}.qm").read_bytes(), HOW


def test_extraction_finds_every_text() -> None:
    extracted = {message.findtext("source") for _, message in messages("de")}
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            lost = set(asked_for(file)) - extracted
            assert not lost, f"{file.name}: put {lost} simply, or lupdate does not find it"


def test_every_setting_of_a_recipe_is_explained_in_german() -> None:
    extracted = {message.findtext("source") for name, message in messages("de") if name == SETTING}
    assert extracted == set(describe_settings().values())


@pytest.mark.parametrize("code", CODES)
def test_every_text_is_translated(code: str) -> None:
    for context, message in messages(code):
        source = message.findtext("source", "")
        state = message.find("translation")
        assert state is not None
        assert state.get("type") is None, f"{context}: {source!r} is not translated; {HOW}"
        assert all(translated(message)), source


@pytest.mark.parametrize("code", CODES)
def test_a_translation_keeps_placeholders_markup_and_rims(code: str) -> None:
    for _, message in messages(code):
        source = message.findtext("source", "")
        parts = re.compile(r"\{[^}]*\}|%L?n|</?\w+>|\t|\n")
        for text in translated(message):
            assert Counter(parts.findall(text)) == Counter(parts.findall(source)), source
            assert ("&" in text) == ("&" in source), source
            assert text == text.strip() or source != source.strip(), source
            # The plural forms of a text may say the number in a word; so far none does.
            assert text[-1] == source[-1] or not {text[-1], source[-1]} & set(".:?!…"), source


@pytest.mark.parametrize("language", CODES)
def test_no_key_leads_to_two_settings(
    language: Literal["de", "en"], application: QApplication, qtbot: QtBot
) -> None:
    install_translators(application, language)
    dialog = SettingsDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    tabs = dialog.findChild(QTabWidget)
    assert isinstance(tabs, QTabWidget)
    titles = [tabs.tabText(page) for page in range(tabs.count())]
    for page in range(tabs.count()):
        tabs.setCurrentIndex(page)
        shown: list[QWidget] = [*dialog.findChildren(QAbstractButton), *dialog.findChildren(QLabel)]
        texts = [
            widget.text()
            for widget in shown
            if isinstance(widget, QAbstractButton | QLabel) and widget.isVisible()
        ]
        letters = [
            letter.lower() for text in (*titles, *texts) for letter in re.findall("&(.)", text)
        ]
        assert len(letters) >= 5
        assert len(letters) == len(set(letters)), letters


def test_switching_switches_our_texts_qts_and_the_numbers(application: QApplication) -> None:
    def said() -> tuple[str, str, str]:
        return (
            QCoreApplication.translate("Shortcuts", "Swap languages"),
            QCoreApplication.translate("QPlatformTheme", "Cancel"),
            QLocale().toString(1234.5, "f", 1),
        )

    german = ("Sprachen tauschen", "Abbrechen", "1.234,5")
    english = ("Swap languages", "Cancel", "1,234.5")
    install_translators(application, "de")
    assert said() == german
    install_translators(application, "en")
    assert said() == english
    install_translators(application, "de")
    assert said() == german
    application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    assert len(application.findChildren(QTranslator, options=direct)) <= 2


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("de", ("1 Satz", "1.900 Sätze", "0 Sätze")),
        ("en", ("1 sentence", "1,900 sentences", "0 sentences")),
    ],
)
def test_numbers_have_their_plural(
    language: Literal["de", "en"], forms: tuple[str, ...], application: QApplication
) -> None:
    install_translators(application, language)
    say = "%Ln sentence(s)"
    assert forms == tuple(
        QCoreApplication.translate("FileCard", say, "", number) for number in (1, 1900, 0)
    )


def test_the_system_decides_where_nothing_is_chosen(application: QApplication) -> None:
    install_translators(application, "system")
    chosen = best_language(QLocale.system().uiLanguages())
    expected = {"de": "Einstellungen", "en": "Settings"}[chosen]
    assert QCoreApplication.translate("SettingsDialog", "Settings") == expected


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (["de-AT", "en"], "de"),
        (["fr-FR", "de", "en"], "de"),
        (["en-GB", "de"], "en"),
        (["DE_de"], "de"),
        (["den", "dense-de"], "en"),
        (["ja"], "en"),
        (["C"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_that_the_window_speaks(wanted: list[str], code: str) -> None:
    assert best_language(wanted) == code
