"""The benchmarks of whole files run the real program and count what they gave it."""

import re
import sys
from pathlib import Path

import pytest

from benchmarks import documents, growth
from benchmarks.program_run import translate_file
from benchmarks.texts import captions

MODEL = Path(__file__).parents[2] / "resources" / "models" / "en-de-multi30k"


def test_captions_are_all_different() -> None:
    assert len(set(captions(100_000))) == 100_000


def test_a_text_is_cut_after_the_sentence_that_completes_its_words() -> None:
    sentences = ["One two.", "Three four five.", "Six."]
    assert documents.first_words(sentences, 3) == sentences[:2]
    with pytest.raises(SystemExit, match="only 6 words"):
        documents.first_words(sentences, 7)


@pytest.mark.slow
def test_the_program_translates_a_file_in_a_process_of_its_own() -> None:
    run = translate_file(MODEL, captions(2), threads=1)
    assert run.processor_seconds > 0
    assert run.seconds > 0
    assert 100 < run.peak_memory < 2000


def test_a_failure_of_the_program_is_told(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="is not here"):
        translate_file(tmp_path / "is not here", captions(1), threads=1)


@pytest.mark.slow
def test_growth_prints_a_row_for_each_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "growth.svg"
    options = ["--model", MODEL, "--lengths", "4", "8", "--sentences", "2", "3", "--rounds", "1"]
    options += ["--engines", "ours-pytorch", "ctranslate2-float32"]
    monkeypatch.setattr(sys, "argv", ["growth", *map(str, options), "--plot", str(picture)])
    growth.main()
    printed = capsys.readouterr().out
    rows = re.findall(r"^\| (\d+) \|", printed, re.MULTILINE)
    assert rows == ["2", "3", "4", "4", "8", "8"]
    assert picture.exists()
