"""A smaller copy is the same model, rounded; the original, and what is there already, stays."""

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import (
    ModelFolderDamagedError,
    ModelFolderExistsError,
    ModelNotCompressedError,
)
from engine.models.compression import compress_model
from engine.models.folder import load_weights, read_model
from engine.models.known_words import KnownWords, pack_words
from engine.models.manifest import (
    CARD_FILE,
    KNOWN_WORDS_FILE,
    WEIGHTS_FILE,
    AlignmentHead,
    Calibration,
    Familiarity,
    Score,
    WeightsDtype,
)
from engine.models.manifest_file import read_manifest
from engine.models.saving import pack_weights
from engine.models.stored_model import unpack_weights
from tests.support.model_folders import change_manifest, rewrite_file, save_toy_model, tree

SMALLER: list[tuple[WeightsDtype, WeightsDtype]] = [
    ("float32", "float16"),
    ("float32", "int8"),
    ("float16", "int8"),
]


@pytest.mark.parametrize(("stored", "dtype"), SMALLER)
def test_a_copy_has_the_rounded_weights_and_the_same_vocabulary(
    tmp_path: Path, stored: WeightsDtype, dtype: WeightsDtype
) -> None:
    save_toy_model(tmp_path / "m", dtype=stored)
    before = tree(tmp_path / "m")
    copied = compress_model(tmp_path / "m", tmp_path / "copy", dtype)
    assert tree(tmp_path / "m") == before
    assert read_model(tmp_path / "copy").manifest == copied
    assert copied.weights_dtype == dtype
    rounded = unpack_weights(pack_weights(load_weights(tmp_path / "m"), dtype))
    for name, values in load_weights(tmp_path / "copy").items():
        assert np.array_equal(values, rounded[name]), name
    for name in copied.tokenizer_files:
        assert (tmp_path / "copy" / name).read_bytes() == before[name]


def test_a_copy_says_what_it_was_made_from(tmp_path: Path) -> None:
    original = save_toy_model(tmp_path / "m", name="an earlier name")
    copied = compress_model(tmp_path / "m", tmp_path / "copy", "float16")
    origin = copied.compressed_from
    assert origin is not None
    assert (copied.name, origin.name, origin.weights_dtype) == ("copy", "m", "float32")
    assert origin.weights_sha256 == original.files[WEIGHTS_FILE]
    again = compress_model(tmp_path / "copy", tmp_path / "again", "int8").compressed_from
    assert again is not None
    assert (again.name, again.weights_dtype) == ("copy", "float16")


def test_scores_of_the_original_are_not_the_copys(tmp_path: Path) -> None:
    kept: dict[str, Any] = {
        "alignment": AlignmentHead(layer=0, head=1, shifted=True),
        "calibration": Calibration(temperature=1.5, words=10, ece_before=0.2, ece_after=0.1),
        "familiarity": Familiarity(min_mean_log_prob=-0.5, max_pieces_per_word=2.0),
    }
    save_toy_model(tmp_path / "m", scores=(Score(name="bleu", value=30.0, corpus="test"),), **kept)
    copied = compress_model(tmp_path / "m", tmp_path / "copy", "int8")
    assert copied.scores == ()
    assert {name: getattr(copied, name) for name in kept} == kept
    card = (tmp_path / "copy" / CARD_FILE).read_text(encoding="utf-8")
    assert card.startswith("# copy\n")
    assert "were measured on m, before its weights were rounded" in card
    assert card.endswith("\n" + (tmp_path / "m" / CARD_FILE).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("stored", "dtype"),
    [("int8", "int8"), ("int8", "float16"), ("float16", "float16"), ("float32", "float32")],
)
def test_a_copy_that_would_not_be_smaller_is_not_made(
    tmp_path: Path, stored: WeightsDtype, dtype: WeightsDtype
) -> None:
    save_toy_model(tmp_path / "m", dtype=stored)
    before = tree(tmp_path)
    says = f"m was not compressed: its weights are already stored as {stored}; {dtype} would not"
    with pytest.raises(ModelNotCompressedError, match=says):
        compress_model(tmp_path / "m", tmp_path / "copy", dtype)
    assert tree(tmp_path) == before


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m")
    save_toy_model(tmp_path / "copy", seed=2)
    before = tree(tmp_path)
    for target in ("copy", "m"):
        with pytest.raises(ModelFolderExistsError, match=f"{target} already exists"):
            compress_model(tmp_path / "m", tmp_path / target, "int8")
    assert tree(tmp_path) == before


def test_of_a_damaged_model_there_is_no_copy(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m")
    (tmp_path / "m" / "target.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelFolderDamagedError, match=r"target\.json: it was changed"):
        compress_model(tmp_path / "m", tmp_path / "copy", "int8")
    assert not (tmp_path / "copy").exists()


def test_a_weight_beyond_float16_is_named(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m")
    weights = load_weights(tmp_path / "m")
    weights["output.bias"][0] = 1e6
    save_toy_model(tmp_path / "m", weights=weights, replace=True)
    with pytest.raises(ModelNotCompressedError, match=r"not finite numbers: output\.bias"):
        compress_model(tmp_path / "m", tmp_path / "copy", "float16")
    assert not (tmp_path / "copy").exists()


def test_a_card_need_not_be_there_nor_be_text(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m")
    rewrite_file(tmp_path / "m", CARD_FILE, b"caf\xe9")
    compress_model(tmp_path / "m", tmp_path / "float16", "float16")
    card = (tmp_path / "float16" / CARD_FILE).read_text(encoding="utf-8")
    assert card.endswith("\n\ncaf\ufffd")
    files = read_manifest(tmp_path / "m").files
    change_manifest(tmp_path / "m", {"files": {n: files[n] for n in files if n != CARD_FILE}})
    compress_model(tmp_path / "m", tmp_path / "int8", "int8")
    assert "# int8\n" in (tmp_path / "int8" / CARD_FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [WEIGHTS_FILE, CARD_FILE])
def test_a_full_disk_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    save_toy_model(tmp_path / "m")
    before = tree(tmp_path)
    really_write = Path.write_bytes

    def write_bytes(path: Path, data: bytes) -> int:
        if path.name == name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return really_write(path, data)

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(ModelNotCompressedError, match=r"cannot be written to \(No space left"):
        compress_model(tmp_path / "m", tmp_path / "copy", "int8")
    assert tree(tmp_path) == before


def test_a_copy_knows_the_same_words(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m", known_words=KnownWords(pack_words(["tree", "house"])))
    compress_model(tmp_path / "m", tmp_path / "copy", "int8")
    copy, original = ((tmp_path / name / KNOWN_WORDS_FILE).read_bytes() for name in ("copy", "m"))
    assert copy == original
