"""A monkey at the real window: `python -m tests.monkey [--seed N] [--seconds N]`.

It types, pastes, clicks, drags, resizes, drops files, opens everything that can be opened, trains,
closes the program and starts it again: on an X server without a screen, with the shipped models
and a home folder of its own. The same seed makes the same choices; only what runs beside the
window may be earlier or later.

It exits with 1 after an error that nobody caught, a warning from Qt, an error in the log, a
request that did not end exactly once, or a window that no longer translates. Stalls are listed,
but are no fault: how long one is depends on what else this computer does.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.x_server import x_server

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Run the window with a monkey in a process of its own, and return its exit status."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--seed", type=int, default=random.randrange(10**6))
    options.add_argument("--seconds", type=float, default=600.0)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="translucent-monkey-") as home, x_server() as display:
        folders = {
            name: str(Path(home, name.lower()))
            for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TMPDIR")
        }
        for folder in folders.values():
            Path(folder).mkdir()
        nothing_is_downloaded = {"https_proxy": "http://127.0.0.1:9"}
        return subprocess.run(
            [sys.executable, "-m", "tests.monkey.play", str(chosen.seed), str(chosen.seconds)],
            env={**display, **folders, **nothing_is_downloaded, "HOME": home},
            cwd=ROOT,
            check=False,
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
