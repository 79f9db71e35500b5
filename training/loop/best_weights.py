"""Score a run's weights, keep the best, and choose the final ones."""

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import torch
from torch import Tensor, nn

from engine.nn.transformer import Transformer
from engine.translatable import translatable
from training.errors import LossDivergedError
from training.evaluation.perplexity import perplexity
from training.loop.trainer import Trainer
from training.loop.validator import Validation
from training.loop.weights import (
    average_weights,
    lent,
    load_weights,
    put_weights,
    save_weights,
    weights_of,
)
from training.progress import Event, Message, Validated


class BestWeights:
    """The best weights of a run: those of its running mean, if the recipe has one.

    Args:
        trainer: Trains the model, and knows the best figure so far.
        folder: Where the best weights and those of epochs are kept.
        validate: Scores a model.
        emit: Called with each validation, and with the choice of the final weights.
    """

    def __init__(
        self,
        trainer: Trainer,
        folder: Path,
        validate: Callable[[Transformer], Validation],
        emit: Callable[[Event], None],
    ) -> None:
        self.model = trainer.model
        self.mean = trainer.mean
        self.place = trainer.place
        self.metric = trainer.settings.best_metric
        self.file = folder / "best.safetensors"
        self.epochs = EpochWeights(folder, trainer.settings.average_checkpoints)
        self.validate = validate
        self.emit = emit

    def lend_scored(self) -> AbstractContextManager[None]:
        """Lend the model the weights that are scored: those of the running mean, or its own."""
        return nullcontext() if self.mean is None else lent(self.mean.values, self.model)

    def lend_best(self) -> AbstractContextManager[None]:
        """Lend the model the best weights so far; before the first validation, its own."""
        return nullcontext() if self.place.best is None else lent(self.load(), self.model)

    def load(self) -> dict[str, Tensor]:
        """Read the best weights.

        Weights of a later step are accepted: a process that was killed before it saved its place
        wrote them.

        Raises:
            CheckpointError: If they are absent, damaged or older.
        """
        return load_weights(self.file, self.place.best_step)

    def score(self) -> None:
        """Score the weights, and save them if they are the best.

        Raises:
            LossDivergedError: If the loss is not finite.
            DiskFullError: If the disk is full; the former best weights are unchanged.
        """
        place = self.place
        random_state = torch.get_rng_state()
        with self.lend_scored():
            self.model.eval()
            validation = self.validate(self.model)
            if not math.isfinite(validation.loss):
                raise LossDivergedError(place.step)
            is_best = validation.is_better(self.metric, place.best)
            if is_best:
                save_weights(self.file, weights_of(self.model), place.step)
        torch.set_rng_state(random_state)
        place.validated_step = place.step
        if is_best:
            place.best, place.worse = validation.figure(self.metric), 0
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

    def check(self, epochs: Sequence[int]) -> None:
        """Check now, rather than after days of training, that the kept weights can be read.

        Raises:
            CheckpointError: If weights are absent or damaged.
        """
        self.epochs.check(epochs, self.place.epoch)
        if self.place.best is not None:
            self.load()

    def put_final(self) -> None:
        """Put the best weights into the model, or an average of epochs if it validates better.

        Raises:
            CheckpointError: If the kept weights cannot be read.
        """
        best = self.load()
        put_weights(self.model, best)
        epochs = self.epochs.around(self.place.best_epoch, self.place.epoch)
        if len(epochs) < 2:
            return
        single = self.validate(self.model)
        put_weights(self.model, self.epochs.load_average(epochs))
        averaged = self.validate(self.model)
        is_better = averaged.is_better(self.metric, single.figure(self.metric))
        if not is_better:
            put_weights(self.model, best)
        self.emit(
            Message.of(
                translatable(
                    "Message",
                    "Validation {metric}: {single:.4g} with the best single weights, "
                    "{averaged:.4g} with the average of {epochs} epochs; the average is used.",
                )
                if is_better
                else translatable(
                    "Message",
                    "Validation {metric}: {single:.4g} with the best single weights, "
                    "{averaged:.4g} with the average of {epochs} epochs; the best single weights "
                    "are used.",
                ),
                metric=self.metric,
                single=single.figure(self.metric),
                averaged=averaged.figure(self.metric),
                epochs=len(epochs),
            )
        )


class EpochWeights:
    """The weights after each epoch, of which the nearest to the best epoch are averaged.

    Args:
        folder: Where.
        num_averaged: How many epochs are averaged in the end; with fewer than two none is kept.
    """

    def __init__(self, folder: Path, num_averaged: int) -> None:
        self.folder = folder
        self.num_averaged = num_averaged

    def kept(self, last_epoch: int) -> list[int]:
        """Return the epochs up to the last one whose weights are kept."""
        # Files of later epochs may exist, from a run that was killed and went back.
        return [e for e in range(1, last_epoch + 1) if self._file(e).exists()]

    def check(self, epochs: Sequence[int], last_epoch: int) -> None:
        """Check that the weights of some epochs are still what the run kept by the last epoch.

        If a later epoch was kept since, the run itself may have deleted some of them.

        Raises:
            CheckpointError: If weights are absent or damaged.
        """
        if not self._file(last_epoch + 1).exists():
            for epoch in epochs:
                load_weights(self._file(epoch))

    def save(self, model: nn.Module, epoch: int, best_epoch: int) -> None:
        """Store the model's weights after an epoch, and delete those that no average can need.

        Raises:
            DiskFullError: If the disk is full.
        """
        if self.num_averaged < 2:
            return
        save_weights(self._file(epoch), weights_of(model))
        needed = self.around(best_epoch, epoch)
        for old in range(1, epoch - self.num_averaged + 1):
            if old not in needed:
                self._file(old).unlink(missing_ok=True)

    def around(self, best_epoch: int, last_epoch: int) -> list[int]:
        """Return the kept epochs nearest the best one, as many as are averaged."""
        if self.num_averaged < 2:
            return []
        nearest = sorted(self.kept(last_epoch), key=lambda epoch: abs(epoch - best_epoch))
        return sorted(nearest[: self.num_averaged])

    def load_average(self, epochs: Sequence[int]) -> dict[str, Tensor]:
        """Read the mean of the weights of several epochs.

        Raises:
            CheckpointError: If weights are absent or damaged.
        """
        return average_weights([load_weights(self._file(epoch)) for epoch in epochs])

    def _file(self, epoch: int) -> Path:
        return self.folder / f"epoch-{epoch:04d}.safetensors"
