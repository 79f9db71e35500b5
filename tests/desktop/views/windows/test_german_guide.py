"""The guide in German: the same page as the English one, in the words that the window says."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from desktop.platform.interface_language import install_translators, language_in_force
from desktop.storage import paths
from tests.support.windows import open_window

ENGLISH = paths.guide("en").read_text(encoding="utf-8")
GERMAN = paths.guide("de").read_text(encoding="utf-8")
translate = QCoreApplication.translate


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale.system())


def shape(text: str) -> list[str]:
    """What each block of a page is, from top to bottom: its heading marks, its picture, ..."""
    blocks = re.split(r"\n\n|\n(?=[-|]|\d\. )", text)
    kinds = re.compile(r"#+|!\[|-(?= )|\d\.|\|(-+\|)?")
    found = [kinds.match(block) for block in blocks]
    return [match.group() if match else "text" for match in found]


def pictures(text: str) -> list[str]:
    return re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)


def chapters(text: str) -> list[str]:
    return re.findall(r"^## (.+)$", text, re.MULTILINE)


def keys(text: str, modifiers: str) -> list[str]:
    return re.findall(rf"\b((?:(?:{modifiers})\+)+\w+|F1|Esc)\b", text)


# --- the page ---


def test_it_is_built_like_the_english_one() -> None:
    assert GERMAN != ENGLISH
    assert shape(GERMAN) == shape(ENGLISH)
    assert len(chapters(GERMAN)) > 5
    assert not set(chapters(GERMAN)) & set(chapters(ENGLISH))


@pytest.mark.parametrize("what", [r"`([^`]+)`", r"\]\((https?:[^)]+)\)", r"\b[A-Z]{3}\b"])
def test_file_names_folders_and_links_are_the_same(what: str) -> None:
    assert re.findall(what, GERMAN) == re.findall(what, ENGLISH)


def test_keys_are_the_same_as_the_window_writes_them(application: QApplication) -> None:
    install_translators(application, "de")
    named = keys(ENGLISH, "Ctrl|Alt|Shift")
    assert len(named) > 8
    assert keys(GERMAN, "Strg|Alt|Umschalt") == [
        "+".join(translate("QShortcut", part) for part in key.split("+")) for key in named
    ]
    assert "Ctrl" not in GERMAN


def test_pictures_are_the_same_in_german() -> None:
    assert pictures(GERMAN) == [name.replace(".png", "-de.png") for name in pictures(ENGLISH)]
    for german, english in zip(pictures(GERMAN), pictures(ENGLISH), strict=True):
        file = paths.guide("de").parent / german
        picture = QImage(str(file))
        assert not picture.isNull()
        assert picture.size() == QImage(str(file.with_name(Path(english).name))).size()
        assert file.stat().st_size < 140_000


def test_what_it_names_is_called_so_in_the_window(application: QApplication) -> None:
    install_translators(application, "de")
    named = (
        ("FetchBox", "&Download", "„{}“"),
        ("RecipePage", "Quick look", "*{}*"),
        ("RecipePage", "Good", "*{}*"),
        *(("StepsLine", step, "{}") for step in ("Text", "Recipe", "Check", "Training", "Result")),
        ("MainWindow", "Attention", "*{}*"),
        ("MainWindow", "History", "{}"),
        ("RunPage", "Log", "{}"),
        ("ModelsWindow", "Models", "{}"),
        ("Shortcuts", "Help", "{}"),
        ("Shortcuts", "Guide", "{}"),
        ("ModelTitle", "General", "*{}*"),
        ("ModelTitle", "Photo captions", "*{}*"),
    )
    for context, english, form in named:
        assert form.format(translate(context, english).replace("&", "")) in GERMAN


# --- the window ---


def test_a_language_without_a_guide_has_the_english_one() -> None:
    assert paths.guide("ja") == paths.guide("en") == paths.guide()
    assert paths.guide("de") != paths.guide()


def listed(guide: QWidget | None) -> list[str]:
    assert guide is not None
    assert guide.isVisible()
    titles = guide.findChild(QListWidget)
    assert isinstance(titles, QListWidget)
    return [titles.item(row).text() for row in range(titles.count())]


def test_the_window_shows_the_guide_of_its_language(
    qtbot: QtBot, tmp_path: Path, application: QApplication
) -> None:
    assert application is QApplication.instance()
    with open_window(qtbot, tmp_path, language="de") as window:
        assert language_in_force() == "de"
        window.program.dialogs.open_guide()
        assert listed(window.program.dialogs.guide_window) == chapters(GERMAN)
        german = window.program.dialogs
        window.program.settings.change(language="en")
        qtbot.waitUntil(lambda: window.program.dialogs is not german)
        window.program.dialogs.open_guide()
        assert listed(window.program.dialogs.guide_window) == chapters(ENGLISH)
