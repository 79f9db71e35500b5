"""The compiled kernel: where it is, and what its functions take.

It is built from `kernel/` when the package is installed, where there is a C++ compiler. Without it
PyTorch computes everything.
"""

import ctypes
import logging
from collections.abc import Callable
from ctypes import POINTER, Structure, c_bool, c_float, c_int32, c_void_p
from enum import IntEnum
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, cast

_log = logging.getLogger(__name__)


class Instructions(IntEnum):
    """Sets of instructions that the kernel is compiled for; a processor's best stands last."""

    BASELINE = 0
    """What every processor of its kind knows."""
    AVX2 = 1
    AVX_VNNI = 2
    """AVX2 with what multiplies 8-bit numbers four at a time."""
    AVX512 = 3
    """With the same in 512 bits."""
    NEON = 4
    """Of ARM in 64 bits, all of which know it."""


class Outcome(IntEnum):
    """How a function of the kernel ended."""

    DONE = 0
    OUT_OF_MEMORY = 1
    OUT_OF_RANGE = 2
    """An id is in no vocabulary, or of no hypothesis."""


class Settings(Structure):
    """The sizes of a Transformer, as `kernel.cpp` declares them."""

    _fields_ = (
        ("src_vocab_size", c_int32),
        ("vocab_size", c_int32),
        ("d_model", c_int32),
        ("d_ff", c_int32),
        ("num_encoder_layers", c_int32),
        ("num_decoder_layers", c_int32),
        ("num_heads", c_int32),
        ("head_dim", c_int32),
        ("activation", c_int32),
        ("is_pre_norm", c_int32),
        ("has_final_norm", c_int32),
        ("precision", c_int32),
        ("threads", c_int32),
        ("norm_eps", c_float),
        ("embedding_scale", c_float),
        ("attention_scale", c_float),
    )


class TensorAddresses(Structure):
    """Where a tensor's numbers are, or its steps and their scales; `Tensor` in `kernel.cpp`."""

    _fields_ = (("values", c_void_p), ("steps", c_void_p), ("scales", c_void_p))


class LooksAddresses(Structure):
    """Where an attention leaves its weights and norms; `Looks` in `kernel.cpp`."""

    _fields_ = (("weights", c_void_p), ("norms", c_void_p))


class ForcedAddresses(Structure):
    """Targets that are to be predicted, and what is asked of them; `Forced` in `kernel.cpp`."""

    _fields_ = (
        ("states", c_void_p),
        ("src_lengths", c_void_p),
        ("ids", c_void_p),
        ("lengths", c_void_p),
        ("sentences", c_int32),
        ("src_longest", c_int32),
        ("longest", c_int32),
        ("first_layer", c_int32),
        ("last_layer", c_int32),
        ("wanted", c_void_p),
        ("log_probs", c_void_p),
        ("self", LooksAddresses),
        ("cross", LooksAddresses),
    )


class CandidateAddresses(Structure):
    """Addresses of arrays (B, C), `Candidates` in `kernel.cpp`."""

    _fields_ = (
        ("parents", c_void_p),
        ("ids", c_void_p),
        ("log_probs", c_void_p),
        ("totals", c_void_p),
    )


class Kernel:
    """The functions of the kernel, without their common prefix; arrays go in as addresses.

    Those that return a number return an `Outcome`; those that make something, None where memory
    ran short.
    """

    def __init__(self, library: ctypes.CDLL) -> None:
        def function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
            found = getattr(library, f"translucent_{name}")
            found.restype, found.argtypes = result, arguments
            return cast("Callable[..., Any]", found)

        address, number = c_void_p, c_int32
        build = (POINTER(Settings), POINTER(TensorAddresses), number)
        looks = POINTER(LooksAddresses)
        knows = function("knows", c_bool, number)
        self.known = tuple(one for one in Instructions if knows(one))
        self.best = self.known[-1]
        self.build: Callable[..., int | None] = function("build", address, *build)
        self.free: Callable[..., None] = function("free", None, address)
        self.encode: Callable[..., int] = function(
            "encode", number, address, address, address, number, number, address, looks
        )
        self.begin: Callable[..., int | None] = function(
            "begin", address, address, address, address, number, number
        )
        self.step: Callable[..., int] = function("step", number, address, address, address, address)
        self.force: Callable[..., int] = function(
            "force", number, address, POINTER(ForcedAddresses)
        )
        self.select: Callable[..., int] = function(
            "select", number, address, address, address, number, number
        )
        self.end: Callable[..., None] = function("end", None, address)
        self.find_candidates: Callable[..., None] = function(
            *("find_candidates", None, address, address, number, number, number, number),
            POINTER(CandidateAddresses),
        )


@cache
def load_kernel() -> Kernel | None:
    """Return the kernel, or None where it was not built."""
    folder = Path(__file__).parent
    for suffix in EXTENSION_SUFFIXES:
        path = folder / f"_kernel{suffix}"
        if path.exists():
            try:
                return Kernel(ctypes.CDLL(str(path)))
            except (OSError, AttributeError) as error:
                _log.warning("The compiled kernel %s cannot be used: %s", path.name, error)
    return None
