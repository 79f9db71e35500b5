"""Models are listed and found; broken ones are shown with their problem."""

import shutil
from pathlib import Path

import pytest

from engine.errors import (
    ModelFolderDamagedError,
    ModelFolderMissingError,
    ModelFolderTooNewError,
    ModelNotFoundError,
)
from engine.folders import Folders
from engine.models.folder import read_model
from engine.models.installation import (
    remove_model,
)
from engine.models.manifest import CARD_FILE
from engine.models.registry import (
    CARD_SHOWN,
    ORDER_FILE,
    ModelOrigin,
    find_entry,
    find_model,
    find_pivots,
    list_models,
    read_card,
    reverse_of,
    title_of,
)
from tests.support.model_folders import change_manifest, save_toy_model, tree
from tests.support.translators import save_pieces_model
from tests.support.windows import home_folders


def test_own_models_are_looked_for_first(folders: Folders) -> None:
    listed = [(entry.name, entry.origin, entry.path) for entry in list_models(folders)]
    assert listed == [
        ("A", ModelOrigin.OWN, folders.models / "A"),
        ("b", ModelOrigin.OWN, folders.models / "b"),
        ("b", ModelOrigin.SHIPPED, folders.shipped_models / "b"),
        ("c", ModelOrigin.SHIPPED, folders.shipped_models / "c"),
    ]
    assert [entry.is_shipped for entry in list_models(folders)] == [False, False, True, True]


def test_shipped_models_stand_in_their_own_order(folders: Folders) -> None:
    for name in ("a", "d", "e"):
        save_toy_model(folders.shipped_models / name)
    (folders.shipped_models / ORDER_FILE).write_text("e\nabsent\nc\n", encoding="utf-8")
    shipped = [entry.name for entry in list_models(folders) if entry.is_shipped]
    assert shipped == ["e", "c", "a", "b", "d"]
    assert find_model(folders).name == "e"
    assert find_model(folders, source="de").name == "c"
    (folders.shipped_models / ORDER_FILE).write_bytes(b"\xff")
    assert [e.name for e in list_models(folders) if e.is_shipped] == ["a", "b", "c", "d", "e"]


def test_shipped_models_have_titles_and_can_be_found_by_them(folders: Folders) -> None:
    order = folders.shipped_models / ORDER_FILE
    order.write_text("b General\n\n  c \t General  \n", encoding="utf-8")
    titles = [(entry.name, entry.origin, entry.title) for entry in list_models(folders)]
    assert titles == [
        ("A", ModelOrigin.OWN, ""),
        ("b", ModelOrigin.OWN, ""),  # one's own keep their names
        ("b", ModelOrigin.SHIPPED, "General"),
        ("c", ModelOrigin.SHIPPED, "General"),
    ]
    assert title_of(folders.shipped_models / "c") == "General"
    assert title_of(folders.models / "b") == title_of(folders.shipped_models / "absent") == ""
    assert find_entry(folders, "General").path == folders.shipped_models / "b"
    assert find_model(folders, "General", source="de").name == "c"
    with pytest.raises(ModelNotFoundError, match="named 'General' from 'fr'"):
        find_model(folders, "General", source="fr")
    save_toy_model(folders.models / "General")  # a name counts more than a title
    assert find_model(folders, "General").path == folders.models / "General"


def test_a_title_of_several_words_is_one(folders: Folders) -> None:
    order = folders.shipped_models / ORDER_FILE
    order.write_text("c Photo captions\nb " + "x" * 61, encoding="utf-8")
    assert title_of(folders.shipped_models / "c") == "Photo captions"
    assert title_of(folders.shipped_models / "b") == ""  # too long for the list
    order.write_text("c bad\x1b[31m title", encoding="utf-8")
    assert title_of(folders.shipped_models / "c") == ""


@pytest.mark.parametrize("name", ["general", "captions"])
def test_the_way_back_is_the_namesake_of_the_same_origin(folders: Folders, name: str) -> None:
    shutil.rmtree(folders.models)
    shutil.rmtree(folders.shipped_models)
    for other in ("general", "captions"):
        save_toy_model(folders.shipped_models / f"en-de-{other}")
        save_toy_model(
            folders.shipped_models / f"de-en-{other}", source_language="de", target_language="en"
        )
    save_toy_model(folders.models / f"de-en-{name}", source_language="de", target_language="en")
    entries = list_models(folders)
    forth = find_model(folders, f"en-de-{name}")
    back = reverse_of(forth, entries)
    assert back is not None
    assert back.path == folders.shipped_models / f"de-en-{name}"
    assert reverse_of(back, entries) == forth
    mine = find_model(folders, f"de-en-{name}")
    assert mine.is_own
    assert reverse_of(mine, entries) == forth  # none of one's own translates back


