"""Threads that compute together, on a processor that other programs want too. Torch-free."""

import os

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
