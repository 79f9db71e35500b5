"""A model travels in one file; whatever else such a file may hold is refused."""

import errno
import io
import os
import shutil
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import (
    ModelArchiveError,
    ModelFolderDamagedError,
    ModelFolderExistsError,
    ModelFolderTooNewError,
)
from engine.models.archive import ARCHIVE_SUFFIX, export_archive, import_archive
from engine.models.folder import read_model
from engine.models.manifest import FILE_LIMITS
from tests.support.model_folders import (
    change_manifest,
    rewrite_file,
    save_toy_model,
    tree,
)
from tests.support.virus_scanner import VirusScanner

NAMES = ["manifest.json", "README.md", "source.json", "target.json", "weights.safetensors"]
FLAGS, METHOD, PACKED_SIZE, SIZE, ATTRIBUTES, PLACE = (
    ("<H", 8),
    ("<H", 10),
    ("<L", 20),
    ("<L", 24),
    ("<L", 38),
    ("<L", 42),
)
"""Fields of an entry of a zip's directory: type and place."""

Spoil = Callable[[bytes], bytes]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a good archive."""
    folder = tmp_path_factory.mktemp("export")
    save_toy_model(folder / "toy")
    export_archive(folder / "toy", folder / f"toy{ARCHIVE_SUFFIX}")
    return (folder / f"toy{ARCHIVE_SUFFIX}").read_bytes()


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder with a model in it, which must stay as it is."""
    save_toy_model(tmp_path / "models" / "there")
    return tmp_path / "models"


def test_export_and_import_give_the_same_folder(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "toy")
    file = tmp_path / f"toy{ARCHIVE_SUFFIX}"
    export_archive(tmp_path / "toy", file)
    installed = import_archive(file, tmp_path / "models")
    assert installed == tmp_path / "models" / "toy"
    assert tree(tmp_path / "models") == {
        "toy": None,
        **{f"toy/{name}": data for name, data in tree(tmp_path / "toy").items()},
    }
    assert read_model(installed).manifest.name == "toy"


def test_a_virus_scanner_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_toy_model(tmp_path / "toy")
    VirusScanner(monkeypatch)
    export_archive(tmp_path / "toy", tmp_path / "toy.translucent")
    installed = import_archive(tmp_path / "toy.translucent", tmp_path / "models")
    assert tree(installed) == tree(tmp_path / "toy")


def test_an_archive_goes_by_any_name(tmp_path: Path, whole: bytes) -> None:
    file = tmp_path / "модель" / "测试.translucent"
    file.parent.mkdir()
    file.write_bytes(whole)
    installed = import_archive(file, tmp_path / "模型", "mein Übersetzer")
    assert installed == tmp_path / "模型" / "mein Übersetzer"
    export_archive(installed, file.parent / "ещё.translucent")
    assert (file.parent / "ещё.translucent").read_bytes() == whole


