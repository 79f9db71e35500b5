"""The log: there whatever happens, never in the way, and without a word of what is translated."""

import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import qInstallMessageHandler, qWarning

from desktop.platform import logs
from desktop.platform.logs import LOG_FILE, catch_faults, start_logging

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    """What is set for the whole process is as it was before."""
    root = logging.getLogger()
    loggers = [root, *(logging.getLogger(name) for name in ("desktop", "engine", "training"))]
    levels = [logger.level for logger in loggers]
    handlers = list(root.handlers)
    hooks = (sys.excepthook, threading.excepthook)
    qt_handler = qInstallMessageHandler(None)
    qInstallMessageHandler(qt_handler)
    yield
    qInstallMessageHandler(qt_handler)
    sys.excepthook, threading.excepthook = hooks
    for handler in [handler for handler in root.handlers if handler not in handlers]:
        root.removeHandler(handler)
        handler.close()
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "Jürgen Ünal" / "log"


def logged(folder: Path) -> str:
    return (folder / LOG_FILE).read_text(encoding="utf-8")


def test_warnings_of_all_and_what_we_tell_are_logged(folder: Path) -> None:
    start_logging(folder)
    logging.getLogger("engine.pipeline.translator").info("loaded in %.1f s", 1.5)
    logging.getLogger("engine.pipeline.translator").debug("too much")
    logging.getLogger("some.library").info("chatter")
    logging.getLogger("some.library").warning("no font")
    log = logged(folder)
    assert "INFO engine.pipeline.translator: loaded in 1.5 s\n" in log
    assert "WARNING some.library: no font\n" in log
    assert "chatter" not in log
    assert "too much" not in log


def test_what_no_encoding_can_hold_is_logged_all_the_same(folder: Path) -> None:
    start_logging(folder)
    record = logging.makeLogRecord({"name": "desktop", "levelname": "INFO", "msg": "odd \ud800"})
    logging.getLogger().handlers[-1].handle(record)  # not by way of what pytest records
    assert "INFO desktop: odd \\ud800\n" in logged(folder)


def test_a_name_adds_no_line_of_its_own(folder: Path) -> None:
    start_logging(folder)
    name = "x\n2026-01-01 ERROR engine: all is lost\x1b[2J"
    logging.getLogger("engine").warning("no model in %s", name)
    logging.getLogger("engine").error("it failed", exc_info=OSError(name))
    log = logged(folder)
    assert "\x1b" not in log
    assert not [line for line in log.splitlines() if line.startswith("2026-01-01 ERROR")]
    assert log.count("x\\n2026-01-01 ERROR engine: all is lost\\x1b[2J\n") == 2


def test_the_files_stay_small(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MAX_BYTES", 2_000)
    start_logging(folder)
    for number in range(500):
        logging.getLogger("engine").info("line %d", number)
    files = sorted(folder.iterdir())
    assert len(files) == 3
    assert all(file.stat().st_size <= 2_000 for file in files)
    assert "line 499" in logged(folder)


def test_where_no_file_can_be_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_bytes(b"")
    start_logging(tmp_path / "file" / "log")
    logging.getLogger("engine").warning("nobody reads this")
    assert capsys.readouterr().err == ""


def test_a_folder_at_the_place_of_the_file_is_no_reason_to_fail(folder: Path) -> None:
    (folder / LOG_FILE).mkdir(parents=True)
    start_logging(folder)
    logging.getLogger("engine").warning("nobody reads this")


def test_messages_of_qt_are_logged(folder: Path) -> None:
    start_logging(folder)
    qWarning("QFont: no such font")
    assert "WARNING qt: default: QFont: no such font" in logged(folder)


def fail(error: BaseException) -> None:
    raise error


def test_an_error_nobody_caught_is_logged_and_told(folder: Path) -> None:
    told: list[BaseException] = []
    start_logging(folder)
    catch_faults(told.append)
    error = RuntimeError("shapes differ: 3 and 4")
    try:
        fail(error)
    except RuntimeError as caught:
        sys.excepthook(type(caught), caught, caught.__traceback__)
    assert told == [error]
    log = logged(folder)
    assert "ERROR desktop.platform.logs: An error that nobody caught" in log
    assert "in fail" in log
    assert "RuntimeError: shapes differ: 3 and 4" in log


def test_an_error_on_another_thread_is_logged_and_told(folder: Path) -> None:
    told: list[BaseException] = []
    start_logging(folder)
    catch_faults(told.append)
    error = OSError(28, "No space left on device")
    for what in (error, SystemExit()):
        thread = threading.Thread(target=fail, args=(what,))
        thread.start()
        thread.join()
    assert told == [error]
    assert "No space left on device" in logged(folder)


def test_ctrl_c_is_no_fault(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[BaseException] = []
    start_logging(folder)
    catch_faults(told.append)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert told == []
    assert "KeyboardInterrupt" in capsys.readouterr().err
    assert "KeyboardInterrupt" not in logged(folder)


@pytest.mark.parametrize("kind", [ValueError, KeyError, AssertionError, Exception])
def test_messages_that_may_quote_a_text_are_not_logged(folder: Path, kind: type[Exception]) -> None:
    start_logging(folder)
    secret = "Zebra" + "streifen"
    try:
        try:
            fail(kind(secret))
        except kind as first:
            raise TypeError("not a string") from first
    except TypeError:
        logging.getLogger("engine").exception("failed")
    log = logged(folder)
    assert "Zebrastreifen" not in log
    assert f"\n{kind.__name__}\n" in log
    assert log.rstrip().endswith("TypeError: not a string")
    assert log.count("in fail") == 1


def test_errors_that_lead_to_each_other_are_logged_once(folder: Path) -> None:
    start_logging(folder)
    first, second = RuntimeError("first"), RuntimeError("second")
    first.__context__, second.__context__ = second, first
    logging.getLogger("engine").error("failed", exc_info=first)
    assert logged(folder).count("RuntimeError: first") == 1
    assert logged(folder).count("RuntimeError: second") == 1


def test_an_error_in_a_slot_is_told_and_the_program_goes_on(folder: Path) -> None:
    program = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
from desktop.platform.logs import catch_faults, start_logging
start_logging(Path(sys.argv[1]))
told = []
catch_faults(told.append)
app = QCoreApplication([])
QTimer.singleShot(0, lambda: {}["Zebra" + "streifen"])
QTimer.singleShot(1, app.quit)
app.exec()
assert [type(error) for error in told] == [KeyError], told
"""
    result = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "KeyError" in logged(folder)
    assert "Zebrastreifen" not in logged(folder)
