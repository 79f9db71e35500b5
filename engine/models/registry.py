"""The installed models: list them, find one by name or direction, read its card. Torch-free.

What changes them is in `engine.models.installation`.
"""

import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from engine.errors import (
    EngineError,
    ModelFolderDamagedError,
    ModelFolderError,
    ModelFolderMissingError,
    ModelNotFoundError,
)
from engine.files.atomic_folders import former_name, is_same_folder
from engine.folders import Folders
from engine.models.manifest import CARD_FILE, MANIFEST_FILE, Manifest
from engine.models.manifest_file import find_file_problems, read_manifest
from engine.models.names import name_problem

ORDER_FILE = "order.txt"
"""In the folder of the shipped models: a line for each, in their order, the default first.

A line has the name of the folder and, after a space, the model's title: what people call it, in
English. Models of different directions may share a title."""
CARD_SHOWN = 8 << 10
"""Bytes of a model card that are read to be shown: Qt takes minutes for a long hostile one."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class ModelOrigin(StrEnum):
    """Where a model is from."""

    OWN = "own"
    SHIPPED = "shipped"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model folder: usable, with a manifest, or not, with the problem."""

    name: str
    """The folder's name: what commands call the model."""
    path: Path
    origin: ModelOrigin
    manifest: Manifest | None
    problem: EngineError | None
    size_bytes: int
    title: str = ""
    """The English title of a shipped model; empty if it has only a name."""
    then: "ModelEntry | None" = None
    """The model that reads what this one writes, where two translate through a third language."""

    @property
    def is_shipped(self) -> bool:
        """Whether it came with the program."""
        return self.origin is ModelOrigin.SHIPPED

    @property
    def is_own(self) -> bool:
        """Whether the user trained or imported it; only such a model can be renamed or removed."""
        return self.origin is ModelOrigin.OWN

    @property
    def usable_manifest(self) -> Manifest:
        """The manifest of a model that can be used, such as `find_model` gives."""
        assert self.manifest is not None
        return self.manifest

    @property
    def direction(self) -> tuple[str, str]:
        """Source and target language of a usable model, or of two."""
        if self.then is not None:
            return self.usable_manifest.source_language, self.then.direction[1]
        return self.usable_manifest.source_language, self.usable_manifest.target_language

    def in_direction(self, source: str, target: str) -> "ModelEntry":
        """Return a usable entry for one of the model's directions.

        Raises:
            ValueError: If the model has no such direction.
        """
        return replace(self, manifest=self.usable_manifest.in_direction(source, target))

    def __str__(self) -> str:
        if self.manifest is None or self.problem is not None:
            return f"{self.name} (cannot be used)"
        return f"{self.name} ({self.manifest.languages})"


def list_models(folders: Folders) -> list[ModelEntry]:
    """Return every installed model, broken ones too: the user's own by name, then the shipped ones.

    The shipped ones stand in the order of their folder's `ORDER_FILE`, those not in it at the end.
    Manifests are read and files are looked for; `engine.models.validation` reads the files as well.
    """
    own = _entries(folders.models, ModelOrigin.OWN)
    shipped = _entries(folders.shipped_models, ModelOrigin.SHIPPED)
    titles = _read_titles(folders.shipped_models)
    order = {name: place for place, name in enumerate(titles)}
    return [
        *sorted(own, key=_by_name),
        *(
            replace(entry, title=titles.get(entry.name, ""))
            for entry in sorted(
                shipped, key=lambda entry: (order.get(entry.name, len(order)), _by_name(entry))
            )
        ),
    ]


def title_of(folder: Path) -> str:
    """Return the title of a shipped model by its folder; empty for any other."""
    return _read_titles(folder.parent).get(folder.name, "")


