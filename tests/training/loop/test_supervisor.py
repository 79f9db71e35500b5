"""A run goes on as if it had never been broken off, stops when it should, and keeps its best."""

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import torch
from torch import Tensor

from engine.nn.transformer import Transformer
from tests.support.model_folders import tree
from tests.support.runs import (
    EVERYTHING,
    PAIRS,
    TinyRun,
    assert_equal_to_the_bit,
    tiny_recipe,
    tiny_run,
    validations,
)
from training.errors import CheckpointError, DeviceMemoryError, LossDivergedError, RecipeError
from training.examples.batches import Batch
from training.examples.examples import ExampleMaker, Examples
from training.loop.checkpoint import find_checkpoint, state_tensors
from training.loop.control import Action
from training.loop.place import Place
from training.loop.supervisor import Outcome
from training.loop.trainer import StartedStep
from training.loop.validator import Validation
from training.loop.weights import load_weights, weights_of
from training.progress import (
    Checkpointed,
    EpochEnded,
    Event,
    Message,
    Paused,
    Resumed,
    Sampled,
    Stepped,
    Validated,
)

LASTING = (EpochEnded, Validated, Sampled)
"""What is told no matter when a run was broken off; reports and checkpoints go by the clock."""


def lasting(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, LASTING)]


def all_state(run: TinyRun) -> dict[str, Tensor]:
    """Return all tensors a run goes on from."""
    return state_tensors(run.trainer)


# --- exact resume ---


@pytest.mark.parametrize("stops", [(5,), (4,), (1, 2, 9)], ids=["mid-epoch", "epoch end", "often"])
@pytest.mark.parametrize("every", [0, 3], ids=["validated by epoch", "validated by step"])
def test_ten_steps_are_some_and_a_stop_and_the_rest_to_the_bit(
    tmp_path: Path, stops: tuple[int, ...], every: int
) -> None:
    recipe = tiny_recipe(*EVERYTHING, f"training.validate_every={every}")
    unbroken = tiny_run(tmp_path / "unbroken", recipe)
    assert unbroken.fit() is Outcome.FINISHED
    expected = all_state(unbroken)
    assert unbroken.place.epoch == 2  # stops at 5 lie in the middle of the second

    told: list[Event] = []
    for stop in stops:
        part = tiny_run(tmp_path / "broken", recipe, stop_at=stop)
        assert part.fit() is Outcome.STOPPED
        assert part.place.step == stop
        told += part.events
        torch.manual_seed(99)
    rest = tiny_run(tmp_path / "broken", recipe)
    assert rest.fit() is Outcome.FINISHED
    told += rest.events

    assert_equal_to_the_bit(all_state(rest), expected)
    assert lasting(told) == lasting(unbroken.events)
    assert rest.place.step == 10
    weights = {name: tree(tmp_path / name / "weights") for name in ("unbroken", "broken")}
    assert weights["broken"] == weights["unbroken"]
    for run in (unbroken, rest):
        run.supervisor.best.put_final()
    assert_equal_to_the_bit(weights_of(rest.trainer.model), weights_of(unbroken.trainer.model))


@pytest.mark.parametrize("factor", [3.0, 0.3])
def test_a_run_goes_on_in_the_number_format_that_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, factor: float
) -> None:
    recipe = tiny_recipe("training.max_steps=6", "training.precision=bf16")
    monkeypatch.setattr("training.loop.precision.speed_of_bfloat16", lambda _: factor)
    unbroken = tiny_run(tmp_path / "unbroken", recipe)
    unbroken.fit()
    assert unbroken.place.precision == ("bf16" if factor > 1 else "float32")
    tiny_run(tmp_path / "broken", recipe, stop_at=2).fit()
    monkeypatch.setattr("training.loop.precision.speed_of_bfloat16", lambda _: 1 / factor)
    rest = tiny_run(tmp_path / "broken", recipe)
    rest.fit()
    assert_equal_to_the_bit(all_state(rest), all_state(unbroken))
    assert not [event for event in rest.told(Message) if "bfloat16" in str(event)]


