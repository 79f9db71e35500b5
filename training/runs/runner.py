"""Carry out a run, from a recipe to a model folder; read it from top to bottom."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace

import torch

from engine.device import choose_device
from engine.errors import EngineError, ModelFolderError
from engine.models.validation import check
from engine.translatable import translatable
from engine.translation import Cancelled
from training.corpus.corpus import read_corpus
from training.errors import TrainingError
from training.examples.batches import Batching
from training.examples.example_pool import prepared_ahead
from training.examples.examples import ExampleMaker
from training.loop.checkpoint import Checkpoint, find_checkpoint
from training.loop.control import Orders
from training.loop.distributed import SINGLE_PROCESS, Processes
from training.loop.initialisation import build_model, count_parameters, start_from
from training.loop.optimizer import fit_warmup
from training.loop.supervisor import Outcome, Supervisor
from training.loop.trainer import Trainer
from training.loop.validator import Validator
from training.model_settings import TrainingSettings
from training.progress import (
    CorpusRead,
    Event,
    Exported,
    Failed,
    Finished,
    Message,
    ModelBuilt,
    Reported,
    Started,
    Stopped,
    TokenizerLearned,
)
from training.recipe import Recipe
from training.report.run_story import RunStory, read_story
from training.runs.estimate import most_steps
from training.runs.finalize import export_run
from training.runs.run_folder import (
    Run,
    append_event,
    changed_settings,
    check_text,
    learn_or_load_tokenizers,
    only_here,
)
from training.runs.snapshots import Snapshots
from training.system.disk import saving
from training.system.memory import let_memory_grow, needing_memory


def carry_out(
    run: Run, emit: Callable[[Event], None], orders: Orders, processes: Processes = SINGLE_PROCESS
) -> Outcome:
    """Carry out a run from its recipe or its newest checkpoint to a model folder.

    For a finished run, only report its result again.

    Args:
        run: The run to carry out.
        emit: Called with every event.
        orders: Orders to the run.
        processes: All processes of the run; only the first emits events and takes orders.

    Raises:
        TrainingError: With a sentence for the user; the newest checkpoint stays.
        EngineError: If the device or a tokenizer cannot be used.
    """
    with only_here(run.folder) if processes.is_first else nullcontext():
        result = processes.share(_result_of(run))
        if result:
            for event in result if processes.is_first else ():
                emit(event)
            return Outcome.FINISHED
        try:
            return _carry_out(run, emit, orders, processes)
        except (TrainingError, EngineError) as error:
            if processes.is_first:
                with suppress(TrainingError):  # such as that of a disk that is full
                    append_event(run.folder, Failed.of(error))
            raise


def _result_of(run: Run) -> list[Event]:
    """Return the events that report a finished run's result; none if its model is damaged."""
    story = read_story(run.folder)
    started, last_word, model = story.started, story.last_word, story.model
    if started is None or model is None or not isinstance(last_word, Finished):
        return []
    try:
        check(model)
    except ModelFolderError:
        return []
    again = Message.of(translatable("Message", "This run is already finished; its model is ready."))
    events: list[Event] = [replace(started, resumed_at=last_word.step), again]
    events += (*story.evaluated, *story.compared, *story.contrasted)
    if story.likened is not None:
        events.append(story.likened)
    if story.report is not None:
        events.append(Reported(path=str(story.report)))
    return [*events, Exported(path=str(model)), last_word]


