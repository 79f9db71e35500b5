"""A history in a file whose path has all kinds of letters."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from desktop.storage.history import History


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Jürgen Ünal 模型" / "history.sqlite3"


@pytest.fixture
def history(path: Path) -> Iterator[History]:
    with closing(History(path)) as opened:
        yield opened
