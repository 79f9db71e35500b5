"""What comes before a run, in real child programs: the newest wish counts, failures have words."""

from pathlib import Path

import pytest
from PySide6.QtCore import QDeadlineTimer
from pytestqt.qtbot import QtBot

from desktop.sessions.training.preflight import Preflight
from desktop.values.outcome import Outcome
from desktop.wording.outcome_text import describe_unprepared
from tests.support.runs import CHILD_PATIENCE, PAIRS, tiny_recipe, write_text
from training.preflight import Estimated, Previewed


@pytest.mark.slow
def test_a_text_is_checked_and_a_run_estimated_in_children(qtbot: QtBot, tmp_path: Path) -> None:
    text = write_text(tmp_path / "my text")
    preflight = Preflight()
    seen: list[Previewed] = []
    estimated: list[Estimated] = []
    failed: list[tuple[str, Outcome]] = []
    preflight.previewed.connect(seen.append)
    preflight.estimated.connect(estimated.append)
    preflight.failed.connect(lambda task, outcome: failed.append((task, outcome)))
    recipe = tiny_recipe("corpus.kind=pairs")
    try:
        preflight.check(recipe, [tmp_path / "nowhere"])  # a newer wish ends it, and it is mute
        preflight.check(recipe, [text])
        preflight.estimate(recipe, [text], "cpu", 1, tmp_path)
        qtbot.waitUntil(lambda: bool(seen and estimated), timeout=CHILD_PATIENCE)
        assert seen[0].train == len(PAIRS)
        assert estimated[0].parameters > 0
        assert failed == []
        preflight.check(recipe, [tmp_path / "nowhere"])
        qtbot.waitUntil(lambda: bool(failed), timeout=CHILD_PATIENCE)
        assert failed[0][0] == "check"
        problem = describe_unprepared(failed[0][1])
        assert "there is no such file or folder" in problem.sentence
        preflight.estimate(recipe, [text], "cpu", 1, tmp_path)
    finally:
        preflight.close()
        preflight.wait(QDeadlineTimer(30_000))
    assert len(estimated) == 1
