"""How fast a training step is on a graphics card, beside a loop around PyTorch's own Transformer.

The model is that of `general-en-de`: d_model 384, d_ff 1536, 6 heads, 6 and 2 layers, 16,000 tokens
that all embeddings share, dropout 0.1 but none on attention weights and activations. Every variant
learns from the same batches of random tokens, whose lengths are like those of ordinary sentences:
25,600 padded tokens each, sentences of like length together, made before the clock starts.

stock: `torch.nn.Transformer` with all its masks, `cross_entropy` with label smoothing over all
    positions, bfloat16 autocast, fused AdamW. It too sends batches from pinned memory, and never
    waits for the card.
tuned: the same without what a careful person would leave out: the mask of target padding, to which
    nothing before it can look, so that attention takes its causal path; and logits of padding.
ours: what `training.loop.trainer` does.

Each runs in a process of its own, several times in turn. The table has medians: target tokens a
second, the ratio to stock, the arithmetic that the sentences need (padding and what is computed
twice not counted) as a share of what a large matrix product reaches, and the peak of the memory.

    python -m benchmarks.gpu_train [--rounds 3] [--passes 5] [--tiny] [--variants stock ours]
"""

import argparse
import json
import math
import resource
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.nn.config import TransformerConfig
from engine.nn.transformer import build_transformer
from training.examples.batches import Batch, pad
from training.loop.initialisation import initialise
from training.loop.trainer import StartedStep, Trainer
from training.model_settings import TrainingSettings

VARIANTS = ("stock", "tuned", "ours")
PAD, BOS, EOS = 0, 1, 2
SMOOTHING, CLIP, RATE = 0.1, 1.0, 1e-4


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of the model, and of what it learns from."""

    d_model: int = 384
    d_ff: int = 1536
    heads: int = 6
    encoder_layers: int = 6
    decoder_layers: int = 2
    vocabulary: int = 16_000
    batch_tokens: int = 25_600
    batches: int = 20
    product: int = 8192
    """Rows and columns of the matrices whose product measures the card."""


TINY = Sizes(32, 64, 2, 2, 1, 500, batch_tokens=600, batches=4, product=256)
"""To see on any processor that everything runs."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of a variant."""

    tokens_per_second: float
    flops_per_second: float
    memory: int
    parameters: int


# --- batches ---


def make_batches(sizes: Sizes) -> list[Batch]:
    """Make batches of random tokens, from those of the shortest sentences to the longest."""
    random = np.random.default_rng(0)
    count = 3 * sizes.batches * sizes.batch_tokens // 20
    src = np.clip(random.lognormal(2.75, 0.6, count), 2, 250).astype(int)
    tgt = np.clip(src * random.lognormal(0.08, 0.2, count), 2, 250).astype(int)
    groups: list[list[int]] = [[]]
    for place in np.argsort(np.maximum(src, tgt), kind="stable").tolist():
        # Two of its tokens are special.
        if (2 + max(src[place], tgt[place])) * (len(groups[-1]) + 1) > sizes.batch_tokens:
            groups.append([])
        groups[-1].append(place)
    chosen = np.linspace(0, len(groups) - 1, sizes.batches).round().astype(int)

    def ids(length: int) -> list[int]:
        return [BOS, *random.integers(4, sizes.vocabulary, length).tolist(), EOS]

    batches = []
    for group in random.permutation(chosen).tolist():
        sources = pad([ids(int(src[place])) for place in groups[group]], PAD)
        targets = pad([ids(int(tgt[place])) for place in groups[group]], PAD)
        batches.append(Batch(sources, targets[:, :-1].contiguous(), targets[:, 1:].contiguous()))
    return batches


def count_tokens(batch: Batch) -> int:
    """Return how many target tokens a batch has."""
    return int((batch.tgt_out != PAD).sum())


