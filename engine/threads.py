"""Threads that compute together, on a processor that other programs want too. Torch-free."""

import os
import sys
from pathlib import Path

_SPINS = "5000"  # as fast alone as more of them, see docs/decisions/0012


def spin_briefly() -> None:
    """Let OpenMP's threads sleep soon while they wait for each other. Before PyTorch is loaded.

    GNU OpenMP, which PyTorch brings along on Linux, has a waiting thread look 300,000 times whether
    the others are done before it sleeps. If another program has their core, it keeps its own from
    them by that, again and again: two threads beside two busy ones are up to forty times as slow as
    alone. What users set themselves stays; other systems' OpenMP does not read the variable.
    """
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", _SPINS)


def default_threads() -> int:
    """Return how many threads compute where nobody says: one for each core that this process has.

    `OMP_NUM_THREADS` counts, as for PyTorch. Where the system tells which of its processors share a
    core, they count once: two threads that multiply on one core are no faster than one.
    """
    wished = os.environ.get("OMP_NUM_THREADS", "")
    if wished.isdecimal() and int(wished):
        return int(wished)
    if not sys.platform.startswith("linux"):
        return os.cpu_count() or 1

    def siblings(processor: int) -> str:
        """Return the processors that share a core with this one, as Linux lists them."""
        path = f"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list"
        try:
            return Path(path).read_text(encoding="ascii")
        except OSError:
            return str(processor)

    return len({siblings(processor) for processor in os.sched_getaffinity(0)})
