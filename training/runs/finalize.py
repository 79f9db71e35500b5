"""End a run: measure its best weights, write them as a model folder, compare, report.

If it is interrupted, the run resumes from its last checkpoint and does all of this again. The
model is written before it is compared with another: that takes long, and may fail for the other's
sake.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.errors import ModelFolderError
from engine.models.known_words import KnownWords, pack_words
from engine.models.manifest import AlignmentHead, Calibration, Familiarity, Manifest
from engine.models.manifest_file import read_manifest
from engine.models.stored_model import read_known_words
from engine.nn.transformer import Transformer
from engine.tokenizers.hints import reads_hints
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translatable import translatable
from training.built_in_texts import EVERYDAY_LANGUAGES
from training.corpus.corpus import Corpus
from training.evaluation.alignment_choice import (
    MAX_PAIRS,
    choose_alignment_head,
    learn_translation_table,
)
from training.evaluation.calibration import calibrate
from training.evaluation.comparison import compare_models, texts_at_hand, warnings_of, way
from training.evaluation.likeness import liken
from training.evaluation.reverse_alignment import ReverseChoice, choose_by_reverse, find_reverses
from training.evaluation.scores import Scores
from training.evaluation.trained_model import TrainedModel
from training.examples.examples import encode_pairs, fit_length
from training.examples.frequent_words import frequent_words
from training.loop.initialisation import count_parameters, transformer_config
from training.loop.place import Place
from training.loop.validator import Validator, search_settings
from training.progress import Compared, Evaluated, Event, Exported, Likened, Message, Reported
from training.report.curves import save_curves
from training.report.run_story import read_story
from training.report.writer import write_report
from training.runs.export import Measured, measure_familiarity, write_model
from training.runs.run_folder import Run, command_of

SHIPPED_MODELS = Path(__file__).resolve().parents[2] / "resources" / "models"

Tell = Callable[[Event], None]
ShouldStop = Callable[[], bool]


def export_run(
    run: Run,
    corpus: Corpus,
    tokenizers: TokenizerPair,
    model: Transformer,
    place: Place,
    tell: Tell,
    should_stop: ShouldStop,
) -> Path:
    """Measure a finished model, write its folder into the run's `model/`, and a report of the run.

    Args:
        run: The run.
        corpus: Its text.
        tokenizers: Of the model.
        model: With its best weights.
        place: How far the run went.
        tell: Called with scores and all else that is found.
        should_stop: Asked before every token of a search.

    Raises:
        Cancelled: If should_stop said so; the run can be resumed.
        OSError: If something cannot be written.
    """
    recipe = run.recipe
    tell(_times_seen(corpus, place.epochs))
    model.eval()
    parent = None if run.first_model is None else run.first_model.read_manifest(run.folder)
    search = search_settings(recipe, recipe.decoding.beam_size)
    if parent is not None:
        search = replace(search, is_narrowing=parent.decoding.is_narrowing)
    trained = TrainedModel(
        name=recipe.model_name,
        model=model,
        tokenizers=tokenizers,
        target_language=recipe.target_language,
        search=search,
    )
    if parent is not None and parent.alignment is not None:
        alignment, rule = parent.alignment, f"{parent.name}, which it was fine-tuned from, has it"
    else:
        validator = Validator(recipe, tokenizers, corpus.validation)
        alignment, rule = _choose_alignment(run, corpus, trained, validator, tell, should_stop)
    sources = [pair.source for pair in corpus.validation]
    familiarity = measure_familiarity(trained, sources, should_stop)
    if parent is not None and parent.familiarity is not None:
        familiarity = _widest(familiarity, parent.familiarity)
    calibration = calibrate(trained, corpus.validation, should_stop)
    if parent is not None and parent.calibration is not None:
        calibration = _best_founded(calibration, parent.calibration)
    scores = _measure(corpus, trained, tell, should_stop)
    measured = Measured(
        scores={f"{name}, {way(beam)}": score for (name, beam), score in scores.items()},
        alignment=alignment,
        alignment_rule=rule,
        familiarity=familiarity,
        calibration=calibration,
        calibrated_for=parent.name
        if parent is not None and calibration is parent.calibration
        else "",
        known_words=_known_words(run, corpus, tokenizers, parent),
        parameters=count_parameters(model),
        hours=place.seconds / 3600,
        epochs=place.epochs,
        device=model.device.type,
        command=command_of(run),
    )
    folder = run.folder / "model" / trained.name

    def write(measured: Measured) -> None:
        config = transformer_config(recipe, tokenizers)
        write_model(folder, recipe, corpus, tokenizers, model, config, measured, parent=parent)

    write(measured)
    comparisons = _compare(run, corpus, trained, scores, tell, should_stop)
    likened = None if run.first_model is None else _liken(run, trained, tell, should_stop)
    if comparisons:
        write(replace(measured, comparisons=tuple(comparisons), likened=likened))  # for its card
    story = read_story(run.folder)
    save_curves(story.course, run.folder / "curves")
    tell(Reported(path=str(write_report(run.folder, recipe, story, read_manifest(folder)))))
    tell(Exported(path=str(folder)))
    return folder


def _times_seen(corpus: Corpus, epochs: float) -> Message:
    """Say how often a training pair was seen, and where that differs by its origin."""
    by_weight = sorted(corpus.origins, key=lambda origin: origin.weight)
    if not by_weight or by_weight[0].weight == by_weight[-1].weight:
        weight = by_weight[0].weight if by_weight else 1.0
        return Message.of(
            translatable("Message", "Each pair was seen {times:.1f} times."), times=epochs * weight
        )
    return Message.of(
        translatable(
            "Message",
            "Pairs were seen {least:.1f} times ({rarest}) to {most:.1f} times ({commonest}) on "
            "average. The model card lists all origins.",
        ),
        least=epochs * by_weight[0].weight,
        rarest=by_weight[0].name,
        most=epochs * by_weight[-1].weight,
        commonest=by_weight[-1].name,
    )


def _widest(own: Familiarity, parents: Familiarity) -> Familiarity:
    """Return limits within which everything is familiar that was familiar to either model."""
    return Familiarity(
        min_mean_log_prob=min(own.min_mean_log_prob, parents.min_mean_log_prob),
        max_pieces_per_word=max(own.max_pieces_per_word, parents.max_pieces_per_word),
    )


def _best_founded(own: Calibration | None, parents: Calibration) -> Calibration:
    """Return the calibration that was fitted to more words; a hundred pairs have too few."""
    return parents if own is None or own.words < parents.words else own


def _known_words(
    run: Run, corpus: Corpus, tokenizers: TokenizerPair, parent: Manifest | None
) -> KnownWords | None:
    """Return the words that the model knows well; None if it reads no hints or they are unknown."""
    if not reads_hints(tokenizers.source):
        return None
    before: frozenset[str] = frozenset()
    if run.first_model is not None and parent is not None:
        theirs = read_known_words(run.first_model.folder, parent)
        if theirs is None:
            return None
        before = theirs.words
    sources = (pair.source for pair in corpus.train)
    return KnownWords(pack_words(frequent_words(sources, before)))


def _choose_alignment(
    run: Run,
    corpus: Corpus,
    trained: TrainedModel,
    validator: Validator,
    tell: Tell,
    should_stop: ShouldStop,
) -> tuple[AlignmentHead, str]:
    """Choose the map that links words, and say why it: by a reverse model, or by IBM model 1."""
    recipe = run.recipe
    folders = [_beside(run, "models"), SHIPPED_MODELS]
    if run.replaces is not None:
        folders.insert(0, run.replaces.parent)
    choices: list[tuple[ReverseChoice, str]] = []
    for reverse in find_reverses(
        folders, recipe.source_language, recipe.target_language, corpus.name
    ):
        try:
            rival = TrainedModel.of_folder(reverse, trained.model.device)
            choice = choose_by_reverse(trained, rival, corpus.validation, should_stop)
        except ModelFolderError as error:
            tell(
                Message.caused_by(
                    error,
                    translatable("Message", "{model} cannot be used to align words: {reason}"),
                    model=reverse.name,
                )
            )
        else:
            if choice is not None:
                choices.append((choice, rival.name))
    if choices:
        best, name = max(choices, key=lambda choice: choice[0].agreement)
        return best.head, (
            f"it agrees best with the reverse model {name} on the validation text "
            f"(agreement {best.agreement:.2f} of 1)"
        )
    examples = encode_pairs(corpus.train[:MAX_PAIRS], trained.tokenizers)
    examples = fit_length(examples, recipe.corpus.max_length, recipe.corpus.too_long)
    table = learn_translation_table(examples, trained.tokenizers.target.vocab_size)
    head = choose_alignment_head(trained.model, table, validator.batches)
    return head, "it agrees best with IBM model 1 on the validation text"


def _measure(
    corpus: Corpus, trained: TrainedModel, tell: Tell, should_stop: ShouldStop
) -> dict[tuple[str, int], Scores]:
    """Score the model, by text and beam, greedily and as the recipe searches."""
    scores: dict[tuple[str, int], Scores] = {}
    for name, pairs in (("validation", corpus.validation), ("test", corpus.test)):
        for beam_size in dict.fromkeys((1, trained.search.beam_size)) if pairs else ():
            measured = trained.measure(pairs, beam_size, should_stop)
            scores[name, beam_size] = measured
            tell(
                Evaluated(
                    corpus=f"{name}, {way(beam_size)}",
                    metrics=measured.metrics,
                    signatures=measured.signatures,
                )
            )
    return scores


def _compare(
    run: Run,
    corpus: Corpus,
    trained: TrainedModel,
    scores: dict[tuple[str, int], Scores],
    tell: Tell,
    should_stop: ShouldStop,
) -> list[Compared]:
    """Compare the model with the one it would replace, if both have the same direction."""
    if run.replaces is None:
        return []
    recipe = run.recipe
    direction = (recipe.source_language, recipe.target_language)
    try:
        manifest = read_manifest(run.replaces)
        if not manifest.has_direction(*direction):
            tell(
                Message.of(
                    translatable(
                        "Message",
                        "The new model is not compared with {model}, which translates {source} "
                        "to {target}.",
                    ),
                    model=run.replaces.name,
                    source=manifest.source_language,
                    target=manifest.target_language,
                )
            )
            return []
        old = TrainedModel.of_folder(run.replaces, trained.model.device, direction)
    except ModelFolderError as error:
        tell(
            Message.caused_by(
                error,
                translatable("Message", "The new model is not compared with {model}: {reason}"),
                model=run.replaces.name,
            )
        )
        return []
    own = {"test": corpus.test} if corpus.test else {"validation": corpus.validation}
    others = texts_at_hand(direction, _beside(run, "corpora"), recipe.corpus.kind)
    comparisons = compare_models(trained, old, own | others, scores, tell, should_stop)
    for warning in warnings_of(comparisons):
        tell(warning)
    return comparisons


def _liken(run: Run, trained: TrainedModel, tell: Tell, should_stop: ShouldStop) -> Likened | None:
    """Measure how far the model moved from its parent, on general text without references."""
    recipe, first = run.recipe, run.first_model
    assert first is not None
    direction = (recipe.source_language, recipe.target_language)
    if set(direction) == set(EVERYDAY_LANGUAGES):  # compared on everyday sentences
        return None
    old = TrainedModel.of_folder(first.folder, trained.model.device, direction)
    likened = liken(trained, old, recipe.source_language, should_stop)
    tell(
        likened
        or Message.of(
            translatable(
                "Message",
                "The program has no general text in {language}, so it is not known how much the "
                "model forgot. Compare a few translations of your own before you replace {model}.",
            ),
            language=recipe.source_language,
            model=old.name,
        )
    )
    return likened


def _beside(run: Run, name: str) -> Path:
    """Return a folder of the user's data, where runs are in `runs/` beside it; it may not exist."""
    return run.folder.absolute().parent.parent / name
