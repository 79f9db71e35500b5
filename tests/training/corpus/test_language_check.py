"""Text in the wrong language: found on either side, and hardly a good pair with it."""

from pathlib import Path

import pytest

from training.corpus import language_check
from training.corpus.language_check import in_wrong_language
from training.corpus.layouts import read_folder
from training.corpus_formats.packed_pairs import pack
from training.corpus_formats.pair_files import read_tsv
from training.corpus_formats.sentence_pair import SentencePair

WRONG = [
    SentencePair(
        "The dogs were playing in the garden.", "The dogs were playing in the garden all day."
    ),
    SentencePair("Ich habe den Zug leider verpasst.", "Ich habe gestern den Zug verpasst."),
    SentencePair("You may play our games.", "Vous pouvez jouer à tous nos jeux."),
    SentencePair("Estos datos te ayudarán a elegir.", "Diese Angaben helfen dir bei der Auswahl."),
]
FINE = [
    SentencePair("Open the file", "Datei öffnen"),
    SentencePair("Johann Sebastian Bach, Leipzig 1723", "Johann Sebastian Bach, Leipzig 1723"),
    SentencePair("rm -rf build dist --verbose", "rm -rf build dist --verbose"),
    SentencePair("Goodbye forever, my friend.", "Leb für immer wohl, mein Freund."),
]


@pytest.mark.parametrize("is_much", [False, True])
def test_the_wrong_language_is_found_on_either_side(
    shared_data: Path, monkeypatch: pytest.MonkeyPatch, is_much: bool
) -> None:
    if is_much:  # the captions say which words are common
        monkeypatch.setattr(language_check, "FEW", 300)
        text = [*read_folder(shared_data / "multi30k", ("en", "de")).validation]
    else:
        text = []
    found = in_wrong_language(pack([*WRONG, *FINE, *text]), ("en", "de"))
    assert found.tolist() == [True] * len(WRONG) + [False] * (len(FINE) + len(text))
    turned = in_wrong_language(pack([*WRONG, *FINE, *text]).swapped(), ("de", "en"))
    assert turned.tolist() == found.tolist()


def test_a_language_that_nobody_knows_is_never_wrong() -> None:
    assert not in_wrong_language(pack(WRONG), ("tlh", "xx")).any()


def test_good_pairs_are_kept(shared_data: Path) -> None:
    dev = shared_data / "general" / "dev.tsv"
    if not dev.is_file():
        pytest.skip(f"no {dev}")
    pairs = read_tsv(dev)
    assert len(pairs) == 2000
    assert in_wrong_language(pairs, ("en", "de")).sum() <= 2
