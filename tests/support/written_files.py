"""Files with a text, in folders that are made for them."""

from pathlib import Path


def write_text(path: Path, text: str = "") -> None:
    """Write a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
