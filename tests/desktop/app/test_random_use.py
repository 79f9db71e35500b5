"""A monkey at the window finds no error, no warning of Qt and no request without an end."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.x_server import has_x_server

SEEDS = (22, 23)
SECONDS = 40
ROOT = Path(__file__).parents[3]


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server and /proc")
@pytest.mark.skipif(not has_x_server(), reason="Xvfb is not installed")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_monkey_finds_nothing(seed: int) -> None:
    monkey = [sys.executable, "-m", "tests.monkey", "--seed", str(seed), "--seconds", str(SECONDS)]
    ended = subprocess.run(monkey, cwd=ROOT, capture_output=True, text=True, check=False)
    events = "\n".join(ended.stderr.splitlines()[-40:])
    assert ended.returncode == 0, f"{ended.stdout}\nThe last events:\n{events}"
