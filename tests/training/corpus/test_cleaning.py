"""Cleaning keeps what is worth learning from, in its order, and says why the rest is not."""

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pairs import PAIR
from training.corpus.cleaning import REASONS, clean
from training.corpus_formats.sentence_pair import SentencePair
from training.recipe import load_recipe
from training.text_settings import CorpusSettings

EN_DE = ("en", "de")
OWN = CorpusSettings(kind="pairs")
STRICT = load_recipe("paper-base").corpus


def test_each_reason_drops_and_is_counted() -> None:
    pairs = [
        SentencePair("a dog runs here", "ein Hund läuft hier"),
        SentencePair("", "leer"),
        SentencePair("nothing", ""),
        SentencePair("a dog runs here", "ein Hund läuft hier"),
        SentencePair("just the same words", "just the same words"),
        SentencePair("New York", "New York"),
        SentencePair("word " * 201, "Wort " * 10),
        SentencePair("he said: ", "Er sagte uns allen, was er wusste" * 9),
        SentencePair("seen in the test", "neu"),
        SentencePair("new", "im Test gesehen"),
    ]
    test = [SentencePair("seen in the test", "im Test gesehen")]
    kept, dropped = clean(pairs, STRICT, EN_DE, test)
    assert kept == (pairs[0], pairs[5])
    assert {reason: len(some) for reason, some in dropped.items()} == {
        "empty": 2,
        "duplicate": 1,
        "same_on_both_sides": 1,
        "too_long": 1,
        "length_ratio": 1,
        "held_out": 2,
    }
    kept, dropped = clean(pairs, OWN, EN_DE, test)
    assert kept == (pairs[0], *pairs[3:])
    assert dropped == {"empty": pairs[1:3]}


@pytest.mark.parametrize(
    ("pair", "is_kept"),
    [
        (("A dog runs.", "Ein Hund rennt."), True),
        (("A dog runs.", "Собака бежит."), False),
        (("犬が走る。", "Ein Hund rennt."), False),
        (("1234", "!?"), True),
        (("The word собака is Russian.", "Das Wort собака ist russisch."), True),
    ],
)
def test_a_side_in_the_wrong_script_is_dropped(pair: tuple[str, str], is_kept: bool) -> None:
    wished = CorpusSettings(kind="pairs", drop_wrong_script=True)
    kept, dropped = clean([SentencePair(*pair)], wished, EN_DE)
    assert bool(kept) == is_kept
    assert list(dropped) == ([] if is_kept else ["wrong_script"])
    assert clean([SentencePair(*pair)], wished, ("xx", "yy"))[0]


def test_checks_for_web_text_are_off_unless_a_recipe_asks_for_them() -> None:
    pairs = [
        SentencePair("There is a dog in the garden.", "Da ist ein Hund im Garten."),
        SentencePair("Chapter 1", "Kapitel 1"),
        SentencePair("Chapter 2:", "Kapitel 2:"),
        SentencePair("Press <b>Start</b>.", "Drücke Start."),
        SentencePair("In the year 1998", "Im Jahr 1989"),
        SentencePair("You may play our games.", "Vous pouvez jouer à tous nos jeux."),
        SentencePair("12:55 - 13:05!", "12:55 - 13:05!"),
    ]
    kept, dropped = clean(pairs, OWN, EN_DE)
    assert kept == pairs
    assert not dropped
    wary = OWN.model_copy(
        update={
            "drop_near_duplicates": True,
            "drop_markup": True,
            "drop_number_mismatch": True,
            "drop_wrong_language": True,
            "min_letters": 0.4,
        }
    )
    kept, dropped = clean(pairs, wary, EN_DE)
    assert kept == pairs[:2]
    assert dropped == {
        "near_duplicate": [pairs[2]],
        "markup": [pairs[3]],
        "number_mismatch": [pairs[4]],
        "wrong_language": [pairs[5]],
        "few_letters": [pairs[6]],
    }
    assert {*dropped} < {*REASONS}


@given(st.lists(PAIR), st.lists(PAIR))
def test_cleaning_keeps_order_counts_all_and_finds_nothing_twice(
    pairs: list[SentencePair], held_out: list[SentencePair]
) -> None:
    kept, dropped = clean(pairs, STRICT, EN_DE, held_out)
    assert Counter(kept) + Counter(chain(*dropped.values())) == Counter(pairs)
    assert list(kept) == [pair for pair in dict.fromkeys(pairs) if pair in set(kept)]
    assert clean(kept, STRICT, EN_DE, held_out) == (kept, {})
