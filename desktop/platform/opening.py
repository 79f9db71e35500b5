"""Files and folders opened with the programs that the system has for them."""

import logging
import os
import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QProcessEnvironment, QUrl
from PySide6.QtGui import QDesktopServices

_log = logging.getLogger(__name__)
_ORIGINAL = "_ORIG"


def open_outside(path: Path) -> bool:
    """Open a file or folder with the program that the system has for it; give whether it began."""
    return _open(str(path), QUrl.fromLocalFile(str(path)))


def open_address(address: str) -> bool:
    """Open a page of the web in the user's browser; give whether it began."""
    return _open(address, QUrl(address))


def _open(what: str, address: QUrl) -> bool:
    has_begun = (
        _start_foreign("xdg-open", what)
        if getattr(sys, "frozen", False) and sys.platform.startswith("linux")
        else QDesktopServices.openUrl(address)
    )
    if not has_begun:
        _log.warning("The system has no program that opens files and folders")
    return has_begun


def _start_foreign(program: str, *arguments: str) -> bool:
    process = QProcess()
    process.setProgram(program)
    process.setArguments(arguments)
    environment = QProcessEnvironment()
    for name, value in foreign_environment().items():
        environment.insert(name, value)
    process.setProcessEnvironment(environment)
    return bool(process.startDetached())  # a bool, whatever PySide's stub says


def foreign_environment() -> dict[str, str]:
    """Return the environment for other programs, as it was before the packaged program began.

    A packaged program searches libraries, Qt's plugins and fonts in its own folder first. A foreign
    one must not: what points there is left out, or is again what it was.
    """
    ours = getattr(sys, "_MEIPASS", None)
    environment = {}
    for name, value in os.environ.items():
        if name.endswith(_ORIGINAL):
            continue
        before = os.environ.get(name + _ORIGINAL)
        if before is None and ours is not None:
            parts = value.split(os.pathsep)
            foreign = [part for part in parts if not (part and Path(part).is_relative_to(ours))]
            before = value if foreign == parts else os.pathsep.join(foreign)
        if before is None or before or not value:
            environment[name] = value if before is None else before
    return environment