class KilledError(Exception):
    """Stands for a kill: nothing after it is done."""


def fit_until_killed(run: TinyRun, when: Callable[[Place], bool]) -> None:
    """Train until the run is killed."""

    def kill() -> Action:
        if when(run.place):
            raise KilledError
        return Action.STEP

    run.supervisor.next_action = kill
    with pytest.raises(KilledError):
        run.fit()


def test_what_was_done_after_the_last_checkpoint_is_done_again_alike(tmp_path: Path) -> None:
    recipe = tiny_recipe(*EVERYTHING, "training.checkpoint_every=3", "training.validate_every=2")
    unbroken = tiny_run(tmp_path / "unbroken", recipe)
    unbroken.fit()
    expected = all_state(unbroken)

    fit_until_killed(tiny_run(tmp_path / "killed", recipe), lambda place: place.step == 8)
    resumed = tiny_run(tmp_path / "killed", recipe)
    assert resumed.place.step == 6
    resumed.fit()
    assert_equal_to_the_bit(all_state(resumed), expected)
    figures = (EpochEnded, Validated)
    later = [e for e in unbroken.events if isinstance(e, figures) and e.step > 6]
    assert [e for e in resumed.events if isinstance(e, figures)] == later
    assert tree(tmp_path / "killed" / "weights") == tree(tmp_path / "unbroken" / "weights")


def test_a_finished_run_that_is_resumed_has_nothing_left_to_do(tmp_path: Path) -> None:
    first = tiny_run(tmp_path, tiny_recipe())
    first.fit()
    again = tiny_run(tmp_path, tiny_recipe())
    assert again.fit() is Outcome.FINISHED
    assert lasting(again.events) == []
    assert_equal_to_the_bit(all_state(again), all_state(first))


@pytest.mark.parametrize(
    "changes",
    [("model.d_model=16",), ("training.ema_decay=0.9",), ("model.num_decoder_layers=2",)],
    ids=str,
)
def test_a_checkpoint_of_another_recipe_is_refused(
    tmp_path: Path, changes: tuple[str, ...]
) -> None:
    tiny_run(tmp_path, tiny_recipe("training.max_steps=1")).fit()
    with pytest.raises(CheckpointError, match="step-00000001 does not fit the run's recipe"):
        tiny_run(tmp_path, tiny_recipe(*changes))


def test_a_state_of_another_version_is_refused(tmp_path: Path) -> None:
    tiny_run(tmp_path, tiny_recipe("training.max_steps=1")).fit()
    path = tmp_path / "checkpoints" / "step-00000001" / "state.json"
    state = json.loads(path.read_text(encoding="utf-8"))
    del state["state_sha256"]
    state["place"]["worst"] = state["place"].pop("worse")
    path.write_text(json.dumps(state), encoding="utf-8")
    with pytest.raises(CheckpointError, match="does not fit the run's recipe"):
        tiny_run(tmp_path, tiny_recipe())


# --- the same run whatever is looked at ---


def test_the_same_seed_gives_the_same_run_and_another_seed_another(tmp_path: Path) -> None:
    runs = [
        tiny_run(tmp_path / str(index), tiny_recipe(*EVERYTHING, f"training.seed={seed}"))
        for index, seed in enumerate((1, 1, 2))
    ]
    states = []
    for run in runs:
        torch.manual_seed(run.trainer.settings.seed)
        run.fit()
        states.append(all_state(run))
    assert_equal_to_the_bit(states[1], states[0])
    assert not torch.equal(states[2]["model.output.bias"], states[0]["model.output.bias"])


