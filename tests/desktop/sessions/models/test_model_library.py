"""Models are kept on a thread of their own: whole or not at all, and nothing removed in silence."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QDeadlineTimer
from pytestqt.qtbot import QtBot

from desktop.sessions.models.model_library import ModelImport, ModelLibrary
from engine.errors import (
    ForeignModelError,
    ModelArchiveError,
    ModelFolderExistsError,
    ModelFolderKeptError,
    ModelFolderMissingError,
)
from engine.folders import Folders
from engine.models.archive import export_archive
from engine.models.registry import ModelEntry, find_entry, list_models
from engine.models.validation import check
from tests.support.foreign_models import write_huggingface_model
from tests.support.model_folders import save_toy_model, tree
from tests.support.windows import home_folders

ROOT = Path(__file__).parents[4]


class Kept:
    """A library, and everything that it said."""

    def __init__(self, folders: Folders, qtbot: QtBot) -> None:
        self.folders = folders
        self.qtbot = qtbot
        self.said: list[tuple[object, ...]] = []
        self.busy: list[str] = []
        self.library = ModelLibrary(folders)
        library = self.library
        for name in (
            "imported",
            "installed",
            "exported",
            "removed",
            "restored",
            "renamed",
            "name_taken",
            "languages_unknown",
            "failed",
        ):
            told = getattr(library, name)
            told.connect(lambda *values, name=name: self._hear(name, *values))
        library.busy_changed.connect(self.busy.append)

    def _hear(self, *said: object) -> None:
        assert threading.current_thread() is threading.main_thread()
        self.said.append(said)

    def wait(self, count: int = 1) -> list[tuple[object, ...]]:
        """Wait until so much was said and nothing is going on, and give the last of it."""
        self.qtbot.waitUntil(lambda: len(self.said) >= count and not self.library._jobs)
        return self.said[-count:]

    def names(self) -> list[str]:
        """The user's models."""
        return [entry.name for entry in list_models(self.folders) if not entry.is_shipped]

    def entry(self, name: str) -> ModelEntry:
        """One of them."""
        return find_entry(self.folders, name)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    folders = home_folders(tmp_path / "модель 测试", tmp_path / "shipped")
    save_toy_model(folders.models / "mine", name="mine")
    save_toy_model(folders.models / "other", name="other")
    save_toy_model(folders.shipped_models / "shipped", name="shipped")
    return folders


