"""A model's name is a folder on every system, and looks like no other one."""

import unicodedata
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ModelFolderExistsError
from engine.files.atomic_folders import new_folder, set_aside
from engine.models.names import (
    NAME_BYTES_LIMIT,
    NAME_LENGTH_LIMIT,
    NameProblem,
    free_model_name,
    is_same_name,
    lengthened,
    name_problem,
    place_for,
    possible_name,
)

FACE = "\N{GRINNING FACE}"
FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


@pytest.mark.parametrize(
    "name",
    [
        "toy",
        "en-de 2",
        "модель",
        "测试",
        "a.b",
        "console",
        "com",
        "é" * 60,
        "測" * 60,
        FACE * 45,
        FAMILY,
        "\N{WOMAN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}\u200d\N{ROCKET}",
        "\N{HEAVY BLACK HEART}\ufe0f\u200d\N{FIRE}",
        "1\ufe0f\u20e3",
        "کتاب\u200cها",
        "क्\u200dष",
    ],
)
def test_names_that_can_be(name: str) -> None:
    assert name_problem(name) is None


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", NameProblem.LENGTH),
        ("a" * (NAME_LENGTH_LIMIT + 1), NameProblem.LENGTH),
        (FACE * 46, NameProblem.SIZE),
        (".hidden", NameProblem.EDGES),
        ("..", NameProblem.EDGES),
        ("-rf", NameProblem.EDGES),
        ("--name", NameProblem.EDGES),
        ("end ", NameProblem.EDGES),
        ("end.", NameProblem.EDGES),
        ("a/b", NameProblem.CHARACTERS),
        ("a\\b", NameProblem.CHARACTERS),
        ("C:x", NameProblem.CHARACTERS),
        ("a\nb", NameProblem.CHARACTERS),
        ("a\0b", NameProblem.CHARACTERS),
        ("a\ud800b", NameProblem.CHARACTERS),
        ("nul", NameProblem.RESERVED),
        ("COM1.x", NameProblem.RESERVED),
        ("con .x", NameProblem.RESERVED),
        ("com¹", NameProblem.RESERVED),
        ("LPT³", NameProblem.RESERVED),
        ("CONIN$", NameProblem.RESERVED),
        ("conout$.x", NameProblem.RESERVED),
    ],
)
def test_names_that_cannot_be(name: str, problem: NameProblem) -> None:
    assert name_problem(name) is problem


@pytest.mark.parametrize(
    "invisible",
    [
        *"\u00a0\u00ad\u034f\u061c\u115f\u200b\u200c\u200d\u200e\u202a\u202e\u2060\u2066\u2069",
        *"\u2800\u3000\u3164\ufe0e\ufe0f\ufeff\uffa0\ufff9\U000e0067\U000e0100",
    ],
)
def test_what_nobody_sees_is_in_no_name(invisible: str) -> None:
    for name in (f"a{invisible}b", f"model1{invisible}", f"{invisible}a", f"測{invisible}"):
        assert name_problem(name) in (NameProblem.CHARACTERS, NameProblem.EDGES)


@given(st.text(max_size=80))
def test_any_allowed_name_is_one_folder(name: str) -> None:
    if name_problem(name) is None:
        assert Path(name).name == name
        assert len(name.encode("utf-8")) <= NAME_BYTES_LIMIT


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=NAME_LENGTH_LIMIT))
def test_a_folder_of_any_allowed_name_can_be_hidden_brought_back_and_removed(name: str) -> None:
    if name_problem(name) is not None:
        return
    with TemporaryDirectory() as folder:
        place = place_for(Path(folder), name)
        with new_folder(place) as model:
            (model / "file").touch()
        with new_folder(place, replace=True):
            pass
        assert set_aside(place).bring_back() == place
        set_aside(place).delete()
        assert list(Path(folder).iterdir()) == []


@given(st.text(max_size=80), st.sampled_from(["", " 2", "-int8"]))
def test_of_any_text_a_name_can_be_made(text: str, suffix: str) -> None:
    name = possible_name(text)
    assert name_problem(name) is None
    assert name_problem(lengthened(name, suffix)) is None
    assert lengthened(name, suffix).endswith(suffix)


def test_names_that_look_the_same_are_the_same() -> None:
    for one, other in (
        ("Straße", "STRASSE"),
        ("\u00e9", "e\u0301"),
        ("\N{HEAVY BLACK HEART}", "\N{HEAVY BLACK HEART}\ufe0f"),
    ):
        assert is_same_name(one, other)
    assert not is_same_name("a", "b")


def test_a_free_name_is_one_that_a_model_can_have(tmp_path: Path) -> None:
    assert free_model_name(tmp_path / "nowhere", "a") == "a"
    for name in ("a" * 60, FACE * 45, "Größe"):
        free = name
        for _ in range(11):
            place = place_for(tmp_path, free)
            place.mkdir()
            with pytest.raises(ModelFolderExistsError):
                place_for(tmp_path, free.upper())
            free = free_model_name(tmp_path, name)
        assert free.endswith(" 12")


def test_an_accent_is_written_in_one_way(tmp_path: Path) -> None:
    place = place_for(tmp_path, unicodedata.normalize("NFD", "Größe"))
    assert place == tmp_path / "Größe"
