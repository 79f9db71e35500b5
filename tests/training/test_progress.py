"""Events survive the way through a pipe, and nothing in the pipe can break the reader."""

import json
import math
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Datum
from engine.translatable import Phrase
from training.event_lines import from_line, to_line
from training.preflight import HintCounts
from training.progress import (
    PROTOCOL_VERSION,
    Evaluated,
    Event,
    Exported,
    Failed,
    Message,
    Started,
    Stepped,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
PHRASE = st.builds(
    Phrase, template=TEXT, values=st.dictionaries(TEXT, TEXT | st.integers() | NUMBER, max_size=3)
)
VALUES: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXT,
    int: st.integers(),
    bool: st.booleans(),
    float: NUMBER,
    float | None: st.none() | NUMBER,
    dict[str, int]: st.dictionaries(TEXT, st.integers(), max_size=3),
    dict[str, float]: st.dictionaries(TEXT, NUMBER, max_size=3),
    dict[str, tuple[int, float]]: st.dictionaries(
        TEXT, st.tuples(st.integers(), NUMBER), max_size=3
    ),
    dict[str, str]: st.dictionaries(TEXT, TEXT, max_size=3),
    dict[str, str | int | float]: st.dictionaries(TEXT, TEXT | st.integers() | NUMBER, max_size=3),
    dict[str, Datum]: st.dictionaries(
        TEXT,
        TEXT | st.integers() | PHRASE | st.lists(TEXT | PHRASE, max_size=3).map(tuple),
        max_size=3,
    ),
    Failed | None: st.none()
    | st.builds(
        Failed,
        kind=TEXT,
        message=TEXT,
        error=TEXT,
        data=st.dictionaries(TEXT, TEXT | st.integers() | PHRASE, max_size=3),
    ),
    HintCounts | None: st.none()
    | st.builds(
        HintCounts,
        read=st.integers(),
        hinted=st.integers(),
        in_dictionary_form=st.integers(),
        as_in_target=st.integers(),
        with_several_candidates=st.integers(),
        for_several_words=st.integers(),
    ),
    int | None: st.none() | st.integers(),
    tuple[str, ...]: st.lists(TEXT, max_size=3).map(tuple),
    tuple[tuple[float, ...], ...]: st.lists(st.tuples(NUMBER, NUMBER), max_size=3).map(tuple),
    tuple[tuple[str, str], ...]: st.lists(st.tuples(TEXT, TEXT), max_size=3).map(tuple),
    dict[str, tuple[tuple[str, str], ...]]: st.dictionaries(
        TEXT, st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple), max_size=2
    ),
}
KINDS: tuple[type[Event], ...] = get_args(Event)


def event_of(kind: type[Event]) -> st.SearchStrategy[Event]:
    fields = {name: VALUES[hint] for name, hint in get_type_hints(kind).items()}
    return st.builds(kind, **fields)


EVENT = st.one_of(*(event_of(kind) for kind in KINDS))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=10)
@given(data=st.data())
def test_every_event_survives_its_line(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(event_of(kind))
    assert from_line(to_line(event)) == event


@given(EVENT)
def test_a_line_is_one_line_of_ascii_and_json(event: Event) -> None:
    line = to_line(event)
    assert line.isascii()
    assert line.splitlines() == [line]
    assert json.loads(line)["event"].isidentifier()


@given(EVENT, st.dictionaries(TEXT.map(lambda name: f"later_{name}"), TEXT | NUMBER))
def test_fields_of_a_later_version_are_passed_over(event: Event, later: dict[str, Any]) -> None:
    assert from_line(json.dumps(json.loads(to_line(event)) | later)) == event


@given(EVENT, st.data())
def test_half_a_line_is_no_event(event: Event, data: st.DataObject) -> None:
    line = to_line(event)
    assert from_line(line[: data.draw(st.integers(0, len(line) - 1))]) is None


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    assert from_line(text) is None


@pytest.mark.parametrize(
    "line",
    [
        '{"event": "danced", "step": 3}',
        '{"event": ["said"], "text": "a"}',
        '{"text": "a"}',
        '{"event": "said"}',
        '{"event": "said", "text": 3}',
        '{"event": "stepped", "step": "many"}',
        '["said"]',
        "[" * 100_000,
        '{"event": "said", "text": NaN}',
    ],
)
def test_broken_and_unknown_events_are_none(line: str) -> None:
    assert from_line(line) is None


@pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf])
def test_numbers_that_json_lacks_become_null(odd: float) -> None:
    event = Stepped(
        step=1,
        epoch=1,
        progress=0.5,
        loss=2.0,
        learning_rate=0.1,
        tokens_per_second=9.0,
        gradient_norm=odd,
    )
    again = from_line(to_line(event))
    assert isinstance(again, Stepped)
    assert again.gradient_norm is None
    assert from_line(to_line(Evaluated(corpus="test", metrics={"bleu": odd, "chrf": 3.0}))) == (
        Evaluated(corpus="test", metrics={"chrf": 3.0})
    )


def test_a_file_name_that_is_not_unicode_passes_all_the_same() -> None:
    assert from_line(to_line(Exported(path="models/\udcff"))) == Exported(path="models/?")


def test_the_first_event_says_which_protocol_it_speaks() -> None:
    event = Started(
        run="runs/a", recipe="reverse", source_language="qaa", target_language="qab", device="cpu"
    )
    assert json.loads(to_line(event))["protocol"] == PROTOCOL_VERSION


def test_a_line_reads_as_documented() -> None:
    assert to_line(Message.of("größer als {most}", most=4)) == (
        '{"event": "said", "text": "gr\\u00f6\\u00dfer als 4", '
        '"template": "gr\\u00f6\\u00dfer als {most}", "values": {"most": 4}, "cause": null}'
    )
