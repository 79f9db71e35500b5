"""`translucent evaluate`: figures with their signatures, or the reason there are none."""

import gzip
import json
import math
from pathlib import Path

import pytest
import torch

from tests.support.commands import Run, runner
from tests.support.tokenizers import TARGET_TOKENS
from tests.support.translators import save_pieces_model, save_subword_model

SOURCE = "A dog is here.\nTwo young men are outside.\n"
REFERENCE = "Ein Hund ist hier.\nZwei junge Männer sind im Freien.\n"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    models = tmp_path / "home" / "data" / "models"
    save_subword_model(models / "toy")
    save_subword_model(models / "other", seed=5)
    save_subword_model(models / "back", source_language="de", target_language="en")
    (tmp_path / "it.en").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "it.de").write_text(REFERENCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    whole = runner(monkeypatch, capsys, tmp_path / "home")
    return lambda *arguments: whole("evaluate", "--model", "toy", *arguments)


def test_json_holds_every_figure_and_how_it_was_computed(run: Run) -> None:
    ended = run("--source", "it.en", "--reference", "it.de", "--json", "--device", "cpu")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.count("\n") == 1
    found = json.loads(ended.out)
    assert (found["model"], found["pairs"], found["device"]) == ("toy", 2, "cpu")
    assert found["beam_size"] == 2  # the model's own
    metrics = found["metrics"]
    assert {"bleu", "chrf", "perplexity", "teacher_forced_bleu"} <= metrics.keys()
    assert all(math.isfinite(value) for value in metrics.values())
    assert found["signatures"].keys() >= {"bleu", "chrf"}
    assert "version:" in found["signatures"]["chrf"]


def test_the_table_says_the_same_as_json(run: Run) -> None:
    files = ("--source", "it.en", "--reference", "it.de", "--beam", "1", "--length-penalty", "0.5")
    found = json.loads(run(*files, "--json").out)
    assert (found["beam_size"], found["length_penalty"]) == (1, 0.5)
    heading, *rows = run(*files).out.splitlines()
    assert heading.startswith("toy on 2 sentences, beam 1, length penalty 0.5, ")
    shown = {name: rest for name, *rest in map(str.split, rows)}
    for name, value in found["metrics"].items():
        if "second" not in name:  # how fast it went is another matter
            assert shown[name][0] == f"{value:.4f}"
            assert shown[name][1:] == found["signatures"].get(name, "").split()


@pytest.mark.parametrize("penalty", ["200", "nan"])
def test_a_length_penalty_out_of_range_is_refused(run: Run, penalty: str) -> None:
    files = ("--source", "it.en", "--reference", "it.de")
    ended = run(*files, "--length-penalty", penalty)
    assert (ended.status, ended.out) == (2, "")
    assert "--length-penalty" in ended.err


def test_a_model_differs_from_another_by_the_difference_of_their_bleu(run: Run) -> None:
    files = ("--source", "it.en", "--reference", "it.de")
    alone = json.loads(run(*files, "--json").out)
    found = json.loads(run(*files, "--against", "other", "--json").out)
    beside = found.pop("against")
    assert {**alone["metrics"], "sentences_per_second": 0} == {
        **found["metrics"], "sentences_per_second": 0
    }  # fmt: skip
    assert beside["model"] == "other"
    assert beside["metrics"].keys() == found["metrics"].keys()
    difference = found["metrics"]["bleu"] - beside["metrics"]["bleu"]
    assert beside["difference"] == pytest.approx(difference)
    assert beside["low"] <= beside["high"]
    assert 0 < beside["p_value"] <= 1
    heading, *rows, last = run(*files, "--against", "other").out.splitlines()
    assert heading.endswith("; compared with other")
    shown = {name: rest for name, *rest in map(str.split, rows)}
    assert shown["chrf"][1] == f"{beside['metrics']['chrf']:.4f}"
    assert last.startswith(f"BLEU {beside['difference']:+.4f}, 95 % interval ")
    assert last.endswith(f", p = {beside['p_value']:.4f}")


def test_a_model_is_no_better_than_itself(run: Run) -> None:
    ended = run("--source", "it.en", "--reference", "it.de", "--against", "toy", "--json")
    beside = json.loads(ended.out)["against"]
    assert [beside[name] for name in ("difference", "low", "high", "p_value")] == [0, 0, 0, 1]


def test_packed_text_is_read_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "packed.gz").write_bytes(gzip.compress(SOURCE.encode()))
    plain = json.loads(run("--source", "it.en", "--reference", "it.de", "--json").out)
    packed = json.loads(run("--source", "packed.gz", "--reference", "it.de", "--json").out)
    assert packed["metrics"]["bleu"] == plain["metrics"]["bleu"]
    assert packed["metrics"]["loss"] == plain["metrics"]["loss"]


