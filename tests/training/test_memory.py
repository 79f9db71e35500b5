"""Too little memory has one sentence, whatever the device says; all other errors keep theirs."""

import subprocess
import sys

import pytest
import torch

from training.errors import DeviceMemoryError
from training.memory import keep_freed_memory, needing_memory


@pytest.mark.parametrize(
    "error",
    [
        torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 MiB."),
        MemoryError(),
        RuntimeError("DefaultCPUAllocator: not enough memory: you tried to allocate 9 bytes."),
    ],
    ids=lambda error: type(error).__name__,
)
def test_every_kind_of_shortage_is_one(error: Exception) -> None:
    what = "batches of 64 tokens did not fit"
    with pytest.raises(DeviceMemoryError, match=what) as caught, needing_memory(64):
        raise error
    assert caught.value.__cause__ is error


def test_what_the_allocator_of_this_machine_says_is_known() -> None:
    with pytest.raises(DeviceMemoryError, match="batches of 4,096 tokens"), needing_memory(4096):
        torch.empty(1 << 60, dtype=torch.uint8)


def test_other_errors_pass() -> None:
    with pytest.raises(RuntimeError, match="must match") as caught, needing_memory(64):
        torch.ones(2) + torch.ones(3)
    assert not isinstance(caught.value, DeviceMemoryError)


def test_freed_memory_can_be_kept_anywhere() -> None:
    program = "from training.memory import keep_freed_memory; keep_freed_memory()"
    subprocess.run([sys.executable, "-c", program], check=True)
    keep_freed_memory()
