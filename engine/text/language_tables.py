"""The tables by which py3langid tells languages, unpacked: `python -m engine.text.language_tables`.

The library keeps all of them in memory: 75 MB, unpacked in 0.7 s at each start. Here the rows of
its automaton, of which a text needs some hundred, are read when they are needed, and only the
languages that come into question are kept: 16 MB in 0.04 s. The files come with the package, and
are made in a clone at installation.
"""

import tempfile
import weakref
from array import array
from collections.abc import Collection
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "languages" / "detection"
STATES = FOLDER / "states"
"""Written last: where it is, all files are."""
_ROW = 256
"""Next states, one for each value of a byte."""
_REMEMBERED_ROWS = 2000


class LanguageTables:
    """Unpacked tables.

    Raises:
        OSError: If they are not there, or cannot be read.
    """

    def __init__(self) -> None:
        self._states = _States(STATES)

    def identifier(self, languages: Collection[str]) -> "LanguageIdentifier":
        """Return what tells some languages apart.

        Args:
            languages: Codes; those that the tables lack are left out.

        Raises:
            OSError: If the tables cannot be read.
        """
        import numpy as np  # here, and not above: most starts of the command tell no language
        from py3langid.langid import LanguageIdentifier

        weights = np.load(FOLDER / "weights.npy", mmap_mode="r")  # (features, languages)
        kept = [place for place, code in enumerate(self.languages) if code in languages]
        return LanguageIdentifier(
            weights[:, kept],
            np.load(FOLDER / "priors.npy")[kept],
            [self.languages[place] for place in kept],
            self._states,
            memoryview(np.load(FOLDER / "features.npy")),
            norm_probs=True,
            tk_row=memoryview(np.load(FOLDER / "rows.npy")),
        )

    @cached_property
    def languages(self) -> list[str]:
        """The codes of all languages, in the order of the weights."""
        import numpy as np

        codes: list[str] = np.load(FOLDER / "languages.npy").tolist()
        return codes


class _States:
    """The automaton: the next state for each state and byte, at 256 · row + byte."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("rb", buffering=0)
        weakref.finalize(self, self._file.close)
        self._reading = Lock()
        self._row = lru_cache(_REMEMBERED_ROWS)(self._read)

    def __getitem__(self, place: int) -> int:
        return self._row(place // _ROW)[place % _ROW]

    def _read(self, row: int) -> "array[int]":
        states = array("I")
        size = _ROW * states.itemsize
        with self._reading:
            self._file.seek(row * size)
            states.frombytes(self._file.read(size))
        return states


def make() -> None:
    """Unpack the library's tables, in place of earlier ones."""
    import numpy as np
    from py3langid.langid import MODEL_DIR, MODEL_FILE
    from py3langid.modelio import load_model

    weights, priors, languages, states, rows, features = load_model(MODEL_DIR / MODEL_FILE)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        unfinished = Path(name)
        np.save(unfinished / "weights.npy", weights)
        np.save(unfinished / "priors.npy", priors)
        np.save(unfinished / "languages.npy", languages)
        np.save(unfinished / "rows.npy", np.array(rows, dtype=np.uint32))
        np.save(unfinished / "features.npy", np.array(features, dtype=np.int32))
        for file in unfinished.iterdir():
            file.replace(FOLDER / file.name)
        (unfinished / STATES.name).write_bytes(array("I", states))
        (unfinished / STATES.name).replace(STATES)


if __name__ == "__main__":
    make()
