"""Programs that import, replace, rename or remove one model at once: it is whole, or refused."""

from pathlib import Path

import pytest

from engine.models.archive import export_archive
from engine.models.validation import check
from tests.support.model_folders import save_toy_model, tree
from tests.support.races import (
    import_here,
    race,
    remove_here,
    rename_here,
    replace_here,
    set_aside_here,
)

ROUNDS = 40
REFUSALS = {"model_folder_exists", "model_folder_busy"}


def one_writer(folder: Path) -> bytes:
    """Return who wrote a folder, all of it."""
    contents = [file.read_bytes() for file in folder.iterdir()]
    assert len(contents) == 8
    (writer,) = set(contents)
    return writer


def test_of_two_imports_at_once_one_is_whole_and_the_other_refused(tmp_path: Path) -> None:
    for number in range(2):
        save_toy_model(tmp_path / "made" / str(number), seed=number)
        export_archive(tmp_path / "made" / str(number), tmp_path / f"{number}.translucent")
    for round_, kinds in enumerate(race(tmp_path, [import_here] * 2, ROUNDS)):
        assert kinds.count("") == 1
        assert set(kinds) <= {"", *REFUSALS}
        models = tmp_path / str(round_)
        check(models / "toy")
        assert tree(models / "toy") == tree(tmp_path / "made" / str(kinds.index("")))
        assert [path.name for path in models.iterdir()] == ["toy"]


@pytest.mark.slow
def test_programs_that_replace_one_folder_leave_it_whole(tmp_path: Path) -> None:
    for round_, kinds in enumerate(race(tmp_path, [replace_here] * 3, ROUNDS)):
        assert set(kinds) <= {"", "model_folder_busy"}
        assert one_writer(tmp_path / str(round_) / "m") in {
            b"%d" % number for number, kind in enumerate(kinds) if not kind
        }
        assert [path.name for path in (tmp_path / str(round_)).iterdir()] == ["m"]


@pytest.mark.slow
def test_what_is_removed_renamed_or_brought_back_beside_a_writer_is_never_mixed(
    tmp_path: Path,
) -> None:
    for round_ in range(ROUNDS):
        for number, name in enumerate("mn"):
            (tmp_path / str(round_) / name).mkdir(parents=True)
            for file in "abcdefgh":
                (tmp_path / str(round_) / name / file).write_bytes(b"old %d" % number)
    acts = [replace_here, remove_here, set_aside_here, rename_here]
    for round_, kinds in enumerate(race(tmp_path, acts, ROUNDS)):
        assert set(kinds) <= {"", *REFUSALS}
        found = {path.name: one_writer(path) for path in (tmp_path / str(round_)).iterdir()}
        assert set(found) <= {"m", "m 2", "n"}
        assert set(found.values()) <= {b"old 0", b"old 1", b"0"}
        assert b"old 1" in found.values() or not kinds[1]  # which nobody but the remover deletes
