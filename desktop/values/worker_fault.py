"""The fault nobody foresaw, as the window may carry it across threads."""

import re


class WorkerFault(Exception):  # noqa: N818 - `Error` is for what the user can act on
    """Something unexpected happened while the engine was at work; the log has its traceback."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


_NO_MEMORY = re.compile(
    "failed to map segment|cannot allocate memory|can't allocate memory|not enough memory"
    "|out of memory",
    re.IGNORECASE,
)
"""What the system says of a library, and PyTorch of a tensor, that memory has no room for; CUDA
too."""


def is_lack_of_memory(error: BaseException) -> bool:
    """Return whether an error only means that memory is full, judging by its words."""
    if isinstance(error, ImportError | RuntimeError | OSError):
        return bool(_NO_MEMORY.search(str(error)))
    return isinstance(error, MemoryError)


def fault_of(error: BaseException) -> WorkerFault:
    """Return what the window may know of an error that was not foreseen."""
    kind = MemoryError if is_lack_of_memory(error) else type(error)
    return WorkerFault(kind.__name__, str(error))
