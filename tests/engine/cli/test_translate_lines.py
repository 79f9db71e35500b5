"""`translucent translate`: lines keep their place, mistakes are said."""

import json
from pathlib import Path

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


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("--input", "nowhere.txt"), 2, "cannot be read"),
        (("--input", "latin.log"), 2, "is not UTF-8 text"),
        (("--input", "binary.txt"), 2, "contains no text, or its encoding is unknown"),
        (
            ("--input", "good.txt", "--output", "good.txt"),
            2,
            "--output is the same file as --input",
        ),
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
