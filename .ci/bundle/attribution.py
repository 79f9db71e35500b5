"""Whose everything in a frozen folder is: each file, and each module in the programs' archive."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from importlib import metadata
from pathlib import Path, PurePosixPath

from PyInstaller.archive.readers import CArchiveReader

OURS = {
    *("desktop", "engine", "training", "resources", "docs", "runtime", "__main__"),
    "translucent.egg-info",
}
"""What is the project's own, by the first part of a module's or a file's name."""

OUR_FILES = {
    "LICENSE",
    "build.json",
    "fallback/fonts.conf",
    "translucent.desktop",
    "install-desktop-entry",
}

PROGRAMS = {"translucent", "translucent-cli"}
"""The programs of the folder, in small letters and without the suffix that they have on Windows."""

_BOOTLOADER = re.compile(r"pyi_|pyi-|_pyi_|pyimod|pyiboot|PYZ")
_RUNTIME = re.compile(
    r"((vcruntime|msvcp|concrt|vccorlib|vcomp|vcamp)140(_\w+)?|ucrtbase|api-ms-win-(core|crt)[\w-]+)\.dll",
    re.IGNORECASE,
)
_LIBRARY = re.compile(r"\.(so|dll|pyd|dylib)(\.|$)", re.IGNORECASE)


class Kind(Enum):
    """Where a part comes from, and so where its licence is to be found."""

    PROJECT = "this project"
    DISTRIBUTION = "Python package"
    PYTHON = "Python"
    BOOTLOADER = "PyInstaller"
    SYSTEM = "system library"
    RUNTIME = "run-time library"
    FONT = "font"


@dataclass(frozen=True)
class Owner:
    """Who a part belongs to: the distribution's or the system package's name says which."""

    kind: Kind
    name: str


PROJECT = Owner(Kind.PROJECT, "Translucent")
PYTHON = Owner(Kind.PYTHON, "Python")
BOOTLOADER = Owner(Kind.BOOTLOADER, "PyInstaller")
MICROSOFT = Owner(Kind.RUNTIME, "Microsoft Visual C++ Runtime")
INTER = Owner(Kind.FONT, "Inter")
NOTO_EMOJI = Owner(Kind.FONT, "NotoEmoji")


@dataclass(frozen=True)
class Part:
    """One file of the folder, or one module of the programs' archive; without an owner: unknown."""

    name: str
    size: int
    owner: Owner | None
    is_module: bool = False


def parts_of(folder: Path) -> list[Part]:
    """Everything that a frozen folder holds, each with its owner.

    Links count as what they point to, which lies in the folder too. The programs themselves are
    PyInstaller's; what their archive holds follows as modules of size 0. What lies in `licences` is
    about the rest, and not told.

    Raises:
        FileNotFoundError: There is no program in the folder.
    """
    owners = Owners()
    programs = [path for path in files_of(folder) if _is_program(path, folder)]
    if not programs:
        raise FileNotFoundError(f"{folder}: no program lies here, so this is no frozen folder")
    parts = [Part(path.name, path.stat().st_size, BOOTLOADER) for path in programs]
    inside = folder / "_internal"
    for path in files_of(folder):
        if path not in programs and not path.is_relative_to(folder / "licences"):
            root = inside if path.is_relative_to(inside) else folder
            name = path.relative_to(root).as_posix()
            parts.append(Part(name, path.stat().st_size, owners.of_file(name)))
    parts += [
        Part(module, 0, owners.of_module(module), is_module=True)
        for module in sorted(_modules_of(programs[0]))
    ]
    return parts


def files_of(folder: Path) -> list[Path]:
    """All regular files of a folder in order of their names; no links."""
    return sorted(p for p in folder.rglob("*") if p.is_file() and not p.is_symlink())


def _is_program(path: Path, folder: Path) -> bool:
    return path.parent == folder and path.name.lower().removesuffix(".exe") in PROGRAMS


def _modules_of(program: Path) -> Iterator[str]:
    """The names of the modules and scripts that a program carries inside it."""
    archive = CArchiveReader(str(program))
    yield from (name for name in archive.toc if not name.startswith("PYZ"))
    yield from archive.open_embedded_archive("PYZ.pyz").toc


