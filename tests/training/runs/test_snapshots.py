"""The weights of a run before its end, as model folders that the engine can use."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.folder import read_model
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from tests.support.runs import PAIRS, tiny_recipe
from training.loop.control import Orders
from training.loop.supervisor import Outcome
from training.loop.weights import load_weights, weights_of
from training.progress import Event, Lent, Message, Order, Snapshotted, Stepped
from training.runs.run_folder import create_run
from training.runs.run_list import list_snapshots
from training.runs.runner import carry_out
from training.runs.snapshots import superfluous


@given(st.sets(st.integers(1, 500), min_size=1), st.integers(2, 30))
def test_what_stays_holds_the_first_and_the_last_and_is_spread_evenly(
    chosen: set[int], most: int
) -> None:
    epochs = sorted(chosen)
    forgotten = superfluous(epochs, most)
    kept = sorted(set(epochs) - set(forgotten))
    assert len(kept) == min(most, len(epochs))
    assert {epochs[0], epochs[-1]} <= set(kept)
    if epochs == list(range(epochs[0], epochs[0] + len(epochs))) and len(kept) > 2:
        gaps = [after - before for before, after in pairwise(kept)]
        assert max(gaps) <= 2 * min(gaps)


def test_thinned_as_they_come_they_never_are_too_many() -> None:
    kept: list[int] = []
    for epoch in range(1, 101):
        kept.append(epoch)
        kept = [one for one in kept if one not in superfluous(kept, 24)]
        assert len(kept) <= 24
    assert (kept[0], kept[-1]) == (1, 100)


def test_each_epoch_is_kept_and_translates(tmp_path: Path, text: Path) -> None:
    recipe = tiny_recipe("corpus.kind=pairs", "training.max_steps=0", "training.max_epochs=3")
    run = create_run(tmp_path / "Übung 1" / "模型", recipe, [text], "cpu")
    events: list[Event] = []
    assert carry_out(run, events.append, Orders()) is Outcome.FINISHED
    kept = [event for event in events if isinstance(event, Snapshotted)]
    assert [event.epoch for event in kept] == [1, 2, 3]
    assert [(one.epoch, one.step) for one in list_snapshots(run.folder)] == [
        (event.epoch, event.step) for event in kept
    ]
    source = PAIRS[0].source
    for event in kept:
        translation = Translator.open(Path(event.path)).translate(TranslationRequest(source))
        assert translation.source == source


def test_the_best_weights_so_far_are_lent_when_they_are_asked_for(
    tmp_path: Path, text: Path
) -> None:
    recipe = tiny_recipe("corpus.kind=pairs")
    events: list[Event] = []
    orders = Orders()
    orders.give(Order.TRY)  # before anything was learned

    def tell(event: Event) -> None:
        events.append(event)
        if isinstance(event, Stepped) and event.step == 1:
            orders.give(Order.TRY)

    unbroken = create_run(tmp_path / "unbroken", recipe, [text], "cpu")
    carry_out(unbroken, lambda _: None, Orders())
    run = create_run(tmp_path / "run", recipe, [text], "cpu")
    assert carry_out(run, tell, orders) is Outcome.FINISHED
    lent = [event for event in events if isinstance(event, Lent)]
    assert lent[0].step == 0
    assert Translator.open(Path(lent[-1].path)).manifest.direction == "qaa → qab"
    weights = [next(f.glob("model/*/weights.safetensors")) for f in (unbroken.folder, run.folder)]
    assert weights[0].read_bytes() == weights[1].read_bytes()


def test_an_epoch_is_kept_with_the_weights_that_were_scored(tmp_path: Path, text: Path) -> None:
    recipe = tiny_recipe(
        *("corpus.kind=pairs", "training.max_steps=0", "training.max_epochs=1"),
        "training.ema_decay=0.9",
    )
    run = create_run(tmp_path / "run", recipe, [text], "cpu")
    assert carry_out(run, lambda _: None, Orders()) is Outcome.FINISHED
    best = load_weights(run.folder / "weights" / "best.safetensors")
    kept = read_model(run.folder / "epochs" / "epoch-0001").model
    for name, tensor in weights_of(kept).items():
        assert tensor.equal(best[name].half().float()), name


@pytest.mark.parametrize(
    "error",
    [OSError(28, "No space left on device"), ValueError("values that are not finite numbers")],
    ids=["disk", "numbers"],
)
def test_what_cannot_be_kept_or_lent_costs_no_run(
    tmp_path: Path, text: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("training.runs.snapshots.write_model", fail)
    recipe = tiny_recipe("corpus.kind=pairs", "training.max_steps=0", "training.max_epochs=3")
    run = create_run(tmp_path / "run", recipe, [text], "cpu")
    events: list[Event] = []
    orders = Orders()
    orders.give(Order.TRY)
    assert carry_out(run, events.append, orders) is Outcome.FINISHED
    said = [event.text for event in events if isinstance(event, Message)]
    assert said.count(f"The model cannot be tried now: {error}.") == 1
    assert [text for text in said if "could not be saved for later viewing" in text] == [
        f"The weights after epoch 1 could not be saved for later viewing: {error}."
    ]
    assert not [event for event in events if isinstance(event, Snapshotted | Lent)]


def test_large_models_keep_fewer_epochs(
    tmp_path: Path, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.runs.snapshots.MOST_BYTES", 1)
    recipe = tiny_recipe("corpus.kind=pairs", "training.max_steps=0", "training.max_epochs=4")
    run = create_run(tmp_path / "run", recipe, [text], "cpu")
    assert carry_out(run, lambda _: None, Orders()) is Outcome.FINISHED
    assert [one.epoch for one in list_snapshots(run.folder)] == [1, 4]
