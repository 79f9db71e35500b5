"""Waiting threads leave the processor to others, unless the user wants it otherwise."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from engine.threads import spin_briefly

HAS_GNU_OPENMP = any(Path(torch.__file__).parent.glob("lib/libgomp*"))
VARIABLES = ("GOMP_SPINCOUNT", "OMP_WAIT_POLICY")


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment in which neither variable is set, and that is as before afterwards."""
    for name in VARIABLES:
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    return monkeypatch


@pytest.mark.usefixtures("environment")
def test_waiting_is_short_where_the_user_says_nothing() -> None:
    spin_briefly()
    assert 1000 < int(os.environ["GOMP_SPINCOUNT"]) < 300_000


@pytest.mark.parametrize(
    "wish", [{"GOMP_SPINCOUNT": "7"}, {"OMP_WAIT_POLICY": "active"}, {"OMP_WAIT_POLICY": "passive"}]
)
def test_what_the_user_says_stays(environment: pytest.MonkeyPatch, wish: dict[str, str]) -> None:
    for name, value in wish.items():
        environment.setenv(name, value)
    spin_briefly()
    assert {name: os.environ[name] for name in VARIABLES if name in os.environ} == wish


@pytest.mark.skipif(not HAS_GNU_OPENMP, reason="PyTorch brings another OpenMP along")
@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize(
    "command", [("desktop", "self-test", "--help"), ("training", "train", "--help")]
)
def test_the_commands_say_it_before_openmp_is_loaded(command: tuple[str, ...]) -> None:
    module, *arguments = command
    child = (
        "import runpy, sys\n"
        f"sys.argv[1:] = {arguments!r}\n"
        "try:\n"
        f"    runpy.run_module({module!r}, run_name='__main__', alter_sys=True)\n"
        "except SystemExit:\n"
        "    import torch\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", child],
        env=os.environ | {"OMP_DISPLAY_ENV": "verbose"},
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    spin_briefly()
    assert re.findall(r"GOMP_SPINCOUNT = '(\d+)'", told) == [os.environ["GOMP_SPINCOUNT"]]
