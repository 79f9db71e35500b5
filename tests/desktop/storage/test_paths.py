"""Folders: moved together by one variable, found frozen or not, made only when written to."""

import os
import sys
from dataclasses import astuple
from pathlib import Path

import pytest

from desktop.storage import paths


def test_home_moves_every_folder_of_the_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "модель 测试"
    monkeypatch.setenv("TRANSLUCENT_HOME", str(home))

    folders = paths.folders()

    mine = [folder for folder in astuple(folders) if folder != folders.shipped_models]
    assert all(folder.is_relative_to(home) for folder in mine)
    assert not folders.shipped_models.is_relative_to(home)


def test_home_may_be_relative_or_below_the_users_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRANSLUCENT_HOME", "portable")
    assert paths.folders().models == tmp_path / "portable" / "data" / "models"

    monkeypatch.setenv("TRANSLUCENT_HOME", str(Path("~") / "portable"))
    assert paths.folders().config == Path.home() / "portable" / "config"


@pytest.mark.parametrize("home", [None, ""])
def test_without_home_the_folders_are_those_of_the_system(
    monkeypatch: pytest.MonkeyPatch, home: str | None
) -> None:
    monkeypatch.delenv("TRANSLUCENT_HOME", raising=False)
    if home is not None:
        monkeypatch.setenv("TRANSLUCENT_HOME", home)

    folders = paths.folders()

    assert folders.models == folders.data / "models"
    assert folders.runs == folders.data / "runs"
    assert folders.corpora == folders.data / "corpora"
    assert all(folder.is_absolute() for folder in astuple(folders))
    assert "translucent" in folders.data.parts
    assert "translucent" in folders.log.parts


def test_naming_the_folders_makes_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRANSLUCENT_HOME", str(tmp_path / "home"))

    paths.folders()

    assert list(tmp_path.iterdir()) == []


def test_the_list_of_fonts_lies_with_the_programs_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TRANSLUCENT_HOME", str(tmp_path))
    monkeypatch.delenv("MPLCONFIGDIR")
    paths.keep_caches_together()
    assert Path(os.environ["MPLCONFIGDIR"]) == tmp_path / "cache" / "matplotlib"
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("TRANSLUCENT_HOME", str(tmp_path / "other"))
    paths.keep_caches_together()  # whoever named another folder knows why
    assert Path(os.environ["MPLCONFIGDIR"]) == tmp_path / "cache" / "matplotlib"


def test_resources_lie_beside_the_packages() -> None:
    assert paths.resources() == Path(paths.__file__).resolve().parents[2] / "resources"


def test_a_frozen_program_unpacks_its_resources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)

    assert paths.resources() == tmp_path / "resources"
    assert paths.folders().shipped_models == tmp_path / "resources" / "models"


def test_prepare_makes_a_folder_and_keeps_one(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert paths.prepare(folder) == folder
    (folder / "kept").write_text("", encoding="utf-8")
    paths.prepare(folder)
    assert (folder / "kept").exists()


def test_prepare_names_the_folder_it_cannot_make(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")

    with pytest.raises(paths.FolderNotWritableError, match=r"written to .*logs .*TRANSLUCENT_HOME"):
        paths.prepare(file / "logs")


def test_prepare_refuses_a_read_only_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # The rights of a folder do not bind root, under whom tests often run.
    monkeypatch.setattr(os, "access", lambda *_: False)

    with pytest.raises(paths.FolderNotWritableError, match=r"\(it is read-only\)"):
        paths.prepare(tmp_path)
