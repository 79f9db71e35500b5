"""Which words of a sentence get a hint from the dictionary."""

import pytest

from engine.pipeline.rewriting.dictionary_hints import FEWEST_PIECES, dictionary_hints
from engine.pipeline.rewriting.preprocess import Reading, preprocess
from engine.tokenizers.hints import Hint
from engine.tokenizers.subword import HINT_TAGS
from training.examples.subwords import learn_bpe

LETTERS = "The tree and green T S a b c d e f g h i j k l m n o p q r s t u v w x y z , . 1 2 3"
TOKENIZER = learn_bpe([LETTERS] * 9, vocab_size=330).with_tags(HINT_TAGS)
NOUNS = {"tree": "Baum", "hollyhock": "Stockrose", "the": "DIE", "xyz": "XYZ", "a1b2c3": "Code"}
SENTENCE = "The tree and the hollyhock, xyz a1b2c3, blabbermouth."


def test_words_in_many_pieces_that_the_dictionary_has_get_a_hint() -> None:
    encoding = TOKENIZER.encode(SENTENCE)
    start = SENTENCE.index("hollyhock")
    (hint,) = dictionary_hints(SENTENCE, encoding, "en", NOUNS.get, ())
    assert hint == Hint(start, start + len("hollyhock"), ("Stockrose",))
    assert len(TOKENIZER.encode(" hollyhock").ids) >= FEWEST_PIECES


def test_a_name_is_no_noun() -> None:
    """Where nouns are written with a small letter, a capital one makes a name."""
    nouns = {"Hollyhock": "Stockrose", "hollyhock": "Stockrose"}
    for source, language, expected in (
        ("The tree and Hollyhock", "en", []),
        ("The tree and hollyhock", "en", ["Stockrose"]),
        ("The tree and Hollyhock", "de", ["Stockrose"]),
    ):
        found = dictionary_hints(source, TOKENIZER.encode(source), language, nouns.get, ())
        assert [word for hint in found for word in hint.words] == expected


@pytest.mark.parametrize("taken", [(17, 26), (20, 22)])
def test_what_belongs_to_something_else_gets_none(taken: tuple[int, int]) -> None:
    assert not list(
        dictionary_hints(SENTENCE, TOKENIZER.encode(SENTENCE), "en", NOUNS.get, [taken])
    )


def test_a_model_reads_the_hint_beside_the_word() -> None:
    def read(sentence: str) -> Reading:
        return preprocess(sentence, TOKENIZER, "en", target_language="de", look_up=NOUNS.get)

    reading = read(SENTENCE)
    assert [hint.words for hint in reading.looked_up] == [("Stockrose",)]
    ids = reading.encoding.ids
    begin, means, end = (ids.index(TOKENIZER.tag_id(HINT_TAGS[place])) for place in (0, 1, 3))
    assert begin < means < end
    assert ids[means + 1 : end] == TOKENIZER.encode("Stockrose").ids
    plain = read("The tree is green.")
    assert plain.encoding == TOKENIZER.encode("The tree is green.")
    assert plain.looked_up == ()
