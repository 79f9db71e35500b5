"""How far a fine-tuned model moved from its parent, where no general text has references."""

from pathlib import Path

import pytest

from engine.translation import Cancelled
from tests.support.translators import save_subword_model
from training.evaluation.likeness import general_sentences, liken
from training.evaluation.trained_model import TrainedModel


def test_general_sentences_are_those_at_hand() -> None:
    everyday, german = general_sentences("de")
    assert everyday == "everyday sentences"
    assert len(german) > 50
    examples, french = general_sentences("fr-CA")
    assert examples == "example sentences"
    assert any("est" in sentence.split() for sentence in french)
    assert general_sentences("qaa") == ("", ())


@pytest.fixture
def model(tmp_path: Path) -> TrainedModel:
    save_subword_model(tmp_path / "one", decoding={"beam_size": 1, "max_length": 8})
    return TrainedModel.of_folder(tmp_path / "one")


def test_a_model_that_changed_nothing_agrees_with_its_parent(model: TrainedModel) -> None:
    likened = liken(model, model, "fr", lambda: False)
    assert likened is not None
    assert likened.chrf == pytest.approx(100)
    assert likened.old_name == "one"
    assert likened.sentences == len(general_sentences("fr")[1])
    assert "nrefs:1" in likened.signature
    assert "version:" in likened.signature


def test_without_sentences_nothing_is_told(model: TrainedModel) -> None:
    assert liken(model, model, "qaa", lambda: False) is None


def test_it_can_be_stopped(model: TrainedModel) -> None:
    with pytest.raises(Cancelled):
        liken(model, model, "fr", lambda: True)
