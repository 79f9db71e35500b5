"""What the packaged programs do before anything else: a few stand-ins and libraries.

Runs in every start, so it imports next to nothing.
"""

import ctypes
import os
import sys
import types
from pathlib import Path

_M_ARENA_MAX = -8  # malloc.h of the GNU C library
_HERE = Path(__file__).resolve().parent


def _stand_in(name: str) -> types.ModuleType:
    """Let an empty module take the place of one that is left out."""
    module = types.ModuleType(name)
    module.__path__ = []  # so that importing anything inside it fails as it should
    sys.modules[name] = module
    return module


def _stand_in_for_parts_of_torch() -> None:
    """Answer `import torch`, which loads two modules that nothing here uses, and its optimisers.

    `export` writes programs for other runtimes. `_meta_registrations` tells the sizes of results
    without computing them, for the "meta" device, `export` and the compiler: hundreds of functions,
    and with what they are built from a third of the time that `import torch` takes. Optimisers ask
    the compiler not to compile them.
    """
    _stand_in("torch.export")
    _stand_in("torch._meta_registrations")
    stand_in = _stand_in("torch._dynamo")
    stand_in.disable = lambda fn=None, *_, **__: (lambda f: f) if fn is None else fn
    stand_in.graph_break = stand_in.reset = lambda *_, **__: None
    stand_in.is_compiling = lambda: False
    stand_in.config = types.SimpleNamespace()


def _fall_back() -> None:
    """Load what every desktop has, and bare systems lack, from here where there is no other.

    The system's own come first: they fit its display driver. Once loaded under its name, a library
    serves all that ask for it later. And there is always a font.
    """
    names = ("libxcb.so.1", "libGLdispatch.so.0", "libGLX.so.0", "libGL.so.1", "libEGL.so.1")
    for name in names:
        try:
            ctypes.CDLL(name, ctypes.RTLD_GLOBAL)
        except OSError:
            ctypes.CDLL(str(_HERE / "fallback" / name), ctypes.RTLD_GLOBAL)
    os.environ.setdefault("FONTCONFIG_FILE", str(_HERE / "fallback" / "fonts.conf"))


def _save_addresses() -> None:
    """Reserve fewer addresses.

    Each further place that threads allocate from takes 64 to 128 MB of them, and each further
    thread of NumPy's, which has little to do here, 40.
    """
    ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


if (_HERE / "torch").is_dir():
    _stand_in_for_parts_of_torch()
if sys.platform.startswith("linux"):
    _save_addresses()
    _fall_back()
elif sys.platform == "win32" and (_HERE / "torch").is_dir():
    # Once Qt's libraries are loaded, torch's cannot be any more.
    ctypes.CDLL(str(_HERE / "torch" / "lib" / "c10.dll"))
