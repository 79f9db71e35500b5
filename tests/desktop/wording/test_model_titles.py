"""What shipped models are called in the window."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from desktop.platform.interface_language import install_translators
from desktop.storage import paths
from desktop.wording.model_titles import (
    FINE_TUNED,
    STATEMENTS,
    TITLES,
    shown_name,
    shown_statement,
)
from engine.models.manifest_file import read_manifest
from training.recipe import OTHER_TEXT, load_recipe


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale.system())


def test_titles_are_in_the_language_of_the_interface(application: QApplication) -> None:
    install_translators(application, "de")
    shown = [shown_name("en-de-x", title) for title in TITLES]
    assert shown == ["Allgemein", "Bildbeschreibungen"]
    install_translators(application, "en")
    assert [shown_name("en-de-x", title) for title in TITLES] == list(TITLES)


def test_a_model_of_ones_own_is_called_as_its_maker_called_it(application: QApplication) -> None:
    install_translators(application, "de")
    assert shown_name("General", "") == "General"


def test_what_shipped_models_say_of_themselves_is_in_the_language_of_the_interface(
    application: QApplication,
) -> None:
    said = set()
    for folder in (paths.resources() / "models").iterdir():
        if folder.is_dir():
            manifest = read_manifest(folder)
            said |= {manifest.limits, *(one.licence for one in manifest.trained.corpora)}
    assert said == set(STATEMENTS)
    install_translators(application, "de")
    assert not {shown_statement(one) for one in said} & said
    own = OTHER_TEXT["export.limits"]  # what the wizard makes a model of one's own say
    assert shown_statement(own) != own
    assert load_recipe("fine-tune").export.limits == FINE_TUNED
    assert shown_statement(FINE_TUNED) != FINE_TUNED
    assert shown_statement("Only six words.") == "Only six words."
    assert shown_statement("") == ""
