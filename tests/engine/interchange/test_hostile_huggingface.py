"""Files of strangers: whatever they hold, one clear error, no code run, nothing left behind."""

import contextlib
import json
import os
import pickle  # noqa: TID251 - to make what must never be loaded
import shutil
import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file, save_file

from engine.errors import ForeignModelError, LanguagesUnknownError
from engine.interchange.huggingface import read_huggingface
from engine.interchange.importing import import_model
from tests.support.foreign_models import NAME, change_json, write_huggingface_model, write_json
from tests.support.model_folders import tree

CONFIG, WEIGHTS, TORCH = "config.json", "model.safetensors", "pytorch_model.bin"
EMBEDDINGS = "model.shared.weight"
HUGE = 1 << 40


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good model, which nobody changes."""
    folder = tmp_path_factory.mktemp("whole") / NAME
    write_huggingface_model(folder)
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(whole, tmp_path / NAME)


class Evil:
    """What runs a command when it is unpickled."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.target),)


def change_weights(folder: Path, change: Callable[[dict[str, torch.Tensor]], object]) -> None:
    tensors = load_file(folder / WEIGHTS)
    change(tensors)
    save_file(tensors, folder / WEIGHTS)


def as_torch_file(folder: Path, content: Callable[[dict[str, torch.Tensor]], Any]) -> None:
    """Replace the weights by a file of PyTorch."""
    tensors = load_file(folder / WEIGHTS)
    (folder / WEIGHTS).unlink()
    torch.save(content(tensors), folder / TORCH)


def with_huge_header(folder: Path) -> None:
    """Declare a header of the weights that is longer than the file."""
    data = (folder / WEIGHTS).read_bytes()
    (folder / WEIGHTS).write_bytes(struct.pack("<Q", HUGE) + data[8:])


def with_vocabulary(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        vocabulary = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))
        change(vocabulary)
        write_json(folder / "vocab.json", vocabulary)

    return spoil


def with_folder_for(name: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).mkdir()

    return spoil


