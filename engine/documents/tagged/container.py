"""A zip file of parts, some of which are translated; the others keep every byte.

Files are untrusted: one that would unpack to too much, that hides its parts
or gives them paths outside of it, is refused before anything is read.
"""

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from shutil import copyfileobj

from engine.documents.refusals import damaged, locked_or_old, protected, too_large

_UNPACKED_LIMIT = 500_000_000
_RATIO_LIMIT = 200
"""The highest compression ratio of large files; text reaches about 20."""
_MUCH = 20_000_000
_TEXT_LIMIT = 40_000_000
"""Bytes of XML that are read: several thousand pages."""
_PARTS_LIMIT = 10_000

_PROTECTED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The first bytes of what office programs lock a file in; Office before 2007 wrote all files so."""
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError)


class Container:
    """A zip file in memory.

    Raises:
        DocumentError: If it is damaged, protected or too large.
    """

    def __init__(self, path: Path, content: bytes) -> None:
        self.path = path
        self._text_left = _TEXT_LIMIT
        if content.startswith(_PROTECTED):
            raise locked_or_old(path)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
            self._check(self._zip.infolist(), len(content))
            broken = self._zip.testzip()
        except _BROKEN as error:
            raise damaged(path) from error
        if broken is not None:
            raise damaged(path)
        self.names = frozenset(self._zip.namelist())

    def _check(self, parts: Sequence[zipfile.ZipInfo], size: int) -> None:
        """Check the file by its list of parts."""
        unpacked = sum(part.file_size for part in parts)
        most = min(_UNPACKED_LIMIT, max(_MUCH, _RATIO_LIMIT * size))
        if len(parts) > _PARTS_LIMIT or unpacked > most:
            raise too_large(self.path)
        if any(part.flag_bits & 1 for part in parts):
            raise protected(self.path)
        names = {part.filename for part in parts}
        if len(names) < len(parts) or not all(map(_is_safe, names)):
            raise damaged(self.path)

    def read(self, name: str) -> bytes:
        """Return the bytes of a part that is translated or lists such parts.

        Raises:
            DocumentError: If it is missing, or too much was read in total.
        """
        if name not in self.names:
            raise damaged(self.path)
        part = self._zip.getinfo(name)
        self._text_left -= part.file_size
        if self._text_left < 0:
            raise too_large(self.path)
        return self._zip.read(part)

    def with_parts(self, changed: Mapping[str, bytes]) -> bytes:
        """Return the file with other content of some parts; order and compression stay."""
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w") as target:
            for part in self._zip.infolist():
                copy = zipfile.ZipInfo(part.filename, part.date_time)
                copy.compress_type = part.compress_type
                copy.external_attr = part.external_attr
                with target.open(copy, "w") as file:
                    if part.filename in changed:
                        file.write(changed[part.filename])
                    else:
                        with self._zip.open(part) as source:
                            copyfileobj(source, file)
        return written.getvalue()


def _is_safe(name: str) -> bool:
    """Return whether a name is a path inside the container."""
    path = PurePosixPath(name)
    is_inside = not path.is_absolute() and ".." not in path.parts and "\\" not in name
    return bool(path.parts) and is_inside and ":" not in path.parts[0]
