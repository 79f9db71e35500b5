"""Which version of the GNU C library a frozen folder needs."""

import re
import subprocess
from collections import defaultdict
from pathlib import Path

from attribution import files_of

_NEEDED = re.compile(r"^\s+0x\w+ 0x\w+ \d+ GLIBC_(\d[\d.]*)$", re.MULTILINE)


def needed_versions(folder: Path) -> dict[tuple[int, ...], list[str]]:
    """Return which files need at least which version, the newest version first.

    Raises:
        FileNotFoundError: objdump is not installed.
    """
    needed: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for path in files_of(folder):
        with path.open("rb") as file:
            if file.read(4) != b"\x7fELF":
                continue
        command = ["objdump", "--private-headers", str(path)]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        versions = [tuple(map(int, found.split("."))) for found in _NEEDED.findall(told)]
        if versions:
            needed[max(versions)].append(path.relative_to(folder).as_posix())
    return dict(sorted(needed.items(), reverse=True))
