"""Carry a training run to its end: validate, save, obey, and go back after a divergence.

`Trainer.steps` is the training itself; everything here happens between two of its steps. All chance
follows from the seed, the epoch and PyTorch's generators, which a checkpoint stores; so a run that
was interrupted and resumed ends in the same weights on a CPU.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from enum import StrEnum
from pathlib import Path

from engine.nn.transformer import Transformer
from engine.translatable import translatable
from training.errors import LossDivergedError
from training.evaluation.perplexity import perplexity
from training.loop.best_weights import BestWeights
from training.loop.checkpoint import (
    Checkpoint,
    find_checkpoint,
    restore,
    save_checkpoint,
    state_tensors,
)
from training.loop.control import Action
from training.loop.place import Throughput
from training.loop.precision import choose_precision
from training.loop.step_batches import ExampleSource, Shards
from training.loop.trainer import StartedStep, Trainer
from training.loop.validator import Validation
from training.progress import Checkpointed, EpochEnded, Event, Message, Paused, Resumed
from training.system.memory import keep_few_kernels, keep_freed_memory, needing_memory

MOST_SETBACKS = 3
"""How many times a run that diverges at the same step goes back before it gives up."""


class Outcome(StrEnum):
    """How `Supervisor.fit` ended without an error."""

    FINISHED = "finished"
    STOPPED = "stopped"


class Supervisor:
    """Watches a trainer, and saves the state to resume from after any stop.

    Args:
        trainer: Takes the steps.
        examples: The training text.
        validate: Scores a model.
        folder: Of the run.
        emit: Called with each event of the run.
        next_action: Called between steps; returns what the run does next.
        keep_epoch: Keeps the model as it was scored, after an epoch and a step.
        try_model: Writes the model with its best weights, those after a step, for the user to try.
        is_trained: Whether the model can translate already: then its weights must be beaten.
    """

    def __init__(
        self,
        trainer: Trainer,
        examples: ExampleSource,
        *,
        validate: Callable[[Transformer], Validation],
        folder: Path,
        emit: Callable[[Event], None],
        next_action: Callable[[], Action],
        keep_epoch: Callable[[Transformer, int, int], None],
        try_model: Callable[[Transformer, int], None],
        is_trained: bool = False,
    ) -> None:
        self.trainer = trainer
        self.model, self.settings = trainer.model, trainer.settings
        self.place, self.processes = trainer.place, trainer.processes
        self.checkpoints = folder / "checkpoints"
        self.shards = Shards(examples, self.settings, self.model.pad_id, self.checkpoints)
        self.emit = emit
        self.next_action = next_action
        self.keep_epoch = keep_epoch
        self.try_model = try_model
        self.is_trained = is_trained
        self.best = BestWeights(trainer, folder / "weights", validate, emit)
        self.throughput = Throughput(self.place, self.settings)
        self.started: deque[StartedStep] = deque()
        """Steps whose results are not read yet."""

    def fit(self) -> Outcome:
        """Train until the recipe's end, an early stop, or an order to stop.

        A run whose loss is not finite goes back to its last checkpoint and continues with half
        the learning rate.

        Raises:
            LossDivergedError: If that did not help; the last checkpoint stays.
            DeviceMemoryError: If a batch does not fit the device's memory.
            DiskFullError: If a checkpoint cannot be written.
            RecipeError: If the recipe leaves nothing of the training text.
        """
        keep_freed_memory()
        keep_few_kernels()
        self.throughput.begin()
        with needing_memory(self.settings.batch_size):
            if self.settings.precision == "bf16" and self.place.precision is None:
                precision = choose_precision(self.trainer, self.emit)
                self.place.precision = self.processes.share(precision)
            if self.processes.share(find_checkpoint(self.checkpoints) is None):
                if self.is_trained:
                    self._validate()
                self._checkpoint()  # so that there is always a checkpoint to return to
            self.processes.wait()
            while True:
                try:
                    return self._fit_from_here()
                except LossDivergedError as error:
                    self._go_back(error)

    def _fit_from_here(self) -> Outcome:
        place = self.place
        steps = self.trainer.steps(self.shards, self.throughput.seconds)
        while not self._is_over():
            match self._next_action():
                case Action.STEP:
                    self._step(steps)
                case Action.PAUSE:
                    self._checkpoint()
                    self.emit(Paused(step=place.step))
                case Action.RESUME:
                    self.emit(Resumed(step=place.step))
                case Action.TRY:
                    self._try_best()
                case Action.FINISH:
                    place.is_finishing = True
                case Action.STOP:
                    self._checkpoint()
                    return Outcome.STOPPED
        if place.best is None or place.validated_step != place.step:
            self._validate()
        self._checkpoint()
        return Outcome.FINISHED

    def _is_over(self) -> bool:
        minutes = self.settings.max_minutes
        return self.place.is_at_end(self.settings) or bool(
            minutes and self.processes.share(self.throughput.seconds()) >= 60 * minutes
        )

    def _next_action(self) -> Action:
        """Return the next action; the time of a pause does not count as training."""
        with self.throughput.resting():
            return self.processes.share(
                self.next_action() if self.processes.is_first else Action.STEP
            )

    def _try_best(self) -> None:
        if self.processes.is_first:
            with self.throughput.resting(), self.best.lend_best():
                self.try_model(self.model, self.place.best_step or self.place.step)

    def _step(self, steps: Iterator[StartedStep]) -> None:
        """Let the trainer take a step, and do whatever is due after it."""
        place, settings = self.place, self.settings
        self.started.append(next(steps))
        self._settle(left=self.trainer.steps_ahead)
        if place.shard == self.shards.source.num_shards:
            self._end_epoch()
        if settings.validate_every and place.step % settings.validate_every == 0:
            self._validate()
        if place.step % settings.checkpoint_every == 0:
            self._checkpoint()

    def _settle(self, left: int = 0) -> None:
        """Read the results of all started steps, except the last `left`.

        Raises:
            LossDivergedError: If a loss was not finite.
        """
        while len(self.started) > left:
            started = self.started.popleft()
            result = started.result()
            self.place.epoch_loss += result.nll
            self.place.epoch_tokens += result.tokens
            report = self.throughput.report(started.step, result)
            if report is not None:
                self.emit(report)

    def _end_epoch(self) -> None:
        self._settle()
        place = self.place
        loss = place.epoch_loss / max(1, place.epoch_tokens)
        place.end_epoch()
        self.emit(
            EpochEnded(step=place.step, epoch=place.epoch, loss=loss, perplexity=perplexity(loss))
        )
        if self.processes.is_first:
            with self.best.lend_scored():
                self.keep_epoch(self.model, place.epoch, place.step)
        if not self.settings.validate_every:
            self._validate()
        if self.processes.is_first:
            self.best.epochs.save(self.model, place.epoch, place.best_epoch)

    def _validate(self) -> None:
        """Let the first process score the weights, and share its new place with all."""
        self._settle()
        diverged: LossDivergedError | None = None
        if self.processes.is_first:
            try:
                with self.throughput.validating():
                    self.best.score()
            except LossDivergedError as error:
                diverged = error
        diverged, place = self.processes.share((diverged, asdict(self.place)))
        self.place.put(place)
        if diverged is not None:
            raise diverged

    def _checkpoint(self) -> None:
        self._settle()
        if not self.processes.is_first:
            return
        self.throughput.count_seconds()
        kept = self.best.epochs.kept(self.place.epoch)
        state = {"place": asdict(self.place), "kept_epochs": kept}
        tensors = state_tensors(self.trainer)
        path = save_checkpoint(self.checkpoints, self.place.step, tensors, state)
        self.emit(Checkpointed(step=self.place.step, path=str(path)))

    def resume(self, checkpoint: Checkpoint) -> None:
        """Continue from a checkpoint of the same recipe.

        Raises:
            CheckpointError: If it does not fit the model or the settings, or the kept weights
                are damaged.
            DeviceMemoryError: If it does not fit the device's memory.
        """
        restore(checkpoint, self.trainer)
        if self.processes.is_first:
            self.best.check(checkpoint.state.get("kept_epochs", ()))

    def _go_back(self, error: LossDivergedError) -> None:
        """Return to the last checkpoint and continue with half the learning rate."""
        self.started.clear()
        place, before = self.place, replace(self.place)
        is_repeated = error.step <= before.diverged_at
        setbacks = before.setbacks + 1 if is_repeated else 1
        checkpoint = find_checkpoint(self.checkpoints)
        if setbacks > MOST_SETBACKS or checkpoint is None:
            raise error
        self.resume(checkpoint)
        if before.best_step > place.step:  # its weights stay: worse ones must not replace them
            place.best, place.worse = before.best, 0
            place.best_step, place.best_epoch = before.best_step, before.best_epoch
        place.setbacks, place.diverged_at = setbacks, error.step
        place.rate_factor, place.parts = before.rate_factor / 2, before.parts
        place.seconds = before.seconds
        self.throughput.count_seconds()
        self.throughput.begin()
        self.processes.wait()  # until all have read the checkpoint, which is replaced next
        self._checkpoint()  # a run that is killed here resumes like this one
        self.emit(
            Message.of(
                translatable(
                    "Message",
                    "At step {step:,} the loss was no longer a number. The run went back to "
                    "step {place:,} and continues with {factor:g} times the recipe's learning "
                    "rate.",
                ),
                step=error.step,
                place=place.step,
                factor=place.rate_factor,
            )
        )