@pytest.fixture
def kept(folders: Folders, qtbot: QtBot) -> Iterator[Kept]:
    kept = Kept(folders, qtbot)
    yield kept
    kept.library.close()
    assert kept.library.wait(QDeadlineTimer(30_000))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A file with a model called "new"."""
    save_toy_model(tmp_path / "made" / "new", name="new")
    file = tmp_path / "new.translucent"
    export_archive(tmp_path / "made" / "new", file)
    return file


def test_a_file_and_a_folder_are_imported(kept: Kept, archive: Path, tmp_path: Path) -> None:
    kept.library.import_model(ModelImport(archive))
    kept.library.import_model(ModelImport(tmp_path / "made" / "new", "from a folder"))
    assert kept.wait(2) == [("imported", "new"), ("imported", "from a folder")]
    assert kept.names() == ["from a folder", "mine", "new", "other"]
    for name in ("new", "from a folder"):
        check(kept.folders.models / name)


def test_what_is_done_is_told_until_nothing_is(kept: Kept, archive: Path) -> None:
    kept.library.import_model(ModelImport(archive))
    kept.library.remove(kept.entry("mine"))
    assert kept.busy == ["Importing “new.translucent”…"]
    kept.wait(2)
    assert kept.busy == ["Importing “new.translucent”…", "Removing “mine”…", ""]


def test_the_list_is_known_to_have_changed_before_it_is_told_how(kept: Kept, archive: Path) -> None:
    kept.library.changed.connect(lambda: kept.said.append(("changed",)))
    kept.library.import_model(ModelImport(archive))
    assert kept.wait(2) == [("changed",), ("imported", "new")]


def test_a_name_that_is_taken_is_asked_for_and_nothing_is_overwritten(
    kept: Kept, archive: Path
) -> None:
    save_toy_model(kept.folders.models / "new", name="new", seed=7)
    before = tree(kept.folders.models)
    kept.library.import_model(ModelImport(archive))
    assert kept.wait() == [("name_taken", ModelImport(archive), "new")]
    assert tree(kept.folders.models) == before
    kept.library.import_model(ModelImport(archive, "new 2"))
    assert kept.wait() == [("imported", "new 2")]
    assert tree(kept.folders.models / "new") == {
        name.removeprefix("new/"): data for name, data in before.items() if name.startswith("new/")
    }


def test_languages_that_no_file_names_are_asked_for(kept: Kept, tmp_path: Path) -> None:
    write_huggingface_model(tmp_path / "mine too")
    wanted = ModelImport(tmp_path / "mine too")
    kept.library.import_model(wanted)
    assert kept.wait() == [("languages_unknown", wanted)]
    kept.library.import_model(replace(wanted, languages=("en", "sv")))
    assert kept.wait() == [("imported", "mine too")]
    assert kept.entry("mine too").usable_manifest.direction == "en → sv"


def test_what_is_no_model_is_refused_with_a_sentence(kept: Kept, tmp_path: Path) -> None:
    before = tree(kept.folders.models)
    file = tmp_path / "bad.translucent"
    file.write_bytes(b"PK, but no zip")
    for path in (file, tmp_path / "nowhere.translucent"):
        kept.library.import_model(ModelImport(path))
        [(how, what, error)] = kept.wait()
        assert (how, what) == ("failed", "import")
        assert isinstance(error, ModelArchiveError)
        assert "nothing was installed" in str(error)
    (tmp_path / "empty").mkdir()
    kept.library.import_model(ModelImport(tmp_path / "empty"))
    [(_, _, error)] = kept.wait()
    assert isinstance(error, ForeignModelError)
    assert tree(kept.folders.models) == before


def test_a_trained_model_is_installed_under_a_name(kept: Kept, tmp_path: Path) -> None:
    save_toy_model(tmp_path / "run" / "model", name="run")
    kept.library.install(tmp_path / "run" / "model", "my model", is_used=False)
    kept.library.install(tmp_path / "run" / "model", "mine", is_used=True)
    (first, second) = kept.wait(2)
    assert first == ("installed", "my model")
    assert second[:2] == ("failed", "install")
    assert isinstance(second[2], ModelFolderExistsError)


def test_a_file_that_is_exported_can_be_imported(kept: Kept, tmp_path: Path) -> None:
    file = tmp_path / "out.translucent"
    kept.library.export_model(kept.entry("mine").path, file)
    assert kept.wait() == [("exported", file)]
    kept.library.import_model(ModelImport(file, "again"))
    kept.wait()
    assert tree(kept.folders.models / "again") == tree(kept.folders.models / "mine")


def test_an_export_that_fails_leaves_no_file(kept: Kept, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (kept.folders.models / "mine" / "weights.safetensors").write_bytes(b"cut")
    kept.library.export_model(kept.folders.models / "mine", tmp_path / "out" / "a.translucent")
    assert kept.wait()[0][:2] == ("failed", "export")
    kept.library.export_model(kept.folders.models / "other", tmp_path / "none" / "a.translucent")
    [(_, _, error)] = kept.wait()
    assert isinstance(error, FileNotFoundError)
    assert list((tmp_path / "out").iterdir()) == []


def test_removed_models_come_back_the_last_one_first(kept: Kept) -> None:
    removals: list[tuple[str, ...]] = []
    kept.library.removals_changed.connect(removals.append)
    before = tree(kept.folders.models)
    kept.library.remove(kept.entry("mine"))
    kept.library.remove(kept.entry("other"))
    kept.wait(2)
    assert kept.names() == []
    kept.library.restore()
    assert kept.wait() == [("restored", "other")]
    assert kept.names() == ["other"]
    kept.library.restore()
    kept.wait()
    assert tree(kept.folders.models) == before
    kept.library.restore()  # there is nothing more
    assert removals == [("mine",), ("mine", "other"), ("mine",), ()]
    assert not kept.library._jobs


def test_a_model_comes_back_beside_one_that_took_its_name(kept: Kept) -> None:
    kept.library.remove(kept.entry("mine"))
    kept.wait()
    save_toy_model(kept.folders.models / "mine", seed=3)
    save_toy_model(kept.folders.models / "mine 2", seed=3)
    kept.library.restore()
    assert kept.wait() == [("restored", "mine 3")]


def test_what_is_forgotten_is_deleted(kept: Kept) -> None:
    kept.library.remove(kept.entry("mine"))
    kept.wait()
    kept.library.forget_removed()
    kept.wait()
    assert [path.name for path in kept.folders.models.iterdir()] == ["other"]
    kept.library.restore()
    assert not kept.library._jobs
    assert kept.said == [("removed", "mine")]


def test_closing_deletes_what_was_removed(folders: Folders, qtbot: QtBot) -> None:
    kept = Kept(folders, qtbot)
    kept.library.remove(kept.entry("mine"))
    kept.library.close()  # it has not been heard of yet: what is not told comes back
    assert kept.library.wait(QDeadlineTimer(30_000))
    shiboken6.delete(kept.library)
    kept = Kept(folders, qtbot)
    assert kept.names() == ["mine", "other"]
    kept.library.remove(kept.entry("mine"))
    kept.wait()
    kept.library.close()
    assert kept.library.wait(QDeadlineTimer(30_000))
    assert [path.name for path in folders.models.iterdir()] == ["other"]


KILLED = """
import os, signal, sys
from pathlib import Path
from PySide6.QtCore import QDeadlineTimer, QCoreApplication
from desktop.sessions.models.model_library import ModelImport, ModelLibrary
from engine.models.registry import find_entry
from tests.support.windows import home_folders

