"""Some tests of the window once more, in real windows: on an X server, with Qt's xcb platform."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.x_server import has_x_server, x_server

ROOT = Path(__file__).parents[2]
LIMIT_SECONDS = 600


@pytest.mark.slow
@pytest.mark.skipif(not has_x_server(), reason="needs Xvfb: make test installs it on Debian")
def test_what_is_marked_display_passes_in_windows_of_an_x_server() -> None:
    with x_server() as environment:
        run = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", "-m", "display", "tests/desktop"),
                *("-p", "no:cacheprovider", "-p", "no:xdist"),
            ],
            cwd=ROOT,
            env={name: value for name, value in environment.items() if "PYTEST" not in name},
            capture_output=True,
            text=True,
            timeout=LIMIT_SECONDS,
            check=False,
        )
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout
