"""The window opens and translates where the user's folders cannot be opened, and says so."""

import json
import subprocess
import sys
from pathlib import Path

from desktop.storage import paths
from tests.support.modes import needs_modes
from tests.support.places import bound_by_modes

pytestmark = needs_modes

LIMIT_SECONDS = 300
"""For how long the program may be at work; then something it waits for does not come."""
PROCESS = """
import json, os, sys
from PySide6.QtCore import QTimer
from desktop import app, startup
from desktop.storage import paths
from desktop.workers import engine_loader
from tests.support.engines import fake_open

class Visited(app.Program):
    def open_window(self):
        super().open_window()
        self.translating.session.translated.connect(self.look_around)
        self.fault_met.connect(lambda error: sys.exit(str(error)))
        self.window.source_pane.type_text("dog")

    def look_around(self, translation):
        if translation.target == "DOG":
            self.translating.history.settle()
            for name in ("history", "files", "models", "add_languages", "glossary", "train"):
                self.window.actions_by_id[name].trigger()
            self.training.listed.connect(self.end)
            self.training.list_all()

    def end(self, runs):
        print(json.dumps([notice.text for notice in self.window.notice_line.notices()]))
        QTimer.singleShot(0, self.window.close)

app.Program = Visited
engine_loader.open_engine = fake_open()
sys.exit(startup.run(paths.folders()))
"""


def told_by_window(home: Path) -> list[str]:
    """Open the window in a home, translate, open every panel, and return its notices."""
    ended = subprocess.run(
        [*bound_by_modes(), sys.executable, "-c", PROCESS],
        cwd=paths.resources().parent,
        env={"HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_SECONDS,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr
    told: list[str] = json.loads(ended.stdout)
    return told


def test_a_folder_without_permission_is_told_with_what_does_not_work(tmp_path: Path) -> None:
    data = tmp_path / ".local" / "share" / "translucent"
    data.mkdir(parents=True)
    kept = data / "glossary.json"
    kept.write_text("{}", encoding="utf-8")
    data.chmod(0)
    try:
        told = told_by_window(tmp_path)
    finally:
        data.chmod(0o700)
    assert told[0] == (
        f"You don't have permission to open the folder {data}. Your history, glossary and "
        "corrections are neither loaded nor saved, and your own models and training runs are not "
        "listed. Give yourself permission to read and write it, then restart Translucent."
    )
    assert [path.name for path in data.iterdir()] == [kept.name]


def test_a_home_without_permission_is_no_reason_not_to_open(tmp_path: Path) -> None:
    tmp_path.chmod(0)
    try:
        told = told_by_window(tmp_path)
    finally:
        tmp_path.chmod(0o700)
    assert told[0].startswith(f"You don't have permission to open the folder {tmp_path}. Your his")
    assert "Your settings are not loaded" in told[0]
    assert not any("Your settings" in text for text in told[1:])


def test_a_file_and_a_dead_link_in_place_of_folders_are_told(tmp_path: Path) -> None:
    config, data = tmp_path / ".config" / "translucent", tmp_path / ".local" / "share"
    for folder in (config.parent, data):
        folder.mkdir(parents=True)
    config.touch()
    (data / "translucent").symlink_to(tmp_path / "gone")
    told = told_by_window(tmp_path)
    assert told[0].startswith(f"{data / 'translucent'} is a link to a folder that does not exist.")
    assert told[1].startswith(f"{config} is not a folder. Your settings are not loaded")
    assert config.is_file()
    assert not (tmp_path / "gone").exists()
