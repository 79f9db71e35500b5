"""What goes in and comes out are plain frozen values; each notice says its own sentence."""

import re
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from typing import Any

import pytest

from engine import translation
from engine.errors import EngineError
from engine.translation import (
    DEFAULT_OPTIONS,
    Cancelled,
    Notice,
    NoticeKind,
    ScoredText,
    SearchOptions,
    SentenceTranslation,
    Translation,
    TranslationRequest,
)

SENTENCE = SentenceTranslation(
    source="a",
    source_start=0,
    target="b",
    target_start=0,
    hypotheses=(ScoredText("b", -0.25, (4,)), ScoredText("c", -0.5, (5,))),
    tokens=(),
    source_words=(),
    target_words=(),
    alignment=(),
    notices=(),
)


VALUES: list[Any] = [
    value for value in vars(translation).values() if isinstance(value, type) and is_dataclass(value)
]


def test_there_are_values() -> None:
    assert {Translation, SentenceTranslation, TranslationRequest, Notice} <= set(VALUES)


@pytest.mark.parametrize("value", VALUES)
def test_values_never_change_and_hold_nothing_more(value: Any) -> None:
    made = object.__new__(value)
    for field in fields(value):
        with pytest.raises(FrozenInstanceError, match=field.name):
            setattr(made, field.name, None)
    assert not hasattr(made, "__dict__")


@pytest.mark.parametrize("kind", NoticeKind)
def test_each_notice_is_a_sentence_of_its_own(kind: NoticeKind) -> None:
    said = str(Notice(kind, details=("zorb", "blick")))
    assert said.endswith(".")
    assert said[0].isupper()
    others = [str(Notice(other, details=("zorb", "blick"))) for other in NoticeKind]
    assert others.count(said) == 1


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (NoticeKind.TRUNCATED, "The end of this translation is missing"),
        (NoticeKind.REPEATED, r"repeats itself: “na, en”"),
        (NoticeKind.COPIED, "almost the same as the source"),
        (NoticeKind.UNKNOWN_WORDS, "Unknown words: na, en"),
        (NoticeKind.UNFAMILIAR, "outside what the model knows"),
        (NoticeKind.LANGUAGE, "looks like Nauru, but the model translates from English"),
    ],
)
def test_a_notice_tells_what_it_knows(kind: NoticeKind, says: str) -> None:
    assert re.search(says, str(Notice(kind, details=("na", "en"))))


def test_a_sentence_has_the_score_of_its_shown_hypothesis() -> None:
    assert SENTENCE.score == -0.25


def test_a_request_is_cancelled_alone() -> None:
    first, second = TranslationRequest("a"), TranslationRequest("a")
    assert first == second
    first.cancelled.set()
    assert not second.cancelled.is_set()
    assert first == second  # they still ask for the same
    assert replace(first, text="b").cancelled is first.cancelled


def test_a_request_asks_for_the_models_defaults() -> None:
    request = TranslationRequest("a")
    assert request.options == DEFAULT_OPTIONS == SearchOptions(None, None)
    assert (request.n_best, request.with_alignment, request.on_sentence) == (1, True, None)


def test_to_be_cancelled_is_no_error_of_the_engine() -> None:
    assert not issubclass(Cancelled, EngineError)
