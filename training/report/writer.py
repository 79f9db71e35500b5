"""The report of a run: one page on how a model came to be and what it is worth.

It lies in the run's folder three times: `report.html`, `report.png` and `report.svg`.
"""

from pathlib import Path

from engine.models.manifest import Manifest
from training.recipe import Recipe
from training.report.facts import gather
from training.report.html_page import render
from training.report.picture import draw, picture
from training.report.run_story import RunStory
from training.system.disk import write_whole

HTML_FILE = "report.html"
PICTURE_FILES = ("report.png", "report.svg")


def write_report(folder: Path, recipe: Recipe, story: RunStory, manifest: Manifest) -> Path:
    """Write the report of a run.

    Args:
        folder: The run's.
        recipe: What it carried out.
        story: What it told so far.
        manifest: Of the model it made.

    Returns:
        The HTML page.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If it cannot be written for another reason.
    """
    facts = gather(folder.name, recipe, story, manifest)
    figure = draw(facts)
    for name in PICTURE_FILES:
        write_whole(folder / name, picture(figure, Path(name).suffix.removeprefix(".")))
    page = folder / HTML_FILE
    write_whole(page, render(facts).encode("utf-8"))
    return page
