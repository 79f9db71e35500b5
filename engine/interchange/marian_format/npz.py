"""NumPy's .npz archives, not trusted: what they hold is known before any of it is read."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from tokenize import TokenError
from types import TracebackType
from typing import Any, Self
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy_format

from engine.interchange.marian_format.errors import MarianError
from engine.models.manifest import FILE_LIMITS, WEIGHTS_FILE

Shape = tuple[int, ...]

_SIZE_LIMIT = FILE_LIMITS[WEIGHTS_FILE]
_COUNT_LIMIT = 20_000
_SUFFIX = ".npy"
_DAMAGE = (
    *(OSError, ValueError, RuntimeError, EOFError, BadZipFile, zlib.error),
    *(SyntaxError, TokenError, MemoryError),  # of a header, which is a literal of Python
)


@dataclass(frozen=True, slots=True)
class ArrayHeader:
    """What an array will be."""

    dtype: np.dtype[Any]
    shape: Shape


class NpzFile:
    """An open archive of arrays. Use it in a `with` statement.

    Raises:
        MarianError: If it is no archive, or if any of its arrays is not what its header says, is no
            array of numbers, occurs twice, or all of them are too large.
    """

    def __init__(self, path: Path) -> None:
        self._name = path.name
        try:
            self._archive = ZipFile(path)
        except _DAMAGE as error:
            raise MarianError([f"{path.name}: it cannot be read ({error})"]) from error
        try:
            self._headers = _read_headers(self._archive)
        except MarianError as error:
            self._archive.close()
            raise MarianError([f"{path.name}: {problem}" for problem in error.problems]) from error

    @property
    def headers(self) -> Mapping[str, ArrayHeader]:
        """All arrays by name."""
        return self._headers

    def read(self, name: str) -> npt.NDArray[Any]:
        """Return one array.

        Raises:
            MarianError: If its bytes are damaged.
        """
        try:
            with self._archive.open(name + _SUFFIX) as file:
                found: npt.NDArray[Any] = npy_format.read_array(file, allow_pickle=False)
        except _DAMAGE as error:
            raise MarianError([f"{self._name}: {name} is damaged ({error})"]) from error
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._archive.close()


def _read_headers(archive: ZipFile) -> dict[str, ArrayHeader]:
    members = archive.infolist()
    if len(members) > _COUNT_LIMIT:
        raise MarianError([f"it has {len(members):,} arrays; the limit is {_COUNT_LIMIT:,}"])
    size = sum(member.file_size for member in members)
    if size > _SIZE_LIMIT:
        raise MarianError([f"its arrays have {size:,} bytes; the limit is {_SIZE_LIMIT:,}"])
    headers: dict[str, ArrayHeader] = {}
    problems = []
    for member in members:
        name = member.filename.removesuffix(_SUFFIX)
        if name == member.filename:
            problems.append(f"{name} is not an array")
        elif name in headers:
            problems.append(f"{name} occurs twice")
        else:
            try:
                headers[name] = _read_header(archive, member)
            except ValueError as error:
                problems.append(f"{name}: {error}")
    if problems:
        raise MarianError(problems)
    return headers


def _read_header(archive: ZipFile, member: ZipInfo) -> ArrayHeader:
    if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise ValueError("it is compressed in an unusual way")
    try:
        with archive.open(member) as file:
            version = npy_format.read_magic(file)
            shape, _, dtype = npy_format.read_array_header_1_0(file)
            begin = file.tell()
    except _DAMAGE as error:
        raise ValueError("its header is damaged") from error
    if version != (1, 0):
        raise ValueError(f"its format is {version[0]}.{version[1]}, not 1.0")
    if dtype.kind not in "fi":
        raise ValueError(f"it holds {dtype}, not numbers")
    if (
        any(length < 0 for length in shape)
        or begin + prod(shape) * dtype.itemsize != member.file_size
    ):
        raise ValueError("its size is not what its header says")
    return ArrayHeader(dtype, shape)
