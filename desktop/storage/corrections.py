"""Sentences whose translation a person wrote, kept as training text: a table for each direction.

Nothing is written but what `add` is asked to keep. A table is readable for its owner alone.
"""

from collections.abc import Iterable
from pathlib import Path

from desktop.storage.paths import prepare
from engine.files.atomic_files import new_file

Pair = tuple[str, str]
"""A sentence and its translation."""

_KEPT = "surrogateescape"
"""Bytes that are not UTF-8 stay as they are: another program may have written them."""


class Corrections:
    """The tables in a folder; those of others that lie there are left alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, source: str, target: str) -> Path:
        """Return the table of a direction; it need not exist."""
        return self._folder / f"{source}-{target}.tsv"

    def count(self, source: str, target: str) -> int:
        """Return how many sentence pairs are kept for a direction.

        Raises:
            OSError: The table cannot be read.
        """
        return len(self._read(source, target))

    def add(self, pairs: Iterable[Pair], source: str, target: str) -> int:
        """Keep sentence pairs; a sentence that is there already gets the newer translation.

        Returns:
            How many were not there before.

        Raises:
            OSError: They cannot be written; what was kept before is as it was.
            FolderNotWritableError: Likewise.
        """
        kept = self._read(source, target)
        before = dict(kept)
        kept |= {_cell(sentence): _cell(translation) for sentence, translation in pairs}
        kept = {one: other for one, other in kept.items() if one and other}
        prepare(self._folder)
        path = self.path(source, target)
        path.touch(mode=0o600)  # whoever replaces it keeps its mode
        lines = [f"{source}\t{target}", *("\t".join(pair) for pair in kept.items())]
        with new_file(path) as file:
            file.write("".join(f"{line}\n" for line in lines).encode(errors=_KEPT))
        return len(set(kept.items()) - set(before.items()))

    def _read(self, source: str, target: str) -> dict[str, str]:
        try:
            text = self.path(source, target).read_text(encoding="utf-8", errors=_KEPT)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        lines = (line.split("\t") for line in text.splitlines()[1:])
        return {cells[0]: cells[1] for cells in lines if len(cells) == 2}


def _cell(text: str) -> str:
    """Return a text as it stands in a table: in one line, without tabs."""
    return " ".join(text.split())
