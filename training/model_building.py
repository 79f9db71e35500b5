"""A recipe's Transformer: its shape, its weights as they begin, its size."""

from engine.config import TransformerConfig
from engine.tokenizer import TokenizerPair
from engine.transformer import Transformer, build_transformer
from training.initialisation import initialise
from training.recipe import Recipe


def transformer_config(recipe: Recipe, tokenizers: TokenizerPair) -> TransformerConfig:
    """Give the shape of the recipe's Transformer for these vocabularies."""
    special = tokenizers.target.special
    return recipe.transformer_config(
        tokenizers.source.vocab_size,
        tokenizers.target.vocab_size,
        pad_id=special.pad,
        bos_id=special.bos,
        eos_id=special.eos,
    )


def build_model(recipe: Recipe, tokenizers: TokenizerPair) -> Transformer:
    """Build the recipe's Transformer for these vocabularies, with its weights as they begin."""
    model = build_transformer(transformer_config(recipe, tokenizers))
    initialise(model, recipe.model.initialisation)
    return model


def count_parameters(model: Transformer) -> int:
    """Count what is learned, shared weights once."""
    return sum(parameter.numel() for parameter in model.parameters())
