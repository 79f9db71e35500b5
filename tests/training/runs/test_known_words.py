"""A finished training says which words its model knows well, where somebody will ask for them."""

from pathlib import Path

import pytest

from engine.models.manifest import KNOWN_WORDS_FILE
from engine.models.manifest_file import read_manifest
from engine.models.stored_model import read_known_words
from engine.models.validation import check
from engine.tokenizers.subword import HINT_TAGS
from tests.support.runs import tiny_recipe
from tests.support.translators import save_subword_model
from training.examples.frequent_words import OFTEN
from training.first_model import complete
from training.loop.control import Orders
from training.loop.supervisor import Outcome
from training.recipe import Recipe, load_recipe
from training.runs import finalize
from training.runs.run_folder import create_run
from training.runs.runner import carry_out

SETTINGS = (
    "corpus.kind=pairs",
    "corpus.min_pairs=0",
    "training.max_epochs=0",
    "training.max_steps=2",
    "decoding.beam_size=1",
    "decoding.max_length=10",
)
SCRATCH = (
    *SETTINGS,
    "source_language=en",
    "target_language=de",
    "tokenizer.kind=bpe",
    "tokenizer.vocab_size=300",
    "tokenizer.joint=true",
)


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """Return a text with "bicycle" often enough, and "ladder" once too seldom."""
    folder = tmp_path / "text"
    folder.mkdir()
    lines = [f"{n}: a bicycle\t{n}: ein Fahrrad\n" for n in range(OFTEN)]
    lines += [f"{n}: a ladder\t{n}: eine Leiter\n" for n in range(OFTEN - 1)]
    for name in ("train", "val", "test"):
        (folder / f"{name}.tsv").write_text("".join(lines if name == "train" else lines[:3]))
    return folder


def trained(folder: Path, recipe: Recipe, text: Path, first_model: Path | None = None) -> Path:
    run = create_run(folder, recipe, [text], "cpu", first_model=first_model)
    assert carry_out(run, lambda _: None, Orders()) is Outcome.FINISHED
    (model,) = (folder / "model").iterdir()
    return model


def known(model: Path) -> set[str] | None:
    words = read_known_words(model, check(model))
    return None if words is None else {*words.words}


def test_what_reads_hints_says_which_words_were_often_in_its_text(
    tmp_path: Path, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = trained(tmp_path / "first", tiny_recipe(*SCRATCH, "augmentation.hints=0.5"), text)
    assert known(first) == {"a", "bicycle"}
    assert KNOWN_WORDS_FILE in read_manifest(first).files
    monkeypatch.setattr(finalize, "texts_at_hand", lambda *_: {})
    lines = [f"{n}: the ladders\t{n}: die Leitern\n" for n in range(OFTEN)]
    (text / "train.tsv").write_text("".join(lines))
    recipe = complete(load_recipe("fine-tune").override(SETTINGS), first)
    second = trained(tmp_path / "second", recipe, text, first)
    assert known(second) == {"a", "bicycle", "the", "ladders"}


def test_what_reads_no_hints_says_nothing(tmp_path: Path, text: Path) -> None:
    model = trained(tmp_path / "plain", tiny_recipe(*SCRATCH), text)
    assert known(model) is None
    assert not (model / KNOWN_WORDS_FILE).exists()


def test_what_began_with_a_model_whose_words_are_unknown_says_nothing(
    tmp_path: Path, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finalize, "texts_at_hand", lambda *_: {})
    save_subword_model(tmp_path / "older", tags=HINT_TAGS)
    recipe = complete(load_recipe("fine-tune").override(SETTINGS), tmp_path / "older")
    assert known(trained(tmp_path / "run", recipe, text, tmp_path / "older")) is None
