"""Plots of measurements, as the documentation shows them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

# The same picture for the same figures, and text that can be searched.
mpl.rcParams.update({"svg.hashsalt": "translucent", "svg.fonttype": "none", "font.size": 9})

COLOURS = {
    "ours-pytorch": "#9ecae1",
    "ours-float32": "#4292c6",
    "ours-int8": "#08519c",
    "ctranslate2-float32": "#fdae6b",
    "ctranslate2-int8": "#e6550d",
    "transformers": "#969696",
}
"""Ours are blue. Readable in grey too: the more precise of two is the lighter one."""

_MANY = 100
"""How many times as large as its smallest the largest number is that asks for a logarithm."""
_SEVERAL = 10
"""The same of what is measured, beside sizes that ask for one."""

Points = Sequence[tuple[float, float]]


def draw_speeds(milliseconds: Mapping[str, Mapping[str, float]], picture: Path) -> None:
    """Draw sentences a second of each engine as bars, in groups by case."""
    figure, axes = plt.subplots(1, len(milliseconds), figsize=(9, 3), layout="constrained")
    for place, (case, engines) in zip(axes, milliseconds.items(), strict=True):
        names = list(engines)[::-1]
        speeds = [1000 / engines[name] for name in names]
        bars = place.barh(names, speeds, color=[COLOURS[name] for name in names])
        place.bar_label(bars, [f"{speed:,.0f}" for speed in speeds], padding=2)
        place.set_xlim(0, 1.25 * max(speeds))
        place.set_title(case)
        place.xaxis.set_visible(False)
        place.spines[["top", "right", "bottom"]].set_visible(False)
        if place is not axes[0]:
            place.set_yticks([])
    figure.suptitle("Sentences a second, by batch size and beam")
    _save(figure, picture)


def draw_growth(panels: Mapping[tuple[str, str, str], Mapping[str, Points]], picture: Path) -> None:
    """Draw curves; a panel is named by its title and the labels of both axes."""
    figure, axes = plt.subplots(1, len(panels), figsize=(9, 3), layout="constrained")
    for place, ((title, below, beside), curves) in zip(axes, panels.items(), strict=True):
        for name, points in curves.items():
            colour = COLOURS.get(name, "#08519c")
            place.plot(*zip(*points, strict=True), marker="o", ms=3, color=colour, label=name)
        _label(place, title, below, beside)
        places, values = zip(
            *(point for points in curves.values() for point in points), strict=True
        )
        place.set_ylim(0, 1.2 * max(values))
        if max(places) >= _MANY * min(places):
            place.set_xscale("log")
            if max(values) >= _SEVERAL * min(
                values
            ):  # then what is proportional is a straight line
                place.set_yscale("log")
                place.set_ylim(min(values) / 2, 2 * max(values))
        if len(curves) > 1:
            place.legend(frameon=False)
    _save(figure, picture)


def _label(axes: Axes, title: str, below: str, beside: str) -> None:
    axes.set_title(title)
    axes.set_xlabel(below)
    axes.set_ylabel(beside)
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)


def _save(figure: Figure, picture: Path) -> None:
    picture.parent.mkdir(parents=True, exist_ok=True)
    # No date: it would make a difference where there is none.
    metadata = {"Date": None} if picture.suffix == ".svg" else None
    figure.savefig(picture, dpi=130, metadata=metadata)
    plt.close(figure)
