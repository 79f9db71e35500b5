"""Which words of a sentence get a hint from the dictionary."""

from pathlib import Path

import pytest

from engine.dictionary.dictionary import Dictionary
from engine.dictionary.making import write_dictionary
from engine.models.known_words import KnownWords, pack_words
from engine.pipeline.rewriting.preprocess import Reading, preprocess
from engine.pipeline.rewriting.rare_nouns import (
    FEWEST_PIECES,
    RareNouns,
    rare_nouns,
)
from engine.tokenizers.hints import Hint
from engine.tokenizers.subword import HINT_TAGS
from tests.support.translators import tiny_translator, translate
from training.examples.subwords import learn_bpe

LETTERS = "The tree and green T S a b c d e f g h i j k l m n o p q r s t u v w x y z , . 1 2 3"
TOKENIZER = learn_bpe([LETTERS] * 9, vocab_size=330).with_tags(HINT_TAGS)
NOUNS = {
    "tree": "Baum",
    "tree house": "Baumhaus",
    "green tree": "grüner Baum",
    "hollyhock": "Stockrose",
    "the": "DIE",
    "xyz": "XYZ",
    "a1b2c3": "Code",
}
FORMS = {"en": {"hollyhocks": "hollyhock"}, "de": {}}
SENTENCE = "The tree and the hollyhock, xyz a1b2c3, blabbermouth."


@pytest.fixture
def dictionary(tmp_path: Path) -> Dictionary:
    write_dictionary([(en, de, 1) for en, de in NOUNS.items()], FORMS, tmp_path / "d.sqlite3")
    return Dictionary(tmp_path / "d.sqlite3", ("en", "de"))


@pytest.fixture
def look_up(dictionary: Dictionary) -> RareNouns:
    return RareNouns(dictionary, None)


def test_words_in_many_pieces_that_the_dictionary_has_get_a_hint(look_up: RareNouns) -> None:
    encoding = TOKENIZER.encode(SENTENCE)
    start = SENTENCE.index("hollyhock")
    (hint,) = rare_nouns(SENTENCE, encoding, look_up, ())
    assert hint == Hint(start, start + len("hollyhock"), ("Stockrose",))
    assert len(TOKENIZER.encode(" hollyhock").ids) >= FEWEST_PIECES


def test_two_words_that_are_one_are_looked_up_together(look_up: RareNouns) -> None:
    sentence = "The tree house, the green tree, a tree and the house."
    found = list(rare_nouns(sentence, TOKENIZER.encode(sentence), look_up, ()))
    assert [(sentence[one.start : one.end], one.words) for one in found] == [
        ("tree house", ("Baumhaus",))
    ]
    place = sentence.index("house")
    assert not list(rare_nouns(sentence, TOKENIZER.encode(sentence), look_up, [(place, place + 5)]))


@pytest.mark.parametrize("taken", [(17, 26), (20, 22)])
def test_what_belongs_to_something_else_gets_none(
    taken: tuple[int, int], look_up: RareNouns
) -> None:
    assert not list(rare_nouns(SENTENCE, TOKENIZER.encode(SENTENCE), look_up, [taken]))


def test_a_model_reads_the_hint_beside_the_word(look_up: RareNouns) -> None:
    def read(sentence: str) -> Reading:
        return preprocess(sentence, TOKENIZER, "en", target_language="de", look_up=look_up)

    found = read(SENTENCE)
    assert [noun.words for noun in found.rare] == [("Stockrose",)]
    assert found.encoding == TOKENIZER.encode(SENTENCE)
    reading = found.with_hints_for(found.rare, TOKENIZER)
    assert [hint.words for hint in reading.looked_up] == [("Stockrose",)]
    ids = reading.encoding.ids
    begin, means, end = (ids.index(TOKENIZER.tag_id(HINT_TAGS[place])) for place in (0, 1, 3))
    assert begin < means < end
    assert ids[means + 1 : end] == TOKENIZER.encode("Stockrose").ids
    plain = read("The tree is green.")
    assert plain.encoding == TOKENIZER.encode("The tree is green.")
    assert plain.rare == ()


def test_where_it_is_known_which_words_a_model_knows_their_pieces_do_not_matter(
    dictionary: Dictionary,
) -> None:
    def hinted(known: list[str] | None, sentence: str) -> list[str]:
        look_up = RareNouns(dictionary, None if known is None else KnownWords(pack_words(known)))
        hints = rare_nouns(sentence, TOKENIZER.encode(sentence), look_up, ())
        return [sentence[hint.start : hint.end] for hint in hints]

    sentence = "The tree and two hollyhocks."
    assert hinted(None, sentence) == ["hollyhocks"]
    assert hinted(["green"], sentence) == ["tree", "hollyhocks"]
    assert hinted(["tree"], sentence) == ["hollyhocks"]
    assert hinted(["tree"], "The Tree.") == []
    assert hinted(["tree", "hollyhocks"], sentence) == []
    assert hinted(["hollyhock"], sentence) == ["tree"]  # its form is one of a known word


@pytest.mark.parametrize(
    ("known", "expected"),
    [(None, ["hollyhocks"]), (["hollyhock"], ["tree"]), (["tree", "hollyhocks"], [])],
)
def test_a_translator_goes_by_what_its_folder_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: list[str] | None, expected: list[str]
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(Dictionary, "noun", lambda _, word: asked.append(word))
    words = None if known is None else KnownWords(pack_words(known))
    translator = tiny_translator(tmp_path / "m", tokenizer=TOKENIZER, known_words=words)
    translate(translator, "The tree and two hollyhocks.")
    assert [word for word in asked if " " not in word] == expected
