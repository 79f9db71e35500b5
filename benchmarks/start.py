"""How soon the window is painted and the model ready: medians over several starts.

python -m benchmarks.start [FOLDER] [--runs 10]

FOLDER is the packaged program's, such as dist/Translucent; without it, the program is started from
its sources. Each start is a process that opens a real window on an X server, begun before the clock
of the log is read. Warm: the files are in memory; cold: none of the program's own files is.
"""

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from statistics import median

from tests.support.bundles import ROOT, Person, Program, frozen, unfrozen, wait_until
from tests.support.x_client import XClient
from tests.support.x_server import has_x_server, x_server

MOMENTS = {"window painted": "The window is painted", "ready to translate": "is ready to translate"}
"""What is measured, and how the log says it."""


def files_of(folder: Path | None) -> Iterator[Path]:
    """All files that a start may read, the libraries of a program from sources too."""
    roots = [folder] if folder is not None else [ROOT / "resources", Path(sys.prefix)]
    if folder is None:
        roots += [ROOT / name for name in ("desktop", "engine", "training")]
        roots.append(Path(os.__file__).parent)
    for root in roots:
        yield from (file for file in root.rglob("*") if file.is_file())


def forget(folder: Path | None) -> None:
    """Let the system drop the files of the program from its memory."""
    for file in files_of(folder):
        opened = os.open(file, os.O_RDONLY)
        try:
            os.posix_fadvise(opened, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(opened)


def start(program: Program, log: Path, display: str, x: XClient) -> dict[str, float]:
    """Start the program, wait until a model is ready, quit; give the seconds to each moment."""
    log.unlink(missing_ok=True)
    begun = time.time()
    with program.open(environment=program.environment(DISPLAY=display)) as process:

        def is_ready() -> bool:
            text = log.read_text(encoding="utf-8") if log.exists() else ""
            return all(said in text for said in MOMENTS.values())

        wait_until(process, is_ready, "a model was ready")
        moments = {name: moment(log, said) - begun for name, said in MOMENTS.items()}
        person = Person(x, process)
        person.wait_for_window()
        if person.quit() != 0:
            raise RuntimeError("the program did not end well")
    return moments


def moment(log: Path, said: str) -> float:
    """When the log says something."""
    line = next(line for line in log.read_text(encoding="utf-8").splitlines() if said in line)
    return datetime.strptime(line[:23], "%Y-%m-%d %H:%M:%S,%f").astimezone().timestamp()


def main() -> None:
    """Print the medians of warm and of cold starts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=10)
    asked = parser.parse_args()
    if not has_x_server():
        sys.exit("benchmarks.start needs Xvfb")
    folder: Path | None = asked.folder and asked.folder.absolute()
    runs: int = asked.runs
    with tempfile.TemporaryDirectory() as name, x_server() as server:
        home = Path(name)
        program = unfrozen(home) if folder is None else frozen(folder, home)
        log = home / ".local" / "state" / "translucent" / "log" / "translucent.log"
        with XClient(server["DISPLAY"]) as x:
            start(program, log, server["DISPLAY"], x)  # the first one brings the files into memory
            warm = [start(program, log, server["DISPLAY"], x) for _ in range(runs)]
            cold = []
            for _ in range(runs):
                forget(folder)
                cold.append(start(program, log, server["DISPLAY"], x))
    where = "the sources" if folder is None else folder
    print(f"{where}, {os.cpu_count()} processors, {platform.platform()}; medians of {runs}")
    print(f"{'':<20}{'warm':>10}{'cold':>10}")
    for name in MOMENTS:
        seconds = (median(taken[name] for taken in starts) for starts in (warm, cold))
        print(f"{name:<20}" + "".join(f"{value:8.2f} s" for value in seconds))


if __name__ == "__main__":
    main()
