"""What starts the program loads no heavy library: seen from fresh interpreters."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]

SECONDS = {"torch", "spacy", "matplotlib", "sacrebleu", "sacremoses", "PySide6", "py3langid"}
"""Libraries that take long to load."""
MOMENTS = {"numpy", "tokenizers"}
"""Libraries that take a tenth of a second."""

START = {
    *("PySide6", "shiboken6", "shibokensupport", "numpy", "safetensors", "tokenizers"),
    *("pydantic", "pydantic_core", "annotated_types", "typing_extensions", "typing_inspection"),
    *("platformdirs", "filelock", "cachetools"),
}
"""All installed packages that may be imported before the window is painted."""

PLAIN_MODULES = (
    "engine.errors",
    "engine.nn.config",
    "engine.translation",
    "engine.models.manifest",
    "engine.folders",
    "engine.text.language_detection",
    "training.errors",
    "training.recipe",
    "training.preflight",
    "training.progress",
    "desktop.storage.paths",
    "desktop.platform.display",
    "desktop.platform.single_instance",
    "desktop.command",
)
VERBS = (
    "app",
    "translate",
    "attention",
    "models",
    "data",
    "recipes",
    "train",
    "evaluate",
    "evaluate-alignment",
    "calibrate",
    "self-test",
)


def loaded_by(program: str) -> set[str]:
    """The packages that are loaded when a fresh interpreter has run `program`."""
    report = (
        'import sys\nsys.stderr.write(" ".join(name.partition(".")[0] for name in sys.modules))'
    )
    result = subprocess.run(
        [sys.executable, "-c", f"{program}\n{report}"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return set(result.stderr.split())


def test_plain_modules_load_nothing_heavy() -> None:
    loaded = loaded_by(f"import {', '.join(PLAIN_MODULES)}")
    assert loaded & (SECONDS | MOMENTS) == set()


def test_looking_for_models_loads_nothing_slow() -> None:
    loaded = loaded_by("import engine.models.installation, engine.models.archive")
    assert loaded & SECONDS == set()


def test_the_window_is_painted_with_nothing_slow_but_qt(tmp_path: Path) -> None:
    program = f"""
from pathlib import Path
from PySide6.QtWidgets import QApplication
from desktop import startup
from desktop.app import Program
from engine.folders import Folders
home = Path({str(tmp_path)!r})
application = QApplication(["translucent", "-platform", "offscreen"])
program = Program(application, Folders(*[home / str(number) for number in range(7)]), None)
program.open_window()
program.window.painted.connect(application.quit)
application.exec()
program.close()
"""
    loaded = loaded_by(program)
    assert loaded & SECONDS == {"PySide6"}
    installed = set(packages_distributions()) - {"desktop", "training", "engine"}
    # A name more, and the start is slower for everybody.
    assert loaded & installed - loaded_by("") <= START


def test_a_later_start_loads_not_even_qt(tmp_path: Path) -> None:
    program = f"""
import os
from desktop import command
from desktop.platform import single_instance
os.environ.update(QT_QPA_PLATFORM="offscreen", TRANSLUCENT_HOME={str(tmp_path)!r})
single_instance._wait = lambda lock, request: None  # the window that is open has taken it
first = single_instance.claim(command.paths.folders().data / "window")
assert first is not None
assert command.main(["app", "a.txt"]) == 0
"""
    assert loaded_by(program) & (SECONDS | MOMENTS) == set()


def test_asking_for_help_loads_nothing_slow() -> None:
    questions = [["--help"], ["--version"], *([verb, "--help"] for verb in VERBS)]
    loaded = loaded_by(
        f"from desktop.command import main\nassert not any(map(main, {questions!r}))"
    )
    assert loaded & SECONDS == set()
