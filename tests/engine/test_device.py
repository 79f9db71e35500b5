"""A device is what was wished for, or an error that says why not."""

import subprocess
import sys

import pytest
import torch

from engine import device
from engine.device import choose_device
from engine.errors import DeviceUnavailableError

NO_CARD = """
import sys
from engine.device import choose_device
print(choose_device("auto"), "torch" in sys.modules)
"""
no_cuda = pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has CUDA")


def test_the_processor_is_always_there() -> None:
    assert choose_device("cpu") == "cpu"


def test_auto_takes_what_there_is() -> None:
    expected = "cuda" if torch.cuda.is_available() else "cpu"
    assert choose_device("auto") == expected


@no_cuda
def test_cuda_that_is_not_there_says_why() -> None:
    with pytest.raises(DeviceUnavailableError, match=r"'cuda' cannot be used: .*(CUDA|NVIDIA)"):
        choose_device("cuda")


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        (None, "this PyTorch was built without CUDA"),
        ("12.8", "PyTorch found no NVIDIA card or driver"),
    ],
)
def test_a_build_without_cuda_and_a_machine_without_a_card_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, version: str | None, reason: str
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.version, "cuda", version)
    with pytest.raises(DeviceUnavailableError, match=f"{reason}. Choose cpu or auto"):
        choose_device("cuda")


def test_cuda_that_is_there_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(device, "_may_have_card", lambda: True)
    assert choose_device("cuda") == choose_device("auto") == "cuda"


@no_cuda
def test_pytorch_is_not_loaded_to_learn_that_there_is_no_card() -> None:
    told = subprocess.run(
        [sys.executable, "-c", NO_CARD], check=True, capture_output=True, encoding="utf-8"
    )
    assert told.stdout.split() == ["cpu", "False"]


@pytest.mark.parametrize("wish", ["", "CPU", "gpu", "cuda:1", "meta"])
def test_another_wish_is_refused(wish: str) -> None:
    with pytest.raises(DeviceUnavailableError, match="it is not one of auto, cpu and cuda") as told:
        choose_device(wish)
    assert (told.value.wish, repr(wish) in str(told.value)) == (wish, True)
