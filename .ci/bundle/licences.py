"""Write the licences of everything that a frozen folder holds into its folder `licences`.

    python .ci/bundle/licences.py dist/Translucent

Every file and every module is attributed to somebody whose licence text is at hand. What is not is
named, and nothing is written: a package must not leave with a part that nobody answers for.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path, PurePosixPath

from attribution import Kind, Owner, Part, parts_of

TEXTS = Path(__file__).resolve().parent / "texts"
FONTS = TEXTS.parents[2] / "resources" / "fonts"
FONT_VERSIONS = {"Inter": "4.001", "NotoEmoji": "3.006"}
COMMON = Path("/usr/share/common-licenses")

ALWAYS = ("LGPL-3.0", "LGPL-2.1", "GPL-3.0", "GPL-2.0", "Apache-2.0", "CC0-1.0")
"""Texts in `texts` that others refer to."""

CLASSIFIERS = {"Apache Software License": "Apache-2.0", "MIT License": "MIT"}
"""The names of licences in old metadata, by what they are called elsewhere."""

_LICENCE_FILE = re.compile(r"(^|/)(licen[cs]e|copying|notice|authors|copyright)[^/]*$", re.I)
_NO_TEXT = {".py", ".pyc", ".so", ".json", ".toml"}


@dataclass(frozen=True)
class Licence:
    """What is written about one owner.

    Args:
        name: As the index calls it.
        version: Empty where there is none.
        licence: Its short name, or a word on where to look.
        path: Where the text goes, below `licences`.
        text: All of it.
    """

    name: str
    version: str
    licence: str
    path: str
    text: str


class UnattributedError(Exception):
    """Parts of the folder whose owner, or owners whose text, cannot be found; names all."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = list(problems)

    def __str__(self) -> str:
        lines = "\n  ".join(self.problems)
        return f"No licence is known for {len(self.problems)} part(s) of the folder:\n  {lines}"


def write(folder: Path) -> Path:
    """Write the licences of a frozen folder into it, in place of any there; give back the index.

    Raises:
        UnattributedError: Something in the folder has no owner, or an owner has no licence text.
    """
    target = folder / "licences"
    parts = parts_of(folder)
    learned_from = models(folder / "_internal" / "resources" / "models")
    problems = [f"{part.name}: nothing installed says it is its own" for part in unowned(parts)]
    licences: dict[Owner, Licence] = {}
    owners = {part.owner for part in parts if part.owner}
    for owner in sorted(owners, key=lambda owner: owner.name.lower()):
        try:
            licences[owner] = licence_of(owner, parts)
        except (OSError, LookupError) as error:
            problems.append(f"{owner.name} ({owner.kind.value}): {error}")
    if problems:
        raise UnattributedError(problems)
    shutil.rmtree(target, ignore_errors=True)
    for licence in licences.values():
        _write(target / licence.path, licence.text)
    _write(target / "models.txt", learned_from)
    for name, text in common_texts(licences.values()):
        _write(target / "texts" / f"{name}.txt", text)
    return _write(target / "README.txt", index(licences, parts))


def unowned(parts: Iterable[Part]) -> list[Part]:
    """The parts that nobody answers for."""
    return [part for part in parts if part.owner is None]


def licence_of(owner: Owner, parts: Iterable[Part]) -> Licence:
    """The licence of one owner.

    Raises:
        LookupError: There is no text.
        OSError: A text cannot be read.
    """
    match owner.kind:
        case Kind.DISTRIBUTION:
            return of_distribution(owner.name)
        case Kind.SYSTEM:
            return of_system_package(owner.name)
        case Kind.RUNTIME:
            text = (TEXTS / "microsoft-runtime.txt").read_text(encoding="utf-8")
            return Licence(owner.name, "", "Microsoft's own", "system/microsoft-runtime.txt", text)
        case Kind.FONT:
            text = (FONTS / f"OFL-{owner.name}.txt").read_text(encoding="utf-8")
            path = f"fonts/{owner.name.lower()}.txt"
            return Licence(owner.name, FONT_VERSIONS[owner.name], "OFL-1.1", path, text)
        case Kind.PYTHON:
            return of_python()
        case Kind.BOOTLOADER:
            return of_bootloader(parts)
        case Kind.PROJECT:
            text = (TEXTS.parents[2] / "LICENSE").read_text(encoding="utf-8")
            version = metadata.version("translucent")
            return Licence("Translucent", version, "MIT", "translucent.txt", text)


# --- Python packages ------------------------------------------------------------------------------


