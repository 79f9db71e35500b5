"""Text to learn from, for all tests of whole runs."""

from pathlib import Path

import pytest

from tests.support.runs import write_text


@pytest.fixture(scope="session")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with text to learn from."""
    return write_text(tmp_path_factory.mktemp("learned") / "text")
