"""The training loop: steps, validations, early stop, averages, and a state that can be resumed.

Everything random follows from the seed, the epoch and PyTorch's generators, all of which a
checkpoint stores; so an interrupted and resumed run ends in the same weights on a CPU.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Protocol

import torch

from engine.nn.transformer import Transformer
from engine.translatable import Phrase, translatable
from training.errors import CheckpointError, DeviceMemoryError, LossDivergedError
from training.evaluation.perplexity import perplexity
from training.examples.batches import Batching, collate_rows
from training.examples.examples import Examples
from training.loop.checkpoint import Checkpoint, find_checkpoint, save_checkpoint
from training.loop.control import Wish
from training.loop.distributed import ONE, Processes
from training.loop.final_weights import put_final_weights
from training.loop.place import Place
from training.loop.pull import Pull
from training.loop.run_state import put_state, state_tensors
from training.loop.stepper import Stepper, StepResult, Underway
from training.loop.throughput import Throughput
from training.loop.validator import Validation
from training.loop.weights import KeptWeights, RunningMean, put_weights, weights_of
from training.model_settings import Precision, TrainingSettings
from training.progress import Checkpointed, EpochEnded, Event, Message, Stepped, Validated
from training.system.memory import is_shortage, keep_few_kernels, keep_freed_memory, needing_memory

MOST_SETBACKS = 3
"""So often a run that diverges at one place goes back and tries again with half the rate."""


class Outcome(StrEnum):
    """How `Trainer.fit` ended without an error."""

    FINISHED = "finished"
    STOPPED = "stopped"


class ExampleSource(Protocol):
    """The source of an epoch's examples, shard by shard."""

    @property
    def num_shards(self) -> int:
        """The number of shards in an epoch."""

    def __call__(self, epoch: int, shard: int) -> Examples:
        """Return the examples of a shard, the same ones for the same numbers."""
        ...


class Shard(NamedTuple):
    """A part of one pass over the training text; each group of batches makes one step."""

    epoch: int
    number: int
    examples: Examples
    groups: list[list[list[int]]]


