"""Turn a trained model into a model folder: measured, described, and ready to ship."""

import math
import platform
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import torch

from engine.models.known_words import KnownWords
from engine.models.manifest import (
    WEIGHTS_FILE,
    AlignmentHead,
    Calibration,
    DecodingDefaults,
    Familiarity,
    FineTunedFrom,
    Manifest,
    Score,
    TokenizerKind,
    TrainingCorpus,
    TrainingSummary,
    WeightsDtype,
)
from engine.models.saving import save_model
from engine.nn.config import TransformerConfig
from engine.nn.torch_decoder import TorchDecoder
from engine.nn.transformer import Transformer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from training.corpus.corpus import Corpus
from training.corpus.origins import Origin, describe_origins
from training.evaluation import calibration as calibrations
from training.evaluation.comparison import warnings_of, way
from training.evaluation.scores import Scores, find_best
from training.evaluation.trained_model import TrainedModel
from training.progress import Compared, Likened
from training.recipe import Recipe

SURE_SHARE = 0.9
"""This share of the validation sentences counts as familiar by how sure the model is of what it
writes.

The rest deserves the notice wherever it comes from: of the translations that a general model was
least sure of, nine in ten were wrong, and of those of a caption model too (docs/calibration.md)."""

SURE_LOG_PROB = -0.5
"""The mean log-probability of a token that is familiar whatever the share: a model that knows its
validation text by heart is not unsure of the tenth that it knows least well. Of the translations
just above it, fewer than half were wrong."""

WHOLE_SHARE = 0.99
"""The share of sentences that count as familiar by how few pieces their words fall into. This only
recognises writing that the model can hardly read."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The measurements of a finished model."""

    parameters: int
    device: str
    command: str
    """The command that repeats the run."""
    hours: float = 0.0
    epochs: float = 0.0
    """How many times the run passed over its text; 0 if that is unknown."""
    scores: dict[str, Scores] = field(default_factory=dict)
    """By how and on what: `test, beam 5`."""
    alignment: AlignmentHead | None = None
    alignment_rule: str = ""
    """Why that map was chosen: `it agrees best with …`."""
    comparisons: tuple[Compared, ...] = ()
    """How it compares with the model it would replace."""
    familiarity: Familiarity | None = None
    calibration: Calibration | None = None
    calibrated_for: str = ""
    """The model that the calibration was fitted for, if not this one."""
    known_words: KnownWords | None = None
    """The source words that the model knows well, if it reads hints and they are known."""
    likened: Likened | None = None
    """How like its translations are to those of the model it was fine-tuned from."""


def measure_familiarity(
    trained: TrainedModel, sources: Sequence[str], should_stop: Callable[[], bool] | None = None
) -> Familiarity:
    """Find where familiar text ends: how unsure the search may be, how short pieces may get.

    Args:
        trained: The model, with its own way to search.
        sources: Validation sentences.
        should_stop: Asked before every token of the search.

    Raises:
        Cancelled: If should_stop said so.
    """
    translations = find_best(
        TorchDecoder(trained.model),
        trained.tokenizers,
        sources,
        trained.search,
        should_stop=should_stop,
    )
    means = [float(np.mean(best.log_probs)) for _, best in translations if best.log_probs]
    encodings = [trained.tokenizers.source.encode(text) for text in sources]
    pieces = [len(e.ids) / max(1, len(e.words)) for e in encodings]
    # Rounded so that what was measured here stays familiar, in another batch and in a small corpus.
    lowest = float(np.quantile(means, 1 - SURE_SHARE, method="lower"))
    most = float(np.quantile(pieces, WHOLE_SHARE, method="higher"))
    return Familiarity(
        min_mean_log_prob=min(SURE_LOG_PROB, math.floor(1000 * lowest) / 1000),
        max_pieces_per_word=math.ceil(1000 * most) / 1000,
    )


