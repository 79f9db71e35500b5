"""The packaged program to be tested: the folder that TRANSLUCENT_BUNDLE names."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.bundles import PICTURES, Program, frozen

VARIABLE = "TRANSLUCENT_BUNDLE"
TABLE_FILE = "run-anywhere.md"
_TABLE_OF = "test_anywhere.py"

_rows: list[tuple[str, str, str]] = []


@pytest.fixture(scope="session")
def bundle() -> Path:
    """The folder of the packaged program; the test is skipped, saying so, where none is named."""
    named = os.environ.get(VARIABLE)
    if not named:
        pytest.skip(f"no packaged program: set {VARIABLE} to its folder, such as dist/Translucent")
    folder = Path(named).absolute()
    assert (folder / "translucent").is_file(), f"there is no packaged program in {folder}"
    return folder


@pytest.fixture(scope="session")
def is_full(bundle: Path) -> bool:
    """Whether it is the full edition, which has PyTorch and trains."""
    return (bundle / "_internal" / "torch").is_dir()


@pytest.fixture
def full_edition(is_full: bool) -> None:
    """Skip a test of what only the full edition does."""
    if not is_full:
        pytest.skip("the small edition does not train")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody may enter and write to, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="translucent-frozen-"))
    folder.chmod(0o777)  # other users come here
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def home(place: Path) -> Path:
    """The home of a new user, who may be anybody."""
    folder = place / "home"
    folder.mkdir()
    folder.chmod(0o777)
    return folder


@pytest.fixture
def program(bundle: Path, home: Path) -> Program:
    """The packaged program of a new user."""
    return frozen(bundle, home)


@pytest.fixture
def copy(bundle: Path, place: Path) -> Path:
    """A folder for everybody that holds the packaged program; no bytes are copied if possible."""
    target = place / "Translucent"
    linked = subprocess.run(["cp", "-al", bundle, target], capture_output=True, check=False)
    if linked.returncode:  # another disk
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(bundle, target, symlinks=True)
    return target


# --- the table of what it stood ---


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what became of a hardship."""
    if _TABLE_OF not in report.nodeid or not (report.when == "call" or report.skipped):
        return
    said = dict(report.user_properties)
    name, _, what = report.nodeid.partition("::test_")[2].replace("_", " ").partition("[")
    name = f"{name}: {what.removesuffix(']')}" if what else name
    if report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        result = f"not tried: {reason.removeprefix('Skipped: ')}"
    else:
        result = "holds" if report.passed else "**fails**"
    _rows.append((name, result, str(said.get("seen", ""))))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table, and keep it beside the pictures."""
    if not _rows:
        return
    lines = ["| hardship | result | what is seen |", "|---|---|---|"]
    lines += [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in _rows]
    terminalreporter.section("it runs anywhere")
    for line in lines:
        terminalreporter.write_line(line)
    if any(result == "holds" for _, result, _ in _rows):
        PICTURES.mkdir(parents=True, exist_ok=True)
        (PICTURES / TABLE_FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")
