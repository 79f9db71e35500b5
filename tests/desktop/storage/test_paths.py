"""Folders: moved together by one variable, found frozen or not, made only when written to."""

import os
import stat
import sys
from dataclasses import astuple
from pathlib import Path

import pytest

from desktop.storage import paths
from desktop.storage.history import History
from desktop.storage.settings import SETTINGS_FILE, Settings
from tests.support.histories import keep
from tests.support.modes import needs_modes, open_to_others, umask
from tests.support.windows import home_folders


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


# --- nobody else reads what people translate ---


@needs_modes
def test_what_was_open_to_others_is_private_after_the_start(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("", encoding="utf-8")
    outside.chmod(0o644)
    folders = home_folders(tmp_path / "home")
    for folder in (folders.config, folders.log, folders.runs / "run" / ".removed~1~x"):
        folder.mkdir(parents=True)
        folder.chmod(0o755)
        (folder / "file").write_text("", encoding="utf-8")
        (folder / "file").chmod(0o664)
    (folders.config / "link").symlink_to(outside)
    paths.keep_private(folders)
    assert open_to_others(tmp_path / "home") == []
    assert stat.S_IMODE((folders.config / "file").stat().st_mode) == 0o600
    assert open_to_others(outside) == [outside]


@needs_modes
@pytest.mark.parametrize("mask", [0o000, 0o022])
def test_what_is_written_is_private_at_once(tmp_path: Path, mask: int) -> None:
    home = tmp_path / "home"
    folders = home_folders(home)
    with umask(mask):
        settings = Settings(folders.config / SETTINGS_FILE)
        settings.change(theme="dark")
        settings.save()
        history = History(home / "history.sqlite3")
        keep(history, "text")
        assert {path.name for path in home.iterdir()} >= {
            f"history.sqlite3{companion}" for companion in ("", "-wal", "-shm")
        }
        assert open_to_others(home) == []
        history.close()


@needs_modes
def test_a_folder_that_cannot_be_changed_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = home_folders(tmp_path)
    folders.config.mkdir()
    folders.config.chmod(0o755)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuse)
    paths.keep_private(folders)
