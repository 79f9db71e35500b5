"""IWSLT 2014: as released, and as others prepare it."""

from pathlib import Path

import pytest

from tests.support.pairs import numbered, write_aligned, write_lines
from training.corpus.corpus import read_corpus
from training.recipe import load_recipe

RECIPE = load_recipe("iwslt14-de-en").corpus


@pytest.mark.parametrize("end", ["", ".gz"])
@pytest.mark.parametrize("style", ["{}", "{}.de-en"])
def test_iwslt14_may_be_plain_or_prepared(tmp_path: Path, style: str, end: str) -> None:
    for name, count in (("train", 9), ("valid", 3), ("test", 2)):
        write_aligned(tmp_path, style.format(name), numbered(count, name), end)
    corpus = read_corpus(RECIPE, "en", "de", [tmp_path])
    assert corpus.train == numbered(9, "train")
    assert corpus.validation == numbered(3, "valid")
    assert corpus.test == numbered(2, "test")
    assert not corpus.is_held_out


def test_the_release_of_iwslt14_is_read_both_ways(tmp_path: Path) -> None:
    for language, words in (("de", "Hallo"), ("en", "Hello & welcome")):
        lines = ["<url>http://x</url>", "<title>T</title>", words, f"{words} 2", "</doc>"]
        write_lines(tmp_path / "de-en" / f"train.tags.de-en.{language}", lines)
        for kind in ("dev2010", "tst2010", "tst2011"):
            marked = [f'<seg id="1"> {words.replace("&", "&amp;")} {kind} </seg>', "</doc>"]
            name = f"IWSLT14.TED.{kind}.de-en.{language}.xml"
            write_lines(tmp_path / "de-en" / name, ["<mteval>", *marked])
    forth = read_corpus(RECIPE, "de", "en", [tmp_path])
    assert forth.train == (("Hallo", "Hello & welcome"), ("Hallo 2", "Hello & welcome 2"))
    assert forth.validation == (("Hallo dev2010", "Hello & welcome dev2010"),)
    assert [pair.source for pair in forth.test] == ["Hallo tst2010", "Hallo tst2011"]
    back = read_corpus(RECIPE, "en", "de", [tmp_path])
    assert back.train == tuple((b, a) for a, b in forth.train)
