"""The batches of each step: grouped from the training text, and cut into parts that fit the memory.

Shapes: B sentences, S source length, T target length, N target tokens.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import torch
from torch import Tensor
from torch.nn import functional

from engine.nn.transformer import Transformer
from engine.translatable import Phrase, translatable
from training.errors import CheckpointError, DeviceMemoryError
from training.examples.batches import Batch, Batching, collate_rows
from training.examples.examples import Examples
from training.loop.distributed import Processes
from training.loop.place import Place
from training.model_settings import TrainingSettings
from training.progress import Event, Message
from training.system.memory import is_shortage

# On a CPU, oneDNN compiles a kernel for each new shape of a matrix product and keeps a thousand of
# them. With sizes rounded up a step takes a tenth less time, and a run a third of the memory.
LENGTH_MULTIPLE = 4
ROW_MULTIPLE = 64

SIMILAR_LENGTH = 32
"""How many sentences of similar length a CPU reads at once. A batch of shuffled sentences is half
padding; without it, a step of `multi30k-word` takes three tenths less time."""


class ExampleSource(Protocol):
    """The source of an epoch's examples, shard by shard."""

    @property
    def num_shards(self) -> int:
        """The number of shards in an epoch."""

    def __call__(self, epoch: int, shard: int) -> Examples:
        """Return the examples of a shard, always the same for the same numbers."""
        ...


class Shards:
    """Batches of the source's examples, as the recipe cuts and accumulates them.

    Args:
        source: The examples.
        settings: How they become batches.
        pad_id: The id that fills both sides of a batch.
        folder: Of the checkpoints, for errors.
    """

    def __init__(
        self, source: ExampleSource, settings: TrainingSettings, pad_id: int, folder: Path
    ) -> None:
        self.source, self.settings, self.pad_id, self.folder = source, settings, pad_id, folder

    def steps_from(self, place: Place) -> Iterator[tuple[list[Batch], int]]:
        """Yield the batches of each step, from a place to its shard's end, and the shard's steps.

        Raises:
            RecipeError: If the recipe leaves nothing of the training text.
            CheckpointError: If the place is beyond the shard's end: it comes from another recipe.
        """
        settings, pad = self.settings, self.pad_id
        examples = self.source(place.epoch, place.shard)
        batching = Batching(settings.batch_kind, settings.batch_size, settings.drop_last)
        batches = batching.epoch_to_learn(examples, settings.seed, place.epoch, place.shard)
        num_steps = math.ceil(len(batches) / settings.accumulation)
        if place.group >= num_steps:
            reason = Phrase.of(
                translatable(
                    "Phrase",
                    "the last checkpoint is {steps} steps into an epoch of {count}; restore the "
                    "recipe the run was started with, or start a new run",
                ),
                steps=place.group,
                count=num_steps,
            )
            raise CheckpointError(self.folder, reason)
        for start in range(
            place.group * settings.accumulation, len(batches), settings.accumulation
        ):
            group = batches[start : start + settings.accumulation]
            yield (
                [collate_rows(examples, rows, src_pad=pad, tgt_pad=pad) for rows in group],
                num_steps,
            )


class Part(NamedTuple):
    """Sentences that are computed at once; `places` are the target positions that have labels."""

    src: Tensor  # (B, S)
    tgt_in: Tensor  # (B, T)
    places: Tensor  # (N,)
    labels: Tensor  # (N,)

    def twice(self) -> "Part":
        """Return the part twice in a row, for two passes with different dropout."""
        places = torch.cat([self.places, self.places + self.tgt_in.numel()])
        return Part(self.src.repeat(2, 1), self.tgt_in.repeat(2, 1), places, self.labels.repeat(2))


