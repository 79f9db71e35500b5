"""Laws of learning: what a vocabulary holds, that it depends on the texts only, and dropout."""

import functools
import gzip
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tokenizers.subword import BYTE_TOKENS, SPECIAL_TOKENS, Flavour, SubwordTokenizer
from training.examples.subwords import SubwordSampler, learn_bpe, learn_byte_level, learn_words

SENTENCES = [
    "Two young men are outside near many bushes.",
    "Several men in hard hats are operating a giant pulley system.",
    "Zwei junge Männer sind im Freien in der Nähe vieler Büsche.",
    "Mehrere Männer mit Schutzhelmen bedienen ein Antriebsradsystem 中.",
    "",
] * 3

texts = st.lists(
    st.text() | st.sampled_from(SENTENCES) | st.text("menouts ä1.", max_size=30), max_size=8
)


@functools.cache
def learned(flavour: Flavour) -> SubwordTokenizer:
    """A tokenizer with some merges."""
    learn = {"bpe": learn_bpe, "byte_level": learn_byte_level}[flavour]
    return learn(SENTENCES, 350, 2)


def names(tokenizer: SubwordTokenizer) -> list[str]:
    """Every token, by id."""
    return [tokenizer.token(token_id) for token_id in range(tokenizer.vocab_size)]


def test_bpe_begins_with_special_tokens_and_bytes() -> None:
    assert names(learned("bpe"))[:260] == [*SPECIAL_TOKENS, *BYTE_TOKENS]


def test_the_vocabulary_has_the_size_that_was_asked_for() -> None:
    assert learned("bpe").vocab_size == 350
    assert learned("byte_level").vocab_size == 350
    assert learn_bpe(SENTENCES, 261).vocab_size == 261


def test_no_merge_needs_more_than_the_texts_offer() -> None:
    assert learn_bpe([], 300).vocab_size == 260
    assert learn_byte_level([], 300).vocab_size == 260
    assert learn_bpe(["ab ab"], 300).vocab_size == 260 + len([*" ab", " a", " ab"])


def test_rare_characters_are_spelled_in_bytes() -> None:
    tokenizer = learn_bpe(["aaab", "ccc中"], 300, min_frequency=3)
    assert sorted(names(tokenizer)[260:]) == ["a", "c"]


def test_the_most_frequent_characters_are_kept_when_room_is_short() -> None:
    assert names(learn_bpe(["abbccc"] * 2, 262, 1))[260:] == ["b", "c"]


@pytest.mark.parametrize("flavour", ["bpe", "byte_level"])
@given(sample=texts)
def test_equal_texts_give_equal_vocabularies(flavour: Flavour, sample: list[str]) -> None:
    learn = {"bpe": learn_bpe, "byte_level": learn_byte_level}[flavour]
    tokenizer = learn(iter(sample), 300)
    assert tokenizer.vocab_size <= 300
    assert tokenizer.to_json() == learn(sample, 300).to_json()
    for text in sample:
        assert tokenizer.decode(tokenizer.encode(text).ids).text == tokenizer.normalize(text)


@pytest.mark.parametrize("learn_name", ["bpe", "byte_level"])
def test_a_vocabulary_without_room_is_a_broken_contract(learn_name: str) -> None:
    learn = {"bpe": learn_bpe, "byte_level": learn_byte_level}[learn_name]
    with pytest.raises(ValueError, match="vocab_size must be more than 260, not 260"):
        learn(SENTENCES, 260)


def test_words_stand_by_frequency_then_code_point() -> None:
    tokenizer = learn_words(["b a c c A", "a b d"], "blank", 1)
    assert tokenizer.vocabulary.tokens[4:] == ("a", "b", "c", "A", "d")
    assert learn_words(["b a c c A", "a b d"], "en", 2).vocabulary.tokens[4:] == ("a", "b", "c")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "size"), [("en", 5893), ("de", 7853)])
def test_multi30k_has_as_many_words_as_its_author_reports(
    shared_data: Path, language: str, size: int
) -> None:
    path = shared_data / "multi30k" / "data" / "task1" / "raw" / f"train.{language}.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        assert learn_words(lines, language).vocab_size == size


# BPE-dropout


@pytest.mark.parametrize("flavour", ["bpe", "byte_level"])
@given(sample=texts)
def test_without_dropout_a_sample_is_the_encoding(flavour: Flavour, sample: list[str]) -> None:
    tokenizer = learned(flavour)
    ids = SubwordSampler(tokenizer, sample, 0.0, seed=1).sample(0)
    assert ids == [list(tokenizer.encode(text).ids) for text in sample]


@pytest.mark.parametrize("flavour", ["bpe", "byte_level"])
@given(sample=texts, dropout=st.floats(0, 1), epoch=st.integers(0, 100))
def test_a_sample_is_another_spelling_of_the_same_text(
    flavour: Flavour, sample: list[str], dropout: float, epoch: int
) -> None:
    tokenizer = learned(flavour)
    ids = SubwordSampler(tokenizer, sample, dropout, seed=1).sample(epoch)
    assert [tokenizer.decode(sentence).text for sentence in ids] == [
        tokenizer.normalize(text) for text in sample
    ]


def test_an_epoch_depends_on_its_number_and_the_seed_only() -> None:
    tokenizer = learned("bpe")
    sampler = SubwordSampler(tokenizer, SENTENCES, 0.3, seed=5)
    third = sampler.sample(3)
    assert sampler.sample(4) != third
    assert sampler.sample(3) == third
    assert SubwordSampler(tokenizer, SENTENCES, 0.3, seed=5).sample(3) == third
    assert SubwordSampler(tokenizer, SENTENCES, 0.3, seed=6).sample(3) != third


def test_full_dropout_leaves_single_characters() -> None:
    tokenizer = learned("bpe")
    (ids,) = SubwordSampler(tokenizer, ["Two men"], 1.0, seed=1).sample(0)
    assert [tokenizer.token(token_id) for token_id in ids] == [*"▁Two▁men"]


def test_a_merge_is_left_out_as_often_as_asked() -> None:
    tokenizer = learn_bpe(["b b"], 300)
    assert names(tokenizer)[260:] == ["▁", "b", "▁b"]
    (sentence,) = SubwordSampler(tokenizer, [" ".join(["b"] * 4000)], 0.25, 1, 4000).sample(0)
    counts = Counter(tokenizer.token(token_id) for token_id in sentence)
    assert counts["b"] / 4000 == pytest.approx(0.25, abs=0.03)


@pytest.mark.parametrize(
    ("dropout", "variants", "message"),
    [(-0.1, 8, "dropout must be between 0 and 1"), (0.1, 0, "variants must be at least 1")],
)
def test_impossible_settings_are_a_broken_contract(
    dropout: float, variants: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        SubwordSampler(learned("bpe"), SENTENCES, dropout, seed=1, variants=variants)
