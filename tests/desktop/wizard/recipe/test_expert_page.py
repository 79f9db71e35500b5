"""Every setting: made from its type, checked as one types, told only while all is right."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.platform.interface_language import install_translators
from desktop.wizard.recipe.expert_page import ExpertPage
from desktop.wizard.recipe.setting_fields import (
    ChoiceField,
    NumbersField,
    PairField,
    SwitchField,
    TextField,
    WeightsField,
)
from training.recipe import Recipe, describe_settings, list_recipes, load_recipe

COMPLETE = [recipe for recipe in list_recipes() if recipe.is_complete]


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[ExpertPage]:
    page = ExpertPage()
    qtbot.addWidget(page)
    page.show_recipe(load_recipe("good"))
    page.resize(940, 680)
    page.show()
    qtbot.waitUntil(lambda: len(page.rows) == len(describe_settings()))
    yield page
    page.hide()


@pytest.fixture
def told(page: ExpertPage) -> list[Recipe]:
    recipes: list[Recipe] = []
    page.edited.connect(recipes.append)
    return recipes


def click(button: QWidget | None) -> None:
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def type_into(page: ExpertPage, key: str, words: str) -> None:
    control = page.rows[key].controls()[0]
    assert isinstance(control, TextField)
    control.selectAll()
    QTest.keyClicks(control, words) if words else QTest.keyClick(control, Qt.Key.Key_Delete)


def problems(page: ExpertPage) -> dict[str, str]:
    return {key: row.problem for key, row in page.rows.items() if row.problem}


def found(page: ExpertPage) -> list[str]:
    return [key for key, row in page.rows.items() if row.isVisible()]


def test_every_setting_is_there_with_its_meaning(page: ExpertPage) -> None:
    assert list(page.rows) == list(describe_settings())
    assert {key: row.meaning for key, row in page.rows.items()} == describe_settings()
    assert isinstance(page.rows["model.norm"].field, ChoiceField)
    assert isinstance(page.rows["model.final_norm"].field, SwitchField)
    assert isinstance(page.rows["training.betas"].field, PairField)
    assert isinstance(page.rows["training.learning_rate"].field, TextField)
    for row in page.rows.values():
        assert all(control.accessibleName() for control in row.controls())


@pytest.mark.parametrize("recipe", COMPLETE, ids=lambda recipe: recipe.name)
def test_a_recipe_shown_and_touched_is_the_same_recipe(
    page: ExpertPage, told: list[Recipe], recipe: Recipe
) -> None:
    page.show_recipe(recipe)
    assert told == []
    type_into(page, "training.seed", "7")
    values = recipe.to_dict()
    values["training"]["seed"] = 7
    assert told == [Recipe.from_dict(values)]


def test_it_is_told_only_while_all_is_right(page: ExpertPage, told: list[Recipe]) -> None:
    type_into(page, "model.num_heads", "7")
    assert told == []
    assert problems(page) == {"model.d_model": "d_model 128 must be a multiple of num_heads 7"}
    type_into(page, "model.num_heads", "8")
    assert problems(page) == {}
    assert [recipe.model.num_heads for recipe in told] == [8]


def test_problems_are_told_in_the_language_of_the_window(
    page: ExpertPage, qapp: QApplication
) -> None:
    install_translators(qapp, "de")
    type_into(page, "training.label_smoothing", "2")
    type_into(page, "model.norm_eps", "0")
    assert list(problems(page).values()) == [
        "Sollte größer als 0 sein, nicht 0.0",
        "Sollte kleiner als 1 sein, nicht 2.0",
    ]


def test_all_problems_stand_beside_their_settings(page: ExpertPage, told: list[Recipe]) -> None:
    type_into(page, "training.label_smoothing", "2")
    type_into(page, "model.d_ff", "many")
    type_into(page, "training.betas", "x")
    type_into(page, "name", "")
    assert list(problems(page)) == [
        "name",
        "model.d_ff",
        "training.label_smoothing",
        "training.betas",
    ]
    assert page.rows["training.label_smoothing"].problem == "Should be less than 1, not 2.0"
    assert page.problem_count.text() == "⚠ 4 problem(s) to fix first"
    assert page.problem_count.isVisible()
    assert told == []
    page.show_recipe(load_recipe("best"))
    assert problems(page) == {}
    assert not page.problem_button.isVisible()


def test_one_is_led_from_problem_to_problem(page: ExpertPage) -> None:
    type_into(page, "training.eps", "0")
    type_into(page, "model.d_ff", "x")
    QTest.keyClicks(page.search, "seed")
    assert found(page) == ["training.seed"]
    for key in ("model.d_ff", "training.eps", "model.d_ff"):
        click(page.problem_button)
        row = page.rows[key]
        assert row.controls()[0].hasFocus()
        assert row.visibleRegion().boundingRect() == row.rect()
    assert page.search.text() == ""


def test_what_is_not_the_default_can_be_it_again(page: ExpertPage, told: list[Recipe]) -> None:
    row = page.rows["training.clip_norm"]
    assert not row.findChildren(QToolButton)
    type_into(page, "training.clip_norm", "0.5")
    assert row.reset_button is not None
    assert row.reset_button.isVisible()
    assert row.reset_button.accessibleName() == "Back to the default of clip_norm: 1.0"
    click(row.reset_button)
    assert not row.reset_button.isVisible()
    assert [recipe.training.clip_norm for recipe in told[-2:]] == [0.5, 1.0]
    second = page.rows["training.betas"]
    assert not second.findChildren(QToolButton)
    type_into(page, "training.betas", "0.8")
    click(second.reset_button)
    assert told[-1].training.betas == (0.9, 0.98)


def test_all_changes_can_be_undone(page: ExpertPage, told: list[Recipe]) -> None:
    assert not page.undo_button.isEnabled()
    switch = page.rows["model.final_norm"].field
    QTest.keyClick(switch, Qt.Key.Key_Space)
    type_into(page, "training.max_epochs", "nonsense")
    click(page.undo_button)
    assert told[-1] == load_recipe("good")
    assert problems(page) == {}
    assert not page.undo_button.isEnabled()


def test_a_choice_is_made_by_key(page: ExpertPage, told: list[Recipe]) -> None:
    QTest.keyClick(page.rows["model.activation"].field, Qt.Key.Key_Down)
    assert told[-1].model.activation == "gelu"


def test_what_the_text_decides_cannot_be_changed_here(page: ExpertPage) -> None:
    fixed = [key for key, row in page.rows.items() if not row.field.isEnabled()]
    assert fixed == ["source_language", "target_language", "corpus.kind"]


def test_a_search_finds_names_and_meanings(page: ExpertPage) -> None:
    QTest.keyClicks(page.search, "heads")
    assert found(page) == ["model.num_heads", "model.attention"]
    assert [name for name, table in page.tables.items() if table.isVisible()] == ["model"]
    page.search.clear()
    QTest.keyClicks(page.search, "clip_norm")
    assert found(page) == ["training.clip_norm"]
    QTest.keyClicks(page.search, "xyz")
    assert page.nothing.isVisible()
    page.search.clear()
    assert len(found(page)) == len(describe_settings())


def test_one_jumps_to_a_table(page: ExpertPage, qtbot: QtBot) -> None:
    QTest.keyClicks(page.search, "seed")
    click(page.jump_buttons["model"])
    assert page.search.text() == ""
    assert page.rows["model.d_model"].field.hasFocus()
    bar = page.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == page.tables["model"].y())


def test_a_jump_before_all_is_built_builds_it(qtbot: QtBot) -> None:
    page = ExpertPage()
    qtbot.addWidget(page)
    page.show_recipe(load_recipe("good"))
    click(page.jump_buttons["export"])
    assert len(page.rows) == len(describe_settings())
    assert page.rows["export.weights_dtype"].field.value() == "float16"


def test_whole_numbers_have_commas_between_them(page: ExpertPage, told: list[Recipe]) -> None:
    page.show_recipe(load_recipe("general-en-de"))
    row = page.rows["corpus.repeats"]
    assert isinstance(row.field, NumbersField)
    assert row.field.text() == "1, 2, 1"
    type_into(page, "corpus.repeats", "1,3, 2,")
    assert told[-1].corpus.repeats == (1, 3, 2)
    type_into(page, "corpus.repeats", "1, many")
    assert list(problems(page)) == ["corpus.repeats"]
    type_into(page, "corpus.repeats", "")
    assert not told[-1].corpus.repeats


def test_weights_are_names_with_numbers(page: ExpertPage, told: list[Recipe]) -> None:
    weighed = load_recipe("good").override(
        ["corpus.kind=pairs", "corpus.weights={web = 0.5, 'old books' = 2}"]
    )
    page.show_recipe(weighed)
    row = page.rows["corpus.weights"]
    assert isinstance(row.field, WeightsField)
    assert row.field.text() == "web = 0.5, old books = 2.0"
    type_into(page, "corpus.weights", "web = 3, talks=0,")
    assert told[-1].corpus.weights == {"web": 3, "talks": 0}
    for wrong in ("web", "web = many", "web = -1"):
        type_into(page, "corpus.weights", wrong)
        assert list(problems(page)) == ["corpus.weights"]
    type_into(page, "corpus.weights", "")
    assert told[-1].corpus.weights == {}


@pytest.mark.parametrize(
    ("kind", "language", "words", "value"),
    [
        (int, "en_US", "512", 512),
        (int, "en_US", "4,096", 4096),
        (int, "de_DE", "4.096", 4096),
        (int, "en_US", "1.5", "1.5"),
        (int, "en_US", "", ""),
        (float, "en_US", "1e-9", 1e-9),
        (float, "de_DE", "0,3", 0.3),
        (float, "en_US", "3", 3.0),
        (float, "en_US", "three", "three"),
        (str, "en_US", " 12 ", " 12 "),
    ],
)
def test_numbers_are_read_as_people_write_them(
    qtbot: QtBot, kind: type[Any], language: str, words: str, value: Any
) -> None:
    QLocale.setDefault(QLocale(language))
    field = TextField(kind)
    qtbot.addWidget(field)
    QTest.keyClicks(field, words)
    assert field.value() == value
    assert type(field.value()) is type(value)
