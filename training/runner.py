"""One run, from a recipe to a model folder, to be read as a list of steps."""

import time
from collections.abc import Callable
from pathlib import Path

import torch

from engine.config import TransformerConfig
from engine.device import choose_device
from engine.tokenizer import TokenizerPair
from engine.transformer import Transformer, build_transformer
from engine.translation import Cancelled
from training import corpus as corpora
from training.alignment_choice import MAX_PAIRS, choose_alignment_head, learn_translation_table
from training.batches import ExampleMaker, encode_pairs
from training.checkpoint import find_checkpoint
from training.corpus import Corpus
from training.curves import save_curves
from training.disk import saving
from training.evaluation import Scores, evaluate
from training.export import Measured, measure_familiarity, write_model
from training.initialisation import initialise
from training.memory import needing_memory
from training.progress import (
    CorpusRead,
    Evaluated,
    Event,
    Exported,
    Finished,
    ModelBuilt,
    Started,
    Stopped,
    TokenizerLearned,
)
from training.recipe import Recipe
from training.run_folder import Run, append_event, learn_or_load_tokenizers, read_events
from training.trainer import Outcome, Trainer
from training.validator import Validator, search_settings


def carry_out(run: Run, emit: Callable[[Event], None], should_stop: Callable[[], bool]) -> Outcome:
    """Do all that is left of a run: from its recipe, or its newest checkpoint, to a model folder.

    Raises:
        TrainingError: With a sentence for the user; the newest checkpoint stays.
        EngineError: If the device or a tokenizer cannot be used.
    """
    started = time.monotonic()
    recipe = run.recipe
    device = choose_device(run.device)
    checkpoint = find_checkpoint(run.folder / "checkpoints")

    def tell(event: Event) -> None:
        append_event(run.folder, event)
        emit(event)

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
            dropped=corpus.dropped,
        )
    )
    tokenizers = learn_or_load_tokenizers(run, corpus)
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
        should_stop=should_stop,
    )
    if checkpoint is not None:
        trainer.resume(checkpoint)
    began = started - trainer.place.seconds  # as if the run had never been stopped
    outcome = trainer.fit()
    if outcome is Outcome.FINISHED:
        try:
            with needing_memory(recipe.training.batch_size), saving(run.folder):
                trainer.finish()
                seconds = trainer.place.seconds
                export_run(run, corpus, tokenizers, model, seconds, tell, should_stop)
        except Cancelled:
            outcome = Outcome.STOPPED
    last_word = Finished if outcome is Outcome.FINISHED else Stopped
    tell(last_word(step=trainer.place.step, seconds=time.monotonic() - began))
    return outcome


def export_run(
    run: Run,
    corpus: Corpus,
    tokenizers: TokenizerPair,
    model: Transformer,
    seconds: float,
    tell: Callable[[Event], None],
    should_stop: Callable[[], bool],
) -> Path:
    """Measure a finished model, and write its folder into the run's `model/`.

    Raises:
        Cancelled: If should_stop said so; nothing was written.
        OSError: If it cannot be written.
    """
    recipe = run.recipe
    model.eval()
    source_bos, source_eos = recipe.tokenizer.bos_on_source, recipe.tokenizer.eos_on_source
    examples = encode_pairs(
        corpus.train[:MAX_PAIRS], tokenizers, source_bos=source_bos, source_eos=source_eos
    )
    validator = Validator(recipe, tokenizers, corpus.validation)
    table = learn_translation_table(examples, tokenizers.target.vocab_size)
    alignment = choose_alignment_head(model, table, validator.batches)
    familiarity = measure_familiarity(
        model,
        tokenizers.source,
        [pair.source for pair in corpus.validation],
        validator.examples,
        search_settings(recipe, recipe.decoding.beam_size),
        should_stop,
    )
    scores: dict[str, Scores] = {}
    beams = dict.fromkeys((1, recipe.decoding.beam_size))
    for name, pairs in (("validation", corpus.validation), ("test", corpus.test)):
        for beam_size in beams if pairs else ():
            way = "greedy" if beam_size == 1 else f"beam {beam_size}"
            scores[f"{name}, {way}"] = measured = evaluate(
                model,
                tokenizers,
                pairs,
                search_settings(recipe, beam_size),
                source_bos=source_bos,
                source_eos=source_eos,
                target_language=recipe.target_language,
                should_stop=should_stop,
            )
            tell(
                Evaluated(
                    corpus=f"{name}, {way}",
                    metrics=measured.metrics,
                    signatures=measured.signatures,
                )
            )
    name = f"{recipe.source_language}-{recipe.target_language}-{recipe.corpus.kind}"
    folder = run.folder / "model" / name
    write_model(
        folder,
        recipe,
        corpus,
        tokenizers,
        model,
        transformer_config(recipe, tokenizers),
        Measured(
            scores=scores,
            alignment=alignment,
            familiarity=familiarity,
            parameters=count_parameters(model),
            hours=seconds / 3600,
            device=model.device.type,
        ),
    )
    save_curves(read_events(run.folder), run.folder / "curves")
    tell(Exported(path=str(folder)))
    return folder


def transformer_config(recipe: Recipe, tokenizers: TokenizerPair) -> TransformerConfig:
    """Give the shape of the recipe's Transformer for these vocabularies."""
    special = tokenizers.target.special
    return recipe.transformer_config(
        tokenizers.source.vocab_size,
        tokenizers.target.vocab_size,
        pad_id=special.pad,
        bos_id=special.bos,
        eos_id=special.eos,
    )


def build_model(recipe: Recipe, tokenizers: TokenizerPair) -> Transformer:
    """Build the recipe's Transformer for these vocabularies, with its weights as they begin."""
    model = build_transformer(transformer_config(recipe, tokenizers))
    initialise(model, recipe.model.initialisation)
    return model


def count_parameters(model: Transformer) -> int:
    """Count what is learned, shared weights once."""
    return sum(parameter.numel() for parameter in model.parameters())
