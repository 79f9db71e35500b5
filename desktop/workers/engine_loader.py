"""The one way from the window to the engine: everything behind it runs on the engine thread.

Importing this costs nothing. Opening imports PyTorch only where a graphics card computes, or where
the compiled kernel cannot.
"""

import ctypes
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engine.threads import default_threads

if TYPE_CHECKING:
    from desktop.values.requests import Direction
    from engine.pipeline.pivot import PivotTranslator
    from engine.pipeline.translator import Translator


def open_engine(
    folder: Path, device: str, threads: int | None, direction: "Direction | None" = None
) -> "Translator":
    """Load the model of a folder.

    Args:
        folder: A model folder.
        device: auto, cpu or cuda.
        threads: Processor threads to compute with; None leaves one core to the window. (On two
            cores a single sentence takes a tenth longer with one thread than with two; 32 at once
            take 1.6 times as long.)
        direction: In which of its directions the model translates; None: its own.

    Raises:
        ModelFolderError: If the folder cannot be used.
        DeviceUnavailableError: If the wished device is not there.
    """
    from engine.pipeline.translator import Translator

    spare = max(1, default_threads() - 1)
    opened = Translator.open(
        folder,
        device=device,
        threads=spare if threads is None else threads,
        direction=direction,
    )
    _return_memory()
    return opened


def join_engines(first: object, second: object) -> "PivotTranslator":
    """Return what translates by two opened models: the second reads what the first one writes."""
    from engine.pipeline.pivot import PivotTranslator
    from engine.pipeline.translator import Translator

    assert isinstance(first, Translator)
    assert isinstance(second, Translator)
    return PivotTranslator(first, second)


def _return_memory() -> None:
    """Return to the system what importing and loading have freed, at once."""
    if sys.platform.startswith("linux"):
        with suppress(AttributeError):  # another C library than GNU's
            ctypes.CDLL(None).malloc_trim(0)
