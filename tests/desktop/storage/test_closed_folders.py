"""Folders that cannot be opened: each is found, with the cause."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.storage.closed_folders import ClosedFolder, Reason, find_closed
from tests.support.modes import needs_modes
from tests.support.places import bound_by_modes
from tests.support.windows import home_folders

ROOT = Path(__file__).parents[3]
LIST = """
import json, sys
from pathlib import Path
from desktop.storage.closed_folders import find_closed
from engine.folders import Folders
home = Path(sys.argv[1])
names = ("shipped", "models", "runs", "corpora", "config", "", "log")
closed = find_closed(Folders(*(home / name for name in names)))
print(json.dumps([[str(one.path), one.reason.name, *one.kinds] for one in closed]))
"""


def test_folders_that_are_there_or_not_yet_made_are_open(tmp_path: Path) -> None:
    folders = home_folders(tmp_path)
    assert find_closed(folders) == ()
    folders.models.mkdir()
    assert find_closed(folders) == ()


def test_what_is_no_folder_is_closed(tmp_path: Path) -> None:
    folders = home_folders(tmp_path)
    folders.config.touch()
    folders.log.symlink_to(tmp_path / "gone")
    assert find_closed(folders) == (
        ClosedFolder(folders.config, Reason.NO_FOLDER, ("settings",)),
        ClosedFolder(folders.log, Reason.DEAD_LINK, ("log",)),
    )


@needs_modes
@pytest.mark.parametrize("mode", [0o000, 0o600, 0o300])
def test_the_outermost_folder_that_may_not_be_opened_is_named(tmp_path: Path, mode: int) -> None:
    home = tmp_path / "above" / "home"
    (home / "models").mkdir(parents=True)

    def closed(folder: Path) -> list[list[str]]:
        folder.chmod(mode)
        try:
            ended = subprocess.run(
                [*bound_by_modes(), sys.executable, "-c", LIST, str(home)],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=True,
            )
        finally:
            folder.chmod(0o700)
        found: list[list[str]] = json.loads(ended.stdout)
        return found

    assert closed(home / "models") == [[str(home / "models"), "DENIED", "models"]]
    if mode & 0o100:  # what is below can be opened
        assert closed(home) == [[str(home), "DENIED", "data"]]
    else:
        assert closed(home.parent) == [[str(home.parent), "DENIED", "data", "settings", "log"]]
    if os.geteuid() == 0:
        os.chown(home, 65534, 65534)
        assert [one[:2] for one in closed(home)] == [[str(home), "NOT_OWNED"]]


def test_a_file_above_all_folders_is_one_cause(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    assert find_closed(home_folders(home)) == (
        ClosedFolder(home, Reason.NO_FOLDER, ("data", "settings", "log")),
    )
