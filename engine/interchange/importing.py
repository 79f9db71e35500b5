"""Import a model of any kind that the program reads: this is the one door for all of them.

What a file or folder is, its content says: a model of ours, of Hugging Face or of Marian. Whatever
goes wrong, nothing is left behind and no model is overwritten. Torch is loaded for files of its own
format only.
"""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from engine.errors import (
    ForeignModelError,
    LanguagesUnknownError,
)
from engine.interchange.foreign_folder import UNKNOWN_FORMAT, check_space, innermost, recognise
from engine.interchange.model_zip import is_foreign_zip, unpacked_zip
from engine.models.archive import ARCHIVE_SUFFIX, import_archive
from engine.models.installation import install_folder
from engine.models.manifest import WeightsDtype
from engine.models.manifest_file import validation_problems
from engine.models.names import place_for, possible_name


def import_model(
    path: Path,
    models: Path,
    name: str | None = None,
    languages: tuple[str, str] | None = None,
    dtype: WeightsDtype = "int8",
) -> Path:
    """Install a model from a file or folder of any known kind.

    Args:
        path: A .translucent file, a model folder, or a model of Hugging Face or Marian in a folder
            or a zip.
        models: The folder of the user's models.
        name: The model's new name; None for its own.
        languages: The direction of a foreign model, from and to; None to find it in its files.
        dtype: What to store the weights of a foreign model in.

    Returns:
        The folder of the new model.

    Raises:
        ModelFolderError: If one of our folders is not a whole model, or the name is taken.
        ModelArchiveError: If a .translucent or zip file is not safe or not whole.
        FullEditionNeededError: If the weights are a file of PyTorch's, which is not installed.
        ForeignModelError: If a model is of no known kind, damaged, or one that we do not compute,
            or if there is no room for it.
        LanguagesUnknownError: If nothing says which languages a foreign model translates.
        ValueError: If the name cannot be a model's.
    """
    if name is not None:
        place_for(models, name)  # before a long conversion
    if not path.is_dir() and (path.suffix == ARCHIVE_SUFFIX or not is_foreign_zip(path)):
        return import_archive(path, models, name)
    try:
        with _opened(path, models) as folder:
            return _install(folder, models, name, languages, dtype)
    except ForeignModelError as error:
        raise ForeignModelError(path, error.problems) from error
    except LanguagesUnknownError as error:
        raise LanguagesUnknownError(path) from error
    except OSError as error:
        raise ForeignModelError(path, [_disk_problem(error, models)]) from error


@contextmanager
def _opened(path: Path, models: Path) -> Iterator[Path]:
    """Return the folder with the files of a model: of a zip, one that is there for a while."""
    if path.is_dir():
        yield innermost(path)
        return
    with unpacked_zip(path, models) as folder:
        yield folder


def _install(
    folder: Path,
    models: Path,
    name: str | None,
    languages: tuple[str, str] | None,
    dtype: WeightsDtype,
) -> Path:
    """Copy a model of ours, or read a foreign one and write it as ours."""
    sizes = {entry.name: entry.stat().st_size for entry in folder.iterdir()}
    found = recognise(sizes)
    if found is None:
        raise ForeignModelError(folder, [UNKNOWN_FORMAT])
    if found == "translucent":
        return install_folder(folder, models, name)
    check_space(folder, models, max(sizes.values()))
    from engine.interchange.conversion import save_foreign  # here: the window starts without them
    from engine.interchange.huggingface import read_huggingface
    from engine.interchange.marian import read_marian

    read = read_marian if found == "marian" else read_huggingface
    model = read(folder, languages)
    target = place_for(models, name or possible_name(model.imported_from.name))
    try:
        save_foreign(model, target, target.name, dtype)
    except ValidationError as error:
        raise ForeignModelError(folder, validation_problems(error)) from error
    except ValueError as error:
        raise ForeignModelError(folder, str(error).split("; ")) from error
    return target


def _disk_problem(error: OSError, models: Path) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"there is not enough space in {models}"
    return f"{error.filename or models}: {error.strerror}"
