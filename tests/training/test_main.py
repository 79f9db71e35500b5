"""`python -m training`: the part of the command that needs to know no folders."""

import sys
from pathlib import Path

import pytest

from tests.support.model_folders import save_toy_model
from training import __main__ as program


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> int:
    """Run the program and give its exit status."""
    monkeypatch.setattr(sys, "argv", ["training", *map(str, arguments)])
    monkeypatch.setenv("COLUMNS", "200")
    try:
        return program.main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0


def test_without_a_verb_it_explains_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch) == 2
    said = "".join(capsys.readouterr())
    assert "train" in said
    assert "recipes" in said


def test_recipes_are_at_hand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "recipes", "list") == 0
    assert "reverse" in capsys.readouterr().out


def test_text_is_translated_by_a_model_that_its_folder_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    save_toy_model(tmp_path / "toy", seed=0, decoding={"beam_size": 3, "max_length": 40})
    source, output = tmp_path / "some.en", tmp_path / "out.tsv"
    source.write_text("w4 w5 w6\nw7\n", encoding="utf-8")
    files = ("--input", source, "--output", output, "--device", "cpu")
    assert run(monkeypatch, "synthesize", "--model", tmp_path / "toy", *files) == 0
    assert output.read_text(encoding="utf-8").startswith("en\tde\tsynthetic\n")
    output.unlink()
    assert run(monkeypatch, "synthesize", "--model", "toy", *files) == 1
    assert "There is no model named 'toy'" in capsys.readouterr().err
    assert not output.exists()


@pytest.mark.parametrize("verb", ["data", "evaluate", "self-test"])
def test_what_needs_folders_is_left_to_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    assert run(monkeypatch, verb) == 2
    assert f"No such command '{verb}'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("reverse",), 2, "--output is needed here"),
        (("no-such", "--output", "run"), 1, "training: The recipe cannot be used"),
        (("reverse", "--device", "gpu", "--output", "run"), 1, "training: The device 'gpu' cannot"),
        (("--resume", "run"), 1, "there is no run to resume"),
        (("multi30k-tiny", "--output", "run"), 1, "give it with --data"),
    ],
)
def test_a_mistake_is_one_message_and_makes_no_run(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    arguments: tuple[str, ...],
    status: int,
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, "train", *arguments) == status
    assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
