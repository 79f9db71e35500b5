"""A damaged run folder is resumed as if it were whole, or refused by name; nothing else happens."""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.errors import EngineError
from tests.support.model_folders import tree
from tests.support.runs import PAIRS, StoppedAfter, tiny_recipe
from training.corpus.corpus import Corpus
from training.errors import CheckpointError, TrainingError
from training.loop.checkpoint import find_checkpoint, save_checkpoint
from training.loop.control import Orders
from training.loop.supervisor import Outcome
from training.progress import Event, Finished, Message, Started, Stepped
from training.report.run_story import read_story
from training.runs.run_folder import (
    append_event,
    changed_settings,
    check_text,
    create_run,
    learn_or_load_tokenizers,
    only_here,
    open_run,
)
from training.runs.run_list import list_runs, list_snapshots, read_run
from training.runs.runner import carry_out

Damage = Callable[[Path], object]


def _write(content: bytes) -> Damage:
    return lambda path: path.write_bytes(content)


def _cut(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes() or b"\0")
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def _make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def _say(value: Any) -> Damage:
    """Return what gives every field of a JSON object a value; another file becomes this value."""

    def damage(path: Path) -> None:
        try:
            content = json.loads(path.read_bytes())
            fields = dict.fromkeys(content, value)
        except (ValueError, TypeError):
            fields = value
        path.write_text(json.dumps(fields), encoding="utf-8")

    return damage


