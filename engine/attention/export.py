"""Attention weights as files: pictures for people, tables for programs.

Shapes: L layers, H heads, T rows (target tokens), S columns (source tokens).
"""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

from engine.attention.figure import (
    Colours,
    MapFigure,
    Scale,
    check_labels,
    draw_difference,
    draw_grid,
    draw_map,
)
from engine.attention.maps import Weights
from engine.files.atomic_files import new_file, write_file
from engine.spreadsheet_cells import to_cell

PICTURES = (".png", ".svg", ".pdf")
TABLES = (".csv", ".json")
DOTS_PER_INCH = 200


def save_map(
    path: Path,
    weights: Weights,
    target_labels: Sequence[str],
    source_labels: Sequence[str],
    *,
    title: str = "",
    scale: Scale = "fixed",
    colours: Colours = "viridis",
) -> None:
    """Write one map to a file whose suffix says how.

    `.png`, `.svg` and `.pdf` are pictures, the text of the latter two is text. `.csv` has the
    source tokens in its first line and the target tokens in its first column; `.json` has
    `title`, `target`, `source` and `weights`. Both hold the weights themselves, never scaled. In
    `.csv`, a token that a spreadsheet would calculate has an apostrophe before it.

    Args:
        path: Where to; overwritten.
        weights: One row a target token, (T, S).
        target_labels: T readable tokens.
        source_labels: S readable tokens.
        title: What is shown.
        scale: As for `draw_map`.
        colours: As for `draw_map`.

    Raises:
        ValueError: If the suffix is another, or labels do not fit the weights.
        OSError: If the file cannot be written.
    """
    check_labels(weights, target_labels, source_labels)
    if suffix_of(path) in TABLES:
        _write_map_table(path, weights, target_labels, source_labels, title)
        return
    figure = MapFigure()
    draw_map(
        figure, weights, target_labels, source_labels, title=title, scale=scale, colours=colours
    )
    _write_picture(path, figure, _cell_of_map(weights))


def save_difference(
    path: Path,
    weights: Weights,
    target_labels: Sequence[str],
    source_labels: Sequence[str],
    *,
    title: str = "",
) -> None:
    """Write how two maps differ to a file, as `save_map` writes one.

    A weight that is NaN, where one of the maps has nothing, is an empty field in `.csv` and null
    in `.json`.

    Args:
        path: Where to; overwritten.
        weights: Weights less other weights, (T, S).
        target_labels: T readable tokens.
        source_labels: S readable tokens.
        title: What is shown.

    Raises:
        ValueError: If the suffix is another, or labels do not fit the weights.
        OSError: If the file cannot be written.
    """
    check_labels(weights, target_labels, source_labels)
    if suffix_of(path) in TABLES:
        _write_map_table(path, weights, target_labels, source_labels, title)
        return
    figure = MapFigure()
    draw_difference(figure, weights, target_labels, source_labels, title=title)
    _write_picture(path, figure, _cell_of_map(weights))


def _write_map_table(
    path: Path,
    weights: Weights,
    target_labels: Sequence[str],
    source_labels: Sequence[str],
    title: str,
) -> None:
    if suffix_of(path) == ".csv":
        lines = [["", *map(to_cell, source_labels)]]
        for label, row in zip(target_labels, weights, strict=True):
            lines.append([to_cell(label), *map(_digits, row)])
        _write_csv(path, lines)
    else:
        _write_json(path, title, target_labels, source_labels, weights)


def _cell_of_map(weights: Weights) -> float:
    """Return how large a cell is in a picture, in points: smaller where there are many."""
    longest: int = max(weights.shape)
    return min(22.0, max(9.0, 620 / longest))


def save_grid(
    path: Path,
    maps: Weights,
    target_labels: Sequence[str],
    source_labels: Sequence[str],
    *,
    title: str = "",
    scale: Scale = "fixed",
    colours: Colours = "viridis",
) -> None:
    """Write every layer and head to a file whose suffix says how.

    As `save_map`, but `.csv` is a table with a line a weight, in which layers, heads and places
    of tokens count from 1, and `weights` of `.json` are nested by layer and head.

    Args:
        path: Where to; overwritten.
        maps: The weights, (L, H, T, S).
        target_labels: T readable tokens.
        source_labels: S readable tokens.
        title: What is shown.
        scale: As for `draw_grid`.
        colours: As for `draw_grid`.

    Raises:
        ValueError: If the suffix is another, or labels do not fit the weights.
        OSError: If the file cannot be written.
    """
    check_labels(maps, target_labels, source_labels)
    match suffix_of(path):
        case ".csv":
            lines = [list(_GRID_COLUMNS)]
            for (layer, head, row, column), weight in np.ndenumerate(maps):
                places = [str(index + 1) for index in (layer, head, row, column)]
                tokens = [to_cell(target_labels[row]), to_cell(source_labels[column])]
                lines.append([*places, *tokens, _digits(weight)])
            _write_csv(path, lines)
        case ".json":
            _write_json(path, title, target_labels, source_labels, maps)
        case _:
            figure = MapFigure()
            drawn = draw_grid(figure, maps, title=title, scale=scale, colours=colours)
            room = 1100 / max(drawn.image.get_size())
            _write_picture(path, figure, min(room, 110 / max(maps.shape[-2:]), 8.0))


_GRID_COLUMNS = ("layer", "head", "target_place", "source_place", "target", "source", "weight")


def suffix_of(path: Path) -> str:
    """Return the suffix of a file that maps can be saved as.

    Raises:
        ValueError: If it is another, naming those that are known.
    """
    suffix = path.suffix.lower()
    if suffix not in (*PICTURES, *TABLES):
        known = ", ".join((*PICTURES, *TABLES))
        raise ValueError(f"attention is saved as {known}, not as {path.suffix or path.name}")
    return suffix


def _digits(weight: np.floating[Any]) -> str:
    """Write a weight so that reading it gives the same float32; nothing where there is none."""
    return "" if np.isnan(weight) else f"{weight:.9g}"


def _write_csv(path: Path, lines: Sequence[Sequence[str]]) -> None:
    table = io.StringIO(newline="")
    csv.writer(table).writerows(lines)
    write_file(path, table.getvalue().encode())


def _write_json(
    path: Path,
    title: str,
    target_labels: Sequence[str],
    source_labels: Sequence[str],
    weights: Weights,
) -> None:
    def number(weight: np.floating[Any]) -> float | None:
        digits = _digits(weight)
        return float(digits) if digits else None

    numbers = np.vectorize(number, otypes=[object])
    values = {
        "title": title,
        "target": list(target_labels),
        "source": list(source_labels),
        "weights": numbers(weights).tolist(),
    }
    write_file(path, f"{json.dumps(values, ensure_ascii=False)}\n".encode())


def _write_picture(path: Path, figure: MapFigure, cell: float) -> None:
    figure.fit(cell)
    kind = path.suffix.lower().removeprefix(".")
    no_date: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with (
        matplotlib.rc_context(
            {"svg.fonttype": "none", "pdf.fonttype": 42, "svg.hashsalt": "translucent"}
        ),
        new_file(path) as file,
    ):
        figure.savefig(file, format=kind, dpi=DOTS_PER_INCH, metadata=no_date.get(kind))
