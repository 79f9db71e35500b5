"""Write the list of everything that a frozen folder holds, for programs (CycloneDX 1.6).

    python .ci/bundle/sbom.py dist/Translucent

`licences/sbom.cdx.json` lists each package and system library with its version, licence and address
(purl), and inside it its compiled files with their SHA-256, and what those were made of where the
package says so. The models that come with the program follow. The same folder gives the same bytes.
"""

import hashlib
import json
import sys
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from attribution import Kind, Owner, Part, parts_of
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from deliver import MODELS, DeliveryError, commit_time, debian_architecture
from licences import components_of, licence_of
from packageurl import PackageURL

NAME = Path("licences") / "sbom.cdx.json"
"""Where the list lies in the folder."""

_COMPILED = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
"""How programs and libraries begin on Linux, on Windows, and on macOS (two kinds)."""

_LICENCES = LicenseFactory()


def write(folder: Path, time: int) -> Path:
    """Write the list of a folder into it, and return the file.

    Args:
        folder: The frozen folder, its licences written.
        time: When its version was committed, in seconds since 1970.
    """
    parts = parts_of(folder)
    held: dict[Owner, list[Part]] = {}
    for part in parts:
        if part.owner:
            held.setdefault(part.owner, []).append(part)
    components = [_component(owner, own, folder) for owner, own in held.items()]
    program = next(one for one in components if one.type is ComponentType.APPLICATION)
    components.remove(program)
    components += _models(folder)
    bill = Bom(
        serial_number=uuid.UUID(int=0),
        metadata=BomMetaData(component=program, timestamp=datetime.fromtimestamp(time, UTC)),
        components=components,
    )
    bill.register_dependency(program, components)
    bill.serial_number = uuid.uuid5(uuid.NAMESPACE_OID, _text_of(bill))
    path = folder / NAME
    path.write_text(f"{_text_of(bill)}\n", encoding="utf-8", newline="\n")
    return path


def _text_of(bill: Bom) -> str:
    return JsonV1Dot6(bill).output_as_string(indent=1)


def _component(owner: Owner, parts: list[Part], folder: Path) -> Component:
    """Return what the list says of one owner and its compiled files."""
    licence = licence_of(owner, parts)
    address = _address(owner, licence.version)
    return Component(
        type=ComponentType.APPLICATION if owner.kind is Kind.PROJECT else ComponentType.LIBRARY,
        name=licence.name,
        version=licence.version or None,
        licenses=[_LICENCES.make_from_string(licence.licence)],
        purl=address,
        bom_ref=str(address),
        components=[
            *_compiled_in(owner),
            *(_file(path, name) for name, path in _compiled_files(parts, folder)),
        ],
    )


def _address(owner: Owner, version: str) -> PackageURL:
    """Return where the world finds this part."""
    match owner.kind:
        case Kind.DISTRIBUTION:
            return PackageURL("pypi", None, owner.name, version)
        case Kind.BOOTLOADER:
            return PackageURL("pypi", None, "pyinstaller", version)
        case Kind.SYSTEM:
            which = {"arch": debian_architecture()}
            return PackageURL("deb", "debian", owner.name, version, which)
        case Kind.PROJECT | Kind.PYTHON | Kind.RUNTIME | Kind.FONT:
            return PackageURL("generic", None, owner.name.lower(), version or None)


def _compiled_files(parts: list[Part], folder: Path) -> Iterator[tuple[str, Path]]:
    """Return the programs and libraries among some parts, told by their first bytes."""
    for part in parts:
        path = folder / "_internal" / part.name
        if not part.is_module and path.is_file():
            with path.open("rb") as file:
                if file.read(4).startswith(_COMPILED):
                    yield part.name, path


def _file(path: Path, name: str) -> Component:
    found = HashType(alg=HashAlgorithm.SHA_256, content=_sha256(path))
    return Component(type=ComponentType.FILE, name=name, bom_ref=f"file:{name}", hashes=[found])


def _compiled_in(owner: Owner) -> Iterator[Component]:
    """Return what a distribution's binaries were made of, where it says so."""
    if owner.kind is not Kind.DISTRIBUTION:
        return
    for one in components_of(metadata.distribution(owner.name)):
        version = str(one.get("version", ""))
        yield Component(
            name=str(one["name"]),
            version=version or None,
            bom_ref=f"{owner.name}: {one['name']} {version}",
        )


def _models(folder: Path) -> Iterator[Component]:
    """Return the models that come with the program, and the licences of what they learned from."""
    for manifest in sorted((folder / MODELS).glob("*/manifest.json")):
        told = json.loads(manifest.read_text(encoding="utf-8"))
        found = HashType(alg=HashAlgorithm.SHA_256, content=_sha256(manifest))
        corpora = {corpus["licence"] for corpus in told["training"]["corpora"]}
        yield Component(
            type=ComponentType.MACHINE_LEARNING_MODEL,
            name=told["name"],
            bom_ref=f"model:{told['name']}",
            hashes=[found],
            licenses=[_LICENCES.make_with_name(f"of its training text: {one}") for one in corpora],
        )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{write(Path(sys.argv[1]), commit_time())}\n")
    except DeliveryError as error:
        sys.exit(f"sbom: {error}")
