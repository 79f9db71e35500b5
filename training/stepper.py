"""One step of the optimizer: the gradients of some batches, clipped, at the schedule's rate.

Shapes: B sentences, S source length, T target length, D d_model, N target tokens, V vocabulary.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

import torch
from torch import Tensor, nn

from engine.transformer import Transformer
from training.batches import Batch
from training.errors import LossDivergedError
from training.loss import label_smoothed_cross_entropy, r_drop_loss
from training.progress import Event, Said
from training.recipe import TrainingSettings
from training.schedule import learning_rate


class StepResult(NamedTuple):
    """What one step found: the negative log-likelihood of all its target tokens, and the rest."""

    nll: float
    tokens: int
    gradient_norm: float
    """Before it was clipped."""
    learning_rate: float


class Stepper:
    """Takes the steps of one model; its optimizer's state goes into checkpoints and comes back."""

    def __init__(
        self,
        model: Transformer,
        settings: TrainingSettings,
        *,
        d_model: int,
        tgt_pad: int,
        emit: Callable[[Event], None],
    ) -> None:
        self.model = model
        self.settings = settings
        self.d_model = d_model
        self.tgt_pad = tgt_pad
        self.parameters = [p for p in model.parameters() if p.requires_grad]
        self.optimizer = _make_optimizer(self.parameters, settings)
        self.autocast = _make_autocast(settings, model.device, emit)

    def take(self, step: int, batches: Sequence[Batch]) -> StepResult:
        """Learn from several batches as if they were one.

        Args:
            step: Which step this is, from 1.
            batches: On any device.

        Raises:
            LossDivergedError: If loss or gradients are no numbers; the weights are as they were.
        """
        batches = [batch.to(self.model.device) for batch in batches]
        tokens = sum(int((batch.tgt_out != self.tgt_pad).sum()) for batch in batches)
        self.model.train()
        self.optimizer.zero_grad(set_to_none=True)
        total = 0.0
        for batch in batches:
            loss, nll = self._loss(batch)
            (loss / tokens).backward()  # type: ignore[no-untyped-call]  # torch has no type for it
            total += float(nll)
        norm = nn.utils.get_total_norm(
            [p.grad for p in self.parameters if p.grad is not None], foreach=True
        )
        if not math.isfinite(total) or not math.isfinite(float(norm)):
            raise LossDivergedError(step)
        longest = self.settings.clip_norm
        if longest:
            nn.utils.clip_grads_with_norm_(self.parameters, longest, norm, foreach=True)
        rate = self._learning_rate(step)
        for parameters in self.optimizer.param_groups:
            parameters["lr"] = rate
        self.optimizer.step()
        return StepResult(total, tokens, float(norm), rate)

    def _loss(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Give what is minimised and the plain negative log-likelihood, both summed over tokens."""
        settings = self.settings
        is_label = batch.tgt_out != self.tgt_pad
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
            pad_id=self.tgt_pad,
            smoothing=settings.label_smoothing,
            kind=settings.smoothing_kind,
        )
        if settings.r_drop:
            first, second = logits.chunk(2)
            everywhere = torch.ones_like(labels[: len(first)], dtype=torch.bool)
            loss = (loss + settings.r_drop * r_drop_loss(first, second, everywhere)) / 2
            nll = nll / 2
        return loss, nll

    def _learning_rate(self, step: int) -> float:
        return learning_rate(
            step,
            schedule=self.settings.schedule,
            peak=self.settings.learning_rate,
            d_model=self.d_model,
            noam_factor=self.settings.noam_factor,
            warmup_steps=self.settings.warmup_steps,
        )

    def state(self) -> dict[str, Tensor]:
        """Give the optimizer's tensors, each named by the number of its parameter."""
        return {
            f"{index}.{name}": tensor
            for index, tensors in self.optimizer.state_dict()["state"].items()
            for name, tensor in tensors.items()
        }

    def load_state(self, tensors: Mapping[str, Tensor]) -> None:
        """Take back what `state` gave."""
        states: dict[int, dict[str, Tensor]] = {}
        for key, tensor in tensors.items():
            index, _, name = key.partition(".")
            states.setdefault(int(index), {})[name] = tensor
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": states, "param_groups": groups})


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
