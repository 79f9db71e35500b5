"""Two ways to fuzz: the same few examples each time, or new ones for as long as you like."""

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

hypothesis.settings.register_profile(
    "fuzz",
    deadline=None,
    max_examples=300,
    derandomize=False,
    print_blob=True,
    suppress_health_check=list(hypothesis.HealthCheck),
)


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the files of all examples, each written over the one before."""
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="session", autouse=True)
def _instant_disk() -> Iterator[None]:
    """Let nobody wait for the disk: what a power cut would leave is not what these tests ask."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: None)
        yield