def of_distribution(name: str) -> Licence:
    """The licence of an installed distribution: what its metadata says, and all its licence files.

    Where it brings no file, the text of the licence that its metadata names takes its place. What
    `texts` holds under the distribution's own name comes first.

    Raises:
        LookupError: It has no licence text.
    """
    distribution = metadata.distribution(name)
    about = distribution.metadata
    short = short_name(distribution)
    sections = [_own_words(name), *_licence_files(distribution)]
    if not any(sections):
        sections.append(_text_named(short))
    if not any(sections):
        raise LookupError(f"it brings no licence file, and no text of {short!r} is in {TEXTS}")
    sections.append(_compiled_in(distribution))
    lines = [f"{about['Name']} {about['Version']}", f"Licence: {short}"]
    lines += [
        f"{key}: {about[key]}" for key in ("Summary", "Author", "Author-email") if key in about
    ]
    lines += about.get_all("Project-URL") or []
    text = "\n".join(["\n".join(lines), *filter(None, sections)])
    return Licence(
        about["Name"], about["Version"], short, f"packages/{_file_name(about['Name'])}.txt", text
    )


def short_name(distribution: metadata.Distribution) -> str:
    """What a distribution calls its licence, in a few words; "see the text" if it does not."""
    about = distribution.metadata
    for key in ("License-Expression", "License"):
        if key in about and len(about[key]) <= 200 and "\n" not in about[key]:
            return about[key]
    classifiers = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier") or []
        if line.startswith("License ::")
    ]
    return ", ".join(CLASSIFIERS.get(line, line) for line in classifiers) or "see the text"


def _licence_files(distribution: metadata.Distribution) -> Iterator[str]:
    """Each licence file of a distribution under its name; equal texts once."""
    seen: set[str] = set()
    for file in sorted(distribution.files or ()):
        if not _LICENCE_FILE.search(str(file)) or PurePosixPath(file).suffix in _NO_TEXT:
            continue
        path = Path(str(distribution.locate_file(file)))
        text = path.read_text(encoding="utf-8", errors="replace").strip()
        if text and text not in seen:
            seen.add(text)
            yield _section(str(file), text)


def _compiled_in(distribution: metadata.Distribution) -> str:
    """What a distribution's binaries were made of, where it lists that."""
    listed = "\n".join(sorted({_component(one) for one in components_of(distribution)}))
    return _section("Compiled into its binaries, as it states", listed) if listed else ""


def components_of(distribution: metadata.Distribution) -> Iterator[dict[str, object]]:
    """Return what a distribution's binaries were made of, where it lists that (CycloneDX)."""
    for file in distribution.files or ():
        if file.suffixes[-2:] in ([".cdx", ".json"], [".cyclonedx", ".json"]):
            yield from json.loads(file.read_text(encoding="utf-8")).get("components", [])


def _component(component: dict[str, object]) -> str:
    licences = component.get("licenses")
    names = [
        entry.get("expression") or entry.get("license", {}).get("id") or "see its source"
        for entry in (licences if isinstance(licences, list) else [])
    ]
    stated = ", ".join(names) or "licence: see its source"
    return f"{component['name']} {component.get('version', '')}: {stated}"


def _own_words(name: str) -> str:
    path = TEXTS / f"{_file_name(name)}.txt"
    return _section("", path.read_text(encoding="utf-8")) if path.is_file() else ""


def _text_named(short: str) -> str:
    path = TEXTS / f"{short}.txt"
    return _section(short, path.read_text(encoding="utf-8")) if path.is_file() else ""


def _file_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _section(title: str, text: str) -> str:
    return f"\n{'=' * 78}\n{title}\n{text}\n" if title else f"\n{text}\n"


# --- Python, the programs' first bytes, and the system's libraries --------------------------------


def of_python() -> Licence:
    """The licence of the Python that is packed.

    Raises:
        LookupError: This Python has no licence beside it.
    """
    version = sys.version.split()[0]
    short = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    base = Path(sys.base_prefix)
    for path in (
        base / "lib" / short / "LICENSE.txt",
        base / "LICENSE.txt",
        Path("/usr/share/doc") / short / "copyright",
    ):
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            return Licence("Python", version, "PSF-2.0", "python.txt", text)
    raise LookupError(f"no LICENSE.txt in {base}")


def of_bootloader(parts: Iterable[Part]) -> Licence:
    """The licence of what PyInstaller put in: the programs' first bytes, and what runs first."""
    licence = of_distribution("pyinstaller")
    names = ", ".join(sorted(p.name for p in parts if p.owner and p.owner.kind is Kind.BOOTLOADER))
    text = f"Of PyInstaller the package holds: {names}.\n\n{licence.text}"
    stated = "GPL-2.0-or-later WITH Bootloader-exception; hooks: Apache-2.0"
    return Licence("PyInstaller", licence.version, stated, "pyinstaller.txt", text)


