"""The training loop: steps, validations, early stop, averages, and a state that can be resumed.

Everything random follows from the seed, the epoch and PyTorch's generators, all of which a
checkpoint holds; so a run that was broken off and resumed ends in the same weights on a CPU.

Shapes: B sentences, S source length, T target length, D d_model, N target tokens, V vocabulary.
"""

import ctypes
import math
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import torch
from torch import Tensor, nn

from engine.transformer import Transformer
from training.batches import Batch, Batching, Example, collate
from training.checkpoint import (
    load_newest_checkpoint,
    load_weights,
    save_checkpoint,
    save_weights,
)
from training.errors import DeviceMemoryError, LossDivergedError
from training.loss import label_smoothed_cross_entropy, r_drop_loss
from training.progress import Checkpointed, Event, Said, Stepped, Validated
from training.recipe import TrainingSettings
from training.schedule import learning_rate
from training.validator import Validation

REPORT_SECONDS = 1.0
"""A step is reported when this much time has passed since the last report."""


class Outcome(StrEnum):
    """How `Trainer.fit` ended without an error."""

    FINISHED = "finished"
    STOPPED = "stopped"


class ExampleSource(Protocol):
    """Where the examples of an epoch come from; BPE-dropout makes them anew each time."""

    def __call__(self, epoch: int) -> Sequence[Example]:
        """Give the training examples of an epoch, the same ones for the same epoch."""
        ...


@dataclass(slots=True)
class Place:
    """Where a run is: all plain numbers of its state."""

    step: int = 0
    epoch: int = 0
    group: int = 0
    """Steps done in this epoch."""
    best: float | None = None
    best_step: int = 0
    best_epoch: int = 0
    worse: int = 0
    """Validations since the best."""
    validated_step: int = 0
    seconds: float = 0.0
    epoch_loss: float = 0.0
    epoch_tokens: int = 0


