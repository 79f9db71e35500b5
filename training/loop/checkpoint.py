"""The resumable state of a run: folders of safetensors and JSON, each complete or absent.

A run's folder holds `checkpoints/step-00001500/` with `tensors.safetensors` and `state.json`. The
newest complete one is found after a crash; older ones are removed once a newer one is on disk.
"""

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import safetensors.torch
import torch
from torch import Tensor

from engine.files.atomic_folders import former_name, new_folder
from engine.files.json_files import read_object
from engine.translatable import Phrase, translatable
from training.errors import CheckpointError, DeviceMemoryError
from training.loop.optimizer import optimizer_state, put_optimizer_state
from training.loop.trainer import Trainer
from training.loop.weights import put_weights, weights_of
from training.system.disk import saving
from training.system.memory import is_shortage

KEPT = 2
"""How many checkpoints to keep: the newest, and its predecessor in case the newest is damaged."""

_TENSORS = "tensors.safetensors"
_STATE = "state.json"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A complete checkpoint on the disk."""

    path: Path
    step: int
    """Steps done."""
    state: Mapping[str, Any]
    """The state saved with the tensors."""
    damaged: str = ""
    """What is wrong with newer checkpoints, which were skipped."""

    def tensors(self) -> dict[str, Tensor]:
        """Read weights, optimizer state, averages and random states, by name."""
        return safetensors.torch.load((self.path / _TENSORS).read_bytes())


def state_tensors(trainer: Trainer) -> dict[str, Tensor]:
    """Return the tensors that training resumes from: weights, optimizer, mean, random states."""
    groups = {"model": weights_of(trainer.model), "optimizer": optimizer_state(trainer.optimizer)}
    if trainer.mean is not None:
        groups["mean"] = trainer.mean.values
    tensors = {f"{group}.{name}": t for group, named in groups.items() for name, t in named.items()}
    tensors["random.cpu"] = torch.get_rng_state()
    if trainer.model.device.type == "cuda":
        tensors["random.cuda"] = torch.cuda.get_rng_state()
    return tensors


def restore(checkpoint: Checkpoint, trainer: Trainer) -> None:
    """Put a trainer into the state it had when the checkpoint was saved, random numbers included.

    Raises:
        CheckpointError: If the checkpoint does not fit the model or the settings.
        DeviceMemoryError: If it does not fit the device's memory.
    """
    try:
        tensors = checkpoint.tensors()
        put_weights(trainer.model, _take(tensors, "model."))
        put_optimizer_state(trainer.optimizer, _take(tensors, "optimizer."))
        if trainer.mean is not None:
            trainer.mean.put(_take(tensors, "mean."))
        torch.set_rng_state(tensors["random.cpu"])
        if trainer.model.device.type == "cuda" and "random.cuda" in tensors:
            torch.cuda.set_rng_state(tensors["random.cuda"])
        if not trainer.processes.is_first:
            seed = (trainer.settings.seed, trainer.processes.rank, checkpoint.step)
            torch.manual_seed(hash(seed))
        trainer.place.put(checkpoint.state["place"])
    except (KeyError, TypeError, ValueError, RuntimeError, OSError) as error:
        if is_shortage(error):
            raise DeviceMemoryError(trainer.settings.batch_size) from error
        reason = Phrase.of(
            translatable(
                "Phrase",
                "{name} does not fit the run's recipe; restore the recipe it was started "
                "with, or start a new run ({error})",
            ),
            name=checkpoint.path.name,
            error=str(error),
        )
        raise CheckpointError(checkpoint.path.parent, reason) from error


def _take(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {n.removeprefix(prefix): t for n, t in tensors.items() if n.startswith(prefix)}


def save_checkpoint(
    folder: Path, step: int, tensors: Mapping[str, Tensor], state: Mapping[str, Any]
) -> Path:
    """Write a checkpoint; at any moment it is either complete or absent.

    Args:
        folder: The run's folder of checkpoints.
        step: Steps done.
        tensors: Weights, optimizer state, averages and random states, by name.
        state: Everything else, as JSON holds it.

    Returns:
        The folder of this checkpoint.

    Raises:
        DiskFullError: If the disk is full; earlier checkpoints are untouched.
        CheckpointError: If it cannot be written for another reason.
    """
    data = safetensors.torch.save({name: t.contiguous() for name, t in tensors.items()})
    described = {"step": step, "sha256": hashlib.sha256(data).hexdigest(), **state}
    described["state_sha256"] = _checksum(described)
    target = folder / f"step-{step:08d}"
    # The same step may exist already: written before a crash, or at the end of its epoch.
    with saving(folder), new_folder(target, replace=True) as temporary:
        (temporary / _TENSORS).write_bytes(data)
        (temporary / _STATE).write_text(json.dumps(described, indent=1), encoding="utf-8")
    _remove_all_but(target)
    return target


def find_checkpoint(folder: Path) -> Checkpoint | None:
    """Find the newest complete checkpoint; return None if the run never wrote a checkpoint.

    Raises:
        CheckpointError: If there are checkpoints, and every one is damaged.
    """
    present = folder.iterdir() if folder.is_dir() else ()
    named = [(former_name(path) or path.name, path) for path in present]
    reasons: list[str] = []
    for name, path in sorted(named, reverse=True):
        if not name.startswith("step-"):
            continue
        try:
            return replace(_check(path), damaged="; ".join(reasons))
        except (OSError, ValueError) as error:
            reasons.append(f"{name}: {error}")
    if reasons:
        reason = Phrase.of(
            translatable("Phrase", "no checkpoint is complete; start a new run ({reasons})"),
            reasons="; ".join(reasons),
        )
        raise CheckpointError(folder, reason)
    return None


def _check(path: Path) -> Checkpoint:
    state = read_object(path / _STATE)
    # Checkpoints of version 0.1 have no checksum of their state.
    checksum = state.pop("state_sha256", None)
    if checksum is not None and checksum != _checksum(state):
        raise ValueError(f"{_STATE} is not what was saved")
    step = state.get("step")
    if type(step) is not int or step < 0:
        raise ValueError(f"{_STATE} does not say which step it is")
    with (path / _TENSORS).open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != state.get("sha256"):
        raise ValueError(f"{_TENSORS} is not what was saved")
    return Checkpoint(path, step, state)


def _checksum(state: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()


def _remove_all_but(newest: Path) -> None:
    """Remove old checkpoints, and those of later steps from before the run went back."""
    rest = sorted(path for path in newest.parent.glob("step-*") if path != newest)
    older = [path for path in rest if path < newest]
    for path in rest:
        if path not in older[-(KEPT - 1) :]:
            shutil.rmtree(path, ignore_errors=True)
