"""What it gives to read a batch of shuffled sentences in parts of like length, on a processor.

Takes steps of `multi30k-word` on made-up sentences that are as long as captions, each batch as a
whole and in parts, in turn; the gradients are the same. Medians are printed, and their ratio.

    python -m benchmarks.like_length [--steps 8] [--threads 2]
"""

import argparse
import statistics
import time

import numpy as np
import torch

from engine.nn.transformer import build_transformer
from training.examples.batches import Batch, collate
from training.examples.examples import Example
from training.loop import step_batches
from training.loop.initialisation import initialise
from training.loop.trainer import Trainer
from training.recipe import load_recipe
from training.system.memory import keep_few_kernels, keep_freed_memory

VOCABULARY = 7_000
RECIPE = load_recipe("multi30k-word")


def make_batch(random: np.random.Generator) -> Batch:
    """Make sentences whose lengths vary as those of captions do; both sides are nearly as long."""
    examples = []
    for length in random.gamma(9.0, 1.6, RECIPE.training.batch_size):
        sides = [
            random.integers(4, VOCABULARY, max(4, round(length + random.normal()))).tolist()
            for _ in range(2)
        ]
        examples.append(Example(*sides))
    return collate(examples, src_pad=0, tgt_pad=0)


def main() -> None:
    """Take the steps and print how long they took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    keep_freed_memory()
    keep_few_kernels()
    config = RECIPE.transformer_config(VOCABULARY, VOCABULARY, pad_id=0, bos_id=1, eos_id=2)
    model = build_transformer(config)
    initialise(model, RECIPE.model.initialisation)
    trainer = Trainer(model, RECIPE.training, emit=print)
    random = np.random.default_rng(1)
    sizes = {"whole": RECIPE.training.batch_size, "in parts": step_batches.SIMILAR_LENGTH}
    seconds: dict[str, list[float]] = {way: [] for way in sizes}
    for step in range(arguments.steps + 1):
        batch = make_batch(random)
        for way, size in sizes.items():
            step_batches.SIMILAR_LENGTH = size
            started = time.perf_counter()
            trainer.take(step + 1, [batch])
            if step:  # the first compiles
                seconds[way].append(time.perf_counter() - started)
    whole = statistics.median(seconds["whole"])
    print(f"{arguments.threads} threads, medians of {arguments.steps} steps")
    for way, taken in seconds.items():
        middle = statistics.median(taken)
        every = " ".join(f"{one:.2f}" for one in taken)
        print(f"{way:<10}{middle:>8.2f} s{middle / whole:>8.2f}   {every}")


if __name__ == "__main__":
    main()
