"""How a child program ended is told by the words of its error, and by what is known of a crash."""

from pathlib import Path

from desktop.values.outcome import Outcome
from desktop.wording.error_text import describe
from desktop.wording.outcome_text import describe_ending, describe_unprepared
from tests.support.stories import learned
from training.errors import DiskFullError
from training.progress import Failed

ERROR = DiskFullError(Path("/runs/mine"))
FAILED = Outcome.of(Failed.of(ERROR))
CRASHED = Outcome.of(None, crash="it exited without an error message (exit code 3)")


def test_what_comes_before_a_training_tells_its_error_as_the_window_does() -> None:
    assert describe_unprepared(FAILED) == describe(ERROR)


def test_what_is_known_of_a_crash_is_told() -> None:
    assert CRASHED.crash in describe_unprepared(CRASHED).sentence
    assert describe_ending(learned(), CRASHED).text.details == CRASHED.crash


def test_a_failed_run_tells_its_error_and_what_is_kept() -> None:
    ending = describe_ending(learned(), FAILED)
    assert ending.text.title == describe(ERROR).title
    assert ending.text.sentence.startswith(describe(ERROR).sentence)
    assert "is kept" in ending.text.sentence
    assert ending.action == "resume"
