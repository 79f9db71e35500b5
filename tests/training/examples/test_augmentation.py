"""Pairs as people type them: an epoch is a function of seed and number, a rewritten pair is kin."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.runs import PAIRS, tiny_recipe, tiny_tokenizers
from training.corpus_formats.sentence_pair import SentencePair
from training.examples.augmentation import (
    augment,
    shared_names,
    with_other_quotes,
    with_typo,
    without_final_mark,
)
from training.examples.examples import ExampleMaker
from training.text_settings import AugmentationSettings

PAIR = SentencePair("I'm at Anna's \"house\".", "Ich bin in Annas „Haus“.")
RATES = [
    name for name in AugmentationSettings.model_fields if name != "hints"
]  # which are no slips


def rewritten(pair: SentencePair, **rates: float) -> list[SentencePair]:
    """Return what many chances make of one pair."""
    return [*augment([pair] * 200, AugmentationSettings(**rates), seed=1, epoch=0).values()]


@given(st.integers(0, 99), st.integers(0, 99))
def test_an_epoch_is_always_the_same_and_differs_from_others(seed: int, epoch: int) -> None:
    settings = AugmentationSettings(**dict.fromkeys(RATES, 0.5))
    pairs = [PAIR] * 60
    first = augment(pairs, settings, seed, epoch)
    assert first == augment(pairs, settings, seed, epoch)
    assert first != augment(pairs, settings, seed, epoch + 1)
    assert first != augment(pairs, settings, seed + 1, epoch)


def test_without_rates_nothing_is_rewritten() -> None:
    assert augment([PAIR] * 9, AugmentationSettings(), 1, 0) == {}


@pytest.mark.parametrize("name", RATES)
def test_a_rate_is_how_many_pairs_are_rewritten(name: str) -> None:
    pairs = [PAIR] * 4000
    settings = AugmentationSettings(**{name: 0.1})
    assert 300 < len(augment(pairs, settings, 7, 0)) < 500


def test_lower_case_is_the_sources_alone() -> None:
    assert set(rewritten(PAIR, lower_case=0.5)) == {(PAIR.source.lower(), PAIR.target)}


def test_another_name_is_on_both_sides_and_made_of_names_of_the_text() -> None:
    pairs = [
        SentencePair("Tom saw Annabel in Rome.", "Tom hat Annabel in Rom gesehen."),
        SentencePair("Only Lukas. Lukas!", "Nur Lukas. Lukas!"),  # twice: which is which?
    ] * 100
    found = set(augment(pairs, AugmentationSettings(name=0.9), seed=1, epoch=0).values())
    assert pairs[1] in found
    names = set()
    for source, target in found - {pairs[1]}:
        first, _, second, *rest = source.removesuffix(".").split()
        assert rest == ["in", "Rome"]
        assert target == f"{first} hat {second} in Rom gesehen."
        names |= {first, second}
    halves = {first + second for first in ("To", "Anna") for second in ("om", "abel")}
    assert names == {"Tom", "Annabel"} | halves


def test_words_that_only_look_like_names_of_both_sides_stay() -> None:
    for pair in (
        SentencePair("Tom's dog", "Toms Hund"),
        SentencePair("an Ox", "ein Ox"),
        SentencePair("NATO is here", "NATO ist da"),
        SentencePair("a hotel", "ein Hotel"),
    ):
        assert shared_names(*pair) == []


def test_capitals_and_a_missing_mark_are_on_both_sides() -> None:
    assert set(rewritten(PAIR, capitals=0.5)) == {(PAIR.source.upper(), PAIR.target.upper())}
    assert set(rewritten(PAIR, no_final_mark=0.5)) == {(PAIR.source[:-1], PAIR.target[:-1])}


def test_quotes_are_straight_or_curly_or_apostrophes_are_missing() -> None:
    assert {source for source, _ in rewritten(PAIR, quotes=0.9)} == {
        PAIR.source,
        "I’m at Anna’s “house”.",
        'Im at Annas "house".',
    }
    chance = random.Random(1)
    back = {with_other_quotes("I’m at Anna’s “house”.", chance) for _ in range(50)}
    assert PAIR.source in back


@given(st.text(), st.integers())
def test_a_typo_is_one_slip_inside_a_word(text: str, seed: int) -> None:
    slipped = with_typo(text, random.Random(seed))
    assert abs(len(slipped) - len(text)) <= 1
    if slipped != text:
        same = next(at for at, (a, b) in enumerate(zip(text, slipped, strict=False)) if a != b)
        assert text[same - 1].isalpha()  # a word's first letter stays
        assert text[same + 2 :] == slipped[len(slipped) - len(text) + same + 2 :]


def test_short_words_are_not_mistyped_and_a_long_one_is_in_every_way() -> None:
    assert with_typo("I am 1234 to go", random.Random(1)) == "I am 1234 to go"
    slips = {with_typo("word", random.Random(seed)) for seed in range(50)}
    assert slips == {"wrod", "wrd", "woord", "wodr", "wod", "worrd"}


@pytest.mark.parametrize(
    ("text", "bare"), [("Who?!", "Who"), ("Well …", "Well"), ("...", "..."), ("a.b", "a.b")]
)
def test_a_final_mark_is_left_out_where_something_remains(text: str, bare: str) -> None:
    assert without_final_mark(text) == bare


@pytest.mark.parametrize("dropout", [0.0, 0.3])
def test_every_epoch_has_other_examples_of_as_many_pairs(dropout: float) -> None:
    recipe = tiny_recipe(
        "tokenizer.kind=bpe",
        "tokenizer.vocab_size=300",
        f"tokenizer.dropout={dropout}",
        "augmentation.capitals=0.4",
    )
    tokenizers = tiny_tokenizers(recipe)
    make, again = (ExampleMaker(recipe, tokenizers, PAIRS) for _ in range(2))
    for epoch in (3, 0, 4):
        changed = augment(PAIRS, recipe.augmentation, recipe.training.seed, epoch)
        assert 0 < len(changed) < len(PAIRS)
        examples = make(epoch)
        assert examples == again(epoch)
        for place, (src, tgt) in enumerate(examples):
            source, target = changed.get(place, PAIRS[place])
            assert tokenizers.source.decode(src).text == source
            assert tokenizers.target.decode(tgt).text == target
    assert make(1) != make(2)
