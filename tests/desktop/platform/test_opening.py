"""What the system opens for us begins in the environment that was there before us."""

import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from desktop.platform.opening import foreign_environment, open_outside

OURS = "/opt/Über all/Translucent/_internal"

on_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the other systems do it themselves"
)


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a packaged program."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", OURS, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", OURS)
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)


@pytest.mark.usefixtures("frozen")
def test_what_points_into_our_folder_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_PLUGIN_PATH", f"{OURS}/PySide6/Qt/plugins")
    monkeypatch.setenv("FONTCONFIG_FILE", f"{OURS}/fallback/fonts.conf")
    monkeypatch.setenv("XDG_DATA_DIRS", os.pathsep.join(["/usr/share", f"{OURS}/share", ""]))
    monkeypatch.setenv("NEAR", f"{OURS}-and-more")
    environment = foreign_environment()
    assert not environment.keys() & {"LD_LIBRARY_PATH", "QT_PLUGIN_PATH", "FONTCONFIG_FILE"}
    assert environment["XDG_DATA_DIRS"] == os.pathsep.join(["/usr/share", ""])
    assert environment["NEAR"] == f"{OURS}-and-more"


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize("before", ["/opt/lib", ""])
def test_what_was_there_before_is_back(monkeypatch: pytest.MonkeyPatch, before: str) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    environment = foreign_environment()
    assert environment.get("LD_LIBRARY_PATH", "") == before
    assert "LD_LIBRARY_PATH_ORIG" not in environment


def test_from_source_nothing_is_changed() -> None:
    assert foreign_environment() == dict(os.environ)


@on_linux
@pytest.mark.usefixtures("frozen")
def test_a_packaged_program_lends_nobody_its_libraries(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said, opener = tmp_path / "said", tmp_path / "xdg-open"
    tell = f'echo "$1|${{LD_LIBRARY_PATH-none}}" > "{said}.part"'
    opener.write_text(f'#!/bin/sh\n{tell}\nmv "{said}.part" "{said}"\n')
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert open_outside(Path("/home/somebody/Ünal done.txt"))
    qtbot.waitUntil(said.exists)
    assert said.read_text() == "/home/somebody/Ünal done.txt|none\n"


@on_linux
@pytest.mark.usefixtures("frozen")
def test_where_there_is_nothing_that_opens_files_it_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not open_outside(tmp_path)


def test_from_source_qt_opens_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[QUrl] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    assert open_outside(tmp_path)
    assert opened == [QUrl.fromLocalFile(str(tmp_path))]
