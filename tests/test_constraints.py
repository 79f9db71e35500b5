"""What CI installs is fixed, and is what the project accepts."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ACCEPTED = [
    *PROJECT["dependencies"],
    *(wish for group in PROJECT["optional-dependencies"].values() for wish in group),
]


def test_each_dependency_is_pinned_to_a_version_that_the_project_accepts() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = [line.split("==") for line in lines if not line.startswith("#")]
    pins = {canonicalize_name(name): version for name, version in pairs}
    for requirement in map(Requirement, ACCEPTED):
        assert pins[canonicalize_name(requirement.name)] in requirement.specifier, requirement.name
