"""The resumable state of a run: folders of safetensors and JSON, written aside and renamed.

A run's folder holds `checkpoints/step-00001500/` with `tensors.safetensors` and `state.json`. The
newest whole one is found again after a crash; older ones are removed once a newer one is on disk.
"""

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import safetensors.torch
from safetensors import SafetensorError
from torch import Tensor

from training.errors import CheckpointError, DiskFullError

KEPT = 2
"""How many checkpoints stay: the newest, and one before it should the newest be damaged."""

_TENSORS = "tensors.safetensors"
_STATE = "state.json"


def save_checkpoint(
    folder: Path, step: int, tensors: Mapping[str, Tensor], state: Mapping[str, Any]
) -> Path:
    """Write a checkpoint so that at any moment either all of it is there or nothing.

    Args:
        folder: The run's folder of checkpoints.
        step: Optimizer steps done.
        tensors: Weights, optimizer state, averages and random states, by name.
        state: Everything else, as JSON holds it.

    Returns:
        The folder of this checkpoint.

    Raises:
        DiskFullError: If the disk is full; what was there before is untouched.
        CheckpointError: If it cannot be written for another reason.
    """
    target = folder / f"step-{step:08d}"
    aside = folder / f".{target.name}.part"
    try:
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(parents=True)
        data = safetensors.torch.save({name: t.contiguous() for name, t in tensors.items()})
        described = {"step": step, "sha256": hashlib.sha256(data).hexdigest(), **state}
        write_synced(aside / _TENSORS, data)
        write_synced(aside / _STATE, json.dumps(described, indent=1).encode())
        if target.exists():  # written before a crash, and reached again
            shutil.rmtree(target)
        aside.rename(target)
        sync_folder(folder)
    except OSError as error:
        shutil.rmtree(aside, ignore_errors=True)
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError(folder) from error
        raise CheckpointError(target, str(error)) from error
    for old in _folders(folder)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return target


def load_newest_checkpoint(folder: Path) -> tuple[dict[str, Tensor], dict[str, Any]] | None:
    """Read the newest checkpoint that is whole; None if the run never wrote one.

    Raises:
        CheckpointError: If there are checkpoints, and every one is damaged.
    """
    reasons = []
    candidates = _folders(folder)
    for path in reversed(candidates):
        try:
            return _read(path)
        except (OSError, ValueError, SafetensorError) as error:
            reasons.append(f"{path.name}: {error}")
    if candidates:
        raise CheckpointError(folder, "no checkpoint is whole: " + "; ".join(reasons))
    return None


def _read(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    state: dict[str, Any] = json.loads((path / _STATE).read_text(encoding="utf-8"))
    data = (path / _TENSORS).read_bytes()
    if hashlib.sha256(data).hexdigest() != state["sha256"]:
        raise ValueError("its tensors are not those that were saved")
    return safetensors.torch.load(data), state


def _folders(folder: Path) -> list[Path]:
    return sorted(folder.glob("step-*"))


def save_weights(path: Path, weights: Mapping[str, Tensor]) -> None:
    """Write weights alone, as one file that is whole or absent.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If it cannot be written for another reason.
    """
    aside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_synced(aside, safetensors.torch.save(dict(weights)))
        aside.replace(path)
    except OSError as error:
        aside.unlink(missing_ok=True)
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError(path.parent) from error
        raise CheckpointError(path, str(error)) from error


def load_weights(path: Path) -> dict[str, Tensor]:
    """Read what `save_weights` wrote.

    Raises:
        CheckpointError: If the file is absent or damaged.
    """
    try:
        return safetensors.torch.load(path.read_bytes())
    except (OSError, SafetensorError) as error:
        raise CheckpointError(path, str(error)) from error


def write_synced(path: Path, data: bytes) -> None:
    """Write a file and wait until the disk has it."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the folder's entries; a no-op where folders cannot be opened."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