def _carry_out(
    run: Run, emit: Callable[[Event], None], orders: Orders, processes: Processes
) -> Outcome:
    started = time.monotonic()
    recipe = run.recipe
    let_memory_grow()
    device = torch.device(choose_device(run.device))
    if run.first_model is not None:
        run.first_model.read_manifest(run.folder)  # raises if it has changed
    before = read_story(run.folder)
    checkpoint = find_checkpoint(run.folder / "checkpoints")

    def record(event: Event) -> None:
        """Append an event to the run's file, and pass it on."""
        if processes.is_first:
            append_event(run.folder, event)
            emit(event)

    record(
        Started(
            run=run.name,
            recipe=recipe.name,
            source_language=recipe.source_language,
            target_language=recipe.target_language,
            device=str(device),
            resumed_at=0 if checkpoint is None else checkpoint.step,
            first_model="" if run.first_model is None else run.first_model.folder.name,
        )
    )
    if processes.is_first:
        for message in _surprises(run, before, checkpoint):
            record(message)
    corpus = read_corpus(
        recipe.corpus, recipe.source_language, recipe.target_language, run.data, run.excluded
    )
    record(
        CorpusRead(
            name=corpus.name,
            train=len(corpus.train),
            validation=len(corpus.validation),
            test=len(corpus.test),
            dropped=corpus.num_dropped,
            unknown_origins=corpus.unknown_origins,
        )
    )
    if processes.is_first:
        check_text(run, corpus)
    else:
        processes.wait()  # until the first has learned them
    tokenizers = learn_or_load_tokenizers(run, corpus)
    if processes.is_first:
        processes.wait()
    record(
        TokenizerLearned(
            kind=recipe.tokenizer.kind,
            src_vocab_size=tokenizers.source.vocab_size,
            tgt_vocab_size=tokenizers.target.vocab_size,
        )
    )
    torch.manual_seed(recipe.training.seed)
    with needing_memory(recipe.training.batch_size):
        model = build_model(recipe, tokenizers)
        model.to(device)
        pull = None
        if run.first_model is not None:
            pull = start_from(model, run.first_model.folder, recipe.fine_tuning)
    record(ModelBuilt(parameters=count_parameters(model)))
    snapshots = Snapshots(run, corpus, tokenizers, record)

    if not processes.is_first:
        torch.manual_seed(hash((recipe.training.seed, processes.rank)))  # for dropout
    maker = ExampleMaker(recipe, tokenizers, corpus.train, corpus.weights)
    settings = _fitted_settings(recipe, maker, record)
    trainer = Trainer(model, settings, emit=record, processes=processes, pull=pull)
    place = trainer.place
    with prepared_ahead(maker) as examples:
        supervisor = Supervisor(
            trainer,
            examples,
            validate=Validator(recipe, tokenizers, corpus.validation, corpus.validation_parts),
            folder=run.folder,
            emit=record,
            next_action=orders.next_action,
            keep_epoch=snapshots.keep_epoch,
            try_model=snapshots.write_trial,
            is_trained=run.first_model is not None,
        )
        if checkpoint is not None:
            supervisor.resume(checkpoint)
        began = started - place.seconds  # as if the run had never been stopped
        outcome = supervisor.fit()
    if outcome is Outcome.FINISHED and processes.is_first:
        try:
            with needing_memory(recipe.training.batch_size), saving(run.folder):
                supervisor.best.put_final()
                export_run(run, corpus, tokenizers, model, place, record, orders.is_stopped)
        except Cancelled:
            outcome = Outcome.STOPPED
    last_word = Finished if outcome is Outcome.FINISHED else Stopped
    record(last_word(step=place.step, seconds=time.monotonic() - began))
    return outcome


def _surprises(run: Run, before: RunStory, checkpoint: Checkpoint | None) -> Iterator[Message]:
    """Yield what the user should know about a resumed run that has changed since it stopped."""
    if isinstance(before.last_word, Finished):
        yield Message.of(
            translatable(
                "Message", "The model of this run is missing or damaged. It is built again."
            )
        )
    if checkpoint is None and before.parameters:
        yield Message.of(
            translatable(
                "Message",
                "The checkpoints of this run are missing. It starts again from the beginning.",
            )
        )
    if checkpoint is not None and checkpoint.damaged:
        yield Message.of(
            translatable(
                "Message",
                "The newest checkpoint is damaged. The run continues from step {step:,}, where "
                "an earlier one was saved ({problem}).",
            ),
            step=checkpoint.step,
            problem=checkpoint.damaged,
        )
    for name in changed_settings(run.folder):
        yield Message.of(
            translatable(
                "Message",
                "{file} has changed since the run was started. The run continues with what it "
                "says now.",
            ),
            file=name,
        )


def _fitted_settings(
    recipe: Recipe, maker: ExampleMaker, tell: Callable[[Event], None]
) -> TrainingSettings:
    """Return a recipe's settings, with a warm-up that fits a small text.

    Recipes that reproduce a published training stay as they are, and so do those for text of
    several shards, which has enough steps.
    """
    settings = recipe.training
    is_limited = settings.max_steps or settings.max_epochs
    if recipe.reproduces or maker.num_shards > 1 or not is_limited:
        return settings
    batching = Batching(settings.batch_kind, settings.batch_size, settings.drop_last)
    batches = batching.epoch_to_learn(maker(0), settings.seed, 0)
    num_steps = most_steps(recipe, math.ceil(len(batches) / settings.accumulation))
    fitted = fit_warmup(settings, num_steps)
    if fitted is not settings:
        tell(
            Message.of(
                translatable(
                    "Message",
                    "This text leaves {steps} steps. The learning rate rises over {warmup} of "
                    "them, not over {wished}.",
                ),
                steps=num_steps,
                warmup=fitted.warmup_steps,
                wished=settings.warmup_steps,
            )
        )
    return fitted
