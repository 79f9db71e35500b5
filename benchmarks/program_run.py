"""The `translucent` command translating a file, and what that takes. Loads neither PyTorch nor Qt.

What is measured is the whole process, its start included. Needs a Unix system.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_REPOSITORY = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """What one run of the program took."""

    seconds: float
    """By the clock."""
    processor_seconds: float
    """Of all its threads together."""
    peak_memory: float
    """The most memory of the process, in MB."""


def translate_file(model: Path, paragraphs: Sequence[str], threads: int) -> ProgramRun:
    """Translate a text file of these paragraphs with `translucent translate --input`.

    Raises:
        RuntimeError: If the program failed, with what it said.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source, target, notes = (folder / file for file in ("source.txt", "target.txt", "notes"))
        source.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "desktop", "translate", "--device", "cpu"]
        command += ["--model", str(model.absolute()), "--threads", str(threads)]
        started = time.perf_counter()
        with notes.open("w") as said:
            process = subprocess.Popen(
                [*command, "--input", source, "--output", target],
                stdout=said,
                stderr=subprocess.STDOUT,
                env=os.environ | {"TRANSLUCENT_HOME": name, "OMP_NUM_THREADS": str(threads)},
                cwd=_REPOSITORY,
            )
            _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode or not target.exists():
            said_last = notes.read_text(encoding="utf-8")
            raise RuntimeError(f"the program ended with {process.returncode}: {said_last}")
    unit = 1 if sys.platform == "darwin" else 1024
    return ProgramRun(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 1e6)
