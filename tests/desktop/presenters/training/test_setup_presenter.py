"""The wizard before a run: what was decided stays, and nothing waits for what has ended."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.presenters.training.setup_presenter import SetupPresenter
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.training.preflight import Preflight
from desktop.sessions.training.training_session import TrainingSession
from desktop.storage.corrections import Corrections
from desktop.wizard.corpus.corpus_page import CorpusChoice
from desktop.wizard.wizard import Step, Wizard
from tests.support.windows import home_folders, pick_row
from training.preflight import Previewed
from training.recipe import Recipe

PREVIEW = Previewed(
    name="everyday",
    licence="",
    train=48_000,
    validation=900,
    test=500,
    is_held_out=True,
    encodings={},
    first=(("Two men.", "Zwei Männer."),),
    dropped={},
    dropped_first={},
)


class Led:
    """A wizard, and what leads through it."""

    def __init__(self, home: Path, checks: list[Recipe], estimates: list[Recipe]) -> None:
        folders = home_folders(home)
        models = ModelList(folders)
        selection = ModelSelection(models)
        selection.begin("", ("en", "de"))
        session = TrainingSession(folders.runs)
        self.wizard = Wizard()
        self.corrections = Corrections(home / "corrections")
        self.preflight = Preflight(self.wizard)
        self.models = models
        self.presenter = SetupPresenter(
            self.wizard, self.preflight, session, models, selection, folders, self.corrections
        )
        self.checks = checks
        self.estimates = estimates

    def choose(self, name: str) -> None:
        corpus = CorpusChoice("pairs", "en", "de", (Path(name),))
        self.wizard.corpus_page.source_chosen.emit(corpus)

    def go(self, *steps: Step) -> None:
        for step in steps:
            self.wizard.show_step(step)


@pytest.fixture
def led(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Led]:
    checks: list[Recipe] = []
    estimates: list[Recipe] = []
    monkeypatch.setattr(Preflight, "check", lambda _, recipe, *_more: checks.append(recipe))
    monkeypatch.setattr(Preflight, "estimate", lambda _, recipe, *_more: estimates.append(recipe))
    led = Led(tmp_path, checks, estimates)
    qtbot.addWidget(led.wizard)
    led.wizard.show()
    yield led  # not returned: it has to live as long
    led.wizard.hide()


def test_what_was_decided_before_the_start_stays(led: Led) -> None:
    led.choose("a.tsv")
    led.go(Step.RECIPE, Step.CHECK)
    page = led.wizard.check_page
    page.name_edit.selectAll()
    QTest.keyClicks(page.name_edit, "monday night")
    page.compared_box.setCurrentIndex(0)
    led.estimates.clear()
    led.wizard.show_runs()
    QTest.mouseClick(led.wizard.back_button, Qt.MouseButton.LeftButton)
    led.go(Step.RECIPE, Step.CHECK)
    assert (page.run_name(), page.compared()) == ("monday night", None)
    assert led.estimates == []


def test_another_text_is_measured_anew_and_so_is_one_whose_measuring_was_cancelled(
    led: Led,
) -> None:
    led.choose("a.tsv")
    led.go(Step.RECIPE, Step.CHECK, Step.RECIPE, Step.CORPUS)
    led.choose("b.tsv")
    led.wizard.corpus_page.cancel_requested.emit()
    led.choose("a.tsv")
    led.go(Step.RECIPE, Step.CHECK)
    assert len(led.estimates) == 2
    led.go(Step.RECIPE, Step.CORPUS)
    led.wizard.corpus_page.cancel_requested.emit()
    led.go(Step.RECIPE, Step.CHECK)
    assert len(led.estimates) == 3


def test_what_was_corrected_is_offered_as_own_sentence_pairs(led: Led) -> None:
    led.corrections.add([("A dog.", "Ein Hund.")], "en", "de")
    page = led.wizard.corpus_page
    page.cards["pairs"].setChecked(True)
    own = page.own_files
    own.show_direction("en", "de")
    assert own.corrections_button.text() == "Use my c&orrections (1)"
    own.corrections_button.click()
    assert own.paths == (led.corrections.path("en", "de"),)
    own.show_direction("en", "fr")
    assert own.corrections_button.isHidden()


def test_a_model_is_improved_with_its_own_settings_in_a_new_model(led: Led, tmp_path: Path) -> None:
    entry = led.models.entries[0]
    led.presenter.improve(entry)
    page = led.wizard.corpus_page
    assert led.wizard.step is Step.CORPUS
    assert page.kind == "pairs"
    manifest = entry.usable_manifest
    assert page.direction_row.direction == (manifest.source_language, manifest.target_language)
    led.choose("a.tsv")
    assert led.checks[-1].corpus.min_pairs == 100
    led.go(Step.RECIPE)
    assert led.wizard.recipe_page.cards["fine-tune"].isChecked()
    assert led.wizard.recipe_page.parent_row.folder == entry.path
    led.go(Step.CHECK)
    recipe = led.estimates[-1]
    assert recipe.is_complete
    assert recipe.fine_tuning.start_from == str(entry.path)
    assert recipe.model.d_model == manifest.config.d_model
    assert recipe.export.weights_dtype == manifest.weights_dtype
    check = led.wizard.check_page
    saved = tmp_path / "mine.toml"
    led.wizard.recipe_page.save_requested.emit(saved)
    led.go(Step.RECIPE)
    led.wizard.recipe_page.load_requested.emit(saved)
    assert led.wizard.recipe_page.parent_row.folder == entry.path
    led.wizard.recipe_page.parent_chosen.emit()  # back to what the recipe that ships leaves to it
    led.go(Step.CHECK)
    assert led.estimates[-1] == recipe
    assert check.run_name() == f"{entry.name}-fine-tuned"
    assert check.compared() == entry.path


def test_another_model_to_compare_with_is_measured_too(
    led: Led, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[Path | None] = []
    monkeypatch.setattr(Preflight, "estimate", lambda _, *asked: compared.append(asked[-1]))
    led.choose("a.tsv")
    led.go(Step.RECIPE, Step.CHECK)
    box = led.wizard.check_page.compared_box
    assert compared == [box.currentData()]
    pick_row(box, 0)
    assert compared[1:] == [None]


def test_where_no_model_translates_there_is_nothing_to_improve(led: Led) -> None:
    led.presenter.improve(led.models.entries[0])
    led.checks.clear()
    corpus = CorpusChoice("pairs", "fr", "sv", (Path("a.tsv"),))
    led.wizard.corpus_page.source_chosen.emit(corpus)
    assert led.checks == []
    (notice,) = led.wizard.corpus_page.notices.notices()
    assert "no installed model translates from fr to sv" in notice.text


@pytest.mark.parametrize("direction", [("en", "de"), ("de", "en")])
def test_included_text_is_there_at_once_with_a_recipe_of_its_own(
    led: Led, direction: tuple[str, str]
) -> None:
    page, recipes = led.wizard.corpus_page, led.wizard.recipe_page
    if page.choice != CorpusChoice("everyday", *direction, ()):
        QTest.mouseClick(page.direction_row.swap_button, Qt.MouseButton.LeftButton)
    assert page.choice == CorpusChoice("everyday", *direction, ())
    assert led.checks[-1].corpus.kind == "everyday"
    led.go(Step.RECIPE)
    assert recipes.cards["everyday"].isVisible()
    assert recipes.cards["everyday"].isChecked()
    led.go(Step.CHECK)
    recipe = led.estimates[-1]
    assert (recipe.name, recipe.corpus.kind) == ("everyday", "everyday")
    assert (recipe.source_language, recipe.target_language) == direction
    assert recipe.model_name == f"{direction[0]}-{direction[1]}-everyday"


def test_other_text_is_offered_the_usual_recipe_and_what_was_chosen_stays(led: Led) -> None:
    recipes = led.wizard.recipe_page
    led.go(Step.RECIPE, Step.CORPUS)
    led.choose("a.tsv")
    led.go(Step.RECIPE)
    assert recipes.cards["everyday"].isHidden()
    assert recipes.cards["good"].isChecked()
    QTest.mouseClick(recipes.cards["best"], Qt.MouseButton.LeftButton)
    led.go(Step.CORPUS)
    led.wizard.corpus_page.source_chosen.emit(CorpusChoice("everyday", "en", "de", ()))
    led.go(Step.RECIPE)
    assert recipes.cards["best"].isChecked()
    led.go(Step.CHECK)
    assert (led.estimates[-1].name, led.estimates[-1].corpus.kind) == ("best", "everyday")
    assert "caption" not in led.estimates[-1].export.limits.lower()


def test_a_preview_that_comes_late_is_not_of_what_is_missing(led: Led) -> None:
    page = led.wizard.corpus_page
    page.cards["pairs"].setChecked(True)  # while the included text is read
    led.preflight.previewed.emit(PREVIEW)
    assert page.choice is None
    assert page.preview.isHidden()


def read(led: Led, name: str, pairs: int) -> None:
    """Choose a text, and let it be read."""
    led.choose(name)
    led.preflight.previewed.emit(replace(PREVIEW, train=pairs))


def test_a_text_too_small_for_a_new_model_improves_one_and_says_why(led: Led) -> None:
    page = led.wizard.recipe_page
    led.go(Step.RECIPE, Step.CORPUS)
    read(led, "small.tsv", 4_999)
    led.go(Step.RECIPE)
    assert page.cards["fine-tune"].isChecked()
    assert led.wizard.focusWidget() is page.cards["fine-tune"]
    assert "4999" in page.reason.text().replace(",", "")
    assert page.reason.isVisible()
    assert "“en-de-multi30k”" in led.wizard.plan_label.text()
    assert "“en-de-multi30k-fine-tuned”" in led.wizard.plan_label.text()
    led.go(Step.CORPUS)
    read(led, "large.tsv", 5_000)  # it was no choice of the user
    led.go(Step.RECIPE)
    assert page.cards["good"].isChecked()
    assert not page.reason.isVisible()
    assert "“en-de-pairs”" in led.wizard.plan_label.text()


def test_what_the_user_chose_for_a_small_text_stays(led: Led) -> None:
    page = led.wizard.recipe_page
    read(led, "small.tsv", 800)
    led.go(Step.RECIPE)
    page.cards["quick-look"].setChecked(True)
    led.go(Step.CORPUS)
    read(led, "other.tsv", 900)
    led.go(Step.RECIPE)
    assert page.cards["quick-look"].isChecked()
    page.cards["fine-tune"].setChecked(True)
    led.go(Step.CORPUS)
    read(led, "large.tsv", 50_000)
    led.go(Step.RECIPE)
    assert page.cards["fine-tune"].isChecked()


@pytest.mark.parametrize(("direction", "pairs"), [(("en", "de"), 99), (("de", "fr"), 800)])
def test_what_can_improve_no_model_makes_a_new_one(
    led: Led, direction: tuple[str, str], pairs: int
) -> None:
    corpus = CorpusChoice("pairs", *direction, (Path("small.tsv"),))
    led.wizard.corpus_page.source_chosen.emit(corpus)
    led.preflight.previewed.emit(replace(PREVIEW, train=pairs))
    led.go(Step.RECIPE)
    assert led.wizard.recipe_page.cards["good"].isChecked()
    assert not led.wizard.recipe_page.reason.isVisible()
