"""One run, from a recipe to a model folder, to be read as a list of steps."""

import time
from collections.abc import Callable
from contextlib import nullcontext

import torch

from engine.device import choose_device
from engine.translation import Cancelled
from training import corpus as corpora
from training.batches import ExampleMaker
from training.checkpoint import find_checkpoint
from training.disk import saving
from training.distributed import ONE, Processes
from training.finishing import export_run
from training.memory import needing_memory
from training.model_building import build_model, count_parameters
from training.orders import Orders
from training.progress import (
    CorpusRead,
    EpochEnded,
    Event,
    Finished,
    Lent,
    ModelBuilt,
    Said,
    Snapshotted,
    Started,
    Stopped,
    TokenizerLearned,
)
from training.run_folder import Run, append_event, learn_or_load_tokenizers, only_here
from training.snapshots import Snapshots
from training.trainer import Outcome, Trainer
from training.validator import Validator


def carry_out(
    run: Run,
    emit: Callable[[Event], None],
    orders: Orders,
    processes: Processes = ONE,
) -> Outcome:
    """Do all that is left of a run: from its recipe, or its newest checkpoint, to a model folder.

    Args:
        run: What to do and where.
        emit: Told of every event.
        orders: What is wished of the run while it goes on.
        processes: Those that carry it out together; the first one alone emits and is asked.

    Raises:
        TrainingError: With a sentence for the user; the newest checkpoint stays.
        EngineError: If the device or a tokenizer cannot be used.
    """
    with only_here(run.folder) if processes.is_first else nullcontext():
        return _carry_out(run, emit, orders, processes)


def _carry_out(
    run: Run, emit: Callable[[Event], None], orders: Orders, processes: Processes
) -> Outcome:
    started = time.monotonic()
    recipe = run.recipe
    device = choose_device(run.device)
    checkpoint = find_checkpoint(run.folder / "checkpoints")

    def tell(event: Event) -> None:
        if not processes.is_first:
            return
        append_event(run.folder, event)
        emit(event)
        if isinstance(event, EpochEnded):
            keep_epoch(event)

    tell(
        Started(
            run=run.name,
            recipe=recipe.name,
            source_language=recipe.source_language,
            target_language=recipe.target_language,
            device=str(device),
            resumed_at=0 if checkpoint is None else checkpoint.step,
        )
    )
    corpus = corpora.read(recipe.corpus, recipe.source_language, recipe.target_language, run.data)
    tell(
        CorpusRead(
            name=corpus.name,
            train=len(corpus.train),
            validation=len(corpus.validation),
            test=len(corpus.test),
            dropped=corpus.num_dropped,
        )
    )
    if not processes.is_first:
        processes.wait()  # until the first has learned them
    tokenizers = learn_or_load_tokenizers(run, corpus)
    if processes.is_first:
        processes.wait()
    tell(
        TokenizerLearned(
            kind=recipe.tokenizer.kind,
            src_vocab_size=tokenizers.source.vocab_size,
            tgt_vocab_size=tokenizers.target.vocab_size,
        )
    )
    torch.manual_seed(recipe.training.seed)
    model = build_model(recipe, tokenizers).to(device)
    tell(ModelBuilt(parameters=count_parameters(model)))
    snapshots = Snapshots(run, corpus, tokenizers)

    def keep_epoch(event: EpochEnded) -> None:
        try:
            path = snapshots.keep_epoch(model, event.epoch)
        except OSError as error:  # not worth a run
            emit(Said(text=f"The weights after epoch {event.epoch} could not be kept: {error}."))
        else:
            tell(Snapshotted(epoch=event.epoch, step=event.step, path=str(path)))

    def lend() -> None:
        with trainer.best_weights_in(model):
            tell(Lent(step=trainer.place.step, path=str(snapshots.lend(model))))

    if not processes.is_first:
        torch.manual_seed(hash((recipe.training.seed, processes.rank)))  # for dropout
    trainer = Trainer(
        model,
        recipe.training,
        d_model=recipe.model.d_model,
        src_pad=tokenizers.source.special.pad,
        tgt_pad=tokenizers.target.special.pad,
        examples=ExampleMaker(recipe, tokenizers, corpus.train),
        validate=Validator(recipe, tokenizers, corpus.validation),
        folder=run.folder,
        emit=tell,
        ask=lambda: orders.next_wish(trainer.place.step, tell, lend),
        processes=processes,
    )
    if checkpoint is not None:
        trainer.resume(checkpoint)
    began = started - trainer.place.seconds  # as if the run had never been stopped
    outcome = trainer.fit()
    if outcome is Outcome.FINISHED and processes.is_first:
        try:
            with needing_memory(recipe.training.batch_size), saving(run.folder):
                trainer.finish()
                seconds = trainer.place.seconds
                export_run(run, corpus, tokenizers, model, seconds, tell, orders.is_stopped)
        except Cancelled:
            outcome = Outcome.STOPPED
    last_word = Finished if outcome is Outcome.FINISHED else Stopped
    tell(last_word(step=trainer.place.step, seconds=time.monotonic() - began))
    return outcome
