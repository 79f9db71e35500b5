"""A model of another program in a zip: only its files are unpacked, and only if all is safe.

Such a zip may hold the files as they are or in one folder, and others beside them. Torch-free.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipInfo

from engine.errors import ForeignModelError, ModelArchiveError
from engine.files.atomic_folders import scratch_folder
from engine.interchange.foreign_folder import UNKNOWN_FORMAT, check_space, recognise
from engine.models.manifest import MANIFEST_FILE
from engine.models.names import possible_name
from engine.models.zip_guards import (
    is_folder,
    member_complaints,
    open_zip,
    path_complaint,
    repeated_names,
    unpack_member,
)

_WEIGHTS = re.compile(r"model\.safetensors|pytorch_model\.bin|.*\.npz")
_SMALL = 64 << 20
"""Bytes of every file but the weights; larger ones, such as those of TensorFlow, are left out."""
_ODD = re.compile(r'[\x00-\x1f<>:"|?*]')
"""Characters that some system allows in no name of a file."""


def is_foreign_zip(path: Path) -> bool:
    """Return whether a file is a zip, but not of one of our models at its top."""
    try:
        with path.open("rb") as stream, open_zip(path, stream) as archive:
            return MANIFEST_FILE not in archive.namelist()
    except (OSError, ModelArchiveError):
        return False


@contextmanager
def unpacked_zip(path: Path, models: Path) -> Iterator[Path]:
    """Return a folder with the files of a model in a zip, which is named as the model is.

    Args:
        path: The zip.
        models: The folder below which it is unpacked for a while.

    Raises:
        ModelArchiveError: If it is not safe or not whole; every problem at once.
        ForeignModelError: If there is no model in it, or no room to unpack it.
        OSError: If it cannot be read, or unpacked.
    """
    with path.open("rb") as stream, open_zip(path, stream) as archive:
        name, members = _model_members(path, archive.infolist())
        check_space(path, models, sum(member.file_size for member in members))
        with scratch_folder(models) as scratch:
            folder = scratch / possible_name(name or path.stem)
            folder.mkdir()
            problems = []
            for member in members:
                target = folder / _inside(member)
                problems += unpack_member(archive, member, target)
            if problems:
                raise ModelArchiveError(path, problems)
            yield folder


def _model_members(path: Path, members: Sequence[ZipInfo]) -> tuple[str, list[ZipInfo]]:
    """Return the files of the model, and the folder at the zip's top that they are in, if any."""
    problems = []
    folders: dict[str, list[ZipInfo]] = defaultdict(list)
    for member in members:
        name = member.orig_filename
        complaint = path_complaint(name)
        complaints = [] if complaint is None else [complaint]
        if not is_folder(member):
            complaints += member_complaints(member, None)
            folders[name.rpartition("/")[0]].append(member)
        problems += [f"{name!r} {complaint}" for complaint in complaints]
    if problems:
        raise ModelArchiveError(path, problems)
    for folder in sorted(folders):
        if "/" not in folder and recognise(map(_inside, folders[folder])):
            files = [member for member in folders[folder] if _is_wanted(member)]
            problems = repeated_names(list(map(_inside, files)))
            if problems:
                raise ModelArchiveError(path, problems)
            return folder, files
    raise ForeignModelError(path, [UNKNOWN_FORMAT])


def _is_wanted(member: ZipInfo) -> bool:
    name = _inside(member)
    is_fit = member.file_size <= _SMALL or _WEIGHTS.fullmatch(name)
    return bool(is_fit) and not name.startswith(".") and not _ODD.search(name)


def _inside(member: ZipInfo) -> str:
    """Return the name of a file without its folder."""
    return member.orig_filename.rpartition("/")[2]
