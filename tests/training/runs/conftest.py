"""Text to learn from, for all tests of whole runs, whose pictures are empty."""

from pathlib import Path

import pytest

from tests.support.runs import paint_nothing, write_text


@pytest.fixture(autouse=True)
def _nothing_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    paint_nothing(monkeypatch)


@pytest.fixture(scope="session")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with text to learn from."""
    return write_text(tmp_path_factory.mktemp("learned") / "text")
