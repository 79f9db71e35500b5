"""The end of a run: its best weights measured, described and written as a model folder."""

from collections.abc import Callable
from pathlib import Path

from engine.tokenizer import TokenizerPair
from engine.transformer import Transformer
from training.alignment_choice import MAX_PAIRS, choose_alignment_head, learn_translation_table
from training.batches import encode_pairs
from training.corpus import Corpus
from training.curves import save_curves
from training.evaluation import Scores, evaluate
from training.export import Measured, measure_familiarity, write_model
from training.model_building import count_parameters, transformer_config
from training.progress import Evaluated, Event, Exported
from training.run_folder import Run, read_events
from training.validator import Validator, search_settings


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
