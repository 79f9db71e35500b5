"""A model in one file, `NAME.translucent`: a zip of the plain files of a model folder. Torch-free.

Such files come from strangers. Whatever a zip can hold besides the few plain files of a model is
refused before anything is unpacked, what is unpacked never outgrows what was declared, and it is
checked like any model folder before it takes its place.
"""

import errno
import shutil
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO
from zipfile import ZipFile, ZipInfo

from engine.atomic_files import new_file, new_folder
from engine.errors import ModelArchiveError, ModelFolderDamagedError, ModelFolderTooNewError
from engine.models.manifest import (
    FILE_LIMITS,
    MANIFEST_FILE,
    WEIGHTS_FILE,
    Manifest,
    name_problem,
    parse_manifest,
)
from engine.models.validation import check

ARCHIVE_SUFFIX = ".translucent"
RATIO_LIMIT = 100
"""How many times its packed size a file may have; JSON packs to about a tenth, weights hardly."""
_ALWAYS_FINE = 1 << 20
"""Bytes up to which a file may be compressed to any ratio."""
_DIRECTORY_LIMIT = 64 << 10
_CHUNK = 1 << 20

_END_RECORD = struct.Struct("<4s4H2LH")
"""A zip's last bytes: signature, 4 counts, size and place of the directory, comment's length."""
_END_SIGNATURE = b"PK\x05\x06"
_ZIP64_SIGNATURE = b"PK\x06\x07"
_ZIP64_LOCATOR_SIZE = 20

_ENCRYPTED = 0x1 | 0x40 | 0x2000
_DOS_DIRECTORY = 0x10
_OLDEST_DATE = (1980, 1, 1, 0, 0, 0)

_UNREADABLE = (
    zipfile.BadZipFile,
    OSError,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What `zipfile` raises for archives that are inconsistent or cannot be read."""


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
    directory_problem = _directory_problem(stream)
    if directory_problem is not None:
        raise ModelArchiveError(file, [directory_problem])
    try:
        archive = ZipFile(stream)
    except _UNREADABLE as error:
        raise ModelArchiveError(file, [f"it is not a complete zip archive ({error})"]) from error
    with archive:
        members = archive.infolist()
        problems = _member_problems(members)
        if problems:
            raise ModelArchiveError(file, problems)
        manifest = _read_manifest(file, archive)
        problems = _naming_problems(members, manifest, name)
        if problems:
            raise ModelArchiveError(file, problems)
        target = models / (manifest.name if name is None else name)
        _unpack(file, archive, members, target)
    return target


def _directory_problem(stream: IO[bytes]) -> str | None:
    """Check the end record first: `zipfile` would read a directory of any size into memory."""
    size = stream.seek(0, 2)
    stream.seek(max(0, size - _END_RECORD.size - _ZIP64_LOCATOR_SIZE))
    tail = stream.read()
    if len(tail) < _END_RECORD.size:
        return "it is not a zip archive, or its end is missing"
    signature, *_, directory_size, _, comment_length = _END_RECORD.unpack(tail[-_END_RECORD.size :])
    if signature != _END_SIGNATURE or comment_length:
        return "it is not a zip archive, or its end is missing"
    if directory_size > _DIRECTORY_LIMIT or tail.startswith(_ZIP64_SIGNATURE):
        return "it lists more files than a model has"
    return None


def _member_problems(members: Sequence[ZipInfo]) -> list[str]:
    """Say what is wrong with an archive's directory.

    Only known names pass, once each, none above its limit: that limits their sum as well.
    """
    problems = []
    for member in members:
        name = member.orig_filename
        problems += [f"{name!r} {complaint}" for complaint in _complaints(member)]
    counts = Counter(member.orig_filename.casefold() for member in members)
    problems += [
        f"it contains {name!r} {count} times" for name, count in counts.items() if count > 1
    ]
    if MANIFEST_FILE not in counts:
        problems.append(f"{MANIFEST_FILE} is missing, so this is not a model")
    return problems


def _complaints(member: ZipInfo) -> list[str]:
    name_complaint = _name_complaint(member.orig_filename)
    complaints = [] if name_complaint is None else [name_complaint]
    kind = stat.S_IFMT(member.external_attr >> 16)
    if stat.S_ISLNK(kind):
        complaints.append("is a link")
    elif kind not in (0, stat.S_IFREG) or member.external_attr & _DOS_DIRECTORY:
        complaints.append("is not a plain file")
    if member.flag_bits & _ENCRYPTED:
        complaints.append("is encrypted")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        complaints.append("is compressed in an unsupported way")
    limit = FILE_LIMITS.get(member.orig_filename)
    if limit is not None and member.file_size > limit:
        complaints.append(f"unpacks to {member.file_size:,} bytes; the limit is {limit:,}")
    if member.file_size > max(_ALWAYS_FINE, RATIO_LIMIT * member.compress_size):
        complaints.append(
            f"unpacks to more than {RATIO_LIMIT} times its size: {member.file_size:,} bytes from "
            f"{member.compress_size:,}"
        )
    return complaints


def _name_complaint(name: str) -> str | None:
    """Say why a name is refused; any name but the known ones is."""
    if name in FILE_LIMITS:
        return None
    if "\\" in name:
        return "has a backslash in its name"
    if name.startswith("/"):
        return "is an absolute path"
    if name[1:2] == ":":
        return "is a path on a drive"
    if ".." in name.split("/"):
        return "leads out of the model's folder"
    if "/" in name:
        return "is in a subfolder, which models do not have"
    return "is not a file of a model"


def _read_manifest(file: Path, archive: ZipFile) -> Manifest:
    try:
        data = b"".join(_contents(archive, archive.getinfo(MANIFEST_FILE)))
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
                problems += _unpack_member(archive, member, temporary)
            if problems:
                raise ModelArchiveError(file, problems)
            check(temporary)
    except OSError as error:
        needed = sum(member.file_size for member in members)
        reason = f"it cannot be unpacked into {target.parent}: {error.strerror}"
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            reason = f"there is not enough space in {target.parent}: it needs {needed:,} bytes"
        raise ModelArchiveError(file, [reason]) from error


def _unpack_member(archive: ZipFile, member: ZipInfo, folder: Path) -> list[str]:
    with (folder / member.orig_filename).open("xb") as unpacked:
        try:
            for chunk in _contents(archive, member):
                unpacked.write(chunk)
        except zipfile.BadZipFile as error:
            return [str(error)]
    return []


def _contents(archive: ZipFile, member: ZipInfo) -> Iterator[bytes]:
    """Return a member's content in pieces, never more than was declared.

    Raises:
        BadZipFile: If it is not what was declared, or cannot be read, in words for people.
    """
    left = member.file_size
    reason = "it ends too early"
    try:
        with archive.open(member) as packed:
            while left > 0 and (chunk := packed.read(min(left, _CHUNK))):
                left -= len(chunk)
                yield chunk
    except _UNREADABLE as error:
        left, reason = max(left, 1), str(error) or reason
    if left:
        raise zipfile.BadZipFile(f"{member.orig_filename} is damaged ({reason})")


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
