"""Renew `requirements`: the versions and hashes of everything that is installed.

    make lock           the newest versions that pyproject.toml accepts
    make lock KEEP=1    only what pyproject.toml demands: all other versions stay as they are

The hashes are those of a version's files for all systems. What each file is for: `.ci/install.py`.
The hashes of torch are those of its release, of the file that pip takes here (from TORCH_INDEX if
that is set), and those listed already for the same version.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from install import REQUIREMENTS, ROOT

HEADS = {
    "run": "What the program needs, apart from torch.",
    "build": "What `make package` needs in addition.",
    "dev": "What tests and checks need in addition.",
    "torch": "The files of torch's release, and CPU builds from elsewhere that were used here.",
    "cuda": "What a CUDA build of torch needs in addition.",
}

_CUDA = re.compile(r"nvidia-|cuda-|triton")
_PIN = re.compile(r"^([a-z][\w.-]*)==([^\s;]+)", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def lock(*, keep: bool) -> None:
    """Write all files of `requirements`."""
    kept = "".join(file.read_text("utf-8") for file in REQUIREMENTS.glob("*.txt") if keep)
    every = compile_requirements(["build", "dev"], pins_of(kept))
    pins = pins_of("".join(every.values()))
    run, build = (compile_requirements(extras, pins) for extras in ([], ["build"]))
    cuda = {name: block for name, block in every.items() if _CUDA.match(name)}
    torch = {"torch": every["torch"]}
    with_other_torch(torch)
    write("torch", torch)
    write("cuda", cuda)
    write("run", without(run, torch, cuda))
    write("build", without(build, run))
    write("dev", without(every, run, build))


def compile_requirements(extras: Iterable[str], pins: Iterable[str]) -> dict[str, str]:
    """Resolve what the project needs with some of its extras, on every system.

    Args:
        extras: Names in pyproject.toml.
        pins: Versions to take where they are needed.

    Returns:
        Each package's lines of a requirement file: version, condition and hashes.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as constraints:
        constraints.writelines(f"{pin}\n" for pin in pins)
        constraints.flush()
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"]
        command += ["--python-version", project["project"]["requires-python"].lstrip(">=")]
        command += ["--generate-hashes", "--no-header", "--no-annotate"]
        command += ["--constraint", constraints.name, "pyproject.toml", "-"]
        command += [word for extra in extras for word in ("--extra", extra)]
        wishes = "\n".join(project["build-system"]["requires"])
        done = subprocess.run(
            command, cwd=ROOT, input=wishes, text=True, stdout=subprocess.PIPE, check=True
        )
    blocks = re.split(r"^(?=[a-z])", done.stdout, flags=re.MULTILINE)[1:]
    return {block.partition("==")[0]: block for block in blocks}


def pins_of(text: str) -> list[str]:
    """Return the pins of a requirement file, without conditions and hashes."""
    return [f"{name}=={version}" for name, version in _PIN.findall(text)]


def without(blocks: Mapping[str, str], *others: Mapping[str, str]) -> dict[str, str]:
    """Return what none of the others has."""
    return {
        name: block for name, block in blocks.items() if not any(name in other for other in others)
    }


def with_other_torch(torch: dict[str, str]) -> None:
    """Add the hash of the file that pip takes here, and those that were known."""
    pin = pins_of(torch["torch"])[0]
    file = REQUIREMENTS / "torch.txt"
    listed = file.read_text("utf-8") if file.is_file() else ""
    hashes = set(_HASH.findall(torch["torch"]))
    if pin in pins_of(listed):
        hashes |= set(_HASH.findall(listed))
    index = os.environ.get("TORCH_INDEX")
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--dest",
            folder,
        ]
        subprocess.run([*command, *(("--index-url", index) if index else ()), pin], check=True)
        (wheel,) = Path(folder).iterdir()
        with wheel.open("rb") as stream:
            hashes.add(hashlib.file_digest(stream, "sha256").hexdigest())
    lines = [pin, *(f"    --hash=sha256:{found}" for found in sorted(hashes))]
    torch["torch"] = " \\\n".join(lines) + "\n"


def write(name: str, blocks: Mapping[str, str]) -> None:
    """Write one file of `requirements`."""
    head = f"# {HEADS[name]}\n# Written by `make lock`; what to edit is pyproject.toml.\n"
    (REQUIREMENTS / f"{name}.txt").write_text(head + "".join(blocks.values()), encoding="utf-8")


if __name__ == "__main__":
    lock(keep=bool(os.environ.get("KEEP")))
