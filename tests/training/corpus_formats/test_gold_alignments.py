"""Alignments of a person are read in the direction of a model, or refused with the place."""

import gzip
from pathlib import Path

import pytest

from engine.tokenizers.encoding import find_words
from training.corpus_formats.gold_alignments import read_gold
from training.corpus_formats.sentence_pair import SentencePair
from training.errors import CorpusError

GOLD = Path(__file__).parents[2] / "data" / "alignments" / "multi30k-test2016.en-de.tsv"
HEADING = "id\ten\tde\tlinks\n"
LINE = "7\tA dog runs.\tDer Hund läuft los.\t0p0 1-1 2-2 2p3 3-4\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "gold.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_links_are_pair_target_word_source_word(tmp_path: Path) -> None:
    gold = read_gold(write(tmp_path, HEADING + LINE + "8\tA.\tB.\t\n" + LINE), ("en", "de"))
    assert gold.pairs[0] == SentencePair("A dog runs.", "Der Hund läuft los.")
    assert len(gold.pairs) == 3
    assert {link[1:] for link in gold.sure if link[0] == 0} == {(1, 1), (2, 2), (4, 3)}
    assert gold.possible == {(0, 0, 0), (0, 3, 2), (2, 0, 0), (2, 3, 2)}


def test_a_model_of_the_other_direction_gets_them_turned(tmp_path: Path) -> None:
    path = write(tmp_path, HEADING + LINE)
    there, back = read_gold(path, ("en", "de")), read_gold(path, ("de", "en"))
    assert back.pairs == tuple(SentencePair(pair.target, pair.source) for pair in there.pairs)
    assert back.sure == {(pair, source, target) for pair, target, source in there.sure}
    assert back.possible == {(0, 0, 0), (0, 2, 3)}


def test_a_packed_table_is_read_too(tmp_path: Path) -> None:
    plain = write(tmp_path, HEADING + LINE)
    packed = tmp_path / "gold.tsv.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read_gold(packed, ("en", "de")) == read_gold(plain, ("en", "de"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1 .*columns must be id, en, de, links.*begins with ''"),
        ("id\ten\tfr\tlinks\n", "line 1 .*columns must be id, en, de, links"),
        (HEADING, "it contains no sure links"),
        (HEADING + "1\tA\tB\t0p0\n", "it contains no sure links"),
        (HEADING + LINE + "8\tA dog.\tEin Hund.\n", "line 3 .*it has 3 columns instead of 4"),
        (HEADING + "1\tA\tB\t0:0\n", "line 2 .*'0:0' is not a link such as 0-1 or 0p1"),
        (HEADING + "1\tA\tB\t0-١\n", "line 2 .*is not a link such as"),
        (HEADING + "1\tA\tB c\t1-0\n", "'1-0' links a word .*the sentences have 1 and 2 words"),
        (HEADING + "1\tA\tB c\t0-2\n", "'0-2' links a word .*the sentences have 1 and 2 words"),
        (HEADING + "1\tA\tB\t0-0 0p0\n", "'0p0' links the same two words again"),
    ],
)
def test_what_is_not_as_it_should_be_is_said_with_its_place(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(CorpusError, match=says):
        read_gold(write(tmp_path, text), ("en", "de"))


# --- the captions that were aligned by hand ---


def test_a_sixth_of_a_thousand_captions_was_aligned() -> None:
    lines = GOLD.read_text(encoding="utf-8").splitlines()
    assert [int(line.split("\t")[0]) for line in lines[1:]] == list(range(1, 896, 6))
    gold = read_gold(GOLD, ("en", "de"))
    assert (len(gold.sure), len(gold.possible)) == (1451, 309)
    readme = (GOLD.parent / "README.md").read_text(encoding="utf-8")
    assert "1,451 sure and 309 possible" in readme


def test_equal_marks_that_end_both_sentences_are_linked() -> None:
    """They would not be if words were found in another way than when they were aligned."""
    gold = read_gold(GOLD, ("en", "de"))
    for number, pair in enumerate(gold.pairs):
        last_source, last_target = (find_words(text)[-1] for text in pair)
        marks = pair.source[slice(*last_source)], pair.target[slice(*last_target)]
        if all(mark.endswith(".") or mark.startswith(".") for mark in marks):
            ends = len(find_words(pair.target)) - 1, len(find_words(pair.source)) - 1
            assert (number, *ends) in gold.sure


def test_most_words_have_a_link() -> None:
    gold = read_gold(GOLD, ("en", "de"))
    all_links = gold.sure | gold.possible
    for side, name in ((2, "source"), (1, "target")):
        linked = {(link[0], link[side]) for link in all_links}
        words = [
            (number, at)
            for number, pair in enumerate(gold.pairs)
            for at, (start, _) in enumerate(find_words(getattr(pair, name)))
            if getattr(pair, name)[start].isalnum()
        ]
        assert len(linked & set(words)) / len(words) > 0.98
