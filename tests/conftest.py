"""Shared by all tests: real data if available, fixed seeds, quiet laws, no other computer."""

import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.support.offline import sitecustomize as offline
from tests.support.offline.namespace import leave_network

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# One list of fonts for all tests, not one for each home.
os.environ.setdefault("MPLCONFIGDIR", str(Path(tempfile.gettempdir(), "translucent-tests")))

hypothesis.settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True)
hypothesis.settings.load_profile("ci")


class _PatientSys:
    """`sys` as `threading` sees it: setting a trace function waits for other threads to do so.

    CPython 3.11 refuses one while another is being set, and audit hooks, such as the one that
    watches the network, let threads meet there. The thread that coverage looks on at would end.
    """

    TRIES = 1000

    def __getattr__(self, name: str) -> Any:
        return getattr(sys, name)

    def settrace(self, function: Any) -> None:
        """Set the trace function of the thread."""
        for _ in range(self.TRIES):
            try:
                sys.settrace(function)
            except RuntimeError:
                time.sleep(0.001)
            else:
                return
        sys.settrace(function)


vars(threading)["_sys"] = _PatientSys()

_is_alone = leave_network()
"""Whether the system itself keeps everything that tests start from other computers."""
offline.refuse_network()
_descriptor, _name = tempfile.mkstemp(prefix="translucent-attempts-")
os.close(_descriptor)
_attempts = Path(_name)
os.environ[offline.ATTEMPTS] = str(_attempts)
# The Python programs that tests start are watched by the same hook.
_watched = (str(Path(offline.__file__).parent), os.environ.get("PYTHONPATH", ""))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, _watched))


def pytest_report_header() -> str:
    """Say how well it is checked that no test goes online."""
    checked = "all programs" if _is_alone else "Python only: no namespace can be made here"
    return f"offline: {checked}"


def pytest_unconfigure() -> None:
    """Delete the note of this process."""
    _attempts.unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def _stays_offline() -> Iterator[None]:
    """Fail a test in which anything wanted to reach another computer, naming the address."""
    before = _attempts.stat().st_size
    yield
    if _attempts.stat().st_size > before:
        attempted = _attempts.read_bytes()[before:].decode().splitlines()
        pytest.fail(f"another computer was asked for: {', '.join(attempted)}")


@pytest.fixture(scope="session", autouse=True)
def _instant_disk() -> Iterator[None]:
    """Let nobody wait for the disk: what a power cut would leave is not what tests ask."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
        yield


@pytest.fixture(scope="session")
def is_alone() -> bool:
    """Whether the system itself keeps every program that a test starts from other computers."""
    return _is_alone


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real parallel text; the test is skipped, saying so, where it is absent."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("TRANSLUCENT_DATA", beside))
    if not (folder / "multi30k").is_dir():
        pytest.skip(f"no multi30k in {folder}; set TRANSLUCENT_DATA to the folder that holds it")
    return folder
