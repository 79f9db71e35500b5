"""What tests of the engine share."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def instant_disk() -> Iterator[None]:
    """Let nobody wait for the disk: what a power cut would leave is not what these tests ask."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
        yield
