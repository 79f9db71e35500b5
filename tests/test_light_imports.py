"""What starts the program loads no heavy library: seen from fresh interpreters."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from engine.native.transformer import has_kernel

ROOT = Path(__file__).parents[1]

SECONDS = {"torch", "spacy", "matplotlib", "sacrebleu", "sacremoses", "PySide6", "py3langid"}
"""Libraries that take long to load."""
MOMENTS = {"numpy", "tokenizers"}
"""Libraries that take a tenth of a second."""

START = {
    *("PySide6", "shiboken6", "shibokensupport", "safetensors", "tokenizers"),
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
    "unfinished",
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


needs_kernel = pytest.mark.skipif(not has_kernel(), reason="PyTorch computes without the kernel")


@needs_kernel
def test_a_processor_translates_without_pytorch() -> None:
    """Text, its alignment, its doubts, other words, every map, and by two models in a row."""
    program = """
from pathlib import Path
from tempfile import TemporaryDirectory
from desktop.storage.paths import resources
from desktop.workers.engine_loader import join_engines, open_engine
from engine.translation import TranslationRequest
models = resources() / "models"
there, back = (
    open_engine(models / f"{way}-general", "auto", None) for way in ("en-de", "de-en")
)
(sentence,) = there.translate(
    TranslationRequest("The house is old.", with_alignment=True, with_fidelity=True)
).sentences
there.fidelity.check(sentence, back.fidelity)
ids = sentence.hypotheses[0].ids
there.inspector.alternatives(sentence.source, ids, 1)
there.inspector.hypotheses(sentence.source, 3)
there.inspector.attention(sentence.source, ids)
join_engines(there, back).translate(TranslationRequest("The house is old."))
"""
    assert "torch" not in loaded_by(program)


@needs_kernel
def test_commands_translate_and_draw_without_pytorch(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# The house is old.\n", encoding="utf-8")
    program = f"""
from desktop.command import main
assert main(["translate", "The house is old."]) == 0
names = [{str(tmp_path)!r} + "/" + name for name in ("a.md", "b.md", "c.svg")]
assert main(["translate", "--input", names[0], "--output", names[1]]) == 0
assert main(["attention", "The house is old.", "--output", names[2]]) == 0
"""
    assert "torch" not in loaded_by(program)
    assert {path.name for path in tmp_path.iterdir()} == {"a.md", "b.md", "c.svg"}


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
