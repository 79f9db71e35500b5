"""What the model reads of a sentence: its places are those of the sentence as typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pipeline.rewriting.preprocess import Reading, preprocess, preprocess_verbatim
from engine.tokenizers.subword import SubwordTokenizer
from engine.tokenizers.tokenizer import Tokenizer
from engine.tokenizers.vocabulary import Vocabulary
from engine.tokenizers.word import BLANK, SPECIAL_TOKENS, WordTokenizer
from tests.support.tokenizers import any_text, toy_subwords
from training.examples.subwords import learn_bpe


def words(*known: str) -> WordTokenizer:
    return WordTokenizer(BLANK, Vocabulary([*SPECIAL_TOKENS, *known]), lowercase=False)


def read(source: str, tokenizer: Tokenizer | None = None) -> Reading:
    return preprocess(source, tokenizer or toy_subwords("bpe"), "en")


def held(reading: Reading) -> list[str]:
    return [reading.source[one.start : one.end] for one in reading.carried]


def assert_places(reading: Reading, tokenizer: Tokenizer) -> None:
    """Check that nothing is lost and that every place is one of the sentence."""
    encoding = reading.encoding
    assert encoding.words == tokenizer.encode(reading.source).words
    assert len(encoding.ids) == len(encoding.spans) == len(encoding.word_ids)
    assert all(0 <= start <= end <= len(reading.source) for start, end in encoding.spans)
    assert list(encoding.spans) == sorted(encoding.spans)
    assert all(
        index in range(len(encoding.words)) for index in (*encoding.word_ids, *reading.unknown)
    )
    done = 0
    for one in reading.carried:
        assert done <= one.start < one.end <= len(reading.source)
        assert 0 <= one.item.at <= len(reading.plain)
        done = one.end
    if not reading.is_kept:
        assert encoding.ids == tokenizer.encode(reading.plain).ids


@given(any_text)
def test_any_text_is_read_with_its_places(text: str) -> None:
    tokenizer = toy_subwords("bpe")
    assert_places(read(text), tokenizer)
    assert_places(read(text.upper()), tokenizer)


@given(st.lists(st.sampled_from(["Two", "men", "😀", "x@y.de", "#a", "“", "№", "12", "  "])))
def test_any_mixture_is_read_with_its_places(parts: list[str]) -> None:
    assert_places(read(" ".join(parts)), toy_subwords("bpe"))
    assert_places(read("".join(parts), words("Two", "men")), words("Two", "men"))


def test_a_letter_that_is_hardly_known_keeps_its_word_from_the_model() -> None:
    tokenizer = learn_bpe(["Two men are outside"] * 9 + ["Łódź café"] * 2, vocab_size=294)
    assert [letter for letter in "wsŁé" if tokenizer.is_alone(letter)] == ["Ł", "é"]
    assert not any(map(tokenizer.is_byte, tokenizer.encode("Łé").ids))
    assert held(read("Two men in Łomża are outside", tokenizer)) == ["Łomża"]
    # An accent says how a letter is meant; what it is, is known.
    assert held(read("Two men are outside a café", tokenizer)) == []
    assert held(read("Two men in Łomża", words("Two", "men", "in", "Łomża"))) == []


def test_an_ordinary_sentence_is_read_as_it_stands() -> None:
    source = "Two young men are outside near many bushes."
    assert read(source) == preprocess_verbatim(source, toy_subwords("bpe"))


@pytest.mark.parametrize(
    ("source", "plain", "carried"),
    [
        ("Two men 😀 are outside.", "Two men are outside.", ["😀"]),
        ("Two men are outside 😀.", "Two men are outside.", ["😀"]),
        ("@ann is outside.", "is outside.", ["@ann"]),
        ("Two men on https://a.org/x?y=1 are", "Two men on are", ["https://a.org/x?y=1"]),
        ("Two №5.99 men", "Two men", ["№5.99"]),
        ("Two men→girls", "Two men girls", ["→"]),
        ("Two мужчины are outside.", "Two are outside.", ["мужчины"]),
        ("Two “men”", "Two 'men'", []),
    ],
)
def test_what_is_no_language_is_taken_out(source: str, plain: str, carried: list[str]) -> None:
    reading = read(source)
    assert (reading.plain, held(reading)) == (plain, carried)
    assert not reading.is_kept


def test_words_that_are_carried_for_their_letters_are_unknown() -> None:
    reading = read("Two мужчины are 😀 outside → here.")
    names = [reading.source[slice(*reading.encoding.words[word])] for word in reading.unknown]
    assert "мужчины" in names
    assert "😀" not in names
    assert "→" not in names


@pytest.mark.parametrize("source", ["12", "😀", "#men", "12:30", "мир", "men@men.de"])
def test_where_nothing_is_left_the_sentence_is_kept_and_read_as_it_is(source: str) -> None:
    reading = read(source)
    assert reading.is_kept
    assert reading.encoding == toy_subwords("bpe").encode(source)


def test_a_word_that_is_unknown_is_read_plainly_if_it_is_known_so() -> None:
    tokenizer = words("don't", "naive", "men")
    reading = read("don’t naïve men мир", tokenizer)
    assert reading.plain == "don't naive men мир"
    assert reading.unknown == {3}


def test_capitals_are_read_as_small_letters_where_those_are_better_known() -> None:
    tokenizer = words("Two", "men", "USA", "I", "are")
    reading = read("TWO MEN I ARE", tokenizer)
    assert (reading.plain, reading.manner.is_shouted) == ("Two men I are", True)
    assert [reading.source[slice(*span)] for span in reading.encoding.spans] == [
        "TWO", "MEN", "I", "ARE",
    ]  # fmt: skip
    assert reading.cased("Straße") == "STRASSE"
    assert read("TWO STRAßE", words("Two", "straße", "USA")).manner.is_shouted
    for source in ("USA", "TWO men", "Two", "I"):
        assert not read(source, tokenizer).manner.is_shouted


def test_german_quotes_stay_german() -> None:
    tokenizer = words("„men“", "„men'")
    assert read("„men“", tokenizer).plain == "„men“"


def dollars() -> SubwordTokenizer:
    """A vocabulary in which dollars are frequent, and euros are there."""
    return learn_bpe(["pay $5 and $7 here", "the $ is $9", "a€ or 1 $"] * 20, 330)


def test_money_that_a_model_hardly_knows_is_read_as_the_one_it_knows() -> None:
    tokenizer = dollars()
    for source, plain in (("pay €5 here", "pay $5 here"), ("pay 5 £ and 7£", "pay 5 $ and 7$")):
        reading = read(source, tokenizer)
        assert (reading.plain, held(reading)) == (plain, [])
        assert reading.manner.money in source
        assert_places(reading, tokenizer)
    assert read("pay $5 here", tokenizer).manner.money == ""


@pytest.mark.parametrize(
    ("source", "carried"),
    [
        ("pay €5 and £7", ["€5", "£7"]),
        ("pay $5 and 7 €", ["€"]),
        ("the € is here", []),
        ("pay 20°C and 5 °F here", ["20°C", "°F"]),
        ("the 5°", ["5°"]),
        ("the -5°C here", ["-5°C"]),
        ("the 3-5°C here", ["3-5°C"]),
        ("the §5 is", ["§5"]),
    ],
)
def test_other_signs_that_a_model_hardly_knows_are_carried(source: str, carried: list[str]) -> None:
    assert held(read(source, dollars())) == carried


def test_money_is_carried_where_no_sign_is_known() -> None:
    reading = read("Two €5 men")
    assert (reading.manner.money, held(reading)) == ("", ["€5"])