def test_an_entry_tells_size_and_direction(folders: Folders) -> None:
    entry = list_models(folders)[0]
    files = tree(folders.models / "A").values()
    assert entry.size_bytes == sum(len(data) for data in files if data is not None)
    assert entry.problem is None
    assert str(entry) == "A (en → fr)"


def test_folders_that_are_not_there_hold_no_models(folders: Folders) -> None:
    shutil.rmtree(folders.models)
    shutil.rmtree(folders.shipped_models)
    folders.shipped_models.write_text("a file", encoding="utf-8")
    assert list_models(folders) == []


def test_what_is_no_model_is_not_listed(folders: Folders) -> None:
    (folders.models / ".new~0~x").mkdir()
    (folders.models / ".hidden").mkdir()
    (folders.models / "notes.txt").write_text("x", encoding="utf-8")
    assert len(list_models(folders)) == 4


def test_broken_models_are_listed_with_their_problem(folders: Folders) -> None:
    (folders.models / "empty").mkdir()
    change_manifest(folders.models / "A", {"format_version": 2})
    (folders.models / "b" / "weights.safetensors").unlink()
    change_manifest(folders.shipped_models / "c", {"case": "upper"})
    problems = {entry.path.name: entry.problem for entry in list_models(folders) if entry.problem}
    assert isinstance(problems["empty"], ModelFolderMissingError)
    assert isinstance(problems["A"], ModelFolderTooNewError)
    assert isinstance(problems["b"], ModelFolderDamagedError)
    assert "weights.safetensors: the file is missing" in str(problems["b"])
    assert isinstance(problems["c"], ModelFolderDamagedError)
    assert str(list_models(folders)[0]) == "A (cannot be used)"


def test_a_model_whose_replacement_was_killed_is_still_there(folders: Folders) -> None:
    (folders.models / "A").rename(folders.models / ".old~0~A")
    entry = find_model(folders, "A")
    assert entry.name == "A"
    assert read_model(entry.path).manifest.target_language == "fr"
    remove_model(entry)
    assert not any(path.name.endswith("A") for path in folders.models.iterdir())


def test_by_name_ones_own_comes_before_the_shipped(folders: Folders) -> None:
    assert find_model(folders, "b").path == folders.models / "b"
    assert find_model(folders, "c").path == folders.shipped_models / "c"


def test_by_name_a_usable_model_comes_before_a_broken_one(folders: Folders) -> None:
    (folders.models / "b" / "manifest.json").unlink()
    assert find_model(folders, "b").path == folders.shipped_models / "b"


def test_a_broken_model_that_was_named_is_not_passed_over_in_silence(folders: Folders) -> None:
    (folders.models / "A" / "weights.safetensors").unlink()
    with pytest.raises(ModelFolderDamagedError, match=r"weights\.safetensors: the file is missing"):
        find_model(folders, "A")
    assert find_entry(folders, "A").problem is not None


def test_by_direction_the_shipped_come_first(folders: Folders) -> None:
    assert find_model(folders, source="en", target="de").path == folders.shipped_models / "b"
    assert find_model(folders, target="fr").path == folders.models / "A"
    assert find_model(folders, source="de").path == folders.shipped_models / "c"
    assert find_model(folders).is_shipped


def test_by_direction_broken_models_are_passed_over(folders: Folders) -> None:
    (folders.shipped_models / "b" / "target.json").unlink()
    assert find_model(folders, source="en", target="de").path == folders.models / "b"


