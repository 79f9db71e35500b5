"""Estimate what a run needs on this machine: time, memory, disk; measured by some real steps."""

import itertools
import math
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import torch

from engine.device import choose_device
from engine.errors import ModelFolderError
from engine.models.manifest_file import read_manifest
from engine.native.acceleration import accelerated
from engine.nn.torch_decoder import TorchDecoder
from engine.search.beam_search import SearchSettings
from engine.search.decoder import Decoder
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translatable import translatable
from training.corpus.corpus import Corpus, read_corpus
from training.evaluation.comparison import texts_at_hand
from training.evaluation.scores import translate_all
from training.evaluation.trained_model import TrainedModel
from training.examples.batches import Batch, Batching, collate_rows
from training.examples.examples import ExampleMaker
from training.first_model import FirstModel
from training.loop.initialisation import build_model, count_parameters, start_from
from training.loop.precision import choose_precision
from training.loop.trainer import Trainer
from training.loop.validator import NUM_SAMPLES, search_settings
from training.preflight import Estimated, Timed
from training.progress import Event, Message
from training.recipe import Recipe
from training.runs.run_folder import Run, learn_or_load_tokenizers
from training.runs.snapshots import MOST_BYTES, MOST_KEPT
from training.system.memory import keep_few_kernels, keep_freed_memory, needing_memory

WARM_UP_STEPS = 3
STEPS = 20
"""Steps measured after the first ones, which are slow: they allocate memory and compile kernels."""
ENOUGH_SECONDS = 6.0
"""Once steps have been measured for this long, fewer of them are enough."""
VALIDATED = 64
"""The number of validation sentences translated to time translation."""
BEAM_COST = 3.0
"""How many times as long as greedy search a beam search takes, roughly."""
FORCED_COST = 1 / 3
"""The cost of a forward pass alone: in a training step, the backward pass costs twice as much."""
BYTES_PER_SECOND = 200e6
"""The speed of a slow disk."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The cost of some steps of a run."""

    parameters: int
    steps_per_epoch: int
    tokens_per_step: float
    """Target tokens, in the mean over an epoch."""
    token_seconds: float
    """The time to learn from one of them."""
    sentence_seconds: float
    """The time to translate a sentence greedily, as validations do."""
    scored_seconds: float
    """The time to translate a sentence as the program will and the final scores are measured."""
    rival_seconds: float
    """The same for the model that the new one is compared with; 0 if there is none."""
    preparation_seconds: float
    """The time to learn the vocabulary and build the model."""
    memory_bytes: int


def estimate(
    recipe: Recipe,
    data: Sequence[Path],
    wished_device: str,
    output: Path,
    tell: Callable[[Event], None],
    first_model: Path | None = None,
    replaces: Path | None = None,
) -> Estimated:
    """Build what a run would build, and take some of its steps; nothing is left behind.

    Args:
        recipe: What to train.
        data: The text, as `corpus.read` takes it.
        wished_device: auto, cpu or cuda.
        output: The folder of the run; it need not exist.
        tell: Called with what is being done.
        first_model: The folder of the model that the run would start from.
        replaces: That of the model to compare the new one with, if it is not the same.

    Raises:
        TrainingError: If the run could not even begin, with a sentence for the user.
    """
    device = torch.device(choose_device(wished_device))
    memory_free = _free_memory(device)
    started = time.monotonic()
    tell(Message.of(translatable("Message", "Reading the text…")))
    corpus = read_corpus(recipe.corpus, recipe.source_language, recipe.target_language, data)
    reading_seconds = time.monotonic() - started
    measured = measure(recipe, corpus, device, tell, first_model, replaces or first_model)
    steps = most_steps(recipe, measured.steps_per_epoch)
    direction = (recipe.source_language, recipe.target_language)
    fetched = output.absolute().parent.parent / "corpora"
    others = texts_at_hand(direction, fetched, recipe.corpus.kind)
    compared = sum(map(len, others.values()))
    seconds = reading_seconds + seconds_of(recipe, corpus, measured, steps, compared)
    return Estimated(
        device=str(device),
        threads=torch.get_num_threads(),
        parameters=measured.parameters,
        steps=steps,
        tokens_per_second=1 / measured.token_seconds,
        seconds=seconds,
        disk_bytes=disk_bytes(recipe, measured, steps),
        disk_free_bytes=_free_disk(output),
        memory_bytes=measured.memory_bytes,
        memory_free_bytes=memory_free,
        is_trained=first_model is not None,
    )


