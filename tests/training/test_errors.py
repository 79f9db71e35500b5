"""Every training error says what happened, where, and what to do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.translatable import Phrase
from training import errors
from training.errors import (
    CheckpointError,
    CorpusError,
    DeviceMemoryError,
    DiskFullError,
    FetchError,
    LossDivergedError,
    RecipeError,
    RunError,
    TrainingError,
)

EXAMPLES: tuple[TrainingError, ...] = (
    RecipeError([Phrase("training.seed: is missing"), Phrase("model.tie: is odd")], "mine"),
    CorpusError(Path("train.en"), 7, Phrase("byte 3 is odd")),
    FetchError(
        "val.de",
        [Phrase("https://a/val.de failed (timed out)"), Phrase("https://b/val.de was refused")],
    ),
    CheckpointError(Path("runs/mine"), Phrase("state.json is missing")),
    LossDivergedError(120),
    DeviceMemoryError(4096),
    DiskFullError(Path("runs/mine")),
)


def descendants(kind: type[TrainingError]) -> Iterator[type[TrainingError]]:
    for child in kind.__subclasses__():
        yield child
        yield from descendants(child)


def test_every_error_has_an_example_here_and_a_line_in_the_tree() -> None:
    leaves = {kind for kind in descendants(TrainingError) if not kind.__subclasses__()}
    assert leaves == {type(error) for error in EXAMPLES}
    for kind in descendants(TrainingError):
        assert kind.__name__ in (errors.__doc__ or "")


def test_kinds_are_all_different() -> None:
    kinds = [TrainingError.kind, *(kind.kind for kind in descendants(TrainingError))]
    assert len(set(kinds)) == len(kinds)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: error.kind)
def test_an_error_is_made_again_from_its_arguments_as_between_processes(
    error: TrainingError,
) -> None:
    assert str(type(error)(*error.args)) == str(error)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (EXAMPLES[0], ("mine", "\n  - training.seed: is missing\n  - model.tie: is odd")),
        (EXAMPLES[1], ("train.en, line 7", "byte 3 is odd.")),
        (
            CorpusError(Path("train.en"), None, Phrase("it is odd")),
            ("train.en cannot", "it is odd."),
        ),
        (EXAMPLES[2], ("val.de", "https://a/val.de failed (timed out)", "folder or zip")),
        (EXAMPLES[3], ("The run in runs/mine", "state.json is missing")),
        (EXAMPLES[4], ("step 120", "training.learning_rate", "checkpoint was kept")),
        (EXAMPLES[5], ("4,096 tokens", "corpus.max_length", "checkpoint was kept")),
        (EXAMPLES[6], ("runs/mine", "Free some space")),
    ],
)
def test_the_sentence_says_what_where_and_what_to_do(
    error: TrainingError, says: tuple[str, ...]
) -> None:
    for part in says:
        assert part in str(error).replace("\\", "/")


def test_what_stops_a_run_can_be_caught_as_one() -> None:
    runs = {LossDivergedError, DeviceMemoryError, DiskFullError}
    assert set(descendants(RunError)) == runs