def test_validation_leaves_the_training_untouched(tmp_path: Path) -> None:
    def nosy(model: Transformer) -> Validation:
        assert not model.training
        return Validation(loss=float(torch.rand(())))

    states = []
    for every in (1, 7):
        recipe = tiny_recipe(*EVERYTHING, f"training.validate_every={every}")
        run = tiny_run(tmp_path / str(every), recipe, validate=nosy)
        run.fit()
        states.append(all_state(run))
    assert_equal_to_the_bit(states[1], states[0])


def test_what_is_validated_and_kept_with_a_running_mean_is_the_mean(tmp_path: Path) -> None:
    seen: list[dict[str, Tensor]] = []

    def watch(model: Transformer) -> Validation:
        seen.append({name: tensor.clone() for name, tensor in weights_of(model).items()})
        return Validation(loss=-len(seen))

    run = tiny_run(tmp_path, tiny_recipe("training.ema_decay=0.9"), validate=watch)
    run.fit()
    assert run.trainer.mean is not None
    assert_equal_to_the_bit(seen[-1], run.trainer.mean.values)
    assert_equal_to_the_bit(load_weights(tmp_path / "weights" / "best.safetensors"), seen[-1])
    assert not torch.equal(seen[-1]["output.bias"], weights_of(run.trainer.model)["output.bias"])


def test_accumulated_batches_are_the_larger_batch(tmp_path: Path) -> None:
    shapes = (("8", "2"), ("16", "1"))
    runs = []
    for size, accumulation in shapes:
        recipe = tiny_recipe(f"training.batch_size={size}", f"training.accumulation={accumulation}")
        run = tiny_run(tmp_path / size, recipe)
        run.trainer.model.double()
        run.fit()
        runs.append(run)
    for name, weight in weights_of(runs[0].trainer.model).items():
        expected = weights_of(runs[1].trainer.model)[name]
        torch.testing.assert_close(weight, expected, atol=1e-6, rtol=0)
    first, second = (run.place for run in runs)
    assert (first.step, first.epoch, first.group) == (second.step, second.epoch, second.group)


# --- where it ends ---


def test_an_epoch_is_all_pairs_and_its_end_is_told(tmp_path: Path) -> None:
    run = tiny_run(tmp_path, tiny_recipe("training.max_steps=0", "training.max_epochs=3"))
    assert run.fit() is Outcome.FINISHED
    assert run.place.step == 3 * len(PAIRS) / 8
    ends = run.told(EpochEnded)
    assert [(end.step, end.epoch) for end in ends] == [(5, 1), (10, 2), (15, 3)]
    assert all(end.perplexity == pytest.approx(math.exp(end.loss)) for end in ends)
    assert ends[2].loss < ends[0].loss
    validated = run.told(Validated)
    assert [event.epoch for event in validated] == [1, 2, 3]
    assert all(event.perplexity == pytest.approx(math.exp(event.loss)) for event in validated)


@pytest.mark.parametrize("stop", [0, 3, 5, 7, 10])
def test_epochs_are_counted_with_the_share_of_the_last(tmp_path: Path, stop: int) -> None:
    run = tiny_run(tmp_path, tiny_recipe(), stop_at=stop)
    run.fit()
    steps_an_epoch = len(PAIRS) / 8
    assert run.place.epochs == pytest.approx(stop / steps_an_epoch)
    assert tiny_run(tmp_path, tiny_recipe()).place.epochs == run.place.epochs


def test_the_last_epoch_is_ended_where_the_steps_end_with_it(tmp_path: Path) -> None:
    run = tiny_run(tmp_path, tiny_recipe("training.average_checkpoints=2"))
    run.fit()
    assert [e.step for e in run.told(EpochEnded)] == [5, 10]
    kept = {path.name for path in (tmp_path / "weights").iterdir()}
    assert kept == {"best.safetensors", "epoch-0001.safetensors", "epoch-0002.safetensors"}


