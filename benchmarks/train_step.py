"""How fast a training step is on this processor, and what each measure against waste gives.

Runs the model of `multi30k-tiny` on made-up sentences. Each variant adds one measure to the one
before it: PyTorch as it comes; our dropout; our loss, on real tokens only; freed memory kept; fused
optimizer; bfloat16 where the processor has matrix units. Each runs in a process of its own, in
turn, several times; medians are printed, and their ratio to the first.

    python benchmarks/train_step.py [--rounds 3] [--steps 12] [--threads 2]
"""

import argparse
import statistics
import subprocess
import sys
import time

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.nn.dropout import Dropout
from engine.nn.transformer import Transformer, build_transformer
from training.loop.initialisation import initialise
from training.loop.loss import label_smoothed_cross_entropy
from training.recipe import load_recipe
from training.system.memory import keep_freed_memory

VARIANTS = ("stock", "dropout", "loss", "memory", "fused", "bf16")
SENTENCES, LENGTH, VOCABULARY = 120, 17, 8000


def stock_dropout(module: Dropout, x: Tensor) -> Tensor:
    """Do what PyTorch's own dropout does."""
    return functional.dropout(x, module.rate, module.training)


def make_ids() -> Tensor:
    """Make sentences of 10 to 17 tokens, padded: (B, L)."""
    ids = torch.randint(4, VOCABULARY, (SENTENCES, LENGTH))
    lengths = torch.randint(10, LENGTH + 1, (SENTENCES, 1))
    return ids.masked_fill(torch.arange(LENGTH) >= lengths, 0)


def loss_of(model: Transformer, with_measures: int, src: Tensor, tgt: Tensor) -> Tensor:
    """Compute the smoothed cross-entropy of a batch."""
    states = model.decode_states(tgt[:, :-1], model.encode(src))
    labels = tgt[:, 1:]
    if with_measures < VARIANTS.index("loss"):
        logits = model.output(states).float()
        return functional.cross_entropy(
            logits.flatten(0, 1), labels.flatten(), ignore_index=0, label_smoothing=0.1
        )
    is_label = labels != 0
    logits = model.output(states[is_label])
    loss, _ = label_smoothed_cross_entropy(
        logits, labels[is_label], pad_id=0, smoothing=0.1, kind="uniform"
    )
    return loss / is_label.sum()


def measure(variant: str, steps: int, threads: int) -> float:
    """Return the target tokens a second of one variant."""
    measures = VARIANTS.index(variant)
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    if measures < VARIANTS.index("dropout"):
        setattr(Dropout, "forward", stock_dropout)  # noqa: B010 - the rival, in its place
    if measures >= VARIANTS.index("memory"):
        keep_freed_memory()
    recipe = load_recipe("multi30k-tiny")
    config = recipe.transformer_config(VOCABULARY, VOCABULARY, pad_id=0, bos_id=1, eos_id=2)
    model = build_transformer(config)
    initialise(model, recipe.model.initialisation)
    model.train()
    is_fused = measures >= VARIANTS.index("fused")
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=is_fused)
    seconds, tokens = [], []
    for step in range(steps + 3):
        src, tgt = make_ids(), make_ids()
        started = time.perf_counter()
        with torch.autocast("cpu", torch.bfloat16, enabled=variant == "bf16"):
            loss = loss_of(model, measures, src, tgt)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step >= 3:
            seconds.append(time.perf_counter() - started)
            tokens.append(int((tgt[:, 1:] != 0).sum()))
    return statistics.median(n / s for n, s in zip(tokens, seconds, strict=True))


def main() -> None:
    """Measure all variants in turn and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--variant", choices=VARIANTS, help="measure this one, in this process")
    arguments = parser.parse_args()
    if arguments.variant:
        print(measure(arguments.variant, arguments.steps, arguments.threads))
        return
    found: dict[str, list[float]] = {variant: [] for variant in VARIANTS}
    for _ in range(arguments.rounds):
        for variant in VARIANTS:
            command = [sys.executable, __file__, "--variant", variant]
            command += ["--steps", str(arguments.steps), "--threads", str(arguments.threads)]
            output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            found[variant].append(float(output))
    first = statistics.median(found["stock"])
    print(f"{arguments.threads} threads, medians of {arguments.rounds} rounds")
    print(f"{'with':<10}{'tokens/s':>10}{'ratio':>8}   all rounds")
    for variant, rates in found.items():
        middle = statistics.median(rates)
        every = " ".join(f"{rate:,.0f}" for rate in rates)
        print(f"{variant:<10}{middle:>10,.0f}{middle / first:>8.2f}   {every}")


if __name__ == "__main__":
    main()
