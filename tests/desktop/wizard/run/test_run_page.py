"""The page of a run: what happens now in words, and orders with what they do."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.sessions.training.training_session import State
from desktop.wizard.run.run_page import RunPage
from tests.support.stories import (
    SOURCES,
    beginning,
    compared,
    ending,
    epoch_of,
    learned,
    sample,
    story_of,
)
from training.progress import Event, Message, Validated
from training.report.run_story import RunStory


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[RunPage]:
    page = RunPage()
    qtbot.addWidget(page)
    page.resize(940, 680)
    page.show()
    yield page
    page.hide()


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def show(page: RunPage, story: RunStory, state: State = "running", epochs: int = 30) -> None:
    page.show_story(story, epochs)
    page.show_state(state)


def take(page: RunPage, story: RunStory, *events: Event) -> None:
    """Let the story grow, and the page know of it, as a session does."""
    for event in events:
        story.add(event)
        page.take(event)


def said(page: RunPage) -> tuple[str, str]:
    return page.title.text(), page.subtitle.text()


def enabled(page: RunPage) -> list[str]:
    buttons = (page.pause_button, page.try_button, page.finish_button, page.stop_button)
    return [button.text().replace("&", "") for button in buttons if button.isEnabled()]


def test_it_fits_the_window_of_the_wizard(page: RunPage) -> None:
    show(page, learned())
    least = page.minimumSizeHint()
    assert least.width() <= 940
    assert least.height() <= 680
    assert page.area.horizontalScrollBar().maximum() == 0


def test_from_the_first_word_to_the_last_it_says_what_happens(page: RunPage) -> None:
    story = RunStory()
    show(page, story, "starting", 3)
    assert said(page) == ("Starting…", "The text is being read.")
    started, read, built = beginning()
    page.show_state("running")
    take(page, story, started, read)
    assert said(page) == (
        "Starting…",
        "28983 sentence pairs were read; the vocabulary is being built.",
    )
    take(page, story, built)
    assert said(page) == (
        "Starting…",
        "A model with 2.4 million parameters is taking its first steps.",
    )
    assert page.busy_line.isVisible()
    assert enabled(page) == ["Stop and save"]
    take(page, story, *epoch_of(1, 3), *epoch_of(2, 3))
    assert said(page) == (
        "Training",
        "Epoch 2 of 3, step 200  ·  4834 tokens/s  ·  about 13 minute(s) left",
    )
    assert (page.bar.isVisible(), page.busy_line.isVisible()) == (True, False)
    assert page.bar.value() / page.bar.maximum() == pytest.approx(2 / 3, abs=0.001)
    assert page.run_label.text() == "mine  ·  cpu"
    first_measured, *_, exported, finished = ending()
    take(page, story, first_measured)
    assert said(page) == (
        "Measuring the result…",
        "Measured on validation text (greedy): BLEU 38.2.",
    )
    assert enabled(page) == ["Stop and save"]
    take(page, story, compared("everyday sentences", 2.0, 0.01))
    assert said(page)[1] == (
        "Compared with shipped on everyday sentences: BLEU 39.3, previously 37.3."
    )
    take(page, story, exported, finished)
    page.show_state("ended")
    assert said(page) == ("Ended", "Epoch 2 of 3, step 200")
    assert enabled(page) == []


def test_every_state_has_words_of_its_own(page: RunPage) -> None:
    states: tuple[State, ...] = ("running", "paused", "stopping", "finishing", "ended")
    seen = set()
    for state in states:
        show(page, learned(), state)
        seen.add(said(page))
    assert seen == {
        ("Training", "Epoch 3 of 30, step 300  ·  4834 tokens/s  ·  less than a minute left"),
        ("Paused", "Epoch 3 of 30, step 300. Everything is saved."),
        ("Saving…", "Saving what it has learned; you can resume from there."),
        (
            "Measuring the result…",
            "Training has ended; the best weights are being measured on the test text.",
        ),
        ("Ended", "Epoch 3 of 30, step 300"),
    }


def test_a_resumed_run_says_where_it_goes_on(page: RunPage) -> None:
    story = learned(2)
    show(page, story, "starting")
    take(page, story, *beginning(resumed_at=200))
    assert said(page) == ("Starting…", "Continues after step 200.")
    take(page, story, *epoch_of(3, 30))
    assert said(page)[0] == "Training"


def test_the_number_of_epochs_need_not_be_known(page: RunPage) -> None:
    show(page, learned(), epochs=0)
    assert said(page)[1].startswith("Epoch 3, step 300  ·")
    assert page.bar.notches() == []


def test_the_bar_has_a_notch_after_each_epoch(page: RunPage) -> None:
    show(page, learned(), epochs=4)
    width = page.bar.width()
    assert page.bar.notches() == pytest.approx([width / 4, width / 2, width * 3 / 4])
    show(page, learned(), epochs=1000)
    assert page.bar.notches() == []
    page.grab()


def test_orders_are_given_once_each(page: RunPage, qtbot: QtBot) -> None:
    show(page, learned())
    for button, wish in (
        (page.pause_button, page.pause_requested),
        (page.try_button, page.try_requested),
        (page.finish_button, page.finish_requested),
        (page.stop_button, page.stop_requested),
    ):
        assert button.toolTip()
        with qtbot.waitSignal(wish):
            click(button)
    show(page, learned(), "paused")
    assert page.pause_button.text() == "&Resume"
    with qtbot.assertNotEmitted(page.pause_requested), qtbot.waitSignal(page.resume_requested):
        click(page.pause_button)


def test_nothing_can_be_kept_before_it_is_measured(page: RunPage) -> None:
    show(page, story_of(*beginning(), *list(epoch_of(1, 3))[:2]))
    assert enabled(page) == ["Pause", "Stop and save"]
    reason = "There is nothing to keep until the first epoch is finished."
    assert (page.try_button.toolTip(), page.finish_button.toolTip()) == (reason, reason)
    start = Validated(step=0, epoch=0, loss=2.0, perplexity=7.4, is_best=True)
    show(page, story_of(*beginning(), start, *list(epoch_of(1, 3))[:2]))  # of an improved model
    assert enabled(page) == ["Pause", "Stop and save"]
    show(page, learned())
    assert enabled(page) == ["Pause", "Try it now", "Stop and keep the best", "Stop and save"]


def test_a_run_that_does_not_stop_may_be_ended(page: RunPage, qtbot: QtBot) -> None:
    show(page, learned(), "stopping")
    assert enabled(page) == []
    page.show_stuck()
    [notice] = page.notices.notices()
    assert notice.text.startswith("Saving is taking unusually long.")
    [end] = [one for one in page.notices.findChildren(QPushButton) if one.text() == "End it now"]
    with qtbot.waitSignal(page.kill_requested):
        click(end)
    page.show_state("ended")
    assert page.notices.notices() == ()


def test_what_it_decided_is_listed_and_the_newest_stands_above(page: RunPage) -> None:
    story = learned()
    show(page, story)
    assert not page.notes.isVisible()
    assert not page.note.isVisible()
    take(page, story, Message(text="Smaller batches."))
    assert page.note.text() == "Smaller batches."
    assert not page.notes.isVisible()  # the same sentence would stand there twice
    take(page, story, Message(text="Back to step 100."))
    assert page.notes.texts() == ["Back to step 100.", "Smaller batches."]
    assert page.note.text() == "Back to step 100."
    take(page, story, *(Message(text=f"{number}") for number in range(60)))
    assert page.notes.texts() == [f"{number}" for number in range(59, 9, -1)]
    other = story_of(Message(text="Of another run."))
    page.show_story(other)
    assert page.note.text() == "Of another run."
    assert page.notes.texts() == []


def test_samples_and_figures_come_as_they_are_told(page: RunPage) -> None:
    story = story_of(*beginning())
    show(page, story)
    take(page, story, *epoch_of(1, 3))
    assert [card.source.text() for card in page.samples.cards] == list(SOURCES)
    assert page.curves.panes["bleu"].figure.text() == "11.0"


@pytest.mark.parametrize("noise", ["," * 300, "der " * 100, "<b>" * 90, "Straße" * 50])
def test_what_a_model_stammers_at_first_stays_within_the_page(page: RunPage, noise: str) -> None:
    story = story_of(*beginning(), Validated(step=1, epoch=1, loss=9.0))
    show(page, story)
    weights = tuple((1.0,) for _ in noise)
    words = replace(sample(noise, 1), target=noise, target_words=tuple(noise), weights=weights)
    take(page, story, replace(words, source_words=(noise,)))
    label, area = page.samples.cards[0].target, page.area
    assert page._inside.minimumSizeHint().width() <= area.viewport().width()
    assert label.mapTo(area.viewport(), label.rect().bottomRight()).x() <= area.viewport().width()
    assert "".join(label.text().split("\u200b")) == noise


def test_the_log_is_folded_and_begins_anew_with_another_run(page: RunPage) -> None:
    show(page, learned())
    page.append_log("step 1")
    page.append_log("step 2")
    assert not page.log.isVisible()
    click(page.log_fold.button)
    assert page.log.isVisible()
    assert page.log.toPlainText() == "step 1\nstep 2"
    page.show_story(learned())
    assert page.log.toPlainText() == ""
