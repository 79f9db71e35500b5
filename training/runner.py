"""One run, from a recipe to a model folder, to be read as a list of steps.

A run's folder holds all that it needs to go on after any stop:

    recipe.toml  run.json          what to do, with which text, on which device
    tokenizer.json                 or source.json and target.json
    checkpoints/  weights/         where it is; the best weights, and epochs to average
    events.jsonl                   what it said
    curves/  model/                what came of it
"""

import json
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

from engine.decoding import SearchSettings
from engine.subword_tokenizer import SubwordTokenizer
from engine.tokenizer import Tokenizer, TokenizerPair, load_tokenizer
from engine.transformer import Transformer, build_transformer
from training import corpus as corpora
from training.batches import Batching, Example, encode_pairs, fit_length
from training.checkpoint import write_synced
from training.corpus import Corpus, SentencePair
from training.errors import CheckpointError
from training.evaluation import (
    corpus_scores,
    forced_batches,
    teacher_forced_scores,
    translate_all,
)
from training.initialisation import initialise
from training.progress import (
    CorpusRead,
    Event,
    Finished,
    ModelBuilt,
    Sampled,
    Started,
    Stopped,
    TokenizerLearned,
    to_line,
)
from training.recipe import Recipe, load_recipe
from training.subwords import SubwordSampler, learn_bpe, learn_byte_level, learn_words
from training.trainer import Outcome, Trainer, Validation

RECIPE_FILE = "recipe.toml"
RUN_FILE = "run.json"
EVENTS_FILE = "events.jsonl"
NUM_SAMPLES = 5


@dataclass(frozen=True, slots=True)
class Run:
    """What a run does and where: its folder, its recipe, the text it learns from, its device."""

    folder: Path
    recipe: Recipe
    data: tuple[Path, ...]
    device: str

    @property
    def name(self) -> str:
        """The name of the run's folder."""
        return self.folder.name


def create_run(folder: Path, recipe: Recipe, data: Sequence[Path], device: str) -> Run:
    """Make the folder of a new run.

    Raises:
        CheckpointError: If there is a run already, or the folder cannot be written.
    """
    if (folder / RUN_FILE).exists():
        raise CheckpointError(
            folder, "there is a run already; resume it, or choose another output folder"
        )
    paths = tuple(path.resolve() for path in data)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_synced(folder / RECIPE_FILE, recipe.to_toml().encode())
        described = {"data": [str(path) for path in paths], "device": device}
        write_synced(folder / RUN_FILE, json.dumps(described, indent=1).encode())
    except OSError as error:
        raise CheckpointError(folder, str(error)) from error
    return Run(folder, recipe, paths, device)


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
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CheckpointError(folder, f"there is no run to resume ({error})") from error
    return Run(folder, load_recipe(folder / RECIPE_FILE), data, device)


def carry_out(run: Run, emit: Callable[[Event], None], should_stop: Callable[[], bool]) -> Outcome:
    """Do all that is left of a run: from its recipe, or its newest checkpoint, to a model folder.

    Raises:
        TrainingError: With a sentence for the user; the newest checkpoint stays.
        EngineError: If the model folder cannot be written.
    """
    started = time.monotonic()
    recipe = run.recipe
    device = torch.device(run.device)
    with (run.folder / EVENTS_FILE).open("a", encoding="utf-8") as log:

        def tell(event: Event) -> None:
            log.write(to_line(event) + "\n")
            log.flush()
            emit(event)

        tell(
            Started(
                run=run.name,
                recipe=recipe.name,
                source_language=recipe.source_language,
                target_language=recipe.target_language,
                device=run.device,
            )
        )
        corpus = corpora.read(
            recipe.corpus, recipe.source_language, recipe.target_language, run.data
        )
        tell(
            CorpusRead(
                name=corpus.name,
                train=len(corpus.train),
                validation=len(corpus.validation),
                test=len(corpus.test),
                dropped=corpus.dropped,
            )
        )
        tokenizers = _learn_or_load_tokenizers(run, corpus)
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
        trainer.resume()
        outcome = trainer.fit()
        if outcome is Outcome.STOPPED:
            tell(Stopped(step=trainer.place.step, seconds=trainer.place.seconds))
            return outcome
        trainer.finish()
        seconds = trainer.place.seconds
        print(seconds)
        tell(Finished(step=trainer.place.step, seconds=time.monotonic() - started))
    return outcome


def build_model(recipe: Recipe, tokenizers: TokenizerPair) -> Transformer:
    """Build the recipe's Transformer for these vocabularies, with its weights as they begin."""
    special = tokenizers.target.special
    config = recipe.transformer_config(
        tokenizers.source.vocab_size,
        tokenizers.target.vocab_size,
        pad_id=special.pad,
        bos_id=special.bos,
        eos_id=special.eos,
    )
    model = build_transformer(config)
    initialise(model, recipe.model.initialisation)
    return model


def count_parameters(model: Transformer) -> int:
    """Count what is learned, shared weights once."""
    return sum(parameter.numel() for parameter in model.parameters())


