"""The licences of a frozen folder: complete, or a refusal that names all that is missing."""

import json
from importlib import metadata
from pathlib import Path

import licences
import pytest
from attribution import Kind, Owner

from tests.support.written_files import write_text


def test_every_owner_is_in_the_index_with_a_text(folder: Path) -> None:
    index = licences.write(folder)
    text = index.read_text(encoding="utf-8")
    for name in ("numpy", "PySide6_Essentials", "tokenizers"):
        assert f"{name} {metadata.version(name)}" in text
    named = [line.split()[1] for line in text.splitlines() if line.startswith("    text:")]
    assert len(named) == 6  # and Python, PyInstaller, this project
    assert all((index.parent / name).stat().st_size > 400 for name in named)


def test_the_lgpl_comes_with_qt(folder: Path) -> None:
    target = licences.write(folder).parent
    qt = (target / "packages" / "pyside6-essentials.txt").read_text(encoding="utf-8")
    assert "LGPL-3.0-only" in qt
    assert "https://download.qt.io" in qt
    for name, title in (("LGPL-3.0", "LESSER GENERAL PUBLIC"), ("GPL-3.0", "GENERAL PUBLIC")):
        assert title in (target / "texts" / f"{name}.txt").read_text(encoding="utf-8")


def test_a_package_without_a_licence_file_gets_the_text_that_it_names(folder: Path) -> None:
    text = (licences.write(folder).parent / "packages" / "tokenizers.txt").read_text("utf-8")
    assert "Licence: Apache-2.0" in text
    assert "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION" in text


@pytest.mark.parametrize(
    ("name", "authors"),
    [("Inter", "The Inter Project Authors"), ("NotoEmoji", "Copyright 2013 Google LLC")],
)
def test_each_font_comes_with_its_licence(folder: Path, name: str, authors: str) -> None:
    write_text(folder / "_internal" / "resources" / "fonts" / f"{name}-Regular.ttf")
    index = licences.write(folder)
    assert f"fonts/{name.lower()}.txt" in index.read_text("utf-8")
    text = (index.parent / "fonts" / f"{name.lower()}.txt").read_text("utf-8")
    assert authors in text
    assert "SIL OPEN FONT LICENSE" in text


def test_what_the_models_learned_from_is_told(folder: Path) -> None:
    text = (licences.write(folder).parent / "models.txt").read_text("utf-8")
    assert "en-fr" in text
    assert "toy, 1,200 pairs\n    CC0-1.0\n    By all of us" in text


def test_the_training_text_has_a_licence_and_its_text_is_there(folder: Path) -> None:
    index = licences.write(folder)
    assert "resources/corpora is free for any use: CC0 1.0" in index.read_text("utf-8")
    assert "CC0 1.0" in (index.parent / "texts" / "CC0-1.0.txt").read_text("utf-8")
    about = licences.TEXTS.parents[2] / "resources" / "corpora" / "everyday" / "README.md"
    assert "CC0 1.0" in about.read_text("utf-8")


def test_a_model_that_does_not_say_what_it_learned_from_is_named(folder: Path) -> None:
    path = folder / "_internal" / "resources" / "models" / "en-fr" / "manifest.json"
    write_text(path, json.dumps({"training": {"corpora": []}}))
    with pytest.raises(licences.UnattributedError, match="does not say what it learned from"):
        licences.write(folder)


def test_the_compilers_libraries_come_with_microsofts_terms(folder: Path) -> None:
    write_text(folder / "_internal" / "MSVCP140.dll")
    index = licences.write(folder)
    assert "system/microsoft-runtime.txt" in index.read_text("utf-8")
    text = (index.parent / "system" / "microsoft-runtime.txt").read_text("utf-8")
    assert "https://visualstudio.microsoft.com/license-terms/" in text


def test_all_strangers_are_named_at_once_and_nothing_is_written(folder: Path) -> None:
    write_text(folder / "_internal" / "libnobody.so.7")
    write_text(folder / "_internal" / "stranger" / "data.bin")
    with pytest.raises(licences.UnattributedError) as caught:
        licences.write(folder)
    assert "libnobody.so.7: nothing installed" in str(caught.value)
    assert "stranger/data.bin: nothing installed" in str(caught.value)
    assert not (folder / "licences").exists()


def test_writing_again_changes_nothing(folder: Path) -> None:
    first = licences.write(folder).read_bytes()
    (folder / "licences" / "left-over.txt").write_text("", encoding="utf-8")
    assert licences.write(folder).read_bytes() == first
    assert not (folder / "licences" / "left-over.txt").exists()


def test_a_folder_without_a_program_is_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no program lies here"):
        licences.write(tmp_path)


def test_every_dependency_has_a_licence() -> None:
    names = [
        line.split("[")[0] for line in metadata.requires("translucent") or () if ";" not in line
    ]
    for requirement in names:
        name = requirement.split("==")[0].split(">=")[0].split(",")[0].split("<")[0]
        found = licences.licence_of(Owner(Kind.DISTRIBUTION, name), [])
        assert len(found.text) > 400, name
        assert found.version == metadata.version(name)
