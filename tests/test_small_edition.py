"""The small edition: without PyTorch all that translates works, and the rest says what it needs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from engine.errors import FullEditionNeededError
from engine.native.transformer import has_kernel
from engine.pipeline.loaded_model import LoadedModel
from tests.support.foreign_models import write_huggingface_model
from tests.support.marian import write_marian_folder
from tests.support.model_folders import save_toy_model

pytestmark = pytest.mark.skipif(not has_kernel(), reason="the kernel was not built here")

ROOT = Path(__file__).parents[1]

MISSING = ("torch", "torchgen", "spacy", "thinc", "blis", "sacrebleu", "lxml")
"""As `build.spec` leaves them out."""

_START = f"""
import os, sys
sys.modules.update(dict.fromkeys({MISSING}))  # importing them fails, as if they were not there
from desktop.command import main
"""


def run(home: Path, *arguments: str | Path, before: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the command in a fresh interpreter without PyTorch; no failure may be a traceback."""
    program = f"{_START}{before}\nsys.exit(main({[*map(str, arguments)]!r}))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"TRANSLUCENT_HOME": str(home), "PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def refused(home: Path, *arguments: str | Path, before: str = "") -> str:
    """Return what a command says that fails."""
    done = run(home, *arguments, before=before)
    assert done.returncode == 1, done.stdout
    return done.stderr


def test_all_that_translates_works(tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    for arguments in (
        ("translate", "Two dogs are playing in the snow."),
        ("attention", "Two dogs.", "--output", picture),
        ("models", "list"),
        ("recipes", "show", "multi30k-word"),
        ("self-test",),
    ):
        done = run(tmp_path, *arguments)
        assert done.returncode == 0, done.stderr
    assert picture.exists()


def test_it_says_which_edition_it_is(tmp_path: Path) -> None:
    assert "edition: small" in run(tmp_path, "--version").stdout.splitlines()


MEASURED = ("--source", "a", "--reference", "b")


NEEDING = {
    ("train", "reverse"): "Training",
    ("train", "--resume", "none"): "Training",
    ("estimate", "reverse"): "Training",
    ("evaluate", *MEASURED): "Measuring a model",
    ("evaluate-alignment", "--gold", "a"): "Measuring a model",
    ("calibrate", *MEASURED): "Calibrating a model",
    ("synthesize", "--model", "m", "--input", "a", "--output", "b.tsv"): "Making pairs",
    ("models", "export", "en-de-general", "out", "--to", "marian"): (
        "Exporting a model for another program"
    ),
}


def test_what_needs_pytorch_says_so(tmp_path: Path) -> None:
    before = "\n".join(f"print(main({[*arguments]!r}))" for arguments in NEEDING)
    done = run(tmp_path, "--version", before=before)
    assert done.stdout.split()[: len(NEEDING)] == ["1"] * len(NEEDING)
    told = [line for line in done.stderr.splitlines() if line.startswith("translucent: ")]
    for line, task in zip(told, NEEDING.values(), strict=True):
        assert line.startswith(f"translucent: {task} needs the full edition of Translucent.")


def test_the_window_hears_it_of_its_child(tmp_path: Path) -> None:
    done = run(tmp_path, "train", "reverse", "--events")
    (failed,) = (json.loads(line) for line in done.stdout.splitlines()[-1:])
    assert (failed["event"], failed["error"]) == ("failed", "full_edition_needed")


def test_there_is_no_card(tmp_path: Path) -> None:
    told = refused(tmp_path, "translate", "A dog.", "--device", "cuda")
    assert "the small edition of Translucent computes on the processor only" in told


def test_models_do_not_search_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_toy_model(tmp_path / "toy")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(FullEditionNeededError, match="several models together needs the full"):
        LoadedModel.open(tmp_path / "toy", tmp_path / "toy")


def test_a_processor_without_the_kernel_is_told_before_it_translates(tmp_path: Path) -> None:
    before = "import engine.native.transformer as t; t.load_kernel = lambda: None"
    told = refused(tmp_path, "translate", "A dog.", before=before)
    assert "Translating on this processor needs the full edition" in told


def test_an_old_processor_translates_with_the_kernel(tmp_path: Path) -> None:
    """With PyTorch that would be faster there; without, it is all there is."""
    before = "import engine.native.transformer as t; t.load_kernel().best = t.Instructions.BASELINE"
    done = run(tmp_path, "translate", "--model", "en-de-multi30k", "A dog.", before=before)
    assert (done.returncode, done.stdout) == (0, "Ein Hund spielt.\n"), done.stderr


def test_models_of_other_programs_are_imported(tmp_path: Path) -> None:
    write_marian_folder(tmp_path / "marian")
    write_huggingface_model(tmp_path / "huggingface")
    for name in ("marian", "huggingface"):
        languages = ("--from", "en", "--to", "de")
        done = run(tmp_path, "models", "import", tmp_path / name, "--name", name, *languages)
        assert done.returncode == 0, done.stderr
        assert run(tmp_path, "translate", "--model", name, "A dog.").returncode == 0


def test_a_file_of_pytorch_is_not(tmp_path: Path) -> None:
    tensors = write_huggingface_model(tmp_path / "theirs")
    (tmp_path / "theirs" / "model.safetensors").unlink()
    torch.save(tensors, tmp_path / "theirs" / "pytorch_model.bin")
    told = refused(tmp_path, "models", "import", tmp_path / "theirs", "--from", "en", "--to", "de")
    assert "Importing weights in PyTorch's own format needs the full edition" in told


def test_a_model_is_compressed(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "toy")
    target = tmp_path / "smaller"
    done = run(tmp_path, "models", "compress", tmp_path / "toy", "--to", "int8", "--output", target)
    assert done.returncode == 0, done.stderr
