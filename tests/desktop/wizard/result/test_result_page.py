"""The last page: how it ended, what it is worth, and a name for it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.values.outcome import Outcome
from desktop.wizard.result.result_page import ResultPage
from tests.support.stories import beginning, compared, finished, learned, story_of
from training.errors import DiskFullError
from training.progress import Evaluated, Failed, Stopped
from training.report.run_story import RunStory


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[ResultPage]:
    page = ResultPage()
    qtbot.addWidget(page)
    page.resize(940, 680)
    page.show()
    yield page
    page.hide()


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def said(page: ResultPage) -> tuple[str, str]:
    return page.title.text(), page.subtitle.text()


def offered(page: ResultPage) -> list[str]:
    buttons = (
        page.resume_button,
        page.again_button,
        page.log_button,
        page.install.install_button,
        page.another_button,
    )
    return [button.text().replace("&", "") for button in buttons if button.isVisible()]


def test_it_fits_the_window_of_the_wizard(page: ResultPage) -> None:
    page.show_story(finished())
    least = page.minimumSizeHint()
    assert least.width() <= 940
    assert least.height() <= 680
    assert page.area.horizontalScrollBar().maximum() == 0


def test_a_finished_run_is_to_be_installed(page: ResultPage) -> None:
    page.show_story(finished(), Outcome("finished"))
    assert said(page) == (
        "The model is ready",
        "It trained for 41 minute(s) and 300 steps. Name and install it to translate with it; "
        "your other models are kept.",
    )
    assert offered(page) == ["Install", "Train another"]


def test_a_stopped_run_can_go_on(page: ResultPage) -> None:
    page.show_story(learned(1, 3), Outcome("stopped"))
    assert said(page) == (
        "Stopped; everything is saved",
        "33 % done, up to step 100. You can resume from there now or later.",
    )
    assert offered(page) == ["Resume", "Train another"]


def test_a_failed_run_goes_on_or_is_begun_again(page: ResultPage) -> None:
    failed = Outcome.of(Failed.of(DiskFullError(Path("/runs/mine"))))
    page.show_story(learned(), failed)
    assert said(page) == (
        "The disk is full",
        f"There is no space left to write {Path('/runs/mine')}. Free some space and resume "
        "training. Everything up to the last checkpoint is kept; the run had reached step 300.",
    )
    assert offered(page) == ["Resume", "Open log", "Train another"]
    page.show_story(story_of(*beginning()), failed)
    assert said(page)[1].endswith("resume training. Nothing was learned.")
    assert offered(page) == ["Try again", "Open log"]


@pytest.mark.parametrize("kind", ["loss_diverged", "recipe", "corpus"])
def test_what_would_fail_again_is_not_resumed(page: ResultPage, kind: str) -> None:
    page.show_story(learned(), Outcome.of(Failed(kind=kind, message="No.")))
    assert offered(page) == ["Try again", "Open log"]


def test_a_crashed_run_says_what_is_known(page: ResultPage) -> None:
    page.show_story(learned(), Outcome("crashed", crash="It was killed by signal 9."))
    assert said(page) == (
        "Training was interrupted",
        "The training program stopped unexpectedly. Resume it; if it happens again, check the "
        "log. Everything up to the last checkpoint is kept; the run had reached step 300.",
    )
    assert page.details.text() == "It was killed by signal 9."
    assert page.details.isVisible()
    assert offered(page) == ["Resume", "Open log", "Train another"]
    page.show_story(finished())
    assert not page.details.isVisible()


@pytest.mark.parametrize(
    ("story", "title"),
    [
        (finished(), "The model is ready"),
        (story_of(*beginning(), Stopped(step=3, seconds=1.0)), "Stopped; everything is saved"),
        (story_of(Failed(kind="corpus", message="No text.")), "The training text cannot be used"),
        (learned(), "Training was interrupted"),
    ],
)
def test_a_run_of_former_times_tells_its_end_itself(
    page: ResultPage, story: RunStory, title: str
) -> None:
    page.show_story(story)
    assert page.title.text() == title


def test_a_failure_of_an_earlier_version_is_shown_as_it_was_told(page: ResultPage) -> None:
    page.show_story(story_of(Failed(kind="corpus", message="No text.")))
    assert said(page)[1].startswith("The model could not be created.")
    assert page.details.text() == "No text."


def test_scores_are_those_of_the_test_text_with_the_widest_beam(page: ResultPage) -> None:
    page.show_story(finished())
    scores = page.scores
    assert scores.bleu.value.text() == "39.0"
    assert scores.bleu.remark.text() == "test text, beam size 5"
    assert [row.cells[:3] for row in scores.own.rows] == [
        ("validation text", "greedy", "38.20"),
        ("validation text", "beam size 5", "39.00"),
        ("test text", "greedy", "38.20"),
        ("test text", "beam size 5", "39.00"),
    ]
    assert scores.signatures.text() == "bleu  nrefs:1|tok:13a\nchrf  nrefs:1|nc:6"


def test_without_a_test_text_what_was_measured_is_shown(page: ResultPage) -> None:
    story = learned()
    story.add(Evaluated(corpus="validation, greedy", metrics={"bleu": 20.0}))
    page.show_story(story)
    assert page.scores.bleu.value.text() == "20.0"
    assert page.scores.chrf.value.text() == "–"
    page.show_story(learned())
    assert not page.scores.isVisible()


def test_it_is_set_beside_the_model_it_would_replace(page: ResultPage) -> None:
    page.show_story(finished())
    assert page.scores.compared_title.text() == "Compared with “shipped”"
    [row] = page.scores.compared.rows
    assert row.cells == (
        "test text", "beam size 5", "39.3", "36.1", "63.0", "61.0",
        "+3.2  (+2.4 … +4.0)", "0.001", "better",
    )  # fmt: skip
    assert not page.scores.warnings.isVisible()


def test_a_shipped_model_beside_it_is_called_by_its_title(page: ResultPage) -> None:
    story = finished()
    story.compared[:] = [replace(one, old_title="General") for one in story.compared]
    page.show_story(story)
    assert page.scores.compared_title.text() == "Compared with “General”"


def test_where_it_is_worse_a_plain_warning_says_so(page: ResultPage) -> None:
    story = finished()
    for beam_size in (1, 5):
        story.add(compared("everyday sentences", -2.4, 0.01, beam_size))
    story.add(compared("Multi30k test", -0.2, 0.4))
    page.show_story(story)
    verdicts = [row.cells[-1] for row in page.scores.compared.rows]
    assert verdicts == ["better", "worse", "worse", "about as good"]
    assert [row.is_strong for row in page.scores.compared.rows] == [False, True, True, False]
    [warning] = page.scores.warnings.notices()
    assert warning.kind == "warning"
    assert warning.text == (
        "On the everyday sentences, the new model is worse than “shipped”: BLEU "
        "39.3 instead of 41.7 (beam size 5). The difference is statistically "
        "significant."
    )


def test_sentences_before_and_after(page: ResultPage) -> None:
    page.show_story(finished())
    [card] = page.contrasts.cards
    texts = [label.text() for label in card.findChildren(QWidget) if hasattr(label, "text")]
    assert texts == [
        "Source", "Two men.", "Before", "(nothing)", "After", "Zwei Männer!",
        "Reference", "Zwei Männer.",
    ]  # fmt: skip
    page.show_story(learned())
    assert not page.contrasts.isVisible()


def test_a_name_is_given_and_corrected_in_place(page: ResultPage, qtbot: QtBot) -> None:
    page.show_story(finished())
    card = page.install
    assert not card.install_button.isEnabled()
    assert card.install_button.toolTip() == "Enter a name for the model"
    page.show_name("mine")
    with qtbot.waitSignal(page.install.install_requested) as wished:
        click(card.install_button)
    assert wished.args == ["mine", True]
    page.show_name_problem("There is a model called “mine” already.")
    assert card.remark.text() == "There is a model called “mine” already."
    assert card.name_edit.accessibleDescription() == card.remark.text()
    assert not card.install_button.isEnabled()
    QTest.keyClicks(card.name_edit, "2")
    assert card.remark.text().startswith("It is copied to your models")
    with qtbot.waitSignal(page.install.install_requested) as wished:
        QTest.keyClick(card.name_edit, Qt.Key.Key_Return)
    assert wished.args == ["mine2", True]
    page.show_installed("mine2")
    assert card.remark.text() == "“mine2” is installed and in use."
    assert not card.install_button.isEnabled()


@pytest.mark.parametrize(
    ("comparisons", "is_proposed", "reason"),
    [
        ([], False, "It could not be compared with the model in use."),
        ([("test", 3.2, 0.001)], True, "It scored better than the model in use."),
        ([("test", 3.2, 0.2)], False, "It did not score clearly better than the model in use."),
        ([("test", -30.5, 0.001)], False, "It scored worse than the model in use."),
        (
            [("test", 3.2, 0.001), ("other", -4.0, 0.01)],
            False,
            "It scored worse than the model in use.",
        ),
    ],
)
def test_a_model_is_used_at_once_only_where_it_measured_better(
    page: ResultPage,
    qtbot: QtBot,
    comparisons: list[tuple[str, float, float]],
    is_proposed: bool,
    reason: str,
) -> None:
    story = finished()
    story.compared = [compared(*one) for one in comparisons]
    page.show_story(story)
    page.show_name("mine")
    card = page.install
    assert card.use_box.isChecked() is is_proposed
    assert card.use_box.toolTip() == card.use_box.accessibleDescription() == reason
    click(card.use_box)
    with qtbot.waitSignal(page.install.install_requested) as wished:
        click(card.install_button)
    assert wished.args == ["mine", not is_proposed]
    page.show_installed("mine")
    assert ("and in use" in card.remark.text()) is not is_proposed


def test_a_double_click_installs_once(page: ResultPage) -> None:
    page.show_story(finished())
    page.show_name("mine")
    wished: list[str] = []
    page.install.install_requested.connect(lambda name, _is_used: wished.append(name))
    for _ in range(2):
        click(page.install.install_button)
        QTest.keyClick(page.install.name_edit, Qt.Key.Key_Return)
    assert wished == ["mine"]
    page.show_name_problem("There is no room.")
    QTest.keyClicks(page.install.name_edit, "2")
    click(page.install.install_button)
    assert wished == ["mine", "mine2"]


def test_every_button_wishes_for_one_thing(page: ResultPage, qtbot: QtBot) -> None:
    page.show_story(finished())
    for button, wish in (
        (page.watch_button, page.watch_requested),
        (page.report_button, page.report_requested),
        (page.folder_button, page.folder_requested),
        (page.export_button, page.export_requested),
        (page.another_button, page.again_requested),
    ):
        with qtbot.waitSignal(wish) as wished:
            click(button)
        assert wished.args == []
    page.show_story(learned(), Outcome("crashed"))
    for button, wish in (
        (page.resume_button, page.resume_requested),
        (page.log_button, page.log_requested),
    ):
        with qtbot.waitSignal(wish):
            click(button)
    page.show_story(RunStory(), Outcome("crashed"))
    with qtbot.waitSignal(page.again_requested):
        click(page.again_button)


def test_what_cannot_be_done_says_why(page: ResultPage) -> None:
    page.show_story(story_of(*beginning()))
    reasons = {
        page.watch_button: "This run kept no epochs to look back at.",
        page.report_button: "The report is written at the end of a run.",
        page.export_button: "There is no model yet: the run is not finished.",
    }
    for button, reason in reasons.items():
        assert not button.isEnabled()
        assert button.toolTip() == reason
    page.show_story(finished())
    assert all(button.isEnabled() and button.toolTip() for button in reasons)
