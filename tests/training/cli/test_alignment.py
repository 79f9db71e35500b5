"""`translucent evaluate-alignment`: a table and JSON that say the same, or why there is none."""

import json
from pathlib import Path

import pytest

from tests.support.commands import Run, runner
from tests.support.translators import save_subword_model

GOLD = (
    "id\ten\tde\tlinks\n"
    "1\tA dog is here.\tEin Hund ist hier.\t0-0 1-1 2-2 3-3 4-4\n"
    "2\tTwo young men are outside.\tZwei junge Männer sind im Freien.\t"
    "0-0 1-1 2-2 3-3 4p4 4-5 5-6\n"
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    models = tmp_path / "home" / "data" / "models"
    save_subword_model(models / "toy")
    save_subword_model(models / "plain", alignment=None)
    save_subword_model(models / "back", seed=5, source_language="de", target_language="en")
    (tmp_path / "gold.tsv").write_text(GOLD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    whole = runner(monkeypatch, capsys, tmp_path / "home")
    return lambda *arguments: whole("evaluate-alignment", *arguments)


@pytest.mark.parametrize("reverse", [(), ("--reverse", "back")])
def test_the_table_says_the_same_as_json(run: Run, reverse: tuple[str, ...]) -> None:
    arguments = ("--model", "toy", "--gold", "gold.tsv", *reverse)
    ended = run(*arguments, "--json", "--device", "cpu")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.count("\n") == 1
    found = json.loads(ended.out)
    assert (found["model"], found["pairs"]) == ("toy", 2)
    assert found["reverse"] == ("back" if reverse else None)
    scores = found["scores"]
    assert ("grow-diag" in scores) == ("grow-diag of the best" in scores) == bool(reverse)
    chosen = scores["chosen"]
    assert (chosen["layer"], chosen["head"], chosen["shifted"]) == (1, None, True)
    assert chosen in found["maps"]
    heading, _, *rows = run(*arguments).out.splitlines()
    assert heading == f"toy{' with back' if reverse else ''} on 2 sentences"
    shown = {row[:24].strip(): row[24:].split() for row in rows}
    assert list(shown) == list(scores)
    for name, score in scores.items():
        figures = [score[figure] for figure in ("error_rate", "precision", "recall")]
        assert shown[name][:3] == [f"{100 * figure:.1f}" for figure in figures]
    assert " ".join(shown["chosen"][3:]) == (
        "layer 2, mean of all heads, at the position that reads the word"
    )


def test_a_model_that_names_no_map_has_no_chosen_one(run: Run) -> None:
    ended = run("--model", "plain", "--gold", "gold.tsv", "--reverse", "back", "--json")
    assert list(json.loads(ended.out)["scores"]) == [
        "naive",
        "best unshifted",
        "best shifted",
        "grow-diag of the best",
    ]


def test_both_directions_read_the_same_table(run: Run) -> None:
    ended = run("--model", "back", "--gold", "gold.tsv", "--reverse", "toy", "--json")
    assert ended.status == 0, ended.err
    turned = json.loads(ended.out)["scores"]
    scores = json.loads(
        run("--model", "toy", "--gold", "gold.tsv", "--reverse", "back", "--json").out
    )["scores"]
    for name in ("intersection", "union", "grow-diag", "grow-diag of the best"):
        assert turned[name] == scores[name]


def test_pairs_too_long_are_counted(run: Run, tmp_path: Path) -> None:
    long = f"3\t{'A ' * 200}\tB\t0-0\n"
    (tmp_path / "gold.tsv").write_text(GOLD + long, encoding="utf-8")
    out = run("--model", "toy", "--gold", "gold.tsv").out
    assert out.startswith("toy on 2 sentences, 1 too long or without words\n")


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        ((), 2, "Missing option '--gold'"),
        (("--gold", "none.tsv"), 1, "none.tsv cannot be used: there is no such file"),
        (("--gold", "fr.tsv"), 1, "columns must be id, en, de, links"),
        (("--gold", "long.tsv"), 1, "no pair is short enough for the model"),
        (
            ("--gold", "gold.tsv", "--reverse", "plain"),
            2,
            "plain translates en → de, which is not the opposite of toy",
        ),
        (("--gold", "gold.tsv", "--reverse", "x"), 1, "no model named 'x'"),
    ],
)
def test_what_cannot_be_measured_is_said(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], status: int, says: str
) -> None:
    (tmp_path / "fr.tsv").write_text("id\ten\tfr\tlinks\n", encoding="utf-8")
    long = f"id\ten\tde\tlinks\n3\t{'A ' * 200}\tB\t0-0\n"
    (tmp_path / "long.tsv").write_text(long, encoding="utf-8")
    ended = run("--model", "toy", *arguments)
    assert (ended.status, ended.out) == (status, "")
    assert says in " ".join(ended.err.split())
