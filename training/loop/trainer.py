"""Train a Transformer: one step after another.

`Trainer.start` is the training step, from its batches to the averaged weights; the methods it calls
follow it. What happens between two steps, such as validation, checkpoints, orders and the return
after a divergence, is in `supervisor`, which iterates over `Trainer.steps`.

Shapes: B sentences, S source length, T target length, D d_model, N target tokens, V vocabulary.
"""

import math
from collections.abc import Callable, Iterator, Sequence

import torch
from torch import Tensor, nn

from engine.nn.transformer import Transformer
from training.errors import LossDivergedError
from training.examples.batches import Batch
from training.loop.distributed import SINGLE_PROCESS, GradientSum, Processes
from training.loop.loss import label_smoothed_cross_entropy, r_drop_loss
from training.loop.optimizer import Pull, learning_rate, make_optimizer
from training.loop.place import Place, StepResult
from training.loop.step_batches import BatchParts, Part, Shards
from training.loop.weights import RunningMean
from training.model_settings import TrainingSettings
from training.progress import Event

STEPS_AHEAD = 8
"""How many steps the processor may prepare while a graphics card computes earlier ones."""


class StartedStep:
    """A step whose result a graphics card may still be computing."""

    def __init__(self, step: int, nll: Tensor, norm: Tensor, tokens: int, rate: float) -> None:
        self.step, self.tokens, self.learning_rate = step, tokens, rate
        self._figures = torch.stack([nll.double(), norm.double().to(nll.device)])
        self._copied = None
        if self._figures.is_cuda:
            self._figures = self._figures.to("cpu", non_blocking=True)
            self._copied = torch.cuda.Event()  # type: ignore[no-untyped-call]  # untyped in torch
            self._copied.record()

    def result(self) -> StepResult:
        """Wait for the step, and return its result.

        Raises:
            LossDivergedError: If loss or gradients are not finite.
        """
        if self._copied is not None:
            self._copied.synchronize()
        nll, norm = self._figures.tolist()
        if not math.isfinite(nll) or not math.isfinite(norm):
            raise LossDivergedError(self.step)
        return StepResult(nll, self.tokens, norm, self.learning_rate)


class Trainer:
    """Trains a model step by step; `place` says how far it is.

    Args:
        model: The model to train, on the device that computes.
        settings: The recipe's.
        emit: Called when batches no longer fit the memory.
        processes: All processes that train together.
        pull: Keeps a model near the weights it started from.
    """

    def __init__(
        self,
        model: Transformer,
        settings: TrainingSettings,
        *,
        emit: Callable[[Event], None],
        processes: Processes = SINGLE_PROCESS,
        pull: Pull | None = None,
    ) -> None:
        self.model = model
        self.settings = settings
        self.processes = processes
        self.pull = pull
        self.place = Place()
        self.d_model = model.src_embeddings.tokens.embedding_dim
        self.parameters = [p for p in model.parameters() if p.requires_grad]
        self.optimizer = make_optimizer(self.parameters, settings)
        self.mean = RunningMean(model, settings.ema_decay) if settings.ema_decay else None
        self.parts = BatchParts(model, settings, self.place, processes, emit)
        self.gradient_sum = GradientSum(model, processes)
        is_async = model.device.type == "cuda" and processes.size == 1
        self.steps_ahead = STEPS_AHEAD if is_async else 0
        """How many steps may start before an earlier step has finished."""

    def steps(self, shards: Shards, seconds: Callable[[], float]) -> Iterator[StartedStep]:
        """Take and yield step after step from `place` on, for as long as the caller iterates.

        The caller ends each epoch (`Place.end_epoch`) after the last step of its last shard.

        Args:
            shards: The batches of the training text.
            seconds: Returns how long the run has trained, for schedules that follow the clock.
        """
        place = self.place
        while True:
            for batches, num_steps in shards.steps_from(place):
                progress = place.progress(self.settings, seconds())
                started = self.start(place.step + 1, batches, progress)
                place.advance(num_steps, shards.source.num_shards)
                yield started

    def take(self, step: int, batches: Sequence[Batch], progress: float = 0.0) -> StepResult:
        """Take a step, and wait for its result; see `start`."""
        return self.start(step, batches, progress).result()

    def start(self, step: int, batches: Sequence[Batch], progress: float = 0.0) -> StartedStep:
        """Take a step: learn from several batches as if they were a single batch.

        A graphics card only receives its work: it may still be computing when this returns.

        Args:
            step: The number of this step, from 1.
            batches: On the processor.
            progress: The finished share of the run, for the learning rate.

        Raises:
            LossDivergedError: On a processor, if loss or gradients are not finite; the weights
                are unchanged.
            DeviceMemoryError: If not even a single sentence at a time fits.
        """
        self.model.train()
        tokens = sum(int((batch.tgt_out != self.model.pad_id).sum()) for batch in batches)
        nll = self.parts.fit(batches, lambda: self._backward(batches, tokens))
        nll = self.gradient_sum.over_processes(nll)

        gradients = [p.grad for p in self.parameters if p.grad is not None]
        norm = nn.utils.get_total_norm(gradients, foreach=True)
        rate = self.place.rate_factor * learning_rate(step, self.settings, self.d_model, progress)
        started = StartedStep(step, nll, norm, tokens, rate)
        if not self.steps_ahead:
            started.result()  # raises before the weights change

        if self.settings.clip_norm:
            nn.utils.clip_grads_with_norm_(
                self.parameters, self.settings.clip_norm, norm, foreach=True
            )
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        if self.pull is not None:
            self.pull.apply(rate)
        if self.mean is not None:
            self.mean.follow(self.model, step)
        return started

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
        settings, pad_id = self.settings, self.model.pad_id
        src, tgt_in, places, labels = part if not settings.r_drop else part.twice()
        is_bfloat16 = self.place.precision == "bf16"
        with torch.autocast(self.model.device.type, torch.bfloat16, enabled=is_bfloat16):
            states = self.model.decode_states(tgt_in, self.model.encode(src))  # (B, T, D)
            logits = self.model.output(states.flatten(0, 1)[places])  # (N, V)
        loss, nll = label_smoothed_cross_entropy(
            logits,
            labels,
            pad_id=pad_id,
            smoothing=settings.label_smoothing,
            kind=settings.smoothing_kind,
        )
        if settings.r_drop:
            first, second = logits.chunk(2)
            is_label = labels[: len(first)] != pad_id
            loss = (loss + settings.r_drop * r_drop_loss(first, second, is_label)) / 2
            nll = nll / 2
        return loss, nll
