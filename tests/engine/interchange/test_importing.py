"""One door for models of every kind: recognised by content, whole or not at all."""

import shutil
import stat
import zipfile
from collections import namedtuple
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine.errors import (
    ForeignModelError,
    LanguagesUnknownError,
    ModelArchiveError,
    ModelFolderExistsError,
)
from engine.interchange.importing import import_model
from engine.models.archive import export_archive
from engine.models.folder import read_model
from engine.models.manifest_file import read_manifest
from tests.support.foreign_models import NAME, write_huggingface_model
from tests.support.marian import write_marian_folder
from tests.support.model_folders import save_toy_model, tree


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder with a model in it, which must stay as it is."""
    save_toy_model(tmp_path / "models" / "there")
    return tmp_path / "models"


@pytest.fixture(params=["huggingface", "marian"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A model of each foreign format."""
    write = write_huggingface_model if request.param == "huggingface" else write_marian_folder
    write(tmp_path / NAME)
    return tmp_path / NAME


def zipped(folder: Path, inside: str = "", *, others: dict[str, bytes] | None = None) -> Path:
    """Return a zip of a folder's files, in a folder at its top or none."""
    file = folder.with_suffix(".zip")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        if inside:
            archive.mkdir(inside)
        for path in sorted(folder.iterdir()):
            archive.write(path, f"{inside}/{path.name}" if inside else path.name)
        for name, data in (others or {}).items():
            archive.writestr(name, data)
    return file


def test_a_foreign_folder_is_converted_and_left_as_it_was(folder: Path, models: Path) -> None:
    before = tree(folder)
    installed = import_model(folder, models)
    assert installed == models / NAME
    loaded = read_model(installed)
    assert (loaded.manifest.direction, loaded.manifest.weights_dtype) == ("en → de", "int8")
    assert tree(folder) == before
    assert sorted(path.name for path in models.iterdir()) == [NAME, "there"]


def test_a_foreign_zip_is_the_same_with_a_folder_at_its_top_or_without(
    folder: Path, models: Path
) -> None:
    plain = import_model(zipped(folder), models, "plain")
    assert read_manifest(plain).imported_from is not None
    junk = {"__MACOSX/._config.json": b"x", ".DS_Store": b"x", f"{NAME}/sub/a.txt": b"x"}
    file = zipped(folder, NAME, others=junk)
    shutil.rmtree(folder)
    inside = import_model(file.rename(file.with_name("download.zip")), models)
    assert inside.name == NAME
    weights = [(place / "weights.safetensors").read_bytes() for place in (plain, inside)]
    assert weights[0] == weights[1]
    assert sorted(path.name for path in models.iterdir()) == [NAME, "plain", "there"]


def test_a_folder_with_nothing_but_the_models_folder_is_that(folder: Path, models: Path) -> None:
    outer = folder.with_name("download")
    outer.mkdir()
    folder.rename(outer / NAME)
    assert import_model(outer, models).name == NAME


def test_our_own_folders_and_archives_pass_the_same_door(tmp_path: Path, models: Path) -> None:
    save_toy_model(tmp_path / "toy", name="toy")
    assert import_model(tmp_path / "toy", models) == models / "toy"
    export_archive(tmp_path / "toy", tmp_path / "it.translucent")
    for number, file in enumerate([tmp_path / "it.translucent", tmp_path / "it.zip"]):
        if not file.exists():
            shutil.copyfile(tmp_path / "it.translucent", file)
        installed = import_model(file, models, f"copy {number}")
        assert tree(installed) == tree(tmp_path / "toy")
    assert import_model(zipped(tmp_path / "toy", "toy"), models, "zipped").name == "zipped"


def test_the_languages_can_be_said(folder: Path, models: Path) -> None:
    file = zipped(folder).rename(folder.with_name("download.zip"))
    before = tree(models)
    with pytest.raises(LanguagesUnknownError, match=r"download\.zip do not say which languages"):
        import_model(file, models)
    assert tree(models) == before
    assert read_manifest(import_model(file, models, languages=("en", "de"))).direction == "en → de"


