"""What CI installs is fixed, and is what the project accepts."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ACCEPTED = [
    *PROJECT["dependencies"],
    *(wish for group in PROJECT["optional-dependencies"].values() for wish in group),
]


@pytest.fixture(scope="module")
def pins() -> dict[str, str]:
    """Return the version of each distribution in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


@pytest.mark.parametrize("accepted", ACCEPTED)
def test_each_dependency_is_pinned_to_a_version_that_the_project_accepts(
    accepted: str, pins: dict[str, str]
) -> None:
    requirement = Requirement(accepted)
    assert pins[canonicalize_name(requirement.name)] in requirement.specifier
