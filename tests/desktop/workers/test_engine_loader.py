import sys
from pathlib import Path

import pytest

from desktop.storage.paths import resources
from desktop.workers import engine_loader
from engine.errors import ModelFolderMissingError
from engine.native.transformer import has_kernel
from engine.threads import default_threads


@pytest.mark.skipif(not has_kernel(), reason="the kernel was not built here")
@pytest.mark.skipif(sys.platform != "linux", reason="counts threads as Linux lists them")
@pytest.mark.parametrize("wish", [None, 4])
def test_one_core_is_left_to_the_window_unless_threads_are_requested(
    wish: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert default_threads() == 3
    tasks = Path("/proc/self/task")
    before = len([*tasks.iterdir()])
    engine = engine_loader.open_engine(resources() / "models" / "en-de-multi30k", "cpu", wish)
    started = len([*tasks.iterdir()]) - before
    assert 1 + started == (2 if wish is None else wish)  # who asks computes too
    assert engine.manifest.source_language == "en"


def test_a_folder_without_a_model_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(ModelFolderMissingError, match="There is no model in"):
        engine_loader.open_engine(tmp_path, "cpu", None)
