"""Settings: kept exactly, read whatever the file has become, and no start fails because of them."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QSettings
from pytestqt.qtbot import QtBot

from desktop.storage.settings import SETTINGS_FILE, Preferences, Settings

ROOT = Path(__file__).parents[3]

CHOICES: dict[str, st.SearchStrategy[Any]] = {
    "device": st.sampled_from(["auto", "cpu", "cuda"]),
    "threads": st.none() | st.integers(1, 256),
    "beam_size": st.none() | st.integers(1, 64),
    "length_penalty": st.none() | st.floats(0, 10),
    "formality": st.sampled_from(["auto", "informal", "formal"]),
    "theme": st.sampled_from(["system", "light", "dark"]),
    "language": st.sampled_from(["system", "en", "de"]),
    "font_family": st.sampled_from(["", "Noto Sans", "Büro, Groß; “Serif”", "宋体"]),
    "font_size": st.just(0) | st.integers(6, 96),
    "show_confidence": st.booleans(),
    "show_slight_doubt": st.booleans(),
    "scroll_together": st.booleans(),
    "keep_history": st.booleans(),
    "translate_while_typing": st.booleans(),
    "with_phrases": st.booleans(),
    "quick_translation": st.booleans(),
    "quick_keys": st.sampled_from(["Ctrl+Alt+E", "Meta+F5", ""]),
    "watch_clipboard": st.booleans(),
    "tray_icon": st.booleans(),
    "start_hidden": st.booleans(),
    "serve_programs": st.booleans(),
    "serve_port": st.integers(1024, 65535),
}
preferences = st.builds(Preferences, **CHOICES)
"""Everything that can be chosen."""
damage = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        ["", "@Invalid()", "@Variant(\\0\\0)", "a, b", "1e999", "NaN", "-1", "[]", "{}", "3.5", "0"]
    ),
    st.recursive(st.none() | st.booleans() | st.integers(), st.lists).map(json.dumps),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Jürgen Ünal 模型" / SETTINGS_FILE


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Paths that no settings were made with before: Qt remembers what it has read."""

    def names() -> Iterator[Path]:
        folder = tmp_path_factory.mktemp("settings")
        number = 0
        while True:
            number += 1
            yield folder / f"{number}.ini"

    return names()


def reopened(settings: Settings, path: Path) -> Settings:
    settings.save()
    return Settings(path)


def test_the_first_start_has_the_defaults(path: Path) -> None:
    settings = Settings(path)
    assert settings.preferences == Preferences()
    assert settings.problem is None
    assert (settings.direction, settings.model_name, settings.text) == (("", ""), "", "")
    assert settings.attention_panel == {}
    assert settings.window_geometry.isEmpty()
    assert settings.window_state.isEmpty()
    assert settings.detects_language
    assert reopened(settings, path).detects_language


def test_earlier_settings_that_do_not_detect_the_language_are_kept(path: Path) -> None:
    QSettings(str(path), QSettings.Format.IniFormat).setValue("last/direction", '["en", "de"]')
    assert not Settings(path).detects_language


def test_every_preference_has_choices() -> None:
    assert set(CHOICES) == {field.name for field in fields(Preferences)}


@given(wished=preferences)
def test_preferences_are_kept(files: Iterator[Path], wished: Preferences) -> None:
    path = next(files)
    settings = Settings(path)
    settings.change(**{field.name: getattr(wished, field.name) for field in fields(Preferences)})
    assert settings.preferences == wished
    assert reopened(settings, path).preferences == wished


@given(wished=preferences, name=st.sampled_from(sorted(CHOICES)), value=damage)
def test_a_damaged_field_alone_falls_back(
    files: Iterator[Path], wished: Preferences, name: str, value: str
) -> None:
    path = next(files)
    ini = QSettings(str(path), QSettings.Format.IniFormat)
    for field in fields(Preferences):
        ini.setValue(f"preferences/{field.name}", json.dumps(getattr(wished, field.name)))
    ini.setValue(f"preferences/{name}", value)
    ini.sync()

    found = Settings(path).preferences

    others = {name: getattr(Preferences(), name)}
    assert replace(found, **others) == replace(wished, **others)
    assert getattr(found, name) == getattr(Preferences(), name) or getattr(
        found, name
    ) == json.loads(value)


@given(content=st.binary(max_size=200))
def test_whatever_is_in_the_file_the_program_starts(files: Iterator[Path], content: bytes) -> None:
    path = next(files)
    path.write_bytes(b"[preferences]\ntheme=" + content + b"\n[window]\ngeometry=" + content)
    settings = Settings(path)
    assert isinstance(settings.preferences, Preferences)
    assert isinstance(settings.window_geometry, QByteArray)
    assert isinstance(settings.attention_panel, dict)
    assert settings.direction == ("", "")


