"""What the tests of CUDA share: the device, and the reason for which they are skipped without."""

import os

import pytest
import torch

DEVICE_VARIABLE = "TRANSLUCENT_TEST_DEVICE"
"""Set to cpu, it lets these tests compare the processor with itself, which shows that they run."""


@pytest.fixture(scope="session", autouse=True)
def device() -> str:
    """Return the device to compare with the processor; skip the tests where it is absent."""
    name = os.environ.get(DEVICE_VARIABLE, "cuda")
    if name == "cuda" and not torch.cuda.is_available():
        pytest.skip(f"no CUDA device here; {DEVICE_VARIABLE}=cpu runs these tests without one")
    return name


@pytest.fixture
def cuda(device: str) -> torch.device:
    """Return a CUDA device; skip the test where another one stands in for it."""
    if device != "cuda":
        pytest.skip("only a CUDA device has this")
    return torch.device(device)
