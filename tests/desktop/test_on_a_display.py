"""The window on a real X server: the tests marked `display` once more, with the xcb platform."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.x_server import has_x_server, x_server

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.skipif(not has_x_server(), reason="there is no Xvfb: make test installs it if it may")
def test_the_window_works_on_a_display() -> None:
    with x_server() as environment:
        result = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", "-m", "display"),
                *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "tests/desktop"),
            ],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    assert result.returncode == 0, result.stdout + result.stderr
    assert " passed" in result.stdout