def test_an_archive_is_a_flat_zip_of_plain_files(whole: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        assert sorted(archive.namelist()) == sorted(NAMES)
        assert archive.testzip() is None
        assert {member.date_time for member in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_damaged_model_is_not_exported(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "toy")
    (tmp_path / "toy" / "target.json").unlink()
    before = tree(tmp_path)
    with pytest.raises(ModelFolderDamagedError, match=r"target\.json: the file is missing"):
        export_archive(tmp_path / "toy", tmp_path / "toy.translucent")
    assert tree(tmp_path) == before


def test_a_model_that_is_replaced_while_it_is_exported_is_not_exported_half_and_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_toy_model(tmp_path / "toy")
    copy = shutil.copyfileobj

    def replace_first(source: IO[bytes], target: IO[bytes], length: int) -> None:
        monkeypatch.undo()
        copy(source, target, length)
        save_toy_model(tmp_path / "toy", seed=1, replace=True)

    monkeypatch.setattr(shutil, "copyfileobj", replace_first)
    with pytest.raises(ModelFolderDamagedError, match="it was replaced while it was exported"):
        export_archive(tmp_path / "toy", tmp_path / "toy.translucent")
    assert [path.name for path in tmp_path.iterdir()] == ["toy"]


def test_foreign_files_in_the_folder_are_not_exported(tmp_path: Path, whole: bytes) -> None:
    save_toy_model(tmp_path / "toy")
    (tmp_path / "toy" / "notes.txt").write_text("private", encoding="utf-8")
    export_archive(tmp_path / "toy", tmp_path / "toy.translucent")
    assert (tmp_path / "toy.translucent").read_bytes() == whole


def test_an_archive_may_have_a_long_name(tmp_path: Path, whole: bytes) -> None:
    save_toy_model(tmp_path / "toy")
    file = tmp_path / f"{240 * 'x'}.translucent"
    export_archive(tmp_path / "toy", file)
    assert file.read_bytes() == whole


def test_an_export_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_toy_model(tmp_path / "toy")
    (tmp_path / "toy.translucent").write_bytes(b"former")
    before = tree(tmp_path)
    monkeypatch.setattr(os, "fsync", disk_is_full)
    with pytest.raises(OSError, match="No space left"):
        export_archive(tmp_path / "toy", tmp_path / "toy.translucent")
    assert tree(tmp_path) == before


# Hostile and broken archives, one kind at a time.


def unpacked(data: bytes) -> list[tuple[zipfile.ZipInfo, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(member, archive.read(member)) for member in archive.infolist()]


def packed(members: list[tuple[zipfile.ZipInfo, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for member, content in members:
            archive.writestr(member, content)
    return buffer.getvalue()


def plus(name: str, content: bytes = b"x", *, attributes: int = 0o100644 << 16) -> Spoil:
    """Add one more member."""

    def spoil(data: bytes) -> bytes:
        member = zipfile.ZipInfo("placeholder")
        member.filename = name
        member.external_attr = attributes
        return packed([*unpacked(data), (member, content)])

    return spoil


def without(name: str) -> Spoil:
    """Leave a member out."""
    return lambda data: packed([pair for pair in unpacked(data) if pair[0].filename != name])


def with_content(name: str, content: bytes, method: int = zipfile.ZIP_STORED) -> Spoil:
    """Return a member another content."""

    def spoil(data: bytes) -> bytes:
        members = []
        for member, former in unpacked(data):
            if member.filename == name:
                member.compress_type = method
            members.append((member, content if member.filename == name else former))
        return packed(members)

    return spoil


def directory_entry(data: bytes, name: str) -> int:
    return data.rindex(b"PK\x01\x02", 0, data.rindex(name.encode()))


def saying(name: str, field: tuple[str, int], value: int) -> Spoil:
    """Let the directory say something else about a member."""

    def spoil(data: bytes) -> bytes:
        changed = bytearray(data)
        struct.pack_into(field[0], changed, directory_entry(data, name) + field[1], value)
        return bytes(changed)

    return spoil


def renamed(name: str, other: str) -> Spoil:
    """Return a member another name of the same length, wherever it stands."""
    assert len(name) == len(other)
    return lambda data: data.replace(name.encode(), other.encode())


def with_byte_changed_in(name: str) -> Spoil:
    """Change a byte in the middle of a member's packed content."""

    def spoil(data: bytes) -> bytes:
        entry = directory_entry(data, name)
        (size,) = struct.unpack_from("<L", data, entry + PACKED_SIZE[1])
        (place,) = struct.unpack_from("<L", data, entry + PLACE[1])
        changed = bytearray(data)
        changed[place + 30 + len(name) + size // 2] ^= 0xFF
        return bytes(changed)

    return spoil


def with_end_record(field: tuple[str, int], value: int) -> Spoil:
    """Let the end record say something else."""

    def spoil(data: bytes) -> bytes:
        changed = bytearray(data)
        struct.pack_into(field[0], changed, len(data) - 22 + field[1], value)
        return bytes(changed)

    return spoil


def as_zip64(data: bytes) -> bytes:
    """Insert a locator of a larger directory before the end record."""
    return data[:-22] + b"PK\x06\x07" + bytes(16) + data[-22:]


HOSTILE: dict[str, tuple[Spoil, str]] = {
    "empty": (lambda _: b"", "it is not a zip archive, or its end is missing"),
    "no zip": (lambda _: b"{}" * 100, "it is not a zip archive, or its end is missing"),
    "cut off": (lambda data: data[:-1], "it is not a zip archive, or its end is missing"),
    "cut in half": (lambda data: data[: len(data) // 2], "it is not a zip archive, or its end"),
    "with something behind": (lambda data: data + b"more", "it is not a zip archive, or its end"),
    "cut at the start": (lambda data: data[100:], "it is not a complete zip archive|is damaged"),
    "no members": (lambda _: packed([]), "manifest.json is missing, so this is not a model"),
    "huge directory": (
        with_end_record(("<L", 12), 1 << 20),
        "it lists more files than a model has",
    ),
    "zip64 directory": (as_zip64, "it lists more files than a model has"),
    "directory elsewhere": (
        with_end_record(("<L", 16), 1 << 30),
        "it is not a complete zip archive|manifest.json is damaged (",
    ),
    "no manifest": (without("manifest.json"), "manifest.json is missing, so this is not a model"),
    "no weights": (without("weights.safetensors"), "'weights.safetensors' is missing"),
    "foreign file": (plus("run.exe"), "'run.exe' is not a file of a model"),
    "model file not in the manifest": (
        plus("tokenizer.json"),
        "'tokenizer.json' is not in the manifest",
    ),
    "in a folder": (
        plus("toy/README.md"),
        "'toy/README.md' is in a subfolder, which models do not have",
    ),
    "a folder": (plus("toy/", b"", attributes=0o40755 << 16 | 0x10), "'toy/' is not a plain file"),
    "up": (plus("../evil"), "'../evil' leads out of the model's folder"),
    "up inside": (plus("a/../../evil"), "'a/../../evil' leads out of the model's folder"),
    "absolute": (plus("/tmp/evil"), "'/tmp/evil' is an absolute path"),
    "drive": (plus("C:evil"), "'C:evil' is a path on a drive"),
    "drive and slash": (plus("C:/evil"), "'C:/evil' is a path on a drive"),
    "backslash": (plus("..\\evil"), "'..\\\\evil' has a backslash in its name"),
    "network path": (plus("\\\\host\\evil"), "has a backslash in its name"),
    "NUL in the name": (
        renamed("README.md", "READM\0.md"),
        "'READM\\x00.md' is not a file of a model",
    ),
    "stream of a file": (plus("README.md:evil"), "'README.md:evil' is not a file of a model"),
    "twice": (
        renamed("source.json", "target.json"),
        "it contains 'target.json' 2 times",
    ),
    "twice but for case": (plus("ReadMe.MD"), "it contains 'readme.md' 2 times"),
    "link": (
        saying("README.md", ATTRIBUTES, (stat.S_IFLNK | 0o777) << 16),
        "'README.md' is a link",
    ),
    "device": (
        saying("README.md", ATTRIBUTES, (stat.S_IFCHR | 0o666) << 16),
        "'README.md' is not a plain file",
    ),
    "pipe": (
        saying("README.md", ATTRIBUTES, (stat.S_IFIFO | 0o666) << 16),
        "'README.md' is not a plain file",
    ),
    "encrypted": (saying("weights.safetensors", FLAGS, 0x1), "'weights.safetensors' is encrypted"),
    "strongly encrypted": (saying("README.md", FLAGS, 0x41), "'README.md' is encrypted"),
    "odd method": (
        saying("README.md", METHOD, 14),
        "'README.md' is compressed in an unsupported way",
    ),
    "bomb": (
        with_content("weights.safetensors", bytes(3 << 20), zipfile.ZIP_DEFLATED),
        "'weights.safetensors' unpacks to more than 100 times its size: 3,145,728 bytes from 3,0",
    ),
    "above the limit of a file": (
        saying("README.md", SIZE, (4 << 20) + 1),
        "'README.md' unpacks to 4,194,305 bytes; the limit is 4,194,304",
    ),
    "weights above the limit": (
        saying("weights.safetensors", SIZE, 0xFFFFFFF0),
        "'weights.safetensors' unpacks to 4,294,967,280 bytes; the limit is 1,879,048,192",
    ),
    "larger than declared": (saying("target.json", SIZE, 10), "target.json is damaged (Bad CRC-32"),
    "smaller than declared": (saying("target.json", SIZE, 5000), "target.json is damaged ("),
    "packed smaller than declared": (
        saying("weights.safetensors", PACKED_SIZE, 5000),
        "weights.safetensors is damaged (",
    ),
    "members elsewhere": (
        saying("weights.safetensors", PLACE, 1 << 30),
        "weights.safetensors is damaged (",
    ),
    "one inside another": (
        saying("weights.safetensors", PLACE, 0),
        "weights.safetensors is damaged (",
    ),
    "damaged weights": (
        with_byte_changed_in("weights.safetensors"),
        "weights.safetensors is damaged (Bad CRC-32",
    ),
    "damaged text": (with_byte_changed_in("source.json"), "source.json is damaged ("),
    "damaged manifest": (with_byte_changed_in("manifest.json"), "manifest.json is damaged ("),
    "manifest that is none": (
        with_content("manifest.json", b"[]"),
        "manifest.json: it is not a JSO",
    ),
    "other content": (
        with_content("README.md", b"other"),
        "README.md: it was changed after it was saved (its checksum differs)",
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_archives_are_refused_and_change_nothing(
    tmp_path: Path, models: Path, whole: bytes, kind: str
) -> None:
    spoil, message = HOSTILE[kind]
    file = tmp_path / "toy.translucent"
    file.write_bytes(spoil(whole))
    before = tree(tmp_path)
    with pytest.raises(ModelArchiveError) as caught:
        import_archive(file, models)
    said = str(caught.value)
    assert said.startswith(f"{file} is not a usable model file; nothing was installed.\n  - ")
    assert any(part in said for part in message.split("|")), said
    assert tree(tmp_path) == before


def test_all_problems_are_named_at_once(tmp_path: Path, models: Path, whole: bytes) -> None:
    spoiled = saying("README.md", FLAGS, 1)(plus("../a")(plus("run.exe")(whole)))
    file = tmp_path / "toy.translucent"
    file.write_bytes(spoiled)
    with pytest.raises(ModelArchiveError) as caught:
        import_archive(file, models)
    assert caught.value.problems == (
        "'README.md' is encrypted",
        "'run.exe' is not a file of a model",
        "'../a' leads out of the model's folder",
    )


def test_damage_of_several_files_is_named_at_once(
    tmp_path: Path, models: Path, whole: bytes
) -> None:
    spoiled = with_byte_changed_in("weights.safetensors")(
        with_byte_changed_in("source.json")(whole)
    )
    file = tmp_path / "toy.translucent"
    file.write_bytes(spoiled)
    with pytest.raises(ModelArchiveError) as caught:
        import_archive(file, models)
    assert [problem.split()[0] for problem in caught.value.problems] == [
        "source.json",
        "weights.safetensors",
    ]


def test_a_manifest_with_odd_file_names_is_refused(
    tmp_path: Path, models: Path, whole: bytes
) -> None:
    manifest = next(data for member, data in unpacked(whole) if member.filename == "manifest.json")
    odd = manifest.replace(b'"README.md"', b'"../../x"')
    file = tmp_path / "toy.translucent"
    file.write_bytes(with_content("manifest.json", odd)(whole))
    before = tree(tmp_path)
    with pytest.raises(
        ModelArchiveError, match=r"'\.\./\.\./x' cannot be a file of a model folder"
    ):
        import_archive(file, models)
    assert tree(tmp_path) == before


def test_all_files_together_stay_below_what_a_plain_zip_can_hold() -> None:
    assert sum(FILE_LIMITS.values()) < 1 << 31


def test_a_model_whose_parts_do_not_fit_is_not_installed(
    tmp_path: Path, models: Path, whole: bytes
) -> None:
    folder = tmp_path / "folder"
    save_toy_model(folder)
    rewrite_file(folder, "target.json", (folder / "source.json").read_bytes())
    file = tmp_path / "toy.translucent"
    members = [(zipfile.ZipInfo(name), (folder / name).read_bytes()) for name in NAMES]
    file.write_bytes(packed(members))
    before = tree(tmp_path)
    with pytest.raises(
        ModelArchiveError, match=r"target\.json: its vocabulary size is 11, but the man"
    ):
        import_archive(file, models)
    assert tree(tmp_path) == before
    assert whole != file.read_bytes()


def test_a_later_format_asks_for_an_update(tmp_path: Path, models: Path) -> None:
    folder = tmp_path / "folder"
    save_toy_model(folder)
    change_manifest(folder, {"format_version": 2})
    file = tmp_path / "toy.translucent"
    members = [(zipfile.ZipInfo(name), (folder / name).read_bytes()) for name in NAMES]
    file.write_bytes(packed(members))
    before = tree(tmp_path)
    with pytest.raises(ModelFolderTooNewError, match=r"toy\.translucent has format version 2"):
        import_archive(file, models)
    assert tree(tmp_path) == before


def test_a_model_that_is_there_is_not_overwritten(
    tmp_path: Path, models: Path, whole: bytes
) -> None:
    file = tmp_path / "toy.translucent"
    file.write_bytes(whole)
    before = tree(tmp_path)
    with pytest.raises(ModelFolderExistsError, match="there already exists"):
        import_archive(file, models, "there")
    assert tree(tmp_path) == before
    assert import_archive(file, models) == models / "toy"
    with pytest.raises(ModelFolderExistsError, match="toy already exists"):
        import_archive(file, models)


@pytest.mark.parametrize("name", ["../out", "/tmp/out", "a/b", "a\\b", "", ".", "..", "nul", ".x"])
def test_a_new_name_cannot_lead_elsewhere(
    tmp_path: Path, models: Path, whole: bytes, name: str
) -> None:
    file = tmp_path / "toy.translucent"
    file.write_bytes(whole)
    before = tree(tmp_path)
    with pytest.raises(ModelArchiveError, match="name"):
        import_archive(file, models, name)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("kind", ["nothing", "a folder"])
def test_what_cannot_be_opened_is_said_so(tmp_path: Path, models: Path, kind: str) -> None:
    file = tmp_path / "toy.translucent"
    if kind == "a folder":
        file.mkdir()
    with pytest.raises(ModelArchiveError, match="it cannot be read: "):
        import_archive(file, models)


def disk_is_full(_descriptor: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_leaves_nothing_behind_and_is_said_so(
    tmp_path: Path, models: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "toy.translucent"
    file.write_bytes(whole)
    before = tree(tmp_path)
    monkeypatch.setattr(os, "fsync", disk_is_full)
    with pytest.raises(
        ModelArchiveError, match=r"there is not enough space in .*models: it needs \d+,\d+ by"
    ):
        import_archive(file, models)
    assert tree(tmp_path) == before


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path, whole: bytes) -> None:
    file = tmp_path / "toy.translucent"
    file.write_bytes(whole)
    (tmp_path / "models").write_text("a file", encoding="utf-8")
    before = tree(tmp_path)
    with pytest.raises(ModelArchiveError, match=r"it cannot be unpacked into .*models: "):
        import_archive(file, tmp_path / "models")
    assert tree(tmp_path) == before


@given(st.data())
def test_any_damage_is_refused_or_harmless(
    tmp_path_factory: pytest.TempPathFactory, whole: bytes, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    changed = bytearray(whole)
    directory = whole.index(b"PK\x01\x02")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(whole) - 1) | st.integers(directory, len(whole) - 1))
        changed[place] = data.draw(st.integers(0, 255))
    (folder / "toy.translucent").write_bytes(changed)
    try:
        installed = import_archive(folder / "toy.translucent", folder / "models")
    except ModelArchiveError:
        assert not (folder / "models").exists() or tree(folder / "models") == {}
    else:
        assert tree(installed) == {member.filename: content for member, content in unpacked(whole)}
