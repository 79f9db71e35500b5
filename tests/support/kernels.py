"""The compiled kernel under conditions of its own: other compilers, other processors, few means."""

import ctypes
import multiprocessing
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.native import library as loader
from engine.native import transformer

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "engine" / "native" / "kernel"


def compile_kernel(
    compiler: str, target: Path, *sources: Path, options: Sequence[str] = ()
) -> Path:
    """Compile sources that include the kernel, as the package does; skip where nothing can.

    Args:
        compiler: Its name.
        target: The file to write.
        sources: What to compile.
        options: What the package does not say; what they say counts.
    """
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    (extension,) = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "setuptools"
    ]["ext-modules"]
    command = [compiler, *extension["extra-compile-args"], "-pthread", "-I", str(SOURCES), *options]
    subprocess.run([*command, *map(str, sources), "-o", str(target)], check=True)
    return target


def run_apart(work: Callable[..., None], *arguments: Any) -> None:
    """Call a function of a module in a process of its own, which must end well."""
    process = multiprocessing.get_context("spawn").Process(target=work, args=arguments)
    process.start()
    process.join()
    assert process.exitcode == 0


def use_kernel(library: Path) -> None:
    """Let this process compute with another kernel; modules imported later do so too."""
    kernel = loader.Kernel(ctypes.CDLL(str(library)))
    for module in (loader, transformer):
        module.load_kernel = lambda: kernel  # type: ignore[attr-defined]
