"""Trainings that take no time: few made-up pairs, a tiny model, all that a recipe can ask for."""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TypeVar

import pytest
import torch
from matplotlib.figure import Figure
from torch import Tensor

from engine.nn.transformer import Transformer
from engine.tokenizers.tokenizer import Tokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from training.corpus.layouts import reversed_pairs
from training.corpus_formats.sentence_pair import SentencePair
from training.examples.examples import ExampleMaker, pair_tokenizers
from training.examples.subwords import learn_bpe, learn_words
from training.loop.checkpoint import find_checkpoint
from training.loop.control import Action, Orders
from training.loop.initialisation import build_model
from training.loop.place import Place
from training.loop.supervisor import Outcome, Supervisor
from training.loop.trainer import Trainer
from training.loop.validator import Validation, Validator
from training.progress import Event
from training.recipe import Recipe, load_recipe

Kind = TypeVar("Kind")

PAIRS = reversed_pairs(40, seed=1)
VALIDATION = reversed_pairs(6, seed=2)

TINY = (
    "model.d_model=8",
    "model.d_ff=16",
    "training.batch_size=8",
    "training.max_steps=10",
    "training.validate_every=0",
    "training.checkpoint_every=100",
    "training.ema_decay=0",
)
EVERYTHING = (
    "tokenizer.kind=bpe",
    "tokenizer.vocab_size=300",
    "tokenizer.dropout=0.3",
    "augmentation.capitals=0.2",
    "model.dropout=0.1",
    "model.attention_dropout=0.1",
    "model.activation_dropout=0.1",
    "training.label_smoothing=0.1",
    "training.r_drop=1.0",
    "training.ema_decay=0.9",
    "training.batch_size=5",
    "training.accumulation=2",
    "training.average_checkpoints=2",
)
"""Every source of chance and every kind of memory at once; four steps are an epoch."""


CHILD_PATIENCE = 300_000
"""Milliseconds to wait for what a training in a child process does: it loads torch first, and gives
way to all else there is to do."""


def write_text(folder: Path) -> Path:
    """Write training, validation and test pairs, in the format of a recipe's `pairs`."""
    folder.mkdir(parents=True)
    for name, pairs in (("train", PAIRS), ("val", VALIDATION), ("test", VALIDATION)):
        lines = "".join(f"{pair.source}\t{pair.target}\n" for pair in pairs)
        (folder / f"{name}.tsv").write_text(lines, encoding="utf-8")
    return folder


def paint_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pictures of a run be empty: to paint them takes longer than the run itself."""

    def save(_: Figure, file: IO[str] | IO[bytes], **_settings: object) -> None:
        if isinstance(file, io.StringIO):
            file.write("<svg></svg>")

    monkeypatch.setattr(Figure, "savefig", save)
    monkeypatch.setattr("training.report.writer.draw", lambda _: Figure())


def tiny_recipe(*settings: str) -> Recipe:
    """Return the recipe `reverse`, made tiny, with some settings changed."""
    return load_recipe("reverse").override((*TINY, *settings))


def tiny_tokenizers(recipe: Recipe, pairs: Sequence[SentencePair] = PAIRS) -> TokenizerPair:
    """Learn the recipe's tokenizers, from both sides each."""

    def learn() -> Tokenizer:
        texts = [text for pair in pairs for text in pair]
        if recipe.tokenizer.kind == "bpe":
            return learn_bpe(texts, recipe.tokenizer.vocab_size)
        return learn_words(texts, "blank", 1)

    source = learn()
    return pair_tokenizers(recipe, source, source if recipe.tokenizer.joint else learn())


@dataclass
class TinyRun:
    """A training in a folder, as `training.runs.runner` would set it up, without an export."""

    supervisor: Supervisor
    events: list[Event] = field(default_factory=list)

    @property
    def trainer(self) -> Trainer:
        """Return what takes the steps."""
        return self.supervisor.trainer

    @property
    def place(self) -> Place:
        """Return where the training is."""
        return self.supervisor.place

    def told(self, kind: type[Kind]) -> list[Kind]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def fit(self) -> Outcome:
        """Train."""
        return self.supervisor.fit()


def tiny_run(
    folder: Path,
    recipe: Recipe,
    *,
    pairs: Sequence[SentencePair] = PAIRS,
    validate: Callable[[Transformer], Validation] | None = None,
    stop_at: int | None = None,
    device: str = "cpu",
) -> TinyRun:
    """Set up a training run, or resume the one in the folder.

    Args:
        folder: The run's.
        recipe: What to train.
        pairs: What to learn from.
        validate: How to score; by the validation pairs if it is not given.
        stop_at: The step after which the wish to stop is there.
        device: What the model learns on.
    """
    tokenizers = tiny_tokenizers(recipe, pairs)
    torch.manual_seed(recipe.training.seed)
    model = build_model(recipe, tokenizers).to(device)
    events: list[Event] = []
    trainer = Trainer(model, recipe.training, emit=events.append)
    supervisor = Supervisor(
        trainer,
        ExampleMaker(recipe, tokenizers, pairs),
        validate=validate or Validator(recipe, tokenizers, VALIDATION),
        folder=folder,
        emit=events.append,
        next_action=lambda: Action.STOP if trainer.place.step == stop_at else Action.STEP,
        keep_epoch=lambda *_: None,
        try_model=lambda *_: None,
    )
    checkpoint = find_checkpoint(folder / "checkpoints")
    if checkpoint is not None:
        supervisor.resume(checkpoint)
    return TinyRun(supervisor, events)


class StoppedAfter(Orders):
    """Orders that stop a run after so many more steps."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.steps = steps

    def next_action(self) -> Action:
        """Stop, when it is time."""
        if not self.steps:
            self.stop()
        self.steps -= 1
        return super().next_action()


def validations(*losses: float) -> Callable[[Transformer], Validation]:
    """Return a validator that says these losses, one after another."""
    remaining: Iterator[float] = iter(losses)
    return lambda _: Validation(loss=next(remaining))


def assert_equal_to_the_bit(first: dict[str, Tensor], second: dict[str, Tensor]) -> None:
    assert first.keys() == second.keys()
    for name, tensor in first.items():
        assert torch.equal(second[name], tensor), name
