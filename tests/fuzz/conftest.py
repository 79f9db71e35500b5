"""Two ways to fuzz: the same few examples each time, or new ones for as long as you like."""

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
