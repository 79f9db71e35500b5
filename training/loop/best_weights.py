"""Score a run's weights, keep the best, and choose the final ones."""

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import torch

from engine.nn.transformer import Transformer
from engine.translatable import translatable
from training.errors import LossDivergedError
from training.evaluation.perplexity import perplexity
from training.loop.place import Place
from training.loop.validator import Validation
from training.loop.weights import KeptWeights, RunningMean, lent, put_weights
from training.model_settings import TrainingSettings
from training.progress import Event, Message, Validated


class BestWeights:
    """Finds the best weights of a run: those of its running mean, if the recipe has one.

    Args:
        model: The model of the run.
        settings: Its recipe's.
        place: Where the run is, which knows the best figure so far.
        folder: Where the best weights and those of epochs are kept.
        validate: Scores a model.
        emit: Called with each validation, and with what is chosen in the end.
    """

    def __init__(
        self,
        model: Transformer,
        settings: TrainingSettings,
        place: Place,
        folder: Path,
        validate: Callable[[Transformer], Validation],
        emit: Callable[[Event], None],
    ) -> None:
        self.model = model
        self.metric = settings.best_metric
        self.place = place
        self.mean = RunningMean(model, settings.ema_decay) if settings.ema_decay else None
        self.kept = KeptWeights(folder, settings.average_checkpoints)
        self.validate = validate
        self.emit = emit

    def lend_scored(self) -> AbstractContextManager[None]:
        """Lend the model the weights that are scored: those of the running mean, or its own."""
        return nullcontext() if self.mean is None else lent(self.mean.values, self.model)

    def lend_best(self) -> AbstractContextManager[None]:
        """Lend the model the best weights so far; before the first validation, its own."""
        if self.place.best is None:
            return nullcontext()
        return lent(self.kept.load_best(self.place.best_step), self.model)

    def score(self) -> None:
        """Score the weights, and keep them if they are the best.

        Raises:
            LossDivergedError: If the loss is not finite.
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
                self.kept.save_best(self.model, place.step)
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

    def keep_epoch(self) -> None:
        """Keep the weights of the epoch that ended, if the recipe averages epochs."""
        self.kept.save_epoch(self.model, self.place.epoch, self.place.best_epoch)

    def check(self, epochs: Sequence[int]) -> None:
        """Check now, rather than after days of training, that the kept weights can be read.

        Raises:
            CheckpointError: If weights are absent or damaged.
        """
        self.kept.check_epochs(epochs, self.place.epoch)
        if self.place.best is not None:
            self.kept.load_best(self.place.best_step)

    def put_final(self) -> None:
        """Put the best weights into the model, or an average of epochs if it validates better.

        Raises:
            CheckpointError: If the kept weights cannot be read.
        """
        best = self.kept.load_best(self.place.best_step)
        put_weights(self.model, best)
        epochs = self.kept.epochs_around(self.place.best_epoch, self.place.epoch)
        if len(epochs) < 2:
            return
        single = self.validate(self.model)
        put_weights(self.model, self.kept.load_average(epochs))
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