def write_model(
    folder: Path,
    recipe: Recipe,
    corpus: Corpus,
    tokenizers: TokenizerPair,
    model: Transformer,
    config: TransformerConfig,
    measured: Measured,
    dtype: WeightsDtype | None = None,
    parent: Manifest | None = None,
) -> Manifest:
    """Write a run's model folder, its weights as the recipe says if not as `dtype`.

    What a model was fine-tuned from stays in its manifest and card: whose text and work it holds.

    Args:
        folder: Where; its name becomes the model's.
        recipe: Of the run.
        corpus: Of the run.
        tokenizers: Of the model.
        model: Whose weights are written.
        config: Its shape.
        measured: What it turned out to be.
        dtype: How to store the weights, if not as the recipe says.
        parent: The manifest of the model it was fine-tuned from.

    Raises:
        OSError: If it cannot be written; a model that was there stays.
    """
    settings = recipe.tokenizer
    decoding = DecodingDefaults() if parent is None else parent.decoding
    manifest = Manifest(
        name=folder.name,
        source_language=recipe.source_language,
        target_language=recipe.target_language,
        limits=recipe.export.limits,
        created=datetime.now(UTC).replace(microsecond=0),
        config=config,
        tokenizer_kind=_KINDS[settings.kind],
        joint=tokenizers.is_joint,
        case="lower" if settings.lowercase else "cased",
        source_bos=tokenizers.source_bos,
        source_eos=tokenizers.source_eos,
        decoding=decoding.model_copy(update=recipe.decoding.model_dump()),
        alignment=measured.alignment,
        familiarity=measured.familiarity,
        calibration=measured.calibration,
        scores=_scores(measured.scores),
        training=TrainingSummary(
            recipe=recipe.name,
            seed=recipe.training.seed,
            hardware=describe_device(measured.device),
            hours=round(measured.hours, 2),
            corpora=(
                *(parent.corpora if parent is not None else ()),
                TrainingCorpus(name=corpus.name, licence=corpus.licence, pairs=len(corpus.train)),
            ),
        ),
    )
    if parent is not None:
        manifest = manifest.model_copy(update=_lineage(parent, recipe.target_language))
    return save_model(
        folder,
        manifest,
        {name: tensor.cpu() for name, tensor in model.state_dict().items()},
        _tokenizer_files(tokenizers),
        model_card(manifest, measured, corpus.origins),
        dtype=dtype or recipe.export.weights_dtype,
        replace=True,
        known_words=measured.known_words,
    )


_KINDS: dict[str, TokenizerKind] = {
    "bpe": "subword",
    "byte_level": "subword",
    "words": "word",
    "blank": "word",
    "sentencepiece": "sentencepiece",
}


def _lineage(parent: Manifest, target: str) -> dict[str, object]:
    """Return the fields that a fine-tuned model has from its parent.

    Of several directions only the one that was learned stays: nobody measured the others.
    """
    return {
        "imported_from": parent.imported_from,
        "fine_tuned_from": FineTunedFrom(
            name=parent.name, weights_sha256=parent.files[WEIGHTS_FILE]
        ),
        "target_tokens": {
            language: token
            for language, token in parent.target_tokens.items()
            if language == target
        },
    }


def describe_device(device: str) -> str:
    """Name what a run computes with, as the model card says it."""
    if device.startswith("cuda"):
        return torch.cuda.get_device_name(device)
    threads = torch.get_num_threads()
    return f"{platform.machine()} processor, {threads} thread{'s' if threads > 1 else ''}"


def _tokenizer_files(tokenizers: TokenizerPair) -> dict[str, str]:
    if tokenizers.is_joint:
        return {"tokenizer.json": tokenizers.source.to_json()}
    return {"source.json": tokenizers.source.to_json(), "target.json": tokenizers.target.to_json()}


def _scores(by_setting: dict[str, Scores]) -> tuple[Score, ...]:
    """Return what a card states: translations by how they were searched, forced figures once."""
    by_name: dict[tuple[str, str], Score] = {}
    for setting, scores in by_setting.items():
        corpus, way = setting.split(", ", 1)
        for name, value in scores.metrics.items():
            if name in _OF_MACHINES or not math.isfinite(value):
                continue
            title = f"{name} ({way})" if name in scores.signatures else name
            signature = scores.signatures.get(name, "")
            by_name[corpus, title] = Score(
                name=title, value=round(value, 4), corpus=corpus, signature=signature
            )
    return tuple(by_name.values())


_OF_MACHINES = ("sentences_per_second",)
"""Figures that describe the machine rather than the model."""


def _in_table(signature: str) -> str:
    """Return the signature as a cell of a Markdown table, with its bars escaped."""
    return signature.replace("|", "\\|") or "—"


