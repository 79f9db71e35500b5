"""The most memory that this process has held."""

import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak_memory() -> float:
    """Return the largest resident size of this process so far, in MB of 1,000,000 bytes.

    On Linux, `getrusage` would count what the parent held before it became this process.
    """
    if _STATUS.exists():
        lines = _STATUS.read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1.024e-3
    if sys.platform == "win32":
        import psutil

        return float(psutil.Process().memory_info().peak_wset) / 1e6
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
