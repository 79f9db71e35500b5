"""The report of a run: one page on how a model came to be and what it is worth.

It lies in the run's folder three times: `report.html`, `report.png` and `report.svg`.
"""

from collections.abc import Sequence
from pathlib import Path

from engine.manifest import Manifest
from training.disk import write_whole
from training.progress import Event
from training.recipe import Recipe
from training.report_facts import gather
from training.report_html import render
from training.report_picture import draw, picture

HTML_FILE = "report.html"
PICTURE_FILES = ("report.png", "report.svg")


def write_report(folder: Path, recipe: Recipe, events: Sequence[Event], manifest: Manifest) -> Path:
    """Write the report of a run.

    Args:
        folder: The run's.
        recipe: What it carried out.
        events: All that it told so far, in order.
        manifest: Of the model it made.

    Returns:
        The HTML page.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If it cannot be written for another reason.
    """
    facts = gather(folder.name, recipe, events, manifest)
    figure = draw(facts)
    for name in PICTURE_FILES:
        write_whole(folder / name, picture(figure, Path(name).suffix.removeprefix(".")))
    page = folder / HTML_FILE
    write_whole(page, render(facts).encode("utf-8"))
    return page
