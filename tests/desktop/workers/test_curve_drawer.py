"""Curves of a run, drawn without an event loop and on the thread of the test."""

import gc
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, QThread, Signal
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from desktop.values.attention_drawing import Paper
from desktop.values.curve_drawing import CurvePicture, CurveRequest
from desktop.values.worker_fault import WorkerFault
from desktop.workers.curve_drawer import CurveDrawer
from tests.support.drawings import is_blank
from tests.support.stories import beginning, learned, step, story_of
from training.report.curve_labels import CurveWords
from training.report.run_story import RunStory

PAPER = Paper(width=220, height=150, ratio=1.0, dots_per_inch=72.0, ink="#102030")
WORDS = CurveWords("", "", "", "", "", "training", "validation", "translations", "fed", "best")
ALL = {"loss", "perplexity", "bleu", "learning_rate"}


@pytest.fixture(autouse=True)
def _unfrozen() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


@pytest.fixture
def drawer(qtbot: QtBot) -> CurveDrawer:
    del qtbot
    return CurveDrawer()


def wish(story: RunStory, paper: Paper = PAPER) -> CurveRequest:
    return CurveRequest(story.course, paper, WORDS)


def draw_now(drawer: CurveDrawer, request: CurveRequest) -> CurvePicture:
    pictures: list[CurvePicture] = []
    drawer.drawn.connect(pictures.append)
    drawer.draw(request)
    drawer._draw_next()
    drawer.drawn.disconnect(pictures.append)
    return pictures[0]


def is_inked(image: QImage, ink: str) -> bool:
    """Whether something is written in an ink, as fully as smooth letters are."""
    wanted = QColor(ink)
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return any(
        pixel.alpha() > 120
        and abs(pixel.red() - wanted.red()) < 7
        and abs(pixel.green() - wanted.green()) < 7
        and abs(pixel.blue() - wanted.blue()) < 7
        for pixel in pixels
    )


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_every_curve_has_a_picture_of_the_size_of_its_paper(
    drawer: CurveDrawer, ratio: float
) -> None:
    paper = replace(
        PAPER,
        width=round(PAPER.width * ratio),
        height=round(PAPER.height * ratio),
        ratio=ratio,
        dots_per_inch=72 * ratio,
    )
    request = wish(learned(), paper)
    picture = draw_now(drawer, request)
    assert picture.request is request
    assert set(picture.images) == ALL
    for image in picture.images.values():
        assert image.size().toTuple() == (paper.width, paper.height)
        assert image.devicePixelRatio() == ratio
        assert not is_blank(image)


def test_the_paper_is_clear_and_the_ink_the_theme_s(drawer: CurveDrawer) -> None:
    for ink in ("#ff0000", "#e7eaf2"):
        for image in draw_now(drawer, wish(learned(), replace(PAPER, ink=ink))).images.values():
            assert image.pixelColor(0, image.height() - 1).alpha() == 0
            assert is_inked(image, ink)


def test_what_is_not_known_yet_has_no_picture(drawer: CurveDrawer) -> None:
    started = story_of(*beginning(), step(10), step(20))
    assert set(draw_now(drawer, wish(started)).images) == {"loss", "perplexity", "learning_rate"}
    assert draw_now(drawer, wish(story_of(*beginning()))).images == {}


def test_what_is_drawn_again_is_as_if_drawn_first(drawer: CurveDrawer) -> None:
    """Figures are emptied: nothing of the curves before shines through, nor of their size."""
    first, second = wish(learned(3)), wish(learned(2), replace(PAPER, width=300, ink="#ffffff"))
    draw_now(drawer, first)
    assert draw_now(drawer, second).images == draw_now(CurveDrawer(), second).images
    assert draw_now(drawer, first).images == draw_now(CurveDrawer(), first).images


def test_steps_have_room_for_their_numbers(drawer: CurveDrawer) -> None:
    for width, most in ((150, 4), (900, 17)):
        draw_now(drawer, wish(learned(), replace(PAPER, width=width)))
        for sheet in drawer._sheets.values():
            axes = sheet._figure.axes[0]
            low, high = axes.get_xlim()
            assert 1 <= sum(low <= place <= high for place in axes.get_xticks()) <= most


def test_what_is_imported_is_not_looked_through_for_garbage(drawer: CurveDrawer) -> None:
    draw_now(drawer, wish(learned()))
    assert gc.get_freeze_count() > 0


def test_the_newest_of_the_wishes_that_wait_is_drawn(qtbot: QtBot) -> None:
    class Wisher(QObject):
        wished = Signal(object)

    drawer, wisher, thread = CurveDrawer(), Wisher(), QThread()
    pictures: list[CurvePicture] = []
    drawer.drawn.connect(pictures.append)
    drawer.moveToThread(thread)
    wisher.wished.connect(drawer.draw)
    requests = [wish(learned(epochs)) for epochs in (1, 2, 3)]
    for request in requests:
        wisher.wished.emit(request)
    thread.start()
    try:
        qtbot.waitUntil(lambda: bool(pictures))
    finally:
        thread.quit()
        assert thread.wait(30_000)
    assert [picture.request for picture in pictures] == [requests[-1]]


def test_what_cannot_be_drawn_is_told_and_the_next_is_drawn(
    drawer: CurveDrawer, caplog: pytest.LogCaptureFixture
) -> None:
    failed: list[tuple[CurveRequest, WorkerFault]] = []
    drawer.draw_failed.connect(lambda request, fault: failed.append((request, fault)))
    broken = wish(learned(), replace(PAPER, ink="no colour"))
    drawer.draw(broken)
    drawer._draw_next()
    [(request, fault)] = failed
    assert request is broken
    assert (fault.kind, "no colour" in fault.message) == ("ValueError", True)
    assert "curves could not be drawn" in caplog.text
    assert set(draw_now(drawer, wish(learned())).images) == ALL