def count_flops(batch: Batch, sizes: Sizes) -> float:
    """Return the multiplications and additions that a step on the sentences needs, no padding.

    Backward takes twice what forward takes. Only matrix products are counted.
    """
    d, rest = sizes.d_model, 2 * sizes.d_model * sizes.d_ff
    src = (batch.src != PAD).sum(dim=1).double()
    tgt = (batch.tgt_out != PAD).sum(dim=1).double()
    encoder = src * (4 * d * d + rest) + 2 * d * src * src
    decoder = tgt * (6 * d * d + rest) + src * 2 * d * d  # keys and values are the source's
    decoder += d * tgt * tgt + 2 * d * tgt * src  # half of the first is masked
    forward = sizes.encoder_layers * encoder + sizes.decoder_layers * decoder
    forward += tgt * d * sizes.vocabulary
    return 3 * 2 * float(forward.sum())


# --- what is measured ---


class Stock(nn.Module):
    """A translation model as tutorials build it around `torch.nn.Transformer`."""

    def __init__(self, sizes: Sizes, *, is_tuned: bool) -> None:
        super().__init__()
        self.is_tuned = is_tuned
        self.scale = math.sqrt(sizes.d_model)
        self.embedding = nn.Embedding(sizes.vocabulary, sizes.d_model, padding_idx=PAD)
        nn.init.normal_(self.embedding.weight, std=sizes.d_model**-0.5)
        self.bias = nn.Parameter(torch.zeros(sizes.vocabulary))
        self.dropout = nn.Dropout(0.1)
        self.transformer = nn.Transformer(
            sizes.d_model,
            sizes.heads,
            sizes.encoder_layers,
            sizes.decoder_layers,
            sizes.d_ff,
            dropout=0.1,
            batch_first=True,
            norm_first=True,
        )
        for module in self.transformer.modules():
            if isinstance(module, nn.MultiheadAttention):
                module.dropout = 0.0
            if isinstance(module, nn.TransformerEncoderLayer | nn.TransformerDecoderLayer):
                module.dropout = nn.Dropout(0.0)  # of the activations
        positions = torch.arange(512)[:, None]
        rates = torch.exp(torch.arange(0, sizes.d_model, 2) * (-math.log(1e4) / sizes.d_model))
        waves = torch.stack([(positions * rates).sin(), (positions * rates).cos()], dim=2)
        self.register_buffer("positions", waves.flatten(1), persistent=False)

    def embed(self, ids: Tensor) -> Tensor:
        """Return tokens with their places, (B, L, D)."""
        positions = self.get_buffer("positions")[: ids.size(1)]
        embedded: Tensor = self.dropout(self.embedding(ids) * self.scale + positions)
        return embedded

    def forward(self, batch: Batch, places: Tensor) -> Tensor:
        """Return the smoothed cross-entropy of a batch, a mean over its tokens.

        Args:
            batch: On the device.
            places: Those of the labels among all target positions.
        """
        src, tgt_in, tgt_out = batch
        length = tgt_in.size(1)
        is_future = torch.ones(length, length, dtype=torch.bool, device=src.device).triu(1)
        states = self.transformer(
            self.embed(src),
            self.embed(tgt_in),
            tgt_mask=is_future,
            tgt_is_causal=True,
            src_key_padding_mask=src == PAD,
            memory_key_padding_mask=src == PAD,
            tgt_key_padding_mask=None if self.is_tuned else tgt_in == PAD,
        ).flatten(0, 1)
        labels = tgt_out.flatten()
        if self.is_tuned:
            states, labels = states[places], labels[places]
        logits = functional.linear(states, self.embedding.weight, self.bias)
        return functional.cross_entropy(logits, labels, ignore_index=PAD, label_smoothing=SMOOTHING)


Step = Callable[[int, Batch], object]
"""Learns from a batch; what it gives is read a few steps later."""


