"""Corrections are kept as a table that training reads: each sentence once, for its owner alone."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.storage.corrections import Corrections
from training.corpus_formats.pair_files import read_tsv

DIRECTION = ("en", "de")
PAIRS = [("Two dogs.", "Zwei Hunde."), ("A cat.", "Eine Katze.")]


def test_what_is_kept_is_read_by_training(tmp_path: Path) -> None:
    corrections = Corrections(tmp_path / "corrections")
    assert corrections.count(*DIRECTION) == 0
    assert corrections.add(PAIRS, *DIRECTION) == 2
    assert corrections.count(*DIRECTION) == 2
    read = read_tsv(corrections.path(*DIRECTION), direction=DIRECTION)
    assert [(pair.source, pair.target) for pair in read] == PAIRS


def test_a_sentence_is_kept_once_with_its_newest_translation(tmp_path: Path) -> None:
    corrections = Corrections(tmp_path)
    corrections.add(PAIRS, *DIRECTION)
    assert corrections.add([*PAIRS, ("A cat.", "Die Katze.")], *DIRECTION) == 1
    assert corrections.count(*DIRECTION) == 2
    assert "Die Katze." in corrections.path(*DIRECTION).read_text(encoding="utf-8")
    assert corrections.count("de", "en") == 0


@given(sentence=st.text(), translation=st.text())
def test_no_text_breaks_the_table(
    tmp_path_factory: pytest.TempPathFactory, sentence: str, translation: str
) -> None:
    corrections = Corrections(tmp_path_factory.mktemp("kept"))
    corrections.add([*PAIRS, (sentence, translation)], *DIRECTION)
    is_pair = bool(sentence.split()) and bool(translation.split())
    assert corrections.count(*DIRECTION) == 2 + is_pair


def test_bytes_that_are_not_text_stay(tmp_path: Path) -> None:
    corrections = Corrections(tmp_path)
    table = corrections.path(*DIRECTION)
    table.write_bytes(b"en\tde\nOne.\tEin\xff.\n")
    assert corrections.add(PAIRS, *DIRECTION) == 2
    assert b"One.\tEin\xff.\n" in table.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="its files have no such modes")
def test_the_table_is_for_its_owner_alone(tmp_path: Path) -> None:
    corrections = Corrections(tmp_path)
    for _ in range(2):
        corrections.add(PAIRS, *DIRECTION)
        assert corrections.path(*DIRECTION).stat().st_mode & 0o777 == 0o600
