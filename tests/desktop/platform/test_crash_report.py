"""Reports of crashes: written when the program breaks, found once, never too many."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.platform.crash_report import NUM_REPORTS, CrashReport, find_crash
from desktop.storage import paths

CRASH = """
import ctypes, faulthandler, os, signal, sys
from pathlib import Path
from desktop.platform.crash_report import CrashReport
report = CrashReport(Path(sys.argv[1]))
"""
SEGFAULT = "faulthandler._sigsegv()"
ABORT = "os.abort()"
NULL = "ctypes.string_at(0)"
QT_FATAL = "from PySide6.QtCore import qFatal\nqFatal('broken')"
FULL = Path("/dev/full")
KILL = "os.kill(os.getpid(), signal.SIGKILL)"
TERMINATE = "os.kill(os.getpid(), signal.SIGTERM)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "Jürgen Ünal" / "log"


@pytest.fixture
def report(folder: Path) -> Iterator[CrashReport]:
    report = CrashReport(folder)
    yield report
    report.close()


def run(folder: Path, end: str) -> None:
    """Run a program that ends in a way of its own."""
    ended = subprocess.run(
        [sys.executable, "-c", CRASH + end, str(folder)],
        cwd=paths.resources().parent,
        capture_output=True,
        check=False,
    )
    assert ended.returncode != 0


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def fail(text: str) -> None:
    raise KeyError(text)


def fault(text: str = "Zebra" + "streifen") -> KeyError:
    try:
        fail(text)
    except KeyError as error:
        return error
    raise AssertionError


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("end", [SEGFAULT, ABORT, NULL, QT_FATAL])
def test_a_crash_is_found_at_the_next_start_and_only_then(folder: Path, end: str) -> None:
    run(folder, end)
    crash = find_crash(folder)
    assert crash is not None
    assert files(folder) == [crash.name]
    text = crash.read_text(encoding="utf-8")
    assert "Fatal Python error: " in text
    assert '  File "<string>", line ' in text
    assert "As found at the next start:\ntranslucent " in text
    assert "PyTorch: " in text
    assert find_crash(folder) is None
    assert files(folder) == [crash.name]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("end", [KILL, TERMINATE])
def test_who_was_killed_has_not_crashed(folder: Path, end: str) -> None:
    run(folder, end)
    assert len(files(folder)) == 1
    assert find_crash(folder) is None
    assert files(folder) == []


@pytest.mark.parametrize(
    ("line", "is_crash"),
    [
        ("Windows fatal exception: access violation", True),
        ("Windows fatal exception: code 0xc0000374", True),
        ("Windows fatal exception: code 0x8001010d", False),
    ],
)
def test_what_com_throws_and_catches_is_no_crash(folder: Path, line: str, is_crash: bool) -> None:
    run(
        folder,
        f"Path(sys.argv[1]).glob('running-*').__next__().open('a').write('{line}\\n')\n{KILL}",
    )
    assert (find_crash(folder) is not None) is is_crash


def test_a_run_that_ends_well_leaves_nothing(folder: Path) -> None:
    report = CrashReport(folder)
    report.describe_program()
    wait_for_description()
    assert len(files(folder)) == 1
    report.close()
    report.close()  # twice is no harm
    assert files(folder) == []


def test_what_the_next_run_has_removed_already_is_not_missed(
    report: CrashReport, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert find_crash(folder) is None
    report.close()
    assert files(folder) == []
    assert caplog.records == []


def wait_for_description() -> None:
    for thread in threading.enumerate():
        if thread.name == "crash report":
            thread.join()


def test_what_the_program_is_made_of_is_said_once(report: CrashReport, folder: Path) -> None:
    for _ in range(2):
        report.describe_program()
        wait_for_description()
    report.add(fault())
    report.close()
    (path,) = folder.iterdir()
    text = path.read_text(encoding="utf-8")
    for name in ("translucent ", "PyTorch: ", "Qt: ", "Python: ", "system: "):
        assert text.count(f"\n{name}") == 1


def test_an_error_in_a_run_that_ends_well_is_a_report_but_no_crash(
    report: CrashReport, folder: Path
) -> None:
    report.add(fault())
    report.close()
    (name,) = files(folder)
    assert name.startswith("crash-report-")
    text = (folder / name).read_text(encoding="utf-8")
    assert "in fail" in text
    assert "\nKeyError\n" in text
    assert "Zebrastreifen" not in text
    assert find_crash(folder) is None


def test_an_error_that_ended_the_run_is_a_crash(report: CrashReport, folder: Path) -> None:
    report.add(fault())
    crash = find_crash(folder)  # as if it had ended here
    assert crash is not None
    assert "in fail" in crash.read_text(encoding="utf-8")


def test_an_error_that_comes_back_all_the_time_fills_no_disk(
    report: CrashReport, folder: Path
) -> None:
    error = fault()
    for _ in range(500):
        report.add(error)
    report.close()
    (path,) = folder.iterdir()
    assert 0 < path.read_text(encoding="utf-8").count("An error that nobody caught") < 100


def test_the_newest_reports_are_kept(folder: Path) -> None:
    folder.mkdir(parents=True)
    names = [f"crash-report-20260101-1200{number:02}-77.txt" for number in range(NUM_REPORTS + 5)]
    for name in names:
        (folder / name).write_text("Fatal Python error: Aborted\n")
    running = folder / "running-20260102-000000-77.txt"
    running.write_text("Started\nFatal Python error: Aborted\n")
    crash = find_crash(folder)
    assert crash == folder / "crash-report-20260102-000000-77.txt"
    assert files(folder) == [*names[6:], crash.name]


def test_of_several_crashes_the_last_is_told(folder: Path) -> None:
    folder.mkdir(parents=True)
    for day in (2, 1, 3):
        path = folder / f"running-2026010{day}-000000-77.txt"
        path.write_text("Fatal Python error: Aborted\n")
    crash = find_crash(folder)
    assert crash is not None
    assert crash.name == "crash-report-20260103-000000-77.txt"
    assert len(files(folder)) == 3


def test_where_no_file_can_be_nothing_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / "file" / "log"
    assert find_crash(folder) is None
    report = CrashReport(folder)
    report.describe_program()
    wait_for_description()
    report.add(fault())
    report.close()


@pytest.mark.skipif(not FULL.exists(), reason="there is no disk that is always full")
def test_a_full_disk_is_no_reason_to_fail(report: CrashReport) -> None:
    with FULL.open("wb") as full:
        assert report._file is not None
        os.dup2(full.fileno(), report._file)
        report.add(fault())
