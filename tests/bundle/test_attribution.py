"""Whose the parts of a frozen folder are: told from what is installed here."""

import sys
from pathlib import Path

import pytest
from attribution import (
    BOOTLOADER,
    INTER,
    MICROSOFT,
    NOTO_EMOJI,
    PROJECT,
    PYTHON,
    Kind,
    Owner,
    Owners,
)


@pytest.fixture(scope="module")
def owners() -> Owners:
    return Owners()


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("engine.pipeline.translator", PROJECT),
        ("desktop", PROJECT),
        ("json.decoder", PYTHON),
        ("pyimod02_importers", BOOTLOADER),
        ("pyi_rth_inspect", BOOTLOADER),
        ("numpy.linalg", Owner(Kind.DISTRIBUTION, "numpy")),
        ("PIL.Image", Owner(Kind.DISTRIBUTION, "pillow")),
        ("dateutil.parser", Owner(Kind.DISTRIBUTION, "python-dateutil")),
        ("mpl_toolkits.mplot3d", Owner(Kind.DISTRIBUTION, "matplotlib")),
    ],
)
def test_modules_have_owners(owners: Owners, name: str, owner: Owner) -> None:
    assert owners.of_module(name) == owner


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("resources/models/en-de/manifest.json", PROJECT),
        ("resources/fonts/Inter-Bold.ttf", INTER),
        ("resources/fonts/OFL-Inter.txt", INTER),
        ("resources/fonts/NotoEmoji-Regular.ttf", NOTO_EMOJI),
        ("resources/fonts/OFL-NotoEmoji.txt", NOTO_EMOJI),
        ("build.json", PROJECT),
        ("translucent-0.1.0.dist-info/METADATA", PROJECT),
        ("base_library.zip", PYTHON),
        ("python3.11/lib-dynload/_json.so", PYTHON),
        ("numpy/version.py", Owner(Kind.DISTRIBUTION, "numpy")),
        ("torch-2.13.0.dist-info/METADATA", Owner(Kind.DISTRIBUTION, "torch")),
        ("matplotlib/made-when-packed.json", Owner(Kind.DISTRIBUTION, "matplotlib")),
    ],
)
def test_files_have_owners(owners: Owners, name: str, owner: Owner) -> None:
    assert owners.of_file(name) == owner


@pytest.mark.parametrize(
    "name",
    [
        "libnobody.so.7",
        "stranger/module.so",
        "notes.txt",
        "fallback/libnobody.so.1",
        "no-1.dist-info/X",
    ],
)
def test_nobody_owns_a_stranger(owners: Owners, name: str) -> None:
    assert owners.of_file(name) is None


def test_nobody_owns_an_unknown_module(owners: Owners) -> None:
    assert owners.of_module("nobody_has_written.this") is None


def test_libraries_have_owners_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def samefile(_path: Path, other: Path) -> bool:
        raise FileNotFoundError(2, "The system cannot find the path specified", str(other))

    for place in ("python311.dll", "vcruntime140_1.dll", "DLLs/libcrypto-3.dll"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).touch()
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(Path, "samefile", samefile)
    owners = Owners()
    expected = {
        "python311.dll": PYTHON,
        "libcrypto-3.dll": PYTHON,
        "VCRUNTIME140_1.dll": MICROSOFT,
        "MSVCP140.dll": MICROSOFT,
        "msvcp140_atomic_wait.dll": MICROSOFT,
        "ucrtbase.dll": MICROSOFT,
        "api-ms-win-crt-runtime-l1-1-0.dll": MICROSOFT,
        "nobody.dll": None,
    }
    assert {name: owners.of_file(name) for name in expected} == expected


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Debian packages own libraries")
def test_the_systems_libraries_are_told_by_the_loader(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {
        "ldconfig": "\tlibxcb.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libxcb.so.1\n",
        "dpkg": "libxcb1:amd64: /usr/lib/x86_64-linux-gnu/libxcb.so.1\n",
    }
    monkeypatch.setattr("attribution._output_of", lambda *command: said[command[0].split("/")[-1]])
    fresh = Owners()
    assert fresh.of_file("libxcb.so.1") == Owner(Kind.SYSTEM, "libxcb1")
    assert fresh.of_file("fallback/libxcb.so.1") == Owner(Kind.SYSTEM, "libxcb1")
    assert fresh.of_file("libother.so.1") is None