class Trainer:
    """Fits a Transformer to examples, and keeps what is needed to go on after any stop."""

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
        should_stop: Callable[[], bool],
    ) -> None:
        self.model = model
        self.settings = settings
        self.d_model = d_model
        self.pads = {"src_pad": src_pad, "tgt_pad": tgt_pad}
        self.examples = examples
        self.validate = validate
        self.folder = folder
        self.emit = emit
        self.should_stop = should_stop
        self.batching = Batching(settings.batch_kind, settings.batch_size, settings.drop_last)
        self.place = Place()
        self.parameters = [p for p in model.parameters() if p.requires_grad]
        self.optimizer = _make_optimizer(self.parameters, settings)
        self.running_mean: dict[str, Tensor] | None = None
        if settings.ema_decay:
            self.running_mean = {n: t.detach().clone() for n, t in self._weights().items()}
        self.autocast = _make_autocast(settings, model.device, emit)
        self._reported = time.monotonic()
        self._resumed_at = 0
        self._fit_started = self._reported
        self._tokens = 0

    # --- the run ---

    def fit(self) -> Outcome:
        """Train until the recipe's end, an early stop, or the wish to stop.

        Raises:
            LossDivergedError: If the loss is no number; the last checkpoint stays.
            DeviceMemoryError: If a batch does not fit the device's memory.
            DiskFullError: If a checkpoint cannot be written.
        """
        keep_freed_memory()
        self._fit_started = self._reported = time.monotonic()
        self._resumed_at = self.place.step
        while not self._is_over():
            examples = self.examples(self.place.epoch)
            groups = self._groups(examples)
            while self.place.group < len(groups):
                if self.should_stop():
                    self._checkpoint()
                    return Outcome.STOPPED
                self._step(examples, groups[self.place.group], len(groups))
                every = self.settings.validate_every
                if every and self.place.step % every == 0:
                    self._validate()
                if self.place.step % self.settings.checkpoint_every == 0:
                    self._checkpoint()
                if self._is_over():
                    break
            else:
                self._end_epoch()
        if self.place.validated_step != self.place.step:
            self._validate()
        self._checkpoint()
        return Outcome.FINISHED

    def resume(self) -> bool:
        """Go on from the newest whole checkpoint; False if there is none.

        Raises:
            CheckpointError: If there are checkpoints but none is whole.
        """
        found = load_newest_checkpoint(self.folder / "checkpoints")
        if found is None:
            return False
        tensors, state = found
        put_weights(self.model, _take(tensors, "model."))
        self.optimizer.load_state_dict(
            {
                "state": _unflatten(_take(tensors, "optimizer.")),
                "param_groups": self.optimizer.state_dict()["param_groups"],
            }
        )
        if self.running_mean is not None:
            device = self.model.device
            self.running_mean = {n: t.to(device) for n, t in _take(tensors, "mean.").items()}
        torch.set_rng_state(tensors["random.cpu"])
        if "random.cuda" in tensors and torch.cuda.is_available():
            torch.cuda.set_rng_state(tensors["random.cuda"])
        self.place = Place(**state["place"])
        return True

    def finish(self) -> None:
        """Put the best weights into the model: the best validated, or an average of epochs.

        The average is of the epochs around the best one; validation decides between the two.
        """
        best = load_weights(self.folder / "weights" / "best.safetensors")
        put_weights(self.model, best)
        epochs = self._epochs_around_best()
        if len(epochs) < 2:
            return
        single = self.validate(self.model)
        put_weights(self.model, average_weights([load_weights(path) for path in epochs]))
        averaged = self.validate(self.model)
        metric = self.settings.best_metric
        if averaged.is_better(metric, single.figure(metric)):
            kept = "the average is kept"
        else:
            kept = "the best single weights are kept"
            put_weights(self.model, best)
        self.emit(
            Said(
                text=f"Validation {metric}: {single.figure(metric):.4g} with the best single "
                f"weights, {averaged.figure(metric):.4g} with the average of {len(epochs)} "
                f"epochs; {kept}."
            )
        )

    # --- one step ---

    def _step(self, examples: Sequence[Example], group: list[list[int]], num_groups: int) -> None:
        """Take one optimizer step on the gradients of a group of batches."""
        settings = self.settings
        batches = [
            collate([examples[index] for index in batch], **self.pads).to(self.model.device)
            for batch in group
        ]
        tokens = sum(int((batch.tgt_out != self.pads["tgt_pad"]).sum()) for batch in batches)
        self.model.train()
        self.optimizer.zero_grad(set_to_none=True)
        total = 0.0
        try:
            for batch in batches:
                loss, nll = self._loss(batch)
                (loss / tokens).backward()  # type: ignore[no-untyped-call]  # torch has no type for it
                total += float(nll)
        except torch.OutOfMemoryError as error:
            raise DeviceMemoryError(settings.batch_size) from error
        norm = nn.utils.get_total_norm(
            [p.grad for p in self.parameters if p.grad is not None], foreach=True
        )
        if not math.isfinite(total) or not math.isfinite(float(norm)):
            raise LossDivergedError(self.place.step + 1)
        if settings.clip_norm:
            nn.utils.clip_grads_with_norm_(self.parameters, settings.clip_norm, norm, foreach=True)
        rate = learning_rate(
            self.place.step + 1,
            schedule=settings.schedule,
            peak=settings.learning_rate,
            d_model=self.d_model,
            noam_factor=settings.noam_factor,
            warmup_steps=settings.warmup_steps,
        )
        for parameters in self.optimizer.param_groups:
            parameters["lr"] = rate
        self.optimizer.step()
        self.place.step += 1
        self.place.group += 1
        self.place.epoch_loss += total
        self.place.epoch_tokens += tokens
        self._tokens += tokens
        self._follow_mean()
        self._report(total / tokens, rate, float(norm), num_groups)

    def _loss(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Give what is minimised and the plain negative log-likelihood, both summed over tokens."""
        settings = self.settings
        is_label = batch.tgt_out != self.pads["tgt_pad"]
        src, tgt_in, labels = batch.src, batch.tgt_in, batch.tgt_out[is_label]
        if settings.r_drop:
            src, tgt_in, is_label = src.repeat(2, 1), tgt_in.repeat(2, 1), is_label.repeat(2, 1)
            labels = labels.repeat(2)
        with self.autocast():
            states = self.model.decode_states(tgt_in, self.model.encode(src))
            logits = self.model.output(states[is_label])  # (N, V)
        loss, nll, _ = label_smoothed_cross_entropy(
            logits,
            labels,
            pad_id=self.pads["tgt_pad"],
            smoothing=settings.label_smoothing,
            kind=settings.smoothing_kind,
        )
        if settings.r_drop:
            first, second = logits.chunk(2)
            everywhere = torch.ones_like(labels[: len(first)], dtype=torch.bool)
            loss = (loss + settings.r_drop * r_drop_loss(first, second, everywhere)) / 2
            nll = nll / 2
        return loss, nll

    def _follow_mean(self) -> None:
        if self.running_mean is None:
            return
        step = self.place.step
        decay = min(self.settings.ema_decay, (1 + step) / (10 + step))
        names = list(self.running_mean)
        weights = self._weights()
        torch._foreach_lerp_(
            [self.running_mean[name] for name in names],
            [weights[name].detach() for name in names],
            1 - decay,
        )

    # --- what happens now and then ---

    def _validate(self) -> None:
        """Score the weights that would be shipped; remember them if they are the best."""
        started = time.monotonic()
        raw = None
        if self.running_mean is not None:
            raw = {name: tensor.clone() for name, tensor in self._weights().items()}
            put_weights(self.model, self.running_mean)
        self.model.eval()
        random_state = torch.get_rng_state()
        validation = self.validate(self.model)
        torch.set_rng_state(random_state)
        place, metric = self.place, self.settings.best_metric
        is_best = validation.is_better(metric, place.best)
        if is_best:
            save_weights(self.folder / "weights" / "best.safetensors", self._weights())
            place.best, place.worse = validation.figure(metric), 0
            place.best_step, place.best_epoch = place.step, place.epoch
        else:
            place.worse += 1
        if raw is not None:
            put_weights(self.model, raw)
        place.validated_step = place.step
        self.emit(
            Validated(
                step=place.step,
                epoch=place.epoch,
                loss=validation.loss,
                perplexity=validation.perplexity,
                bleu=validation.bleu,
                teacher_forced_bleu=validation.teacher_forced_bleu,
                is_best=is_best,
            )
        )
        for sample in validation.samples:
            self.emit(sample)
        self._reported += time.monotonic() - started

    def _end_epoch(self) -> None:
        place = self.place
        loss = place.epoch_loss / max(1, place.epoch_tokens)
        self.emit(
            Said(text=f"Epoch {place.epoch + 1}: training perplexity {_perplexity(loss):.4f}.")
        )
        place.epoch += 1
        place.group = 0
        place.epoch_loss, place.epoch_tokens = 0.0, 0
        if not self.settings.validate_every:
            self._validate()
        if self.settings.average_checkpoints > 1:
            save_weights(self._epoch_path(place.epoch), self._weights())
            self._forget_epochs()

    def _checkpoint(self) -> None:
        now = time.monotonic()
        self.place.seconds += now - self._fit_started
        self._fit_started = now
        tensors = {f"model.{name}": tensor for name, tensor in self._weights().items()}
        for index, values in self.optimizer.state_dict()["state"].items():
            tensors |= {f"optimizer.{index}.{name}": value for name, value in values.items()}
        for name, tensor in (self.running_mean or {}).items():
            tensors[f"mean.{name}"] = tensor
        tensors["random.cpu"] = torch.get_rng_state()
        if self.model.device.type == "cuda":
            tensors["random.cuda"] = torch.cuda.get_rng_state()
        path = save_checkpoint(
            self.folder / "checkpoints", self.place.step, tensors, {"place": asdict(self.place)}
        )
        self.emit(Checkpointed(step=self.place.step, path=str(path)))

    def _report(self, loss: float, rate: float, norm: float, num_groups: int) -> None:
        now = time.monotonic()
        elapsed = now - self._reported
        if elapsed < REPORT_SECONDS:
            return
        place = self.place
        progress = self._progress(num_groups)
        done = place.step - self._resumed_at
        remaining = place.step / progress - place.step
        self.emit(
            Stepped(
                step=place.step,
                epoch=place.epoch,
                progress=progress,
                loss=loss,
                learning_rate=rate,
                tokens_per_second=self._tokens / elapsed,
                eta_seconds=(now - self._fit_started) / max(1, done) * remaining,
                gradient_norm=norm,
            )
        )
        self._reported, self._tokens = now, 0

    # --- small questions ---

    def _groups(self, examples: Sequence[Example]) -> list[list[list[int]]]:
        batches = self.batching.epoch(examples, self.settings.seed, self.place.epoch)
        size = self.settings.accumulation
        return [batches[at : at + size] for at in range(0, len(batches), size)]

    def _is_over(self) -> bool:
        s, place = self.settings, self.place
        return bool(
            (s.max_steps and place.step >= s.max_steps)
            or (s.max_epochs and place.epoch >= s.max_epochs)
            or (s.patience and place.worse >= s.patience)
        )

    def _progress(self, num_groups: int) -> float:
        """Give the share of the longest possible run that is done, above 0."""
        s, place = self.settings, self.place
        shares = [place.step / s.max_steps] if s.max_steps else []
        if s.max_epochs:
            shares.append((place.epoch + place.group / num_groups) / s.max_epochs)
        return min(1.0, max(shares, default=1.0))

    def _weights(self) -> dict[str, Tensor]:
        """Give the model's weights, each once however many places share it."""
        return dict(self.model.named_parameters())

    def _epoch_path(self, epoch: int) -> Path:
        return self.folder / "weights" / f"epoch-{epoch:04d}.safetensors"

    def _epochs_around_best(self) -> list[Path]:
        """Give the weights of the epochs nearest the best one, as many as are averaged."""
        count = self.settings.average_checkpoints
        if count < 2:
            return []
        saved = [e for e in range(1, self.place.epoch + 1) if self._epoch_path(e).exists()]
        nearest = sorted(saved, key=lambda epoch: abs(epoch - self.place.best_epoch))[:count]
        return [self._epoch_path(epoch) for epoch in sorted(nearest)]

    def _forget_epochs(self) -> None:
        """Remove the weights of epochs that no average can need any more."""
        count = self.settings.average_checkpoints
        needed = {path.name for path in self._epochs_around_best()}
        for epoch in range(1, self.place.epoch - count + 1):
            path = self._epoch_path(epoch)
            if path.name not in needed:
                path.unlink(missing_ok=True)


def put_weights(model: nn.Module, weights: Mapping[str, Tensor]) -> None:
    """Copy weights into a model of the same shape, by name; shared ones stand there once."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(weights[name])


def average_weights(several: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Give the mean of several models' weights, name by name, computed in float64."""
    return {
        name: torch.stack([weights[name].double() for weights in several]).mean(dim=0).float()
        for name in several[0]
    }


def keep_freed_memory() -> None:
    """Tell glibc to keep freed memory instead of handing it back after every step.

    Without this each step on a CPU faults its pages in anew; elsewhere it does nothing.
    """
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, 1 << 30)
        mallopt(_M_TRIM_THRESHOLD, (1 << 31) - 1)