def measure(
    recipe: Recipe,
    corpus: Corpus,
    device: torch.device,
    tell: Callable[[Event], None],
    first_model: Path | None = None,
    rival: Path | None = None,
) -> Measured:
    """Take some steps, the one with the longest sentences first, and translate a little.

    The model is compared with the rival at the end of the run.

    Raises:
        DeviceMemoryError: If the longest sentences do not fit.
        RecipeError: If the recipe leaves no training text.
    """
    tell(Message.of(translatable("Message", "Learning the vocabulary…")))
    started = time.monotonic()
    with TemporaryDirectory() as folder:
        first = None if first_model is None else FirstModel.of_folder(first_model)
        run = Run(Path(folder), recipe, (), str(device), first_model=first)
        tokenizers = learn_or_load_tokenizers(run, corpus)
    keep_freed_memory()
    keep_few_kernels()
    torch.manual_seed(recipe.training.seed)
    settings = recipe.training
    with needing_memory(settings.batch_size):
        model = build_model(recipe, tokenizers).to(device)
        pull = None
        if first_model is not None:
            pull = start_from(model, first_model, recipe.fine_tuning)
    trainer = Trainer(model, settings, emit=tell, pull=pull)
    if settings.precision == "bf16":
        trainer.place.precision = choose_precision(trainer, tell)
    make = ExampleMaker(recipe, tokenizers, corpus.train, corpus.weights)
    examples = make(0)
    batching = Batching(settings.batch_kind, settings.batch_size, settings.drop_last)
    batches = batching.epoch_to_learn(examples, settings.seed, 0)
    lengths = examples.lengths
    longest = max(batches, key=lambda batch: int(lengths[batch, 0].max()))
    steps_per_shard = math.ceil(len(batches) / settings.accumulation)
    tokens_per_shard = sum(int(lengths[batch, 1].sum()) - len(batch) for batch in batches)

    def groups() -> Iterator[list[Batch]]:
        endless = itertools.cycle(batches)
        pads = {"src_pad": model.pad_id, "tgt_pad": model.pad_id}
        yield [collate_rows(examples, longest, **pads)]
        while True:
            yield [
                collate_rows(examples, rows, **pads)
                for rows in itertools.islice(endless, settings.accumulation)
            ]

    preparation_seconds = time.monotonic() - started
    with needing_memory(settings.batch_size):
        token_seconds = _time_steps(trainer, groups(), device, tell)
        model.eval()
        tell(Message.of(translatable("Message", "Translating a few sentences…")))
        sample = corpus.validation[:VALIDATED]
        sources = [pair.source for pair in sample]
        longest_target = max(len(tokenizers.target.encode(pair.target).ids) for pair in sample)
        search = replace(search_settings(recipe, 1), max_length=longest_target + 1)
        sentence_seconds = _time_search(TorchDecoder(model), tokenizers, sources, search)
        searched = accelerated(model, is_rounded=False)
        rival_seconds = scored_seconds = _time_search(searched, tokenizers, sources, search)
        if rival != first_model:
            rival_seconds = 0.0 if rival is None else _time_rival(rival, recipe, sources, device)
    return Measured(
        parameters=count_parameters(model),
        steps_per_epoch=steps_per_shard * make.num_shards,
        tokens_per_step=tokens_per_shard / steps_per_shard,
        token_seconds=token_seconds,
        sentence_seconds=sentence_seconds,
        scored_seconds=scored_seconds,
        rival_seconds=rival_seconds,
        preparation_seconds=preparation_seconds,
        memory_bytes=_used_memory(device),
    )


def most_steps(recipe: Recipe, steps_per_epoch: int) -> int:
    """Return the most steps a run can take; where patience alone ends it, a hundred epochs."""
    s = recipe.training
    limits = [s.max_steps] if s.max_steps else []
    if s.max_epochs or not limits:
        limits.append((s.max_epochs or 100) * steps_per_epoch)
    return min(limits)