class Owners:
    """Who owns what, told from what is installed where this runs: build and ask in one place."""

    def of_module(self, name: str) -> Owner | None:
        """The owner of a module, by its dotted name."""
        top = name.partition(".")[0]
        if top in OURS:
            return PROJECT
        if _BOOTLOADER.match(top):
            return BOOTLOADER
        if top in sys.stdlib_module_names or top.startswith("_sysconfigdata"):
            return PYTHON
        path = name.replace(".", "/")
        return (
            self._recorded.get(f"{path}.py")
            or self._recorded.get(f"{path}/__init__.py")
            or self._by_top_name(top)
        )

    def of_file(self, name: str) -> Owner | None:
        """The owner of a file, by its path inside the folder, with slashes."""
        path = PurePosixPath(name)
        if path.parts[:2] == ("resources", "fonts"):
            return NOTO_EMOJI if "NotoEmoji" in path.name else INTER
        if path.parts[0] in OURS or name in OUR_FILES:
            return PROJECT
        if name in self._recorded:
            return self._recorded[name]
        if path.parts[0].endswith(".dist-info"):
            return self._by_metadata_folder(path.parts[0])
        if path.parts[0] == "base_library.zip" or re.match(r"(lib/)?python3\.\d+/", name):
            return PYTHON
        if len(path.parts) > 1 and path.parts[0] != "fallback":
            return self._by_top_name(path.parts[0])
        return self._of_library(path.name) if _LIBRARY.search(path.name) else None

    @cached_property
    def _recorded(self) -> dict[str, Owner]:
        """Every file that a distribution says it installed."""
        recorded: dict[str, Owner] = {}
        for distribution in metadata.distributions():
            owner = _distribution(distribution.metadata["Name"])
            recorded |= dict.fromkeys(map(str, distribution.files or ()), owner)
        return recorded

    @cached_property
    def _tops(self) -> dict[str, set[str]]:
        return {top: set(names) for top, names in metadata.packages_distributions().items()}

    def _by_top_name(self, top: str) -> Owner | None:
        names = self._tops.get(top, set())
        return _distribution(next(iter(names))) if len(names) == 1 else None

    def _by_metadata_folder(self, folder: str) -> Owner | None:
        try:
            return _distribution(metadata.metadata(folder.partition("-")[0])["Name"])
        except metadata.PackageNotFoundError:
            return None

    def _of_library(self, name: str) -> Owner | None:
        """A shared library from outside every package: Python's own, the compiler's, the system's.

        Microsoft's may lie beside Python, or where Windows keeps its libraries.
        """
        if _RUNTIME.fullmatch(name):
            return MICROSOFT
        base = Path(sys.base_prefix)
        if any((base / folder / name).is_file() for folder in ("", "DLLs", "lib", "Library/bin")):
            is_systems = sys.platform == "linux" and base.samefile("/usr")
            return self._of_system(name) if is_systems else PYTHON
        return self._of_system(name)

    def _of_system(self, name: str) -> Owner | None:
        for path in self._loaded.get(name, ()):
            for place in (path, path.resolve()):
                package = self._packaged.get(_without_usr(place))
                if package:
                    return Owner(Kind.SYSTEM, package)
        return None

    @cached_property
    def _loaded(self) -> dict[str, list[Path]]:
        """Where the loader finds each library, the best place first; empty where there is none."""
        listing = _output_of("/sbin/ldconfig", "-p")
        found: dict[str, list[Path]] = {}
        for name, path in re.findall(r"^\s*(\S+) \(.*64.*\) => (\S+)$", listing, re.MULTILINE):
            found.setdefault(name, []).append(Path(path))
        return found

    @cached_property
    def _packaged(self) -> dict[str, str]:
        """Which Debian package installed each library; /lib may be a link to /usr/lib."""
        lines = re.findall(
            r"^([\w.+-]+)(?::\w+)?: (/\S+)$", _output_of("dpkg", "-S", "*/lib*.so*"), re.M
        )
        return {_without_usr(Path(path)): package for package, path in lines}


def _distribution(name: str) -> Owner:
    return PROJECT if name == "translucent" else Owner(Kind.DISTRIBUTION, name)


def _output_of(*command: str) -> str:
    """What a program of the system says; nothing where the system has no such program."""
    if not sys.platform.startswith("linux"):
        return ""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _without_usr(path: Path) -> str:
    return str(path).removeprefix("/usr")
