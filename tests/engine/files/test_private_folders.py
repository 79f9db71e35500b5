"""Private folders: what is made in one is its owner's alone; what others own or link is left."""

import os
import stat
from pathlib import Path

import pytest

from engine.files.atomic_folders import new_folder, scratch_folder
from engine.files.private_folders import make_folder, make_private_folder, make_tree_private
from tests.support.modes import needs_modes, open_to_others, umask

pytestmark = needs_modes


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.mark.parametrize("mask", [0o000, 0o022])
def test_what_is_missing_above_a_folder_is_private(tmp_path: Path, mask: int) -> None:
    tmp_path.chmod(0o755)
    with umask(mask):
        make_private_folder(tmp_path / "a" / "b" / "c")
        make_folder(tmp_path / "d" / "e" / "f")
    assert open_to_others(tmp_path) == [tmp_path]


@pytest.mark.parametrize("mask", [0o000, 0o022])
def test_what_is_made_in_a_folder_is_as_private_as_the_folder(tmp_path: Path, mask: int) -> None:
    with umask(mask):
        for top, allowed in ((tmp_path / "private", 0o700), (tmp_path / "usual", 0o777 & ~mask)):
            top.mkdir()
            top.chmod(allowed)
            make_folder(top / "made")
            with new_folder(top / "model") as model:
                (model / "part").mkdir()
                (model / "part" / "weights").write_bytes(b"")
            with scratch_folder(top) as scratch:
                assert mode(scratch) == allowed
            made = [path for path in top.rglob("*") if path.is_dir()]
            assert {mode(path) for path in made} == {allowed}
            assert mode(top / "model" / "part" / "weights") == 0o666 & allowed


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside, inside = tmp_path / "Documents", tmp_path / "inside"
    for folder in (outside, inside):
        folder.mkdir()
        (folder / "letter").touch()
    with umask(0):
        for path in (outside, outside / "letter", inside, inside / "letter"):
            path.chmod(0o755)
    (inside / "folder").symlink_to(outside)
    (inside / "file").symlink_to(outside / "letter")
    make_tree_private(inside)
    assert open_to_others(inside) == []
    assert open_to_others(outside) == [outside, outside / "letter"]
    (tmp_path / "moved").symlink_to(outside)
    make_tree_private(tmp_path / "moved")
    assert open_to_others(outside) == [outside, outside / "letter"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file away")
def test_what_belongs_to_somebody_else_stays_as_it_is(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.touch()
    theirs.chmod(0o644)
    os.chown(theirs, 65534, 65534)
    make_tree_private(tmp_path)
    assert mode(theirs) == 0o644
