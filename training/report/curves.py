"""How a run went, as pictures: loss, perplexity, BLEU and learning rate against the step.

Drawn from the events of a run, without `pyplot`. Curves differ by line and marker as well as by
colour, and the colours are those that Okabe and Ito chose for every kind of eye. Torch-free: the
window draws with it too, on paper of any colour.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, ScalarFormatter

from engine.attention.fonts import use_shipped_font
from engine.files.atomic_files import new_file
from engine.files.private_folders import make_folder
from training.evaluation.perplexity import perplexity
from training.report.amounts import figure
from training.report.curve_labels import CurveWords
from training.report.run_story import Course

SUFFIXES = (".png", ".svg")
MOST_POINTS = 120
"""Training reports are averaged to at most as many points: batches differ in difficulty."""

INK = "#1a1a1a"
"""What titles, axes and numbers are written with, on white paper."""


class Colours(NamedTuple):
    """Of the three curves that a picture may hold."""

    training: str
    validation: str
    forced: str


ON_LIGHT = Colours("#0072B2", "#D55E00", "#009E73")
ON_DARK = Colours("#56B4E9", "#E69F00", "#2FC79B")
_WORDS = CurveWords()


@dataclass(frozen=True, slots=True)
class Curve:
    """Figures by step, in order."""

    steps: tuple[int, ...]
    values: tuple[float, ...]

    def __bool__(self) -> bool:
        return bool(self.steps)


def curve(points: Iterable[tuple[int, float | None]], most_points: int | None = None) -> Curve:
    """Return figures in the order of their steps, averaged in like groups if there are too many.

    What is no number is left out. Where one step has two figures the later one counts: a run that
    went back to its last checkpoint, for its loss was no longer a number, told of it once more.
    """
    figures = {step: value for step, value in points if value is not None and math.isfinite(value)}
    steps = sorted(figures)
    values = [figures[step] for step in steps]
    if most_points is None or len(steps) <= most_points:
        return Curve(tuple(steps), tuple(values))
    return Curve(
        tuple(round(float(group.mean())) for group in np.array_split(steps, most_points)),
        tuple(float(group.mean()) for group in np.array_split(values, most_points)),
    )


def save_curves(course: Course, folder: Path) -> list[Path]:
    """Draw what there are figures of: loss, perplexity, bleu, learning_rate.

    Args:
        course: Of one run.
        folder: Where the pictures go; made if it is not there.

    Returns:
        The pictures written, a `.png` and an `.svg` of each; none if nothing was reported.

    Raises:
        OSError: If they cannot be written.
    """
    written = []
    for name, draw in PICTURES.items():
        use_shipped_font()
        figure = Figure(figsize=(6.4, 3.8), layout="constrained")
        FigureCanvasAgg(figure)
        if not draw(figure.add_subplot(), course):
            continue
        make_folder(folder)
        for suffix in SUFFIXES:
            path = folder / f"{name}{suffix}"
            with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "translucent"}):
                metadata = {"Date": None} if suffix == ".svg" else None
                with new_file(path) as file:
                    figure.savefig(file, format=suffix[1:], dpi=160, metadata=metadata)
            written.append(path)
    return written


# --- one picture each, into axes that are empty; ink and words are those of the paper ---


def draw_loss(axes: Axes, course: Course, ink: str = INK, words: CurveWords = _WORDS) -> bool:
    """Draw the loss in training and in validation; False if there is neither."""
    _draw_training(axes, _training_loss(course), ink, words)
    losses = curve((one.step, one.loss) for one in course.validations)
    _draw_validation(axes, losses, course, ink, words, words.validation)
    axes.yaxis.set_major_formatter(_Figures(words))
    return _finish(axes, words.loss, ink, words)


def draw_perplexity(axes: Axes, course: Course, ink: str = INK, words: CurveWords = _WORDS) -> bool:
    """Draw the perplexity in training and in validation; False if there is neither."""
    losses = _training_loss(course)
    points = curve(zip(losses.steps, map(perplexity, losses.values), strict=True))
    _draw_training(axes, points, ink, words)
    perplexities = curve((one.step, one.perplexity) for one in course.validations)
    _draw_validation(axes, perplexities, course, ink, words, words.validation)
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: words.number(figure(value))))
    axes.yaxis.set_minor_formatter(NullFormatter())
    return _finish(axes, words.perplexity, ink, words)


def draw_bleu(axes: Axes, course: Course, ink: str = INK, words: CurveWords = _WORDS) -> bool:
    """Draw BLEU, and under its own name what teacher forcing gives; False if there is neither."""
    scores = curve((one.step, one.bleu) for one in course.validations)
    _draw_validation(axes, scores, course, ink, words, words.translations)
    forced = curve((one.step, one.teacher_forced_bleu) for one in course.validations)
    if forced:
        axes.plot(
            forced.steps,
            [100 * value for value in forced.values],
            color=colours_on(ink).forced,
            linestyle="--",
            marker="^",
            markersize=4,
            label=words.forced,
        )
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(_Figures(words))
    return _finish(axes, words.bleu, ink, words)


def draw_learning_rate(
    axes: Axes, course: Course, ink: str = INK, words: CurveWords = _WORDS
) -> bool:
    """Draw the learning rate; False if there is none."""
    rates = curve((one.step, one.learning_rate) for one in course.steps)
    if rates:
        axes.plot(rates.steps, rates.values, color=colours_on(ink).training, marker=_marker(rates))
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda rate, _: words.number(_decimal(rate))))
    return _finish(axes, words.learning_rate, ink, words, has_legend=False)


PICTURES: dict[str, Callable[..., bool]] = {
    "loss": draw_loss,
    "perplexity": draw_perplexity,
    "bleu": draw_bleu,
    "learning_rate": draw_learning_rate,
}
"""What draws each picture: `(axes, course, ink, words)`; False where there was nothing to draw."""


def colours_on(ink: str) -> Colours:
    """Return the colours of curves that go with an ink: bright ones on dark paper."""
    return ON_DARK if sum(to_rgb(ink)) > 1.5 else ON_LIGHT


# --- parts of a picture ---


class _Figures(ScalarFormatter):
    """Writes the figures at an axis with the marks of a language."""

    def __init__(self, words: CurveWords) -> None:
        super().__init__(useOffset=False)
        self._words = words

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return what is written at a place."""
        return self._words.number(super().__call__(x, pos))