DAMAGES: dict[str, Damage] = {
    "removed": Path.unlink,
    "empty": _write(b""),
    "cut in half": _cut,
    "one bit flipped": _flip,
    "zeroed": _write(b"\0" * 300),
    "not UTF-8": _write(b"\xff\xfe\xe9" * 30),
    "with a mark of its byte order": lambda path: path.write_bytes(b"\xef\xbb\xbf{}"),
    "nested deeply": _write(b'{"step": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"),
    "a list": _write(b"[1, 2]"),
    "a number of 5,000 digits": _write(b"9" * 5000),
    "a folder": _make_folder,
    "a link to itself": _link_to_itself,
    "all null": _say(None),
    "all negative": _say(-1),
    "all huge": _say(10**30),
    "all not a number": _say(float("nan")),
    "all text": _say("x"),
    "all text with a NUL": _say("a\0b"),
    "all lists": _say(["a\0b"]),
    "all objects": _say({"a": {}}),
}

CORPUS = Corpus("made up", "none needed", tuple(PAIRS), tuple(PAIRS), ())
PLACE = {"step": 10, "epoch": 1, "group": 2, "best": 1.5}
STARTED = Started(run="r", recipe="r", source_language="qaa", target_language="qab", device="cpu")
STEPPED = Stepped(step=9, epoch=1, progress=0.5, loss=1, learning_rate=1, tokens_per_second=1)


def lock(folder: Path) -> None:
    with only_here(folder):
        pass


READERS: dict[str, Callable[[Path], object]] = {
    "the list": lambda folder: list_runs(folder.parent),
    "its summary": read_run,
    "its story": read_story,
    "its snapshots": list_snapshots,
    "its description": open_run,
    "its settings": changed_settings,
    "its text": lambda folder: check_text(open_run(folder), CORPUS),
    "its tokenizers": lambda folder: learn_or_load_tokenizers(open_run(folder), CORPUS),
    "its checkpoints": lambda folder: find_checkpoint(folder / "checkpoints"),
    "its lock": lock,
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run that was stopped; none of its files is missing."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    run = create_run(folder, tiny_recipe("corpus.kind=pairs"), [folder / "text.tsv"], "cpu", 1)
    for event in (STARTED, STEPPED):
        append_event(folder, event)
    changed_settings(folder)
    check_text(run, CORPUS)
    learn_or_load_tokenizers(run, CORPUS)
    for step in (5, 10):
        tensors: Mapping[str, Tensor] = {"model.a": torch.full((3, 4), float(step))}
        save_checkpoint(folder / "checkpoints", step, tensors, {"place": {**PLACE, "step": step}})
    (folder / "lock").touch()
    return folder


@pytest.mark.parametrize("damage", DAMAGES)
def test_every_reader_refuses_what_is_damaged_by_name_and_deletes_nothing(
    whole: Path, tmp_path: Path, damage: str
) -> None:
    files = [path.relative_to(whole) for path in sorted(whole.rglob("*")) if path.is_file()]
    assert len(files) == 13
    for file in files:
        folder = tmp_path / "r"
        shutil.copytree(whole, folder)
        DAMAGES[damage](folder / file)
        before = tree(folder).keys()
        refusals: list[str] = []
        for reader in READERS.values():
            try:
                reader(folder)
            except (TrainingError, EngineError) as error:
                refusals.append(str(error))
        assert all(str(folder) in refusal for refusal in refusals)
        assert max(map(len, refusals), default=0) < 1500
        assert before <= tree(folder).keys() | {file.as_posix()}
        shutil.rmtree(folder)


@pytest.mark.parametrize("damage", sorted(DAMAGES.keys() - {"removed"}))
@pytest.mark.parametrize("file", ["state.json", "tensors.safetensors"])
def test_if_the_newest_checkpoint_is_damaged_the_one_before_is_used_and_it_is_said(
    whole: Path, tmp_path: Path, damage: str, file: str
) -> None:
    shutil.copytree(whole / "checkpoints", tmp_path / "checkpoints")
    DAMAGES[damage](tmp_path / "checkpoints" / "step-00000010" / file)
    found = find_checkpoint(tmp_path / "checkpoints")
    assert found is not None
    assert found.step == 5
    assert found.damaged.startswith("step-00000010: ")


@pytest.mark.parametrize(("key", "value"), [("step", "-10"), ("epoch", "3"), ("group", "0")])
def test_a_number_that_changed_in_a_checkpoint_is_noticed(
    whole: Path, tmp_path: Path, key: str, value: str
) -> None:
    shutil.copytree(whole / "checkpoints", tmp_path / "checkpoints")
    state = tmp_path / "checkpoints" / "step-00000010" / "state.json"
    text = state.read_text(encoding="utf-8")
    changed = text.replace(f'"{key}": {PLACE[key]}', f'"{key}": {value}')
    assert changed != text
    state.write_text(changed, encoding="utf-8")
    found = find_checkpoint(tmp_path / "checkpoints")
    assert found is not None
    assert "state.json is not what was saved" in found.damaged


def test_a_swapped_word_in_a_learned_tokenizer_is_refused(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "r"
    shutil.copytree(whole, folder)
    run, file = open_run(folder), folder / "tokenizer.json"
    learned = file.read_bytes()
    one, other = PAIRS[0].source.split()[:2]
    swapped = learned.replace(one.encode(), b"\0").replace(other.encode(), one.encode())
    file.write_bytes(swapped.replace(b"\0", other.encode()))
    with pytest.raises(CheckpointError, match=r"tokenizer\.json .* has changed since it was lea"):
        learn_or_load_tokenizers(run, CORPUS)
    file.unlink()  # as the message says
    learn_or_load_tokenizers(run, CORPUS)
    assert file.read_bytes() == learned
    file.unlink()
    with pytest.raises(CheckpointError, match="what is learned from the text now differs"):
        learn_or_load_tokenizers(run, Corpus("other", "", PAIRS[:3], (), ()))


def test_a_changed_recipe_is_noticed(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "r"
    shutil.copytree(whole, folder)
    assert changed_settings(folder) == []
    with (folder / "recipe.toml").open("a", encoding="utf-8") as file:
        file.write("# a remark\n")
    assert changed_settings(folder) == ["recipe.toml"]


# --- resumed ---


RECIPE = tiny_recipe(
    "corpus.kind=pairs",
    "training.max_steps=14",
    "training.validate_every=4",
    "training.checkpoint_every=4",
    "training.average_checkpoints=2",
    "decoding.beam_size=1",
    "decoding.max_length=10",
)
Runs = tuple[Path, Path]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory, text: Path) -> Runs:
    """Return the folders of a run that was stopped after 10 of 14 steps, and of a finished one."""
    folder = tmp_path_factory.mktemp("runs")
    orders: dict[str, Orders] = {"stopped": StoppedAfter(10), "finished": Orders()}
    for name, order in orders.items():
        carry_out(create_run(folder / name, RECIPE, [text], "cpu"), lambda _: None, order)
    return folder / "stopped", folder / "finished"


def weights(run: Path) -> bytes:
    (file,) = run.glob("model/*/weights.safetensors")
    return file.read_bytes()


def resumed(run: Path) -> list[str]:
    """Resume a run to its end; return the messages."""
    told: list[Any] = []
    assert carry_out(open_run(run), told.append, Orders()) is Outcome.FINISHED
    return [event.text for event in told if isinstance(event, Message)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "damage", "said"),
    [
        ("checkpoints/step-00000010/state.json", "nested deeply", "continues from step 8"),
        ("checkpoints", "removed", "It starts again from the beginning"),
        ("tokenizer.json", "removed", ""),
        ("text.sha256", "removed", ""),
        ("events.jsonl", "not UTF-8", ""),
    ],
)
def test_what_can_be_done_without_ends_in_the_same_weights(
    runs: Runs, tmp_path: Path, file: str, damage: str, said: str
) -> None:
    stopped, finished = runs
    run = tmp_path / "r"
    shutil.copytree(stopped, run)
    if file == "checkpoints":
        shutil.rmtree(run / file)
    else:
        DAMAGES[damage](run / file)
    messages = resumed(run)
    assert any(said in message for message in messages)
    assert weights(run) == weights(finished)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "damage"),
    [
        ("weights/best.safetensors", "one bit flipped"),
        ("weights/best.safetensors", "removed"),
        ("weights/epoch-0001.safetensors", "removed"),
        ("weights/epoch-0002.safetensors", "one bit flipped"),
        ("text.sha256", "not UTF-8"),
        ("tokenizer.json", "not UTF-8"),
        ("run.json", "nested deeply"),
    ],
)
def test_what_cannot_be_done_without_is_refused_before_a_step(
    runs: Runs, tmp_path: Path, file: str, damage: str
) -> None:
    run = tmp_path / "r"
    shutil.copytree(runs[0], run)
    DAMAGES[damage](run / file)
    told: list[Event] = []
    with pytest.raises(CheckpointError, match=Path(file).name):
        carry_out(open_run(run), told.append, Orders())
    assert not any(isinstance(event, Stepped) for event in told)


