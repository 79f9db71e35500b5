"""A model of Marian's that was imported goes back to Marian as it came."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.interchange.conversion import save_foreign
from engine.interchange.exporting import export_model
from engine.interchange.marian import read_marian
from engine.models.folder import load_weights
from tests.support.marian import (
    ENGLISH,
    Vocabularies,
    marian_translations,
    write_marian_folder,
)

CASES: dict[str, tuple[Vocabularies, dict[str, Any]]] = {
    "base": ("joint.yml", {}),
    "one SentencePiece model": ("joint.spm", {}),
    "two vocabularies": ("two.spm", {"tied_embeddings_all": False}),
    "target tied": ("two.yml", {"tied_embeddings_all": False, "tied_embeddings": True}),
    "norm on top": ("joint.yml", {"transformer_postprocess_top": "n"}),
    "pre-norm": ("joint.yml", {"transformer_preprocess": "n", "transformer_postprocess": "da"}),
}
UNK = 1
BIAS = "decoder_ff_logit_out_b"


@pytest.fixture(params=CASES)
def folders(tmp_path: Path, request: pytest.FixtureRequest) -> tuple[Path, Path]:
    """Return the folder of a model that Marian wrote, and that of its export."""
    vocabularies, changes = CASES[request.param]
    write_marian_folder(tmp_path / "theirs", vocabularies, **changes)
    foreign = read_marian(tmp_path / "theirs", ("en", "de"))
    save_foreign(foreign, tmp_path / "ours", "ours", dtype="float32")
    export_model(tmp_path / "ours", tmp_path / "back", "marian")
    return tmp_path / "theirs", tmp_path / "back"


def test_its_tensors_are_those_it_had(folders: tuple[Path, Path]) -> None:
    """All but the bias of unknown tokens, which is what keeps us from writing them."""
    theirs, back = (read_tensors(folder) for folder in folders)
    assert theirs.keys() == back.keys()
    for name, array in theirs.items():
        if name == BIAS:
            array[:, UNK] = back[name][:, UNK]
        np.testing.assert_array_equal(back[name], array, err_msg=name)


def test_it_can_be_imported_again(folders: tuple[Path, Path], tmp_path: Path) -> None:
    _, back = folders
    read = read_marian(back, ("en", "de"))
    save_foreign(read, tmp_path / "again", "again", dtype="float32")
    ours, again = load_weights(tmp_path / "ours"), load_weights(tmp_path / "again")
    assert all(np.array_equal(values, again[name]) for name, values in ours.items())
    assert read.decoding.beam_size == 6
    assert read.decoding.length_penalty == 0.6


@pytest.mark.slow
def test_marian_translates_with_it_as_before(folders: tuple[Path, Path]) -> None:
    pytest.importorskip("_pymarian")
    before, after = (marian_translations(folder, ENGLISH) for folder in folders)
    # Two SentencePiece models join their pieces; those of one, and ours, stay apart.
    assert [joined(text) for text, _ in after] == [joined(text) for text, _ in before]
    assert [score for _, score in after] == pytest.approx([score for _, score in before], abs=1e-4)


def joined(text: str) -> str:
    """Return a text without what stands between its pieces."""
    return text.replace(" ", "").replace("▁", "")


def read_tensors(folder: Path) -> dict[str, Any]:
    """Return what the model of a folder holds under the names of Marian's tensors."""
    (path,) = folder.glob("*.npz")
    with np.load(path) as file:
        return {name: file[name] for name in file.files if not name.startswith("special:")}
