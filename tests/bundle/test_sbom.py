"""The list of parts for programs: by the schema of CycloneDX, complete, and the same each time."""

import hashlib
import json
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import sbom
from attribution import parts_of
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tests.support.written_files import write_text

TIME = 1_000_000_000


@pytest.fixture
def told(folder: Path) -> dict[str, Any]:
    """The list of the small folder, with a library and something that is made of others."""
    write_text(folder / "_internal" / "numpy" / "libopenblas.so.0", "\x7fELF")
    (folder / "licences").mkdir()
    return dict(json.loads(sbom.write(folder, TIME).read_text("utf-8")))


def named(told: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for component in told["components"]:
        yield component["name"], component
        yield from named({"components": component.get("components", ())})


def test_it_follows_the_schema(told: dict[str, Any]) -> None:
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(told)) is None


def test_each_owner_is_listed_with_version_and_address(folder: Path, told: dict[str, Any]) -> None:
    listed = dict(named(told)) | {"Translucent": told["metadata"]["component"]}
    assert {part.owner.name for part in parts_of(folder) if part.owner} <= set(listed)
    addresses = {component.get("purl") for component in told["components"]}
    assert f"pkg:pypi/numpy@{metadata.version('numpy')}" in addresses
    assert len(told["components"]) == len(told["dependencies"]) - 1
    assert listed["en-fr"]["type"] == "machine-learning-model"


def test_compiled_files_have_their_hashes_and_what_they_are_made_of(told: dict[str, Any]) -> None:
    listed = dict(named(told))
    library = listed["numpy/libopenblas.so.0"]
    assert library["hashes"] == [
        {"alg": "SHA-256", "content": hashlib.sha256(b"\x7fELF").hexdigest()}
    ]
    assert "serde" in listed  # of Rust, in tokenizers


def test_the_same_folder_gives_the_same_bytes(folder: Path, told: dict[str, Any]) -> None:
    first = (folder / sbom.NAME).read_bytes()
    assert sbom.write(folder, TIME).read_bytes() == first
    write_text(folder / "_internal" / "numpy" / "libopenblas.so.0", "\x7fELF2")
    again = json.loads(sbom.write(folder, TIME).read_text("utf-8"))
    assert again["serialNumber"] != told["serialNumber"]
