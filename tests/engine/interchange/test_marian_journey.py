"""A model that Marian trained, on its way: imported, used, looked into, and back to Marian."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.attention.export import save_grid
from engine.attention.views import make_view
from engine.interchange.exporting import export_model
from engine.interchange.importing import import_model
from engine.pipeline.notices import repeated
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from tests.support.marian import (
    Vocabularies,
    marian_translations,
    toy_pairs,
    train_marian_folder,
)

pytestmark = pytest.mark.slow

TEXTS = [source for source, _ in toy_pairs(30, seed=5)]


def plain(pieces: str) -> str:
    """Return the text of pieces that Marian wrote."""
    return pieces.replace(" ", "").replace("▁", " ").strip()


def trained(folder: Path, vocabularies: Vocabularies) -> dict[str, str]:
    """Let Marian train a model; return what it translates, but for texts where it runs in circles.

    There this program searches again.
    """
    pytest.importorskip("_pymarian")
    train_marian_folder(folder, vocabularies, updates=150)
    found = zip(TEXTS, marian_translations(folder, TEXTS), strict=True)
    targets = {text: plain(pieces) for text, (pieces, _) in found}
    kept = {text: target for text, target in targets.items() if not repeated(text, target)}
    assert len(kept) >= 20
    return kept


@pytest.mark.parametrize("vocabularies", ["joint.spm", "joint.yml"])
def test_a_model_goes_from_marian_to_here_and_back(
    tmp_path: Path, vocabularies: Vocabularies
) -> None:
    theirs = tmp_path / "toy-en-de"
    expected = trained(theirs, vocabularies)
    archive = Path(shutil.make_archive(str(theirs), "zip", theirs))

    ours = import_model(archive, tmp_path / "models", dtype="float32")
    assert ours == tmp_path / "models" / "toy-en-de"
    translator = Translator.open(ours, device="cpu")
    found = {text: translator.translate(TranslationRequest(text)) for text in expected}
    assert {text: translation.target for text, translation in found.items()} == expected

    for translation in found.values():
        (sentence,) = translation.sentences
        shown = translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)
        view = make_view(shown, "cross", unit="words")
        np.testing.assert_allclose(np.asarray(view.weights).sum(-1), 1.0, atol=1e-3)
    rows, columns = ([item.label for item in items] for items in (view.rows, view.columns))
    save_grid(tmp_path / "map.png", view.weights, rows, columns, title="Cross attention")
    assert (tmp_path / "map.png").stat().st_size > 1000

    export_model(ours, tmp_path / "back", "marian")
    returned = marian_translations(tmp_path / "back", list(expected))
    assert [plain(pieces) for pieces, _ in returned] == list(expected.values())


def fine_tuned(model: Path, run: Path) -> Path:
    """Teach a model other translations, in a process of its own; return the new model."""
    text = run.with_suffix(".tsv")
    pairs = ((source, " ".join(reversed(target.split()))) for source, target in toy_pairs(400, 9))
    text.write_text("".join(f"{source}\t{target}\n" for source, target in pairs), encoding="utf-8")
    settings = ("training.max_steps=60", "training.learning_rate=0.001", "fine_tuning.pull=0")
    command = [sys.executable, "-m", "training", "train", "fine-tune", "--from-model", str(model)]
    command += ["--data", str(text), "--output", str(run), "--device", "cpu", "--threads", "1"]
    command += [word for setting in settings for word in ("--set", setting)]
    subprocess.run(command, check=True, capture_output=True)
    (folder,) = (run / "model").iterdir()
    return folder


def test_what_it_learned_here_marian_translates_too(tmp_path: Path) -> None:
    pytest.importorskip("_pymarian")
    train_marian_folder(tmp_path / "toy-en-de", "joint.spm", updates=150)
    parent = import_model(tmp_path / "toy-en-de", tmp_path / "models", dtype="float32")
    child = fine_tuned(parent, tmp_path / "run")
    before, after = (
        [Translator.open(folder).translate(TranslationRequest(text)).target for text in TEXTS]
        for folder in (parent, child)
    )
    assert before != after
    export_model(child, tmp_path / "back", "marian")
    returned = [plain(pieces) for pieces, _ in marian_translations(tmp_path / "back", TEXTS)]
    compared = [place for place, text in enumerate(TEXTS) if not repeated(text, returned[place])]
    assert len(compared) >= 20
    assert [after[place] for place in compared] == [returned[place] for place in compared]


def test_in_8_bits_it_translates_nearly_the_same(tmp_path: Path) -> None:
    expected = trained(tmp_path / "toy-en-de", "joint.spm")
    translator = Translator.open(import_model(tmp_path / "toy-en-de", tmp_path / "models"))
    found = {text: translator.translate(TranslationRequest(text)).target for text in expected}
    same = sum(found[text] == target for text, target in expected.items())
    assert same >= 0.75 * len(expected)
