"""What installs the program on other systems: well-formed, and it names what is there.

None of it runs here; what a wrong name, key or path would break there is found here.
"""

import ast
import plistlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import deliver
import pytest
import yaml

INSTALLERS = deliver.HERE / "installers"
WORKFLOWS = deliver.ROOT / ".github" / "workflows"
METAINFO = deliver.HERE / deliver.METAINFO
NAME = "org.translucent.Translucent"


def test_the_windows_installer_takes_what_the_build_makes() -> None:
    text = (INSTALLERS / "windows.iss").read_text(encoding="utf-8")
    root = re.search(r'^#define Root "(.+)"$', text, re.MULTILINE)
    assert root is not None
    assert (INSTALLERS / root[1].replace("\\", "/")).resolve() == deliver.ROOT
    for named in re.findall(r"\{#Root\}\\([^\n\"]+)", text):
        path = Path(named.replace("\\", "/"))
        assert path.parts[0] == "dist" or (deliver.ROOT / path).is_file(), named
    for line in re.findall(r"^(?:Source|Root|Name|Type|Filename): .*$", text, re.MULTILINE):
        assert line.replace('""', "").count('"') % 2 == 0, line


def test_each_workflow_runs_what_is_there() -> None:
    for file in WORKFLOWS.glob("*.yml"):
        jobs = yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"]
        for step in (step for job in jobs.values() for step in job["steps"]):
            assert re.search(r"@[0-9a-f]{40}$", step.get("uses", "@" + 40 * "0"))
            for named in re.findall(r"\.ci[\\/][\w./\\-]+", step.get("run", "")):
                path = deliver.ROOT / named.replace("\\", "/")
                assert path.is_file(), f"{file.name}: {named}"


def test_what_macos_reads_of_the_application_is_a_property_list() -> None:
    (info,) = _arguments_of("BUNDLE", "info_plist")
    assert plistlib.loads(plistlib.dumps(info)) == info
    assert info["LSMinimumSystemVersion"] == "14.0"
    entitlements = plistlib.loads((INSTALLERS / "macos-entitlements.plist").read_bytes())
    assert all(entitlements.values())


def _arguments_of(call: str, name: str) -> list[Any]:
    """Return what the build passes by a name to a step of PyInstaller."""
    tree = ast.parse((deliver.ROOT / "build.spec").read_text(encoding="utf-8"))
    return [
        ast.literal_eval(argument.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == call
        for argument in node.keywords
        if argument.arg == name
    ]


def test_every_system_knows_the_program_by_one_name() -> None:
    told = ElementTree.parse(METAINFO).getroot()
    assert told.findtext("id") == NAME == METAINFO.name.removesuffix(".metainfo.xml")
    assert told.findtext("launchable") == "translucent.desktop"
    assert _arguments_of("BUNDLE", "bundle_identifier") == [NAME]
    assert _flatpak()["id"] == NAME


def test_the_flatpak_takes_what_is_there() -> None:
    for source in _flatpak()["modules"][0]["sources"]:
        path = (INSTALLERS / source["path"]).resolve()
        assert path.is_file() or path == deliver.ROOT / "dist" / "Translucent"
    commands = " ".join(_flatpak()["modules"][0]["build-commands"])
    assert deliver.METAINFO in commands


def _flatpak() -> dict[str, Any]:
    return dict(yaml.safe_load((INSTALLERS / "flatpak.yml").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (["appstreamcli", "validate", "--no-net"], METAINFO),
        (["desktop-file-validate"], deliver.HERE / "translucent.desktop"),
        (["sh", "-n"], INSTALLERS / "macos-image"),
    ],
)
def test_the_validator_of_its_kind_finds_no_error(command: list[str], file: Path) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    done = subprocess.run([*command, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
