"""The benchmark of hints finds the nouns that are looked up, in whatever form a text has them."""

from pathlib import Path

import pytest

from benchmarks.hints import find_sentences, main, says
from engine.dictionary.dictionary import Dictionary
from engine.dictionary.making import write_dictionary
from engine.tokenizers.subword import HINT_TAGS
from tests.support.tokenizers import toy_subwords
from tests.support.translators import save_subword_model


@pytest.fixture
def dictionary(tmp_path: Path) -> Dictionary:
    entries = [("bicycle", "Fahrrad", 2), ("bicycle", "Rad", 1), ("power station", "Kraftwerk", 1)]
    write_dictionary(entries, {"en": {"bicycles": "bicycle"}, "de": {}}, tmp_path / "d.sqlite3")
    return Dictionary(tmp_path / "d.sqlite3", ("en", "de"))


def test_words_are_found_in_any_form_and_only_together() -> None:
    assert says("Zwei Fahrräder stehen da.", "Fahrrad", "de")
    assert not says("Zwei Fahrradhelme liegen da.", "Fahrrad", "de")
    assert says("They closed two power stations.", "power station", "en")
    assert not says("The power of a station.", "power station", "en")


def test_a_noun_counts_where_the_reference_has_a_translation(dictionary: Dictionary) -> None:
    pairs = [
        ("My bicycles.", "Meine Räder."),
        ("My bicycles.", "Meine Drahtesel."),
        ("My xyzzies.", "Meine Dinger."),
    ]
    first, second = find_sentences(pairs, toy_subwords("bpe"), dictionary, None)
    assert (first.source, first.reference) == pairs[0]
    assert [(noun.word, noun.right) for noun in first.nouns] == [("bicycles", ("Rad",))]
    assert second.nouns == ()


def test_a_row_is_printed_for_each_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TRANSLUCENT_DATA", raising=False)
    save_subword_model(tmp_path / "tiny", tags=HINT_TAGS)
    words = ["hints", "--sentences", "3", str(tmp_path / "tiny")]
    monkeypatch.setattr("sys.argv", words)
    main()
    head, row, *_ = capsys.readouterr().out.splitlines()
    name, text, sentences, *_, signature = row.split(" | ")
    assert len(row.split(" | ")) == len(head.split(" | "))
    assert (name, text) == ("toy", "held-out.tsv")
    assert sentences == "3 of 500"
    assert signature.startswith("nrefs:1")
