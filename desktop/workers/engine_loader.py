"""The one way from the window to the engine: everything behind it runs on the engine thread.

Importing this costs nothing; opening imports PyTorch, which takes half a second or more.
"""

import ctypes
import gc
import importlib.util
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop.values.requests import Direction
    from engine.pipeline.pivot import PivotTranslator
    from engine.pipeline.translator import Translator

_LIBRARIES = ("libc10.so", "libtorch_cpu.so", "libtorch.so")
"""Those of PyTorch that take long to load, each after what it needs."""


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
    translator = _import_translator()
    default = _default_threads()  # before the first model sets another number
    opened = translator.open(
        folder,
        device=device,
        threads=default if threads is None else threads,
        direction=direction,
    )
    opened.prepare()
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
    """Return to the system what importing and loading have freed: up to 100 MB, at once."""
    if sys.platform.startswith("linux"):
        with suppress(AttributeError):  # another C library than GNU's
            ctypes.CDLL(None).malloc_trim(0)


@cache
def _import_translator() -> "type[Translator]":
    """Import the engine with the window hardly noticing.

    The garbage collector, which stops every thread, looked through all that PyTorch brings four
    times while it was imported, and every few seconds afterwards, for 50 ms each. What modules
    hold is never garbage: it is set aside.
    """
    _load_libraries()
    gc.disable()
    try:
        from engine.pipeline.translator import Translator
    finally:
        gc.enable()
    gc.freeze()
    return Translator


@cache
def _load_libraries() -> None:
    """Load PyTorch's libraries while other threads run on.

    `import torch` loads them too, but keeps the interpreter to itself meanwhile: the window stood
    still for a third of a second. A foreign function called through ctypes lets it go. Where this
    does not work, nothing is lost.
    """
    if not sys.platform.startswith("linux"):
        return
    package = importlib.util.find_spec("torch")
    if package is None or package.origin is None:
        return
    dlopen = ctypes.CDLL(None).dlopen
    dlopen.argtypes = [ctypes.c_char_p, ctypes.c_int]
    dlopen.restype = ctypes.c_void_p
    for name in _LIBRARIES:
        library = Path(package.origin).parent / "lib" / name
        if library.is_file():
            dlopen(os.fsencode(library), os.RTLD_NOW)


@cache
def _default_threads() -> int:
    """Return the cores that PyTorch would use, less one; at least one."""
    import torch

    return max(1, torch.get_num_threads() - 1)