def test_an_encoding_that_had_to_be_guessed_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "old.de").write_bytes(REFERENCE.encode("cp1252"))
    ended = run("--source", "it.en", "--reference", "old.de", "--json")
    assert ended.status == 0
    assert json.loads(ended.out)["pairs"] == 2
    assert ended.err.startswith("old.de is not UTF-8; it is read as ")


def test_the_languages_of_the_model_decide_how_text_is_encoded(run: Run, tmp_path: Path) -> None:
    (tmp_path / "long.en").write_text("A dog.\n" * 20, encoding="utf-8")
    (tmp_path / "old.de").write_bytes("Die Tür ist 1½ m breit.\n".encode("cp1252") * 20)
    ended = run("--source", "long.en", "--reference", "old.de", "--json")
    assert ended.status == 0
    assert ended.err.startswith("old.de is not UTF-8; it is read as cp1252")


def test_a_blank_line_counts_as_any_other(run: Run, tmp_path: Path) -> None:
    (tmp_path / "gap.en").write_text("A dog.\n\nTwo men.\n", encoding="utf-8")
    ended = run("--source", "gap.en", "--reference", "gap.en", "--json")
    assert ended.status == 0, ended.err
    assert json.loads(ended.out)["pairs"] == 3


def test_a_model_of_several_languages_is_scored_in_one_of_them(run: Run, tmp_path: Path) -> None:
    save_pieces_model(tmp_path / "home" / "data" / "models" / "many", decoding={"max_length": 12})
    arguments = ("--source", "it.en", "--reference", "it.de", "--model", "many", "--json")
    scores = {
        target: json.loads(run(*arguments, "--to", target).out)["metrics"]["perplexity"]
        for target in TARGET_TOKENS
    }
    assert len(set(scores.values())) == len(TARGET_TOKENS)
    compared = json.loads(run(*arguments, "--against", "toy").out)
    assert compared["against"]["model"] == "toy"
    assert "toy translates en → de, but many translates en → fr" in (
        run(*arguments, "--to", "fr", "--against", "toy").err
    )


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("--source", "it.en"), 2, "Missing option '--reference'"),
        (("--source", "no.en", "--reference", "it.de"), 1, "no.en cannot be used: there is no"),
        (("--source", "it.en", "--reference", "one.de"), 1, "it has 2 lines, but one.de has 1"),
        (("--source", "none", "--reference", "none"), 1, "it contains no sentences"),
        (
            ("--source", "torn", "--reference", "torn"),
            1,
            "torn, line 1 cannot be used: it contains a N",
        ),
        (("--source", "it.en", "--reference", "it.de", "--model", "x"), 1, "no model named 'x'"),
        (("--source", "it.en", "--reference", "it.de", "--beam", "0"), 2, "--beam"),
        (("--source", "it.en", "--reference", "it.de", "--against", "x"), 1, "no model named 'x'"),
        (
            ("--source", "it.en", "--reference", "it.de", "--against", "back"),
            2,
            "back translates de → en, but toy translates en → de",
        ),
        (("--source", "it.en", "--reference", "it.de", "--device", "cuda"), 1, "device 'cuda'"),
    ],
)
def test_what_cannot_be_measured_is_said(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: tuple[str, ...],
    status: int,
    says: str,
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    (tmp_path / "one.de").write_text("Ein Hund.\n", encoding="utf-8")
    (tmp_path / "none").touch()
    (tmp_path / "torn").write_bytes(b"A dog\0.\n")
    ended = run(*arguments)
    assert (ended.status, ended.out) == (status, "")
    assert says in ended.err
