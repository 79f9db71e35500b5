"""Lines of a run, damaged or of another version: read or passed over, and any order is a story."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.support.mutations import JSON, mutated
from tests.support.stories import beginning, ending, epoch_of
from tests.support.work import MEGABYTE, memory_within
from training.event_lines import from_line, to_line
from training.progress import Event
from training.report.run_story import RunStory

LINES = [to_line(event) for event in (*beginning(7), *epoch_of(1, 3), *ending())]
PIECES = (
    b'"', b"{", b"}", b"[" * 500, b"null", b"-1", b"1e400", b"NaN", b"\\ud800", b"\xff", b"\0",
    b"\n",
)  # fmt: skip


def read(line: str) -> Event | None:
    """Return the event of a line, which must be the same once written and read again."""
    with memory_within(MEGABYTE + 200 * len(line)):
        event = from_line(line)
    if event is not None:
        again = from_line(to_line(event))
        assert again is None or to_line(again) == to_line(event)
    return event


@given(st.lists(mutated([line.encode() for line in LINES], PIECES), max_size=12))
def test_damaged_lines_are_read_or_passed_over(lines: list[bytes]) -> None:
    story = RunStory()
    for line in lines:
        event = read(line.decode(errors="replace"))
        if event is not None:
            story.add(event)


@given(st.sampled_from(LINES).map(json.loads), st.data())
def test_any_values_are_read_or_passed_over(fields: dict[str, Any], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(fields)))
    read(json.dumps({**fields, name: data.draw(JSON)}))
