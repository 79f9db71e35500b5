"""What starts the program loads no heavy library: seen from fresh interpreters."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("torch", "spacy", "matplotlib", "numpy", "tokenizers", "sacrebleu", "PySide6")
REPORT = f"""
import sys
sys.stderr.write(" ".join(name for name in {HEAVY!r} if name in sys.modules))
"""


def heavy_after(program: str) -> str:
    """The heavy libraries that are loaded when `program` has run."""
    result = subprocess.run(
        [sys.executable, "-c", program + REPORT],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stderr


@pytest.mark.parametrize(
    "module",
    [
        "engine.errors",
        "engine.config",
        "engine.translation",
        "engine.manifest",
        "engine.folders",
        "engine.model_shelf",
        "training.errors",
        "training.recipe",
        "training.progress",
        "desktop.paths",
        "desktop.prompt",
        "desktop.command",
    ],
)
def test_importing_loads_nothing_heavy(module: str) -> None:
    assert heavy_after(f"import {module}") == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["translate", "--help"],
        ["attention", "--help"],
        ["models", "--help"],
        ["data", "--help"],
        ["recipes", "--help"],
        ["train", "--help"],
        ["evaluate", "--help"],
        ["self-test", "--help"],
    ],
)
def test_asking_for_help_loads_nothing_heavy(arguments: list[str]) -> None:
    program = f"from desktop.command import main\nassert main({arguments!r}) == 0"
    assert heavy_after(program) == ""
