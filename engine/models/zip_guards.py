"""Zip files from strangers: what they may hold, and how no more of it is unpacked. Torch-free.

Nothing is unpacked before the whole directory of a file was looked through.
"""

import errno
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO
from zipfile import ZipFile, ZipInfo

from engine.errors import ModelArchiveError

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


def open_zip(file: Path, stream: IO[bytes]) -> ZipFile:
    """Open a zip, which is `file`, if its directory is of a sensible size.

    Raises:
        ModelArchiveError: If it is no zip, or not a whole one, or lists too many files.
    """
    problem = _directory_problem(stream)
    if problem is not None:
        raise ModelArchiveError(file, [problem])
    try:
        return ZipFile(stream)
    except _UNREADABLE as error:
        raise ModelArchiveError(file, [f"it is not a complete zip archive ({error})"]) from error


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


def is_folder(member: ZipInfo) -> bool:
    """Return whether a member is declared to be a folder, in any of the usual ways."""
    return (
        member.orig_filename.endswith("/")
        or stat.S_ISDIR(member.external_attr >> 16)
        or bool(member.external_attr & _DOS_DIRECTORY)
    )


def path_complaint(name: str) -> str | None:
    """Say why a name leads out of the folder that a zip is unpacked into; None if it does not."""
    if "\\" in name:
        return "has a backslash in its name"
    if name.startswith("/"):
        return "is an absolute path"
    if name[1:2] == ":":
        return "is a path on a drive"
    if ".." in name.split("/"):
        return "leads out of the model's folder"
    return None


def member_complaints(member: ZipInfo, limit: int | None) -> list[str]:
    """Say what is wrong with a member besides its name.

    Args:
        member: As the directory describes it.
        limit: How many bytes it may unpack to; None for any that its packed size allows.
    """
    complaints = []
    kind = stat.S_IFMT(member.external_attr >> 16)
    if stat.S_ISLNK(kind):
        complaints.append("is a link")
    elif kind not in (0, stat.S_IFREG) or is_folder(member):
        complaints.append("is not a plain file")
    if member.flag_bits & _ENCRYPTED:
        complaints.append("is encrypted")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        complaints.append("is compressed in an unsupported way")
    if limit is not None and member.file_size > limit:
        complaints.append(f"unpacks to {member.file_size:,} bytes; the limit is {limit:,}")
    if member.file_size > max(_ALWAYS_FINE, RATIO_LIMIT * member.compress_size):
        complaints.append(
            f"unpacks to more than {RATIO_LIMIT} times its size: {member.file_size:,} bytes from "
            f"{member.compress_size:,}"
        )
    return complaints


def repeated_names(names: Sequence[str]) -> list[str]:
    """Say which names there are several times, for a disk that takes capitals for small letters."""
    counts = Counter(name.casefold() for name in names)
    return [f"it contains {name!r} {count} times" for name, count in counts.items() if count > 1]


def contents(archive: ZipFile, member: ZipInfo) -> Iterator[bytes]:
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


def unpack_member(archive: ZipFile, member: ZipInfo, target: Path) -> list[str]:
    """Unpack a member to a file that is not there yet; return what is wrong with it.

    Raises:
        OSError: If the file cannot be written.
    """
    with target.open("xb") as unpacked:
        try:
            for chunk in contents(archive, member):
                unpacked.write(chunk)
        except zipfile.BadZipFile as error:
            return [str(error)]
    return []


def space_problem(error: OSError, folder: Path, needed: int) -> str:
    """Say why a model that takes `needed` bytes could not be written below a folder."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"there is not enough space in {folder}: it needs {needed:,} bytes"
    return f"it cannot be unpacked into {folder}: {error.strerror}"
