"""A damaged folder names everything that is wrong with it."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from safetensors.torch import load, save

from engine.errors import ModelFolderDamagedError, ModelFolderMissingError
from engine.models.known_words import KnownWords, pack_words
from engine.models.manifest_file import read_manifest
from engine.models.validation import check
from tests.support.model_folders import (
    change_manifest,
    rewrite_file,
    save_toy_model,
    toy_tokenizer,
)

WEIGHTS = "weights.safetensors"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_toy_model(tmp_path / "m")
    return tmp_path / "m"


@pytest.fixture(scope="module")
def whole_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "m"
    save_toy_model(folder)
    return folder


def problems(folder: Path) -> tuple[str, ...]:
    with pytest.raises(ModelFolderDamagedError) as caught:
        check(folder)
    return caught.value.problems


def test_a_whole_folder_gives_its_manifest(folder: Path) -> None:
    assert check(folder) == read_manifest(folder)


def test_foreign_files_in_the_folder_do_no_harm(folder: Path) -> None:
    (folder / ".DS_Store").write_bytes(b"x")
    (folder / "notes").mkdir()
    check(folder)


def test_no_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelFolderMissingError, match="no readable manifest"):
        check(tmp_path / "m")


def test_everything_is_named_at_once(folder: Path) -> None:
    (folder / "README.md").unlink()
    (folder / "source.json").write_text("{", encoding="utf-8")
    rewrite_file(folder, "target.json", b"\xff")
    weights = load((folder / WEIGHTS).read_bytes())
    del weights["output.bias"]
    weights["stranger"] = torch.zeros(2)
    weights["output.weight"] = torch.zeros(2, 3)
    weights["encoder_layers.0.feed_forward.inner.bias"][3] = torch.inf
    weights["encoder_layers.1.feed_forward.inner.bias"] = torch.zeros(32, dtype=torch.float16)
    (folder / WEIGHTS).write_bytes(save(weights))
    found = problems(folder)
    for problem in (
        "README.md: the file is missing",
        f"{WEIGHTS}: it was changed after it was saved (its checksum differs)",
        "source.json: it was changed after it was saved (its checksum differs)",
        f"{WEIGHTS}: missing tensors: output.bias",
        f"{WEIGHTS}: tensors that do not belong to the model: stranger",
        f"{WEIGHTS}: output.weight is F32 2x3, not F32 13x16",
        f"{WEIGHTS}: encoder_layers.1.feed_forward.inner.bias is F16 32, not F32 32",
        f"{WEIGHTS}: tensors with values that are not finite numbers: "
        "encoder_layers.0.feed_forward.inner.bias",
    ):
        assert problem in found
    assert any(problem.startswith("source.json: The tokenizer cannot") for problem in found)
    assert any(problem.startswith("target.json: 'utf-8' codec") for problem in found)
    assert len(found) == 10


def test_long_lists_are_shortened(folder: Path) -> None:
    rewrite_file(folder, WEIGHTS, save({"output.bias": torch.zeros(13)}))
    (problem,) = problems(folder)
    assert problem.startswith(f"{WEIGHTS}: missing tensors: decoder_layers.0.")
    assert problem.endswith(" and 82 more")


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"\xff" * 64, (10).to_bytes(8, "little") + b"[" * 10, b"PK\x03\x04" * 9]
)
def test_weights_that_are_no_safetensors(folder: Path, data: bytes) -> None:
    rewrite_file(folder, WEIGHTS, data)
    (problem,) = problems(folder)
    assert problem.startswith(f"{WEIGHTS}: it cannot be read (")


def test_weights_cut_off(folder: Path) -> None:
    rewrite_file(folder, WEIGHTS, (folder / WEIGHTS).read_bytes()[:-1])
    (problem,) = problems(folder)
    assert problem.startswith(f"{WEIGHTS}: it cannot be read (")


def test_weights_of_another_type_than_the_manifest_says(folder: Path) -> None:
    change_manifest(folder, {"weights_dtype": "float16"})
    assert f"{WEIGHTS}: output.bias is F32 13, not F16 13" in problems(folder)


def test_settings_that_do_not_fit_the_weights(folder: Path) -> None:
    change_manifest(folder, {"config.d_ff": 64, "config.num_encoder_layers": 3})
    found = problems(folder)
    assert f"{WEIGHTS}: decoder_layers.0.feed_forward.inner.bias is F32 32, not F32 64" in found
    assert any("missing tensors: encoder_layers.2." in problem for problem in found)


def test_tokenizers_that_do_not_fit_the_settings(folder: Path) -> None:
    change_manifest(folder, {"config.pad_id": 0, "tokenizer_kind": "subword"})
    rewrite_file(folder, "target.json", toy_tokenizer(12).to_json().encode())
    assert problems(folder) == (
        "source.json: its kind is word, but the manifest says subword",
        "source.json: pad_id is 1, but the manifest says 0",
        "target.json: its kind is word, but the manifest says subword",
        "target.json: its vocabulary size is 12, but the manifest says 13",
        "target.json: pad_id is 1, but the manifest says 0",
    )


def test_a_link_is_not_followed(folder: Path) -> None:
    path = folder / "README.md"
    path.rename(folder.parent / "card.md")
    try:
        path.symlink_to(folder.parent / "card.md")
    except OSError:
        pytest.skip("this system lets us make no links")
    assert problems(folder) == ("README.md: it is not a plain file",)


@pytest.mark.parametrize("name", ["../card.md", "/etc/passwd", "C:\\x", "sub/card.md", "other.md"])
def test_names_that_lead_elsewhere_are_refused(folder: Path, name: str) -> None:
    (folder.parent / "card.md").write_text("outside", encoding="utf-8")
    values = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    change_manifest(folder, {"files": {**values["files"], name: "0" * 64}})
    (problem,) = problems(folder)
    assert problem.endswith(f"{name!r} cannot be a file of a model folder")


@given(st.integers(0, 10**6), st.integers(1, 255))
def test_one_changed_byte_anywhere_is_found(
    whole_model: Path, tmp_path_factory: pytest.TempPathFactory, place: int, change: int
) -> None:
    folder = shutil.copytree(whole_model, tmp_path_factory.mktemp("models") / "m")
    paths = [folder / name for name in sorted(read_manifest(folder).files)]
    whole = b"".join(path.read_bytes() for path in paths)
    place %= len(whole)
    for path in paths:
        data = bytearray(path.read_bytes())
        if place < len(data):
            data[place] ^= change
            path.write_bytes(data)
            break
        place -= len(data)
    assert any("its checksum differs" in problem for problem in problems(folder))


@given(st.data())
def test_weights_of_any_header_are_read_or_refused(
    whole_model: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = shutil.copytree(whole_model, tmp_path_factory.mktemp("models") / "m")
    weights = bytearray((folder / WEIGHTS).read_bytes())
    header = 8 + int.from_bytes(weights[:8], "little")
    for _ in range(data.draw(st.integers(1, 4))):
        weights[data.draw(st.integers(0, header - 1))] = data.draw(st.integers(0, 255))
    rewrite_file(folder, WEIGHTS, bytes(weights))
    try:
        check(folder)
    except ModelFolderDamagedError as error:
        assert all(problem.startswith(WEIGHTS) for problem in error.problems)  # noqa: PT017 - both outcomes are fine


def test_damaged_words_are_named(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m", known_words=KnownWords(pack_words(["tree"])))
    (tmp_path / "m" / "known-words.bin").write_bytes(b"tree")
    assert problems(tmp_path / "m") == (
        "known-words.bin: it was changed after it was saved (its checksum differs)",
        "known-words.bin: it cannot be read (Error -3 while decompressing data: incorrect header "
        "check)",
    )
    rewrite_file(tmp_path / "m", "known-words.bin", pack_words(["house"]))
    check(tmp_path / "m")
