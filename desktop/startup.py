"""From the start of the window's process to its end: log, reports, window, exit status."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication

from desktop import app
from desktop.platform import logs
from desktop.platform.crash_report import CrashReport, find_crash
from desktop.platform.launch_requests import LaunchRequests
from desktop.platform.single_instance import Instance, Standing, Start
from desktop.storage import paths
from desktop.workers import engine_loader
from engine.folders import Folders


def run(folders: Folders, instance: Instance | None = None, start: Start | None = None) -> int:
    """Open the window, and return the program's exit status when it is closed.

    Args:
        folders: Where everything is.
        instance: What this program is to others in the same folders; it is alone if not given.
        start: What this start asks for besides the window.
    """
    sys.setswitchinterval(app.SWITCH_INTERVAL)
    paths.keep_private(folders)
    logs.start_logging(folders.log)
    is_another_running = instance is not None and instance.standing is Standing.UNANSWERED
    crash = None if is_another_running else find_crash(folders.log)
    report = CrashReport(folders.log)
    try:
        application = QApplication.instance() or QApplication(["translucent"])
        assert isinstance(application, QApplication)
        application.setApplicationName("Translucent")
        application.setDesktopFileName("translucent")
        program = app.Program(application, folders, engine_loader.open_engine)
        program.open_window()
    except Exception as error:
        report.add(error)
        raise
    if crash is not None:
        program.start_notices.tell_of_crash(crash)
    if is_another_running:
        program.start_notices.tell_of_another()
    launch_requests = LaunchRequests(start or Start(), instance, program)
    launch_requests.came.connect(program.start_met)
    if sys.platform == "darwin":  # each event would go through Python
        application.installEventFilter(launch_requests)
    program.began.connect(launch_requests.listen)
    program.began.connect(report.describe_program)
    program.ending.connect(launch_requests.close)
    gc.freeze()  # what was imported and built is no garbage: do not look through it before painting
    gc.enable()

    def tell(error: BaseException) -> None:
        report.add(error)
        program.fault_met.emit(error)

    logs.catch_faults(tell)
    with _ended_by_signals(program):
        status = application.exec()
    has_ended = program.close()
    report.close()
    if not has_ended:
        os._exit(status)  # everything is written; what still computes is of no use to anybody
    return status


@contextmanager
def _ended_by_signals(program: app.Program) -> Iterator[None]:
    """Let the program end in good order where its system, or a key in the terminal, ends it."""
    if sys.platform == "win32":  # it sends the window what it wants
        yield
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing)  # Qt's loop lets no handler be called
    notifier = QSocketNotifier(reading, QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda: (os.read(reading, 64), program.end()))
    former = {
        number: signal.signal(number, _note)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(number) is not signal.SIG_IGN  # as nohup wants it
    }
    try:
        yield
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(before)
        for number, handler in former.items():
            signal.signal(number, handler)
        for end in (reading, writing):
            os.close(end)


def _note(_number: int, _frame: object) -> None:
    """Do nothing more: what wakes Qt's loop was written already."""
