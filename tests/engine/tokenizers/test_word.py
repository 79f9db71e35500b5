"""Laws of word tokenizers: known words come back, unknown ones are not hidden, print is neat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import TokenizerError
from engine.tokenizers.encoding import UNKNOWN
from engine.tokenizers.vocabulary import Vocabulary
from engine.tokenizers.word import BLANK, WordTokenizer
from tests.support.tokenizers import any_text, assert_ordered, blank_tokenizer, toy_words
from training.examples.subwords import learn_words

known_words = st.sampled_from(["hello", "world", "I", "love", "Small"])
white_space = st.sampled_from([" ", "  ", "\n", "\t "])


@given(st.lists(st.tuples(known_words, white_space)))
def test_known_words_between_blanks_are_given_back(parts: list[tuple[str, str]]) -> None:
    tokenizer = blank_tokenizer()
    text = "".join(word + space for word, space in parts)
    encoding = tokenizer.encode(text)
    decoded = tokenizer.decode(encoding.ids)
    assert decoded.text == tokenizer.normalize(text)
    words = [word for word, _ in parts]
    assert [text[start:end] for start, end in encoding.spans] == words
    assert [decoded.text[start:end] for start, end in decoded.spans] == words


@pytest.mark.parametrize("language", ["en", "de", BLANK])
@given(text=any_text)
def test_word_spans_slice_the_original(language: str, text: str) -> None:
    tokenizer = toy_words(language)
    encoding = tokenizer.encode(text)
    assert_ordered(encoding.spans, len(text))
    assert_ordered(encoding.words, len(text))
    assert len(encoding.word_ids) == len(encoding.spans) == len(encoding.ids)
    for token_id, word_id, (start, end) in zip(
        encoding.ids, encoding.word_ids, encoding.spans, strict=True
    ):
        assert end > start
        word = tokenizer.vocabulary.token(token_id)
        lowered = text[start:end].lower() if tokenizer.lowercase else text[start:end]
        assert token_id == tokenizer.special.unk or lowered == word
        assert text[start:end].isspace() or encoding.words[word_id] == (start, end)


@pytest.mark.parametrize("language", ["en", "de", "fr", BLANK])
@given(data=st.data())
def test_any_word_ids_can_be_decoded(language: str, data: st.DataObject) -> None:
    vocabulary = Vocabulary(["<unk>", "<pad>", "<s>", "</s>", *" \"'“”„‘’.,-()%ßx", "l'", "n't"])
    tokenizer = WordTokenizer(language, vocabulary, lowercase=True)
    ids = data.draw(st.lists(st.integers(0, tokenizer.vocab_size - 1)))
    decoded = tokenizer.decode(ids)
    assert len(decoded.spans) == len(ids)
    assert_ordered(decoded.spans, len(decoded.text))
    assert decoded.text == decoded.text.strip()
    for token_id, (start, end) in zip(ids, decoded.spans, strict=True):
        word = UNKNOWN if token_id == 0 else vocabulary.token(token_id)
        is_shown = token_id not in (1, 2, 3) and word != " "
        assert decoded.text[start:end].lower() == (word if is_shown else "")


def test_special_words_come_first_and_are_never_read_from_a_text() -> None:
    tokenizer = learn_words(["<pad> </s> a", "<pad> </s> a"], BLANK)
    assert tokenizer.vocabulary.tokens == ("<unk>", "<pad>", "<s>", "</s>", "a")
    assert tokenizer.special.ids == {0, 1, 2, 3}
    assert tokenizer.encode("<s> a <pad> b").ids == (0, 4, 0, 0)


def test_an_unknown_word_is_not_left_out_of_a_translation() -> None:
    tokenizer = blank_tokenizer()
    decoded = tokenizer.decode(tokenizer.encode("hello there world").ids)
    assert decoded.text == f"hello {UNKNOWN} world"


@pytest.mark.parametrize(
    ("language", "words", "text"),
    [
        ("en", "the dogs are n't here , he 's sure .", "The dogs aren't here, he's sure."),
        ("en", '" stop ! " he said ( loudly ) :', '"Stop!" he said (loudly):'),
        ("en", "a t - shirt that reads ' go dogs '", "A t-shirt that reads 'go dogs'"),
        ("en", "the dogs ' tails", "The dogs' tails"),
        ("en", "50 % of $ 5", "50% of $5"),
        ("de", "ein schild „ halt “ – 50 % .", "Ein schild „halt“ – 50 %."),
        ("de", "das “ neue ” auto [ rot ]", "Das “neue” auto [rot]"),
        ("fr", "l' homme n' est pas là ?", "L'homme n'est pas là?"),
        ("en", "3 men", "3 men"),
        ("de", "ß", "ß"),
        (BLANK, "hello , world", "Hello , world"),
    ],
)
def test_words_are_joined_as_they_are_printed(language: str, words: str, text: str) -> None:
    tokens = list(dict.fromkeys(words.split()))
    vocabulary = Vocabulary(["<unk>", "<pad>", "<s>", "</s>", *tokens])
    tokenizer = WordTokenizer(language, vocabulary, lowercase=True)
    ids = [4 + tokens.index(word) for word in words.split()]
    assert tokenizer.decode([2, *ids, 3]).text == text


def test_case_is_kept_where_words_are_not_lower_cased() -> None:
    tokenizer = learn_words(["eBay is big", "eBay is big"], "en", lowercase=False)
    assert tokenizer.decode(tokenizer.encode("eBay is big").ids).text == "eBay is big"
    assert tokenizer.normalize(" eBay ") == "eBay"


def test_white_space_is_normalised_as_the_recipes_do() -> None:
    assert toy_words("en").normalize("  Two  Men \n") == "two  men"
    assert blank_tokenizer().normalize("  Two  Men \n") == "Two Men"


def test_a_language_without_rules_is_named() -> None:
    vocabulary = Vocabulary(["<unk>", "<pad>", "<s>", "</s>"])
    tokenizer = WordTokenizer("qq", vocabulary, lowercase=True)
    with pytest.raises(TokenizerError, match="no rules for the language qq"):
        tokenizer.encode("a")
