"""Notices come when they must and, above all, do not come when all is well."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.manifest import Familiarity
from engine.pipeline.notices import (
    WordPieces,
    copied,
    notices_of,
    repeated,
    unfamiliar,
)
from engine.text.quantities.comparison import Comparison
from engine.translation import Notice, NoticeKind, Word

LIMITS = Familiarity(min_mean_log_prob=-1.5, max_pieces_per_word=2.5)
any_text = st.text(alphabet=st.characters(), max_size=200)


@pytest.mark.parametrize(
    ("source", "target", "unit"),
    [
        ("Ein Hund.", "A dog dog dog dog dog.", "dog"),
        ("Ein Hund.", "a dog and a dog and a dog and a cat", "a dog and"),
        ("Ein Mann.", "A man in a hat, a man in a hat.", "A man in a hat"),
        ("Sehr gut.", "Very good, very good, very good.", "Very good"),
        ("Er lacht sehr, sehr laut.", "He laughs. He laughs. He laughs.", "He laughs"),
        ("Nein, nein!", "No, no, no, no, no!", "No"),
        ("We.", "我们我们我们我们我们我们我们", "我 们"),
        ("Haha.", "Hahahahahahahahaha", "Ha"),
        ("Warum?", "Why?????????????", "?"),
    ],
)
def test_a_loop_is_noticed_and_named(source: str, target: str, unit: str) -> None:
    assert repeated(source, target) == unit


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Sehr gut.", "Very very good."),
        ("Sehr, sehr gut.", "Very, very, very good."),
        ("Nein, nein, nein, nein!", "No, no, no, no, no!"),
        ("Der Mann und der Hund und die Katze.", "The man and the dog and the cat."),
        ("Zwei Männer, zwei Frauen.", "Two men and two women and two dogs."),
        ("Er kam, und er ging.", "He came, he went, he came."),
        ("Sie sagt, dass das, das sie hat, gut ist.", "She says that that that she has is good."),
        ("Bora Bora liegt im Meer.", "Bora Bora lies in the sea."),
        ("Eine Milliarde: 1000000000", "A billion: 1000000000"),
        ("Kapitel 1 .................... 5", "Chapter 1 ...................... 5"),
        ("hahahahahahaha", "hahahahahahahaha"),
        ("Na ja...", "Well..."),
        ("", ""),
    ],
)
def test_what_is_no_loop_is_left_alone(source: str, target: str) -> None:
    assert repeated(source, target) == ""


@given(any_text)
def test_a_target_never_loops_more_than_itself(text: str) -> None:
    assert repeated(text, text) == ""


@given(st.lists(st.sampled_from(["dog", "cat", "sees", "the"]), min_size=4, max_size=12))
def test_every_long_enough_unit_said_four_times_is_noticed(unit: list[str]) -> None:
    assert repeated("Ein Hund.", " ".join(unit * 4))


def test_a_long_loop_is_named_in_short() -> None:
    unit = "the very long sentence that the model says again and again"
    (loop,) = notices("Ein Satz.", f"{unit} {unit}")
    assert loop.details == (unit,)
    assert loop.listed() == "the very long sentence that the model s…"


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("A man is sleeping on a bench.", "A man is sleeping on a bench."),
        ("A man is sleeping on a bench.", "a man is sleeping on a bank"),
        ("a dog runs", "A dog runs."),
        ("THE DOG IS HERE", "The dog is here"),
        ("Two people are eating pizza.", "Two people are eating Pizza!"),
        ("8 kg of flour and 2 l of milk", "8 kg of flour and 2 l of milk"),
        ("Write to a.b@example.org if you are there.", "Write to a.b@example.org if you are there"),
    ],
)
def test_a_copied_sentence_is_noticed(source: str, target: str) -> None:
    assert copied(source, target, "en", "de")


def test_a_copied_german_sentence_is_noticed() -> None:
    assert copied(
        "Ein Mann schläft auf einer Bank.", "Ein Mann schläft auf einer Bank.", "de", "en"
    )


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Sushi", "Sushi"),
        ("New York", "New York"),
        ("Angela Merkel and Barack Obama", "Angela Merkel and Barack Obama"),
        ("Ludwig van Beethoven", "Ludwig van Beethoven"),
        ("Leonardo da Vinci", "Leonardo da Vinci"),
        ("okay, taxi!", "Okay, Taxi!"),
        ("3.14 + 2.71 = 5.85", "3.14 + 2.71 = 5.85"),
        ("8 kg, 55 x 40 x 23 cm", "8 kg, 55 x 40 x 23 cm"),
        ("Weight 8 kg, size 55x40x23 cm", "Gewicht 8 kg, Größe 55x40x23 cm"),
        ("https://example.com/a/man/is/here", "https://example.com/a/man/is/here"),
        ("see a.b@example.org", "siehe a.b@example.org"),
        ("php://stdin and php://stdout", "php://stdin und php://stdout"),
        ("my name is r o b e r t s", "ich heiße r o b e r t s"),
        ("The boat sank in a flash.", "Das Boot sank in Sekundenschnelle."),
        ("so warm in winter", "so warm im Winter"),
        ("A man is sleeping.", "Ein Mann schläft."),
        ("", ""),
        ("a dog runs", ""),
    ],
)
def test_what_stays_the_same_in_both_languages_is_no_copy(source: str, target: str) -> None:
    assert not copied(source, target, "en", "de")


@pytest.mark.parametrize(("source", "target"), [("en", "en"), ("en-GB", "en_US"), ("DE", "de-AT")])
def test_within_one_language_nothing_is_a_copy(source: str, target: str) -> None:
    assert not copied("a man is sleeping here", "a man is sleeping here", source, target)


def word(text: str, start: int, pieces: int, *, is_unknown: bool = False) -> WordPieces:
    return WordPieces(Word(text, start, start + len(text)), pieces, is_unknown)


@pytest.mark.parametrize(
    ("mean_log_prob", "pieces_per_word", "is_far"),
    [
        (-0.5, 1.2, False),
        (-1.5, 2.5, False),
        (-1.6, 1.2, True),
        (-0.5, 2.6, True),
        (math.nan, 1.2, True),
        (-0.5, math.nan, True),
        (-math.inf, 1.2, True),
    ],
)
def test_a_text_beyond_a_limit_is_unfamiliar(
    mean_log_prob: float, pieces_per_word: float, is_far: bool
) -> None:
    assert unfamiliar(mean_log_prob, pieces_per_word, LIMITS) is is_far


def notices(
    source: str,
    target: str,
    *,
    words: tuple[WordPieces, ...] = (),
    log_probs: tuple[float, ...] = (-0.1,),
    is_finished: bool = True,
    limits: Familiarity | None = LIMITS,
) -> tuple[Notice, ...]:
    return notices_of(
        Comparison(source, target, ("en", "de")),
        words=words,
        log_probs=log_probs,
        is_finished=is_finished,
        limits=limits,
    )


def test_a_good_translation_has_no_notice() -> None:
    known = (word("A", 0, 1), word("dog", 2, 1))
    assert notices("A dog", "Ein Hund", words=known) == ()


def test_an_unfinished_translation_is_truncated() -> None:
    (notice,) = notices("A dog", "Ein", is_finished=False)
    assert notice == Notice(NoticeKind.TRUNCATED, 0, 5)
    assert str(notice).startswith("The end of this translation is missing")


def test_loops_and_copies_speak_of_the_sentence() -> None:
    (loop,) = notices("A dog", "Hund Hund Hund Hund")
    assert loop == Notice(NoticeKind.REPEATED, 0, 5, ("Hund",))
    assert str(loop) == "The translation repeats itself: “Hund”."
    (copy,) = notices("a dog runs", "a dog runs")
    assert copy == Notice(NoticeKind.COPIED, 0, 10)


def test_unknown_words_are_named_once_with_the_range_they_stand_in() -> None:
    words = (
        word("the", 0, 1),
        word("zyx", 4, 1, is_unknown=True),
        word("wug", 8, 1, is_unknown=True),
        word("zyx", 12, 1, is_unknown=True),
        word("runs", 16, 1),
    )
    (notice,) = notices("the zyx wug zyx runs", "…", words=words)
    assert notice == Notice(NoticeKind.UNKNOWN_WORDS, 4, 15, ("zyx", "wug"))
    assert str(notice) == "Unknown words: zyx, wug. Check their spelling."


def test_many_unknown_words_are_counted() -> None:
    words = tuple(word(f"w{index}", 10, 1, is_unknown=True) for index in range(7))
    (notice,) = notices("…", "…", words=words)
    assert notice.details == tuple(f"w{index}" for index in range(7))
    assert notice.listed() == "w0, w1, w2, w3, w4 and 2 more"
    assert notice.listed("{details} ({count})") == "w0, w1, w2, w3, w4 (2)"


def test_unfamiliar_text_is_noticed_only_where_the_model_has_limits() -> None:
    words = (word("qwrt", 0, 4), word("a", 5, 2))
    (notice,) = notices("qwrt a", "Hund", words=words)
    assert notice == Notice(NoticeKind.UNFAMILIAR, 0, 6)
    assert notices("qwrt a", "Hund", words=words, limits=None) == ()
    known = (word("dog", 0, 1),)
    assert notices("dog", "Hund", words=known, log_probs=(-1.0, -3.0)) == (
        Notice(NoticeKind.UNFAMILIAR, 0, 3),
    )


def test_an_empty_translation_is_not_passed_over() -> None:
    (notice,) = notices("A dog", " ", limits=None)
    assert notice.kind is NoticeKind.UNFAMILIAR


def test_several_notices_come_together() -> None:
    found = notices(
        "a dog runs over the green hill",
        "a dog runs over the green hill hill hill hill",
        words=(word("a", 0, 1, is_unknown=True),),
        log_probs=(-9.0,),
        is_finished=False,
    )
    assert [notice.kind for notice in found] == [
        NoticeKind.TRUNCATED,
        NoticeKind.REPEATED,
        NoticeKind.COPIED,
        NoticeKind.UNKNOWN_WORDS,
        NoticeKind.UNFAMILIAR,
    ]


@given(any_text, any_text)
def test_no_text_breaks_the_notices(source: str, target: str) -> None:
    for notice in notices(source, target):
        assert 0 <= notice.start <= notice.end <= len(source)
        assert str(notice)


@pytest.mark.parametrize("unit", ["a", "a ", "ab", "abcdefghijkl", "a b c ", " ", "é"])
def test_long_loops_are_done_at_once(unit: str) -> None:
    assert bool(repeated("Hund", unit * 2000)) is bool(unit.strip())


def test_words_that_the_model_was_not_given_do_not_make_a_text_familiar() -> None:
    read = (word("qwrt", 0, 4),)
    carried = tuple(word("😀", 5 + index, 0) for index in range(9))
    assert notices("qwrt 😀", "Hund", words=(*read, *carried)) == notices(
        "qwrt 😀", "Hund", words=read
    )
    assert notices("😀", "😀", words=carried) == ()


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        (
            "It never rained here.",
            "Es regnete hier.",
            Notice(NoticeKind.MISSING_WORDS, 3, 8, ("never",)),
        ),
        (
            "It rained here.",
            "Es regnete hier nie.",
            Notice(NoticeKind.ADDED_WORDS, 0, 15, ("nie",)),
        ),
    ],
)
def test_a_negation_that_only_one_side_has_is_told(
    source: str, target: str, expected: Notice
) -> None:
    assert notices(source, target) == (expected,)


def test_numbers_that_are_lost_are_named() -> None:
    (notice,) = notices("Bus 27 at 10:45", "Bus 77 um 10.45 Uhr")
    assert notice == Notice(NoticeKind.NUMBERS, 4, 6, ("27",))
    assert str(notice) == "Missing from the translation, or different there: 27."


def test_a_corrected_number_is_told() -> None:
    found = notices_of(
        Comparison("Bus 27", "Bus 27", ("en", "de")),
        words=(),
        log_probs=(-0.1,),
        is_finished=True,
        corrections=("77 → 27",),
    )
    assert found == (Notice(NoticeKind.CORRECTED, 0, 6, ("77 → 27",)),)
    assert str(found[0]) == "Corrected a number: 77 → 27."


def test_no_corrected_number_is_cut() -> None:
    corrections = tuple(f"{number}.500 → {number},500" for number in range(1, 6))
    found = notices_of(
        Comparison("1.500, 2.500, 3.500", "1,500, 2,500, 3,500", ("de", "en")),
        words=(),
        log_probs=(-0.1,),
        is_finished=True,
        corrections=corrections,
    )
    assert found == (Notice(NoticeKind.CORRECTED, 0, 19, corrections),)
    assert str(found[0]).endswith(f": {', '.join(corrections)}.")
