"""A model in one file, `NAME.translucent`: a zip of the plain files of a model folder. Torch-free.

Such files come from strangers. Whatever a zip can hold besides the few plain files of a model is
refused before anything is unpacked, what is unpacked never outgrows what was declared, and it is
checked like any model folder before it takes its place.
"""

import shutil
import stat
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO
from zipfile import ZipFile, ZipInfo

from engine.errors import ModelArchiveError, ModelFolderDamagedError, ModelFolderTooNewError
from engine.files.atomic_files import new_file
from engine.files.atomic_folders import new_folder
from engine.models.manifest import FILE_LIMITS, MANIFEST_FILE, WEIGHTS_FILE, Manifest
from engine.models.manifest_file import parse_manifest, read_manifest
from engine.models.names import name_problem, place_for
from engine.models.validation import check
from engine.models.zip_guards import (
    contents,
    member_complaints,
    open_zip,
    path_complaint,
    repeated_names,
    space_problem,
    unpack_member,
)

ARCHIVE_SUFFIX = ".translucent"
_CHUNK = 1 << 20
_OLDEST_DATE = (1980, 1, 1, 0, 0, 0)


def export_archive(folder: Path, file: Path) -> None:
    """Write a model folder as one file; the same folder gives the same bytes each time.

    A file that is there already is replaced, once the new one is whole.

    Raises:
        ModelFolderError: If the folder is not a whole model.
        OSError: If the file cannot be written; what was there is as it was.
    """
    manifest = check(folder)
    with new_file(file) as packed, ZipFile(packed, "w") as archive:
        for name in (MANIFEST_FILE, *sorted(manifest.files)):
            _pack(folder / name, archive)
        if read_manifest(folder) != manifest:  # half of the old model may be in it
            raise ModelFolderDamagedError(folder, ["it was replaced while it was exported"])


def import_archive(file: Path, models: Path, name: str | None = None) -> Path:
    """Install the model that an archive holds.

    Args:
        file: The archive.
        models: The folder of the user's models.
        name: The model's new name; None keeps the name in its manifest.

    Returns:
        The folder of the new model.

    Raises:
        ModelArchiveError: If the archive is not safe or not whole, with every problem at once, or
            if there is no room for it. Nothing was installed.
        ModelFolderTooNewError: If a later version of the program wrote the model.
        ModelFolderExistsError: If there is a model of that name.
    """
    try:
        with file.open("rb") as stream:
            return _install(file, stream, models, name)
    except ModelFolderDamagedError as error:
        raise ModelArchiveError(file, error.problems) from error
    except ModelFolderTooNewError as error:
        raise ModelFolderTooNewError(file, error.found, error.supported) from error
    except OSError as error:
        raise ModelArchiveError(file, [f"it cannot be read: {error.strerror}"]) from error


def _install(file: Path, stream: IO[bytes], models: Path, name: str | None) -> Path:
    archive = open_zip(file, stream)
    with archive:
        members = archive.infolist()
        problems = _member_problems(members)
        if problems:
            raise ModelArchiveError(file, problems)
        manifest = _read_manifest(file, archive)
        problems = _naming_problems(members, manifest, name)
        if problems:
            raise ModelArchiveError(file, problems)
        target = place_for(models, manifest.name if name is None else name)
        _unpack(file, archive, members, target)
    return target


def _member_problems(members: Sequence[ZipInfo]) -> list[str]:
    """Say what is wrong with an archive's directory.

    Only known names pass, once each, none above its limit: that limits their sum as well.
    """
    problems = []
    for member in members:
        name = member.orig_filename
        complaints = member_complaints(member, FILE_LIMITS.get(name))
        problems += [f"{name!r} {one}" for one in (_name_complaint(name), *complaints) if one]
    names = [member.orig_filename for member in members]
    problems += repeated_names(names)
    if MANIFEST_FILE not in names:
        problems.append(f"{MANIFEST_FILE} is missing, so this is not a model")
    return problems


def _name_complaint(name: str) -> str | None:
    """Say why a name is refused; any name but the known ones is."""
    if name in FILE_LIMITS:
        return None
    if "/" in name:
        return path_complaint(name) or "is in a subfolder, which models do not have"
    return path_complaint(name) or "is not a file of a model"


def _read_manifest(file: Path, archive: ZipFile) -> Manifest:
    try:
        data = b"".join(contents(archive, archive.getinfo(MANIFEST_FILE)))
    except zipfile.BadZipFile as error:
        raise ModelArchiveError(file, [str(error)]) from error
    return parse_manifest(data, file)


def _naming_problems(members: Sequence[ZipInfo], manifest: Manifest, name: str | None) -> list[str]:
    """Return the files on which manifest and archive disagree, and problems of the new name."""
    there = {member.orig_filename for member in members} - {MANIFEST_FILE}
    problems = [f"{odd!r} is not in the manifest" for odd in sorted(there - set(manifest.files))]
    problems += [f"{lost!r} is missing" for lost in sorted(set(manifest.files) - there)]
    problem = None if name is None else name_problem(name)
    return problems if problem is None else [*problems, problem]


def _unpack(file: Path, archive: ZipFile, members: Sequence[ZipInfo], target: Path) -> None:
    try:
        with new_folder(target) as temporary:
            problems = []
            for member in members:
                problems += unpack_member(archive, member, temporary / member.orig_filename)
            if problems:
                raise ModelArchiveError(file, problems)
            check(temporary)
    except OSError as error:
        needed = sum(member.file_size for member in members)
        problem = space_problem(error, target.parent, needed)
        raise ModelArchiveError(file, [problem]) from error


def _pack(path: Path, archive: ZipFile) -> None:
    member = ZipInfo(path.name, _OLDEST_DATE)
    member.create_system = 3  # Unix, wherever it is written, so that the bytes are the same
    member.external_attr = (stat.S_IFREG | 0o644) << 16
    # Weights hardly shrink, and take long to try.
    is_weights = path.name == WEIGHTS_FILE
    member.compress_type = zipfile.ZIP_STORED if is_weights else zipfile.ZIP_DEFLATED
    member.file_size = path.stat().st_size
    with path.open("rb") as source, archive.open(member, "w") as packed:
        shutil.copyfileobj(source, packed, _CHUNK)
