"""One step of the optimizer: the gradients of some batches, clipped, at the schedule's rate.

Shapes: B sentences, S source length, T target length, D d_model, N target tokens, V vocabulary.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.parallel import DistributedDataParallel

from engine.nn.transformer import Transformer
from engine.translatable import translatable
from training.errors import DeviceMemoryError, LossDivergedError
from training.examples.batches import Batch
from training.loop.distributed import ONE, Processes
from training.loop.loss import label_smoothed_cross_entropy, r_drop_loss
from training.loop.precision import choose_precision
from training.loop.pull import Pull
from training.loop.schedule import learning_rate
from training.model_settings import Precision, TrainingSettings
from training.progress import Event, Message
from training.system.memory import is_shortage

# On a CPU, oneDNN compiles a kernel for each new shape of a matrix product and keeps a thousand of
# them. With sizes rounded up a step takes a tenth less time, and a run a third of the memory.
LENGTH_MULTIPLE = 4
ROW_MULTIPLE = 64

# A batch of shuffled sentences is half padding. A CPU that reads it in parts of like length, of so
# many sentences each, takes three tenths less time for a step of `multi30k-word`.
LIKE_LENGTH = 32

# The passes by which number formats are compared: so many sentences of so many tokens. Of three
# models, eight times as many gave the same factor, within a tenth.
TRIAL_SENTENCES, TRIAL_LENGTH = 16, 16

# A graphics card computes while the processor prepares more; so many steps it may be behind.
STEPS_AHEAD = 8


class StepResult(NamedTuple):
    """The result of one step: the negative log-likelihood of its target tokens, and the rest."""

    nll: float
    tokens: int
    gradient_norm: float
    """Before it was clipped."""
    learning_rate: float


class Underway:
    """A started step: on a graphics card it may not be done yet."""

    def __init__(self, step: int, nll: Tensor, norm: Tensor, tokens: int, rate: float) -> None:
        self.step, self.tokens, self.learning_rate = step, tokens, rate
        self._found = torch.stack([nll.double(), norm.double().to(nll.device)])
        self._is_there = None
        if self._found.is_cuda:
            self._found = self._found.to("cpu", non_blocking=True)
            self._is_there = torch.cuda.Event()  # type: ignore[no-untyped-call]  # torch
            self._is_there.record()

    def result(self) -> StepResult:
        """Wait for the step, and return its result.

        Raises:
            LossDivergedError: If loss or gradients are not finite.
        """
        if self._is_there is not None:
            self._is_there.synchronize()
        nll, norm = self._found.tolist()
        if not math.isfinite(nll) or not math.isfinite(norm):
            raise LossDivergedError(self.step)
        return StepResult(nll, self.tokens, norm, self.learning_rate)


class Prepared(NamedTuple):
    """A batch on the device; `places` are those of the labels among all target positions."""

    src: Tensor  # (B, S)
    tgt_in: Tensor  # (B, T)
    places: Tensor  # (N,)
    labels: Tensor  # (N,)


class Stepper:
    """Takes the steps of one model; checkpoints store its optimizer's state."""

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
        self.processes = processes
        self.settings = settings
        self.d_model = d_model
        self.tgt_pad = tgt_pad
        self.parameters = [p for p in model.parameters() if p.requires_grad]
        self.optimizer = _make_optimizer(self.parameters, settings)
        self.precision: Precision = "float32"
        """The number format of the forward pass."""
        self.emit = emit
        self.pull = pull
        self._shared = None
        if processes.size > 1:
            self._shared = DistributedDataParallel(_Nothing(model))
        is_async = model.device.type == "cuda" and processes.size == 1
        self.steps_ahead = STEPS_AHEAD if is_async else 0
        """How many steps may start before an earlier one has finished."""
        self.rate_factor = 1.0
        """The factor on the schedule's rate: less than one after a divergence."""
        self.parts = 1
        """The number of parts a batch is split into to fit in the device's memory."""

    def choose_precision(self) -> Precision:
        """Use the faster format if the recipe leaves the choice, and return it.

        Weights, gradients and random states stay as they are.
        """
        if self.settings.precision == "bf16":
            self.model.train()
            with torch.random.fork_rng(devices=[]):
                torch.manual_seed(0)
                self.precision = choose_precision(self.model.device, self._trial(), self.emit)
            self.optimizer.zero_grad(set_to_none=True)
        return self.precision

    def _trial(self) -> Callable[[Precision], None]:
        """Return a pass in either format over made-up sentences, no more than a batch has."""
        settings, model = self.settings, self.model
        sentences = settings.batch_size
        if settings.batch_kind == "tokens":
            sentences = max(1, sentences // TRIAL_LENGTH)
        shape = min(TRIAL_SENTENCES, sentences), min(TRIAL_LENGTH, model.max_positions)
        first = 1 + max(model.pad_id, self.tgt_pad)
        vocabularies = (model.src_embeddings.tokens.num_embeddings, model.tgt_vocab_size)
        src, tgt = (torch.randint(first, size, shape) for size in vocabularies)
        batch = self._prepared(Batch(src, tgt, tgt))

        def step(precision: Precision) -> None:
            self.precision = precision
            self._loss(batch)[0].backward()  # type: ignore[no-untyped-call]  # torch has no type for it

        return step

    def take(self, step: int, batches: Sequence[Batch], progress: float = 0.0) -> StepResult:
        """Learn from several batches as if they were one, and wait for the result.

        Raises:
            LossDivergedError: If loss or gradients are no numbers; the weights are as they were,
                but on a graphics card.
            DeviceMemoryError: If not even one sentence at a time fits.
        """
        return self.start(step, batches, progress).result()

    def start(self, step: int, batches: Sequence[Batch], progress: float = 0.0) -> "Underway":
        """Learn from several batches as if they were one.

        A batch that does not fit the device's memory is cut into parts whose gradients add up to
        the same, from then on; this is said once. A graphics card is only told what to do: it may
        still be at it when this returns.

        Args:
            step: Which step this is, from 1.
            batches: On the processor.
            progress: The finished share of the run, for the learning rate.

        Raises:
            LossDivergedError: On a processor, if loss or gradients are no numbers; the weights
                are as they were.
            DeviceMemoryError: If not even one sentence at a time fits.
        """
        tokens = sum(int((batch.tgt_out != self.tgt_pad).sum()) for batch in batches)
        self.model.train()
        most = max(len(batch.src) for batch in batches)
        while True:
            total, shortage = torch.zeros(()), None
            try:
                total = self._add_gradients(batches, tokens)
            except (MemoryError, RuntimeError) as error:
                if not is_shortage(error):
                    raise
                shortage = error.with_traceback(None)  # its frames would keep the memory
            if not self.processes.total(float(shortage is not None)):
                break
            if self.parts >= most:
                raise DeviceMemoryError(self.settings.batch_size) from shortage
            self._cut_smaller()
        if self._shared is not None:
            total = torch.tensor(self.processes.total(float(total)))
            self._shared().backward()  # which sums over all processes
        norm = nn.utils.get_total_norm(
            [p.grad for p in self.parameters if p.grad is not None], foreach=True
        )
        rate = self._learning_rate(step, progress)
        underway = Underway(step, total, norm, tokens, rate)
        if not self.steps_ahead:
            underway.result()
        longest = self.settings.clip_norm
        if longest:
            nn.utils.clip_grads_with_norm_(self.parameters, longest, norm, foreach=True)
        for parameters in self.optimizer.param_groups:
            parameters["lr"] = rate
        self.optimizer.step()
        if self.pull is not None:
            self.pull.apply(rate)
        return underway

    def _add_gradients(self, batches: Sequence[Batch], tokens: int) -> Tensor:
        """Add this process's gradients of a step to the parameters; return its log-likelihood."""
        self.optimizer.zero_grad(set_to_none=True)
        totals = []
        scale = self.processes.size / tokens  # because the mean over the processes is taken
        for batch in batches:
            for part in self._parts(self.processes.part_of(batch)):
                loss, nll = self._loss(self._prepared(part))
                (loss * scale).backward()  # type: ignore[no-untyped-call]  # torch has no type for it
                totals.append(nll.double())
        return torch.stack(totals).sum() if totals else torch.zeros((), dtype=torch.float64)

    def _parts(self, batch: Batch) -> Iterator[Batch]:
        """Return the batch as what is computed at once: the gradients of all add up to its own."""
        groups = [batch]
        is_shuffled = self.settings.batch_kind == "sentences" and len(batch.src) > LIKE_LENGTH
        if is_shuffled and self.model.device.type == "cpu":
            groups = _by_length(batch, self.model.pad_id, self.tgt_pad)
        for some in groups:
            yield from _cut(some, self.parts)

    def _cut_smaller(self) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        if self.model.device.type == "cuda":
            torch.cuda.empty_cache()
        self.parts *= 2
        self.emit(
            Message.of(
                translatable(
                    "Message",
                    "The device's memory is too small for a whole batch. From now on each batch "
                    "is split into {parts} parts; the result is the same.",
                ),
                parts=self.parts,
            )
        )

    def _prepared(self, batch: Batch) -> "Prepared":
        """Return the batch on the model's device, its lengths rounded up by padding."""
        src_pad, room = self.model.pad_id, self.model.max_positions
        src, tgt_in, tgt_out = batch
        more_src = min(-src.size(1) % LENGTH_MULTIPLE, room - src.size(1))
        more_tgt = min(-tgt_in.size(1) % LENGTH_MULTIPLE, room - tgt_in.size(1))
        src = functional.pad(src, (0, more_src), value=src_pad)
        tgt_in = functional.pad(tgt_in, (0, more_tgt), value=self.tgt_pad)
        labels = functional.pad(tgt_out, (0, more_tgt), value=self.tgt_pad).flatten()
        places = _rounded_up(labels != self.tgt_pad).nonzero()[:, 0]
        return Prepared(*map(self._sent, (src, tgt_in, places, labels[places])))

    def _sent(self, ids: Tensor) -> Tensor:
        """Send ids to the model's device; a graphics card fetches them while it computes."""
        if self.model.device.type == "cpu":
            return ids
        return ids.pin_memory().to(self.model.device, non_blocking=True)

    def _loss(self, batch: "Prepared") -> tuple[Tensor, Tensor]:
        """Return the loss to minimise and the plain negative log-likelihood, summed over tokens."""
        settings = self.settings
        src, tgt_in, places, labels = batch
        if settings.r_drop:
            places = torch.cat([places, places + tgt_in.numel()])
            src, tgt_in, labels = src.repeat(2, 1), tgt_in.repeat(2, 1), labels.repeat(2)
        is_short = self.precision == "bf16"
        with torch.autocast(self.model.device.type, torch.bfloat16, enabled=is_short):
            states = self.model.decode_states(tgt_in, self.model.encode(src))
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

    def _learning_rate(self, step: int, progress: float) -> float:
        return self.rate_factor * learning_rate(
            step,
            schedule=self.settings.schedule,
            peak=self.settings.learning_rate,
            d_model=self.d_model,
            noam_factor=self.settings.noam_factor,
            warmup_steps=self.settings.warmup_steps,
            progress=progress,
        )

    def state(self) -> dict[str, Tensor]:
        """Return the optimizer's tensors, each named by the number of its parameter."""
        return {
            f"{index}.{name}": tensor
            for index, tensors in self.optimizer.state_dict()["state"].items()
            for name, tensor in tensors.items()
        }

    def load_state(self, tensors: Mapping[str, Tensor]) -> None:
        """Restore the result of `state`."""
        states: dict[int, dict[str, Tensor]] = {}
        for key, tensor in tensors.items():
            index, _, name = key.partition(".")
            states.setdefault(int(index), {})[name] = tensor
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": states, "param_groups": groups})


class _Nothing(nn.Module):
    """Return a loss of zero that depends on every parameter.

    Its backward pass is where the processes meet: until then each may have computed any number of
    batches, none, or some of them twice, for they did not fit its memory.
    """

    def __init__(self, model: Transformer) -> None:
        super().__init__()
        self.model = model

    def forward(self) -> Tensor:
        """Return zero."""
        return torch.stack([p.sum() for p in self.parameters() if p.requires_grad]).sum() * 0.0


def _cut(batch: Batch, parts: int) -> Sequence[Batch]:
    """Split a batch into at most this many; an empty one into none."""
    if not len(batch.src):
        return ()
    if parts == 1:
        return (batch,)
    return [Batch(*some) for some in zip(*(side.chunk(parts) for side in batch), strict=True)]


def _by_length(batch: Batch, src_pad: int, tgt_pad: int) -> list[Batch]:
    """Split a batch into several of similar length, with the padding they need."""
    src_lengths = (batch.src != src_pad).sum(dim=1)
    tgt_lengths = (batch.tgt_out != tgt_pad).sum(dim=1)
    order = (src_lengths + tgt_lengths).argsort(stable=True)
    parts = []
    for rows in order.chunk(math.ceil(len(order) / LIKE_LENGTH)):
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
    """Mark some padding too, so that the number of marked positions is seldom a new one."""
    missing = -int(is_label.sum()) % ROW_MULTIPLE
    spare = (~is_label).nonzero()[:missing, 0]
    return is_label.index_fill(0, spare, value=True)


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
