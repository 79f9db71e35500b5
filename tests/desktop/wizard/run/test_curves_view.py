"""Pictures are wished for when they are seen and not too often; the last wish is shown."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from desktop.values.curve_drawing import CurvePicture, CurveRequest
from desktop.views import theme
from desktop.wizard.run import curves_view
from desktop.wizard.run.curves_view import CurvesView
from tests.support.stories import beginning, learned, step, story_of
from training.report.run_story import RunStory


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[CurvesView]:
    view = CurvesView(120)
    qtbot.addWidget(view)
    view.resize(800, 160)
    yield view
    view.hide()


@pytest.fixture
def wishes(view: CurvesView) -> list[CurveRequest]:
    wishes: list[CurveRequest] = []
    view.curves_requested.connect(wishes.append)
    return wishes


def picture_of(request: CurveRequest, *names: str) -> CurvePicture:
    return CurvePicture(request, {name: QImage(4, 4, QImage.Format.Format_RGB32) for name in names})


def has_image(view: CurvesView, name: str) -> bool:
    return view.panes[name].picture.image is not None


def test_newest_figures_stand_beside_the_names(view: CurvesView) -> None:
    view.show_story(learned())
    assert {name: pane.figure.text() for name, pane in view.panes.items()} == {
        "loss": "3.00", "perplexity": "47", "bleu": "13.0", "learning_rate": "0.0005",
    }  # fmt: skip
    assert view.panes["bleu"].picture.accessibleName() == "BLEU 13.0"
    QLocale.setDefault(QLocale("en_US"))
    early = replace(learned().validations[0], perplexity=2487.2)
    view.show_story(story_of(*beginning(), early))
    assert view.panes["perplexity"].figure.text() == "2,487"
    view.show_story(story_of(*beginning(), step(10)))
    assert [pane.figure.text() for pane in view.panes.values()] == ["4.90", "", "", "0.00095"]
    view.show_story(RunStory())
    assert [pane.figure.text() for pane in view.panes.values()] == [""] * 4


def test_where_a_curve_is_missing_it_says_what_happens_until_then(
    view: CurvesView, wishes: list[CurveRequest], qtbot: QtBot
) -> None:
    said = []
    for number in range(len(beginning()) + 1):
        view.show_story(story_of(*beginning()[:number]))
        said.append(view.panes["loss"].picture.words)
    assert list(dict.fromkeys(said)) == [
        "reading the text…", "building the vocabulary…", "taking the first steps…",
    ]  # fmt: skip
    view.show_story(story_of(*beginning(), step(10)))
    view.show()
    qtbot.waitUntil(lambda: bool(wishes))
    view.show_curves(picture_of(wishes[-1], "loss", "learning_rate"))
    assert view.panes["bleu"].picture.words == "after the first validation"


def test_nothing_is_wished_for_unseen(
    view: CurvesView, wishes: list[CurveRequest], qtbot: QtBot
) -> None:
    with qtbot.assertNotEmitted(view.curves_requested, wait=20):
        view.show_story(learned())
    view.show()
    qtbot.waitUntil(lambda: len(wishes) == 1)
    assert wishes[0].course == learned().course
    picture = view.panes["loss"].picture
    assert (wishes[0].paper.width, wishes[0].paper.height) == picture.size().toTuple()
    assert wishes[0].paper.ink == theme.colours().ink.name()


def test_without_a_step_nothing_is_wished_for(view: CurvesView, qtbot: QtBot) -> None:
    view.show()
    with qtbot.assertNotEmitted(view.curves_requested, wait=20):
        view.show_story(story_of(*beginning()))


def test_many_changes_are_one_wish(
    view: CurvesView,
    wishes: list[CurveRequest],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(curves_view, "PAUSE_MS", 50)
    view.show()
    for epochs in (1, 2, 3):
        view.show_story(learned(epochs))
    qtbot.waitUntil(lambda: bool(wishes))
    assert [len(wish.course.validations) for wish in wishes] == [3]
    for epochs in (2, 1):  # while the pause lasts
        view.show_story(learned(epochs))
    assert len(wishes) == 1
    qtbot.waitUntil(lambda: len(wishes) > 1)
    assert [len(wish.course.validations) for wish in wishes] == [3, 1]


def test_only_what_was_wished_for_last_is_shown(
    view: CurvesView, wishes: list[CurveRequest], qtbot: QtBot
) -> None:
    view.show_story(learned())
    view.show()
    qtbot.waitUntil(lambda: bool(wishes))
    other = CurveRequest(story_of().course, wishes[0].paper, wishes[0].words)
    view.show_curves(picture_of(other, "loss"))
    assert not has_image(view, "loss")
    view.show_curves(picture_of(wishes[-1], "loss", "learning_rate"))
    assert has_image(view, "loss")
    assert view.panes["bleu"].picture.words == "not measured"
    view.grab()


def test_another_theme_and_another_size_are_wished_for(
    view: CurvesView, wishes: list[CurveRequest], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curves_view, "PAUSE_MS", 0)
    view.show_story(learned())
    view.show()
    qtbot.waitUntil(lambda: bool(wishes))
    try:
        theme.apply("dark")
        qtbot.waitUntil(lambda: wishes[-1].paper.ink == theme.DARK.ink.name())
    finally:
        theme.apply("light")
    view.resize(1000, 200)
    width = view.panes["loss"].picture.width()
    qtbot.waitUntil(lambda: wishes[-1].paper.width == width)
