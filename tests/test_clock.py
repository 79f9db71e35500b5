"""The clock may be set at any moment: only what people read, or other programs wrote, goes by it.

How long something takes, and what came first, is measured with what never goes back.
"""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
ASKING = {
    "desktop/platform/crash_report.py": "the name and head of a report",
    "desktop/platform/single_instance.py": "the names of requests, and the age of one",
    "desktop/storage/history.py": "shown with an entry; they are ordered by their numbers",
    "desktop/storage/history_file.py": "the name of what is set aside",
    "desktop/views/history/items.py": "today and yesterday",
    "engine/interchange/conversion.py": "shown with a model",
    "engine/models/compression.py": "shown with a model",
    "training/cli/train.py": "the name of a run's folder",
    "training/runs/export.py": "shown with a model",
}
CLOCKS = {"time.time", "time.time_ns", "datetime.now", "datetime.today", "date.today"}
QT_CLOCKS = {"currentDateTime", "currentDateTimeUtc", "currentMSecsSinceEpoch", "currentDate"}


def asks_the_clock(module: Path) -> bool:
    """Return whether a module asks what time it is."""
    return any(
        isinstance(node, ast.Attribute) and (ast.unparse(node) in CLOCKS or node.attr in QT_CLOCKS)
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
    )


def test_nothing_else_asks_what_time_it_is() -> None:
    modules = (
        path for name in ("desktop", "engine", "training") for path in ROOT.glob(f"{name}/**/*.py")
    )
    asking = {path.relative_to(ROOT).as_posix() for path in modules if asks_the_clock(path)}
    assert asking == ASKING.keys()