def test_deep_nesting_and_foreign_types_count_as_not_said(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(
        "[preferences]\nthreads=" + "[" * 100_000 + "\nbeam_size=@Size(3 4)\n"
        "[last]\ndirection=1, 2, 3\nmodel=7\ntext=[]\n[window]\nattention_panel=7\n",
        encoding="utf-8",
    )
    settings = Settings(path)
    assert settings.preferences == Preferences()
    assert (settings.direction, settings.model_name, settings.text) == (("", ""), "", "")
    assert settings.attention_panel == {}


@pytest.mark.parametrize("direction", [["en"], ["en", "de", "fr"], ["en", "../.."], "ende", [1, 2]])
def test_a_direction_that_is_none_is_not_given(path: Path, direction: object) -> None:
    ini = QSettings(str(path), QSettings.Format.IniFormat)
    ini.setValue("last/direction", json.dumps(direction))
    assert Settings(path).direction == ("", "")


def test_changes_are_told_once_and_only_if_they_are_some(path: Path, qtbot: QtBot) -> None:
    settings = Settings(path)
    with qtbot.waitSignal(settings.changed) as told:
        settings.change(theme="dark", beam_size=4)
    assert told.args == [settings.preferences]
    assert (settings.preferences.theme, settings.preferences.beam_size) == ("dark", 4)
    with qtbot.assertNotEmitted(settings.changed):
        settings.change(theme="dark")


def test_what_nobody_can_choose_is_refused(path: Path) -> None:
    settings = Settings(path)
    for changes in (
        {"theme": "pink"},
        {"threads": 0},
        {"threads": True},
        {"beam_size": 1.0},
        {"length_penalty": float("nan")},
        {"font_size": 2},
        {"font_family": "a\nb"},
        {"keep_history": 1},
    ):
        (name,) = changes
        with pytest.raises(ValueError, match=f"{name} cannot be "):
            settings.change(**changes)
    with pytest.raises(TypeError, match="colour"):
        settings.change(colour="red")
    assert settings.preferences == Preferences()


@given(text=st.text())
@example(text="\ud800 @x, \0 \ufeff")
def test_the_last_text_is_kept_character_for_character(files: Iterator[Path], text: str) -> None:
    path = next(files)
    settings = Settings(path)
    settings.text = text
    assert reopened(settings, path).text == text


def test_without_a_history_no_text_is_kept(path: Path) -> None:
    settings = Settings(path)
    settings.text = "Ein Geheimnis"
    settings.save()
    assert "Geheimnis" in path.read_text(encoding="utf-8")

    settings.change(keep_history=False)
    assert settings.text == ""
    assert "Geheimnis" not in path.read_text(encoding="utf-8")

    settings.text = "Noch ein Geheimnis"
    assert reopened(settings, path).text == ""
    assert "Geheimnis" not in path.read_text(encoding="utf-8")


def test_the_window_is_kept(path: Path) -> None:
    settings = Settings(path)
    settings.window_geometry = QByteArray(b"\x00\x01\xff geometry")
    settings.window_state = QByteArray(b"state")
    settings.attention_panel = {"kind": "cross", "head": None, "shifted": True, "split": [1, 2.5]}
    settings.direction = ("zh-Hant", "de")
    settings.model_name = "模型 ü"

    again = reopened(settings, path)

    assert again.window_geometry == QByteArray(b"\x00\x01\xff geometry")
    assert again.window_state == QByteArray(b"state")
    assert again.attention_panel == settings.attention_panel
    assert again.attention_panel["split"] == [1, 2.5]
    assert again.direction == ("zh-Hant", "de")
    assert again.model_name == "模型 ü"


def test_changes_reach_the_file_by_themselves(path: Path, qtbot: QtBot) -> None:
    settings = Settings(path)
    settings.change(theme="dark")
    qtbot.waitUntil(lambda: path.is_file() and "dark" in path.read_text(encoding="utf-8"))


def test_another_process_reads_what_was_written(path: Path) -> None:
    settings = Settings(path)
    settings.change(theme="dark", length_penalty=0.6, threads=2, keep_history=True)
    settings.text = "Zwei\nZeilen 😀"
    settings.window_state = QByteArray(b"\x00state")
    settings.save()
    program = (
        "import sys; from pathlib import Path; from desktop.storage.settings import Settings\n"
        "settings = Settings(Path(sys.argv[1]))\n"
        "print(ascii((settings.preferences, settings.text, settings.window_state.data())))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == ascii((settings.preferences, settings.text, b"\x00state"))


def test_where_nothing_can_be_written_wishes_last_until_the_end(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("no folder", encoding="utf-8")
    settings = Settings(tmp_path / "config" / SETTINGS_FILE)
    assert settings.problem is not None
    assert str(settings.problem).startswith(f"Nothing can be written to {tmp_path / 'config'}")

    settings.change(theme="dark")
    settings.text = "Hallo"
    settings.save()

    assert settings.preferences.theme == "dark"
    assert settings.text == "Hallo"
    assert (tmp_path / "config").read_text(encoding="utf-8") == "no folder"


def test_a_folder_at_the_place_of_the_file_is_said(path: Path) -> None:
    path.mkdir(parents=True)
    settings = Settings(path)
    assert "settings.ini is read-only" in str(settings.problem)
    assert settings.preferences == Preferences()


def test_the_languages_used_last_come_first_and_are_few(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.ini")
    assert not settings.recent_languages
    settings.use_languages("en", "de")
    settings.use_languages("en", "fr")
    assert list(settings.recent_languages) == ["fr", "en", "de"]
    for code in ("nl", "pl", "sv", "da"):
        settings.use_languages("en", code)
    assert list(settings.recent_languages) == ["da", "en", "sv", "pl", "nl"]
    settings.save()
    assert Settings(tmp_path / "settings.ini").recent_languages == settings.recent_languages