def test_a_path_is_a_name_too(
    folders: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "модель" / "测试"
    save_toy_model(elsewhere)
    monkeypatch.chdir(elsewhere.parent)
    for name in (str(elsewhere), "测试", "./测试"):
        entry = find_model(folders, name)
        assert (entry.path, entry.name, entry.origin) == (elsewhere, "测试", ModelOrigin.ELSEWHERE)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"name": "x"}, "There is no model named 'x'. Installed models: A (en → fr), b (en → de)"),
        ({"source": "fr", "target": "en"}, "There is no model from 'fr' to 'en'."),
        ({"target": "fi"}, "There is no model to 'fi'."),
        ({"name": "A", "target": "de"}, "There is no model named 'A' to 'de'."),
        ({"name": ""}, "There is no model named ''."),
    ],
)
def test_what_is_not_there_is_said_with_what_is(
    folders: Folders, wish: dict[str, str], message: str
) -> None:
    with pytest.raises(ModelNotFoundError) as caught:
        find_model(folders, **wish)
    assert str(caught.value).startswith(message)
    assert str(caught.value).endswith("b (en → de), b (en → de), c (de → en).")


def test_the_beginning_of_a_card_is_read(folders: Folders) -> None:
    entry = find_entry(folders, "A")
    assert read_card(entry) == "# Toy\n\nA card with an umlaut: ä.\n"
    card = entry.path / CARD_FILE
    card.write_bytes(b"x" * CARD_SHOWN)
    assert read_card(entry) == "x" * CARD_SHOWN
    card.write_bytes(b"\xff" * (CARD_SHOWN + 1))
    assert read_card(entry) == "�" * CARD_SHOWN + "\n\n…"
    card.unlink()
    assert read_card(entry) == ""
    card.mkdir()
    assert read_card(entry) == ""


def test_a_model_of_several_directions_is_found_in_each(tmp_path: Path) -> None:
    folders = Folders(*[tmp_path / str(number) for number in range(7)])
    save_pieces_model(folders.models / "many", name="many", source_languages=("en", "de"))
    own, (many,) = ("en", "de"), list_models(folders)
    directions = {own, ("en", "fr"), ("en", "es"), ("de", "fr"), ("de", "es")}
    for source, target in directions:
        assert find_model(folders, None, source, target).direction == (source, target)
    assert find_model(folders, "many").direction == own
    assert find_model(folders, "many", target="es").direction == ("en", "es")
    assert find_model(folders, source="de").direction == ("de", "fr")
    with pytest.raises(ModelNotFoundError, match=r"many \(en, de → de, fr, es\)"):
        find_model(folders, "many", "de", "de")
    assert reverse_of(many, [many]) is None


def test_a_model_that_translates_both_ways_is_its_own_reverse(tmp_path: Path) -> None:
    folders = Folders(*[tmp_path / str(number) for number in range(7)])
    both = ("en", "de", "fr")
    save_pieces_model(folders.models / "both", name="both", source_languages=both)
    save_toy_model(folders.models / "a", name="a", source_language="de", target_language="fr")
    forth = find_model(folders, "both", "fr", "de")
    back = reverse_of(forth, list_models(folders))
    assert back is not None
    assert (back.path, back.direction) == (forth.path, ("de", "fr"))
    assert reverse_of(back, list_models(folders)) == forth


def save_models(folders: Folders, **directions: str) -> None:
    for name, direction in directions.items():
        source, target = direction.split("-")
        save_toy_model(folders.models / name, source_language=source, target_language=target)


def test_where_no_model_leads_two_may_by_english_before_others(tmp_path: Path) -> None:
    folders = home_folders(tmp_path, shipped_models=tmp_path / "none")
    save_models(folders, a="fr-es", b="fr-en", c="es-de", d="en-de", e="en-de")
    entry = find_model(folders, source="fr", target="de")
    assert entry.then is not None
    assert (entry.name, entry.direction) == ("b + d", ("fr", "de"))
    assert (entry.path.name, entry.then.path.name) == ("b", "d")
    pivots = find_pivots(list_models(folders))
    assert {pair: pivot.name for pair, pivot in pivots.items()} == {("fr", "de"): "b + d"}
    save_models(folders, f="fr-de")
    assert find_model(folders, source="fr", target="de").name == "f"
    with pytest.raises(ModelNotFoundError):
        find_model(folders, source="de", target="fr")


def test_the_way_back_may_take_two(tmp_path: Path) -> None:
    folders = home_folders(tmp_path, shipped_models=tmp_path / "none")
    save_models(folders, a="fr-de", b="de-en", c="en-fr")
    back = reverse_of(find_model(folders, "a"), list_models(folders))
    assert back is not None
    assert (back.name, back.direction) == ("b + c", ("de", "fr"))
    assert reverse_of(back, list_models(folders)) == find_model(folders, "a")
