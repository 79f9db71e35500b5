"""The window works where there is no network: nothing ever asks for a socket."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.storage import paths

LIMIT_SECONDS = 300
"""For how long the program may be at work; then something it waits for does not come."""
PROCESS = """
import sys
from pathlib import Path

asked = []

def watch(event, arguments):
    if event.startswith("socket."):
        asked.append(event)
        raise OSError("there is no network")

sys.addaudithook(watch)

from PySide6.QtCore import QTimer
from desktop import app, startup
from tests.support.windows import home_folders

CAPTION = "Two dogs are running."
home = Path(sys.argv[1])
(home / "captions.txt").write_text(CAPTION, encoding="utf-8")
said = {}

class Busy(app.Program):
    def open_window(self):
        super().open_window()
        self.translating.session.translated.connect(self.take)
        self.drawer.drawn.connect(self.take_drawing)
        self.files.finished.connect(lambda _, result: self.note("file", result.target.read_text()))
        self.translating.history.entries_changed.connect(self.take_entries)
        for name in ("history", "attention", "add_languages"):
            self.window.actions_by_id[name].trigger()
        self.window.source_pane.type_text(CAPTION)

    def take(self, translation):
        if translation.target and "text" not in said:
            self.note("text", translation.target)
            self.translating.history.settle()
            self.files.add([home / "captions.txt"])

    def take_drawing(self, drawing):  # a lambda would run on the drawing thread
        self.note("map", drawing.request.place)

    def take_entries(self, entries):
        if entries:
            self.note("history", entries[0].target)

    def note(self, what, text):
        said[what] = text
        if len(said) == 4:
            QTimer.singleShot(0, self.window.close)

app.Program = Busy
status = startup.run(home_folders(home))
assert said["text"] == said["file"] == said["history"], said
assert asked == [], asked
print(*sorted(said))
sys.exit(status)
"""


@pytest.mark.slow
def test_text_map_file_and_history_need_no_network(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROCESS, str(tmp_path)],
        cwd=paths.resources().parent,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_SECONDS,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split() == ["file", "history", "map", "text"]