def test_a_name_that_no_folder_can_have_is_changed(folder: Path, models: Path) -> None:
    odd = folder.rename(folder.with_name("a*b en-de."))
    assert import_model(odd, models, languages=("en", "de")).name == "a-b en-de"


@pytest.mark.parametrize("is_named", [False, True])
def test_no_model_is_overwritten(folder: Path, models: Path, is_named: bool) -> None:
    save_toy_model(models / NAME)
    before = tree(models)
    with pytest.raises(ModelFolderExistsError):
        import_model(folder, models, NAME if is_named else None)
    assert tree(models) == before


def refused(path: Path, models: Path) -> str:
    """Return why an import failed, after which everything is as it was."""
    before = tree(models.parent)
    with pytest.raises((ForeignModelError, ModelArchiveError)) as caught:
        import_model(path, models)
    assert tree(models.parent) == before
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_what_is_no_model_is_refused(tmp_path: Path, models: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "letter.txt").write_text("Hello")
    for path in (tmp_path / "folder", zipped(tmp_path / "folder")):
        assert "it has no manifest.json, which Translucent's models have" in refused(path, models)
    (tmp_path / "letter.zip").write_text("Hello")
    assert "it is not a zip archive" in refused(tmp_path / "letter.zip", models)
    assert "it cannot be read" in refused(tmp_path / "nowhere", models)


def test_a_disk_that_is_too_small_is_seen_before(
    folder: Path, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(100, 0, 100))
    file = zipped(folder)
    for path in (folder, file):
        assert "there is not enough space" in refused(path, models)


def test_an_import_that_is_stopped_leaves_nothing(
    folder: Path, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    file = zipped(folder)
    before = tree(models)
    monkeypatch.setattr("engine.models.saving.pack_weights", stop)
    with pytest.raises(KeyboardInterrupt):
        import_model(file, models)
    assert tree(models) == before


def member(name: str, *, mode: int = 0o644 | stat.S_IFREG) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("placeholder")
    info.filename = name
    info.external_attr = mode << 16
    return info


def fill(archive: zipfile.ZipFile, names: Sequence[str]) -> None:
    for name in names:
        archive.writestr(member(name), b"")


Spoil = Callable[[zipfile.ZipFile], None]

HOSTILE: dict[str, tuple[Spoil, str]] = {
    "up": (lambda z: z.writestr(member("../evil"), b""), "'../evil' leads out of the model's"),
    "absolute": (lambda z: z.writestr(member("/evil"), b""), "'/evil' is an absolute path"),
    "drive": (lambda z: z.writestr(member("C:evil"), b""), "'C:evil' is a path on a drive"),
    "backslash": (lambda z: z.writestr(member("..\\evil"), b""), "has a backslash in its name"),
    "link": (
        lambda z: z.writestr(member("other.spm", mode=0o777 | stat.S_IFLNK), b"/etc/passwd"),
        "'other.spm' is a link",
    ),
    "twice": (
        lambda z: fill(z, ["notes", "NOTES"]),
        "it contains 'notes' 2 times",
    ),
    "bomb": (
        lambda z: z.writestr(member("big.json"), bytes(4 << 20), zipfile.ZIP_DEFLATED),
        "'big.json' unpacks to more than 100 times its size",
    ),
    "too many": (
        lambda z: fill(z, [f"{number:040}" for number in range(1000)]),
        "it lists more files than a model has",
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_zip_is_refused_and_changes_nothing(
    folder: Path, models: Path, kind: str
) -> None:
    spoil, message = HOSTILE[kind]
    file = zipped(folder)
    with zipfile.ZipFile(file, "a") as archive:
        spoil(archive)
    assert message in refused(file, models)


def test_a_damaged_zip_is_refused(folder: Path, models: Path) -> None:
    file = zipped(folder)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(data)
    assert "is damaged" in refused(file, models)
    file.write_bytes(data[: len(data) // 2])
    assert "its end is missing" in refused(file, models)
