"""Build a recipe's Transformer, with random weights or those of another model."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from torch import Tensor, nn

from engine.models.folder import load_weights
from engine.nn.config import TransformerConfig
from engine.nn.transformer import Transformer, build_transformer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from training.loop.optimizer import Pull
from training.model_settings import FineTuningSettings
from training.recipe import Recipe

Initialisation = Literal["pytorch", "xavier", "scaled"]


def transformer_config(recipe: Recipe, tokenizers: TokenizerPair) -> TransformerConfig:
    """Return the shape of the recipe's Transformer for these vocabularies."""
    special = tokenizers.target.special
    return recipe.transformer_config(
        tokenizers.source.vocab_size,
        tokenizers.target.vocab_size,
        pad_id=special.pad,
        bos_id=special.bos,
        eos_id=special.eos,
    )


def build_model(recipe: Recipe, tokenizers: TokenizerPair) -> Transformer:
    """Build the recipe's Transformer for these vocabularies, with its initial weights."""
    model = build_transformer(transformer_config(recipe, tokenizers))
    initialise(model, recipe.model.initialisation)
    return model


def count_parameters(model: Transformer) -> int:
    """Count the parameters, shared ones once."""
    return sum(parameter.numel() for parameter in model.parameters())


def initialise(model: Transformer, kind: Initialisation) -> None:
    """Set the weights of a fresh model, in place.

    `pytorch` leaves PyTorch's defaults; `xavier` draws every matrix from Xavier's uniform
    distribution (Glorot and Bengio 2010), embeddings too; `scaled` does so for the layers, and
    draws embeddings from a normal distribution of deviation d_model^-0.5, so that the factor
    sqrt(d_model) of section 3.4 brings them to the size of the positions. Embeddings of padding
    are zero.
    """
    if kind == "pytorch":
        return
    for parameter in model.parameters():
        if parameter.dim() > 1:
            nn.init.xavier_uniform_(parameter)
    for embeddings in (model.src_embeddings, model.tgt_embeddings):
        if kind == "scaled":
            weight = embeddings.tokens.weight
            nn.init.normal_(weight, std=weight.size(1) ** -0.5)
    for embeddings in (model.src_embeddings, model.tgt_embeddings):
        nn.init.zeros_(embeddings.tokens.weight[embeddings.tokens.padding_idx])
    if model.output.bias is not None:
        nn.init.zeros_(model.output.bias)


def start_from(model: Transformer, folder: Path, settings: FineTuningSettings) -> Pull | None:
    """Load a folder's weights into a model, freeze what the settings say, and pull back the rest.

    Returns:
        The pull on the weights that are trained; None if the settings have none.

    Raises:
        ModelFolderError: If they cannot be read.
    """
    model.load_state_dict(load_weights(folder))
    for module in _frozen(model, settings):
        module.requires_grad_(requires_grad=False)
    if model.pad_id == model.bos_id and model.tgt_embeddings.tokens.weight.requires_grad:
        _hold_start(model)
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    return Pull(trained, settings.pull) if settings.pull else None


def _hold_start(model: Transformer) -> None:
    """Keep the vector that targets begin with: in Marian it is zero and not in the vocabulary."""

    def without_start(gradient: Tensor) -> Tensor:
        held = gradient.clone()
        held[model.bos_id] = 0
        return held

    weight = model.tgt_embeddings.tokens.weight
    weight.register_hook(without_start)  # type: ignore[no-untyped-call]  # torch types no hooks


def _frozen(model: Transformer, settings: FineTuningSettings) -> Iterator[nn.Module]:
    match settings.freeze:
        case "none":
            return
        case "embeddings":
            yield model.src_embeddings
            yield model.tgt_embeddings
        case "encoder":
            yield model.src_embeddings
            yield model.encoder_layers
            yield model.encoder_norm