def test_a_run_of_some_steps_ends_in_the_middle_of_an_epoch_and_validates_what_it_has(
    tmp_path: Path,
) -> None:
    run = tiny_run(tmp_path, tiny_recipe("training.max_steps=7"))
    run.fit()
    assert [e.step for e in run.told(Validated)] == [5, 7]
    assert [e.step for e in run.told(Checkpointed)] == [0, 7]


def test_a_run_stops_when_validations_no_longer_get_better(tmp_path: Path) -> None:
    recipe = tiny_recipe("training.max_steps=0", "training.patience=2", "training.validate_every=2")
    run = tiny_run(tmp_path, recipe, validate=validations(3, 2, 2.5, 1.5, 1.5, 1.6))
    assert run.fit() is Outcome.FINISHED
    told = run.told(Validated)
    assert [event.step for event in told] == [2, 4, 6, 8, 10, 12]
    assert [event.is_best for event in told] == [True, True, False, True, False, False]
    assert (run.place.best, run.place.best_step) == (1.5, 8)


def test_the_wish_to_stop_is_followed_at_the_next_step_and_saved(tmp_path: Path) -> None:
    run = tiny_run(tmp_path, tiny_recipe(), stop_at=3)
    assert run.fit() is Outcome.STOPPED
    assert isinstance(run.events[-1], Checkpointed)
    checkpoint = find_checkpoint(tmp_path / "checkpoints")
    assert checkpoint is not None
    assert checkpoint.step == run.events[-1].step == 3


def test_a_paused_run_is_saved_and_its_best_weights_can_be_tried(tmp_path: Path) -> None:
    run = tiny_run(tmp_path, tiny_recipe("training.ema_decay=0.9", "training.validate_every=2"))
    actions = [*[Action.STEP] * 3, Action.PAUSE, Action.TRY, Action.RESUME]
    run.supervisor.next_action = lambda: actions.pop(0) if actions else Action.STEP
    tried: list[tuple[int, dict[str, Tensor]]] = []

    def write(model: Transformer, step: int) -> None:
        tried.append((step, {name: tensor.clone() for name, tensor in weights_of(model).items()}))

    run.supervisor.try_model = write
    assert run.fit() is Outcome.FINISHED
    told = [event for event in run.events if isinstance(event, Paused | Resumed | Checkpointed)]
    assert [type(event) for event in told[1:4]] == [Checkpointed, Paused, Resumed]
    assert [event.step for event in told[1:4]] == [3, 3, 3]
    ((step, weights),) = tried
    assert step == 2
    unbroken = tiny_run(
        tmp_path / "unbroken", tiny_recipe("training.ema_decay=0.9", "training.max_steps=2")
    )
    unbroken.fit()
    assert unbroken.trainer.mean is not None
    assert_equal_to_the_bit(weights, unbroken.trainer.mean.values)


def test_the_wish_to_finish_outlasts_a_stop(tmp_path: Path) -> None:
    first = tiny_run(tmp_path, tiny_recipe())
    first.supervisor.next_action = lambda: Action.FINISH if first.place.step == 3 else Action.STEP
    assert first.fit() is Outcome.FINISHED
    again = tiny_run(tmp_path, tiny_recipe())  # what comes after it was broken off
    before = all_state(again)
    assert again.fit() is Outcome.FINISHED
    assert again.place.step == 3
    assert not again.told(Validated)
    assert_equal_to_the_bit(all_state(again), before)


def test_a_run_that_finishes_before_its_first_step_has_weights_too(tmp_path: Path) -> None:
    run = tiny_run(tmp_path, tiny_recipe())
    run.supervisor.next_action = lambda: Action.FINISH
    assert run.fit() is Outcome.FINISHED
    run.supervisor.best.put_final()
    assert run.place.step == 0
    assert len(run.told(Validated)) == 1


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (("corpus.max_length=2",), "corpus.max_length: leaves no training pair"),
        (
            ("training.drop_last=true", "training.batch_size=41"),
            "training.drop_last: leaves no batch from the 40 training pairs",
        ),
    ],
)
def test_a_recipe_that_leaves_nothing_to_learn_from_says_so(
    tmp_path: Path, settings: tuple[str, ...], says: str
) -> None:
    with pytest.raises(RecipeError, match=says):
        tiny_run(tmp_path, tiny_recipe(*settings)).fit()


