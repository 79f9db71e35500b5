"""The runs of former times: what each is, and what can be done with it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.wizard.run.runs_page import RunsPage
from training.errors import DiskFullError
from training.progress import Failed
from training.recipe import load_recipe
from training.runs.run_list import RunState, RunSummary

FAILED = Failed.of(DiskFullError(Path("/runs/failed")))


def run(name: str, state: RunState, progress: float = 0.5) -> RunSummary:
    return RunSummary(
        folder=Path("/runs") / name,
        recipe=load_recipe("good"),
        state=state,
        progress=progress,
        step=10,
        epoch=1,
        best_bleu=None if state is RunState.RUNNING else 12.34,
        changed=datetime(2026, 1, 2, tzinfo=UTC),
        failure=FAILED if state is RunState.FAILED else None,
    )


RUNS = [run(state.value, state) for state in RunState]


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[RunsPage]:
    page = RunsPage()
    qtbot.addWidget(page)
    page.resize(800, 500)
    page.show()
    page.show_runs(RUNS)
    yield page
    page.hide()


def choose(page: RunsPage, state: RunState) -> None:
    row = [one.state for one in RUNS].index(state)
    page.table.setCurrentIndex(page.items.index(row, 0))


@pytest.mark.parametrize(
    ("state", "resume", "result", "remove", "words"),
    [
        (RunState.RUNNING, False, False, False, "running, 50 %"),
        (RunState.STOPPED, True, True, True, "stopped at 50 %"),
        (RunState.FAILED, True, True, True, "failed at 50 %"),
        (RunState.FINISHED, False, True, True, "finished"),
    ],
)
def test_what_can_be_done_follows_from_what_became_of_it(
    page: RunsPage, state: RunState, resume: bool, result: bool, remove: bool, words: str
) -> None:
    choose(page, state)
    buttons = (page.resume_button, page.result_button, page.remove_button)
    assert [button.isEnabled() for button in buttons] == [resume, result, remove]
    row = page.table.currentIndex().row()
    assert page.items.item(row, 1).text() == words
    why = page.items.item(row, 1).toolTip()
    assert ("There is no space left" in why) == (state is RunState.FAILED)


def test_buttons_and_return_name_the_run(page: RunsPage) -> None:
    told: list[tuple[str, Path]] = []
    page.resume_requested.connect(lambda folder: told.append(("resume", folder)))
    page.result_requested.connect(lambda folder: told.append(("result", folder)))
    page.watch_requested.connect(lambda folder: told.append(("watch", folder)))
    choose(page, RunState.STOPPED)
    for button in (page.resume_button, page.result_button, page.watch_button):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    choose(page, RunState.FINISHED)
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    stopped, finished = Path("/runs/stopped"), Path("/runs/finished")
    assert told == [
        ("resume", stopped), ("result", stopped), ("watch", stopped), ("resume", stopped),
        ("result", finished),
    ]  # fmt: skip


def test_deleting_asks_first(page: RunsPage) -> None:
    removed: list[Path] = []
    page.removed.connect(removed.append)
    choose(page, RunState.RUNNING)
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert not page.confirm.isVisible()  # it goes on
    choose(page, RunState.FINISHED)
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert page.confirm.isVisible()
    assert removed == []
    page.confirm.confirmed.emit()
    assert removed == [Path("/runs/finished")]


def answer_yes(page: RunsPage) -> None:
    (yes,) = [one for one in page.confirm.findChildren(QPushButton) if one.text() == "Delete"]
    QTest.mouseClick(yes, Qt.MouseButton.LeftButton)


def test_only_the_run_that_was_asked_about_is_deleted(page: RunsPage) -> None:
    removed: list[Path] = []
    page.removed.connect(removed.append)
    choose(page, RunState.FINISHED)
    QTest.mouseClick(page.remove_button, Qt.MouseButton.LeftButton)
    choose(page, RunState.STOPPED)
    assert not page.confirm.isVisible()
    QTest.mouseClick(page.remove_button, Qt.MouseButton.LeftButton)
    answer_yes(page)
    assert removed == [Path("/runs/stopped")]


@pytest.mark.parametrize("runs", [RUNS, RUNS[::-1], []])
def test_a_question_does_not_outlast_the_list_it_was_asked_of(
    page: RunsPage, runs: list[RunSummary]
) -> None:
    choose(page, RunState.FINISHED)
    QTest.mouseClick(page.remove_button, Qt.MouseButton.LeftButton)
    page.show_runs(runs)
    assert not page.confirm.isVisible()


def test_the_chosen_run_stays_chosen_and_none_is_no_error(page: RunsPage) -> None:
    choose(page, RunState.FAILED)
    page.show_runs(RUNS[::-1])
    chosen = page.chosen()
    assert chosen is not None
    assert chosen.state is RunState.FAILED
    page.show_runs([])
    assert page.chosen() is None
    assert not page.watch_button.isEnabled()
    page.show_problem("It is going on; stop it first.")
    assert page.problem.text() == "It is going on; stop it first."
