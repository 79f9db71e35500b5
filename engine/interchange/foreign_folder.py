"""What is known of a model before it is read: its kind, a name for it, and the room it needs."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from engine.errors import ForeignModelError
from engine.models.archive import ARCHIVE_SUFFIX
from engine.models.manifest import MANIFEST_FILE

IMPORT_SUFFIXES = (ARCHIVE_SUFFIX, ".zip")
"""How the names of files end that are meant to be imported."""

Format = Literal["translucent", "huggingface", "marian"]

_CONFIG_FILE = "config.json"
_MARIAN_SUFFIX = ".npz"

UNKNOWN_FORMAT = (
    f"it has no {MANIFEST_FILE}, which Translucent's models have, no {_CONFIG_FILE}, which Hugging "
    f"Face's have, and no file that ends in {_MARIAN_SUFFIX}, as Marian's have"
)


def recognise(names: Iterable[str]) -> Format | None:
    """Return the format of the model whose files have these names; None if it is none."""
    known = set(names)
    if MANIFEST_FILE in known:
        return "translucent"
    if any(name.endswith(_MARIAN_SUFFIX) for name in known):
        return "marian"
    return "huggingface" if _CONFIG_FILE in known else None


def innermost(folder: Path) -> Path:
    """Return the only folder in a folder with nothing else, as an unpacked zip often is."""
    inside = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder


def looks_like_model(path: Path) -> bool:
    """Return whether a file or folder that somebody opens is meant to be imported."""
    if not path.is_dir():
        return path.suffix.lower() in IMPORT_SUFFIXES
    try:
        return recognise(entry.name for entry in innermost(path).iterdir()) is not None
    except OSError:
        return False


def check_space(path: Path, models: Path, needed: int) -> None:
    """Check that there is room for the import of `path`.

    Raises:
        ForeignModelError: If there are not so many bytes on the disk of the models.
    """
    there = next(folder for folder in (models, *models.absolute().parents) if folder.exists())
    free = shutil.disk_usage(there).free
    if free < needed:
        problem = (
            f"there is not enough space in {models}: it needs {needed:,} bytes, and {free:,} are "
            "free"
        )
        raise ForeignModelError(path, [problem])
