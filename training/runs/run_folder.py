"""The folder of a run: its content from the start, so that it can be resumed after any stop.

recipe.toml  run.json          what to do, with which text, on which device
tokenizer.json                 or source.json and target.json
NAME.sha256                    of each of these and of the text: by which a change is noticed
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
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from filelock import FileLock, Timeout
from pydantic import Field, TypeAdapter, ValidationError

from engine.errors import ModelFolderError, TokenizerError
from engine.files.atomic_files import clear_parts
from engine.files.json_files import read_object
from engine.files.private_folders import open_like_folder
from engine.languages.lookup import primary_subtag
from engine.models.folder import read_model
from engine.models.manifest_file import validation_problems
from engine.tokenizers.subword import FORMAL_TAG, HINT_TAGS, INFORMAL_TAG, SYNTHETIC_TAG
from engine.tokenizers.tokenizer import Tokenizer, load_tokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translatable import Phrase, translatable
from training.corpus.corpus import Corpus
from training.corpus_formats.packed_pairs import pack
from training.corpus_formats.sentence_pair import SentencePair
from training.errors import CheckpointError, RecipeError
from training.event_lines import to_line
from training.examples.augmentation import augment
from training.examples.examples import pair_tokenizers
from training.examples.subwords import learn_bpe, learn_byte_level, learn_words
from training.first_model import FirstModel, complete
from training.progress import Event
from training.recipe import Recipe, load_recipe
from training.report.run_story import EVENTS_FILE
from training.runs.checksums import is_as_before
from training.runs.run_list import LOCK_FILE, RECIPE_FILE, RUN_FILE
from training.system.disk import saving, write_whole
from training.toml_values import write_value

TEXT_CHECKSUM = "text.sha256"
VOCABULARY_PAIRS = 200_000
"""More text hardly changes a vocabulary: of a larger corpus an even sample of this size is read."""
GLANCE_SECONDS = 1.0
"""Longer than a program that only asks whether a run is going on holds the lock."""


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


@dataclass(frozen=True, slots=True)
class _Description:
    """The content of `run.json`."""

    data: tuple[str, ...]
    device: str
    threads: Annotated[int, Field(gt=0, lt=1 << 16)] | None = None
    replaces: str | None = None
    excluded: tuple[str, ...] = ()
    first_model: tuple[str, str] | None = None
    """Its folder, and the SHA-256 of its weights."""

    def __post_init__(self) -> None:
        paths = (*self.data, self.replaces, *self.excluded, *(self.first_model or ()))
        if any(path and "\0" in path for path in paths):
            raise ValueError("a path contains a NUL character")


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
    description = _Description(
        data=tuple(map(str, paths)),
        device=device,
        threads=threads,
        replaces=None if rival is None else str(rival),
        excluded=tuple(map(str, forbidden)),
        first_model=None if first is None else (str(first.folder), first.weights_sha256),
    )
    content = json.dumps(asdict(description), indent=1).encode()
    write_whole(folder / RUN_FILE, content)  # last: it is a run
    return Run(folder, recipe, paths, device, threads, rival, forbidden, first)


def open_run(folder: Path) -> Run:
    """Read the folder of a run that was begun before.

    Raises:
        CheckpointError: If there is no run in it, or the file that describes it is damaged.
        RecipeError: If its recipe is damaged.
    """
    try:
        described = _description_reader().validate_python(read_object(folder / RUN_FILE))
    except (OSError, ValueError) as error:
        if isinstance(error, ValidationError):
            problem = "; ".join(validation_problems(error))
        else:
            problem = error.strerror or "" if isinstance(error, OSError) else str(error)
        reason = Phrase.of(
            translatable("Phrase", "there is no run to resume: {name} cannot be read ({problem})"),
            name=RUN_FILE,
            problem=problem,
        )
        raise CheckpointError(folder, reason) from error
    replaces, first_model = described.replaces, described.first_model
    return Run(
        folder,
        load_recipe(folder / RECIPE_FILE),
        tuple(map(Path, described.data)),
        described.device,
        described.threads,
        None if replaces is None else Path(replaces),
        tuple(map(Path, described.excluded)),
        None if first_model is None else FirstModel(Path(first_model[0]), first_model[1]),
    )


@cache
def _description_reader() -> TypeAdapter[_Description]:
    """Build the reader of `run.json` when it is needed."""
    return TypeAdapter(_Description)


def changed_settings(folder: Path) -> list[str]:
    """Return which of the files that describe a run have changed since it was started.

    Raises:
        CheckpointError: If they or their checksums cannot be read.
        DiskFullError: If there is no room for their checksums.
    """
    with saving(folder):
        contents = {name: (folder / name).read_bytes() for name in (RECIPE_FILE, RUN_FILE)}
    return [
        name
        for name, content in contents.items()
        if not is_as_before(_checksum_file(folder / name), hashlib.sha256(content).hexdigest())
    ]


def command_of(run: Run) -> str:
    """Return the command that repeats a run, with files by name: their folders differ."""
    recipe, options = run.recipe, []
    try:
        known = load_recipe(recipe.name)
        if run.first_model is not None:
            start = f"fine_tuning.start_from={write_value(recipe.fine_tuning.start_from)}"
            known = complete(known.override([start]), run.first_model.folder)
        options += [f"--set={change}" for change in recipe.changes_from(known)]
        name = recipe.name
    except (RecipeError, ModelFolderError):
        name = f"{recipe.name}.toml"
    options += [f"--data={path.name}" for path in run.data]
    options += [f"--exclude={path.name}" for path in run.excluded]
    if run.first_model is not None:
        options.append(f"--from-model={run.first_model.folder.name}")
    if run.threads is not None:
        options.append(f"--threads={run.threads}")
    return shlex.join(["translucent", "train", name, *options])


@contextmanager
def only_here(folder: Path) -> Iterator[None]:
    """Keep other programs from carrying out the same run; the lock ends with its process.

    Raises:
        CheckpointError: If another program carries it out.
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
    """Append an event to a run's file; half a line that a killed run left stays a line of its own.

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

    With other text, pairs that were learned before could be split off for validation.

    Raises:
        CheckpointError: If the text is not what the run began with.
        DiskFullError: If there is no room for its checksum.
    """
    digest = hashlib.sha256()
    for pairs in (corpus.train, corpus.validation, corpus.test):
        for part in pack(pairs).parts():
            sides = zip(part.raw_texts(0), part.raw_texts(1), strict=True)
            digest.update(b"".join(b"%b\n%b\n" % pair for pair in sides))
        digest.update(b"\n")
    if not is_as_before(run.folder / TEXT_CHECKSUM, digest.hexdigest()):
        reason = Phrase.of(
            translatable(
                "Phrase",
                "its training text has changed since it was started; restore the text, or start "
                "a new run",
            )
        )
        raise CheckpointError(run.folder, reason)


