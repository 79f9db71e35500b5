"""Train on several processes, as `torchrun` starts them, on several cards or computers.

Each process computes the gradients of its share of every batch, and PyTorch's
DistributedDataParallel adds them up. A step is therefore the same as with a single process, except
for the order of sums, which changes the last bits, and for dropout, for which each process has its
own random state, made from the seed and its rank. On CPUs, the same number of processes and threads
ends in the same bits; a resumed run of several processes continues with different dropout. Only the
first process reports, takes orders, scores and saves; all of them read the same folder. What it
saves does not depend on the number of processes.
"""

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

import torch
from torch import Tensor, distributed, nn
from torch.nn.parallel import DistributedDataParallel

from training.examples.batches import Batch

T = TypeVar("T")

LONGEST_WAIT = timedelta(days=30)
"""How long the first process may validate or pause while the rest wait; if it dies, torchrun ends
them."""


@dataclass(frozen=True, slots=True)
class Processes:
    """The rank of this process and their number."""

    rank: int = 0
    size: int = 1

    @property
    def is_first(self) -> bool:
        """Whether this is the process that reports, scores and saves."""
        return self.rank == 0

    def share(self, value: T) -> T:
        """Return the first process's value."""
        if self.size == 1:
            return value
        values = [value]
        distributed.broadcast_object_list(values, src=0)
        return values[0]

    def total(self, number: float) -> float:
        """Return the sum over all processes."""
        if self.size == 1:
            return number
        sums = torch.tensor([number], dtype=torch.float64)
        distributed.all_reduce(sums)
        return float(sums)

    def wait(self) -> None:
        """Wait for all processes."""
        if self.size > 1:
            distributed.barrier()

    def part_of(self, batch: Batch) -> Batch:
        """Return this process's share of a batch's sentences; it may be empty."""

        def rows(side: Tensor) -> Tensor:
            return side[self.rank :: self.size]

        return Batch(*map(rows, batch))


SINGLE_PROCESS = Processes()


class GradientSum:
    """Combines the gradients that the processes computed for one step."""

    def __init__(self, model: nn.Module, processes: Processes) -> None:
        self._processes = processes
        self._meeting = None
        if processes.size > 1:
            self._meeting = DistributedDataParallel(_Zero(model))

    def over_processes(self, nll: Tensor) -> Tensor:
        """Take the mean of the gradients over all processes; return the sum of their `nll`."""
        if self._meeting is None:
            return nll
        total = torch.tensor(self._processes.total(float(nll)))
        self._meeting().backward()
        return total


class _Zero(nn.Module):
    """Return a loss of zero that depends on every parameter.

    The processes meet in its backward pass. Before it, each of them may have computed any number of
    batches, or some of them twice because they did not fit its memory.
    """

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self) -> Tensor:
        """Return zero."""
        return torch.stack([p.sum() for p in self.parameters() if p.requires_grad]).sum() * 0.0


@contextmanager
def joined() -> Iterator[Processes]:
    """Join the other processes that `torchrun` started, if it did.

    CPU tensors use gloo, graphics cards use NCCL.
    """
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        yield SINGLE_PROCESS
        return
    if torch.cuda.is_available():
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    backend = "cpu:gloo,cuda:nccl" if torch.cuda.is_available() else "gloo"
    distributed.init_process_group(backend, timeout=LONGEST_WAIT)
    try:
        yield Processes(distributed.get_rank(), size)
    finally:
        distributed.destroy_process_group()
        # The group's threads end only when nothing refers to it. A thread that releases a tensor
        # while the interpreter exits aborts the program: in 1 run of 8, with the group in a cycle.
        gc.collect()
