"""Copy, average and store a model's weights."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import safetensors.torch
import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn

from engine.translatable import Phrase, translatable
from training.errors import CheckpointError
from training.system.disk import write_whole

_SAVED = "saved"
"""In the file of some weights: the step they are of, and their checksum."""


def weights_of(model: nn.Module) -> dict[str, Tensor]:
    """Return the model's weights by name, shared ones once."""
    return {name: parameter.detach() for name, parameter in model.named_parameters()}


def put_weights(model: nn.Module, weights: Mapping[str, Tensor]) -> None:
    """Copy weights into a model of the same shape, by name; shared ones occur once."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(weights[name])


@contextmanager
def lent(weights: Mapping[str, Tensor], model: nn.Module) -> Iterator[None]:
    """Lend a model weights; restore its own afterwards."""
    own = {name: tensor.clone() for name, tensor in weights_of(model).items()}
    put_weights(model, weights)
    try:
        yield
    finally:
        put_weights(model, own)


def average_weights(several: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Return the mean of several models' weights, name by name, computed in float64."""
    return {
        name: torch.stack([weights[name].double() for weights in several]).mean(dim=0).float()
        for name in several[0]
    }


class RunningMean:
    """A mean of the weights that forgets: m = d m + (1 - d) w, with d = min(decay, (1+t) / (10+t)).

    Step t counts from 1; early means are short, because the first weights are random.
    """

    def __init__(self, model: nn.Module, decay: float) -> None:
        self.decay = decay
        self.values = {name: tensor.clone() for name, tensor in weights_of(model).items()}

    def follow(self, model: nn.Module, step: int) -> None:
        """Take in the weights after a step."""
        decay = min(self.decay, (1 + step) / (10 + step))
        weights = weights_of(model)
        names = list(self.values)
        # One call, not hundreds: as PyTorch's own averaging does it.
        torch._foreach_lerp_(
            [self.values[name] for name in names], [weights[name] for name in names], 1 - decay
        )

    def put(self, values: Mapping[str, Tensor]) -> None:
        """Restore the mean of a resumed run."""
        for name, tensor in self.values.items():
            tensor.copy_(values[name])


class KeptWeights:
    """The weights that a run stores: the best ones, and those of epochs to average.

    Args:
        folder: Where.
        num_averaged: How many epochs are averaged in the end; with fewer than two none is kept.
    """

    def __init__(self, folder: Path, num_averaged: int) -> None:
        self.folder = folder
        self.num_averaged = num_averaged

    def save_best(self, model: nn.Module, step: int) -> None:
        """Store the model's weights after a step as the best so far.

        Raises:
            DiskFullError: If the disk is full; the former best ones are untouched.
        """
        save_weights(self.folder / "best.safetensors", weights_of(model), step)

    def load_best(self, step: int) -> dict[str, Tensor]:
        """Read the best weights, which are those after a step.

        Later ones are read too: a process that was killed before it could say so wrote them.

        Raises:
            CheckpointError: If they are absent, damaged or older.
        """
        return load_weights(self.folder / "best.safetensors", step)

    def epochs(self, last_epoch: int) -> list[int]:
        """Return the epochs up to the last one whose weights are kept."""
        # Files of later epochs may be there: of a run that was killed and went back.
        return [e for e in range(1, last_epoch + 1) if self._of_epoch(e).exists()]

    def check_epochs(self, epochs: Sequence[int], last_epoch: int) -> None:
        """Check that the weights of some epochs are what the run kept, as it was at the last one.

        Where a later epoch was kept since, the run itself may have deleted some of them.

        Raises:
            CheckpointError: If one is absent or damaged.
        """
        if not self._of_epoch(last_epoch + 1).exists():
            for epoch in epochs:
                load_weights(self._of_epoch(epoch))

    def save_epoch(self, model: nn.Module, epoch: int, best_epoch: int) -> None:
        """Store the model's weights after an epoch, and delete those that no average can need.

        Raises:
            DiskFullError: If the disk is full.
        """
        if self.num_averaged < 2:
            return
        save_weights(self._of_epoch(epoch), weights_of(model))
        needed = self.epochs_around(best_epoch, epoch)
        for old in range(1, epoch - self.num_averaged + 1):
            if old not in needed:
                self._of_epoch(old).unlink(missing_ok=True)

    def epochs_around(self, best_epoch: int, last_epoch: int) -> list[int]:
        """Return the kept epochs nearest the best one, as many as are averaged."""
        if self.num_averaged < 2:
            return []
        nearest = sorted(self.epochs(last_epoch), key=lambda epoch: abs(epoch - best_epoch))
        return sorted(nearest[: self.num_averaged])

    def load_average(self, epochs: Sequence[int]) -> dict[str, Tensor]:
        """Read the mean of the weights of several epochs.

        Raises:
            CheckpointError: If one is absent or damaged.
        """
        return average_weights([load_weights(self._of_epoch(epoch)) for epoch in epochs])

    def _of_epoch(self, epoch: int) -> Path:
        return self.folder / f"epoch-{epoch:04d}.safetensors"


def save_weights(path: Path, weights: Mapping[str, Tensor], step: int = 0) -> None:
    """Write only the weights, as one file that is either complete or unchanged.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If it cannot be written for another reason.
    """
    # One entry: safetensors writes several in any order, and equal weights must be equal bytes.
    saved = {_SAVED: f"{step} {_checksum(weights)}"}
    write_whole(path, safetensors.torch.save(dict(weights), saved))


def load_weights(path: Path, step: int = 0) -> dict[str, Tensor]:
    """Read what `save_weights` wrote after a step, or later.

    Raises:
        CheckpointError: If the file is absent, damaged or older.
    """
    try:
        weights = safetensors.torch.load(path.read_bytes())
        with safe_open(path, framework="pt") as file:
            saved = (file.metadata() or {}).get(_SAVED)
        if saved is not None:  # version 0.1 wrote none
            _check(weights, saved, step)
    except (OSError, ValueError, SafetensorError) as error:
        reason = Phrase.of(
            translatable(
                "Phrase",
                "{file} cannot be used; restore it from a copy, or start a new run ({error})",
            ),
            file=path.name,
            error=str(error),
        )
        raise CheckpointError(path.parent, reason) from error
    return weights


def _check(weights: Mapping[str, Tensor], saved: str, step: int) -> None:
    saved_step, _, checksum = saved.partition(" ")
    if checksum != _checksum(weights):
        raise ValueError("it is not what was saved")
    if int(saved_step) < step:
        raise ValueError(f"it is of step {saved_step}, not of step {step}")


def _checksum(weights: Mapping[str, Tensor]) -> str:
    checksum = hashlib.sha256()
    for name, tensor in sorted(weights.items()):
        checksum.update(f"{name} {tensor.dtype} {list(tensor.shape)}\n".encode())
        checksum.update(tensor.cpu().contiguous().view(-1).view(torch.uint8).numpy().data)
    return checksum.hexdigest()
