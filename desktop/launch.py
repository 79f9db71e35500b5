"""From the command to the window: nothing is loaded before another window has been looked for."""

import builtins
import gc
import sys
from pathlib import Path

from desktop.platform import display
from engine.folders import Folders


def open_window(folders: Folders, files: list[Path], *, is_quick: bool = False) -> int:
    """Open the window, or let the one that is open take the files; return the exit status.

    Args:
        folders: Where everything is.
        files: Documents to translate and models to add.
        is_quick: Whether a quick translation is asked for, and not the window.
    """
    problem = display.display_problem()
    if problem is not None:
        sys.stderr.write(
            f"translucent: The window cannot be opened: {problem}. In a terminal, use "
            '`translucent translate "A dog runs."`; `translucent --help` lists all commands.\n'
        )
        return 2

    from desktop.platform import single_instance

    instance = single_instance.claim(folders.data / "window", files, is_quick=is_quick)
    if instance is None:
        return 0
    _prepare_imports()
    from desktop import startup

    return startup.run(folders, instance, single_instance.Start(tuple(files), is_quick=is_quick))


def _prepare_imports() -> None:
    """Import the window's modules a fifth faster: a tenth of a second, and more for the engine.

    Importing makes no garbage, so collection is off until the window is built. PySide6 replaces
    `import` with a function that searches the source of each module for `from __feature__`; no
    module here has one, so the original is put back.
    """
    gc.disable()
    importing = builtins.__import__
    import PySide6.QtCore  # noqa: F401 - for its effect

    builtins.__import__ = importing
