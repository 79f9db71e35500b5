"""A run's story is the same whoever reads it and when, and however often the run was resumed."""

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.support.stories import beginning, ending, epoch_of, sample, story_of
from training.event_lines import to_line
from training.progress import Event, Failed, Message, Stopped
from training.report.run_story import EVENTS_FILE, RunStory, read_story

LEARNED: list[Event] = [event for epoch in range(1, 5) for event in epoch_of(epoch, 4)]
TOLD: list[Event] = [*LEARNED, *ending()]
"""All that a run tells behind its first words."""
CHECKPOINTS = range(0, 401, 50)


def place_of(checkpoint: int) -> int:
    """Return the place in TOLD where a run goes on from a checkpoint."""
    later = (at for at, event in enumerate(LEARNED) if getattr(event, "step", 0) > checkpoint)
    return next(later, len(LEARNED))


@given(breaks=st.lists(st.tuples(st.integers(0, len(TOLD)), st.integers(0, 100)), max_size=5))
def test_what_a_resumed_run_tells_once_more_leaves_no_trace(breaks: list[tuple[int, int]]) -> None:
    events, place = beginning(), 0
    for length, number in breaks:
        stop = min(place + length, len(TOLD))
        events += TOLD[place:stop]
        saved = [checkpoint for checkpoint in CHECKPOINTS if place_of(checkpoint) <= stop]
        resumed_at = saved[number % len(saved)]
        place = place_of(resumed_at)
        events += beginning(resumed_at)
    story = story_of(*events, *TOLD[place:])
    unbroken = story_of(*beginning(), *TOLD)
    assert replace(story, started=None) == replace(unbroken, started=None)


def test_a_story_that_is_read_and_then_heard_is_the_one_that_is_read(tmp_path: Path) -> None:
    events = [*beginning(), *TOLD[:17], *beginning(150), *TOLD[place_of(150) :]]
    with (tmp_path / EVENTS_FILE).open("w", encoding="utf-8") as file:
        for count, event in enumerate(events):
            story = read_story(tmp_path)
            assert story == story_of(*events[:count])
            for later in events[count:]:
                story.add(later)
            assert story == story_of(*events)
            print(to_line(event), file=file, flush=True)


def test_what_was_said_to_the_user_stays_said() -> None:
    said = Message(text="Something was decided.")
    story = story_of(*beginning(), *LEARNED, said, *beginning(50))
    assert story.messages == [said]


def test_a_resumed_run_is_where_its_checkpoint_is() -> None:
    story = story_of(*beginning(), *LEARNED, Stopped(step=400, seconds=9.0))
    assert (story.step, story.last_word) == (400, Stopped(step=400, seconds=9.0))
    for event in beginning(275):
        story.add(event)
    assert (story.step, story.last_word) == (275, None)
    assert story.stepped is not None
    assert story.stepped.step == 250
    assert story.best is not None
    assert story.best.step == 200
    assert [epoch for epoch, _ in story.samples_by_epoch] == [1, 2]


def test_a_course_stays_as_it_was_when_the_story_grows() -> None:
    story = story_of(*beginning())
    course = story.course
    for event in LEARNED:
        story.add(event)
    assert (course.steps, course.validations, course.best) == ((), (), None)
    assert (story.course.best, len(story.course.steps)) == (story.best, 8)


def test_sentences_before_any_validation_belong_nowhere() -> None:
    assert story_of(sample("A dog.", 1)) == RunStory()


def test_a_folder_that_cannot_be_read_has_an_empty_story(tmp_path: Path) -> None:
    assert read_story(tmp_path / "nowhere") == RunStory()
    (tmp_path / EVENTS_FILE).mkdir()
    assert read_story(tmp_path) == RunStory()


def test_lines_that_are_broken_or_unknown_are_passed_over(tmp_path: Path) -> None:
    failed = Failed(kind="disk_full", message="No room.")
    lines = ['{"event": "of tomorrow"}', to_line(failed), "\0\0", '{"event": "fini']
    (tmp_path / EVENTS_FILE).write_text("\n".join(lines), encoding="utf-8")
    assert read_story(tmp_path) == story_of(failed)
