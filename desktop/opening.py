"""Files and folders opened with the programs that the system has for them."""

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def open_outside(path: Path) -> None:
    """Open a file or folder with the program that the system has for it.

    A packaged program searches libraries in its own folder first; a foreign one must not.
    """
    ours = os.environ.get("LD_LIBRARY_PATH")
    before = os.environ.get("LD_LIBRARY_PATH_ORIG")
    if not getattr(sys, "frozen", False) or not sys.platform.startswith("linux"):
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
        return
    environment = {**os.environ, "LD_LIBRARY_PATH": before or ""}
    if ours is not None and before is None:
        del environment["LD_LIBRARY_PATH"]
    subprocess.Popen(["xdg-open", str(path)], env=environment)
