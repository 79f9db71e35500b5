"""Lower the priority of training below other programs."""

import contextlib
import sys

import psutil

_NICE = 10


def give_way() -> None:
    """Lower the priority of this process below that of other programs."""
    with contextlib.suppress(psutil.Error, OSError):
        if sys.platform == "win32":
            psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
        else:
            psutil.Process().nice(_NICE)


def spare_threads() -> int:
    """Return the number of threads that leaves a core to the user."""
    return max(1, (psutil.cpu_count(logical=False) or 1) - 1)
