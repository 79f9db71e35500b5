"""What is installed is fixed, file by file, and is what the project accepts."""

import re
import tomllib
from collections.abc import Iterable
from itertools import pairwise

import pytest
from install import GROUPS, REQUIREMENTS, ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
PIN = re.compile(r"^(\S+)==(\S+)( ;[^\\]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n", re.M)


def pins(files: Iterable[str]) -> dict[str, str]:
    """Return the locked versions of some files of `requirements`."""
    texts = [(REQUIREMENTS / f"{name}.txt").read_text("utf-8") for name in files]
    return {pin[1]: pin[2] for text in texts for pin in PIN.finditer(text)}


@pytest.mark.parametrize("group", GROUPS)
def test_each_dependency_is_pinned_to_a_version_that_the_project_accepts(group: str) -> None:
    asked = PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"]
    locked = pins(("torch", *GROUPS[group]))
    for requirement in map(Requirement, asked + EXTRAS.get(group, [])):
        name = canonicalize_name(requirement.name)
        assert locked[name] in requirement.specifier, f"{name}: run `make lock KEEP=1`"


def test_the_build_is_pinned_to_what_is_locked() -> None:
    locked = pins(("run",))
    for requirement in map(Requirement, PROJECT["build-system"]["requires"]):
        assert str(requirement.specifier) == f"=={locked[canonicalize_name(requirement.name)]}"


def test_each_line_is_a_pin_with_hashes() -> None:
    for file in REQUIREMENTS.glob("*.txt"):
        left = PIN.sub("", file.read_text("utf-8"))
        assert all(line.startswith("#") for line in left.splitlines()), file.name


def test_each_package_stands_in_one_file() -> None:
    names = sorted(name for file in REQUIREMENTS.glob("*.txt") for name in pins([file.stem]))
    assert all(one != other for one, other in pairwise(names))