def learn_or_load_tokenizers(run: Run, corpus: Corpus) -> TokenizerPair:
    """Read the tokenizers that the run learned before, or learn and save them.

    A run that begins with a model uses that model's.

    Raises:
        ModelFolderError: If the model to begin with cannot be used.
        CheckpointError: If a tokenizer learned before is damaged or has changed.
        DiskFullError: If there is no room to save them.
    """
    recipe = run.recipe
    if run.first_model is not None:
        direction = (recipe.source_language, recipe.target_language)
        return read_model(run.first_model.folder, direction=direction).tokenizers
    files: dict[str, tuple[tuple[int, ...], str]] = {
        "source.json": ((0,), recipe.source_language),
        "target.json": ((1,), recipe.target_language),
    }
    if recipe.tokenizer.joint:
        files = {"tokenizer.json": ((0, 1), "blank")}
    learned: list[Tokenizer] = []
    pairs: list[SentencePair] = []
    for name, (sides, language) in files.items():
        path = run.folder / name
        if os.path.lexists(path):
            learned.append(_load_learned(path))
        else:
            pairs = pairs or _vocabulary_pairs(recipe, corpus)
            texts = [pair[side] for pair in pairs for side in sides]
            learned.append(_learn_tokenizer(recipe, texts, language))
            _save_learned(path, learned[-1])
    return pair_tokenizers(recipe, learned[0], learned[-1])


def _load_learned(path: Path) -> Tokenizer:
    """Read a tokenizer that the run learned before, if it is still that one."""
    try:
        content = path.read_bytes()
        tokenizer = load_tokenizer(content.decode("utf-8"))
    except (OSError, UnicodeError, TokenizerError) as error:
        raise _must_be_learned_again(path, str(error)) from error
    if not is_as_before(_checksum_file(path), hashlib.sha256(content).hexdigest()):
        raise _must_be_learned_again(path, "it has changed since it was learned")
    return tokenizer


def _must_be_learned_again(path: Path, problem: str) -> CheckpointError:
    reason = Phrase.of(
        translatable(
            "Phrase",
            "{name} is damaged ({problem}); delete this file and resume the run, and it is "
            "learned again from the same text",
        ),
        name=path.name,
        problem=problem,
    )
    return CheckpointError(path.parent, reason)


def _save_learned(path: Path, tokenizer: Tokenizer) -> None:
    """Save a tokenizer; if it was learned before, it must be the same again."""
    content = tokenizer.to_json().encode()
    if not is_as_before(_checksum_file(path), hashlib.sha256(content).hexdigest()):
        reason = Phrase.of(
            translatable(
                "Phrase",
                "{name} is missing, and what is learned from the text now differs from it; "
                "restore the file, or start a new run",
            ),
            name=path.name,
        )
        raise CheckpointError(path.parent, reason)
    write_whole(path, content)


def _checksum_file(path: Path) -> Path:
    return path.with_suffix(".sha256")


def _vocabulary_pairs(recipe: Recipe, corpus: Corpus) -> list[SentencePair]:
    """Return the pairs to learn the vocabulary from: all training pairs, or an even sample."""
    stride = max(1, len(corpus.train) // VOCABULARY_PAIRS)
    pairs = corpus.train[::stride]
    rewritten = augment(pairs, recipe.augmentation, recipe.training.seed, epoch=0)
    return [rewritten.get(place, pair) for place, pair in enumerate(pairs)]


def _learn_tokenizer(recipe: Recipe, texts: Sequence[str], language: str) -> Tokenizer:
    s = recipe.tokenizer
    tags = [SYNTHETIC_TAG] if recipe.corpus.tag_synthetic else []
    tags += [FORMAL_TAG, INFORMAL_TAG] if recipe.corpus.tag_formality else []
    tags += HINT_TAGS if recipe.augmentation.hints else []
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
