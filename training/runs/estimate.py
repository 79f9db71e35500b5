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
from engine.translatable import translatable
from training.corpus.corpus import Corpus, read_corpus
from training.evaluation.scores import translate_all
from training.examples.batches import Batch, Batching, collate_rows
from training.examples.examples import ExampleMaker
from training.first_model import FirstModel
from training.loop.model_building import build_model, count_parameters
from training.loop.starting import start_from
from training.loop.stepper import Stepper
from training.loop.validator import search_settings
from training.progress import Estimated, Event, Message
from training.recipe import Recipe
from training.runs.run_folder import Run, learn_or_load_tokenizers
from training.runs.snapshots import MOST_BYTES, MOST_KEPT
from training.system.memory import keep_few_kernels, keep_freed_memory, needing_memory

WARM_UP_STEPS = 4
STEPS = 20
"""Measured after the first ones, which are slow: memory is found, kernels are compiled."""
VALIDATED = 64
"""Validation sentences that are translated to see how long that takes."""
BEAM_COST = 3.0
"""How many times as long as greedy search a beam search takes, roughly."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The cost of some steps of a run."""

    parameters: int
    steps_per_epoch: int
    tokens_per_step: float
    """Target tokens, in the mean over an epoch."""
    token_seconds: float
    """To learn from one of them."""
    sentence_seconds: float
    """To translate one greedily."""
    memory_bytes: int


def estimate(
    recipe: Recipe,
    data: Sequence[Path],
    wished_device: str,
    output: Path,
    tell: Callable[[Event], None],
    first_model: Path | None = None,
) -> Estimated:
    """Build what a run would build, and take some of its steps; nothing is left behind.

    Args:
        recipe: What to train.
        data: The text, as `corpus.read` takes it.
        wished_device: auto, cpu or cuda.
        output: The folder of the run; it need not exist.
        tell: Called with what is being done.
        first_model: The folder of the model that the run would start from.

    Raises:
        TrainingError: If the run could not even begin, with a sentence for the user.
    """
    device = choose_device(wished_device)
    memory_free = _free_memory(device)
    tell(Message.of(translatable("Message", "Reading the text…")))
    corpus = read_corpus(recipe.corpus, recipe.source_language, recipe.target_language, data)
    measured = measure(recipe, corpus, device, tell, first_model)
    steps = most_steps(recipe, measured.steps_per_epoch)
    seconds = seconds_of(recipe, corpus, measured, steps)
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
) -> Measured:
    """Take some steps, the one with the longest sentences first, and translate a little.

    Raises:
        DeviceMemoryError: If the longest sentences do not fit.
        RecipeError: If the recipe leaves no training text.
    """
    tell(Message.of(translatable("Message", "Learning the vocabulary…")))
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
    pads = {
        "src_pad": tokenizers.source.special.pad,
        "tgt_pad": tokenizers.target.special.pad,
    }
    stepper = Stepper(
        model, settings, d_model=recipe.model.d_model, tgt_pad=pads["tgt_pad"], emit=tell, pull=pull
    )
    stepper.choose_precision()
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
        yield [collate_rows(examples, longest, **pads)]
        while True:
            yield [
                collate_rows(examples, rows, **pads)
                for rows in itertools.islice(endless, settings.accumulation)
            ]

    tell(Message.of(translatable("Message", "Taking {steps} training steps…"), steps=STEPS))
    with needing_memory(settings.batch_size):
        steps = enumerate(groups(), start=1)
        for number, group in itertools.islice(steps, WARM_UP_STEPS):
            stepper.take(number, group)
        started = _now(device)
        tokens = sum(stepper.take(*step).tokens for step in itertools.islice(steps, STEPS))
        token_seconds = (_now(device) - started) / tokens
        model.eval()
        sample = corpus.validation[:VALIDATED]
        longest_target = max(len(tokenizers.target.encode(pair.target).ids) for pair in sample)
        search = replace(search_settings(recipe, 1), max_length=longest_target + 1)
        started = _now(device)
        translate_all(
            model,
            tokenizers,
            [pair.source for pair in sample],
            search,
        )
        sentence_seconds = (_now(device) - started) / len(sample)
    return Measured(
        parameters=count_parameters(model),
        steps_per_epoch=steps_per_shard * make.num_shards,
        tokens_per_step=tokens_per_shard / steps_per_shard,
        token_seconds=token_seconds,
        sentence_seconds=sentence_seconds,
        memory_bytes=_used_memory(device),
    )


def most_steps(recipe: Recipe, steps_per_epoch: int) -> int:
    """Return the most steps a run can take; where patience alone ends it, a hundred epochs."""
    s = recipe.training
    limits = [s.max_steps] if s.max_steps else []
    if s.max_epochs or not limits:
        limits.append((s.max_epochs or 100) * steps_per_epoch)
    return min(limits)


def seconds_of(recipe: Recipe, corpus: Corpus, measured: Measured, steps: int) -> float:
    """Return how long a run takes at most: its steps, its validations, and what ends it."""
    settings = recipe.training
    every = settings.validate_every or measured.steps_per_epoch
    is_scored = settings.best_metric == "bleu"
    validated = len(corpus.validation) if is_scored else min(5, len(corpus.validation))
    validations = math.ceil(steps / every) * validated * measured.sentence_seconds
    searched = len(corpus.validation) + len(corpus.test)
    end = searched * measured.sentence_seconds * (1 + BEAM_COST)
    end += len(corpus.validation) * measured.sentence_seconds * BEAM_COST  # how familiar text is
    training = steps * measured.tokens_per_step * measured.token_seconds
    return training + validations + end


def disk_bytes(recipe: Recipe, measured: Measured, steps: int) -> int:
    """Return what a run leaves on the disk: checkpoints, weights, epochs, the model."""
    settings = recipe.training
    weights = 4 * measured.parameters
    states = 3 + bool(settings.ema_decay)  # weights and Adam's two means, and a mean of weights
    epochs = min(MOST_KEPT, math.ceil(steps / measured.steps_per_epoch))
    return (
        3 * states * weights  # two checkpoints, and one that is being written
        + (1 + settings.average_checkpoints) * weights
        + min(MOST_BYTES, epochs * weights // 2)
        + 2 * weights
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