def _decimal(rate: float) -> str:
    """Return a small figure without an exponent: numbers at one axis are written alike."""
    return np.format_float_positional(rate, precision=3, fractional=False, trim="-")


def _marker(points: Curve) -> str:
    """Return what marks the places of a line: a line of one point is not seen without."""
    return "o" if len(points.steps) == 1 else ""


def _training_loss(course: Course) -> Curve:
    return curve(((one.step, one.loss) for one in course.steps), MOST_POINTS)


def _draw_training(axes: Axes, points: Curve, ink: str, words: CurveWords) -> None:
    if points:
        axes.plot(
            points.steps,
            points.values,
            color=colours_on(ink).training,
            linewidth=1.2,
            marker=_marker(points),
            label=words.training,
        )


def _draw_validation(
    axes: Axes, points: Curve, course: Course, ink: str, words: CurveWords, label: str
) -> None:
    if not points:
        return
    colour = colours_on(ink).validation
    axes.plot(
        points.steps,
        points.values,
        color=colour,
        linewidth=1.6,
        marker="o",
        markersize=4,
        label=label,
    )
    if course.best is not None and course.best.step in points.steps:
        step = course.best.step
        best = points.values[points.steps.index(step)]
        axes.plot(
            [step],
            [best],
            linestyle="none",
            marker="*",
            markersize=13,
            color=colour,
            markeredgecolor=ink,
            markeredgewidth=0.6,
            clip_on=False,  # the best figure is often the highest, at the edge
            label=words.kept.format(
                figure=words.number(figure(best)), step=words.number(f"{step:,}")
            ),
        )


def _finish(
    axes: Axes, title: str, ink: str, words: CurveWords, *, has_legend: bool = True
) -> bool:
    """Name what was drawn, and let it stand out: no frame, faint lines; False if nothing was.

    The legend stands below the axes, where it covers no curve.
    """
    axes.set_title(title, fontsize=11, fontweight="bold", color=ink)
    axes.set_xlabel(words.step, color=ink)
    axes.set_xlim(left=0)  # around one step alone, all numbers would round to that step
    axes.xaxis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10], integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda step, _: words.number(f"{step:,.0f}")))
    axes.tick_params(which="both", colors=ink)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(ink)
    axes.grid(color=ink, alpha=0.15, linewidth=0.6)
    axes.set_axisbelow(True)
    if not axes.lines:
        return False
    if has_legend:
        axes.legend(
            loc="upper center",
            bbox_to_anchor=(0.5, 0.0),
            borderaxespad=4.0 if words.step else 2.4,  # below the numbers and the name of the axis
            ncols=2,
            frameon=False,
            fontsize=9,
            labelcolor=ink,
        )
    return True
