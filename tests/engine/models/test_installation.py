"""Models are installed, renamed, set aside and removed; only one's own, and nothing is lost."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.errors import (
    ModelFolderDamagedError,
    ModelFolderExistsError,
    ModelFolderKeptError,
    ModelFolderMissingError,
    ModelNotFoundError,
)
from engine.folders import Folders
from engine.models.archive import export_archive, import_archive
from engine.models.installation import (
    bring_all_back,
    install_folder,
    remove_model,
    rename_model,
    set_model_aside,
)
from engine.models.registry import (
    find_entry,
    find_model,
    list_models,
)
from tests.support.model_folders import save_toy_model, tree


def test_a_folder_is_installed_as_a_copy(folders: Folders, tmp_path: Path) -> None:
    save_toy_model(tmp_path / "run")
    whole = tree(tmp_path / "run")
    (tmp_path / "run" / "notes.txt").write_text("not the model's", encoding="utf-8")
    assert install_folder(tmp_path / "run", folders.models) == folders.models / "toy"
    assert install_folder(tmp_path / "run", folders.models, "测试") == folders.models / "测试"
    assert tree(folders.models / "toy") == tree(folders.models / "测试") == whole
    assert find_model(folders, "测试").problem is None


def test_what_cannot_be_installed_changes_nothing(folders: Folders, tmp_path: Path) -> None:
    save_toy_model(tmp_path / "run")
    before = tree(folders.models)
    with pytest.raises(ModelFolderExistsError, match="b already exists"):
        install_folder(tmp_path / "run", folders.models, "b")
    with pytest.raises(ValueError, match="start or end with a space"):
        install_folder(tmp_path / "run", folders.models, "../b")
    (tmp_path / "run" / "source.json").write_text("{}", encoding="utf-8")
    with pytest.raises(
        ModelFolderDamagedError, match=r"source\.json: it was changed after it was saved"
    ):
        install_folder(tmp_path / "run", folders.models)
    assert tree(folders.models) == before


def test_a_folder_that_is_replaced_while_it_is_copied_is_not_installed_half_and_half(
    folders: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_toy_model(tmp_path / "run")
    copyfile = shutil.copyfile

    def replace_first(source: Path, target: Path) -> None:
        monkeypatch.undo()
        copyfile(source, target)
        save_toy_model(tmp_path / "run", seed=1, replace=True)

    monkeypatch.setattr(shutil, "copyfile", replace_first)
    before = tree(folders.models)
    with pytest.raises(ModelFolderDamagedError, match="changed after it was saved") as caught:
        install_folder(tmp_path / "run", folders.models)
    assert caught.value.path == tmp_path / "run"
    assert tree(folders.models) == before


def test_ones_own_models_can_be_removed_even_broken_ones(folders: Folders) -> None:
    (folders.models / "A" / "manifest.json").write_text("{", encoding="utf-8")
    for name in "Ab":
        remove_model(find_entry(folders, name))
    assert tree(folders.models) == {}
    with pytest.raises(ModelNotFoundError):
        find_entry(folders, "A")


def test_a_removed_model_cannot_be_removed_again(folders: Folders) -> None:
    entry = find_entry(folders, "A")
    remove_model(entry)
    with pytest.raises(ModelFolderMissingError, match="There is no model in"):
        remove_model(entry)


def test_shipped_models_stay(folders: Folders) -> None:
    before = tree(folders.shipped_models)
    with pytest.raises(ModelFolderKeptError, match="was not removed: it is built in"):
        remove_model(find_entry(folders, "c"))
    assert tree(folders.shipped_models) == before


def test_folders_elsewhere_stay(folders: Folders, tmp_path: Path) -> None:
    save_toy_model(tmp_path / "elsewhere")
    before = tree(tmp_path / "elsewhere")
    with pytest.raises(ModelFolderKeptError, match="it is not among the installed models"):
        remove_model(find_entry(folders, str(tmp_path / "elsewhere")))
    assert tree(tmp_path / "elsewhere") == before


def test_a_folder_the_system_holds_stays(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path, _target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    entry = find_entry(folders, "A")
    before = tree(folders.models)
    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(ModelFolderKeptError, match="was not removed: Permission denied"):
        remove_model(entry)
    assert tree(folders.models) == before


def test_a_model_set_aside_is_on_no_list_until_it_is_brought_back(folders: Folders) -> None:
    before = tree(folders.models)
    entry = find_entry(folders, "A")
    removed = set_model_aside(entry)
    assert entry not in list_models(folders)
    save_toy_model(folders.models / "other")  # clears what killed writers leave, but not this
    remove_model(find_entry(folders, "other"))
    assert removed.bring_back() == entry.path
    assert tree(folders.models) == before
    assert entry in list_models(folders)


def test_all_that_was_set_aside_is_brought_back_beside_what_took_its_name(folders: Folders) -> None:
    set_model_aside(find_entry(folders, "A"))
    save_toy_model(folders.models / "A", target_language="es")
    set_model_aside(find_entry(folders, "b"))
    brought = bring_all_back(folders.models)
    assert sorted(path.name for path in brought) == ["A 2", "b"]
    own = [entry.name for entry in list_models(folders) if not entry.is_shipped]
    assert own == ["A", "A 2", "b"]
    for name in (".new~0~half", ".scratch~0~"):
        (folders.models / name).mkdir()
    assert bring_all_back(folders.models) == []
    assert {path.name for path in folders.models.iterdir()} == {"A", "A 2", "b"}
    assert bring_all_back(folders.models / "nowhere") == []


def test_only_ones_own_models_are_set_aside_or_renamed(folders: Folders) -> None:
    shipped = find_entry(folders, "c")
    with pytest.raises(ModelFolderKeptError, match="it is built in"):
        set_model_aside(shipped)
    with pytest.raises(ValueError, match="'c' is not the user's own"):
        rename_model(shipped, "d")


def test_a_renamed_model_keeps_its_files(folders: Folders) -> None:
    entry = find_entry(folders, "A")
    before = tree(entry.path)
    assert rename_model(entry, "Übung") == folders.models / "Übung"
    assert tree(folders.models / "Übung") == before
    with pytest.raises(ModelFolderMissingError):
        rename_model(entry, "again")
    with pytest.raises(ModelFolderExistsError, match="b already exists"):
        rename_model(find_entry(folders, "Übung"), "b")
    with pytest.raises(ValueError, match="any of /"):
        rename_model(find_entry(folders, "Übung"), "a/b")


def test_a_new_name_may_differ_in_its_case_alone(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    really_lstat = os.lstat

    def lstat(path: Any, **named: Any) -> os.stat_result:
        """Look as on a disk that tells no case: "a" is "A", and "B" is "b"."""
        there = folders.models.iterdir()
        found = (place for place in there if str(place).lower() == str(path).lower())
        return really_lstat(next(found, path), **named)

    entry = find_entry(folders, "A")
    before = tree(entry.path)
    monkeypatch.setattr(os, "lstat", lstat)
    with pytest.raises(ModelFolderExistsError, match="b already exists"):
        rename_model(entry, "B")
    assert rename_model(entry, "a") == folders.models / "a"
    monkeypatch.undo()
    assert {path.name for path in folders.models.iterdir()} == {"a", "b"}
    assert tree(folders.models / "a") == before


@pytest.mark.parametrize(
    "name", ["\N{GRINNING FACE}" * 60, "COM¹", "CONIN$", "a\u202eb", "end.", "a" * 250, "nul", " "]
)
def test_a_folder_that_should_not_be_called_so_can_be_renamed_and_removed(
    folders: Folders, name: str
) -> None:
    before = tree(folders.models / "A")
    (folders.models / "A").rename(folders.models / name)
    removed = set_model_aside(find_entry(folders, name))
    assert removed.bring_back() == folders.models / name
    renamed = rename_model(find_entry(folders, name), "A")
    assert tree(renamed) == before
    renamed.rename(folders.models / name)
    remove_model(find_entry(folders, name))
    assert [path.name for path in folders.models.iterdir()] == ["b"]


@pytest.mark.parametrize("name", ["B", "\u00c9", "E\u0301"])
def test_no_second_model_has_a_name_that_another_disk_takes_for_the_same(
    folders: Folders, tmp_path: Path, name: str
) -> None:
    save_toy_model(tmp_path / "run")
    export_archive(tmp_path / "run", tmp_path / "run.translucent")
    save_toy_model(folders.models / "\u00e9")
    before = tree(folders.models)
    with pytest.raises(ModelFolderExistsError):
        install_folder(tmp_path / "run", folders.models, name)
    with pytest.raises(ModelFolderExistsError):
        import_archive(tmp_path / "run.translucent", folders.models, name)
    with pytest.raises(ModelFolderExistsError):
        rename_model(find_entry(folders, "A"), name)
    assert tree(folders.models) == before


def test_a_link_to_a_model_is_not_that_model(folders: Folders) -> None:
    link = folders.models / "link"
    try:
        link.symlink_to(folders.models / "A", target_is_directory=True)
    except OSError as error:  # Windows, without the right to
        pytest.skip(f"no links can be made here: {error}")
    with pytest.raises(ModelFolderExistsError, match="link already exists"):
        rename_model(find_entry(folders, "A"), "link")
