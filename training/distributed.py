"""One training on several processes, as `torchrun` starts them: on several cards, or machines.

Each process computes the gradients of its share of every batch, and PyTorch's
DistributedDataParallel adds them up; so a step is what it is with one process, but for the order of
sums, and for dropout, which is drawn in each process anew. The first process alone speaks, scores
and saves; all of them read the same folder. What it saves knows nothing of their number.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import torch
from torch import Tensor, distributed

from training.batches import Batch

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Processes:
    """Which of how many processes this is."""

    rank: int = 0
    size: int = 1

    @property
    def is_first(self) -> bool:
        """Whether this is the process that speaks, scores and saves."""
        return self.rank == 0

    def share(self, value: T) -> T:
        """Give what the first process holds of something."""
        if self.size == 1:
            return value
        values = [value]
        distributed.broadcast_object_list(values, src=0)
        return values[0]

    def total(self, number: float) -> float:
        """Give the sum over all processes."""
        if self.size == 1:
            return number
        backend = distributed.get_backend()
        device = "cuda" if backend == "nccl" else "cpu"
        sums = torch.tensor([number], dtype=torch.float64, device=device)
        distributed.all_reduce(sums)
        return float(sums)

    def wait(self) -> None:
        """Wait until all processes are here."""
        if self.size > 1:
            distributed.barrier()

    def part_of(self, batch: Batch) -> Batch:
        """Give this process's share of a batch's sentences; it may be none."""

        def rows(side: Tensor) -> Tensor:
            return side[self.rank :: self.size]

        return Batch(*map(rows, batch))


ONE = Processes()


@contextmanager
def joined() -> Iterator[Processes]:
    """Join the other processes that `torchrun` started, if it did."""
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        yield ONE
        return
    if torch.cuda.is_available():
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
        distributed.init_process_group("nccl")
    else:
        distributed.init_process_group("gloo")
    try:
        yield Processes(distributed.get_rank(), size)
    finally:
        distributed.destroy_process_group()