def make_stock(sizes: Sizes, device: torch.device, *, is_tuned: bool) -> tuple[nn.Module, Step]:
    """Build PyTorch's own Transformer, and return what takes its steps."""
    model = Stock(sizes, is_tuned=is_tuned).to(device).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, betas=(0.9, 0.98), fused=True)

    def step(_number: int, batch: Batch) -> Tensor:
        places = (batch.tgt_out.flatten() != PAD).nonzero()[:, 0]
        if device.type == "cuda":
            places = places.pin_memory().to(device, non_blocking=True)
            batch = Batch(*(side.to(device, non_blocking=True) for side in batch))
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            loss: Tensor = model(batch, places)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
        nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimizer.step()
        return loss.detach()

    return model, step


def make_ours(sizes: Sizes, device: torch.device) -> tuple[nn.Module, Step]:
    """Build our Transformer, and return what takes its steps as a run would."""
    model = build_transformer(
        TransformerConfig(
            src_vocab_size=sizes.vocabulary,
            tgt_vocab_size=sizes.vocabulary,
            d_model=sizes.d_model,
            d_ff=sizes.d_ff,
            num_encoder_layers=sizes.encoder_layers,
            num_decoder_layers=sizes.decoder_layers,
            num_heads=sizes.heads,
            dropout=0.1,
            attention_dropout=0.0,
            activation_dropout=0.0,
            norm="pre",
            final_norm=True,
            tie="all",
            max_positions=1024,
        )
    )
    initialise(model, "scaled")
    model.to(device)
    settings = TrainingSettings(
        label_smoothing=SMOOTHING,
        optimizer="adamw",
        schedule="constant",
        learning_rate=RATE,
        clip_norm=CLIP,
        batch_size=sizes.batch_tokens,
        precision="bf16" if device.type == "cuda" else "float32",
    )
    trainer = Trainer(model, settings, emit=_complain)
    trainer.place.precision = settings.precision
    return model, lambda number, batch: trainer.start(number, [batch])


def _complain(event: object) -> None:
    raise RuntimeError(f"a variant does something else than it should: {event}")


def loss_of(found: object, batch: Batch) -> float:
    """Wait for a step, and return its loss a token."""
    if isinstance(found, StartedStep):
        return found.result().nll / count_tokens(batch)
    assert isinstance(found, Tensor)
    return float(found)


# --- measuring ---


def measure(variant: str, sizes: Sizes, device: torch.device, passes: int) -> Figures:
    """Measure a variant in this process."""
    torch.manual_seed(0)
    batches = make_batches(sizes)
    if variant == "ours":
        model, step = make_ours(sizes, device)
    else:
        model, step = make_stock(sizes, device, is_tuned=variant == "tuned")
    if device.type == "cuda" and variant != "ours":
        batches = [Batch(*(side.pin_memory() for side in batch)) for batch in batches]
    losses: list[float] = []

    def run(times: int) -> float:
        wait(device)
        started = time.perf_counter()
        behind: deque[tuple[object, Batch]] = deque()
        for _ in range(times):
            for batch in batches:
                number = len(losses) + len(behind) + 1
                behind.append((step(number, batch), batch))
                if len(behind) > 8:
                    losses.append(loss_of(*behind.popleft()))
        losses.extend(loss_of(*some) for some in behind)
        wait(device)
        return time.perf_counter() - started

    run(2)  # all shapes were seen, kernels chosen, memory taken
    seconds = run(passes)
    first, last = (statistics.mean(some) for some in (losses[:20], losses[-20:]))
    if not last < first:
        raise RuntimeError(f"{variant} does not learn: the loss went from {first} to {last}")
    return Figures(
        tokens_per_second=passes * sum(map(count_tokens, batches)) / seconds,
        flops_per_second=passes * sum(count_flops(batch, sizes) for batch in batches) / seconds,
        memory=peak_memory(device),
        parameters=sum(p.numel() for p in model.parameters()),
    )


def wait(device: torch.device) -> None:
    """Wait for all that a card was told to do."""
    if device.type == "cuda":
        torch.cuda.synchronize()


