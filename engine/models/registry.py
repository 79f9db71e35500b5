"""The models that are there: list, find, install, rename, remove, bring back. Torch-free.

A model that is removed for good is gone at once. One that is set aside keeps its files under a
hidden name, on no list, until it is brought back or deleted; `bring_all_back` at the program's
start returns what a killed program had set aside, so that nothing is lost and nothing stays hidden.
"""

import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from engine.atomic_folder import (
    bring_back,
    former_name,
    list_set_aside,
    new_folder,
    remove_folder,
    rename_patiently,
    set_aside,
)
from engine.errors import (
    EngineError,
    ModelFolderDamagedError,
    ModelFolderError,
    ModelFolderExistsError,
    ModelFolderKeptError,
    ModelFolderMissingError,
    ModelNotFoundError,
)
from engine.folders import Folders
from engine.models.manifest import (
    CARD_FILE,
    MANIFEST_FILE,
    Manifest,
    find_file_problems,
    name_problem,
    read_manifest,
)
from engine.models.validation import check

ORDER_FILE = "order.txt"
"""In the folder of the shipped models: a line for each, in their order, the default first.

A line has the name of the folder and, after a space, the model's title: what people call it, in
English. Models of different directions may share a title."""
CARD_SHOWN = 8 << 10
"""Bytes of a model card that are read to be shown: Qt takes minutes for a long hostile one."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Shelf(StrEnum):
    """Where a model stands."""

    OWN = "own"
    SHIPPED = "shipped"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model folder: usable, with a manifest, or not, with the problem."""

    name: str
    """The folder's name: what commands call the model."""
    path: Path
    shelf: Shelf
    manifest: Manifest | None
    problem: EngineError | None
    size_bytes: int
    title: str = ""
    """What people call a shipped model, in English; empty where its name is all there is."""

    @property
    def is_shipped(self) -> bool:
        """Whether it came with the program."""
        return self.shelf is Shelf.SHIPPED

    @property
    def usable_manifest(self) -> Manifest:
        """The manifest of a model that can be used, such as `find_model` gives."""
        assert self.manifest is not None
        return self.manifest

    def __str__(self) -> str:
        if self.manifest is None or self.problem is not None:
            return f"{self.name} (cannot be used)"
        return f"{self.name} ({self.manifest.direction})"