class Trainer:
    """Trains a Transformer on examples, and saves the state to resume after any stop."""

    def __init__(
        self,
        model: Transformer,
        settings: TrainingSettings,
        *,
        d_model: int,
        src_pad: int,
        tgt_pad: int,
        examples: ExampleSource,
        validate: Callable[[Transformer], Validation],
        folder: Path,
        emit: Callable[[Event], None],
        ask: Callable[[], Wish],
        processes: Processes = ONE,
        pull: Pull | None = None,
        is_trained: bool = False,
    ) -> None:
        self.model = model
        self.settings = settings
        self.pads = {"src_pad": src_pad, "tgt_pad": tgt_pad}
        self.examples = examples
        self.validate = validate
        self.checkpoints = folder / "checkpoints"
        self.emit = emit
        self.ask = ask
        self.processes = processes
        self.batching = Batching(settings.batch_kind, settings.batch_size, settings.drop_last)
        self.stepper = Stepper(
            model,
            settings,
            d_model=d_model,
            tgt_pad=tgt_pad,
            emit=emit,
            processes=processes,
            pull=pull,
        )
        self.is_trained = is_trained
        """Whether the model can translate already: then its weights must be beaten."""
        self.mean = RunningMean(model, settings.ema_decay) if settings.ema_decay else None
        self.kept = KeptWeights(folder / "weights", settings.average_checkpoints)
        self.place = Place()
        self.throughput = Throughput()
        self.underway: deque[tuple[Underway, float]] = deque()
        """Started steps whose results are not read yet, each with its share of the epoch."""

    # --- the run ---

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
            return self._fit()

    def _fit(self) -> Outcome:
        if self.settings.precision == "bf16":
            if self.place.precision is None:
                chosen: Precision = self.processes.share(self.stepper.choose_precision())
                self.place.precision = chosen
            self.stepper.precision = self.place.precision
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
        settings = self.settings
        shard: Shard | None = None
        while not self._is_over():
            place = self.place
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
            if shard is None or (shard.epoch, shard.number) != (place.epoch, place.shard):
                shard = self._begin_shard()
            self._step(shard)
            if place.group == len(shard.groups):
                place.shard, place.group = place.shard + 1, 0
            if place.shard == self.examples.num_shards:
                self._end_epoch()
            if settings.validate_every and self.place.step % settings.validate_every == 0:
                self._validate()
            if self.place.step % settings.checkpoint_every == 0:
                self._checkpoint()
        if self.place.best is None or self.place.validated_step != self.place.step:
            self._validate()
        self._checkpoint()
        return Outcome.FINISHED

    def resume(self, checkpoint: Checkpoint) -> None:
        """Go on from a checkpoint of the same recipe.

        Raises:
            CheckpointError: If it does not fit the model or the settings, or the kept weights
                are damaged.
            DeviceMemoryError: If it does not fit the device's memory.
        """
        try:
            put_state(checkpoint.tensors(), self.model, self.stepper, self.mean)
            if not self.processes.is_first:
                torch.manual_seed(hash((self.settings.seed, self.processes.rank, checkpoint.step)))
            self.place = Place(**checkpoint.state["place"])
            self.stepper.rate_factor = self.place.rate_factor
            self.stepper.parts = self.place.parts
            self.throughput.validation_seconds = self.place.validation_seconds
            self._check_kept(checkpoint.state.get("kept_epochs", ()))
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

    def _check_kept(self, epochs: Sequence[int]) -> None:
        """Find out now, not after days, whether the weights can be read that the end needs."""
        if self.processes.is_first:
            self.kept.check_epochs(epochs, self.place.epoch)
            if self.place.best is not None:
                self.kept.load_best(self.place.best_step)

    def _go_back(self, error: LossDivergedError) -> None:
        """Return to the last checkpoint and continue with half the learning rate."""
        self.underway.clear()
        before = self.place
        is_again = error.step <= before.diverged_at
        setbacks = before.setbacks + 1 if is_again else 1
        checkpoint = find_checkpoint(self.checkpoints)
        if setbacks > MOST_SETBACKS or checkpoint is None:
            raise error
        self.resume(checkpoint)
        place = self.place
        if before.best_step > place.step:  # its weights stay: worse ones must not replace them
            place.best, place.worse = before.best, 0
            place.best_step, place.best_epoch = before.best_step, before.best_epoch
        place.setbacks, place.diverged_at = setbacks, error.step
        place.rate_factor = self.stepper.rate_factor = before.rate_factor / 2
        place.parts = self.stepper.parts = before.parts
        place.seconds = before.seconds + self.throughput.count_seconds()
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

    def finish(self) -> None:
        """Put the best weights into the model.

        Raises:
            CheckpointError: If the kept weights cannot be read.
        """
        epochs = self.kept.epochs_around(self.place.best_epoch, self.place.epoch)
        metric = self.settings.best_metric
        best = self.kept.load_best(self.place.best_step)
        put_final_weights(self.model, best, self.kept, epochs, self.validate, metric, self.emit)

    @contextmanager
    def best_weights_in(self, model: Transformer) -> Iterator[None]:
        """Lend the model the best weights so far; before a validation, its own."""
        own = {name: tensor.clone() for name, tensor in weights_of(model).items()}
        if self.place.best is not None:
            put_weights(model, self.kept.load_best(self.place.best_step))
        try:
            yield
        finally:
            put_weights(model, own)

    # --- steps and epochs ---

    def _begin_shard(self) -> Shard:
        epoch, number = self.place.epoch, self.place.shard
        examples = self.examples(epoch, number)
        batches = self.batching.epoch_to_learn(examples, self.settings.seed, epoch, number)
        size = self.settings.accumulation
        groups = [batches[at : at + size] for at in range(0, len(batches), size)]
        if self.place.group >= len(groups):
            reason = Phrase.of(
                translatable(
                    "Phrase",
                    "the last checkpoint is {steps} steps into an epoch of {count}; restore the "
                    "recipe the run was started with, or start a new run",
                ),
                steps=self.place.group,
                count=len(groups),
            )
            raise CheckpointError(self.checkpoints, reason)
        return Shard(epoch, number, examples, groups)

    def _step(self, shard: Shard) -> None:
        """Take one optimizer step on the shard's next group of batches."""
        place = self.place
        batches = [
            collate_rows(shard.examples, rows, **self.pads) for rows in shard.groups[place.group]
        ]
        share = (shard.number + place.group / len(shard.groups)) / self.examples.num_shards
        underway = self.stepper.start(place.step + 1, batches, self._progress(share))
        place.parts = self.stepper.parts
        place.step += 1
        place.group += 1
        if self.mean is not None:
            self.mean.follow(self.model, place.step)
        share = (shard.number + place.group / len(shard.groups)) / self.examples.num_shards
        place.epoch_share = share
        self.underway.append((underway, share))
        self._settle(left=self.stepper.steps_ahead)

    def _settle(self, left: int = 0) -> None:
        """Read the results of all steps but this many of the last.

        Raises:
            LossDivergedError: If a loss was not finite.
        """
        place = self.place
        while len(self.underway) > left:
            underway, share = self.underway.popleft()
            result = underway.result()
            place.epoch_loss += result.nll
            place.epoch_tokens += result.tokens
            self._report(underway.step, result, share)

    def _end_epoch(self) -> None:
        self._settle()
        place = self.place
        loss = place.epoch_loss / max(1, place.epoch_tokens)
        place.epoch += 1
        place.shard, place.group, place.epoch_share = 0, 0, 0.0
        place.epoch_loss, place.epoch_tokens = 0.0, 0
        ended = EpochEnded(
            step=place.step, epoch=place.epoch, loss=loss, perplexity=perplexity(loss)
        )
        self.emit(ended)
        if not self.settings.validate_every:
            self._validate()
        if self.processes.is_first:
            self.kept.save_epoch(self.model, self.place.epoch, self.place.best_epoch)

    def _ask(self) -> Wish:
        """Ask for orders; the time of the answer does not count as training."""
        with self.throughput.resting():
            return self.processes.share(self.ask() if self.processes.is_first else Wish.GO_ON)

    def _seconds(self) -> float:
        """Return how long this run has trained, in all its processes."""
        return self.place.seconds + self.throughput.uncounted_seconds()

    def _is_over(self) -> bool:
        minutes = self.settings.max_minutes
        return self.place.is_at_end(self.settings) or bool(
            minutes and self.processes.share(self._seconds()) >= 60 * minutes
        )

    # --- now and then ---

    def _validate(self) -> None:
        """Let the first process score the weights, and share the new position with all."""
        self._settle()
        diverged: LossDivergedError | None = None
        if self.processes.is_first:
            try:
                with self.throughput.validating():
                    self._score()
            except LossDivergedError as error:
                diverged = error
            self.place.validation_seconds = self.throughput.validation_seconds
        diverged, self.place = self.processes.share((diverged, self.place))
        if diverged is not None:
            raise diverged

    def _score(self) -> None:
        """Score the weights that would be shipped; keep them if they are the best."""
        place, metric = self.place, self.settings.best_metric
        random_state = torch.get_rng_state()
        with self.mean.lent_to(self.model) if self.mean is not None else nullcontext():
            self.model.eval()
            validation = self.validate(self.model)
            if not math.isfinite(validation.loss):
                raise LossDivergedError(place.step)
            is_best = validation.is_better(metric, place.best)
            if is_best:
                self.kept.save_best(self.model, place.step)
        torch.set_rng_state(random_state)
        place.validated_step = place.step
        if is_best:
            place.best, place.worse = validation.figure(metric), 0
            place.best_step, place.best_epoch = place.step, place.epoch
        else:
            place.worse += 1
        self.emit(
            Validated(
                step=place.step,
                epoch=place.epoch,
                loss=validation.loss,
                perplexity=perplexity(validation.loss),
                bleu=validation.bleu,
                teacher_forced_bleu=validation.teacher_forced_bleu,
                is_best=is_best,
                losses=dict(validation.losses),
            )
        )
        for sample in validation.samples:
            self.emit(sample)

    def _checkpoint(self) -> None:
        self._settle()
        if not self.processes.is_first:
            return
        self.place.seconds += self.throughput.count_seconds()
        tensors = state_tensors(self.model, self.stepper, self.mean)
        kept = self.kept.epochs(self.place.epoch)
        state = {"place": asdict(self.place), "kept_epochs": kept}
        path = save_checkpoint(self.checkpoints, self.place.step, tensors, state)
        self.emit(Checkpointed(step=self.place.step, path=str(path)))

    def _report(self, step: int, result: StepResult, epoch_share: float) -> None:
        report = self.throughput.step(result.nll, result.tokens)
        if report is None:
            return
        place = self.place
        progress = self._progress(epoch_share)
        eta_seconds = None
        if progress:
            steps = step / progress - step
            steps_an_epoch = step / (place.epoch + epoch_share)
            every = self.settings.validate_every or steps_an_epoch
            validations = math.ceil(round(steps / every, 6))
            eta_seconds = self.throughput.seconds_for(steps, validations)
        self.emit(
            Stepped(
                step=step,
                epoch=place.epoch,
                progress=progress,
                loss=report.loss,
                learning_rate=result.learning_rate,
                tokens_per_second=report.tokens_per_second,
                eta_seconds=eta_seconds,
                gradient_norm=result.gradient_norm,
            )
        )

    def _progress(self, epoch_share: float) -> float:
        seconds = self._seconds() if self.settings.max_minutes else 0.0
        return self.place.progress(self.settings, epoch_share, seconds)
