"""Carry a training to its end: validate, save, obey, and go back after a divergence.

`Trainer.steps` is the training itself; all here happens between two of its steps. Everything random
follows from the seed, the epoch and PyTorch's generators, all of which a checkpoint stores; so an
interrupted and resumed run ends in the same weights on a CPU.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import asdict, replace
from enum import StrEnum
from pathlib import Path

import torch

from engine.nn.transformer import Transformer
from engine.translatable import Phrase, translatable
from training.errors import CheckpointError, DeviceMemoryError, LossDivergedError
from training.evaluation.perplexity import perplexity
from training.loop.best_weights import BestWeights
from training.loop.checkpoint import Checkpoint, find_checkpoint, save_checkpoint
from training.loop.control import Wish
from training.loop.precision import choose_precision
from training.loop.run_state import put_state, state_tensors
from training.loop.shards import ExampleSource, Shards
from training.loop.step_result import Underway
from training.loop.throughput import Throughput
from training.loop.trainer import Trainer
from training.loop.validator import Validation
from training.progress import Checkpointed, EpochEnded, Event, Message
from training.system.memory import is_shortage, keep_few_kernels, keep_freed_memory, needing_memory

MOST_SETBACKS = 3
"""How many times a run that diverges at the same step goes back before it gives up."""


class Outcome(StrEnum):
    """How `Supervisor.fit` ended without an error."""

    FINISHED = "finished"
    STOPPED = "stopped"


class Supervisor:
    """Watches over a trainer, and saves the state to resume after any stop.

    Args:
        trainer: Takes the steps.
        examples: The training text.
        src_pad: The id that fills the source side of a batch.
        validate: Scores a model.
        folder: Of the run.
        emit: Called with what happens.
        ask: Called between steps; returns how the run continues.
        keep_epoch: Called at the end of each epoch, while the model has the weights that are
            scored.
        is_trained: Whether the model can translate already: then its weights must be beaten.
    """

    def __init__(
        self,
        trainer: Trainer,
        examples: ExampleSource,
        *,
        src_pad: int,
        validate: Callable[[Transformer], Validation],
        folder: Path,
        emit: Callable[[Event], None],
        ask: Callable[[], Wish],
        keep_epoch: Callable[[EpochEnded], None],
        is_trained: bool = False,
    ) -> None:
        self.trainer = trainer
        self.model, self.settings = trainer.model, trainer.settings
        self.place, self.processes = trainer.place, trainer.processes
        self.checkpoints = folder / "checkpoints"
        pads = {"src_pad": src_pad, "tgt_pad": trainer.tgt_pad}
        self.shards = Shards(examples, self.settings, pads, self.checkpoints)
        self.emit = emit
        self.ask = ask
        self.keep_epoch = keep_epoch
        self.is_trained = is_trained
        self.best = BestWeights(
            self.model, self.settings, self.place, folder / "weights", validate, emit
        )
        self.throughput = Throughput(self.place, self.settings)
        self.underway: deque[Underway] = deque()
        """Started steps whose results are not read yet."""

    def fit(self) -> Outcome:
        """Train until the recipe's end, an early stop, or a stop order.

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
        place, settings = self.place, self.settings
        steps = self.trainer.steps(self.shards.begin, self.throughput.seconds)
        while not self._is_over():
            wish = self._ask()
            if wish is Wish.FINISH:
                place.is_finishing = True
                break
            if wish is not Wish.GO_ON:
                self._checkpoint()
            if wish is Wish.STOP:
                return Outcome.STOPPED
            if wish is Wish.SAVE:
                continue
            self.underway.append(next(steps))
            if self.best.mean is not None:
                self.best.mean.follow(self.model, place.step)
            self._settle(left=self.trainer.steps_ahead)
            if place.shard == self.shards.source.num_shards:
                self._end_epoch()
            if settings.validate_every and place.step % settings.validate_every == 0:
                self._validate()
            if place.step % settings.checkpoint_every == 0:
                self._checkpoint()
        if place.best is None or place.validated_step != place.step:
            self._validate()
        self._checkpoint()
        return Outcome.FINISHED

    def _is_over(self) -> bool:
        minutes = self.settings.max_minutes
        return self.place.is_at_end(self.settings) or bool(
            minutes and self.processes.share(self.throughput.seconds()) >= 60 * minutes
        )

    def _ask(self) -> Wish:
        """Ask for orders; the time of the answer does not count as training."""
        with self.throughput.resting():
            return self.processes.share(self.ask() if self.processes.is_first else Wish.GO_ON)

    def _settle(self, left: int = 0) -> None:
        """Read the results of all started steps, except the last `left`.

        Raises:
            LossDivergedError: If a loss was not finite.
        """
        while len(self.underway) > left:
            underway = self.underway.popleft()
            result = underway.result()
            self.place.epoch_loss += result.nll
            self.place.epoch_tokens += result.tokens
            report = self.throughput.report(underway.step, result)
            if report is not None:
                self.emit(report)

    def _end_epoch(self) -> None:
        self._settle()
        place = self.place
        loss = place.epoch_loss / max(1, place.epoch_tokens)
        place.end_epoch()
        ended = EpochEnded(
            step=place.step, epoch=place.epoch, loss=loss, perplexity=perplexity(loss)
        )
        self.emit(ended)
        if self.processes.is_first:
            with self.best.lend_scored():
                self.keep_epoch(ended)
        if not self.settings.validate_every:
            self._validate()
        if self.processes.is_first:
            self.best.keep_epoch()

    def _validate(self) -> None:
        """Let the first process score the weights, and share the new place with all."""
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
        tensors = state_tensors(self.model, self.trainer.optimizer, self.best.mean)
        kept = self.best.kept.epochs(self.place.epoch)
        state = {"place": asdict(self.place), "kept_epochs": kept}
        path = save_checkpoint(self.checkpoints, self.place.step, tensors, state)
        self.emit(Checkpointed(step=self.place.step, path=str(path)))

    def resume(self, checkpoint: Checkpoint) -> None:
        """Continue from a checkpoint of the same recipe.

        Raises:
            CheckpointError: If it does not fit the model or the settings, or the kept weights
                are damaged.
            DeviceMemoryError: If it does not fit the device's memory.
        """
        try:
            put_state(checkpoint.tensors(), self.model, self.trainer.optimizer, self.best.mean)
            if not self.processes.is_first:
                torch.manual_seed(hash((self.settings.seed, self.processes.rank, checkpoint.step)))
            self.place.put(checkpoint.state["place"])
            if self.processes.is_first:
                self.best.check(checkpoint.state.get("kept_epochs", ()))
        except (KeyError, TypeError, ValueError, RuntimeError, OSError) as error:
            if is_shortage(error):
                raise DeviceMemoryError(self.settings.batch_size) from error
            reason = Phrase.of(
                translatable(
                    "Phrase",
                    "{name} does not fit the run's recipe; restore the recipe it was started "
                    "with, or start a new run ({error})",
                ),
                name=checkpoint.path.name,
                error=str(error),
            )
            raise CheckpointError(self.checkpoints, reason) from error

    def _go_back(self, error: LossDivergedError) -> None:
        """Return to the last checkpoint and continue with half the learning rate."""
        self.underway.clear()
        place, before = self.place, replace(self.place)
        is_again = error.step <= before.diverged_at
        setbacks = before.setbacks + 1 if is_again else 1
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
        self.processes.wait()  # until all have read what is now written again
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
