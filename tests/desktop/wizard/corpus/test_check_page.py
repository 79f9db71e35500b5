"""The third page: what a run needs, what is decided, and when it may start."""

from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.wizard.corpus.check_page import CheckPage
from training.preflight import FEW_STEPS, LONG_SECONDS, Estimated, Timed

ESTIMATE = Estimated(
    device="cpu",
    threads=1,
    parameters=2_398_208,
    steps=13_440,
    tokens_per_second=4213.2,
    seconds=4021,
    disk_bytes=96_000_000,
    disk_free_bytes=51_200_000_000,
    memory_bytes=1_300_000_000,
    memory_free_bytes=21_000_000_000,
)
MODELS = [("en-de-multi30k", Path("/models/a")), ("mine", Path("/models/Übung"))]


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[CheckPage]:
    page = CheckPage()
    qtbot.addWidget(page)
    page.resize(940, 680)
    page.show_name("en-de-good")
    page.show()
    yield page
    page.hide()


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_estimate_is_told_in_figures(page: CheckPage) -> None:
    page.show_estimate(ESTIMATE)
    figures = (page.time, page.speed, page.parameters, page.memory, page.disk)
    assert [figure.value.text() for figure in figures] == [
        "68 minute(s)", "4213 tokens/s", "2.4 million", "1.3 GB", "96.0 MB",
    ]  # fmt: skip
    assert page.disk.remark.text() == "needed, 51.2 GB free"
    assert page.memory.accessibleName() == "Memory: 1.3 GB needed, 21.0 GB free"
    page.show_estimate(None)
    assert [figure.value.text() for figure in figures] == ["–"] * 5


def test_it_starts_only_when_measured_and_right(page: CheckPage, qtbot: QtBot) -> None:
    assert not page.start_button.isEnabled()
    assert page.start_button.toolTip() == "Run the check first."
    page.show_estimate(ESTIMATE)
    with qtbot.waitSignal(page.start_requested):
        click(page.start_button)
    page.show_estimate(replace(ESTIMATE, memory_free_bytes=10**9, disk_free_bytes=10**6))
    assert not page.start_button.isEnabled()
    disk, memory = page.notices.notices()
    assert page.start_button.toolTip() == disk.text
    assert disk.text.startswith("The run needs 96.0 MB of disk space, but only 1.0 MB is free.")
    assert memory.text.startswith("The run needs 1.3 GB of memory, but only 1.0 GB is free.")
    with qtbot.assertNotEmitted(page.start_requested):
        click(page.start_button)
    page.show_estimate(replace(ESTIMATE, seconds=LONG_SECONDS + 1, device="cpu"))
    assert page.start_button.isEnabled()
    (notice,) = page.notices.notices()
    assert (notice.kind, notice.text.split(".")[0]) == (
        "warning",
        "This will take very long on a processor",
    )
    page.show_estimate(replace(ESTIMATE, steps=FEW_STEPS - 1))
    assert page.start_button.isEnabled()  # it is a warning
    (notice,) = page.notices.notices()
    assert notice.text.startswith(f"The run has only {FEW_STEPS - 1} steps, too few to learn")
    page.show_estimate(replace(ESTIMATE, steps=FEW_STEPS))
    assert page.notices.notices() == ()
    page.show_problem("It could not be measured.", "The text is gone.")
    assert not page.start_button.isEnabled()
    assert page.notices.notices()[0].text == "It could not be measured.\nThe text is gone."


def test_while_it_is_measured_the_old_figures_are_grey(page: CheckPage, qtbot: QtBot) -> None:
    page.show_estimate(ESTIMATE)
    page.show_busy("Step 12 of 20 …")
    assert page.busy_row.isVisible()
    assert not page.time.value.isEnabled()
    assert not page.start_button.isEnabled()
    assert not page.measure_button.isEnabled()
    page.show_timed(Timed(step=5, steps=20))
    assert page.busy_row.sentence.text() == "Timing training step 5 of at most 20…"
    assert page.busy_row.bar.value() == page.busy_row.bar.maximum() / 5
    with qtbot.waitSignal(page.cancel_requested):
        click(page.busy_row.cancel_button)
    assert page.measure_button.isEnabled()
    assert page.start_button.isEnabled()
    with qtbot.waitSignal(page.estimate_requested):
        click(page.measure_button)
    page.show_busy("Reading the text…")
    page.show_estimate(ESTIMATE)
    assert not page.busy_row.isVisible()
    assert page.time.value.isEnabled()


def test_who_skips_the_estimate_may_start_without_it(page: CheckPage, qtbot: QtBot) -> None:
    page.show_busy("Reading the text…")
    assert page.busy_row.cancel_button.text() == "S&kip"
    click(page.busy_row.cancel_button)
    with qtbot.waitSignal(page.start_requested):
        click(page.start_button)
    page.show_estimate(None)  # of another text, which is not measured yet
    assert not page.start_button.isEnabled()


def test_a_run_needs_a_name(page: CheckPage) -> None:
    page.show_estimate(ESTIMATE)
    page.name_edit.selectAll()
    QTest.keyClick(page.name_edit, Qt.Key.Key_Delete)
    assert page.start_button.toolTip() == "Enter a name for the run."
    QTest.keyClicks(page.name_edit, " Übung 1 ")
    assert page.run_name() == "Übung 1"
    assert page.start_button.isEnabled()
    QTest.keyClicks(page.name_edit, "/2")
    assert not page.start_button.isEnabled()
    assert "A name cannot contain /" in unescape(page.start_button.toolTip())


def test_cores_and_device_are_chosen(page: CheckPage, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(page.threads_changed):
        page.show_threads(3, 4)
    assert page.threads() == 3
    with qtbot.waitSignal(page.threads_changed) as changed:
        QTest.keyClick(page.threads_box, Qt.Key.Key_Down)
    assert changed.args == [4]
    assert page.threads() == 4
    assert page.device() == "auto"
    with qtbot.waitSignal(page.device_changed) as chosen:
        QTest.keyClick(page.device_box, Qt.Key.Key_Down)
    assert chosen.args == ["cpu"]
    with qtbot.assertNotEmitted(page.device_changed):
        page.show_devices([("processor", "cpu")], "cuda")
    assert page.device() == "cpu"


def test_there_is_a_core_to_work_with_from_the_start(qtbot: QtBot) -> None:
    page = CheckPage()
    qtbot.addWidget(page)
    assert 1 <= page.threads() <= page.threads_box.count()


def test_a_model_is_chosen_to_compare_with_or_none(page: CheckPage) -> None:
    page.show_models(MODELS, Path("/models/a"))
    assert page.compared() == Path("/models/a")
    QTest.keyClick(page.compared_box, Qt.Key.Key_Down)
    assert page.compared() == Path("/models/Übung")
    QTest.keyClick(page.compared_box, Qt.Key.Key_Home)
    assert page.compared() is None
    page.show_models(MODELS, Path("/models/gone"))
    assert page.compared() is None


def test_tab_goes_from_decision_to_decision(page: CheckPage) -> None:
    page.show_estimate(ESTIMATE)
    page.name_edit.setFocus()
    passed = []
    for _ in range(5):
        QTest.keyClick(page.focusWidget(), Qt.Key.Key_Tab)
        passed.append(page.focusWidget())
    assert passed == [
        page.device_box,
        page.threads_box,
        page.compared_box,
        page.measure_button,
        page.start_button,
    ]