def model_card(manifest: Manifest, measured: Measured, origins: Sequence[Origin] = ()) -> str:
    """Write the README of a model folder: what it is, its training text and its scores."""
    config, training = manifest.config, manifest.trained
    rows = "\n".join(
        f"| {score.name} | {score.corpus} | {score.value:.4g} | {_in_table(score.signature)} |"
        for score in manifest.scores
    )
    texts = "\n".join(
        f"- {text.name}: {text.pairs:,} pairs. {text.licence}" for text in training.corpora
    )
    return f"""# {manifest.name}

Translates {manifest.source_language} to {manifest.target_language}. {manifest.limits}

A Transformer ("Attention Is All You Need") with {measured.parameters:,} parameters:
{config.num_encoder_layers} encoder and {config.num_decoder_layers} decoder layers,
{config.num_heads} heads, d_model {config.d_model}, d_ff {config.d_ff}, {config.norm}-norm,
{config.positions} positions.
Vocabulary: {config.src_vocab_size:,} source and {config.tgt_vocab_size:,} target tokens
({manifest.tokenizer_kind}{", joint" if manifest.joint else ""}, {manifest.case}).

{_origin(manifest)}## Data

{texts}
{describe_origins(origins, measured.epochs)}
## Training

Recipe `{training.recipe}`, seed {training.seed}, {_length(measured.epochs, training.hours)}.
Hardware: {training.hardware}.
To repeat the training: `{measured.command}`.

## Scores

BLEU and chrF are computed by sacreBLEU; the model did not see the references, except for
`teacher_forced_bleu`, which is fed them and does not score translations.

| score | text | value | signature |
|---|---|---|---|
{rows}
{_comparison(measured.comparisons, manifest)}{_likeness(measured.likened)}
## Alignment

{textwrap.fill(_alignment(manifest.alignment, measured.alignment_rule), 98)}

{calibrations.HEADING}

{calibrations.describe(manifest.calibration)}
{_calibrated_for(measured.calibrated_for)}
## Limits

{manifest.limits or "Not stated by the recipe."}
It can be wrong without any sign of it; check numbers and names above all.
"""


def _length(epochs: float, hours: float) -> str:
    return f"{epochs:.3g} epochs, {hours:.2f} hours" if epochs else f"{hours:.2f} hours"


def _alignment(head: AlignmentHead | None, rule: str) -> str:
    if head is None:
        return "No attention map was chosen to align words."
    which = "the mean of all heads" if head.head is None else f"head {head.head + 1}"
    moment = "reads" if head.shifted else "writes"
    return (
        f"Words are aligned by cross-attention: layer {head.layer + 1}, {which}, at the position "
        f"that {moment} the word. This map was chosen because {rule}. Attention is a view into the "
        "model, not a proof of its reasons."
    )


def _origin(manifest: Manifest) -> str:
    """Return what a model was fine-tuned from; empty if it was not."""
    first, imported = manifest.fine_tuned_from, manifest.imported_from
    if first is None:
        return ""
    lines = [
        f"Fine-tuned from {first.name}, whose training text is listed first below. The sha256 of "
        f"its weights is {first.weights_sha256}."
    ]
    if imported is not None:
        publication = ", ".join(
            filter(None, (imported.name, imported.publisher, imported.licence, imported.address))
        )
        lines.append(f"{first.name} was converted from a published model: {publication}.")
    return "\n".join(textwrap.fill(line, 98) for line in lines) + "\n\n"


def _calibrated_for(name: str) -> str:
    text = f"This is the calibration of {name}: its validation text has more words."
    return f"\n{textwrap.fill(text, 98)}\n" if name else ""


def _likeness(likened: Likened | None) -> str:
    """Return how like the translations of its parent its own are; empty if that is unknown."""
    if likened is None:
        return ""
    text = (
        f"On {likened.sentences} {likened.corpus} without references, the translations of this "
        f"model and of {likened.old_name} agree to chrF {likened.chrf:.1f} of 100 "
        f"({likened.signature}). This is how much changed, not how good either is."
    )
    return f"\n{textwrap.fill(text, 98)}\n"


def _comparison(comparisons: Sequence[Compared], manifest: Manifest) -> str:
    """Return the comparison with the model it would replace; empty if there is none."""
    if not comparisons:
        return ""
    is_parent = manifest.fine_tuned_from is not None
    relation = "it was fine-tuned from" if is_parent else "it would replace"
    old = _in_table(comparisons[0].old_name)
    rows = "\n".join(
        f"| {text.corpus}, {text.pairs:,} pairs, {way(text.beam_size)} | {text.new['bleu']:.2f} "
        f"| {text.old['bleu']:.2f} | {text.difference:+.2f} | {text.low:+.2f} to {text.high:+.2f} "
        f"| {text.p_value:.3f} |"
        for text in comparisons
    )
    warnings = "".join(
        f"\n{textwrap.fill(warning.text, 98)}\n" for warning in warnings_of(comparisons)
    )
    return f"""
## Compared with the model {relation}, {old}

BLEU of both models with the same beam size, with a 95 % interval from 1,000 paired bootstrap
samples.

| text | this model | {old} | difference | interval | p |
|---|---|---|---|---|---|
{rows}
{warnings}"""
