"""What is wrong with a setting of a recipe, in phrases that begin with its name. Torch-free."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from engine.languages.lookup import rules_of
from engine.translatable import Phrase, translatable
from training.model_settings import TrainingSettings
from training.text_settings import AugmentationSettings, CorpusSettings, TokenizerSettings

_SUBWORDS = ("bpe", "byte_level")

_NEEDED = ("source_language", "target_language", "tokenizer")
"""What only a recipe that starts from a model may leave out: that model has it."""


_WRONG_TYPES = {
    "int_type": translatable("Phrase", "{path}: should be a valid integer, not {input}"),
    "int_from_float": translatable("Phrase", "{path}: should be a valid integer, not {input}"),
    "float_type": translatable("Phrase", "{path}: should be a valid number, not {input}"),
    "finite_number": translatable("Phrase", "{path}: should be a finite number, not {input}"),
    "bool_type": translatable("Phrase", "{path}: should be a valid boolean, not {input}"),
    "string_type": translatable("Phrase", "{path}: should be a valid string, not {input}"),
    "tuple_type": translatable("Phrase", "{path}: should be a valid tuple, not {input}"),
    "model_type": translatable("Phrase", "{path}: should be a table, not {input}"),
    "dict_type": translatable("Phrase", "{path}: should be a table, not {input}"),
}
_BEYOND_LIMITS = {
    "lt": translatable("Phrase", "{path}: should be less than {limit}, not {input}"),
    "le": translatable("Phrase", "{path}: should be less than or equal to {limit}, not {input}"),
    "gt": translatable("Phrase", "{path}: should be greater than {limit}, not {input}"),
    "ge": translatable("Phrase", "{path}: should be greater than or equal to {limit}, not {input}"),
    "max_length": translatable("Phrase", "{path}: should have a length of at most {limit}"),
    "expected": translatable("Phrase", "{path}: should be one of {limit}, not {input}"),
}


def unknown_setting(key: str, known: Iterable[str]) -> Phrase:
    """Return that a recipe has no such setting, and which one was perhaps meant."""
    near = ", ".join(near_names(key, known))
    return Phrase.of(
        translatable("Phrase", "{key}: is not a setting; did you mean {near}?")
        if near
        else translatable("Phrase", "{key}: is not a setting"),
        **({"key": key, "near": near} if near else {"key": key}),
    )


def near_names(wrong: str, known: Iterable[str]) -> list[str]:
    """Return the known names that a wrong one was perhaps meant to be."""
    names = sorted(known)
    last = wrong.rpartition(".")[2]
    near = [name for name in names if name.rpartition(".")[2] == last]
    return near or get_close_matches(wrong, names, n=1, cutoff=0.75)


def marks_formality(language: str) -> bool:
    """Return whether sentences of a language show how they address their reader."""
    return bool(rules_of(language).formal_pattern)


def missing_settings(values: Mapping[str, Any]) -> list[Phrase]:
    """Return what plain values of a recipe lack, unless they name a model that has it."""
    fine_tuning = values.get("fine_tuning")
    if isinstance(fine_tuning, dict) and fine_tuning.get("start_from"):
        return []
    tokenizer = values.get("tokenizer", {"kind": ""})  # one that is missing lacks no kind
    lacking = [name for name in _NEEDED if name not in values]
    if isinstance(tokenizer, dict) and "kind" not in tokenizer:
        lacking.append("tokenizer.kind")
    return [Phrase.of(translatable("Phrase", "{path}: is missing"), path=path) for path in lacking]


def finding(error: Mapping[str, Any], meanings: Mapping[str, str], tables: Iterable[str]) -> Phrase:
    """Return what one of pydantic's findings says.

    Args:
        error: As in `ValidationError.errors`.
        meanings: What each setting means, by its name.
        tables: The names of the tables.
    """
    path = ".".join(str(part) for part in error["loc"])
    kind, given, limits = error["type"], repr(error["input"]), error.get("ctx", {})
    if kind == "missing":
        return Phrase.of(translatable("Phrase", "{path}: is missing"), path=path)
    if kind == "extra_forbidden":
        return unknown_setting(path, {*meanings, *tables})
    if kind == "string_pattern_mismatch":
        setting = ".".join(path.split(".")[:2])  # of which this may be a name
        return Phrase.of(
            translatable("Phrase", "{path}: {input} does not have the right form ({meaning})"),
            path=setting,
            input=given,
            meaning=Phrase(meanings[setting], context="RecipeSetting"),
        )
    if kind in _WRONG_TYPES:
        return Phrase(_WRONG_TYPES[kind], {"path": path, "input": given})
    for name, template in _BEYOND_LIMITS.items():
        if name in limits:
            limit = limits[name]
            limit = limit.replace(" or ", ", ") if isinstance(limit, str) else f"{limit:g}"
            return Phrase(template, {"path": path, "limit": limit, "input": given})
    return Phrase.of(
        translatable("Phrase", "{path}: {finding}, not {input}"),
        path=path,
        finding=error["msg"].removeprefix("Input "),
        input=given,
    )


def corpus_contradictions(corpus: CorpusSettings) -> Iterator[Phrase]:
    """Yield what of the settings of a text does not go together."""
    if corpus.repeats and corpus.kind != "pairs":
        yield Phrase.of(
            translatable(
                "Phrase", "corpus.repeats: the corpus {kind} is a single text; leave it empty"
            ),
            kind=corpus.kind,
        )
    if corpus.weights and corpus.kind != "pairs":
        yield Phrase.of(
            translatable(
                "Phrase", "corpus.weights: the corpus {kind} has no origins; leave it empty"
            ),
            kind=corpus.kind,
        )


def tokenizer_contradictions(
    tokenizer: TokenizerSettings, corpus: CorpusSettings, augmentation: AugmentationSettings
) -> Iterator[Phrase]:
    """Yield what of the settings of the tokens does not go together, or with those of the text."""
    if tokenizer.kind == "words" and tokenizer.joint:
        yield Phrase.of(
            translatable(
                "Phrase", "tokenizer.joint: word rules differ by language; set it to false"
            )
        )
    if tokenizer.lowercase and tokenizer.kind != "words":
        yield Phrase.of(
            translatable(
                "Phrase", "tokenizer.lowercase: the tokenizer {kind} keeps case; set it to false"
            ),
            kind=tokenizer.kind,
        )
    if corpus.tag_synthetic and tokenizer.kind not in _SUBWORDS:
        yield Phrase.of(
            translatable("Phrase", "{setting}: the tokenizer {kind} has no tag; turn it off"),
            setting="corpus.tag_synthetic",
            kind=tokenizer.kind,
        )
    if corpus.tag_formality and tokenizer.kind not in _SUBWORDS:
        yield Phrase.of(
            translatable("Phrase", "{setting}: the tokenizer {kind} has no tag; turn it off"),
            setting="corpus.tag_formality",
            kind=tokenizer.kind,
        )
    if augmentation.hints and tokenizer.kind not in _SUBWORDS:
        yield Phrase.of(
            translatable("Phrase", "{setting}: the tokenizer {kind} has no tag; turn it off"),
            setting="augmentation.hints",
            kind=tokenizer.kind,
        )
    if tokenizer.dropout and tokenizer.kind not in _SUBWORDS:
        yield Phrase.of(
            translatable(
                "Phrase", "tokenizer.dropout: the tokenizer {kind} has no merges; set it to 0"
            ),
            kind=tokenizer.kind,
        )
    if tokenizer.kind in _SUBWORDS and tokenizer.vocab_size < 300:
        yield Phrase.of(
            translatable(
                "Phrase",
                "tokenizer.vocab_size: subwords need 256 entries for bytes and "
                "some to learn; make it 300 or more, not {size}",
            ),
            size=tokenizer.vocab_size,
        )


def training_contradictions(training: TrainingSettings) -> Iterator[Phrase]:
    """Yield what of the settings of learning does not go together."""
    if training.schedule != "constant" and not training.warmup_steps:
        yield Phrase.of(
            translatable(
                "Phrase", "training.warmup_steps: the schedule {schedule} needs at least 1"
            ),
            schedule=training.schedule,
        )
    limits = (training.max_epochs, training.max_steps, training.max_minutes)
    if not (any(limits) or training.patience):
        yield Phrase.of(
            translatable(
                "Phrase",
                "training.max_epochs: nothing ends the run; set this, max_steps, max_minutes or "
                "patience",
            )
        )
    if training.schedule == "cosine" and not any(limits):
        yield Phrase.of(
            translatable(
                "Phrase",
                "training.schedule: cosine needs an end; set max_epochs, max_steps or max_minutes",
            )
        )
