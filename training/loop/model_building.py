"""Build a recipe's Transformer: its shape, its initial weights, its size."""

from engine.nn.config import TransformerConfig
from engine.nn.transformer import Transformer, build_transformer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from training.loop.initialisation import initialise
from training.recipe import Recipe


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
