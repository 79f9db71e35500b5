"""Too little memory has one sentence, whatever the device says; all other errors keep theirs."""

import os
import subprocess
import sys

import pytest
import torch

from training.errors import DeviceMemoryError
from training.system.memory import keep_few_kernels, keep_freed_memory, needing_memory


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
    what = "batches of 64 tokens do not fit"
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
    program = "from training.system.memory import keep_freed_memory; keep_freed_memory()"
    subprocess.run([sys.executable, "-c", program], check=True)
    keep_freed_memory()


KERNELS = ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "LRU_CACHE_CAPACITY")

MANY_SHAPES = """
import torch
from training.system.memory import keep_few_kernels
{before}
weight = torch.randn(512, 128, dtype=torch.bfloat16)
for rows in range(1, 600):
    torch.nn.functional.linear(torch.randn(rows, 128, dtype=torch.bfloat16), weight)
print(open("/proc/self/statm").read().split()[1])
"""


@pytest.mark.slow
@pytest.mark.skipif(
    not sys.platform.startswith("linux") or not torch.cpu._is_amx_tile_supported(),
    reason="reads /proc; other processors' kernels are small",
)
def test_products_of_many_shapes_take_less_memory_with_few_kernels() -> None:
    def pages(before: str) -> int:
        program = MANY_SHAPES.format(before=before)
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        for name in KERNELS:
            environment.pop(name, None)
        ended = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return int(ended.stdout)

    assert pages("keep_few_kernels()") < 0.8 * pages("")


def test_whoever_knows_better_decides_how_many_kernels_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in KERNELS:
        monkeypatch.setenv(name, "8")
    keep_few_kernels()
    assert [os.environ[name] for name in KERNELS] == ["8", "8"]
