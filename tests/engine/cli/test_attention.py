"""`translucent attention`: what is written is what was asked for, or nothing."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.attention.maps import SentenceAttention
from engine.attention.views import make_view
from engine.errors import EngineError
from engine.pipeline.inspector import Inspector
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from tests.support.commands import Ended, Run, runner
from tests.support.translators import save_subword_model

TEXT = "Two young men are outside."


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "data" / "models" / "toy"
    save_subword_model(folder)
    return folder


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    model: Path,
) -> Run:
    assert model.is_dir()
    monkeypatch.chdir(tmp_path)
    whole = runner(monkeypatch, capsys, tmp_path / "home")

    def attention(*arguments: str | Path) -> Ended:
        return whole("attention", "--model", "toy", *arguments)

    return attention


@pytest.fixture
def shown(model: Path) -> SentenceAttention:
    """Return what the command should show."""
    translator = Translator.open(model, device="cpu")
    (sentence,) = translator.translate(TranslationRequest(TEXT)).sentences
    return translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def sides(shown: SentenceAttention, kind: str) -> tuple[Any, tuple[str, ...], tuple[str, ...]]:
    """Return maps, rows and columns of a kind of attention."""
    return {
        "cross": (shown.maps.cross, shown.target_outputs, shown.source_tokens),
        "encoder": (shown.maps.encoder, shown.source_tokens, shown.source_tokens),
        "decoder": (shown.maps.decoder, shown.target_inputs, shown.target_inputs),
    }[kind]


@pytest.mark.parametrize("kind", ["cross", "encoder", "decoder"])
def test_the_grid_holds_every_layer_and_head(
    run: Run, shown: SentenceAttention, tmp_path: Path, kind: str
) -> None:
    ended = run("--kind", kind, "--output", "grid.json", TEXT)
    assert ended.status == 0, ended.err
    assert ended.out == f"{shown.target}\nWrote grid.json\n"
    maps, rows, columns = sides(shown, kind)
    grid = read(tmp_path / "grid.json")
    assert (tuple(grid["target"]), tuple(grid["source"])) == (rows, columns)
    assert np.allclose(grid["weights"], maps)
    assert kind.capitalize() in grid["title"]
    assert run("--kind", kind, "--output", "grid.csv", TEXT).status == 0
    with (tmp_path / "grid.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == maps.size


@pytest.mark.parametrize("kind", ["cross", "encoder", "decoder"])
def test_one_map_is_that_of_its_layer_and_head(
    run: Run, shown: SentenceAttention, tmp_path: Path, kind: str
) -> None:
    maps, rows, columns = sides(shown, kind)
    for layer, head in ((1, 1), (2, 4)):
        place = ("--layer", str(layer), "--head", str(head))
        assert run("--kind", kind, *place, "--output", "map.json", TEXT).status == 0
        one = read(tmp_path / "map.json")
        assert (tuple(one["target"]), tuple(one["source"])) == (rows, columns)
        assert np.allclose(one["weights"], maps[layer - 1, head - 1])
        assert one["title"].endswith(f"layer {layer}, head {head}")


def test_a_layer_alone_is_the_mean_of_its_heads(
    run: Run, shown: SentenceAttention, tmp_path: Path
) -> None:
    assert run("--layer", "2", "--output", "alone.json", TEXT).status == 0
    assert run("--layer", "2", "--head", "mean", "--output", "mean.json", TEXT).status == 0
    alone = read(tmp_path / "alone.json")
    assert alone == read(tmp_path / "mean.json")
    assert np.allclose(alone["weights"], shown.maps.cross[1].mean(axis=0), atol=1e-6)


@pytest.mark.parametrize("kind", ["cross", "encoder", "decoder"])
def test_words_can_stand_on_both_axes(
    run: Run, shown: SentenceAttention, tmp_path: Path, kind: Any
) -> None:
    assert run("--kind", kind, "--words", "--output", "grid.json", TEXT).status == 0
    assert run("--kind", kind, "--words", "--rollout", "--output", "one.json", TEXT).status == 0
    view = make_view(shown, kind, unit="words")
    grid, one = read(tmp_path / "grid.json"), read(tmp_path / "one.json")
    for found in (grid, one):
        assert found["target"] == [item.label for item in view.rows]
        assert found["source"] == [item.label for item in view.columns]
    assert "men" in grid["target" if kind == "encoder" else "source"] or kind == "decoder"
    assert np.allclose(grid["weights"], view.weights)
    assert np.allclose(one["weights"], view.rollout)
    assert one["title"] == f"{kind.capitalize()} attention, rollout"


def test_shifted_rows_are_the_steps_that_read(
    run: Run, shown: SentenceAttention, tmp_path: Path
) -> None:
    assert run("--shifted", "--layer", "2", "--output", "map.json", TEXT).status == 0
    found = read(tmp_path / "map.json")
    assert tuple(found["target"]) == shown.target_outputs[:-1]
    assert np.allclose(found["weights"], shown.maps.cross[1].mean(axis=0)[1:], atol=1e-6)


def test_an_empty_translation_has_nothing_to_align(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    attend = Inspector.attention
    monkeypatch.setattr(Inspector, "attention", lambda self, source, _: attend(self, source, ()))
    ended = run("--shifted", "--output", "map.json", TEXT)
    assert ended.status == 2
    assert "--shifted: the translation is empty" in ended.err
    assert not (tmp_path / "map.json").exists()


@pytest.mark.parametrize("name", ["map.PNG", "map.Csv", "map.pdf", "карта.svg"])
def test_suffixes_may_be_written_in_any_case(run: Run, tmp_path: Path, name: str) -> None:
    assert run("--output", name, "--layer", "1", TEXT).status == 0
    assert (tmp_path / name).stat().st_size > 100


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("--layer", "1", "--head", "0"), 2, "--head 0: a layer has 4"),
        (("--layer", "1", "--head", "5"), 2, "--head 5: a layer has 4"),
        (("--layer", "1", "--head=-1"), 2, "--head must be a number from 1 up, or mean, not '-1'"),
        (("--layer", "1", "--head", "²"), 2, "--head must be a number from 1 up, or mean, not '²'"),
        (("--layer", "1", "--head="), 2, "--head must be a number from 1 up, or mean, not ''"),
        (("--layer", "0"), 2, "--layer"),
        (("--layer", "3"), 2, "--layer 3: the model has 2"),
        (("--head", "mean"), 2, "--head needs --layer"),
        (("--rollout", "--layer", "1"), 2, "--rollout combines all layers"),
        (("--shifted", "--kind", "encoder"), 2, "--shifted applies only to cross maps"),
        (("--beam", "0"), 2, "--beam"),
        (("--device", "cuda"), 1, "The device 'cuda' cannot be used"),
        (("--model", "other"), 1, "no model named 'other'"),
        (("--from", "fr"), 1, "no model named 'toy' from 'fr'"),
    ],
)
def test_a_mistake_leaves_what_was_there(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: tuple[str, ...],
    status: int,
    says: str,
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    (tmp_path / "map.json").write_text("old", encoding="utf-8")
    ended = run(*arguments, "--output", "map.json", TEXT)
    assert (ended.status, ended.out) == (status, "")
    assert says in ended.err
    assert (tmp_path / "map.json").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--output", "map.bmp"), "must end in one of .png, .svg, .pdf, .csv, .json, not map.bmp"),
        (("--output", "no/such/map.png"), "there is no folder"),
        (("--output", "map.png", "--kind", "other"), "other"),
    ],
)
def test_what_cannot_be_saved_is_said(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    ended = run(*arguments, TEXT)
    assert ended.status == 2
    assert says in ended.err
    assert not list(tmp_path.glob("map*"))


def test_of_several_sentences_the_first_is_shown(run: Run) -> None:
    assert (
        "2 sentences; only the first is used" in run("--output", "map.json", "A dog. Two men.").err
    )


@pytest.mark.parametrize("text", ["", "  \n", "— … —"])
def test_there_must_be_something_to_translate(run: Run, tmp_path: Path, text: str) -> None:
    ended = run("--output", "map.json", text)
    assert ended.status == 2
    assert "the text contains nothing to translate" in ended.err
    assert not (tmp_path / "map.json").exists()


def test_without_an_output_it_says_which_option_is_missing(run: Run) -> None:
    ended = run(TEXT)
    assert ended.status == 2
    assert "Missing option '--output'" in ended.err


def test_a_translation_that_fails_writes_nothing(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(_: Translator, __: TranslationRequest) -> None:
        raise EngineError("It broke.")

    monkeypatch.setattr(Translator, "translate", fail)
    ended = run("--output", "map.png", TEXT)
    assert (ended.status, ended.err) == (1, "translucent: It broke.\n")
    assert not (tmp_path / "map.png").exists()
