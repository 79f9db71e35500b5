"""The verbs translate, attention and models: lines keep their place, mistakes are said."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from tests.support.commands import Run, runner
from tests.support.translators import save_subword_model

MODEL = ("--model", "toy")
PARAGRAPHS = "A dog is here.\n\n\t- Two men. Why?\n   \nThe end\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path) -> Run:
    save_subword_model(home / "data" / "models" / "toy")
    return runner(monkeypatch, capsys, home)


def shape(text: str) -> list[str]:
    """What stands before the first letter of each line, and how the line ends."""
    return [
        line[: len(line) - len(line.lstrip())] + line[len(line.rstrip("\r\n")) :]
        for line in text.splitlines(keepends=True)
    ]


# --- translate ---


def test_arguments_are_one_text(run: Run) -> None:
    ended = run("translate", *MODEL, "A", "dog", "is", "here.")
    assert ended.status == 0
    assert ended.out == run("translate", *MODEL, "A dog is here.").out
    assert ended.out.endswith("\n")


@pytest.mark.parametrize("text", [PARAGRAPHS, PARAGRAPHS.replace("\n", "\r\n"), "\n\n", "end"])
def test_standard_input_keeps_its_lines(run: Run, text: str) -> None:
    ended = run("translate", *MODEL, stdin=text)
    assert ended.status == 0
    assert shape(ended.out) == shape(text)


def test_a_file_becomes_a_file_of_the_same_lines(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "текст.txt", tmp_path / "out.txt"
    text = PARAGRAPHS.replace("\n", "\r\n") * 20  # more lines than are translated at once
    source.write_bytes(text.encode())
    ended = run("translate", *MODEL, "--input", source, "--output", target)
    assert (ended.status, ended.out) == (0, "")
    assert shape(target.read_bytes().decode()) == shape(text)
    assert sorted(path.name for path in tmp_path.glob("*.txt*")) == ["out.txt", "текст.txt"]


def test_json_is_one_object_a_line_whose_places_are_true(run: Run) -> None:
    ended = run("translate", *MODEL, "--json", "--n-best", "2", stdin=PARAGRAPHS)
    objects = [json.loads(line) for line in ended.out.splitlines()]
    assert [found["source"] for found in objects] == PARAGRAPHS.splitlines()
    for found in objects:
        assert set(found) >= {
            "source", "target", "score", "hypotheses", "tokens", "alignment", "notices"
        }  # fmt: skip
        for token in found["tokens"]:
            assert token["text"] == found["target"][token["start"] : token["end"]]
            assert 0 <= token["probability"] <= 1
        for key, text in (("source_words", "source"), ("target_words", "target")):
            for word, start, end in found[key]:
                assert word == found[text][start:end]
        for target, source, weight in found["alignment"]:
            assert target < len(found["target_words"])
            assert source < len(found["source_words"])
            assert 0 <= weight <= 1.0001
        scores = [best["score"] for best in found["hypotheses"]]
        if found["source"].strip():
            assert found["hypotheses"][0]["text"] == found["target"]
            assert found["score"] == scores[0]
            assert len(scores) == 2
        else:
            assert (found["score"], scores) == (None, [])


def test_the_n_best_are_lines_with_their_scores(run: Run) -> None:
    ended = run("translate", *MODEL, "--n-best", "3", "--beam", "4", "A dog is here.")
    found = [line.split("\t") for line in ended.out.splitlines()]
    assert len({text for _, text in found}) == 3
    assert all(float(score) < 0 for score, _ in found)


def test_notices_name_their_line(run: Run) -> None:
    ended = run("translate", *MODEL, stdin="\nA dog.\n")
    assert ended.err == "" or all(line.startswith("line 2: ") for line in ended.err.splitlines())


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("--input", "nowhere.txt"), 2, "cannot be read"),
        (("--input", "latin.log"), 2, "is not UTF-8 text"),
        (("--input", "binary.txt"), 2, "holds no text, or its encoding is unknown"),
        (("--input", "good.txt", "--output", "good.txt"), 2, "--output is the file of --input"),
        (("--input", "good.txt", "--output", "no/such/folder.txt"), 2, "cannot be written"),
        (("--input", "good.txt", "word"), 2, "not both"),
        (("--n-best", "3", "--beam", "2", "word"), 2, "--n-best 3 needs a --beam"),
        (("--model", "other", "word"), 1, "no model named 'other'. Installed models: toy"),
        (("--to", "xx", "word"), 1, "no model"),
        (("--device", "gpu", "word"), 1, "not one of auto, cpu and cuda"),
        (("--beam", "0", "word"), 2, "--beam"),
    ],
)
def test_a_mistake_is_said_and_changes_nothing(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    status: int,
    says: str,
) -> None:
    (tmp_path / "good.txt").write_text("A dog.\n", encoding="utf-8")
    (tmp_path / "latin.log").write_bytes("Käse".encode("latin-1"))
    (tmp_path / "binary.txt").write_bytes(b"\x00\xff\x81")
    monkeypatch.chdir(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.glob("*.txt*")}
    ended = run("translate", *arguments)
    assert ended.status == status
    assert says in ended.err
    assert ended.out == ""
    assert {path: path.read_bytes() for path in tmp_path.glob("*.txt*")} == before


# --- attention ---


@pytest.mark.parametrize("kind", ["cross", "encoder", "decoder"])
def test_one_map_as_a_table_has_rows_that_sum_to_one(run: Run, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "map.csv"
    where = ("--kind", kind, "--layer", "1", "--head", "mean", "--output", file)
    ended = run("attention", *MODEL, *where, "A dog.")
    assert ended.status == 0, ended.err
    with file.open(encoding="utf-8", newline="") as opened:
        _, *rows = csv.reader(opened)
    weights = np.array([[float(cell) for cell in row[1:]] for row in rows])
    assert np.allclose(weights.sum(axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf", "json"])
def test_the_grid_is_saved_as_the_suffix_says(run: Run, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"grid.{suffix}"
    ended = run("attention", *MODEL, "--output", file, "A dog. Two men.")
    assert ended.status == 0, ended.err
    assert file.stat().st_size > 100
    assert "2 sentences; the first is shown" in ended.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--output", "map.bmp"), "saved as .png, .svg, .pdf, .csv, .json, not as map.bmp"),
        (("--output", "no/such/map.png"), "there is no folder"),
        (("--output", "map.png", "--head", "1"), "--head needs --layer"),
        (("--output", "map.png", "--layer", "9"), "--layer 9: the model has 2"),
        (("--output", "map.png", "--layer", "1", "--head", "9"), "--head 9: a layer has"),
        (("--output", "map.png", "--layer", "1", "--head", "x"), "not 'x'"),
        (("--output", "map.png", "--kind", "other"), "other"),
    ],
)
def test_attention_that_cannot_be_is_refused(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run("attention", *MODEL, *arguments, "A dog.")
    assert ended.status == 2
    assert says in ended.err
    assert not list(tmp_path.glob("map*"))


# --- models ---


def test_models_are_listed_exported_imported_and_removed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "it.translucent"
    assert "toy" in run("models", "list").out
    assert run("models", "info", "toy").out.startswith("# Toy\n")
    assert run("models", "export", "toy", file).status == 0
    assert run("models", "import", file, "--name", "again").out.startswith("Installed again")
    folder = tmp_path / "home" / "data" / "models" / "again"
    assert run("models", "import", folder, "--name", "third").status == 0
    assert run("models", "remove", "again", "--yes").out == "Removed again\n"
    listed = run("models", "list").out
    assert "third" in listed
    assert "again" not in listed


def test_removing_asks_first(run: Run) -> None:
    assert run("models", "remove", "toy", stdin="n\n").status == 1
    assert "toy" in run("models", "list").out
    assert run("models", "remove", "toy", stdin="y\n").status == 0
    assert "No model is installed" in run("models", "list").err or run("models", "list").out


def test_a_broken_model_is_listed_with_its_problem(run: Run, home: Path) -> None:
    (home / "data" / "models" / "toy" / "weights.safetensors").unlink()
    assert "cannot be used" in run("models", "list").out


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("import", "nowhere.translucent"), 1, "it cannot be read"),
        (("import", "junk.translucent"), 1, "not a zip archive"),
        (("export", "toy", "it.zip"), 2, "should end in .translucent"),
        (("export", "toy", "junk.translucent"), 2, "exists already"),
        (("export", "other", "new.translucent"), 1, "no model named 'other'"),
        (("remove", "other", "--yes"), 1, "no model named 'other'"),
        (("info", "other"), 1, "no model named 'other'"),
    ],
)
def test_what_cannot_be_done_with_models_is_said(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    status: int,
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "junk.translucent").write_bytes(b"junk" * 100)
    ended = run("models", *arguments)
    assert (ended.status, ended.out) == (status, "")
    assert says in ended.err
    assert (tmp_path / "junk.translucent").read_bytes() == b"junk" * 100
