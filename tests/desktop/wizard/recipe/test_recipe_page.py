"""The second page: a recipe on a card each, and those of the papers in a list."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.wizard.recipe.recipe_page import RecipePage
from tests.support.save_dialogs import save_as, save_dialog
from training.recipe import Recipe, list_recipes, load_recipe

PAPERS = [recipe.name for recipe in list_recipes() if recipe.reproduces]


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[RecipePage]:
    page = RecipePage()
    qtbot.addWidget(page)
    page.show_recipes(list_recipes())
    page.resize(940, 680)
    page.show()
    yield page
    page.hide()


@pytest.fixture
def chosen(page: RecipePage) -> list[str]:
    names: list[str] = []

    def remember(recipe: Recipe) -> None:
        names.append(recipe.name)

    page.recipe_chosen.connect(remember)
    return names


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_card_chosen_is_its_recipe(page: RecipePage, chosen: list[str]) -> None:
    for way in ("good", "best", "quick-look"):
        click(page.cards[way])
    assert chosen == ["good", "best", "quick-look"]
    click(page.cards["quick-look"])
    assert len(chosen) == 3
    page.cards["quick-look"].setFocus()
    QTest.keyClick(page.cards["quick-look"], Qt.Key.Key_Right)
    assert chosen[-1] == "good"


def test_the_papers_unfold_to_their_recipes(page: RecipePage, chosen: list[str]) -> None:
    assert not page.papers.isVisible()
    click(page.cards["papers"])
    assert page.papers.isVisible()
    assert list(page.paper_cards) == PAPERS
    click(page.paper_cards["multi30k-word"])
    assert chosen == [PAPERS[0], "multi30k-word"]
    click(page.cards["good"])
    assert not page.papers.isVisible()
    click(page.cards["papers"])
    assert chosen[-1] == "multi30k-word"
    assert [name for name, card in page.paper_cards.items() if card.isChecked()] == [
        "multi30k-word"
    ]


def test_what_holds_is_marked_without_a_word(page: RecipePage, chosen: list[str]) -> None:
    page.show_chosen(load_recipe("good"))
    assert page.cards["good"].isChecked()
    assert not page.present.isVisible()
    page.show_chosen(load_recipe("best"), ["training.seed", "model.d_ff"])
    assert [way for way, card in page.cards.items() if card.isChecked()] == ["best"]
    assert page.present.text() == "2 setting(s) changed: training.seed, model.d_ff"
    page.show_chosen(load_recipe("paper-base"))
    assert page.cards["papers"].isChecked()
    assert page.paper_cards["paper-base"].isChecked()
    assert page.papers.isVisible()
    mine = load_recipe("good").override(["name=mine", "summary=for {braces} too"])
    page.show_chosen(mine)
    assert not any(card.isChecked() for card in page.cards.values())
    assert page.present.text() == "Recipe “mine”: for {braces} too"
    assert chosen == []
    click(page.cards["good"])
    assert chosen == ["good"]
    assert not page.present.isVisible()


def test_a_measured_time_takes_the_place_of_the_usual_one(page: RecipePage) -> None:
    assert "about an hour" in page.cards["good"].accessibleDescription()
    page.show_estimate("good", 52 * 60)
    described = page.cards["good"].accessibleDescription()
    assert "at most 52 minute(s), measured on this computer" in described
    assert "about an hour" not in described
    page.show_estimate("multi30k-word", 26 * 3600)
    assert "at most 26 hour(s)" in page.paper_cards["multi30k-word"].accessibleDescription()
    page.show_estimate("no-such-recipe", 1)


def test_only_what_there_is_can_be_chosen(page: RecipePage) -> None:
    page.show_recipes([load_recipe("good")])
    assert [way for way, card in page.cards.items() if card.isVisible()] == ["good"]


def test_recipes_are_loaded_and_saved_as_files(
    page: RecipePage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def old(*_arguments: Any) -> tuple[str, str]:
        return "/recipes/mine.toml", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", old)
    with qtbot.waitSignal(page.load_requested) as wished:
        click(page.load_button)
    assert wished.args == [Path("/recipes/mine.toml")]
    with qtbot.waitSignal(page.save_requested) as wished:
        click(page.save_button)
        save_as(qtbot, tmp_path / "theirs")
    assert wished.args == [tmp_path / "theirs.toml"]
    with qtbot.waitSignal(page.expert_requested):
        click(page.expert_button)


def test_a_dialog_given_up_wishes_nothing(
    page: RecipePage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_arguments: Any) -> tuple[str, str]:
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", nothing)
    with qtbot.assertNotEmitted(page.load_requested), qtbot.assertNotEmitted(page.save_requested):
        click(page.load_button)
        click(page.save_button)
        save_dialog(qtbot).reject()


def test_a_problem_is_said_in_place(page: RecipePage) -> None:
    page.show_problem("The recipe cannot be used.", "model.num_heads: 7 does not divide 128")
    (notice,) = page.notices.notices()
    assert notice.text == ("The recipe cannot be used.\nmodel.num_heads: 7 does not divide 128")
    page.show_problem("", "")
    assert not page.notices.isVisible()


def test_a_model_to_improve_is_chosen_below_its_card(
    page: RecipePage, chosen: list[str], qtbot: QtBot
) -> None:
    models = [("General", Path("/general")), ("Captions", Path("/captions"))]
    page.show_parents(models, Path("/captions"))
    assert not page.parent_row.isVisible()
    click(page.cards["fine-tune"])
    assert chosen == ["fine-tune"]
    assert page.parent_row.isVisible()
    assert page.parent_row.folder == Path("/captions")
    with qtbot.waitSignal(page.parent_chosen):
        page.parent_row.box.setCurrentIndex(0)
    assert page.parent_row.folder == Path("/general")
    click(page.cards["good"])
    assert not page.parent_row.isVisible()


def test_without_a_model_there_is_nothing_to_improve(page: RecipePage) -> None:
    page.show_parents([], None)
    assert not page.cards["fine-tune"].isEnabled()
    assert page.cards["fine-tune"].toolTip()
    assert page.parent_row.folder is None
