"""The menu entry: well-formed, in both languages, and put into a user's menu and out again."""

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

import deliver
import pytest

ENTRY = deliver.HERE / "translucent.desktop"

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="menu entries are files on Linux only"
)


def _read(path: Path) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign] # documented to be set so
    parser.read_string(path.read_text(encoding="utf-8"))
    return parser["Desktop Entry"]


def test_the_entry_says_what_menus_need() -> None:
    entry = _read(ENTRY)
    assert entry["Type"] == "Application"
    assert entry["Name"] == "Translucent"
    assert entry["Exec"].endswith("%F")
    kinds = entry["MimeType"].split(";")
    assert kinds[:3] == ["text/plain", "text/markdown", "application/x-subrip"]
    assert kinds[-1] == ""
    assert "application/epub+zip" in kinds
    for key in ("Comment", "GenericName", "Keywords"):
        assert entry[key] != entry[f"{key}[de]"]
    for key in ("Categories", "Keywords", "MimeType"):
        assert entry[key].endswith(";")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An unpacked folder, as far as the menu needs it, at a place with spaces."""
    made = tmp_path / "my Über folder"
    (made / "_internal").mkdir(parents=True)
    (made / "Translucent").write_text("#!/bin/sh\n", encoding="ascii")
    (made / "Translucent").chmod(0o755)
    for name in ("translucent.desktop", "install-desktop-entry"):
        shutil.copy(deliver.HERE / name, made / name)
    shutil.copytree(deliver.ROOT / "resources" / "icons", made / "_internal/resources/icons")
    return made


def _run(folder: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(folder / "install-desktop-entry"), *arguments],
        env={"HOME": str(home), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_goes_into_the_menu_and_out_again(folder: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    done = _run(folder, home)
    assert done.returncode == 0, done.stderr
    entry = _read(home / ".local/share/applications/translucent.desktop")
    assert entry["Exec"] == f'"{folder}/Translucent" app %F'
    assert entry["TryExec"] == f"{folder}/Translucent"
    icons = home / ".local/share/icons/hicolor"
    assert (icons / "48x48/apps/translucent.png").is_file()
    assert (icons / "scalable/apps/translucent.svg").is_file()
    assert _run(folder, home, "--remove").returncode == 0
    left = [path for path in home.rglob("translucent*") if path.is_file()]
    assert left == []
    assert _run(folder, home, "--remove").returncode == 0


def test_a_folder_that_an_entry_cannot_name_is_refused(folder: Path, tmp_path: Path) -> None:
    odd = folder.rename(folder.parent / "100 %")
    refused = _run(odd, tmp_path / "home")
    assert refused.returncode == 1
    assert "a menu entry cannot name a folder" in refused.stderr
    assert not (tmp_path / "home").exists()


def test_another_word_is_answered_with_the_usage(folder: Path, tmp_path: Path) -> None:
    refused = _run(folder, tmp_path / "home", "--help-me")
    assert refused.returncode == 2
    assert "usage:" in refused.stderr