def seconds_of(
    recipe: Recipe, corpus: Corpus, measured: Measured, steps: int, num_compared: int
) -> float:
    """Return how long a run takes at most: its steps, its validations, and what ends it.

    Args:
        recipe: Of the run.
        corpus: Its text.
        measured: What some of its steps cost.
        steps: The most it takes.
        num_compared: Sentences of other texts that the model and its rival are compared on.
    """
    settings = recipe.training
    validation, test = len(corpus.validation), len(corpus.test)
    epoch_seconds = measured.steps_per_epoch * measured.tokens_per_step * measured.token_seconds
    forced_seconds = FORCED_COST * epoch_seconds / len(corpus.train)
    is_scored = settings.best_metric == "bleu"
    translated = validation if is_scored else min(NUM_SAMPLES, validation)
    validating = validation * forced_seconds + translated * measured.sentence_seconds
    saving = 4 * measured.parameters * _states(recipe) / BYTES_PER_SECOND
    every = settings.validate_every or measured.steps_per_epoch
    epochs = steps / measured.steps_per_epoch
    searches = 1 + BEAM_COST
    scored = (validation + test) * searches
    noted = 2 * validation * BEAM_COST  # how familiar the text is, how sure the model
    compared = num_compared * searches if measured.rival_seconds else 0
    rivals = ((test or validation) + num_compared) * searches * measured.rival_seconds
    return (
        measured.preparation_seconds
        + epochs * epoch_seconds
        + math.ceil(steps / every) * validating
        + math.ceil(epochs) * saving
        + noted * measured.sentence_seconds
        + (scored + compared) * measured.scored_seconds
        + rivals
    )


def disk_bytes(recipe: Recipe, measured: Measured, steps: int) -> int:
    """Return the bytes a run leaves on the disk: checkpoints, weights, epochs, the model."""
    settings = recipe.training
    weights = 4 * measured.parameters
    epochs = min(MOST_KEPT, math.ceil(steps / measured.steps_per_epoch))
    return (
        3 * _states(recipe) * weights  # two checkpoints, and one that is being written
        + (1 + settings.average_checkpoints) * weights
        + min(MOST_BYTES, epochs * weights // 2)
        + 2 * weights
    )


def _states(recipe: Recipe) -> int:
    """Return what a checkpoint holds: weights, Adam's two means, and a mean of the weights."""
    return 3 + bool(recipe.training.ema_decay)


def _time_steps(
    trainer: Trainer,
    groups: Iterator[list[Batch]],
    device: torch.device,
    tell: Callable[[Event], None],
) -> float:
    """Return the seconds a training step takes for each token."""
    most = WARM_UP_STEPS + STEPS
    tokens, seconds = 0, 0.0
    for number, group in enumerate(itertools.islice(groups, most), start=1):
        tell(Timed(step=number, steps=most))
        started = _now(device)
        taken = trainer.take(number, group).tokens
        if number > WARM_UP_STEPS:
            tokens += taken
            seconds += _now(device) - started
        if seconds > ENOUGH_SECONDS:
            break
    return seconds / tokens


def _time_search(
    model: Decoder, tokenizers: TokenizerPair, sources: Sequence[str], search: SearchSettings
) -> float:
    """Return how long it takes to translate a sentence; on a device, its result is waited for."""
    started = time.monotonic()
    translate_all(model, tokenizers, sources, search)
    return (time.monotonic() - started) / len(sources)


def _time_rival(
    folder: Path, recipe: Recipe, sources: Sequence[str], device: torch.device
) -> float:
    """Return how long another model takes for a sentence; 0 if the run cannot compare them."""
    direction = (recipe.source_language, recipe.target_language)
    try:
        if not read_manifest(folder).has_direction(*direction):
            return 0.0
        rival = TrainedModel.of_folder(folder, device, direction)
    except ModelFolderError:
        return 0.0
    return _time_search(
        accelerated(rival.model, is_rounded=rival.is_rounded),
        rival.tokenizers,
        sources,
        replace(rival.search, beam_size=1),
    )


def _now(device: torch.device) -> float:
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    return time.monotonic()


def _used_memory(device: torch.device) -> int:
    if device.type == "cuda":
        return torch.cuda.max_memory_reserved(device)
    return int(psutil.Process().memory_info().rss)


def _free_memory(device: torch.device) -> int:
    """Return what a run may take: what is free, and what this process has and will give back."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0] + torch.cuda.memory_reserved(device)
    return int(psutil.virtual_memory().available) + _used_memory(device)


def _free_disk(output: Path) -> int:
    existing = next(path for path in (output, *output.absolute().parents) if path.exists())
    return shutil.disk_usage(existing).free
