"""Windows with a virus scanner: what is new cannot be renamed at first."""

import os
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.files import atomic_files

REFUSALS = 2


class VirusScanner:
    """Refuses the first renames of each path."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refused: Counter[str] = Counter()
        self.refusals = REFUSALS
        monkeypatch.setattr(sys, "platform", "win32")
        for name in ("rename", "replace"):
            monkeypatch.setattr(os, name, self._scanning(getattr(os, name)))

    def never_ends(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Refuse for ever, to somebody who has little patience."""
        self.refusals = sys.maxsize
        monkeypatch.setattr(atomic_files, "_PATIENCE", 0.1)

    def _scanning(self, rename: Callable[..., None]) -> Callable[..., None]:
        def scanned(source: Any, target: Any) -> None:
            if self.refused[str(source)] < self.refusals:
                self.refused[str(source)] += 1
                raise PermissionError(13, "The process cannot access the file", str(source))
            rename(source, target)

        return scanned
