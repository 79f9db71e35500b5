import math
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from tests.support.stories import story_of
from training.progress import Event, Finished, Message, Started, Stepped, Validated
from training.report.curve_labels import CurveWords
from training.report.curves import (
    MOST_POINTS,
    ON_DARK,
    ON_LIGHT,
    PICTURES,
    Curve,
    colours_on,
    curve,
    draw_bleu,
    draw_learning_rate,
    draw_loss,
    draw_perplexity,
    save_curves,
)
from training.report.run_story import Course


def started(resumed_at: int = 0) -> Started:
    return Started(
        run="run",
        recipe="toy",
        source_language="en",
        target_language="fr",
        device="cpu",
        resumed_at=resumed_at,
    )


def stepped(step: int, loss: float = 2.0) -> Stepped:
    return Stepped(
        step=step,
        epoch=0,
        progress=0.5,
        loss=loss,
        learning_rate=step / 1000,
        tokens_per_second=1.0,
    )


def validated(
    step: int,
    loss: float = 1.0,
    *,
    bleu: float | None = 30.0,
    forced: float | None = None,
    is_best: bool = False,
) -> Validated:
    return Validated(
        step=step,
        epoch=0,
        loss=loss,
        perplexity=math.exp(loss),
        bleu=bleu,
        teacher_forced_bleu=forced,
        is_best=is_best,
    )


RUN: list[Event] = [
    started(),
    stepped(10, 5.0),
    stepped(20, 4.0),
    validated(20, 4.5, bleu=2.0, forced=0.05, is_best=True),
    Message(text="Something."),
    stepped(30, 3.0),
    validated(40, 2.5, bleu=25.0, forced=0.2, is_best=True),
    Finished(step=40, seconds=9.0),
]


def test_figures_that_are_no_numbers_are_left_out() -> None:
    assert curve([(1, math.nan), (2, math.inf), (3, None), (4, 1.0)]) == Curve((4,), (1.0,))


def test_of_what_a_run_told_twice_of_a_step_the_later_counts() -> None:
    told = [(10, 5.0), (20, 4.0), (30, 3.0), (20, 3.5)]
    assert curve(told) == Curve((10, 20, 30), (5.0, 3.5, 3.0))


@given(values=st.lists(st.floats(-9, 9), max_size=500), most=st.integers(1, 50))
def test_averaged_curves_are_short_and_within_their_figures(values: list[float], most: int) -> None:
    points = list(enumerate(values, start=1))
    whole, short = curve(points), curve(points, most)
    assert whole.values == tuple(values)
    assert len(short.steps) == len(short.values) <= most
    assert list(short.steps) == sorted(set(short.steps))
    for value in short.values:
        assert min(values) - 1e-9 <= value <= max(values) + 1e-9


def test_pictures_are_written_as_png_and_svg_into_a_new_folder(tmp_path: Path) -> None:
    folder = tmp_path / "Läufe" / "кривые"
    written = save_curves(story_of(*RUN).course, folder)
    assert {path.name for path in written} == {
        f"{name}{suffix}"
        for name in ("loss", "perplexity", "bleu", "learning_rate")
        for suffix in (".png", ".svg")
    }
    for path in written:
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG" if path.suffix == ".png" else b"<?xml")
    before = [path.read_bytes() for path in written]
    assert [path.read_bytes() for path in save_curves(story_of(*RUN).course, folder)] == before


def test_text_of_svg_is_text(tmp_path: Path) -> None:
    save_curves(story_of(*RUN).course, tmp_path)
    root = ET.fromstring((tmp_path / "bleu.svg").read_text(encoding="utf-8"))
    texts = {"".join(node.itertext()).strip() for node in root.iter() if node.tag.endswith("text")}
    assert {"BLEU on the validation text", "step", "kept: 25 at step 40"} <= texts
    assert "teacher-forced (no translation score)" in texts


def test_what_was_not_reported_is_not_drawn(tmp_path: Path) -> None:
    assert save_curves(story_of().course, tmp_path / "none") == []
    assert not (tmp_path / "none").exists()
    names = {path.stem for path in save_curves(story_of(validated(5, bleu=None)).course, tmp_path)}
    assert names == {"loss", "perplexity"}


Draw = Callable[[Axes, Course], bool]


@pytest.mark.parametrize(
    ("draw", "num_lines"),
    [(draw_loss, 3), (draw_perplexity, 3), (draw_bleu, 3), (draw_learning_rate, 1)],
)
def test_curves_differ_by_more_than_colour(draw: Draw, num_lines: int) -> None:
    axes = Figure().add_subplot()
    assert draw(axes, story_of(*RUN).course)
    styles = {(line.get_linestyle(), line.get_marker()) for line in axes.lines}
    assert len(axes.lines) == len(styles) == num_lines


def legend_texts(axes: Axes) -> list[Text]:
    """Return what the legend of a picture says; a learning rate has none."""
    legend = axes.get_legend()
    return legend.get_texts() if legend is not None else []