_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # glibc's malloc.h


def _make_optimizer(
    parameters: list[nn.Parameter], settings: TrainingSettings
) -> torch.optim.Optimizer:
    kind = torch.optim.Adam if settings.optimizer == "adam" else torch.optim.AdamW
    return kind(
        parameters,
        lr=settings.learning_rate,
        betas=settings.betas,
        eps=settings.eps,
        weight_decay=settings.weight_decay,
        fused=True,
    )


def _make_autocast(
    settings: TrainingSettings, device: torch.device, emit: Callable[[Event], None]
) -> Callable[[], AbstractContextManager[object]]:
    """Compute in bfloat16 where the recipe wishes it and the device gains by it."""
    wished = settings.precision == "bf16"
    helps = device.type == "cuda" or torch.cpu._is_amx_tile_supported()  # noqa: SLF001 - no public name
    if wished and not helps:
        emit(Said(text="This processor is not faster with bfloat16; float32 is used."))
    return lambda: torch.autocast(device.type, torch.bfloat16, enabled=wished and helps)


def _take(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {n.removeprefix(prefix): t for n, t in tensors.items() if n.startswith(prefix)}


def _unflatten(tensors: Mapping[str, Tensor]) -> dict[int, dict[str, Tensor]]:
    states: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        index, _, kind = name.partition(".")
        states.setdefault(int(index), {})[kind] = tensor
    return states


def _perplexity(loss: float) -> float:
    return math.exp(min(loss, 700.0))
