"""What people are told of a run: every event there is, in words, whatever they hold."""

from dataclasses import MISSING, fields
from typing import Any, get_args

import pytest
from rich.console import Console

from engine.errors import Datum
from training.cli.display import RunDisplay, describe
from training.preflight import HintCounts, Timed
from training.progress import (
    Checkpointed,
    CorpusRead,
    Event,
    Failed,
    Sampled,
    Snapshotted,
    Started,
    Stepped,
    Validated,
)

KINDS: tuple[type[Event], ...] = get_args(Event)
SHOWN_OTHERWISE = (Stepped, Checkpointed, Snapshotted, Sampled, Timed)
VALUES: dict[str, Any] = {
    "str": "a [bold]word[/bold] :smile: \\[x]",
    "int": 1234,
    "float": 0.5,
    "float | None": 0.25,
    "bool": True,
    "dict[str, int]": {"too_long": 1234},
    "dict[str, float]": {"bleu": 36.5},
    "dict[str, tuple[int, float]]": {"web": (1234, 0.5)},
    "dict[str, str]": {"bleu": "version:2"},
    "dict[str, str | int | float]": {"model": "old", "step": 1234, "bleu": 36.5},
    str(dict[str, Datum]): {"path": "a", "line": 1234},
    "Failed | None": Failed(kind="disk_full", message="No room."),
    str(HintCounts | None): HintCounts(read=1234, hinted=1000, in_dictionary_form=800),
    "int | None": 99,
    "tuple[str, ...]": ("one", "[two]"),
    "tuple[tuple[float, ...], ...]": ((0.25, 0.75),),
    "tuple[tuple[str, str], ...]": (("a", "b"),),
    "dict[str, tuple[tuple[str, str], ...]]": {"empty": (("a", ""),)},
}


def full(kind: type[Event]) -> Event:
    """Return an event with a value in every field."""
    return kind(**{field.name: VALUES[_type(field.type)] for field in fields(kind)})


def bare(kind: type[Event]) -> Event:
    """Return an event with values in the fields it must have, and no others."""
    needed = [
        field
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    ]
    return kind(**{field.name: VALUES[_type(field.type)] for field in needed})


def _type(annotation: Any) -> str:
    return (
        annotation.__name__
        if isinstance(annotation, type) and not get_args(annotation)
        else str(annotation)
    )


def shown(*events: Event, **options: Any) -> str:
    """Return what a display writes of events."""
    console = Console(record=True, width=100, **options)
    with RunDisplay(console) as display:
        for event in events:
            display.show(event)
    return console.export_text()


@pytest.mark.parametrize("kind", KINDS)
def test_every_event_has_a_sentence(kind: type[Event]) -> None:
    for event in (full(kind), bare(kind)):
        sentence = describe(event)
        assert sentence
        assert "\n" not in sentence
        assert "None" not in sentence


@pytest.mark.parametrize("is_terminal", [False, True])
def test_every_event_can_be_shown(is_terminal: bool) -> None:
    for kind in KINDS:
        for event in (full(kind), bare(kind)):
            shown(event, force_terminal=is_terminal)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in SHOWN_OTHERWISE])
def test_what_is_said_is_shown_as_it_is(kind: type[Event]) -> None:
    assert shown(full(kind)) == describe(full(kind)) + "\n"


def test_a_sample_has_the_source_above_the_translation() -> None:
    text = shown(Sampled(source="a dog", target="ein Hund", reference="der Hund"))
    assert text == "    a dog\n    → ein Hund\n"


def test_a_long_sentence_is_not_broken() -> None:
    text = "word " * 60 + "end"
    assert shown(Sampled(source=text, target="x", reference="")).splitlines()[0] == f"    {text}"


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (
            Started(
                run="r",
                recipe="it",
                source_language="en",
                target_language="de",
                device="cpu",
                resumed_at=1200,
            ),
            "Run r: it, en to de, on cpu, from step 1,200.",
        ),
        (CorpusRead(name="c", train=29000, validation=1014, test=0), "dropped: none."),
        (
            Validated(step=5, epoch=1, loss=2.0, perplexity=7.5, teacher_forced_bleu=0.25),
            "Validation at step 5: loss 2.0000, perplexity 7.5000, teacher-forced BLEU 0.2500.",
        ),
    ],
)
def test_what_is_there_is_said_and_nothing_else(event: Event, says: str) -> None:
    assert says in describe(event)


def test_the_bar_goes_on_with_the_steps() -> None:
    console = Console(record=True, width=120, force_terminal=True)
    with RunDisplay(console) as display:
        for step, progress in ((10, 0.25), (1500, 0.75)):
            display.show(
                Stepped(
                    step=step,
                    epoch=1,
                    progress=progress,
                    loss=2.0,
                    learning_rate=0.1,
                    tokens_per_second=1234.5,
                    eta_seconds=200.0,
                )
            )
        (task,) = display.progress.tasks
    assert (task.completed, task.total) == (0.75, 1.0)
    assert task.description == "epoch 2, step 1,500"
    assert task.fields["figures"] == "loss 2.000  1,234 tokens/s  at most 3 min left"