@pytest.mark.slow
def test_older_best_weights_are_refused(runs: Runs, tmp_path: Path) -> None:
    stopped, _ = runs
    run = tmp_path / "r"
    shutil.copytree(stopped, run)
    shutil.copy(run / "weights" / "epoch-0001.safetensors", run / "weights" / "best.safetensors")
    with pytest.raises(CheckpointError, match=r"best\.safetensors .*it is of step"):
        resumed(run)


@pytest.mark.slow
@pytest.mark.parametrize("is_gone", [True, False])
def test_the_model_of_a_finished_run_is_built_again_if_it_is_missing_or_damaged(
    runs: Runs, tmp_path: Path, is_gone: bool
) -> None:
    _, finished = runs
    run = tmp_path / "r"
    shutil.copytree(finished, run)
    (model,) = run.glob("model/*")
    lines = (run / "events.jsonl").read_text(encoding="utf-8")
    (run / "events.jsonl").write_text(lines.replace(str(finished), str(run)), encoding="utf-8")
    assert isinstance(read_story(run).last_word, Finished)
    assert any("its model is ready" in message for message in resumed(run))
    if is_gone:
        shutil.rmtree(model)
    else:
        DAMAGES["one bit flipped"](model / "weights.safetensors")
    assert any("It is built again" in message for message in resumed(run))
    assert weights(run) == weights(finished)
    assert any("its model is ready" in message for message in resumed(run))
