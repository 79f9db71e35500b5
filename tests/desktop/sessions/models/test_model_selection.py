"""One usable model is chosen as long as there is one."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.values.requests import LoadedModel
from engine.models.registry import ORDER_FILE, ModelEntry
from tests.support.model_folders import save_toy_model
from tests.support.translators import save_pieces_model
from tests.support.windows import home_folders


class Chosen:
    """A choice among model folders, and what it said."""

    def __init__(self, home: Path, models: dict[str, tuple[str, str]]) -> None:
        for name, (source, target) in models.items():
            save_toy_model(
                home / "models" / name, name=name, source_language=source, target_language=target
            )
        self.models = ModelList(home_folders(home, shipped_models=home / "none"))
        self.selection = ModelSelection(self.models)
        self.entries: list[ModelEntry] = []
        self.none = 0
        self.selection.chosen.connect(self.entries.append)
        self.selection.none_usable.connect(self._count)

    def _count(self) -> None:
        self.none += 1

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.entries]


MODELS = {"a": ("en", "de"), "b": ("en", "de"), "c": ("de", "en"), "d": ("en", "fr")}


@pytest.fixture
def chosen(qtbot: QtBot, tmp_path: Path) -> Chosen:
    assert qtbot is not None
    return Chosen(tmp_path, MODELS)


@pytest.mark.parametrize(
    ("name", "direction", "expected"),
    [
        ("b", ("", ""), "b"),
        ("gone", ("de", "en"), "c"),
        ("gone", ("xx", "yy"), "a"),
        ("", ("", ""), "a"),
        ("d", ("en", "de"), "d"),
    ],
)
def test_it_begins_as_last_time_or_as_near_as_can_be(
    chosen: Chosen, name: str, direction: tuple[str, str], expected: str
) -> None:
    chosen.selection.begin(name, direction)
    assert chosen.names == [expected]


def test_a_retired_model_gives_way_to_the_shipped_one_of_its_direction(
    qtbot: QtBot, tmp_path: Path
) -> None:
    assert qtbot is not None
    chosen = Chosen(tmp_path, {"mine": ("en", "de"), "back": ("de", "en")})
    for name, (source, target) in (("x", ("de", "en")), ("y", ("en", "de")), ("z", ("en", "de"))):
        save_toy_model(
            tmp_path / "none" / name, name=name, source_language=source, target_language=target
        )
    (tmp_path / "none" / ORDER_FILE).write_text("z General\nx General\n", encoding="utf-8")
    chosen.models.refresh()
    chosen.selection.begin("retired", ("en", "de"))
    chosen.selection.begin("retired", ("de", "en"))
    assert chosen.names == ["z", "x"]
    assert chosen.none == 0


def test_names_and_directions_choose(chosen: Chosen) -> None:
    chosen.selection.begin("a", ("en", "de"))
    chosen.selection.choose_model("b")
    assert chosen.selection.direction == ("en", "de")
    chosen.selection.choose_direction("en", "fr")
    chosen.selection.choose_direction("de", "xx")  # none: the first from German
    assert chosen.names == ["a", "b", "d", "c"]
    assert chosen.selection.direction == ("de", "en")


def test_two_models_translate_what_none_does(chosen: Chosen) -> None:
    chosen.selection.begin("a", ("en", "de"))
    chosen.selection.choose_direction("de", "fr")
    assert chosen.names == ["a", "c + d"]
    assert chosen.selection.direction == ("de", "fr")
    assert chosen.selection.reverse is None  # nothing reads French
    again = ModelSelection(chosen.models)
    again.begin("c + d", ("de", "fr"))
    assert again.entry == chosen.selection.entry


def test_what_is_not_there_changes_nothing(chosen: Chosen) -> None:
    chosen.selection.begin("a", ("en", "de"))
    chosen.selection.choose_model("gone")
    chosen.selection.choose_direction("xx", "de")
    chosen.selection.choose_model("a")
    assert chosen.names == ["a"]


def test_swapping_goes_to_the_model_of_the_reverse_direction(chosen: Chosen) -> None:
    chosen.selection.begin("a", ("en", "de"))
    chosen.selection.swap()
    chosen.selection.swap()
    assert [entry.manifest and entry.manifest.direction for entry in chosen.entries] == [
        "en → de",
        "de → en",
        "en → de",
    ]


def test_without_a_reverse_model_swapping_does_nothing(chosen: Chosen) -> None:
    chosen.selection.begin("d", ("en", "fr"))
    assert chosen.selection.reverse is None
    chosen.selection.swap()
    assert chosen.names == ["d"]


def test_a_broken_model_is_never_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    assert qtbot is not None
    save_toy_model(tmp_path / "models" / "a", name="a")
    (tmp_path / "models" / "a" / "weights.safetensors").unlink()
    chosen = Chosen(tmp_path, {"b": ("en", "de")})
    chosen.selection.begin("a", ("en", "de"))
    chosen.selection.choose_model("a")
    assert chosen.names == ["b"]


def test_without_any_model_it_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    assert qtbot is not None
    chosen = Chosen(tmp_path, {})
    chosen.selection.begin("a", ("en", "de"))
    assert (chosen.entries, chosen.none) == ([], 1)
    assert chosen.selection.direction == ("", "")
    assert chosen.selection.reverse is None


def test_the_first_model_that_comes_is_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    assert qtbot is not None
    chosen = Chosen(tmp_path, {})
    chosen.selection.begin("b", ("en", "de"))
    save_toy_model(tmp_path / "models" / "broken", name="broken")
    (tmp_path / "models" / "broken" / "weights.safetensors").unlink()
    chosen.models.refresh()
    assert chosen.names == []
    for name in ("a", "b"):
        save_toy_model(tmp_path / "models" / name, name=name)
        chosen.models.refresh()
    assert chosen.names == ["a"]
    assert chosen.none == 1


def test_nothing_is_chosen_before_it_begins(qtbot: QtBot, tmp_path: Path) -> None:
    assert qtbot is not None
    chosen = Chosen(tmp_path, {"a": ("en", "de")})
    save_toy_model(tmp_path / "models" / "b", name="b", source_language="en", target_language="de")
    chosen.models.refresh()
    assert chosen.names == []
    chosen.selection.begin("b", ("en", "de"))
    assert chosen.names == ["b"]


def test_each_direction_of_a_model_is_chosen_like_a_model(qtbot: QtBot, tmp_path: Path) -> None:
    assert qtbot is not None
    languages = ("en", "de", "fr")
    save_pieces_model(tmp_path / "models" / "many", name="many", source_languages=languages)
    chosen = Chosen(tmp_path, {"a": ("en", "de")})
    chosen.selection.begin("many", ("fr", "es"))
    chosen.selection.choose_direction("fr", "de")
    chosen.selection.swap()
    chosen.selection.choose_model("a")
    chosen.selection.choose_model("many")  # in the direction at hand
    assert [(entry.name, entry.direction) for entry in chosen.entries] == [
        ("many", ("fr", "es")),
        ("many", ("fr", "de")),
        ("many", ("de", "fr")),
        ("a", ("en", "de")),
        ("many", ("en", "de")),
    ]


def test_the_model_in_use_is_preferred_for_other_languages(qtbot: QtBot, tmp_path: Path) -> None:
    assert qtbot is not None
    save_pieces_model(tmp_path / "models" / "many", name="many", source_languages=("en", "fr"))
    chosen = Chosen(tmp_path, {"a": ("en", "es"), "b": ("fr", "es")})
    chosen.selection.begin("many", ("en", "de"))
    chosen.selection.choose_direction("en", "es")
    chosen.selection.choose_direction("fr", "es")
    assert {entry.name for entry in chosen.entries} == {"many"}
    chosen.selection.choose_model("b")
    chosen.selection.choose_direction("en", "es")
    assert chosen.names[-1] == "a"  # the first of several, where the one in use cannot


def test_a_direction_that_could_not_be_loaded_is_taken_back(qtbot: QtBot, tmp_path: Path) -> None:
    assert qtbot is not None
    manifest = save_pieces_model(tmp_path / "models" / "many", name="many")
    chosen = Chosen(tmp_path, {})
    chosen.selection.begin("many", ("en", "fr"))
    loaded = LoadedModel("many", manifest.in_direction("en", "fr"), "cpu", 0.0)
    chosen.selection.confirm(loaded)
    chosen.selection.choose_direction("en", "es")
    chosen.selection.take_back()
    assert chosen.selection.direction == ("en", "fr")
