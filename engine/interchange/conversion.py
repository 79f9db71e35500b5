"""A model of another program, read into our terms, and how it becomes a model folder of ours."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from engine.models.manifest import (
    JOINT_TOKENIZER_FILE,
    SOURCE_TOKENIZER_FILE,
    TARGET_TOKENIZER_FILE,
    DecodingDefaults,
    ImportedFrom,
    Manifest,
    Score,
    WeightsDtype,
)
from engine.models.saving import save_model
from engine.models.stored_model import Arrays
from engine.models.tensor_layout import parameter_count
from engine.nn.config import TransformerConfig
from engine.tokenizers.tokenizer import Tokenizer

_FORMAT_NAMES = {"huggingface": "Hugging Face Transformers", "marian": "Marian"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignModel:
    """A model that another program trained; its languages as in `Manifest`."""

    config: TransformerConfig
    weights: Arrays
    """Under the names of `Transformer.state_dict`; those tied to another may be left out."""
    source: Tokenizer
    target: Tokenizer | None
    """None: the source's, with one vocabulary and one way of cutting words for both languages."""
    source_language: str
    target_language: str
    source_languages: tuple[str, ...] = ()
    target_tokens: Mapping[str, str] = field(default_factory=dict)
    decoding: DecodingDefaults
    imported_from: ImportedFrom
    scores: tuple[Score, ...] = ()
    """As its publisher measured them."""
    card: str = ""
    """Its publisher's description, Markdown, which may ask for attribution; empty if none."""


def save_foreign(
    model: ForeignModel, target_folder: Path, name: str, dtype: WeightsDtype = "int8"
) -> Manifest:
    """Write a foreign model as a model folder of ours; if interrupted, leave nothing behind.

    What only its training text could tell is not known: no familiarity, calibration or alignment.

    Args:
        model: The model, as a reader of its format returned it.
        target_folder: Where; its name is the one the model is listed under.
        name: The model's name.
        dtype: What to store the weights in. int8 is the default, because it is computed fastest
            and models of this size translate as well in it (docs/models.md).

    Returns:
        The manifest as it was written.

    Raises:
        ModelFolderExistsError: If the folder exists.
        ValueError: If the parts do not fit each other or the name is not valid.
        OSError: If the folder cannot be written.
    """
    manifest = Manifest.model_validate(
        {
            "name": name,
            "source_language": model.source_language,
            "target_language": model.target_language,
            "source_languages": model.source_languages,
            "target_tokens": dict(model.target_tokens),
            "created": datetime.now(UTC).replace(microsecond=0),
            "config": model.config,
            "tokenizer_kind": model.source.kind,
            "joint": model.target is None,
            "case": "cased",
            "source_bos": False,
            "source_eos": True,
            "decoding": model.decoding,
            "scores": model.scores,
            "imported_from": model.imported_from,
        }
    )
    if model.target is None:
        tokenizers = {JOINT_TOKENIZER_FILE: model.source.to_json()}
    else:
        tokenizers = {
            SOURCE_TOKENIZER_FILE: model.source.to_json(),
            TARGET_TOKENIZER_FILE: model.target.to_json(),
        }
    card = _card(manifest, dtype, model.card)
    return save_model(target_folder, manifest, model.weights, tokenizers, card, dtype=dtype)


def _card(manifest: Manifest, dtype: WeightsDtype, original: str) -> str:
    """Return the model card: what is known of the model, then its publisher's own description."""
    config, origin = manifest.config, manifest.imported_from
    assert origin is not None
    facts = [
        ("Name", origin.name),
        ("Publisher", origin.publisher),
        ("Licence", origin.licence),
        ("Address", origin.address),
        ("Format", _FORMAT_NAMES[origin.format]),
        ("Languages read", ", ".join(manifest.source_languages)),
        ("Languages written", ", ".join(manifest.target_tokens)),
    ]
    known = "\n".join(f"- {label}: {value}" for label, value in facts if value)
    unknown = " and ".join(
        label
        for label, value in (("publisher", origin.publisher), ("licence", origin.licence))
        if not value
    )
    note = f"\nIts files do not name a {unknown}; ask whoever gave it to you.\n" if unknown else ""
    return f"""# {manifest.name}

Translates {manifest.source_language} to {manifest.target_language}. Imported: another program
trained this model, and its files were converted.

{known}
{note}
A Transformer with {parameter_count(config):,} parameters: {config.num_encoder_layers} encoder and
{config.num_decoder_layers} decoder layers, {config.num_heads} heads, d_model {config.d_model},
d_ff {config.d_ff}, {config.norm}-norm, {config.positions} positions.
Vocabulary: {config.src_vocab_size:,} source and {config.tgt_vocab_size:,} target tokens.
The weights are stored as {dtype}.
{_scores(manifest.scores)}
## Limits

Its training text is not known to this program: probabilities are not calibrated, and unfamiliar
text is not reported. It can be wrong without any sign of it; check numbers and names above all.
{_quoted(original)}"""


def _scores(scores: tuple[Score, ...]) -> str:
    if not scores:
        return ""
    rows = "\n".join(f"| {score.name} | {score.corpus} | {score.value:.4g} |" for score in scores)
    return f"""
## Scores

As its publisher measured them, before the weights were converted.

| score | text | value |
|---|---|---|
{rows}
"""


def _quoted(original: str) -> str:
    return f"\n## The publisher's description\n\n{original.strip()}\n" if original.strip() else ""
