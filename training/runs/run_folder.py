"""The folder of a run: its content from the start, so that it can be resumed after any stop.

recipe.toml  run.json          what to do, with which text, on which device
text.sha256                    by which the same text is known again
tokenizer.json                 or source.json and target.json
checkpoints/  weights/         where it is; the best weights, and epochs to average
events.jsonl                   what it said
epochs/  now/                  model folders of the weights so far: to watch it learn, to try it
curves/  model/                what came of it
lock                           held by the one program that carries it on
"""

import hashlib
import json
import os
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from engine.atomic_files import clear_parts
from engine.errors import ModelFolderError
from engine.languages.lookup import primary_subtag
from engine.models.folder import read_model
from engine.private_folders import open_like_folder
from engine.tokenizers.subword import FORMAL_TAG, INFORMAL_TAG, SYNTHETIC_TAG
from engine.tokenizers.tokenizer import Tokenizer, load_tokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translatable import Phrase, translatable
from training.corpus.corpus import Corpus
from training.errors import CheckpointError, RecipeError
from training.event_lines import to_line
from training.examples.augmentation import augment
from training.examples.examples import pair_tokenizers
from training.examples.subwords import learn_bpe, learn_byte_level, learn_words
from training.files.packed_pairs import pack
from training.files.sentence_pair import SentencePair
from training.first_model import FirstModel, complete
from training.progress import Event
from training.recipe import Recipe, load_recipe
from training.report.run_story import EVENTS_FILE
from training.runs.run_list import LOCK_FILE, RECIPE_FILE, RUN_FILE
from training.system.disk import saving, write_whole
from training.toml_values import write_value

TEXT_FILE = "text.sha256"
VOCABULARY_PAIRS = 200_000
"""More text than this changes a vocabulary hardly: every so many pairs of it are read."""
GLANCE_SECONDS = 1.0
"""Longer than whoever only asks whether a run is going on holds its lock."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a run does and where: its folder, its recipe, the text it learns from, its device."""

    folder: Path
    recipe: Recipe
    data: tuple[Path, ...]
    device: str
    threads: int | None = None
    """Processor threads; None leaves it to torch."""
    replaces: Path | None = None
    """The folder of the model that the new one is compared with."""
    excluded: tuple[Path, ...] = ()
    """Files whose sentences must not be learned from."""
    first_model: FirstModel | None = None
    """The model whose vocabulary and weights the run begins with."""

    @property
    def name(self) -> str:
        """The name of the run's folder."""
        return self.folder.name


def create_run(
    folder: Path,
    recipe: Recipe,
    data: Sequence[Path],
    device: str,
    threads: int | None = None,
    replaces: Path | None = None,
    excluded: Sequence[Path] = (),
    first_model: Path | None = None,
) -> Run:
    """Make the folder of a new run; by default its model is compared with the one it begins with.

    Raises:
        ModelFolderError: If there is no model to begin with.
        CheckpointError: If there is a run already, or the folder cannot be written.
        DiskFullError: If there is no room for it.
    """
    if (folder / RUN_FILE).exists():
        raise CheckpointError(
            folder,
            Phrase.of(
                translatable(
                    "Phrase",
                    "a run already exists there; resume it, or choose another output folder",
                )
            ),
        )
    paths = tuple(path.resolve() for path in data)
    rival = replaces or first_model
    rival = None if rival is None else rival.resolve()
    forbidden = tuple(path.resolve() for path in excluded)
    first = None if first_model is None else FirstModel.of_folder(first_model)
    write_whole(folder / RECIPE_FILE, recipe.to_toml().encode())
    described = {
        "data": [str(path) for path in paths],
        "device": device,
        "threads": threads,
        "replaces": None if rival is None else str(rival),
        "excluded": [str(path) for path in forbidden],
        "first_model": None if first is None else [str(first.folder), first.weights_sha256],
    }
    write_whole(folder / RUN_FILE, json.dumps(described, indent=1).encode())  # last: it is a run
    return Run(folder, recipe, paths, device, threads, rival, forbidden, first)


