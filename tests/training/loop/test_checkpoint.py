"""What was saved is read back; what was damaged, killed or refused leaves the one before."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from tests.support.model_folders import tree
from training.errors import CheckpointError, DiskFullError
from training.loop.checkpoint import KEPT, Checkpoint, find_checkpoint, save_checkpoint


def tensors_of(step: int) -> dict[str, Tensor]:
    return {
        "model.a": torch.full((3, 4), float(step)),
        "model.b": torch.arange(12.0).view(3, 4).t(),  # not contiguous
        "optimizer.0.step": torch.tensor(float(step)),
        "random.cpu": torch.arange(16, dtype=torch.uint8),
    }


def save(folder: Path, *steps: int, text: str = "") -> None:
    for step in steps:
        save_checkpoint(folder, step, tensors_of(step), {"place": {"step": step}, "text": text})


def newest(folder: Path) -> Checkpoint:
    checkpoint = find_checkpoint(folder)
    assert checkpoint is not None
    return checkpoint


def test_what_was_saved_is_read_back(tmp_path: Path) -> None:
    folder = tmp_path / "модель"
    state = {"place": {"step": 7, "best": 0.1 + 0.2}, "text": "größer"}
    path = save_checkpoint(folder, 7, tensors_of(7), state)
    checkpoint = newest(folder)
    assert (checkpoint.path, checkpoint.step) == (path, 7)
    assert {name: checkpoint.state[name] for name in state} == state
    read = checkpoint.tensors()
    assert read.keys() == tensors_of(7).keys()
    for name, tensor in tensors_of(7).items():
        assert torch.equal(read[name], tensor)
        assert read[name].dtype == tensor.dtype


def test_a_run_that_saved_nothing_has_no_checkpoint(tmp_path: Path) -> None:
    assert find_checkpoint(tmp_path / "checkpoints") is None
    (tmp_path / "checkpoints").mkdir()
    assert find_checkpoint(tmp_path / "checkpoints") is None


def test_the_newest_is_found_and_only_some_stay(tmp_path: Path) -> None:
    save(tmp_path, 5, 10, 100, 1000)
    assert newest(tmp_path).step == 1000
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["step-00000100", "step-00001000"]
    assert len(list(tmp_path.iterdir())) == KEPT


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)


def write(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text, encoding="utf-8")


DAMAGES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "tensors cut": ("tensors.safetensors", cut),
    "tensors flipped": ("tensors.safetensors", flip),
    "tensors absent": ("tensors.safetensors", Path.unlink),
    "state cut": ("state.json", cut),
    "state absent": ("state.json", Path.unlink),
    "state zeroed": ("state.json", write("\0" * 100)),
    "state of another kind": ("state.json", write("[1, 2]")),
    "state without its step": ("state.json", write("{}")),
    "state without its sum": ("state.json", write('{"step": 10}')),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_if_the_newest_is_damaged_the_one_before_is_found(tmp_path: Path, damage: str) -> None:
    save(tmp_path, 5, 10)
    file, harm = DAMAGES[damage]
    harm(tmp_path / "step-00000010" / file)
    assert newest(tmp_path).step == 5


def test_if_all_are_damaged_each_is_named(tmp_path: Path) -> None:
    save(tmp_path, 5, 10)
    cut(tmp_path / "step-00000005" / "state.json")
    flip(tmp_path / "step-00000010" / "tensors.safetensors")
    with pytest.raises(CheckpointError, match="no checkpoint is complete; start a new") as caught:
        find_checkpoint(tmp_path)
    assert "step-00000010: tensors.safetensors is not what was saved" in str(caught.value)
    assert "step-00000005: Expecting" in str(caught.value)


def test_a_run_that_went_back_behind_a_damaged_one_forgets_it(tmp_path: Path) -> None:
    save(tmp_path, 5, 10)
    cut(tmp_path / "step-00000010" / "state.json")
    save(tmp_path, 7)
    assert newest(tmp_path).step == 7
    assert {path.name for path in tmp_path.iterdir()} == {"step-00000005", "step-00000007"}


def test_a_step_that_is_reached_again_replaces_what_was_there(tmp_path: Path) -> None:
    save(tmp_path, 5, 10, text="former")
    cut(tmp_path / "step-00000010" / "tensors.safetensors")
    save(tmp_path, 10, text="later")
    assert newest(tmp_path).state["text"] == "later"
    assert {path.name for path in tmp_path.iterdir()} == {"step-00000005", "step-00000010"}


def interrupt(monkeypatch: pytest.MonkeyPatch, function: str, error: BaseException) -> None:
    """Let an error come when the second file is to be written, or the folder renamed."""
    really: Callable[..., Any] = getattr(Path, function)

    def fail(path: Path, *arguments: Any, **named: Any) -> Any:
        if function == "rename" or path.name == "state.json":
            raise error
        return really(path, *arguments, **named)

    monkeypatch.setattr(Path, function, fail)


@pytest.mark.parametrize("function", ["write_text", "rename"])
@pytest.mark.parametrize("step", [10, 15], ids=["step reached again", "new step"])
def test_who_is_interrupted_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, step: int
) -> None:
    save(tmp_path, 5, 10)
    before = tree(tmp_path)
    with monkeypatch.context() as broken:
        interrupt(broken, function, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            save(tmp_path, step, text="later")
    assert tree(tmp_path) == before
    assert newest(tmp_path).step == 10


@pytest.mark.parametrize("function", ["write_text", "rename"])
def test_a_full_disk_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    save(tmp_path, 5, 10)
    before = tree(tmp_path)
    interrupt(monkeypatch, function, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    with pytest.raises(DiskFullError, match="Free some space and resume the run") as caught:
        save(tmp_path, 15)
    assert caught.value.path == tmp_path
    assert tree(tmp_path) == before


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CheckpointError, match="it cannot be written"):
        save(tmp_path / "file", 5)


def test_killed_while_writing_the_half_made_one_is_passed_over_and_then_cleared(
    tmp_path: Path,
) -> None:
    save(tmp_path, 5, 10)
    half = tmp_path / ".new~0123abcd~step-00000015"
    half.mkdir()
    (half / "tensors.safetensors").write_bytes(b"half")
    assert newest(tmp_path).step == 10
    save(tmp_path, 15)
    assert {path.name for path in tmp_path.iterdir()} == {"step-00000010", "step-00000015"}


def test_killed_between_taking_the_former_away_and_putting_the_later_there(tmp_path: Path) -> None:
    save(tmp_path, 10)
    (tmp_path / "step-00000010").rename(tmp_path / ".old~0123abcd~step-00000010")
    checkpoint = newest(tmp_path)
    assert checkpoint.step == 10
    assert checkpoint.tensors()
    save(tmp_path, 10, 15)
    assert {path.name for path in tmp_path.iterdir()} == {"step-00000010", "step-00000015"}


def test_the_state_is_json_that_says_its_step(tmp_path: Path) -> None:
    path = save_checkpoint(tmp_path, 3, tensors_of(3), {"place": {"epoch": 1}})
    state = json.loads((path / "state.json").read_text(encoding="utf-8"))
    assert state["step"] == 3
    assert state["place"] == {"epoch": 1}
