"""Copy, average and store a model's weights."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import safetensors.torch
import torch
from safetensors import SafetensorError
from torch import Tensor, nn

from engine.translatable import Phrase, translatable
from training.errors import CheckpointError
from training.system.disk import write_whole


def weights_of(model: nn.Module) -> dict[str, Tensor]:
    """Return the model's weights by name, shared ones once."""
    return {name: parameter.detach() for name, parameter in model.named_parameters()}


def put_weights(model: nn.Module, weights: Mapping[str, Tensor]) -> None:
    """Copy weights into a model of the same shape, by name; shared ones occur once."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(weights[name])


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

    @contextmanager
    def lent_to(self, model: nn.Module) -> Iterator[None]:
        """Lend the model these weights; restore its own afterwards."""
        own = {name: tensor.clone() for name, tensor in weights_of(model).items()}
        put_weights(model, self.values)
        try:
            yield
        finally:
            put_weights(model, own)


class KeptWeights:
    """The weights that a run stores: the best ones, and those of epochs to average.

    Args:
        folder: Where.
        num_averaged: How many epochs are averaged in the end; with fewer than two none is kept.
    """

    def __init__(self, folder: Path, num_averaged: int) -> None:
        self.folder = folder
        self.num_averaged = num_averaged

    def save_best(self, model: nn.Module) -> None:
        """Store the model's weights as the best so far.

        Raises:
            DiskFullError: If the disk is full; the former best ones are untouched.
        """
        save_weights(self.folder / "best.safetensors", weights_of(model))

    def load_best(self) -> dict[str, Tensor]:
        """Read the best weights.

        Raises:
            CheckpointError: If they are absent or damaged.
        """
        return load_weights(self.folder / "best.safetensors")

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
        # Files of later epochs may be there: of a run that was killed and went back.
        kept = [e for e in range(1, last_epoch + 1) if self._of_epoch(e).exists()]
        nearest = sorted(kept, key=lambda epoch: abs(epoch - best_epoch))
        return sorted(nearest[: self.num_averaged])

    def load_average(self, epochs: Sequence[int]) -> dict[str, Tensor]:
        """Read the mean of the weights of several epochs.

        Raises:
            CheckpointError: If one is absent or damaged.
        """
        return average_weights([load_weights(self._of_epoch(epoch)) for epoch in epochs])

    def _of_epoch(self, epoch: int) -> Path:
        return self.folder / f"epoch-{epoch:04d}.safetensors"


def save_weights(path: Path, weights: Mapping[str, Tensor]) -> None:
    """Write only the weights, as one file that is either complete or unchanged.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If it cannot be written for another reason.
    """
    write_whole(path, safetensors.torch.save(dict(weights)))


def load_weights(path: Path) -> dict[str, Tensor]:
    """Read what `save_weights` wrote.

    Raises:
        CheckpointError: If the file is absent or damaged.
    """
    try:
        return safetensors.torch.load(path.read_bytes())
    except (OSError, SafetensorError) as error:
        reason = Phrase.of(
            translatable("Phrase", "these weights cannot be read; start a new run ({error})"),
            error=str(error),
        )
        raise CheckpointError(path, reason) from error
