"""What each way to read attention is worth, on models whose right map is known."""

import pytest

from engine.models.manifest import AlignmentHead
from tests.support.known_maps import FORWARD, HEADS, LAYERS, PAIRS, trained, with_maps
from training.corpus_formats.gold_alignments import GoldAlignments
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.alignment_evaluation import AlignmentReport, ModelMaps, score_alignments

SURE = frozenset(
    (pair, target, source)
    for pair, order in enumerate(FORWARD)
    for target, source in enumerate(order)
)
GOLD = GoldAlignments(tuple(PAIRS), SURE, frozenset())
READS = AlignmentHead(layer=0, head=2, shifted=True)
WRITES = AlignmentHead(layer=1, head=0, shifted=False)


def report_of(
    forward: ModelMaps, reverse: ModelMaps | None = None, gold: GoldAlignments = GOLD
) -> AlignmentReport:
    report = score_alignments(forward, gold, reverse)
    assert report is not None
    return report


@pytest.mark.parametrize("kind", ["blank", "bpe"])
@pytest.mark.parametrize("right", [READS, WRITES])
def test_the_map_that_is_right_is_best_and_without_an_error(
    monkeypatch: pytest.MonkeyPatch, kind: str, right: AlignmentHead
) -> None:
    report = report_of(ModelMaps(with_maps(monkeypatch, kind, right, back=False), right))
    assert report.pairs == len(PAIRS)
    best = report.best_shifted if right.shifted else report.best_unshifted
    other = report.best_unshifted if right.shifted else report.best_shifted
    assert best.head == right
    assert best.score.error_rate == 0
    assert report.chosen == best
    assert other.score.error_rate > 0.5
    assert other.head.shifted is not right.shifted


def test_every_map_is_scored_once_and_the_best_are_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    report = report_of(ModelMaps(with_maps(monkeypatch, "blank", READS, back=False), None))
    heads = [scored.head for scored in report.maps]
    assert len(heads) == len(set(heads)) == 2 * LAYERS * (HEADS + 1)
    assert report.naive in report.maps
    assert report.naive.head == AlignmentHead(layer=LAYERS - 1, head=None, shifted=False)
    for best in (report.best_unshifted, report.best_shifted):
        same = [one for one in report.maps if one.head.shifted == best.head.shifted]
        assert best.score.error_rate == min(one.score.error_rate for one in same)
    assert report.chosen is None
    assert report.symmetrised == {}
    assert report.symmetrised_best is None


def test_two_models_that_are_right_stay_right_together(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = AlignmentHead(layer=0, head=1, shifted=True)
    forward = ModelMaps(with_maps(monkeypatch, "blank", READS, back=False), READS)
    reverse = ModelMaps(with_maps(monkeypatch, "bpe", theirs, back=True), theirs)
    report = report_of(forward, reverse)
    assert list(report.symmetrised) == ["intersection", "union", "grow-diag"]
    assert all(score.error_rate == 0 for score in report.symmetrised.values())
    assert report.symmetrised_best is not None
    assert report.symmetrised_best.error_rate == 0


def test_what_both_say_is_surer_and_what_either_says_is_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The forward model links by chance, the reverse as it should."""
    wrong = AlignmentHead(layer=1, head=1, shifted=True)
    forward = ModelMaps(with_maps(monkeypatch, "blank", READS, back=False), wrong)
    reverse = ModelMaps(with_maps(monkeypatch, "blank", READS, back=True), READS)
    report = report_of(forward, reverse)
    both, either, grown = (
        report.symmetrised[name] for name in ("intersection", "union", "grow-diag")
    )
    assert report.chosen is not None
    assert both.precision == 1 > report.chosen.score.precision > 0
    assert either.recall == 1 > report.chosen.score.recall
    assert both.links < grown.links < either.links
    assert both.recall <= grown.recall <= either.recall


def test_without_a_chosen_map_only_the_best_are_made_one(monkeypatch: pytest.MonkeyPatch) -> None:
    forward = ModelMaps(with_maps(monkeypatch, "blank", READS, back=False), READS)
    reverse = ModelMaps(with_maps(monkeypatch, "blank", READS, back=True), None)
    report = report_of(forward, reverse)
    assert report.symmetrised == {}
    assert report.symmetrised_best is not None


def test_pairs_that_are_passed_over_have_no_part_in_the_score() -> None:
    model = ModelMaps(trained("blank"), None)
    long = SentencePair("ba " * 300, "ba " * 300)
    more = GoldAlignments((*PAIRS, long), SURE | {(len(PAIRS), 0, 0)}, frozenset())
    assert report_of(model, gold=more) == report_of(model)
    assert (
        score_alignments(model, GoldAlignments((long,), frozenset({(0, 0, 0)}), frozenset()))
        is None
    )
