"""Reports of what ended the program unexpectedly: files in the log folder, sent nowhere.

Each run has a file that is gone when it ends well. What nobody caught is written to it, and what
the interpreter can still say when the process breaks: the places in the program, never a text.

A program that was killed (by the user, the system short of memory, a power cut) leaves its file
without such words, since nothing of the kind can be caught. That is no crash of ours, so the next
start removes the file and says nothing; of the two cases only the other can be told for certain.
"""

import contextlib
import faulthandler
import logging
import os
import re
import threading
from datetime import datetime
from pathlib import Path

from desktop.platform import about, logs
from engine.files.private_folders import make_private_folder

_log = logging.getLogger(__name__)

NUM_REPORTS = 10
"""The newest are kept."""
_NUM_FAULTS = 20
"""So many are written in one run: one that comes back with each event would fill the disk."""

_RUNNING = "running-"
_REPORT = "crash-report-"
_SUFFIX = ".txt"
_FAULT = "An error that nobody caught"
_WORDS = re.compile(
    rf"^({_FAULT}|Fatal Python error|Windows fatal exception(?!: code 0x8001))".encode(),
    re.MULTILINE,
)
"""What a crash leaves; 0x8001… is what COM throws and catches in file dialogs, and is none."""
_FACTS = re.compile(rb"^translucent \S", re.MULTILINE)


class CrashReport:
    """The file of this run; where none can be written, there is none."""

    def __init__(self, folder: Path) -> None:
        now = datetime.now().astimezone()
        self._path = folder / f"{_RUNNING}{now:%Y%m%d-%H%M%S}-{os.getpid()}{_SUFFIX}"
        self._is_described = False
        self._num_faults = 0
        self._is_writing = threading.Lock()
        self._file: int | None = None
        try:
            make_private_folder(folder)
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            _log.warning("No crash can be reported: %s", error)
            return
        self._write(f"Started {now.isoformat(timespec='seconds')}\n")
        faulthandler.enable(self._file)

    def describe_program(self) -> None:
        """Write the version facts once, on a separate thread, so that nothing waits for it."""
        if not self._is_described:
            self._is_described = True
            threading.Thread(target=self._describe, name="crash report", daemon=True).start()

    def _describe(self) -> None:
        self._write(f"{about.facts()}\n")

    def add(self, error: BaseException) -> None:
        """Write down an error that nobody caught; from any thread."""
        if self._num_faults < _NUM_FAULTS:
            self._num_faults += 1
            when = datetime.now().astimezone().isoformat(timespec="seconds")
            self._write(f"\n{_FAULT}, {when}\n{''.join(logs.lines_of(error))}")

    def close(self) -> None:
        """The run has ended well; what it wrote of errors is kept as a report."""
        with self._is_writing:
            if self._file is None:
                return
            faulthandler.disable()
            os.close(self._file)
            self._file = None
        _settle(self._path)

    def _write(self, text: str) -> None:
        with self._is_writing:
            if self._file is not None:
                with contextlib.suppress(OSError):  # a full disk
                    os.write(self._file, text.encode("utf-8", "backslashreplace"))


def find_crash(folder: Path) -> Path | None:
    """Look for what earlier runs left; nothing of it is found again at the next start.

    To be asked only where no other program is running in these folders.

    Returns:
        The newest report of a run that ended unexpectedly; None if none did.
    """
    try:
        running = sorted(folder.glob(f"{_RUNNING}*{_SUFFIX}"))
    except OSError as error:
        _log.warning("No crash report can be looked for: %s", error)
        return None
    crashes = [report for path in running if (report := _settle(path)) is not None]
    for report in crashes:
        _complete(report)
    old = sorted(folder.glob(f"{_REPORT}*{_SUFFIX}"), key=lambda path: path.name)[:-NUM_REPORTS]
    for path in old:
        with contextlib.suppress(OSError):
            path.unlink()
    return crashes[-1] if crashes else None


def _settle(path: Path) -> Path | None:
    """Make a report of what a run left, or nothing if it has nothing to say."""
    try:
        if _WORDS.search(path.read_bytes()):
            return path.replace(path.with_name(_REPORT + path.name.removeprefix(_RUNNING)))
        path.unlink()
    except FileNotFoundError:  # a run that takes long to end, and the next one has looked already
        pass
    except OSError as error:
        _log.warning("What a run left cannot be read or removed: %s", error)
    return None


def _complete(report: Path) -> None:
    """Add what the program is made of, if it broke before it had said so."""
    with contextlib.suppress(OSError):
        if not _FACTS.search(report.read_bytes()):
            with report.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"\nAs found at the next start:\n{about.facts()}\n")
