"""Shared by all tests: real data if available, fixed seeds, quiet laws."""

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# One list of fonts for all tests, not one for each home.
os.environ.setdefault("MPLCONFIGDIR", str(Path(tempfile.gettempdir(), "translucent-tests")))

hypothesis.settings.register_profile("ci", deadline=None, max_examples=60, derandomize=True)
hypothesis.settings.load_profile("ci")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real parallel text; the test is skipped, saying so, where it is absent."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("TRANSLUCENT_DATA", beside))
    if not (folder / "multi30k").is_dir():
        pytest.skip(f"no multi30k in {folder}; set TRANSLUCENT_DATA to the folder that holds it")
    return folder