# --- what goes wrong ---


def test_a_recipe_with_fewer_steps_an_epoch_does_not_fit_a_checkpoint_beyond_them(
    tmp_path: Path,
) -> None:
    tiny_run(tmp_path, tiny_recipe(), stop_at=4).fit()
    with pytest.raises(CheckpointError, match="is 4 steps into an epoch of 1"):
        tiny_run(tmp_path, tiny_recipe("training.batch_size=40")).fit()


def test_too_little_memory_to_go_on_is_no_fault_of_the_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny_run(tmp_path, tiny_recipe(), stop_at=2).fit()

    def is_full(*_: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr("training.loop.checkpoint.put_optimizer_state", is_full)
    with pytest.raises(DeviceMemoryError):
        tiny_run(tmp_path, tiny_recipe())


def test_a_loss_that_is_no_number_ends_the_run_and_the_last_checkpoint_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tiny_run(tmp_path, tiny_recipe("training.checkpoint_every=2"))
    make = ExampleMaker.__call__

    def spoil(maker: ExampleMaker, epoch: int, shard: int = 0) -> Examples:
        if epoch == 1:
            with torch.no_grad():
                run.trainer.model.output.weight.fill_(math.nan)
        return make(maker, epoch, shard)

    monkeypatch.setattr(ExampleMaker, "__call__", spoil)
    with pytest.raises(LossDivergedError, match="at step 6 the loss was no longer a number"):
        run.fit()
    checkpoint = find_checkpoint(tmp_path / "checkpoints")
    assert checkpoint is not None
    assert checkpoint.step == 4
    assert all(tensor.isfinite().all() for tensor in checkpoint.tensors().values())
    best = load_weights(tmp_path / "weights" / "best.safetensors")
    assert all(tensor.isfinite().all() for tensor in best.values())


def test_a_validation_that_is_no_number_ends_the_run_too(tmp_path: Path) -> None:
    run = tiny_run(
        tmp_path,
        tiny_recipe("training.validate_every=2"),
        validate=validations(3.0, *[math.nan] * 4),
    )
    with pytest.raises(LossDivergedError, match="at step 2"):
        run.fit()
    assert (tmp_path / "weights" / "best.safetensors").exists()


def diverging_at(run: TinyRun, step: int, times: int) -> None:
    """Let a step's loss be no number, so often."""
    start = run.trainer.start
    left = iter(range(times))

    def spoiled(number: int, batches: Sequence[Batch], progress: float) -> StartedStep:
        if number == step and next(left, None) is not None:
            raise LossDivergedError(step)
        return start(number, batches, progress)

    run.trainer.start = spoiled  # type: ignore[method-assign, assignment]  # a loss that is no number


def test_after_a_divergence_it_goes_on_from_the_last_checkpoint_at_half_the_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.loop.place.REPORT_SECONDS", 0.0)
    recipe = tiny_recipe("training.checkpoint_every=3")
    plain = tiny_run(tmp_path / "plain", recipe)
    plain.fit()
    run = tiny_run(tmp_path / "run", recipe)
    diverging_at(run, 5, times=1)
    assert run.fit() is Outcome.FINISHED
    (said,) = [event.text for event in run.told(Message)]
    assert said == (
        "At step 5 the loss was no longer a number. The run went back to step 3 and "
        "continues with 0.5 times the recipe's learning rate."
    )
    rates = [
        {e.step: e.learning_rate for e in each.events if isinstance(e, Stepped)}
        for each in (plain, run)
    ]
    assert {step: rate / rates[0][step] for step, rate in rates[1].items()} == pytest.approx(
        {step: 1.0 if step <= 3 else 0.5 for step in range(1, 11)}
    )


def test_a_run_killed_after_a_divergence_ends_in_the_same_weights(tmp_path: Path) -> None:
    recipe = tiny_recipe(*EVERYTHING, "training.checkpoint_every=3")
    unbroken = tiny_run(tmp_path / "unbroken", recipe)
    diverging_at(unbroken, 5, times=2)
    unbroken.fit()
    killed = tiny_run(tmp_path / "killed", recipe)
    diverging_at(killed, 5, times=1)
    fit_until_killed(killed, lambda place: place.step == 4 and place.setbacks > 0)
    resumed = tiny_run(tmp_path / "killed", recipe)
    diverging_at(resumed, 5, times=1)
    assert resumed.fit() is Outcome.FINISHED
    assert resumed.place.rate_factor == 0.25
    assert_equal_to_the_bit(all_state(resumed), all_state(unbroken))


def test_a_run_that_diverges_before_its_first_checkpoint_begins_again(tmp_path: Path) -> None:
    run = tiny_run(tmp_path, tiny_recipe())
    diverging_at(run, 1, times=3)
    assert run.fit() is Outcome.FINISHED
    assert run.place.rate_factor == 0.125


@pytest.mark.parametrize("is_killed", [False, True])
def test_the_best_weights_outlast_a_divergence(tmp_path: Path, *, is_killed: bool) -> None:
    recipe = tiny_recipe("training.checkpoint_every=4", "training.validate_every=2")
    losses = iter([3.0, 2.0, 0.5])

    def validate(_: Transformer) -> Validation:
        return Validation(loss=next(losses, 1.9))

    run = tiny_run(tmp_path, recipe, validate=validate)
    diverging_at(run, 7, times=1)
    if is_killed:
        fit_until_killed(run, lambda place: place.setbacks > 0)
        run = tiny_run(tmp_path, recipe, validate=validate)
    assert run.fit() is Outcome.FINISHED
    assert (run.place.best, run.place.best_step) == (0.5, 6)
    unbroken = tiny_run(tmp_path / "unbroken", tiny_recipe("training.max_steps=6"))
    unbroken.fit()
    best = run.supervisor.best.load()
    assert_equal_to_the_bit(best, weights_of(unbroken.trainer.model))


def test_what_diverges_ever_again_at_one_place_is_given_up(tmp_path: Path) -> None:
    run = tiny_run(tmp_path, tiny_recipe("training.checkpoint_every=3"))
    diverging_at(run, 5, times=4)
    with pytest.raises(LossDivergedError, match="at step 5 the loss was no longer a number"):
        run.fit()
    assert find_checkpoint(tmp_path / "checkpoints") is not None


def test_divergences_at_different_places_are_counted_apart(tmp_path: Path) -> None:
    run = tiny_run(tmp_path, tiny_recipe("training.checkpoint_every=1"))
    diverging_at(run, 3, times=2)
    diverging_at(run, 7, times=3)
    assert run.fit() is Outcome.FINISHED
    assert run.place.rate_factor == 2**-5


@pytest.mark.parametrize("what", ["step", "validation"])
def test_too_little_memory_has_its_own_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    run = tiny_run(tmp_path, tiny_recipe())
    run.fit()

    def fail(*_: object) -> None:
        torch.empty(1 << 60, dtype=torch.uint8)

    more = tiny_run(tmp_path, tiny_recipe("training.max_steps=20"))
    if what == "step":
        monkeypatch.setattr(more.trainer, "start", fail)
    else:
        monkeypatch.setattr(more.supervisor.best, "validate", fail)
    with pytest.raises(DeviceMemoryError, match="batches of 8 tokens do not fit"):
        more.fit()
    checkpoint = find_checkpoint(tmp_path / "checkpoints")
    assert checkpoint is not None
    assert checkpoint.step == 10
