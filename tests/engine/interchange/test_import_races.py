"""Programs that import, replace, rename or remove one model at once: it is whole, or refused."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.files.atomic_folders import new_folder, take_over
from engine.interchange.importing import import_model
from engine.models.archive import export_archive
from engine.models.validation import check
from tests.support.killed_programs import write_files
from tests.support.killed_writer import MOST_EVENTS, run_killed
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
KILLS = 24
SECONDS = 1.0
"""How long a program changes models that nobody kills."""
UNTIL_KILLED = 600.0
"""How long those would that are killed: a busy machine kills late."""
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
def test_an_import_that_is_killed_leaves_nothing_or_the_whole_model(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "made")
    export_archive(tmp_path / "made", tmp_path / "it.translucent")
    outcomes = set()
    for events in range(0, MOST_EVENTS, 2):
        models = tmp_path / str(events)
        models.mkdir()
        if not run_killed("import", models / "toy", events):
            break
        outcomes.add((models / "toy").exists())
        if (models / "toy").exists():
            assert tree(models / "toy") == tree(tmp_path / "made")
        else:
            import_model(tmp_path / "it.translucent", models, "toy")
        import_model(tmp_path / "it.translucent", models, "other")
        assert {path.name for path in models.iterdir()} == {"toy", "other"}
    assert events < MOST_EVENTS - 2
    assert outcomes == {False, True}


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


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_programs_that_are_killed_beside_others_lose_and_mix_nothing(tmp_path: Path) -> None:
    chance = random.Random(22)
    command = [sys.executable, "-m", "tests.support.killed_programs"]
    for round_ in range(KILLS // 3):
        place = tmp_path / str(round_)
        (place / "kept").mkdir(parents=True)
        write_files(place / "kept", b"first")
        programs = [
            subprocess.Popen(
                [*command, str(place), str(chance.randrange(1 << 30)), str(seconds)],
                cwd=Path(__file__).parents[3],
            )
            for seconds in (UNTIL_KILLED,) * 3 + (SECONDS,)
        ]
        for program in programs[:3]:
            time.sleep(chance.uniform(0.2, 0.6))
            program.kill()
        assert [program.wait() for program in programs] == [-signal.SIGKILL] * 3 + [0]
        for orphan in take_over(place):
            orphan.bring_back()
        with new_folder(place / "next"):
            pass  # which clears what is left
        (place / "next").rmdir()
        found = [path.name for path in place.iterdir()]
        assert not [name for name in found if name.startswith(".")]
        assert [name for name in found if name.startswith("kept")]
        for name in found:
            one_writer(place / name)
