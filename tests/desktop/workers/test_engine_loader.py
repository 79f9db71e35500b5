import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.storage.paths import resources
from desktop.workers import engine_loader
from engine.errors import ModelFolderMissingError
from engine.translation import TranslationRequest

FRESH = """
import sys
from desktop.workers import engine_loader
assert "torch" not in sys.modules
engine_loader._load_libraries()
assert "torch" not in sys.modules
if sys.platform == "linux":
    from pathlib import Path
    mapped = Path("/proc/self/maps").read_text()
    assert all(name in mapped for name in engine_loader._LIBRARIES)
engine_loader._import_translator()
import gc
assert gc.isenabled()
assert gc.get_freeze_count() > 100_000  # what PyTorch brings is not looked through again and again
import torch
assert torch.ones(2).sum() == 2
"""


def test_libraries_are_loaded_first_and_the_collector_leaves_them_alone() -> None:
    run = subprocess.run(
        [sys.executable, "-c", FRESH],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


@pytest.fixture
def same_threads() -> Iterator[None]:
    """Leave PyTorch as many threads as it had."""
    import torch

    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("same_threads")
@pytest.mark.parametrize("wish", [None, 2])
def test_one_core_is_left_to_the_window_unless_threads_are_requested(wish: int | None) -> None:
    import torch

    engine = engine_loader.open_engine(resources() / "models" / "en-de-multi30k", "cpu", wish)
    expected = engine_loader._default_threads() if wish is None else wish
    assert torch.get_num_threads() == expected >= 1
    assert engine.manifest.source_language == "en"


def test_a_folder_without_a_model_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(ModelFolderMissingError, match="There is no model in"):
        engine_loader.open_engine(tmp_path, "cpu", None)


@pytest.mark.usefixtures("same_threads")
def test_the_first_sentence_waits_for_nothing_that_could_be_built_before() -> None:
    engine = engine_loader.open_engine(resources() / "models" / "en-de-multi30k", "cpu", 1)
    built = vars(engine._pipeline.searches).copy()
    engine.translate(TranslationRequest("A dog runs."))
    assert vars(engine._pipeline.searches)["searched"] is built["searched"]
