"""`translucent recipes`: all of them, every setting, and text that can be read back."""

from pathlib import Path

import pytest

from tests.support.commands import Run, runner
from training.recipe import Recipe, describe_settings, list_recipes, load_recipe

NAMES = [recipe.name for recipe in list_recipes()]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    return runner(monkeypatch, capsys, tmp_path / "home")


def test_every_recipe_is_listed_with_its_direction(run: Run) -> None:
    _, *lines = run("recipes", "list").out.splitlines()
    listed = {line.split()[0]: line for line in lines if not line.startswith(" ")}
    assert list(listed) == NAMES
    for recipe in list_recipes():
        direction = f"{recipe.source_language} → {recipe.target_language}"
        own = direction if recipe.is_complete else "that of the model"
        assert own in listed[recipe.name]


@pytest.mark.parametrize("name", NAMES)
def test_every_recipe_can_be_read_back(run: Run, name: str) -> None:
    assert Recipe.from_toml(run("recipes", "show", name, "--toml").out) == load_recipe(name)


def test_every_setting_is_shown_with_its_value_and_meaning(run: Run) -> None:
    ended = run("recipes", "show", "reverse")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("reverse: A made-up task")
    lines = {line.split()[0]: line for line in ended.out.splitlines() if line.strip()}
    for setting, meaning in describe_settings().items():
        assert meaning.split()[0] in lines[setting]
    assert " 32 " in lines["model.d_model"]
    assert "plus the vocabularies, which are learned from the text" in ended.out


def test_its_parameters_are_counted_without_training_it(run: Run) -> None:
    for recipe in list_recipes():
        is_counted = "Parameters: " in run("recipes", "show", recipe.name).out
        assert is_counted == recipe.is_complete


def test_a_recipe_of_ones_own_is_shown_from_its_file(run: Run, tmp_path: Path) -> None:
    text = run("recipes", "show", "reverse", "--toml").out.replace("seed = 42", "seed = 7")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    shown = run("recipes", "show", "mine.toml", "--toml").out
    assert shown == text
    assert Recipe.from_toml(shown).training.seed == 7


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("revers", "there is no recipe revers; did you mean reverse?"),
        ("nothing-like-it", "there is no recipe nothing-like-it; choose one of best, "),
        ("none.toml", "it cannot be read (No such file"),
        ("broken.toml", "it is not valid TOML"),
        ("odd.toml", "training.sed: is not a setting; did you mean training.seed?"),
        ("latin.toml", "it is not UTF-8 text"),
    ],
)
def test_what_is_no_recipe_is_said(run: Run, tmp_path: Path, name: str, says: str) -> None:
    text = load_recipe("reverse").to_toml()
    (tmp_path / "odd.toml").write_text(text.replace("\nseed =", "\nsed ="), encoding="utf-8")
    (tmp_path / "broken.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes("name = 'ä'".encode("latin-1"))
    ended = run("recipes", "show", name)
    assert (ended.status, ended.out) == (1, "")
    assert says in ended.err


def test_without_a_verb_of_its_own_it_explains_itself(run: Run) -> None:
    ended = run("recipes")
    assert ended.status == 2
    assert "show" in ended.out + ended.err
