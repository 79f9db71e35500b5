"""Change the installed models: install, remove, set aside, restore, rename. Torch-free.

A model that is removed for good is gone at once. One that is set aside keeps its files under a
hidden name, on no list, until it is brought back or deleted; `bring_all_back` at the program's
start returns what a killed program had set aside, so that nothing is lost and nothing stays hidden.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.atomic_files import (
    bring_back,
    list_set_aside,
    new_folder,
    remove_folder,
    rename_patiently,
    set_aside,
)
from engine.errors import ModelFolderExistsError, ModelFolderKeptError, ModelFolderMissingError
from engine.models.manifest import MANIFEST_FILE, name_problem
from engine.models.registry import ModelEntry, ModelOrigin, is_same_folder
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
    """Remove one of the user's own models at once.

    Raises:
        ModelFolderKeptError: If it is not the user's to remove, or cannot be removed.
        ModelFolderMissingError: If it is gone already.
    """
    with _only_own(entry):
        remove_folder(entry.path)


def set_model_aside(entry: ModelEntry) -> Path:
    """Hide one of the user's own models, so that it can be brought back.

    Returns:
        Its hidden place, for `bring_back` or `remove_folder` of `engine.atomic_files`.

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
    """Give one of the user's own models another name; its manifest stays as it is.

    Raises:
        ModelFolderExistsError: If there is a model of that name.
        ModelFolderMissingError: If the model is gone.
        OSError: If it cannot be renamed; it is as it was.
        ValueError: If the name cannot be a model's, or the model is not the user's own.
    """
    problem = name_problem(name)
    if problem is not None or not entry.is_own:
        raise ValueError(problem or f"{entry.name!r} is not the user's own")
    target = entry.path.with_name(name)
    if os.path.lexists(target) and not is_same_folder(target, entry.path):
        raise ModelFolderExistsError(target)
    try:
        return rename_patiently(entry.path.rename, target)
    except FileNotFoundError as error:
        raise ModelFolderMissingError(entry.path) from error


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
