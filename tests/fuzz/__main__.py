"""New random input for every test here: `python -m tests.fuzz [--seconds N] [--seed N]`.

A round runs each law on some hundred examples. What breaks one is printed with its smallest
example, and tried first in the next round, until it is fixed. Add it to its test with `@example`,
or as a test of what it broke, so that `make test` tries it from then on.
"""

import argparse
import os
import random
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parent


def main() -> int:
    """Run rounds until the time is over, and return 1 if any found something."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--seed", type=int, help="run only the round of this seed")
    options.add_argument("--seconds", type=float, default=600.0)
    chosen = options.parse_args()
    end = time.monotonic() + chosen.seconds
    rounds = finds = 0
    while rounds == 0 or (chosen.seed is None and time.monotonic() < end):
        seed = random.randrange(2**32) if chosen.seed is None else chosen.seed
        rounds += 1
        print(f"round {rounds}, seed {seed}", flush=True)
        finds += not _passes(seed)
    print(f"{rounds} rounds, {finds} of which found something")
    return min(finds, 1)


def _passes(seed: int) -> bool:
    profile = ["--hypothesis-profile=fuzz", f"--hypothesis-seed={seed}"]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "auto", *profile, str(FOLDER)],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        check=False,
    )
    return ended.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
