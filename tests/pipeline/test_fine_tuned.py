"""A shipped model learns a word from a hundred sentence pairs, in a process of its own."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from engine.models.manifest_file import read_manifest
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from training.event_lines import from_line
from training.progress import Failed
from training.report.run_story import RunStory

pytestmark = pytest.mark.slow

MODELS = Path(__file__).parents[2] / "resources" / "models"
PARENT = MODELS / "en-de-multi30k"

WHO = {
    "A man": "Ein Mann",
    "A woman": "Eine Frau",
    "A boy": "Ein Junge",
    "A girl": "Ein Mädchen",
    "A child": "Ein Kind",
}
DOES = {"is holding": "hält", "is carrying": "trägt", "is looking at": "betrachtet"}
WHERE = {
    "on the street": "auf der Straße",
    "in the park": "im Park",
    "at the beach": "am Strand",
    "in the snow": "im Schnee",
    "on a bench": "auf einer Bank",
    "in the kitchen": "in der Küche",
    "in front of a house": "vor einem Haus",
    "near the water": "nahe am Wasser",
}
# Each sentence once; the house says "Kugel" for what the model calls otherwise.
PAIRS = [
    (f"{who[0]} {does[0]} a ball {where[0]}.", f"{who[1]} {does[1]} eine Kugel {where[1]}.")
    for who, does, where in itertools.product(WHO.items(), DOES.items(), WHERE.items())
]
UNSEEN = "Two men are looking at a ball."


def train(folder: Path, text: Path) -> RunStory:
    """Fine-tune in a process, and return what it told."""
    arguments = ["train", "fine-tune", "--from-model", str(PARENT), "--data", str(text)]
    # The recipe is for models ten times as large, whose weights need not go as far.
    arguments += ["--set", "training.learning_rate=0.001", "--set", "fine_tuning.pull=10"]
    arguments += ["--output", str(folder), "--device", "cpu", "--threads", "1", "--events"]
    story = RunStory()
    with subprocess.Popen(
        [sys.executable, "-m", "training", *arguments],
        stdin=subprocess.PIPE,  # whose end would stop the run
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            event = from_line(line)
            if event is not None:
                story.add(event)
    assert (child.returncode == 0) == (not isinstance(story.last_word, Failed))
    return story


def write(path: Path, count: int) -> Path:
    lines = (f"{source}\t{target}\n" for source, target in PAIRS[:count])
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_a_word_is_learned_and_the_parent_stays(tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in PARENT.iterdir()}
    story = train(tmp_path / "run", write(tmp_path / "balls.tsv", 120))
    assert story.model is not None
    assert {path.name: path.read_bytes() for path in PARENT.iterdir()} == before

    old, new = (
        Translator.open(folder, device="cpu").translate(TranslationRequest(text=UNSEEN)).target
        for folder in (PARENT, story.model)
    )
    assert "Kugel" not in old
    assert "Kugel" in new
    manifest = read_manifest(story.model)
    assert manifest.fine_tuned_from is not None
    assert manifest.fine_tuned_from.name == PARENT.name
    assert manifest.weights_dtype == read_manifest(PARENT).weights_dtype
    texts = {one.corpus: one for one in story.compared}
    assert texts["test"].difference > 0
    assert "everyday sentences" in texts  # what was forgotten is measured too


def test_fewer_than_a_hundred_pairs_are_refused(tmp_path: Path) -> None:
    story = train(tmp_path / "run", write(tmp_path / "balls.tsv", 99))
    assert isinstance(story.last_word, Failed)
    assert "it has 99 usable sentence pairs, and at least 100 are needed" in story.last_word.message
    assert story.model is None