def list_models(folders: Folders) -> list[ModelEntry]:
    """Every installed model, broken ones too: the user's own by name, then the shipped ones.

    The shipped ones stand in the order of their folder's `ORDER_FILE`, those not in it at the end.
    Manifests are read and files are looked for; `engine.models.validation` reads the files as well.
    """
    own = _entries(folders.models, Shelf.OWN)
    shipped = _entries(folders.shipped_models, Shelf.SHIPPED)
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

    The likeliest of several: from the same shelf, and of the same name but for the direction, as
    de-en-general is to en-de-general.
    """
    if entry.manifest is None:
        return None
    source, target = entry.manifest.source_language, entry.manifest.target_language
    namesake = entry.name.replace(f"{source}-{target}", f"{target}-{source}", 1)
    found = [other for other in entries if _translates(other, target, source)]
    found.sort(key=lambda other: (other.shelf is not entry.shelf, other.name != namesake))
    return found[0] if found and source != target else None


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
        same = (entry for entry in installed if _is_itself(entry.path, path.resolve()))
        elsewhere = _entry(path.absolute(), path.absolute().name, Shelf.ELSEWHERE)
        return next(same, elsewhere)
    raise ModelNotFoundError(f"named {name!r}", [str(entry) for entry in installed])


def find_own(folders: Folders, name: str) -> ModelEntry:
    """Find what may be removed: as `find_entry`, but one's own before a shipped one of its name.

    Raises:
        ModelNotFoundError: If there is none.
    """
    own = (one for one in list_models(folders) if one.name == name and one.shelf is Shelf.OWN)
    return next(own, None) or find_entry(folders, name)


def open_entry(folder: Path, name: str) -> ModelEntry:
    """Return a usable model that is not installed, called as one likes.

    Raises:
        ModelFolderError: If there is none in the folder, or it is broken.
    """
    entry = _entry(folder.absolute(), name, Shelf.ELSEWHERE)
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
    direction decides.

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
        if _translates(entry, source, target):
            return entry
    wish = " ".join(
        f"{word} {value!r}"
        for word, value in (("named", name), ("from", source), ("to", target))
        if value is not None
    )
    raise ModelNotFoundError(wish or "at all", [str(entry) for entry in list_models(folders)])


def install_folder(folder: Path, models: Path, name: str | None = None) -> Path:
    """Copy a model folder, such as a finished run's, to the user's models.

    Args:
        folder: A whole model folder.
        models: The folder of the user's models.
        name: What to call the model; None calls it as its manifest does.

    Returns:
        The folder of the new model.

    Raises:
        ModelFolderError: If the folder is not a whole model, or one of that name is there.
        ValueError: If the name cannot be a model's.
    """
    manifest = check(folder)
    problem = None if name is None else name_problem(name)
    if problem is not None:
        raise ValueError(problem)
    target = models / (manifest.name if name is None else name)
    with new_folder(target) as copy:
        for file in (MANIFEST_FILE, *manifest.files):
            shutil.copyfile(folder / file, copy / file)
    return target


def remove_model(entry: ModelEntry) -> None:
    """Remove one of the user's own models: from one moment to the next it is gone.

    Raises:
        ModelFolderKeptError: If it is not the user's to remove, or cannot be removed.
        ModelFolderMissingError: If it is gone already.
    """
    with _only_own(entry):
        remove_folder(entry.path)


def set_model_aside(entry: ModelEntry) -> Path:
    """Hide one of the user's own models, so that it can be brought back.

    Returns:
        Its hidden place, for `bring_back` or `remove_folder` of `engine.atomic_folder`.

    Raises:
        ModelFolderKeptError: If it is not the user's to remove, or cannot be removed.
        ModelFolderMissingError: If it is gone already.
    """
    with _only_own(entry):
        return set_aside(entry.path, entry.name)


def bring_all_back(models: Path) -> list[Path]:
    """Bring back every model that was set aside and not deleted: its program was killed.

    Raises:
        OSError: If one cannot be brought back; it is as it was.
    """
    return [bring_back(hidden) for hidden in list_set_aside(models)] if models.is_dir() else []


def rename_model(entry: ModelEntry, name: str) -> Path:
    """Return one of the user's own models another name; its manifest stays as it is.

    Raises:
        ModelFolderExistsError: If there is a model of that name.
        ModelFolderMissingError: If the model is gone.
        OSError: If it cannot be renamed; it is as it was.
        ValueError: If the name cannot be a model's, or the model is not the user's own.
    """
    problem = name_problem(name)
    if problem is not None or entry.shelf is not Shelf.OWN:
        raise ValueError(problem or f"{entry.name!r} is not the user's own")
    target = entry.path.with_name(name)
    if os.path.lexists(target) and not _is_itself(target, entry.path):
        raise ModelFolderExistsError(target)
    try:
        return rename_patiently(entry.path.rename, target)
    except FileNotFoundError as error:
        raise ModelFolderMissingError(entry.path) from error


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


@contextmanager
def _only_own(entry: ModelEntry) -> Iterator[None]:
    """Let only the user's own models be taken away, and say why one cannot be."""
    match entry.shelf:
        case Shelf.SHIPPED:
            raise ModelFolderKeptError(entry.path, "it came with the program")
        case Shelf.ELSEWHERE:
            raise ModelFolderKeptError(entry.path, "it is not among the installed models")
        case Shelf.OWN:
            try:
                yield
            except FileNotFoundError as error:
                raise ModelFolderMissingError(entry.path) from error
            except OSError as error:
                raise ModelFolderKeptError(entry.path, str(error.strerror)) from error


def _is_itself(target: Path, path: Path) -> bool:
    """Whether two names are one folder's, as "A" and "a" are on many disks."""
    try:  # of links, the links themselves
        return os.path.samestat(os.lstat(target), os.lstat(path))
    except FileNotFoundError:
        return False


def _entries(folder: Path, shelf: Shelf) -> Iterator[ModelEntry]:
    """Return the models in a folder; a folder that is not there or cannot be read has none."""
    try:
        paths = list(folder.iterdir())
    except OSError:
        return
    for path in paths:
        if path.name.startswith("."):
            name = former_name(path)
            if name is not None:
                yield _entry(path, name, shelf)
        elif path.is_dir():
            yield _entry(path, path.name, shelf)


def _entry(path: Path, name: str, shelf: Shelf) -> ModelEntry:
    try:
        size = sum(file.lstat().st_size for file in path.iterdir())
    except OSError:
        return ModelEntry(name, path, shelf, None, ModelFolderMissingError(path), 0)
    try:
        manifest = read_manifest(path)
    except ModelFolderError as error:
        return ModelEntry(name, path, shelf, None, error, size)
    problems = find_file_problems(path, manifest)
    problem = ModelFolderDamagedError(path, problems) if problems else None
    return ModelEntry(name, path, shelf, manifest, problem, size)


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


def _translates(entry: ModelEntry, source: str | None, target: str | None) -> bool:
    return (
        entry.problem is None
        and entry.manifest is not None
        and source in (None, entry.manifest.source_language)
        and target in (None, entry.manifest.target_language)
    )
