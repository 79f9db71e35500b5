"""Install locked versions into the Python that runs this, and the project with them.

    .venv/bin/python .ci/install.py [GROUP...]

    (nothing)   what the program needs
    build       also what `make package` needs
    dev         also what tests and checks need, and `build`

Every file is compared with the hashes in `requirements`: one changed byte ends the installation.
torch comes in many builds, and its CPU builds are not in the usual index, so it is treated apart:

    TORCH_INDEX=...   the package index to take torch from. That index is trusted: a file whose hash
                      `requirements/torch.txt` does not list is reported, and installed.
"""

import hashlib
import importlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REQUIREMENTS = ROOT / "requirements"

GROUPS = {
    "": ("run",),
    "build": ("run", "build"),
    "dev": ("run", "build", "dev"),
}
"""The files of `requirements` that each group is made of."""


class InstallError(Exception):
    """Something cannot be installed; the message says what, and what to do."""


def install(groups: Iterable[str]) -> None:
    """Install torch, the locked versions of some groups and the project, and make its tables.

    Raises:
        InstallError: A group is unknown, pip failed, or torch is not one of the files listed.
    """
    wanted = ["", *groups]
    unknown = sorted(set(wanted) - set(GROUPS))
    if unknown:
        raise InstallError(f"no group {', '.join(unknown)}: choose from build and dev")
    names = dict.fromkeys(name for group in wanted for name in GROUPS[group])
    install_torch(REQUIREMENTS / "torch.txt", os.environ.get("TORCH_INDEX", ""))
    if _needs_cuda():
        names["cuda"] = None
    install_locked([REQUIREMENTS / f"{name}.txt" for name in names])
    # Built with the locked setuptools; in isolation pip would fetch another one, unchecked.
    _pip("install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    _pip("check")
    for made in ("engine.dictionary.making", "engine.text.language_tables"):
        subprocess.run([sys.executable, "-m", made], cwd=ROOT, check=True)


def install_locked(files: Iterable[Path]) -> None:
    """Install exactly what requirement files list, each file compared with its hashes.

    Raises:
        InstallError: A file is not the one listed, or cannot be had.
    """
    listed = [word for file in files for word in ("--requirement", str(file))]
    _pip("install", "--require-hashes", "--no-deps", "--only-binary=:all:", *listed)


def install_torch(file: Path, index: str) -> None:
    """Install the torch that a requirement file names, unless that version is installed.

    Args:
        file: Names the version, and lists the hashes of its known files.
        index: The package index to take it from; empty for pip's own.

    Raises:
        InstallError: pip found no file, or one that is not listed where no index was named.
    """
    text = file.read_text(encoding="utf-8")
    requirement = re.search(r"^torch==([\w.]+)", text, re.MULTILINE)
    if requirement is None:
        raise InstallError(f"{file} names no version of torch: run `make lock`")
    if _installed("torch") == requirement[1]:
        return
    known = set(re.findall(r"--hash=sha256:([0-9a-f]{64})", text))
    with tempfile.TemporaryDirectory() as folder:
        where = ("--index-url", index) if index else ()
        _pip("download", "--no-deps", "--dest", folder, *where, requirement[0])
        (wheel,) = Path(folder).iterdir()
        with wheel.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
        if found not in known:
            if not index:
                raise InstallError(
                    f"{wheel.name} has the SHA-256 {found}, which {file} does not list. Someone "
                    "may have changed the file. If it comes from an index that you trust, name "
                    "that index in TORCH_INDEX."
                )
            _say(f"{wheel.name} is not checked: {file.name} does not list its SHA-256, {found}")
        _pip("install", "--no-deps", str(wheel))


def _installed(name: str) -> str:
    """Return the installed version without the name of its build; empty if there is none."""
    try:
        return metadata.version(name).partition("+")[0]
    except metadata.PackageNotFoundError:
        return ""


def _needs_cuda() -> bool:
    """Return whether the installed torch asks for NVIDIA's libraries, as CPU builds do not."""
    importlib.invalidate_caches()  # it has just come
    wishes = metadata.requires("torch") or ()
    return any(re.match(r"(nvidia|cuda|triton)\b", wish) for wish in wishes)


def _pip(*arguments: str) -> None:
    """Run pip, which explains its failures itself.

    Raises:
        InstallError: It failed.
    """
    done = subprocess.run([sys.executable, "-m", "pip", "--no-input", *arguments], check=False)
    if done.returncode:
        raise InstallError(f"pip {arguments[0]} failed; the reason is above")


def _say(text: str) -> None:
    sys.stderr.write(f"set-up: {text}\n")


if __name__ == "__main__":
    try:
        install(sys.argv[1:])
    except InstallError as error:
        sys.exit(f"set-up: {error}")
