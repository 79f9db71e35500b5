"""The map on which two directions agree is found, whatever their tokenizers."""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from engine.models.manifest import AlignmentHead, TrainingCorpus, TrainingSummary
from engine.translation import Cancelled
from tests.support.known_maps import PAIRS, trained, with_maps
from tests.support.model_folders import save_toy_model
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.reverse_alignment import agreeing, choose_by_reverse, find_reverses


@pytest.mark.parametrize("kinds", [("blank", "blank"), ("blank", "bpe"), ("bpe", "bpe")])
@pytest.mark.parametrize("is_shifted", [False, True])
@pytest.mark.parametrize(("layer", "head"), [(0, 2), (1, 0)])
def test_the_map_on_which_both_directions_agree_is_chosen(
    monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, str], layer: int, head: int, is_shifted: bool
) -> None:
    wanted = AlignmentHead(layer=layer, head=head, shifted=is_shifted)
    theirs = AlignmentHead(layer=0, head=1, shifted=False)
    forward = with_maps(monkeypatch, kinds[0], wanted, back=False)
    reverse = with_maps(monkeypatch, kinds[1], theirs, back=True)
    found = choose_by_reverse(forward, reverse, PAIRS)
    assert found is not None
    assert found.head == wanted
    assert found.agreement == 1.0


def test_models_that_agree_by_chance_alone_choose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    right = AlignmentHead(layer=0, head=1, shifted=True)
    forward = with_maps(monkeypatch, "blank", right, back=False)
    reverse = with_maps(monkeypatch, "blank", None, back=True)
    assert choose_by_reverse(forward, reverse, PAIRS) is None


def test_without_pairs_there_is_no_choice() -> None:
    model = trained("blank")
    assert choose_by_reverse(model, model, []) is None
    assert (
        choose_by_reverse(model, model, [SentencePair(" ", "ba"), SentencePair("ba", "")]) is None
    )
    assert choose_by_reverse(model, model, [SentencePair("ba " * 300, "ba " * 300)]) is None


def test_the_choice_stops_when_asked_to() -> None:
    model = trained("blank")
    with pytest.raises(Cancelled):
        choose_by_reverse(model, model, PAIRS, lambda: True)


def test_links_agree_where_the_word_looked_at_looks_back() -> None:
    there = np.array([[0, 1, 2], [2, -1, 0], [1, 1, 1]])
    back = np.array([[0, 1, 2], [2, 0, 0], [-1, -1, -1]])
    assert agreeing(there, back).tolist() == [[3, 0, 0], [0, 2, 0], [1, 1, 0]]
    assert agreeing(there, back).tolist() == agreeing(back, there).T.tolist()


# --- a model of the opposite direction ---


def save(folder: Path, source: str, target: str, day: int, corpus: str = "chat") -> Path:
    text = TrainingCorpus(name=corpus, licence="none", pairs=1)
    save_toy_model(
        folder,
        source_language=source,
        target_language=target,
        created=datetime(2026, 1, day, tzinfo=UTC),
        training=TrainingSummary(
            recipe="toy", seed=1, hardware="a test", hours=0.0, corpora=(text,)
        ),
    )
    return folder


def test_models_that_learned_the_same_text_come_first_and_of_those_the_newest(
    tmp_path: Path,
) -> None:
    def found() -> list[Path]:
        folders = [tmp_path / "own", tmp_path / "nowhere", tmp_path / "shipped"]
        return find_reverses(folders, "en", "de", "captions")

    assert found() == []
    save(tmp_path / "own" / "same", "en", "de", 9)
    (tmp_path / "own" / "broken").mkdir()
    (tmp_path / "own" / "broken" / "manifest.json").write_bytes(b"{")
    assert found() == []
    old = save(tmp_path / "shipped" / "a", "de", "en", 2)
    assert found() == [old]
    new = save(tmp_path / "own" / "b", "de", "en", 5)
    middle = save(tmp_path / "own" / "c", "de", "en", 3)
    assert found() == [new, middle, old]
    akin = save(tmp_path / "shipped" / "d", "de", "en", 1, corpus="captions")
    assert found() == [akin, new, middle]
    (tmp_path / "own" / ".hidden").mkdir()
    save(tmp_path / "own" / ".hidden" / "e", "de", "en", 8, corpus="captions")
    assert found() == [akin, new, middle]