def cut(name: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[: len(data) // 2])

    return spoil


HOSTILE: dict[str, tuple[Callable[[Path], object], str]] = {
    "weights cut off": (cut(WEIGHTS), f"{WEIGHTS}: it cannot be read ("),
    "weights with a huge header": (with_huge_header, f"{WEIGHTS}: it cannot be read ("),
    "empty weights": (lambda f: (f / WEIGHTS).write_bytes(b""), f"{WEIGHTS}: it cannot be read ("),
    "values that are no numbers": (
        lambda f: change_weights(f, lambda t: t[EMBEDDINGS].fill_(torch.nan)),
        f"tensors with values that are not finite numbers: {EMBEDDINGS}",
    ),
    "values too large for what is stored": (
        lambda f: change_weights(f, lambda t: t["final_logits_bias"].fill_(1e30)),
        "tensors with values that are not finite numbers: output.bias",
    ),
    "whole numbers": (
        lambda f: change_weights(f, lambda t: t.update({EMBEDDINGS: t[EMBEDDINGS].int()})),
        f"tensors that are not floating-point numbers: {EMBEDDINGS}",
    ),
    "huge d_model": (lambda f: change_json(f / CONFIG, d_model=HUGE), "d_model 1099511627776 is"),
    "huge vocabulary": (
        lambda f: change_json(f / CONFIG, vocab_size=HUGE, decoder_vocab_size=HUGE),
        "config.json says 1,099,511,627,776",
    ),
    "huge feed-forward network": (
        lambda f: change_json(f / CONFIG, encoder_ffn_dim=HUGE, decoder_ffn_dim=HUGE),
        "model.decoder.layers.0.fc1.bias is 32, not 1099511627776",
    ),
    "numbers beyond all limits": (
        lambda f: change_json(f / CONFIG, num_beams=10**400),
        "config.json",
    ),
    "deep configuration": (
        lambda f: (f / CONFIG).write_text("[" * 100_000, encoding="utf-8"),
        "config.json: it is not JSON",
    ),
    "configuration that is a list": (
        lambda f: write_json(f / CONFIG, []),
        "config.json: it is not a JSON object",
    ),
    "an id twice": (with_vocabulary(lambda v: v.update(x=3)), "vocab.json: its ids are not 0 to"),
    "a negative id": (
        with_vocabulary(lambda v: v.update({"<unk>": -1})),
        "vocab.json: its ids are not 0 to",
    ),
    "an id that is no number": (
        with_vocabulary(lambda v: v.update({"<unk>": "one"})),
        "vocab.json: <unk>: Input should be a valid integer",
    ),
    "an id beyond all limits": (
        with_vocabulary(lambda v: v.update({"<unk>": HUGE})),
        "vocab.json: its ids are not 0 to",
    ),
    "pieces cut off": (cut("source.spm"), "source.spm and vocab.json: "),
    "pieces that are none": (
        lambda f: (f / "target.spm").write_bytes(b"no pieces" * 100),
        "target.spm and vocab.json: its SentencePiece model is damaged",
    ),
    "a folder for a file": (
        with_folder_for("target.spm"),
        "target.spm is missing",
    ),
    "code in the weights": (
        lambda f: as_torch_file(f, lambda t: {**t, "x": Evil(f.with_name("ran"))}),
        f"{TORCH}: it cannot be read (",
    ),
    "something else than tensors": (
        lambda f: as_torch_file(f, lambda t: {**t, "x": ["text"]}),
        f"{TORCH}: it holds something else than tensors",
    ),
    "sparse tensors": (
        lambda f: as_torch_file(f, lambda t: {**t, EMBEDDINGS: t[EMBEDDINGS].to_sparse()}),
        TORCH,
    ),
    "a small file of PyTorch": (
        lambda f: as_torch_file(f, lambda _: {}),
        "bytes; the weights that config.json describes need",
    ),
    "a large file of PyTorch": (
        lambda f: as_torch_file(f, lambda t: {**t, "x": torch.zeros(1 << 20)}),
        "bytes; the weights that config.json describes need",
    ),
}


def refusal(path: Path, models: Path) -> str:
    """Return why an import failed, after which everything is as it was."""
    before = tree(path.parent)
    with pytest.raises(ForeignModelError) as caught:
        import_model(path, models)
    assert tree(path.parent) == before
    return str(caught.value)


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_folder_is_refused_and_changes_nothing(
    folder: Path, tmp_path: Path, kind: str
) -> None:
    spoil, message = HOSTILE[kind]
    spoil(folder)
    (tmp_path / "models").mkdir()
    assert message in refusal(folder, tmp_path / "models")


def test_a_plain_pickle_never_runs(folder: Path, tmp_path: Path) -> None:
    """Not even one as large as the weights."""
    target = tmp_path / "ran"
    (folder / WEIGHTS).unlink()
    for protocol in (0, 1, 2):  # PyTorch writes 2
        padding = bytes(40_000)
        (folder / TORCH).write_bytes(pickle.dumps((Evil(target), padding), protocol))
        with pytest.raises(ForeignModelError, match="it cannot be read"):
            read_huggingface(folder, None)
    assert not target.exists()
    pickle.loads((folder / TORCH).read_bytes())
    assert target.exists(), "the pickle would have done it"


def test_declared_sizes_take_no_memory(folder: Path) -> None:
    change_json(folder / CONFIG, encoder_ffn_dim=HUGE, decoder_ffn_dim=HUGE)
    tracemalloc.start()
    try:
        with pytest.raises(ForeignModelError):
            read_huggingface(folder, None)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 16 << 20


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_field_may_hold_anything(whole: Path, tmp_path: Path, data: st.DataObject) -> None:
    folder = tmp_path / NAME
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    name = data.draw(st.sampled_from([CONFIG, "generation_config.json", "tokenizer_config.json"]))
    known = json.loads((whole / CONFIG).read_text(encoding="utf-8"))
    other = ["max_length", "bad_words_ids", "separate_vocabs", "unk_token", "source_lang"]
    field = data.draw(st.sampled_from([*known, *other, "_name_or_path", "length_penalty"]))
    change_json(folder / name, **{field: data.draw(anything)})
    with contextlib.suppress(ForeignModelError, LanguagesUnknownError):
        read_huggingface(folder, None)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_byte_may_be_wrong(whole: Path, tmp_path: Path, data: st.DataObject) -> None:
    folder = tmp_path / NAME
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    if data.draw(st.booleans()):
        as_torch_file(folder, lambda tensors: tensors)
    file = data.draw(st.sampled_from(sorted(folder.iterdir())))
    content = bytearray(file.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    file.write_bytes(content)
    with contextlib.suppress(ForeignModelError, LanguagesUnknownError):
        read_huggingface(folder, None)
