"""How fast the program is on a busy processor, and what its threads' short waits give there.

Translates with a model that ships and takes steps of `good`, on every thread and in programs of
their own: alone and beside one busy program a core; with the waits of GNU OpenMP and with ours
(`engine.threads`), in turn. Medians are printed, and what of the speed alone is left. PyTorch is
imported where the work is made, for OpenMP reads how to wait as it is loaded.

    python -m benchmarks.busy [--repeats 3] [--seconds 8]
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import numpy as np

from engine.threads import spin_briefly

MODEL = Path("resources/models/en-de-general")
SENTENCE = "Two dogs are playing in the snow behind the house."


def translating() -> Callable[[], None]:
    """Return what translates one sentence."""
    from engine.pipeline.translator import Translator
    from engine.translation import TranslationRequest

    translator = Translator.open(MODEL, device="cpu")
    numbers = iter(range(10**9))  # no sentence is found among earlier ones

    def translate() -> None:
        translator.translate(TranslationRequest(f"{next(numbers)}: {SENTENCE}"))

    return translate


def training() -> Callable[[], None]:
    """Return what takes one step of `good` on made-up captions."""
    from benchmarks.like_length import VOCABULARY, make_batch
    from engine.nn.transformer import build_transformer
    from training.loop.initialisation import initialise
    from training.loop.trainer import Trainer
    from training.recipe import load_recipe

    recipe = load_recipe("good")
    config = recipe.transformer_config(VOCABULARY, VOCABULARY, pad_id=0, bos_id=1, eos_id=2)
    model = build_transformer(config)
    initialise(model, recipe.model.initialisation)
    trainer = Trainer(model, recipe.training, emit=lambda _: None)
    random = np.random.default_rng(1)
    numbers = iter(range(1, 10**9))

    def take_step() -> None:
        trainer.take(next(numbers), [make_batch(random)])

    return take_step


WORK = {"translate": translating, "train": training}


def measure(what: str, seconds: float) -> float:
    """Do it for so long, and give how often it was done in a second."""
    work = WORK[what]()
    work()  # the first time prepares
    started = time.perf_counter()
    count = 0
    while time.perf_counter() - started < seconds:
        work()
        count += 1
    return count / (time.perf_counter() - started)


@contextmanager
def busy_programs(count: int) -> Iterator[None]:
    """Keep so many cores busy, as programs that other people started would."""
    command = [sys.executable, "-c", "while True: pass"]
    programs = [subprocess.Popen(command, start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


def main() -> None:
    """Measure everything in turn and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--only", choices=WORK, help="measure it once, here")
    parser.add_argument("--brief", action="store_true", help="with our waits, if --only")
    arguments = parser.parse_args()
    if arguments.only:
        if arguments.brief:
            spin_briefly()
        print(measure(arguments.only, arguments.seconds))
        return
    ways = {"GNU OpenMP's": [], "ours": ["--brief"]}
    cases = list(product(WORK, (0, os.cpu_count() or 1), ways))
    found: dict[tuple[str, int, str], list[float]] = {case: [] for case in cases}
    for _ in range(arguments.repeats):
        for what, others, way in cases:
            command = [sys.executable, "-m", "benchmarks.busy", "--only", what, *ways[way]]
            with busy_programs(others):
                told = subprocess.run(
                    [*command, "--seconds", str(arguments.seconds)],
                    check=True,
                    stdout=subprocess.PIPE,
                    text=True,
                ).stdout
            found[what, others, way].append(float(told))
    print(f"medians of {arguments.repeats}, on {os.cpu_count()} cores")
    print(f"{'':<11}{'busy programs':<15}{'waits':<15}{'a second':>10}{'of alone':>10}")
    for (what, others, way), speeds in found.items():
        middle = statistics.median(speeds)
        alone = statistics.median(found[what, 0, "GNU OpenMP's"])
        print(f"{what:<11}{others:<15}{way:<15}{middle:>10.2f}{middle / alone:>10.2f}")


if __name__ == "__main__":
    main()
