"""Archives of arrays that are not trusted: the headers are believed only where they can be true."""

import io
import random
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import numpy as np
import pytest

from engine.interchange.marian_format.errors import MarianError
from engine.interchange.marian_format.npz import NpzFile


def npy(array: object) -> bytes:
    """Return an array as NumPy saves it."""
    file = io.BytesIO()
    np.save(file, array)  # type: ignore[arg-type] # anything that becomes an array
    return file.getvalue()


def header(shape: str, kind: str = "<f4") -> bytes:
    """Return the header of an array of a shape that is written as text."""
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}}}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


def write(path: Path, members: Mapping[str, bytes], compression: int = ZIP_DEFLATED) -> Path:
    with ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def test_what_numpy_saves_is_read(tmp_path: Path) -> None:
    arrays: dict[str, Any] = {
        "Wemb": np.arange(6, dtype=np.float32).reshape(2, 3),
        "half": np.ones((1, 4), dtype=np.float16),
        "turned": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        "special:model.yml": np.frombuffer(b"type: transformer\n\0", dtype=np.int8),
    }
    for save in (np.savez, np.savez_compressed):
        save(tmp_path / "m.npz", **arrays)
        with NpzFile(tmp_path / "m.npz") as file:
            assert {name: header.shape for name, header in file.headers.items()} == {
                name: array.shape for name, array in arrays.items()
            }
            for name, array in arrays.items():
                assert np.array_equal(file.read(name), array)


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        ({"a.npy": npy(np.array([print]))}, "a: it holds object, not numbers"),
        ({"a.npy": b"\x80\x04cos\nsystem\n."}, "a: its header is damaged"),
        ({"a.npy": npy(np.array(["text"]))}, "a: it holds <U4, not numbers"),
        ({"a.npy": npy(np.array([1j]))}, "a: it holds complex128, not numbers"),
        ({"a.npy": header("(1000000000, 1000)")}, "a: its size is not what its header says"),
        ({"a.npy": header("(-1, 4)") + bytes(16)}, "a: its size is not what its header says"),
        ({"a.npy": header("(2,)") + bytes(9)}, "a: its size is not what its header says"),
        ({"a.npy": header("(2,") + bytes(8)}, "a: its header is damaged"),
        ({"a.npy": header("2**9") + bytes(8)}, "a: its header is damaged"),
        ({"a.npy": b"\x93NUMPY\x03\x00" + npy(0)[8:]}, "a: its format is 3.0, not 1.0"),
        ({"a.npy": b""}, "a: its header is damaged"),
        ({"weights.txt": b"1"}, "weights.txt is not an array"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_array_of_numbers_is_refused(
    tmp_path: Path, members: Mapping[str, bytes], problem: str
) -> None:
    path = write(tmp_path / "m.npz", {"good.npy": npy(np.ones(2)), **members})
    with pytest.raises(MarianError) as caught:
        NpzFile(path)
    (found,) = caught.value.problems
    assert found.startswith(f"m.npz: {problem}")


def test_every_problem_is_named_at_once(tmp_path: Path) -> None:
    path = write(
        tmp_path / "m.npz", {"a.npy": npy(np.array(["x"])), "b": b"", "c.npy": header("()")}
    )
    with pytest.raises(MarianError) as caught:
        NpzFile(path)
    assert len(caught.value.problems) == 3


def test_a_name_that_occurs_twice_is_refused(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "m.npz", "w") as archive, warnings.catch_warnings(action="ignore"):
        archive.writestr("a.npy", npy(np.ones(1)))
        archive.writestr("a.npy", npy(np.zeros(1)))
    with pytest.raises(MarianError, match=r"^m\.npz: a occurs twice$"):
        NpzFile(tmp_path / "m.npz")


def test_a_bomb_is_seen_by_its_size(tmp_path: Path) -> None:
    """Gigabytes of zeros in a few kilobytes: what the archive states is enough to refuse it."""
    path = write(tmp_path / "m.npz", {"a.npy": header("(64,)") + bytes(256)})
    data = path.read_bytes()
    size = (128 + 256).to_bytes(4, "little")
    path.write_bytes(data.replace(size, (3 << 30).to_bytes(4, "little")))
    with pytest.raises(MarianError, match=r"have 3,221,225,472 bytes; the limit is 1,879,048,192$"):
        NpzFile(path)


def test_unusual_compression_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "m.npz", {"a.npy": npy(np.ones(2))}, ZIP_BZIP2)
    with pytest.raises(MarianError, match=r"^m\.npz: a: it is compressed in an unusual way$"):
        NpzFile(path)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"x" * 100], ids=["empty", "begun", "text"])
def test_what_is_no_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "m.npz").write_bytes(data)
    with pytest.raises(MarianError, match=r"^m\.npz: it cannot be read"):
        NpzFile(tmp_path / "m.npz")


def test_damage_is_refused_or_does_not_matter(tmp_path: Path) -> None:
    """Whatever bytes are changed, there is one kind of error, and no array of another shape."""
    path = tmp_path / "m.npz"
    np.savez_compressed(path, a=np.arange(40, dtype=np.float32), b=np.ones((2, 3)))
    whole = path.read_bytes()
    generator = random.Random(1)
    for _ in range(400):
        damaged = bytearray(whole)
        for _ in range(generator.randint(1, 4)):
            damaged[generator.randrange(len(damaged))] = generator.randrange(256)
        path.write_bytes(damaged[: generator.randint(len(whole) // 2, 2 * len(whole))])
        try:
            with NpzFile(path) as file:
                for name, expected in file.headers.items():
                    assert file.read(name).shape == expected.shape
        except MarianError:
            pass