def reverse_of(entry: ModelEntry, entries: Iterable[ModelEntry]) -> ModelEntry | None:
    """Find a usable model that translates back, if there is one, and more than one language.

    The likeliest of several: the model itself, if it translates both ways; then of the same origin,
    and of the same name but for the direction, as de-en-general is to en-de-general; then two that
    translate back through a third language.
    """
    if entry.manifest is None:
        return None
    entries = list(entries)
    source, target = entry.direction
    namesake = entry.name.replace(f"{source}-{target}", f"{target}-{source}", 1)
    back = (_in_direction(other, target, source) for other in entries)
    found = [other for other in back if other is not None]
    found.sort(
        key=lambda other: (
            other.path != entry.path,
            other.origin is not entry.origin,
            other.name != namesake,
        )
    )
    if not found and (pivot := find_pivots(entries).get((target, source))):
        found = [pivot.entry(target, source)]
    return found[0] if found and source != target else None


class Pivot(NamedTuple):
    """Two models that translate through a third language."""

    first: ModelEntry
    between: str
    """The code of that language."""
    second: ModelEntry

    @property
    def name(self) -> str:
        """What both together are called."""
        return f"{self.first.name} + {self.second.name}"

    def entry(self, source: str, target: str) -> ModelEntry:
        """Return the first model, whose `then` is the second, in these languages."""
        second = self.second.in_direction(self.between, target)
        return replace(
            self.first.in_direction(source, self.between),
            name=self.name,
            title="",
            size_bytes=self.first.size_bytes + second.size_bytes,
            then=second,
        )


def find_pivots(entries: Iterable[ModelEntry]) -> dict[tuple[str, str], Pivot]:
    """Find what usable models can translate only by twos, by source and target language.

    Args:
        entries: The models, in the order in which they are preferred. Of several languages between
            English is.
    """
    direct: dict[str, dict[str, ModelEntry]] = {}
    for entry in entries:
        if entry.problem is None and entry.manifest is not None:
            for source, target in entry.manifest.directions:
                direct.setdefault(source, {}).setdefault(target, entry)
    found: dict[tuple[str, str], Pivot] = {}
    for source, targets in direct.items():
        for between, first in sorted(targets.items(), key=lambda item: item[0] != "en"):
            onwards = direct.get(between, {})
            for target in onwards.keys() - targets.keys() - {source}:
                found.setdefault((source, target), Pivot(first, between, onwards[target]))
    return found


def find_entry(folders: Folders, name: str) -> ModelEntry:
    """Find a model, usable or not, by its name, its title or the path of its folder.

    A usable model comes before a broken one of the same name, one's own before a shipped one. A
    title counts where no model has that name.

    Raises:
        ModelNotFoundError: If there is none; it tells which models there are.
    """
    installed = list_models(folders)
    named = [entry for entry in installed if entry.name == name]
    named = named or [entry for entry in installed if name and entry.title == name]
    named.sort(key=lambda entry: entry.problem is not None)
    if named:
        return named[0]
    path = Path(name)
    if (path / MANIFEST_FILE).is_file():
        same = (entry for entry in installed if is_same_folder(entry.path, path.resolve()))
        elsewhere = _entry(path.absolute(), path.absolute().name, ModelOrigin.ELSEWHERE)
        return next(same, elsewhere)
    raise ModelNotFoundError(f"named {name!r}", [str(entry) for entry in installed])


def find_own(folders: Folders, name: str) -> ModelEntry:
    """Find what may be removed: as `find_entry`, but one's own before a shipped one of its name.

    Raises:
        ModelNotFoundError: If there is none.
    """
    own = (one for one in list_models(folders) if one.name == name and one.is_own)
    return next(own, None) or find_entry(folders, name)


def open_entry(folder: Path, name: str) -> ModelEntry:
    """Return a usable model that is not installed, under any name.

    Raises:
        ModelFolderError: If there is none in the folder, or it is broken.
    """
    entry = _entry(folder.absolute(), name, ModelOrigin.ELSEWHERE)
    if entry.problem is not None:
        raise entry.problem
    return entry


