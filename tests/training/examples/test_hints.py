"""Hints in training pairs: what the dictionary says, and the target says too."""

from pathlib import Path

import pytest

from engine.dictionary.dictionary import Dictionary
from engine.dictionary.making import write_dictionary
from engine.languages.lemmas import lemma_of
from training.corpus_formats.sentence_pair import SentencePair
from training.errors import CorpusError
from training.examples.hints import HintWriter
from training.preflight import HintCounts

ENTRIES = [
    ("bicycle", "Fahrrad", 3),
    ("bicycle", "Rad", 3),
    ("push-bike", "Fahrrad", 1),
    ("mountain bike", "Geländefahrrad", 1),
    ("lady's bicycle", "Damenfahrrad", 1),
    ("house", "Haus", 3),
    ("to sleep", "schlafen", 2),
    ("tap", "Hahn", 1),
    ("hammer", "Hammer", 1),
]
FORMS = {
    "en": {"bicycles": "bicycle", "slept": "sleep"},
    "de": {"fahrräder": "fahrrad", "schlief": "schlafen"},
}
PAIRS = [
    SentencePair("The bicycles are behind the house.", "Die Fahrräder stehen hinter dem Haus."),
    SentencePair("He slept.", "Er schlief."),
    SentencePair("The house is old.", "Das Haus ist alt."),
    SentencePair("Nothing is known of this.", "Davon ist nichts bekannt."),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_dictionary(ENTRIES, FORMS, tmp_path / "small.sqlite3")
    return tmp_path / "small.sqlite3"


def writer(file: Path, direction: tuple[str, str]) -> HintWriter:
    return HintWriter(Dictionary(file, direction))


def swapped(pairs: list[SentencePair]) -> list[SentencePair]:
    return [SentencePair(pair.target, pair.source) for pair in pairs]


@pytest.mark.parametrize("direction", [("en", "de"), ("de", "en")])
def test_hints_say_what_the_target_says(file: Path, direction: tuple[str, str]) -> None:
    # Enough other pairs, so that no word is frequent.
    other = [SentencePair(f"word{n}", f"wort{n}") for n in range(400)]
    pairs = dict(enumerate((PAIRS if direction[0] == "en" else swapped(PAIRS)) + other))
    kinds = set()
    for seed in range(60):
        hinted = writer(file, direction).write(pairs, 1.0, [seed])
        assert hinted.keys() <= {0, 1, 2}
        for place, (pair, hints) in hinted.items():
            assert pair.source == pairs[place].source
            ends = 0
            for hint in hints:
                assert ends <= hint.start < hint.end <= len(pair.source)
                ends = hint.end
                said = [lemma_of(word, direction[1]) for word in pair.target.strip(".").split()]
                assert any(lemma_of(words, direction[1]) in said for words in hint.words)
            if pair.target != pairs[place].target:
                kinds.add("another word")
            kinds.update(f"{len(hint.words)} candidates" for hint in hints)
    assert kinds >= {"another word", "1 candidates", "2 candidates"}


def test_the_seed_decides_which_hints_there_are(file: Path) -> None:
    pairs = dict(enumerate(PAIRS * 30))
    first, again, other = (
        writer(file, ("en", "de")).write(pairs, 0.5, [seed]) for seed in (1, 1, 2)
    )
    assert first == again
    assert first.keys() != other.keys()


def test_a_share_of_zero_gives_none(file: Path) -> None:
    assert writer(file, ("en", "de")).write(dict(enumerate(PAIRS)), 0.0, [1]) == {}


@pytest.mark.parametrize("direction", [("en", "de"), ("de", "en")])
def test_what_is_counted_is_what_is_written(file: Path, direction: tuple[str, str]) -> None:
    other = [SentencePair(f"word{n}", f"wort{n}") for n in range(400)]
    pairs = (PAIRS if direction[0] == "en" else swapped(PAIRS)) + other
    for seed in range(20):
        counts = writer(file, direction).count(pairs, [seed])
        hinted = writer(file, direction).write(dict(enumerate(pairs)), 1.0, [seed])
        hints = [(hint, one.pair.target) for one in hinted.values() for hint in one.hints]
        assert (counts.read, counts.hinted) == (len(pairs), len(hinted))
        assert counts.in_dictionary_form + counts.as_in_target == len(hints)
        assert counts.with_several_candidates == sum(len(hint.words) > 1 for hint, _ in hints)
        assert counts.as_in_target == sum(
            any(words in target.strip(".").split() for words in hint.words)
            for hint, target in hints
        )
        assert counts.for_several_words == 0


def test_a_phrase_is_counted_as_several_words(file: Path) -> None:
    pairs = [SentencePair("a mountain bike", "ein Geländefahrrad")]
    pairs += [SentencePair(f"word{n}", f"wort{n}") for n in range(400)]
    counts = writer(file, ("en", "de")).count(pairs, [1])
    assert (counts.hinted, counts.for_several_words) == (1, 1)


def test_no_text_has_no_hints(file: Path) -> None:
    assert writer(file, ("en", "de")).count([], [1]) == HintCounts(read=0, hinted=0)


def test_without_a_dictionary_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dictionary, "find", lambda *_: None)
    with pytest.raises(CorpusError, match="hints need it, and it is missing"):
        HintWriter.find("en", "de")
