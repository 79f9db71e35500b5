"""Cut a shard of the training text into batches, grouped by training step."""

from pathlib import Path
from typing import NamedTuple, Protocol

from engine.translatable import Phrase, translatable
from training.errors import CheckpointError
from training.examples.batches import Batch, Batching, collate_rows
from training.examples.examples import Examples
from training.loop.place import Place
from training.model_settings import TrainingSettings


class ExampleSource(Protocol):
    """The source of an epoch's examples, shard by shard."""

    @property
    def num_shards(self) -> int:
        """The number of shards in an epoch."""

    def __call__(self, epoch: int, shard: int) -> Examples:
        """Return the examples of a shard; equal numbers give equal examples."""
        ...


class Shard(NamedTuple):
    """A part of one pass over the training text; each group of batches makes one step."""

    examples: Examples
    groups: list[list[list[int]]]
    pads: dict[str, int]
    num_shards: int
    """The number of shards in the whole pass."""

    def batches(self, group: int) -> list[Batch]:
        """Return the batches of one step."""
        return [collate_rows(self.examples, rows, **self.pads) for rows in self.groups[group]]


class Shards:
    """Batches of the source's examples, as the recipe cuts and accumulates them.

    Args:
        source: The examples.
        settings: How they become batches.
        pads: The ids that fill each side, by `collate_rows`' names.
        run: The folder that an error names.
    """

    def __init__(
        self, source: ExampleSource, settings: TrainingSettings, pads: dict[str, int], run: Path
    ) -> None:
        self.source, self.settings, self.pads, self.run = source, settings, pads, run

    def begin(self, place: Place) -> Shard:
        """Return the shard at a place.

        Raises:
            RecipeError: If the recipe leaves nothing of the training text.
            CheckpointError: If the place is beyond the shard's end: it comes from another recipe.
        """
        settings = self.settings
        examples = self.source(place.epoch, place.shard)
        batching = Batching(settings.batch_kind, settings.batch_size, settings.drop_last)
        batches = batching.epoch_to_learn(examples, settings.seed, place.epoch, place.shard)
        size = settings.accumulation
        groups = [batches[at : at + size] for at in range(0, len(batches), size)]
        if place.group >= len(groups):
            reason = Phrase.of(
                translatable(
                    "Phrase",
                    "the last checkpoint is {steps} steps into an epoch of {count}; restore the "
                    "recipe the run was started with, or start a new run",
                ),
                steps=place.group,
                count=len(groups),
            )
            raise CheckpointError(self.run, reason)
        return Shard(examples, groups, self.pads, self.source.num_shards)
