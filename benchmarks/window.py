"""How soon the window is there: from the start of the process, medians of several runs.

python -m benchmarks.window [RUNS]

Each run is a process of its own, with a home of its own and the shipped model, on the offscreen
platform. `bare` is an empty Qt window of the same Python: what cannot be undercut.
"""

import json
import os
import subprocess
import sys
import tempfile
from statistics import median

BARE = """
import time, sys; begun = time.time()
from PySide6.QtWidgets import QApplication, QMainWindow
import json
application = QApplication([])
class Window(QMainWindow):
    def paintEvent(self, event):
        application.quit()
window = Window(); window.show(); application.exec()
sys.stdout.write(json.dumps({"painted": time.time() - begun}))
"""

OURS = """
import time, sys; begun = time.time()
import json
from PySide6.QtWidgets import QApplication
from desktop import app
from desktop.storage import paths
from desktop.workers import engine_loader
sys.setswitchinterval(app.SWITCH_INTERVAL)
application = QApplication([])
program = app.Program(application, paths.folders(), engine_loader.open_engine)
moments = {}
def note(name):
    moments.setdefault(name, time.time() - begun)
program.open_window()
program.window.painted.connect(lambda: note("painted"))
program.translating.session.loaded.connect(lambda model: note("ready"))
def translated(translation):
    if translation.sentences:
        note("caption")
        program.window.close()
        application.quit()
program.translating.session.translated.connect(translated)
program.window.source_pane.set_plain_text("Two dogs are playing in the snow.")
program.translating.session.translate_now("Two dogs are playing in the snow.")
application.exec()
program.close()
sys.stdout.write(json.dumps(moments))
"""

MOMENTS = {
    "painted": "window painted",
    "ready": "model ready",
    "caption": "first caption translated",
}


def run(program: str) -> dict[str, float]:
    """Run a program in a process and a home of its own, and give the moments it tells."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "TRANSLUCENT_HOME": home, "QT_QPA_PLATFORM": "offscreen"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
        result = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    moments: dict[str, float] = json.loads(result.stdout)
    return moments


def main() -> None:
    """Print the medians, ours beside the bare window, run in turns."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    run(OURS)  # compiles what is not, and brings the files into memory
    pairs = [(run(BARE), run(OURS)) for _ in range(runs)]
    bare = median(first["painted"] for first, _ in pairs)
    print(f"{'bare Qt window painted':<28}{bare:6.2f} s")
    for moment, name in MOMENTS.items():
        seconds = median(ours[moment] for _, ours in pairs)
        print(f"{name:<28}{seconds:6.2f} s  {seconds / bare:5.1f} times the bare window")


if __name__ == "__main__":
    main()
