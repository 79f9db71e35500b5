"""What the packaged program is made of: all of it listed, none of it from elsewhere."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attribution import files_of
from c_library import needed_versions
from sbom import NAME

from tests.support.bundles import ROOT

Component = dict[str, Any]


def listed(bundle: Path) -> Iterator[Component]:
    """Return everything that the list names, at any depth."""
    told = json.loads((bundle / NAME).read_text(encoding="utf-8"))
    waiting = [told["metadata"]["component"], *told["components"]]
    while waiting:
        component = waiting.pop()
        waiting += component.get("components", ())
        yield component


def test_each_compiled_file_is_listed_with_its_hash(bundle: Path) -> None:
    files = [component for component in listed(bundle) if component["type"] == "file"]
    hashes = {file["name"]: file["hashes"][0]["content"] for file in files}
    inside = bundle / "_internal"
    for path in files_of(inside):
        with path.open("rb") as file:
            if file.read(4) == b"\x7fELF":
                name = path.relative_to(inside).as_posix()
                assert hashes.pop(name, "") == _sha256(path), name
    assert not [name for name in hashes if not (inside / name).is_file()]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def test_no_package_came_along_that_only_development_installs(bundle: Path) -> None:
    found = {re.match(r"pkg:pypi/([^@]+)@", one.get("purl", "")) for one in listed(bundle)}
    locked = "".join((ROOT / f"requirements/{name}.txt").read_text() for name in ("run", "torch"))
    allowed = set(re.findall(r"^([a-z][\w.-]*)==", locked, re.MULTILINE)) | {"pyinstaller"}
    assert {match[1] for match in found if match} <= allowed


def test_the_c_library_that_it_needs_is_the_one_stated(bundle: Path) -> None:
    """The page names what a build on the oldest system that is built on needs; newer is wrong."""
    page = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    stated = re.search(r"^\*\*glibc (\d+)\.(\d+)\*\*", page, re.MULTILINE)
    assert stated is not None
    needed = needed_versions(bundle)
    newest = max(needed)
    assert newest <= tuple(map(int, stated.groups())), needed[newest]
