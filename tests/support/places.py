"""Other places to run a program in: what they look like is gone with the program.

Each gives what stands before a command. Mounts are made in a namespace of their own, so nothing of
them is seen outside, and nothing is left to be undone.
"""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

NOBODY = "65534"


def need(*programs: str) -> None:
    """Skip a test, naming the program that is not installed."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}")


@cache
def _has(*namespaces: str) -> bool:
    asked = ["unshare", *namespaces, "true"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def apart(namespace: str, script: str = "") -> tuple[str, ...]:
    """Return a command with its own namespace, such as `--mount`, prepared by a shell script."""
    need("unshare")
    as_root = () if os.geteuid() == 0 else ("--map-root-user",)
    if not _has(*as_root, namespace):
        pytest.skip(f"needs root, or a system that lets everybody unshare {namespace}")
    return ("unshare", *as_root, namespace, "sh", "-euc", f'{script}\nexec "$@"', "sh")


def as_nobody() -> tuple[str, ...]:
    """Let a command belong to a user who has nothing; root alone may."""
    need("setpriv")
    if os.geteuid() != 0:
        pytest.skip("only root may become another user")
    return ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")


def bound_by_modes() -> tuple[str, ...]:
    """Let a command be refused what the modes of files forbid their owner, even under root."""
    if os.geteuid() != 0:
        return ()
    need("setpriv")
    bound = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner")
    if subprocess.run([*bound, "true"], capture_output=True, check=False).returncode:
        pytest.skip("needs a system that lets root give up its rights over files")
    return bound


def in_root(root: Path, bundle: Path) -> tuple[str, ...]:
    """Let `/mnt/bundle/…` be run in another root, with `/mnt/home` for a home.

    Args:
        root: The other root, with folders named dev, mnt, proc and tmp.
        bundle: What is to be found at /mnt/bundle.
    """
    chroot = shutil.which("chroot", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if chroot is None:
        pytest.skip("needs chroot")
    there = {"root": shlex.quote(str(root)), "bundle": shlex.quote(str(bundle))}
    return (*apart("--mount", _ENTER.format(**there)), chroot, str(root))


_ENTER = """
cd {root}
for name in mnt tmp; do mount -t tmpfs tmpfs $name; done
mkdir mnt/bundle mnt/home tmp/.X11-unix
mount --bind {bundle} mnt/bundle
mount -o remount,bind,ro mnt/bundle
mount --rbind /dev dev
mount --rbind /proc proc
if [ -d /tmp/.X11-unix ]; then mount --bind /tmp/.X11-unix tmp/.X11-unix; fi
"""


def make_barest_root(root: Path, program: Path) -> Path:
    """Make a root with the C library and what a program itself asks for: no shell, no fonts."""
    need("ldd")
    libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    asked = [Path(file) for file in re.findall(r"/\S+", libraries)]
    c_library = next((file for file in asked if file.name.startswith("libc.so")), None)
    if c_library is None:
        pytest.skip("needs the GNU C library")
    for name in ("dev", "mnt", "proc", "tmp"):
        (root / name).mkdir(parents=True)
    others = ("m", "pthread", "dl", "rt", "util", "resolv", "anl")  # parts of the C library
    parts = [part for name in others for part in c_library.parent.glob(f"lib{name}.so.[0-9]")]
    copy_into(root, [*asked, *parts])
    return root


def copy_into(root: Path, files: Sequence[Path]) -> None:
    """Copy files to the same place below another root."""
    for file in files:
        target = root / file.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
        target.chmod(0o755)