class BatchParts:
    """Cuts each batch into `place.parts` parts, more when memory runs short."""

    def __init__(
        self,
        model: Transformer,
        settings: TrainingSettings,
        place: Place,
        processes: Processes,
        emit: Callable[[Event], None],
    ) -> None:
        self.model = model
        self.settings = settings
        self.place = place
        self.processes = processes
        self.emit = emit

    def fit(self, batches: Sequence[Batch], compute: Callable[[], Tensor]) -> Tensor:
        """Return the result of a computation that goes through the batches part by part.

        While a part does not fit the device's memory, in this process or another, all processes
        halve their parts and repeat the computation; later batches are cut in the same way.

        Raises:
            DeviceMemoryError: If not even a single sentence at a time fits.
        """
        most = max(len(batch.src) for batch in batches)
        while True:
            result, shortage = torch.zeros(()), None
            try:
                result = compute()
            except (MemoryError, RuntimeError) as error:
                if not is_shortage(error):
                    raise
                shortage = error.with_traceback(None)  # its frames would keep the memory
            if not self.processes.total(float(shortage is not None)):
                return result
            if self.place.parts >= most:
                raise DeviceMemoryError(self.settings.batch_size) from shortage
            self._halve()

    def _halve(self) -> None:
        self.model.zero_grad(set_to_none=True)
        if self.model.device.type == "cuda":
            torch.cuda.empty_cache()
        self.place.parts *= 2
        self.emit(
            Message.of(
                translatable(
                    "Message",
                    "The device's memory is too small for a whole batch. From now on each batch "
                    "is split into {parts} parts; the result is the same.",
                ),
                parts=self.place.parts,
            )
        )

    def of(self, batch: Batch) -> Iterator[Part]:
        """Return a batch's parts on the device: their gradients add up to those of the batch."""
        groups = [batch]
        is_shuffled = self.settings.batch_kind == "sentences" and len(batch.src) > SIMILAR_LENGTH
        if is_shuffled and self.model.device.type == "cpu":
            groups = _by_length(batch, self.model.pad_id)
        for group in groups:
            for rows in zip(*(side.chunk(self.place.parts) for side in group), strict=True):
                if len(rows[0]):
                    yield self.on_device(Batch(*rows))

    def on_device(self, batch: Batch) -> Part:
        """Return the batch on the model's device, its lengths rounded up by padding."""
        pad_id, room = self.model.pad_id, self.model.max_positions
        src, tgt_in, tgt_out = batch
        more_src = min(-src.size(1) % LENGTH_MULTIPLE, room - src.size(1))
        more_tgt = min(-tgt_in.size(1) % LENGTH_MULTIPLE, room - tgt_in.size(1))
        src = functional.pad(src, (0, more_src), value=pad_id)
        tgt_in = functional.pad(tgt_in, (0, more_tgt), value=pad_id)
        labels = functional.pad(tgt_out, (0, more_tgt), value=pad_id).flatten()
        places = _rounded_up(labels != pad_id).nonzero()[:, 0]
        return Part(*map(self._sent, (src, tgt_in, places, labels[places])))

    def _sent(self, ids: Tensor) -> Tensor:
        """Send ids to the model's device; a graphics card reads them while it computes."""
        if self.model.device.type == "cpu":
            return ids
        return ids.pin_memory().to(self.model.device, non_blocking=True)


def _by_length(batch: Batch, pad_id: int) -> list[Batch]:
    """Split a batch into several of similar length, with the padding they need."""
    src_lengths = (batch.src != pad_id).sum(dim=1)
    tgt_lengths = (batch.tgt_out != pad_id).sum(dim=1)
    order = (src_lengths + tgt_lengths).argsort(stable=True)
    parts = []
    for rows in order.chunk(math.ceil(len(order) / SIMILAR_LENGTH)):
        src_length, tgt_length = int(src_lengths[rows].max()), int(tgt_lengths[rows].max())
        parts.append(
            Batch(
                batch.src[rows, :src_length],
                batch.tgt_in[rows, :tgt_length],
                batch.tgt_out[rows, :tgt_length],
            )
        )
    return parts


def _rounded_up(is_label: Tensor) -> Tensor:
    """Mark some padding too, so that few different numbers of marked positions occur."""
    missing = -int(is_label.sum()) % ROW_MULTIPLE
    spare = (~is_label).nonzero()[:missing, 0]
    return is_label.index_fill(0, spare, value=True)
