"""`translucent self-test`: it passes where all is well, and says which part is not."""

import sys
from pathlib import Path

import pytest

from desktop import self_test
from desktop.self_test import SelfTestError
from desktop.storage import paths
from engine.translation import TranslationRequest
from tests.support.commands import Run, runner
from tests.support.model_folders import tree
from tests.support.translators import save_subword_model


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a program that ships one small model, in a home of its own."""
    save_subword_model(tmp_path / "program" / "resources" / "models" / "toy")
    monkeypatch.setattr(
        "desktop.storage.paths.resources", lambda: tmp_path / "program" / "resources"
    )
    return runner(monkeypatch, capsys, tmp_path / "home")


@pytest.mark.slow
def test_it_passes_with_the_models_that_ship(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ended = runner(monkeypatch, capsys, tmp_path / "home")("self-test")
    assert ended.status == 0, ended.err
    assert ended.out.endswith("Everything works.\n")


def test_without_a_model_it_fails(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(paths, "resources", lambda: tmp_path)
    monkeypatch.setattr(self_test, "_train", lambda _: "nothing")
    ended = run("self-test")
    assert ended.status == 1
    assert ended.err.count("FAILED") == 3


@pytest.mark.slow
def test_everything_works_and_nothing_is_left_behind(run: Run, tmp_path: Path) -> None:
    before = tree(tmp_path)
    ended = run("self-test")
    assert ended.status == 0, ended.err
    *checks, last = ended.out.splitlines()
    assert [line.partition(":")[0] for line in checks] == [
        "ok  translate",
        "ok  detect a language",
        "ok  draw attention",
        "ok  export and import a model",
        "ok  save history",
        "ok  train 10 steps",
    ]
    assert all(line.endswith(" s)") for line in checks)
    assert last == "Everything works."
    assert tree(tmp_path) == before


def test_a_language_that_is_not_told_fails(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def tell_nothing(_text: str, _source: str, _target: str) -> None:
        return None

    monkeypatch.setattr(self_test, "other_language", tell_nothing)
    monkeypatch.setattr(self_test, "_train", lambda _run: "trained")
    ended = run("self-test")
    assert ended.status == 1
    assert "FAILED  detect a language: SelfTestError:" in ended.err


def test_one_part_that_fails_is_named_and_the_others_are_tried(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> str:
        raise SelfTestError("it ended with status 3")

    monkeypatch.setattr(self_test, "_train", fail)
    ended = run("self-test")
    assert ended.status == 1
    assert ended.out.count("ok  ") == 5
    assert ended.err == "FAILED  train 10 steps: SelfTestError: it ended with status 3\n"
    assert "Everything works" not in ended.out


def test_a_translation_that_is_none_is_a_failure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Echo:
        """A translator that gives back what it is given."""

        def translate(self, request: TranslationRequest) -> object:
            return type("Translation", (), {"target": request.text})

    monkeypatch.setattr(self_test, "_train", lambda _: "trained")
    monkeypatch.setattr(self_test, "open_engine", lambda *_: Echo())
    ended = run("self-test")
    assert ended.status == 1
    sentence = "Two dogs are playing in the snow."
    assert f"FAILED  translate: SelfTestError: {sentence!r} became {sentence!r}" in ended.err


@pytest.mark.slow
def test_a_training_that_fails_says_what_it_said(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("in the way", encoding="utf-8")
    with pytest.raises(SelfTestError, match="it cannot be written"):
        self_test._train(tmp_path / "run")


def test_a_training_that_dies_is_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    dying = [sys.executable, "-c", "raise SystemExit(3)"]
    monkeypatch.setattr(paths, "command_line", lambda: dying)
    with pytest.raises(SelfTestError, match="training ended with status 3 and no model"):
        self_test._train(tmp_path / "run")