@pytest.mark.parametrize("name", ["loss", "perplexity", "bleu"])
@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((6.4, 3.8), CurveWords()),
        ((3.0, 2.1), CurveWords("", "", "", "", "", "training", "validation", "free", "forced")),
    ],
    ids=["report", "window"],
)
def test_a_legend_covers_no_curve(name: str, size: tuple[float, float], words: CurveWords) -> None:
    figure = Figure(figsize=size, layout="constrained")
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    PICTURES[name](axes, story_of(*RUN).course, "black", words)
    canvas.draw()  # type: ignore[no-untyped-call]  # matplotlib's
    legend = axes.get_legend()
    assert legend is not None
    assert not legend.get_window_extent().overlaps(axes.get_window_extent())
    numbers = axes.xaxis.get_tightbbox()
    assert numbers is not None
    assert not legend.get_window_extent().overlaps(numbers)
    assert figure.bbox.y0 <= legend.get_window_extent().y0


@pytest.mark.parametrize("draw", [draw_loss, draw_perplexity, draw_learning_rate])
def test_the_first_step_is_a_point_and_no_number_stands_twice_below_it(draw: Draw) -> None:
    figure = Figure()
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    draw(axes, story_of(stepped(1)).course)
    figure.canvas.draw()
    assert axes.lines[0].get_marker() == "o"
    below = [label.get_text() for label in axes.get_xticklabels() if label.get_text()]
    assert len(set(below)) == len(below)


def test_small_learning_rates_are_written_without_exponents() -> None:
    axes = Figure().add_subplot()
    draw_learning_rate(axes, story_of(stepped(1)).course)
    write = axes.yaxis.get_major_formatter()
    assert [write(rate) for rate in (7.5e-05, 3 * 2e-05, 0.000125)] == [
        "0.000075",
        "0.00006",
        "0.000125",
    ]


def test_forced_bleu_is_drawn_on_the_scale_of_bleu() -> None:
    axes = Figure().add_subplot()
    draw_bleu(axes, story_of(*RUN).course)
    drawn = {str(line.get_label()): np.asarray(line.get_ydata()).tolist() for line in axes.lines}
    assert drawn["teacher-forced (no translation score)"] == [5.0, 20.0]
    assert drawn["free-running translations"] == [2.0, 25.0]


def test_long_runs_are_drawn_with_few_points() -> None:
    axes = Figure().add_subplot()
    assert draw_loss(axes, story_of(*map(stepped, range(1, 5000))).course)
    assert np.asarray(axes.lines[0].get_xdata()).size <= MOST_POINTS


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("ink", ["#1a1a1a", "#f2f2f2"])
def test_all_that_is_written_has_the_colour_of_the_ink(name: str, ink: str) -> None:
    axes = Figure().add_subplot()
    PICTURES[name](axes, story_of(*RUN).course, ink)
    labels = [*axes.get_xticklabels(), *axes.get_yticklabels(), axes.title, axes.xaxis.label]
    labels += legend_texts(axes)
    assert {to_hex(text.get_color()) for text in labels} == {ink}
    assert {str(line.get_color()) for line in axes.lines} <= set(colours_on(ink))


def test_curves_are_bright_on_dark_paper_and_dark_on_bright_paper() -> None:
    assert colours_on("white") == ON_DARK
    assert colours_on("black") == ON_LIGHT


def test_curves_speak_the_language_they_are_given() -> None:
    axes = Figure().add_subplot()
    words = CurveWords(step="Schritt", bleu="BLEU!", kept="{step}: {figure}")
    draw_bleu(axes, story_of(*RUN).course, "black", words)
    assert (axes.get_title(), axes.get_xlabel()) == ("BLEU!", "Schritt")
    assert "40: 25" in [text.get_text() for text in legend_texts(axes)]


LONG_RUN: list[Event] = [
    started(),
    stepped(100, 5.0),
    stepped(3000, 4.5),
    validated(2000, 4.5, bleu=1.0),
    validated(4000, 4.25, bleu=2.5, is_best=True),
]


@pytest.mark.parametrize("draw", PICTURES.values())
def test_figures_are_written_as_the_language_does(draw: Callable[..., bool]) -> None:
    def figures(words: CurveWords) -> list[str]:
        figure = Figure()
        axes = figure.add_subplot()
        assert draw(axes, story_of(*LONG_RUN).course, "black", words)
        figure.draw_without_rendering()
        return [
            label.get_text()
            for label in (*axes.get_xticklabels(), *axes.get_yticklabels(), *legend_texts(axes))
        ]

    english = figures(CurveWords(training="training"))
    assert any("," in figure for figure in english)
    assert any("." in figure for figure in english)
    other = figures(CurveWords(training="training", decimal_mark="٫", group_mark="٬"))
    assert other == [figure.replace(".", "٫").replace(",", "٬") for figure in english]


def stars(*events: Event) -> list[tuple[float, float]]:
    """Return where the best weights are marked in the picture of the loss."""
    axes = Figure().add_subplot()
    draw_loss(axes, story_of(started(), stepped(10), *events).course)
    marks = [line for line in axes.lines if line.get_marker() == "*"]
    return [tuple(point) for mark in marks for point in np.asarray(mark.get_xydata()).tolist()]


def test_the_start_of_an_improved_model_is_not_yet_the_best() -> None:
    start = validated(0, 2.0, is_best=True)
    assert stars(start) == []
    assert stars(start, validated(40, 1.5, is_best=True)) == [(40.0, 1.5)]
    assert stars(start, validated(40, 2.5)) == [(0.0, 2.0)]  # training made it worse


def test_the_first_validation_of_a_new_model_is_the_best_so_far() -> None:
    assert stars(validated(40, 2.0, is_best=True)) == [(40.0, 2.0)]
