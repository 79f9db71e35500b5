"""The folders of the program, with a few models in them."""

from pathlib import Path

import pytest

from engine.folders import Folders
from tests.support.model_folders import save_toy_model


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """Two models of one's own, two shipped; `b` is in both places."""
    folders = Folders(
        shipped_models=tmp_path / "shipped",
        models=tmp_path / "data" / "models",
        runs=tmp_path / "data" / "runs",
        corpora=tmp_path / "data" / "corpora",
        config=tmp_path / "config",
        data=tmp_path / "data",
        log=tmp_path / "log",
    )
    save_toy_model(folders.models / "b")
    save_toy_model(folders.models / "A", target_language="fr")
    save_toy_model(folders.shipped_models / "c", source_language="de", target_language="en")
    save_toy_model(folders.shipped_models / "b")
    return folders
