"""The report of a run as one picture, as high as it needs to be, for those who keep no HTML.

Lengths are inches; places are counted from the top left corner.
"""

import io
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch
from matplotlib.textpath import TextPath

from engine.attention.fonts import (
    font_families,
    missing_glyphs_ignored,
    printable,
    use_shipped_font,
)
from training.report.curves import INK, PICTURES
from training.report.facts import DASH, Facts, Sample, Table

WIDTH = 8.27
"""Of a sheet of A4."""
MARGIN = 0.65
INNER = WIDTH - 2 * MARGIN
CURVE_HEIGHT = 2.55
LABEL_WIDTH = 1.25
MOST_LINES = 4
"""A longer text ends in an ellipsis; the HTML page has all of it."""

QUIET, LINE, CARD = "#5c5f66", "#dfe2e7", "#f6f7f9"
WARNING, WARNING_CARD = "#8a3b00", "#fff4ea"
_POINT = 1 / 72
_SPACING = 1.4


def draw(facts: Facts) -> Figure:
    """Draw the page."""
    page = _Page()
    page.paragraph(MARGIN, INNER, facts.title, 20, bold=True)
    page.paragraph(MARGIN, INNER, facts.subtitle, 9.5, QUIET)
    page.gap(0.2)
    page.tiles(facts.figures)
    if facts.warnings:
        page.gap(0.2)
        page.warning(facts.warnings)
    page.heading("Training curves")
    page.curves(facts)
    page.heading("Scores")
    page.table(facts.scores, (0.0, 1.2, 3.2, 4.2, 5.4))
    for signature in facts.signatures:
        page.paragraph(MARGIN, INNER, signature, 6.5, QUIET)
    if facts.comparison is not None:
        page.heading(facts.comparison_title)
        page.table(facts.comparison, (0.0, 1.75, 2.75, 3.25, 4.0, 5.25, 5.7, 5.85))
        page.paragraph(
            MARGIN,
            INNER,
            "BLEU with the same beam size. 95 % interval of the difference from 1,000 paired "
            "bootstrap samples; p is how often chance alone would give so large a difference.",
            6.5,
            QUIET,
        )
    if facts.samples:
        page.heading(facts.samples_title)
        for sample in facts.samples:
            page.sample(sample)
    page.heading("The run")
    for what, how in facts.details:
        page.entry(what, how)
    if facts.notes:
        page.heading("Notes")
        for note in facts.notes:
            page.paragraph(MARGIN, INNER, note, 8)
    page.gap(0.25)
    page.paragraph(
        MARGIN,
        INNER,
        "BLEU and chrF are computed by sacreBLEU; the model did not see the references. "
        "Perplexity is per token, so it compares only models with the same vocabulary. A score "
        "applies to one text; on other text it may differ.",
        6.5,
        QUIET,
    )
    return page.finish()


def picture(figure: Figure, kind: str) -> bytes:
    """Return the page as the content of a file: `png` or `svg`."""
    file = io.BytesIO()
    metadata = {"Date": None} if kind == "svg" else None
    with (
        missing_glyphs_ignored(),
        matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "translucent"}),
    ):
        figure.savefig(file, format=kind, dpi=160, metadata=metadata)
    return file.getvalue()


