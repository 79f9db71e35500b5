"""What this program is made of: its version, its commit, what it runs on; found without PyTorch."""

import ctypes
import json
import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from desktop.storage import paths
from engine.device import is_torch_for_cuda
from engine.edition import has_torch

_SUCCESS = 0
"""What NVIDIA's library answers when all is well: NVML_SUCCESS."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a report of an error should hold; the user's files and texts are not in it."""

    version: str
    commit: str
    """Short, with its date; empty where it is not known."""
    edition: str
    """`full`, or `small`: without PyTorch, as `engine.edition` knows."""
    torch: str
    qt: str
    python: str
    system: str
    device: str
    """The processor, and the NVIDIA cards with whether PyTorch was built for them."""

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Name and value of each but the version; names are the same in all languages."""
        return (
            ("commit", self.commit or "unknown"),
            ("edition", self.edition),
            ("PyTorch", self.torch),
            ("Qt", self.qt),
            ("Python", self.python),
            ("system", self.system),
            ("device", self.device),
        )

    def __str__(self) -> str:
        lines = (f"{name}: {value}" for name, value in self.rows())
        return "\n".join((f"translucent {self.version}", *lines))


def facts() -> Facts:
    """Look everything up: a hundredth of a second, a little more where there are NVIDIA cards."""
    return Facts(
        version=_version("translucent"),
        commit=_commit(),
        edition="full" if has_torch() else "small",
        torch=_version("torch"),
        qt=_version("PySide6-Essentials"),
        python=platform.python_version(),
        system=platform.platform(),
        device=_device(),
    )


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _commit() -> str:
    """Return the commit recorded by the build, or the one checked out when run from source."""
    written = paths.build_facts()
    try:
        built = json.loads(written.read_text(encoding="utf-8"))
        return _dated(str(built["commit"]), str(built["date"]))
    except (OSError, ValueError, TypeError, KeyError):
        return _checked_out(written.parent)


def _checked_out(root: Path) -> str:
    if not (root / ".git").exists():  # else git would answer for a folder around it
        return ""
    git = ["git", "-C", str(root), "log", "-1", "--format=%h %cs"]
    try:
        found = subprocess.run(git, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    commit, _, date = found.stdout.strip().partition(" ")
    return _dated(commit, date)


def _dated(commit: str, date: str) -> str:
    return f"{commit} ({date})" if commit and date else commit


# --- what computes --------------------------------------------------------------------------------


def _device() -> str:
    threads = os.cpu_count() or 1
    named = [f"{_processor()}, {threads} thread{'s' if threads > 1 else ''}"]
    if cards := _cards():
        fits = "" if is_torch_for_cuda() else ", which this PyTorch was not built for"
        named.append(f"{' + '.join(cards)}{fits}")
    return "; ".join(named)


def _processor() -> str:
    """Return the processor as its maker names it, where the system tells."""
    name = ""
    try:
        if sys.platform == "win32":
            import winreg

            key = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as opened:
                name = str(winreg.QueryValueEx(opened, "ProcessorNameString")[0])
        elif sys.platform == "darwin":
            asked = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
            name = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
        else:
            told = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
            lines = (line.partition(":") for line in told.splitlines())
            name = next(value for key, _, value in lines if key.strip() == "model name")
    except (OSError, StopIteration):
        pass
    return " ".join(name.split()) or platform.processor() or platform.machine() or "processor"


def _cards() -> list[str]:
    """Return the NVIDIA cards named by the driver's own library; none without a driver."""
    library = "nvml.dll" if sys.platform == "win32" else "libnvidia-ml.so.1"
    try:
        return _named_cards(ctypes.CDLL(library))
    except (OSError, AttributeError):  # no such library, or a strange one
        return []


def _named_cards(nvml: ctypes.CDLL) -> list[str]:
    if nvml.nvmlInit_v2() != _SUCCESS:
        return []
    names = []
    count = ctypes.c_uint(0)
    nvml.nvmlDeviceGetCount_v2(ctypes.byref(count))
    for index in range(count.value):
        card, name = ctypes.c_void_p(), ctypes.create_string_buffer(96)
        nvml.nvmlDeviceGetHandleByIndex_v2(ctypes.c_uint(index), ctypes.byref(card))
        if nvml.nvmlDeviceGetName(card, name, ctypes.c_uint(len(name))) == _SUCCESS:
            names.append(name.value.decode(errors="replace"))
    nvml.nvmlShutdown()
    return names