class ExampleMaker:
    """Gives the training examples of an epoch, segmented anew where the recipe drops merges."""

    def __init__(
        self, recipe: Recipe, tokenizers: TokenizerPair, pairs: Sequence[SentencePair]
    ) -> None:
        self.recipe = recipe
        self.tokenizers = tokenizers
        self.pairs = pairs
        self.samplers: list[SubwordSampler] = []
        dropout = recipe.tokenizer.dropout
        if dropout:
            for side, tokenizer in enumerate((tokenizers.source, tokenizers.target)):
                assert isinstance(tokenizer, SubwordTokenizer)  # the recipe is checked for it
                texts = [pair[side] for pair in pairs]
                seed = 2 * recipe.training.seed + side
                self.samplers.append(SubwordSampler(tokenizer, texts, dropout, seed))
        self.unchanging = None if self.samplers else self._make(None, None)

    def __call__(self, epoch: int) -> Sequence[Example]:
        """Give the examples of an epoch, the same ones for the same epoch."""
        if self.unchanging is not None:
            return self.unchanging
        source, target = self.samplers
        return self._make(source.sample(epoch), target.sample(epoch))

    def _make(
        self,
        src_tokens: Sequence[Sequence[int]] | None,
        tgt_tokens: Sequence[Sequence[int]] | None,
    ) -> list[Example]:
        settings = self.recipe.tokenizer
        examples = encode_pairs(
            self.pairs,
            self.tokenizers,
            source_bos=settings.bos_on_source,
            source_eos=settings.eos_on_source,
            src_tokens=src_tokens,
            tgt_tokens=tgt_tokens,
        )
        limits = self.recipe.corpus
        return fit_length(examples, limits.max_length, limits.too_long)


def _learn_or_load_tokenizers(run: Run, corpus: Corpus) -> TokenizerPair:
    """Read the tokenizers that the run learned before, or learn and keep them."""
    joint = run.folder / "tokenizer.json"
    sides = (run.folder / "source.json", run.folder / "target.json")
    settings = run.recipe.tokenizer
    if settings.joint:
        if joint.exists():
            one = load_tokenizer(joint.read_text(encoding="utf-8"))
        else:
            one = _learn_tokenizer(run.recipe, [text for pair in corpus.train for text in pair])
            write_synced(joint, one.to_json().encode())
        return TokenizerPair(one, one)
    languages = (run.recipe.source_language, run.recipe.target_language)
    learned: list[Tokenizer] = []
    for side, path in enumerate(sides):
        if path.exists():
            learned.append(load_tokenizer(path.read_text(encoding="utf-8")))
        else:
            texts = [pair[side] for pair in corpus.train]
            learned.append(_learn_tokenizer(run.recipe, texts, languages[side]))
            write_synced(path, learned[-1].to_json().encode())
    return TokenizerPair(*learned)


def _learn_tokenizer(recipe: Recipe, texts: Sequence[str], language: str = "blank") -> Tokenizer:
    s = recipe.tokenizer
    match s.kind:
        case "bpe":
            return learn_bpe(texts, s.vocab_size, s.min_frequency)
        case "byte_level":
            return learn_byte_level(texts, s.vocab_size, s.min_frequency)
        case "words":
            return learn_words(texts, language, s.min_frequency, lowercase=s.lowercase)
        case "blank":
            return learn_words(texts, "blank", s.min_frequency, lowercase=False)


class Validator:
    """Scores a model on the validation pairs as it stands, by greedy search where BLEU counts."""

    def __init__(
        self, recipe: Recipe, tokenizers: TokenizerPair, pairs: Sequence[SentencePair]
    ) -> None:
        self.recipe = recipe
        self.tokenizers = tokenizers
        self.pairs = pairs
        settings = recipe.tokenizer
        self.source_bos, self.source_eos = settings.bos_on_source, settings.eos_on_source
        examples = encode_pairs(
            pairs, tokenizers, source_bos=self.source_bos, source_eos=self.source_eos
        )
        examples = fit_length(examples, recipe.model.max_positions, "cut")
        batching = Batching(recipe.training.batch_kind, recipe.training.batch_size)
        self.batches = list(forced_batches(examples, batching, tokenizers))
        self.search = search_settings(recipe, beam_size=1)
        self.shown = pairs[:NUM_SAMPLES]

    def __call__(self, model: Transformer) -> Validation:
        """Score the model; translations are made of all pairs, or of the samples alone."""
        model.eval()
        forced = teacher_forced_scores(model, self.batches, self.tokenizers.target)
        is_scored = self.recipe.training.best_metric == "bleu"
        pairs = self.pairs if is_scored else self.shown
        translated = translate_all(
            model,
            self.tokenizers,
            [pair.source for pair in pairs],
            self.search,
            source_bos=self.source_bos,
            source_eos=self.source_eos,
        )
        bleu = None
        if is_scored:
            references = [pair.target for pair in pairs]
            bleu = corpus_scores(translated, references, self.recipe.target_language).bleu
        return Validation(
            loss=forced.loss,
            perplexity=forced.batch_perplexity,
            bleu=bleu,
            teacher_forced_bleu=forced.teacher_forced_bleu,
            samples=tuple(
                Sampled(source=pair.source, target=target, reference=pair.target)
                for pair, target in zip(self.shown, translated, strict=False)
            ),
        )


def search_settings(recipe: Recipe, beam_size: int) -> SearchSettings:
    """Give the recipe's way to search, with this beam."""
    return SearchSettings(
        beam_size=beam_size,
        length_penalty=recipe.decoding.length_penalty,
        penalty_kind=recipe.decoding.penalty_kind,
        max_length=recipe.decoding.max_length,
    )
