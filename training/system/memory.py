"""Memory settings of the device a run computes on, and errors when it runs out."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from training.errors import DeviceMemoryError

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # glibc's malloc.h

# What PyTorch's allocator for the CPU says, in an error of no type of its own.
_CPU_SHORTAGES = ("can't allocate memory", "not enough memory")


def keep_freed_memory() -> None:
    """Tell glibc to keep freed memory instead of handing it back after every step.

    Without this each step on a CPU faults its pages in again; elsewhere it does nothing.
    """
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, 1 << 30)
        mallopt(_M_TRIM_THRESHOLD, (1 << 31) - 1)


def keep_few_kernels() -> None:
    """Tell oneDNN, and PyTorch's layer over it, to keep the kernels of few matrix shapes.

    Both compile one for each shape and keep the last thousand, megabytes each: a run over text of
    many lengths grew to 7 GB. Compiling some again takes no longer than so much memory does. To be
    called before the first product.
    """
    for name in ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "LRU_CACHE_CAPACITY"):
        os.environ.setdefault(name, "128")


def let_memory_grow() -> None:
    """Let a graphics card's blocks of memory grow, instead of taking one for each new shape.

    To be called before the card is first used. Elsewhere than on Linux PyTorch cannot do it.
    """
    if sys.platform.startswith("linux"):
        os.environ.setdefault("PYTORCH_CUDA_ALLOC_CONF", "expandable_segments:True")


@contextmanager
def needing_memory(batch_size: int) -> Iterator[None]:
    """Raise the run's own error if the device has too little memory for the block.

    Raises:
        DeviceMemoryError: If so, with the size of the recipe's batches.
    """
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if is_shortage(error):
            raise DeviceMemoryError(batch_size) from error
        raise


def is_shortage(error: BaseException) -> bool:
    """Return whether an error means that the device has too little memory."""
    if isinstance(error, torch.OutOfMemoryError | MemoryError):
        return True
    return isinstance(error, RuntimeError) and any(text in str(error) for text in _CPU_SHORTAGES)