def open_run(folder: Path) -> Run:
    """Read the folder of a run that was begun before.

    Raises:
        CheckpointError: If there is no run in it.
        RecipeError: If its recipe is damaged.
    """
    try:
        described = json.loads((folder / RUN_FILE).read_text(encoding="utf-8"))
        data = tuple(Path(path) for path in described["data"])
        device = str(described["device"])
        threads = described.get("threads")
        replaces, first_model = described.get("replaces"), described.get("first_model")
        return Run(
            folder,
            load_recipe(folder / RECIPE_FILE),
            data,
            device,
            None if threads is None else int(threads),
            None if replaces is None else Path(replaces),
            tuple(Path(path) for path in described.get("excluded", ())),
            None if first_model is None else FirstModel(Path(first_model[0]), first_model[1]),
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        reason = Phrase.of(
            translatable("Phrase", "there is no run to resume ({error})"), error=str(error)
        )
        raise CheckpointError(folder, reason) from error


def command_of(run: Run) -> str:
    """Return the command that does a run again; files by their names, for folders differ."""
    recipe, given = run.recipe, []
    try:
        known = load_recipe(recipe.name)
        if run.first_model is not None:
            start = f"fine_tuning.start_from={write_value(recipe.fine_tuning.start_from)}"
            known = complete(known.override([start]), run.first_model.folder)
        given += [f"--set={change}" for change in recipe.changes_from(known)]
        name = recipe.name
    except (RecipeError, ModelFolderError):
        name = f"{recipe.name}.toml"
    given += [f"--data={path.name}" for path in run.data]
    given += [f"--exclude={path.name}" for path in run.excluded]
    if run.first_model is not None:
        given.append(f"--from-model={run.first_model.folder.name}")
    if run.threads is not None:
        given.append(f"--threads={run.threads}")
    return shlex.join(["translucent", "train", name, *given])


@contextmanager
def only_here(folder: Path) -> Iterator[None]:
    """Keep every other program from carrying on the same run; a killed one's hold is gone too.

    Raises:
        CheckpointError: If another program is at it.
    """
    lock = FileLock(folder / LOCK_FILE, mode=0o600)
    try:
        lock.acquire(timeout=GLANCE_SECONDS)
    except Timeout as error:
        reason = Phrase.of(
            translatable(
                "Phrase",
                "another program is training it; wait until it has finished, or stop it first",
            )
        )
        raise CheckpointError(folder, reason) from error
    except OSError as error:
        reason = Phrase.of(
            translatable("Phrase", "it cannot be written ({error})"), error=str(error)
        )
        raise CheckpointError(folder, reason) from error
    try:
        with saving(folder):
            clear_parts(folder)
        yield
    finally:
        lock.release()


def append_event(folder: Path, event: Event) -> None:
    """Write down one more thing that a run said; half a line of a killed run stays apart.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If it cannot be written for another reason.
    """
    with saving(folder), open(folder / EVENTS_FILE, "ab+", opener=open_like_folder) as file:
        is_begun = False
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            is_begun = file.read(1) != b"\n"
        file.write(b"\n" * is_begun + to_line(event).encode() + b"\n")


def check_text(run: Run, corpus: Corpus) -> None:
    """Record a new run's training text, and refuse to resume with other text.

    In other text other pairs would be split off to measure with: some that were learned before.

    Raises:
        CheckpointError: If the text is not what the run began with.
        DiskFullError: If there is no room for the note.
    """
    digest = hashlib.sha256()
    for pairs in (corpus.train, corpus.validation, corpus.test):
        for part in pack(pairs).parts():
            sides = zip(part.raw_texts(0), part.raw_texts(1), strict=True)
            digest.update(b"".join(b"%b\n%b\n" % pair for pair in sides))
        digest.update(b"\n")
    note = run.folder / TEXT_FILE
    if not note.exists():
        write_whole(note, digest.hexdigest().encode())
    elif note.read_text(encoding="utf-8") != digest.hexdigest():
        reason = Phrase.of(
            translatable(
                "Phrase",
                "its training text has changed since it was started; restore the text, or start "
                "a new run",
            )
        )
        raise CheckpointError(run.folder, reason)


def learn_or_load_tokenizers(run: Run, corpus: Corpus) -> TokenizerPair:
    """Read the tokenizers that the run learned before, or learn and keep them.

    A run that begins with a model has that model's.

    Raises:
        ModelFolderError: If the model to begin with cannot be used.
        TokenizerError: If one that was learned before is damaged.
        DiskFullError: If there is no room to keep them.
    """
    recipe = run.recipe
    if run.first_model is not None:
        direction = (recipe.source_language, recipe.target_language)
        return read_model(run.first_model.folder, direction=direction).tokenizers
    joint = run.folder / "tokenizer.json"
    sides = (run.folder / "source.json", run.folder / "target.json")
    paths = (joint,) if recipe.tokenizer.joint else sides
    pairs = [] if all(path.exists() for path in paths) else _vocabulary_pairs(recipe, corpus)
    if recipe.tokenizer.joint:
        if joint.exists():
            one = load_tokenizer(joint.read_text(encoding="utf-8"))
        else:
            one = _learn_tokenizer(recipe, [text for pair in pairs for text in pair])
            write_whole(joint, one.to_json().encode())
        return pair_tokenizers(recipe, one, one)
    languages = (recipe.source_language, recipe.target_language)
    learned: list[Tokenizer] = []
    for side, path in enumerate(sides):
        if path.exists():
            learned.append(load_tokenizer(path.read_text(encoding="utf-8")))
        else:
            texts = [pair[side] for pair in pairs]
            learned.append(_learn_tokenizer(recipe, texts, languages[side]))
            write_whole(path, learned[-1].to_json().encode())
    return pair_tokenizers(recipe, *learned)


def _vocabulary_pairs(recipe: Recipe, corpus: Corpus) -> list[SentencePair]:
    """Return what the vocabulary is learned from: the training pairs, or evenly many of them."""
    step = max(1, len(corpus.train) // VOCABULARY_PAIRS)
    pairs = corpus.train[::step]
    rewritten = augment(pairs, recipe.augmentation, recipe.training.seed, epoch=0)
    return [rewritten.get(place, pair) for place, pair in enumerate(pairs)]


def _learn_tokenizer(recipe: Recipe, texts: Sequence[str], language: str = "blank") -> Tokenizer:
    s = recipe.tokenizer
    tags = [SYNTHETIC_TAG] if recipe.corpus.tag_synthetic else []
    tags += [FORMAL_TAG, INFORMAL_TAG] if recipe.corpus.tag_formality else []
    match s.kind:
        case "bpe":
            learned = learn_bpe(texts, s.vocab_size - len(tags), s.min_frequency)
            return learned.with_tags(tags)
        case "byte_level":
            learned = learn_byte_level(texts, s.vocab_size - len(tags), s.min_frequency)
            return learned.with_tags(tags)
        case "words":
            code = primary_subtag(language)  # the rules of pt-BR are those of pt
            return learn_words(texts, code, s.min_frequency, lowercase=s.lowercase)
        case "blank":
            return learn_words(texts, "blank", s.min_frequency, lowercase=False)
        case "sentencepiece":
            raise ValueError("the tokens of SentencePiece are not learned here")
