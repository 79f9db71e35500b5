"""Train a Transformer: batches, forward, loss, backward, clipping, schedule, optimizer.

What is done between two steps, such as validation, checkpoints, orders and the return after a
divergence, is in `supervisor`, which iterates over `Trainer.steps`.

Shapes: B sentences, S source length, T target length, D d_model, N target tokens, V vocabulary.
"""

from collections.abc import Callable, Iterator, Sequence

import torch
from torch import Tensor, nn

from engine.nn.transformer import Transformer
from training.examples.batches import Batch
from training.loop.distributed import ONE, GradientSum, Processes
from training.loop.loss import label_smoothed_cross_entropy, r_drop_loss
from training.loop.optimizer import make_optimizer
from training.loop.place import Place
from training.loop.pull import Pull
from training.loop.schedule import learning_rate
from training.loop.shards import Shard
from training.loop.step_parts import Part, StepParts
from training.loop.step_result import StepResult, Underway
from training.model_settings import TrainingSettings
from training.progress import Event

STEPS_AHEAD = 8
"""How many steps the processor may prepare while a graphics card computes earlier ones."""


class Trainer:
    """Trains a model step by step; `place` is where the run is."""

    def __init__(
        self,
        model: Transformer,
        settings: TrainingSettings,
        *,
        d_model: int,
        tgt_pad: int,
        emit: Callable[[Event], None],
        processes: Processes = ONE,
        pull: Pull | None = None,
    ) -> None:
        self.model = model
        self.settings = settings
        self.d_model = d_model
        self.tgt_pad = tgt_pad
        self.processes = processes
        self.pull = pull
        self.place = Place()
        self.parameters = [p for p in model.parameters() if p.requires_grad]
        self.optimizer = make_optimizer(self.parameters, settings)
        self.parts = StepParts(model, settings, tgt_pad, self.place, processes, emit)
        self.gradient_sum = GradientSum(model, processes)
        is_async = model.device.type == "cuda" and processes.size == 1
        self.steps_ahead = STEPS_AHEAD if is_async else 0
        """How many steps may start before an earlier one has finished."""

    def steps(
        self, begin_shard: Callable[[Place], Shard], seconds: Callable[[], float]
    ) -> Iterator[Underway]:
        """Take and yield one step after another, from `place` on, while the reader wants more.

        The reader ends each epoch (`Place.end_epoch`) after the last step of its last shard.

        Args:
            begin_shard: Returns the batches of the shard at a place.
            seconds: Returns how long the run has trained, for schedules that follow the clock.
        """
        while True:
            shard = begin_shard(self.place)
            for group in range(self.place.group, len(shard.groups)):
                progress = self.place.progress(self.settings, seconds())
                underway = self.start(self.place.step + 1, shard.batches(group), progress)
                self.place.advance(len(shard.groups), shard.num_shards)
                yield underway

    def take(self, step: int, batches: Sequence[Batch], progress: float = 0.0) -> StepResult:
        """Take a step, and wait for its result; see `start`."""
        return self.start(step, batches, progress).result()

    def start(self, step: int, batches: Sequence[Batch], progress: float = 0.0) -> Underway:
        """Take a step: learn from several batches as if they were one.

        A graphics card is only told what to do: it may still compute when this returns.

        Args:
            step: The number of this step, from 1.
            batches: On the processor.
            progress: The finished share of the run, for the learning rate.

        Raises:
            LossDivergedError: On a processor, if loss or gradients are not finite; the weights
                are as they were.
            DeviceMemoryError: If not even one sentence at a time fits.
        """
        self.model.train()
        tokens = sum(int((batch.tgt_out != self.tgt_pad).sum()) for batch in batches)
        nll = self.parts.fit(batches, lambda: self._backward(batches, tokens))
        nll = self.gradient_sum.over_processes(nll)
        norm = nn.utils.get_total_norm(
            [p.grad for p in self.parameters if p.grad is not None], foreach=True
        )
        rate = self.place.rate_factor * learning_rate(step, self.settings, self.d_model, progress)
        underway = Underway(step, nll, norm, tokens, rate)
        if not self.steps_ahead:
            underway.result()  # raises before the weights change
        if self.settings.clip_norm:
            nn.utils.clip_grads_with_norm_(
                self.parameters, self.settings.clip_norm, norm, foreach=True
            )
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        if self.pull is not None:
            self.pull.apply(rate)
        return underway

    def _backward(self, batches: Sequence[Batch], tokens: int) -> Tensor:
        """Add up the gradients of this process's share of a step; return its log-likelihood."""
        self.optimizer.zero_grad(set_to_none=True)
        scale = self.processes.size / tokens  # the mean over the processes is taken
        nlls = []
        for batch in batches:
            for part in self.parts.of(self.processes.part_of(batch)):
                loss, nll = self.loss(part)
                (loss * scale).backward()  # type: ignore[no-untyped-call]  # torch has no type for it
                nlls.append(nll.double())
        return torch.stack(nlls).sum() if nlls else torch.zeros((), dtype=torch.float64)

    def loss(self, part: Part) -> tuple[Tensor, Tensor]:
        """Return the loss to minimise and the plain negative log-likelihood, summed over tokens."""
        settings = self.settings
        src, tgt_in, places, labels = part if not settings.r_drop else part.twice()
        is_bfloat16 = self.place.precision == "bf16"
        with torch.autocast(self.model.device.type, torch.bfloat16, enabled=is_bfloat16):
            states = self.model.decode_states(tgt_in, self.model.encode(src))  # (B, T, D)
            logits = self.model.output(states.flatten(0, 1)[places])  # (N, V)
        loss, nll, _ = label_smoothed_cross_entropy(
            logits,
            labels,
            pad_id=self.tgt_pad,
            smoothing=settings.label_smoothing,
            kind=settings.smoothing_kind,
        )
        if settings.r_drop:
            first, second = logits.chunk(2)
            is_label = labels[: len(first)] != self.tgt_pad
            loss = (loss + settings.r_drop * r_drop_loss(first, second, is_label)) / 2
            nll = nll / 2
        return loss, nll