application = QCoreApplication([])
folders = home_folders(Path(sys.argv[1]), Path(sys.argv[2]))
library = ModelLibrary(folders)
library.removed.connect(lambda name: os.kill(os.getpid(), signal.SIGKILL))
library.remove(find_entry(folders, "mine"))
application.exec()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_a_killed_program_loses_no_model(folders: Folders, qtbot: QtBot) -> None:
    before = tree(folders.models)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(folders.data), str(folders.shipped_models)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert [entry.name for entry in list_models(folders)] == ["other", "shipped"]
    assert tree(folders.models) != before  # it is hidden
    kept = Kept(folders, qtbot)
    assert kept.names() == ["mine", "other"]
    assert tree(folders.models) == before


def test_models_of_the_program_stay(kept: Kept) -> None:
    kept.library.remove(kept.entry("shipped"))
    [(how, what, error)] = kept.wait()
    assert (how, what) == ("failed", "remove")
    assert isinstance(error, ModelFolderKeptError)
    assert (kept.folders.shipped_models / "shipped").is_dir()


def test_a_model_that_is_gone_already_is_told(kept: Kept) -> None:
    entry = kept.entry("mine")
    kept.library.remove(entry)
    kept.library.remove(entry)
    first, second = kept.wait(2)
    assert first == ("removed", "mine")
    assert second[:2] == ("failed", "remove")
    assert isinstance(second[2], ModelFolderMissingError)


def test_what_one_program_has_removed_another_leaves_to_it(kept: Kept) -> None:
    kept.library.remove(kept.entry("mine"))
    kept.wait()
    ModelLibrary(kept.folders)
    assert kept.names() == ["other"]
    kept.library.restore()
    assert kept.wait() == [("restored", "mine")]
    assert kept.names() == ["mine", "other"]


def test_a_removed_model_that_somebody_has_deleted(kept: Kept) -> None:
    kept.library.remove(kept.entry("mine"))
    kept.wait()
    for hidden in kept.folders.models.glob(".removed~*~mine"):
        shutil.rmtree(hidden)
    kept.library.forget_removed()
    kept.library.rename(kept.entry("other"), "last")
    assert kept.wait() == [("renamed", "other", "last")]


def test_a_model_is_renamed_but_not_over_another(kept: Kept) -> None:
    before = tree(kept.folders.models / "mine")
    kept.library.rename(kept.entry("mine"), "Übung 1")
    assert kept.wait() == [("renamed", "mine", "Übung 1")]
    assert tree(kept.folders.models / "Übung 1") == before
    kept.library.rename(kept.entry("Übung 1"), "other")
    [(how, what, error)] = kept.wait()
    assert (how, what) == ("failed", "rename")
    assert isinstance(error, ModelFolderExistsError)
    assert kept.names() == ["other", "Übung 1"]


def test_closing_an_idle_library_is_nothing(folders: Folders) -> None:
    library = ModelLibrary(folders)
    library.close()
    assert library.wait(QDeadlineTimer(0))
    library.close()
    assert library.wait(QDeadlineTimer(0))