def peak_memory(device: torch.device) -> int:
    """Return the most bytes that were taken at once."""
    if device.type == "cuda":
        return torch.cuda.max_memory_allocated(device)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measure_product(sizes: Sizes, device: torch.device) -> float:
    """Return the operations a second of a large product of random matrices, the median of 20."""
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    size = sizes.product
    left, right = (torch.randn(size, size, device=device, dtype=dtype) for _ in range(2))
    for _ in range(3):
        left @ right
    seconds = []
    for _ in range(20):
        wait(device)
        started = time.perf_counter()
        left @ right
        wait(device)
        seconds.append(time.perf_counter() - started)
    return float(2 * size**3 / statistics.median(seconds))


def describe(sizes: Sizes, device: torch.device) -> Iterator[str]:
    """Say what is measured on what."""
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else "the processor"
    batches = make_batches(sizes)
    tokens = sum(map(count_tokens, batches))
    padded = sum(batch.tgt_out.numel() for batch in batches)
    yield f"PyTorch {torch.__version__}, {name}"
    yield (
        f"{len(batches)} batches, {tokens / len(batches):,.0f} target tokens each, "
        f"{100 * (1 - tokens / padded):.1f} % of the target padding, "
        f"{min(batch.src.size(1) for batch in batches)} to "
        f"{max(batch.src.size(1) for batch in batches)} source positions"
    )


def table(found: dict[str, list[Figures]], peak: float) -> Iterator[str]:
    """Return the lines of the table; peak is what a large product reaches."""
    yield (
        f"{'':<8}{'tokens/s':>10}{'ratio':>7}{'TFLOP/s':>9}{'of peak':>9}{'memory':>10}"
        f"{'parameters':>12}   all rounds"
    )
    first = statistics.median(f.tokens_per_second for f in next(iter(found.values())))
    for variant, rounds in found.items():
        rate = statistics.median(f.tokens_per_second for f in rounds)
        flops = statistics.median(f.flops_per_second for f in rounds)
        every = " ".join(f"{f.tokens_per_second:,.0f}" for f in rounds)
        yield (
            f"{variant:<8}{rate:>10,.0f}{rate / first:>7.2f}{flops / 1e12:>9.2f}"
            f"{flops / peak:>9.1%}{max(f.memory for f in rounds) / 2**30:>6.2f} GiB"
            f"{rounds[0].parameters:>12,}   {every}"
        )


def main() -> None:
    """Measure all variants in turn and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--passes", type=int, default=5, help="over the batches, in each round")
    parser.add_argument("--tiny", action="store_true", help="a tiny model, to see that it runs")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--variants", nargs="+", choices=VARIANTS, default=VARIANTS)
    parser.add_argument("--variant", choices=VARIANTS, help="measure this one, in this process")
    arguments = parser.parse_args()
    sizes = TINY if arguments.tiny else Sizes()
    device = torch.device(arguments.device)
    if arguments.variant:
        print(json.dumps(asdict(measure(arguments.variant, sizes, device, arguments.passes))))
        return
    found: dict[str, list[Figures]] = {variant: [] for variant in arguments.variants}
    for _ in range(arguments.rounds):
        for variant in arguments.variants:
            command = [sys.executable, "-m", "benchmarks.gpu_train", "--variant", variant]
            command += ["--device", str(device)]
            command += ["--passes", str(arguments.passes), *["--tiny"] * arguments.tiny]
            output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            found[variant].append(Figures(**json.loads(output)))
    peak = measure_product(sizes, device)
    print(*describe(sizes, device), sep="\n")
    print(
        f"a product of {sizes.product:,} by {sizes.product:,} matrices: {peak / 1e12:.3g} TFLOP/s; "
        f"medians of {arguments.rounds} rounds of {arguments.passes} passes"
    )
    print(*table(found, peak), sep="\n")


if __name__ == "__main__":
    main()