class _Page:
    """A page that grows downwards; its content is drawn once its height is known."""

    def __init__(self) -> None:
        use_shipped_font()  # whose letters are measured
        self._y = MARGIN
        self._marks: list[Callable[[Figure], None]] = []

    def gap(self, height: float) -> None:
        self._y += height

    def heading(self, text: str) -> None:
        self.gap(0.24)
        self.paragraph(MARGIN, INNER, text, 11, bold=True)
        self.gap(0.06)

    def paragraph(
        self,
        x: float,
        width: float,
        text: str,
        size: float,
        colour: str = INK,
        *,
        bold: bool = False,
    ) -> None:
        """Write a text in as many lines as it takes, and go below it."""
        for line in wrap(printable(text), width / (size * _POINT), bold=bold):
            self._write(x, line, size, colour, bold=bold)
            self.gap(size * _POINT * _SPACING)

    def tiles(self, figures: Iterable[tuple[str, str]]) -> None:
        """Write the figures that matter most side by side."""
        several = tuple(figures)
        width = INNER / max(1, len(several))
        self._box(0.62, CARD)
        for at, (what, value) in enumerate(several):
            x = MARGIN + at * width + 0.14
            self._write(x, value, 13, INK, bold=True, dy=0.11)
            self._write(x, what, 7.5, QUIET, dy=0.37)
        self.gap(0.62)

    def warning(self, sentences: Iterable[str]) -> None:
        """Write what the reader must not miss, in a box with a title."""
        inner = INNER - 0.3
        lines = [line for one in sentences for line in wrap(one, inner / (8.5 * _POINT))]
        height = 0.42 + len(lines) * 8.5 * _POINT * _SPACING
        self._box(height, WARNING_CARD)
        self._write(MARGIN + 0.15, "⚠ Worse in places", 9, WARNING, bold=True, dy=0.1)
        for at, line in enumerate(lines):
            dy = 0.31 + at * 8.5 * _POINT * _SPACING
            self._write(MARGIN + 0.15, line, 8.5, WARNING, dy=dy)
        self.gap(height)

    def curves(self, facts: Facts) -> None:
        """Draw what the run reported, two pictures beside each other."""
        axes_width, number = (INNER - 0.3) / 2, 0
        for name in PICTURES:
            if not PICTURES[name](Figure().add_subplot(), facts.course):
                continue
            x = MARGIN + (number % 2) * (axes_width + 0.3)
            if number % 2 == 0 and number:
                self.gap(CURVE_HEIGHT + 0.15)
            self._curve(name, facts, x, axes_width)
            number += 1
        self.gap(CURVE_HEIGHT * bool(number))

    def table(self, table: Table, columns: tuple[float, ...]) -> None:
        """Write a table; figures end, and words begin, at the places of their columns."""
        for at, cells in enumerate((table.heading, *table.rows)):
            for column, cell in enumerate(cells):
                is_figure = column in table.figures
                x = MARGIN + columns[column]
                colour = QUIET if at == 0 else INK
                self._write(x, cell, 8, colour, align="right" if is_figure else "left")
            self.gap(0.18)
            self._rule(self._y - 0.035)
        self.gap(0.06)

    def sample(self, sample: Sample) -> None:
        """Write a sentence and what became of it."""
        self.entry("source", sample.source)
        for who, what in sample.translations:
            self.entry(who, what)
        self.entry("reference", sample.reference)
        self._rule(self._y + 0.04)
        self.gap(0.1)

    def entry(self, what: str, how: str) -> None:
        """Write what something is beside what it is called."""
        self._write(MARGIN, what, 8, QUIET)
        self.paragraph(MARGIN + LABEL_WIDTH, INNER - LABEL_WIDTH, how or DASH, 8)

    def finish(self) -> Figure:
        """Return the page with all that was put on it."""
        figure = Figure(figsize=(WIDTH, self._y + MARGIN), facecolor="white")
        FigureCanvasAgg(figure)
        for mark in self._marks:
            mark(figure)
        return figure

    def _write(
        self,
        x: float,
        text: str,
        size: float,
        colour: str,
        *,
        bold: bool = False,
        align: str = "left",
        dy: float = 0.0,
    ) -> None:
        y = self._y + dy
        shown = printable(text)

        def mark(figure: Figure) -> None:
            figure.text(
                x / WIDTH,
                1 - y / figure.get_figheight(),
                shown,
                fontsize=size,
                color=colour,
                fontweight="bold" if bold else "normal",
                fontfamily=font_families(shown),
                horizontalalignment=align,
                verticalalignment="top",
                parse_math=False,
            )

        self._marks.append(mark)

    def _rule(self, y: float) -> None:
        def mark(figure: Figure) -> None:
            height = 1 - y / figure.get_figheight()
            ends = (MARGIN / WIDTH, 1 - MARGIN / WIDTH)
            figure.add_artist(Line2D(ends, (height, height), color=LINE, linewidth=0.6))

        self._marks.append(mark)

    def _box(self, height: float, colour: str) -> None:
        y = self._y

        def mark(figure: Figure) -> None:
            box = FancyBboxPatch(
                (MARGIN, figure.get_figheight() - y - height),
                INNER,
                height,
                boxstyle="round,pad=0,rounding_size=0.06",
                facecolor=colour,
                edgecolor="none",
                transform=figure.dpi_scale_trans,
            )
            figure.add_artist(box)

        self._marks.append(mark)

    def _curve(self, name: str, facts: Facts, x: float, width: float) -> None:
        y = self._y

        def mark(figure: Figure) -> None:
            whole = figure.get_figheight()
            # The numbers of the axes take room beside them, the title above, the legend below.
            place = (
                (x + 0.42) / WIDTH,
                1 - (y + CURVE_HEIGHT - 0.8) / whole,
                (width - 0.45) / WIDTH,
                (CURVE_HEIGHT - 1.05) / whole,
            )
            axes = figure.add_axes(place)
            PICTURES[name](axes, facts.course)
            axes.title.set_fontsize(9)
            axes.tick_params(labelsize=7)
            axes.xaxis.label.set_fontsize(7)
            for line in axes.lines:
                line.set_markersize(line.get_markersize() * 0.7)
            legend = axes.get_legend()
            for text in legend.get_texts() if legend is not None else ():
                text.set_fontsize(7)

        self._marks.append(mark)


def wrap(text: str, width: float, *, bold: bool = False) -> list[str]:
    """Break a text into lines no wider than so many font sizes; between words where it can.

    What needs more than `MOST_LINES` ends in an ellipsis.
    """
    lines: list[str] = []
    rest = text.strip()
    while rest:
        end, room = 0, width
        while end < len(rest) and room >= (size := _width(rest[end], bold=bold)):
            room -= size
            end += 1
        if end < len(rest):
            blank = rest.rfind(" ", 0, end + 1)
            end = blank if blank > 0 else max(1, end)
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], lines[MOST_LINES - 1][:-1].rstrip() + "…"]
    return lines or [""]


@cache
def _width(character: str, *, bold: bool) -> float:
    """Return the width of a character in font sizes."""
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    weight = "bold" if bold else "normal"
    with missing_glyphs_ignored():
        around = [
            TextPath((0, 0), text, size=100, prop=FontProperties(weight=weight), usetex=False)
            .get_extents()
            .width
            for text in (f"n{character}n", "nn")
        ]
    return float(around[0] - around[1]) / 100
