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
    """Use other weights in a model within a `with` block, then restore its own."""
    own = {name: tensor.clone() for name, tensor in weights_of(model).items()}
    put_weights(model, weights)
    try:
        yield
    finally:
        put_weights(model, own)


def average_weights(models: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Return the mean of several models' weights, name by name, computed in float64."""
    return {
        name: torch.stack([weights[name].double() for weights in models]).mean(dim=0).float()
        for name in models[0]
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
        # A single call, not hundreds, as in PyTorch's own averaging.
        torch._foreach_lerp_(
            [self.values[name] for name in names], [weights[name] for name in names], 1 - decay
        )

    def put(self, values: Mapping[str, Tensor]) -> None:
        """Restore the mean of a resumed run."""
        for name, tensor in self.values.items():
            tensor.copy_(values[name])


def save_weights(path: Path, weights: Mapping[str, Tensor], step: int = 0) -> None:
    """Write only the weights, as one file that is either complete or unchanged.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If it cannot be written for another reason.
    """
    # A single entry, for safetensors writes several in any order, and equal weights must be
    # equal bytes.
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