def find_model(
    folders: Folders,
    name: str | None = None,
    source: str | None = None,
    target: str | None = None,
) -> ModelEntry:
    """Find a usable model by name (or title, or path), by direction, or by both.

    Without a name, shipped models come first, in their order. Of models that share a title, the
    direction decides. A model of several directions is returned in the one wished for. Where no
    model has the wished direction, two may, through a third language: see `ModelEntry.then`.

    Raises:
        ModelNotFoundError: If there is none; it tells which models there are.
        ModelFolderError: If the named model is broken, with what is wrong.
    """
    if name is not None:
        entry = find_entry(folders, name)
        if entry.problem is not None:
            raise entry.problem
        candidates = [entry]
        if entry.name != name and entry.title == name:
            candidates = [other for other in list_models(folders) if other.title == name]
    else:
        candidates = sorted(list_models(folders), key=lambda entry: not entry.is_shipped)
    for entry in candidates:
        found = _in_direction(entry, source, target)
        if found is not None:
            return found
    if name is None and source is not None and target is not None:
        pivot = find_pivots(candidates).get((source, target))
        if pivot is not None:
            return pivot.entry(source, target)
    wish = " ".join(
        f"{word} {value!r}"
        for word, value in (("named", name), ("from", source), ("to", target))
        if value is not None
    )
    raise ModelNotFoundError(wish or "at all", [str(entry) for entry in list_models(folders)])


def read_card(entry: ModelEntry) -> str:
    """Return the beginning of a model's card, Markdown; empty if there is none to be read.

    Control characters are left out: they come from a stranger, and would speak to a terminal.
    """
    path = entry.path / CARD_FILE
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return ""
        with path.open("rb") as file:
            data = file.read(CARD_SHOWN + 1)
    except OSError:
        return ""
    card = _CONTROL.sub("", data[:CARD_SHOWN].decode(errors="replace"))
    return card if len(data) <= CARD_SHOWN else f"{card}\n\n…"


def _entries(folder: Path, origin: ModelOrigin) -> Iterator[ModelEntry]:
    """Return the models in a folder; a folder that is not there or cannot be read has none."""
    try:
        paths = [path for path in folder.iterdir() if path.name.startswith(".") or path.is_dir()]
    except OSError:
        return
    for path in paths:
        if path.name.startswith("."):
            name = former_name(path)
            if name is not None:
                yield _entry(path, name, origin)
        else:
            yield _entry(path, path.name, origin)


def _entry(path: Path, name: str, origin: ModelOrigin) -> ModelEntry:
    try:
        size = sum(file.lstat().st_size for file in path.iterdir())
    except OSError:
        return ModelEntry(name, path, origin, None, ModelFolderMissingError(path), 0)
    try:
        manifest = read_manifest(path)
    except ModelFolderError as error:
        return ModelEntry(name, path, origin, None, error, size)
    problems = find_file_problems(path, manifest)
    problem = ModelFolderDamagedError(path, problems) if problems else None
    return ModelEntry(name, path, origin, manifest, problem, size)


def _read_titles(folder: Path) -> dict[str, str]:
    """Return the title of each shipped model by its name, in the order of the list.

    A title that could not be a name either, being too long or holding invisible characters, is left
    out. Without the file there are none.
    """
    try:
        lines = (folder / ORDER_FILE).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    titles: dict[str, str] = {}
    for name, *rest in (line.split(maxsplit=1) for line in lines if line.strip()):
        title = "".join(rest).strip()
        titles[name] = "" if name_problem(title) else title
    return titles


def _by_name(entry: ModelEntry) -> tuple[str, str]:
    return entry.name.casefold(), entry.name


def _in_direction(entry: ModelEntry, source: str | None, target: str | None) -> ModelEntry | None:
    """Return a usable model in its first direction of these languages; None if it has none."""
    if entry.problem is not None or entry.manifest is None:
        return None
    for reads, writes in entry.manifest.directions:
        if source in (None, reads) and target in (None, writes):
            return entry.in_direction(reads, writes)
    return None