def of_system_package(name: str) -> Licence:
    """The licence of a library that was taken from the Debian system it was packed on.

    Raises:
        LookupError: Its package brings no copyright file.
    """
    form = "${Version}\n${source:Package}\n${source:Version}\n"
    query = ["dpkg-query", "-W", "-f", form, name]
    found = subprocess.run(query, capture_output=True, text=True, check=False).stdout.split()
    path = Path("/usr/share/doc") / name / "copyright"
    if len(found) < 3 or not path.is_file():
        raise LookupError(f"Debian has no {path}")
    version, source, source_version = found[:3]
    stated = path.read_text(encoding="utf-8", errors="replace")
    names = sorted(set(re.findall(r"^License:[ \t]*(\S.*)$", stated, re.MULTILINE)))
    head = f"{name} {version}, from Debian\n"
    head += f"Source: https://sources.debian.org/src/{source}/{source_version}/\n\n"
    head += "The texts in /usr/share/common-licenses are here in the folder `texts`.\n\n"
    short = "; ".join(names) if 0 < len(names) <= 6 else "see the text"
    return Licence(name, version, short, f"system/{_file_name(name)}.txt", head + stated)


def common_texts(licences: Iterable[Licence]) -> Iterator[tuple[str, str]]:
    """The texts that others only name: those always needed, and what Debian's files point to."""
    named = set()
    for licence in licences:
        named |= set(re.findall(rf"{COMMON}/([A-Za-z]+(?:-[\d.]*\d)?)", licence.text))
    for name in sorted(named):
        path = COMMON / name
        if path.is_file():
            yield name, path.read_text(encoding="utf-8")
    for name in ALWAYS:
        yield name, (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


# --- models, and the index ------------------------------------------------------------------------


def models(folder: Path) -> str:
    """What the shipped models learned from, and under which terms: from their own manifests.

    Raises:
        UnattributedError: A model does not say.
    """
    lines = [
        "The models that come with the program are data: each has a card, README.md, beside it."
    ]
    for path in sorted(folder.glob("*/manifest.json")):
        corpora = json.loads(path.read_text(encoding="utf-8"))["training"]["corpora"]
        if not corpora or not all(corpus["licence"] for corpus in corpora):
            raise UnattributedError([f"{path}: it does not say what it learned from"])
        lines.append(f"\n{path.parent.name}")
        for corpus in corpora:
            lines += [f"  {corpus['name']}, {corpus['pairs']:,} pairs", f"    {corpus['licence']}"]
            lines += [f"    {corpus['attribution']}"] if corpus["attribution"] else []
    return "\n".join(lines) + "\n"


def index(licences: dict[Owner, Licence], parts: Iterable[Part]) -> str:
    """The table of who is in the folder: name, version, licence, why, and where its text is."""
    held: dict[Owner, list[Part]] = {}
    for part in parts:
        if part.owner:
            held.setdefault(part.owner, []).append(part)
    lines = [
        "What is in this folder, whose it is, and under which licence.",
        "The full texts are in the files named. What the shipped models learned from: models.txt.",
        "Any training text in _internal/resources/corpora is free for any use: CC0 1.0, whose text",
        "is texts/CC0-1.0.txt. The dictionary in _internal/resources/dictionary stands under the",
        "licences of its sources, which SOURCES.tsv beside it names.",
        "",
    ]
    for kind in Kind:
        lines += [kind.value.upper(), ""]
        for owner, licence in licences.items():
            if owner.kind is kind:
                lines += [
                    f"{licence.name} {licence.version}",
                    f"    licence: {licence.licence}",
                    f"    here:    {_why(held[owner])}",
                    f"    text:    {licence.path}",
                    "",
                ]
    return "\n".join(lines)


def _why(parts: list[Part]) -> str:
    """Why an owner is in the index: how many modules and files are its own, and one by name."""
    modules = sum(part.is_module for part in parts)
    files = [part for part in parts if not part.is_module]
    largest = max(files or parts, key=lambda part: part.size)
    counts = [f"{modules} modules"] if modules else []
    counts += [f"{len(files)} files, {sum(p.size for p in files):,} bytes"] if files else []
    return f"{'; '.join(counts)} (such as {largest.name})"


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{write(Path(sys.argv[1]))}\n")
    except UnattributedError as error:
        sys.exit(str(error))
