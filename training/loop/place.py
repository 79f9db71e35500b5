"""The position of a run, in plain numbers for a checkpoint, and its distance from the end."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from training.model_settings import Precision, TrainingSettings


@dataclass(slots=True)
class Place:
    """The position of a run: all plain numbers of its state."""

    step: int = 0
    epoch: int = 0
    """Epochs done."""
    shard: int = 0
    """Shards of this epoch done."""
    group: int = 0
    """Steps done in this shard."""
    epoch_share: float = 0.0
    """The finished share of this epoch."""
    best: float | None = None
    best_step: int = 0
    best_epoch: int = 0
    worse: int = 0
    """Validations since the best."""
    validated_step: int = 0
    seconds: float = 0.0
    epoch_loss: float = 0.0
    epoch_tokens: int = 0
    rate_factor: float = 1.0
    """The factor on the schedule's learning rate; halved at each divergence."""
    setbacks: int = 0
    """How many times the run went back since it last got beyond `diverged_at`."""
    diverged_at: int = 0
    parts: int = 1
    """The number of parts a batch is cut into to fit the memory."""
    validation_seconds: float = 0.0
    """The duration of the last validation."""
    precision: Precision | None = None
    """The number format chosen when the run began; None before that."""
    is_finishing: bool = False
    """Whether the user asked to end here with the best weights so far."""

    @property
    def epochs(self) -> float:
        """The number of epochs done, with the finished share of the current one."""
        return self.epoch + self.epoch_share

    def put(self, values: Mapping[str, Any]) -> None:
        """Move to another place, given by its fields; fields left out take their initial values.

        Raises:
            TypeError: If there is no such field.
        """
        target = Place(**values)
        for field in fields(self):
            setattr(self, field.name, getattr(target, field.name))

    def advance(self, num_groups: int, num_shards: int) -> None:
        """Count a step of a shard that has `num_groups`, in an epoch that has `num_shards`."""
        self.step += 1
        self.group += 1
        self.epoch_share = (self.shard + self.group / num_groups) / num_shards
        if self.group == num_groups:
            self.shard, self.group = self.shard + 1, 0

    def end_epoch(self) -> None:
        """Count an epoch, and go to the beginning of the next."""
        self.epoch += 1
        self.shard, self.group, self.epoch_share = 0, 0, 0.0
        self.epoch_loss, self.epoch_tokens = 0.0, 0

    def is_at_end(self, settings: TrainingSettings) -> bool:
        """Return whether the run ends here, apart from its time limit."""
        return bool(
            self.is_finishing
            or (settings.max_steps and self.step >= settings.max_steps)
            or (settings.max_epochs and self.epoch >= settings.max_epochs)
            or (settings.patience and self.worse >= settings.patience)
        )

    def progress(self, settings: TrainingSettings, seconds: float) -> float:
        """Return the share of the longest possible run that is done; 0 if nothing limits it.

        Args:
            settings: The limits.
            seconds: How long the run has trained.
        """
        shares = [self.step / settings.max_steps] if settings.max_steps else []
        if settings.max_epochs:
            shares.append(self.epochs / settings.max_epochs)
        if settings.max_minutes:
            shares.append(seconds / (60 * settings.max_minutes))
        return min(1.0, max(shares, default=0.0))
