"""Change the installed models: install, remove, set aside, restore, rename. Torch-free.

A model that is removed for good is gone at once. One that is set aside keeps its files under a
hidden name, on no list, until it is brought back or deleted; `bring_all_back` at the program's
start returns what a killed program had set aside, so that nothing is lost and nothing stays hidden.
What else it left, such as half an import, is deleted then.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import (
    ModelFolderDamagedError,
    ModelFolderKeptError,
    ModelFolderMissingError,
)
from engine.files.atomic_folders import (
    SetAside,
    new_folder,
    remove_folder,
    rename_folder,
    set_aside,
    take_over,
)
from engine.models.manifest import MANIFEST_FILE
from engine.models.manifest_file import find_file_problems, read_manifest
from engine.models.names import place_for
from engine.models.registry import ModelEntry, ModelOrigin
from engine.models.validation import check


def install_folder(folder: Path, models: Path, name: str | None = None) -> Path:
    """Copy a model folder, such as a finished run's, to the user's models.

    Args:
        folder: A whole model folder.
        models: The folder of the user's models.
        name: The model's new name; None keeps the name in its manifest.

    Returns:
        The folder of the new model.

    Raises:
        ModelFolderError: If the folder is not a whole model, or one of that name is there.
        ValueError: If the name cannot be a model's.
    """
    manifest = read_manifest(folder)
    problems = find_file_problems(folder, manifest)
    if problems:
        raise ModelFolderDamagedError(folder, problems)
    target = place_for(models, manifest.name if name is None else name)
    with new_folder(target) as copy:
        for file in (MANIFEST_FILE, *manifest.files):
            shutil.copyfile(folder / file, copy / file)
        try:
            check(copy)  # and not the folder, which a training may be replacing meanwhile
        except ModelFolderDamagedError as error:
            raise ModelFolderDamagedError(folder, error.problems) from error
    return target


def remove_model(entry: ModelEntry) -> None:
    """Remove one of the user's own models at once.

    Raises:
        ModelFolderKeptError: If it is not the user's to remove, or cannot be removed.
        ModelFolderMissingError: If it is gone already.
        ModelFolderBusyError: If another program is replacing or removing it.
    """
    with _only_own(entry):
        remove_folder(entry.path)


def set_model_aside(entry: ModelEntry) -> SetAside:
    """Hide one of the user's own models, so that it can be brought back or deleted.

    Raises:
        ModelFolderKeptError: If it is not the user's to remove, or cannot be removed.
        ModelFolderMissingError: If it is gone already.
        ModelFolderBusyError: If another program is replacing or removing it.
    """
    with _only_own(entry):
        return set_aside(entry.path)


def bring_all_back(models: Path) -> list[Path]:
    """Bring back every model that a killed program had set aside, and clear what else it left.

    Raises:
        OSError: If one cannot be brought back; it is as it was.
    """
    return [model.bring_back() for model in take_over(models)] if models.is_dir() else []


def rename_model(entry: ModelEntry, name: str) -> Path:
    """Give one of the user's own models another name; its manifest stays as it is.

    Raises:
        ModelFolderExistsError: If there is a model of that name.
        ModelFolderMissingError: If the model is gone.
        ModelFolderBusyError: If another program is writing or removing either.
        OSError: If it cannot be renamed; it is as it was.
        ValueError: If the name cannot be a model's, or the model is not the user's own.
    """
    if not entry.is_own:
        raise ValueError(f"{entry.name!r} is not the user's own")
    target = place_for(entry.path.parent, name, renamed=entry.path)
    try:
        rename_folder(entry.path, target)
    except FileNotFoundError as error:
        raise ModelFolderMissingError(entry.path) from error
    return target


@contextmanager
def _only_own(entry: ModelEntry) -> Iterator[None]:
    """Refuse to remove any but the user's own models, with the reason."""
    match entry.origin:
        case ModelOrigin.SHIPPED:
            raise ModelFolderKeptError(entry.path, "it is built in")
        case ModelOrigin.ELSEWHERE:
            raise ModelFolderKeptError(entry.path, "it is not among the installed models")
        case ModelOrigin.OWN:
            try:
                yield
            except FileNotFoundError as error:
                raise ModelFolderMissingError(entry.path) from error
            except OSError as error:
                raise ModelFolderKeptError(entry.path, str(error.strerror)) from error
