"""A disk that is really full: the run says so, loses nothing, and goes on once there is room."""

import errno
import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.runs import tiny_recipe, write_text
from training.event_lines import from_line
from training.progress import Checkpointed, Event, Failed, Finished
from training.report.run_story import read_events

RECIPE = tiny_recipe(
    "corpus.kind=pairs",
    "training.max_steps=200",
    "training.checkpoint_every=5",
    "training.validate_every=50",
    "training.best_metric=loss",
)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return a disk of four megabytes, where a test may have one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    wished = ["-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    if (
        mount is None
        or subprocess.run([mount, *wished], capture_output=True, check=False).returncode
    ):
        pytest.skip("a small disk can be mounted by root alone")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def train(*arguments: str) -> "subprocess.Popen[str]":
    """Start a training."""
    return subprocess.Popen(
        [sys.executable, "-m", "training", "train", *arguments, "--threads", "1", "--events"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def fill(disk: Path) -> Path:
    """Write until nothing more can be written."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, pytest.raises(OSError) as refused:
        file.writelines(itertools.repeat(b"\0" * 4096))
    assert refused.value.errno == errno.ENOSPC
    return filler


@pytest.mark.slow
def test_a_run_on_a_full_disk_says_so_and_goes_on_when_there_is_room(
    disk: Path, tmp_path: Path
) -> None:
    text = write_text(tmp_path / "text")
    (text / "recipe.toml").write_text(RECIPE.to_toml(), encoding="utf-8")
    begin = (str(text / "recipe.toml"), "--data", str(text), "--device", "cpu", "--output")

    told: list[Event | None] = []
    filler: Path | None = None
    with train(*begin, str(disk / "run")) as child:
        assert child.stdout is not None
        for line in child.stdout:
            told.append(from_line(line))
            if filler is None and isinstance(told[-1], Checkpointed) and told[-1].step:
                filler = fill(disk)
    assert filler is not None
    assert child.returncode == 1
    failed = told[-1]
    assert isinstance(failed, Failed)
    assert failed.kind == "disk_full"
    assert "Free some space and resume the run" in failed.message
    assert os.statvfs(disk).f_bavail == 0

    filler.unlink()
    with train("--resume", str(disk / "run")) as child:
        assert child.stdout is not None
        child.stdout.read()
    assert isinstance(read_events(disk / "run")[-1], Finished)
    with train(*begin, str(tmp_path / "unbroken")) as child:
        assert child.stdout is not None
        child.stdout.read()
    runs = (disk / "run", tmp_path / "unbroken")
    weights = [next(run.glob("model/*/weights.safetensors")) for run in runs]
    assert weights[0].read_bytes() == weights[1].read_bytes()
