"""Build a recipe's Transformer: its shape, its initial weights, its size.

They begin at random, or as those of another model of the same languages, shape and vocabulary: then
a run adapts that model to other text.
"""

from pathlib import Path

from engine.models.folder import load_weights
from engine.models.manifest import Manifest, read_manifest
from engine.nn.config import TransformerConfig
from engine.nn.transformer import Transformer, build_transformer
from engine.tokenizers.subword import FORMAL_TAG, SYNTHETIC_TAG, SubwordTokenizer
from engine.tokenizers.tokenizer import load_tokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translatable import Phrase, translatable
from training.errors import RecipeError
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


def tokenizer_texts(folder: Path, recipe: Recipe) -> dict[str, str]:
    """Return the tokenizer files of the model that a run starts from, by name.

    Raises:
        ModelFolderError: If it is no model folder.
        RecipeError: If the recipe needs another kind of model, with every difference at once.
    """
    manifest = read_manifest(folder)
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in manifest.tokenizer_files}
    problems = [*_differences(manifest, recipe)]
    if manifest.joint == recipe.tokenizer.joint:
        problems += _missing_tags(texts[manifest.tokenizer_files[0]], recipe)
    if problems:
        raise RecipeError(
            [
                Phrase.of(translatable("Phrase", "{problem} (--from-model)"), problem=problem)
                for problem in problems
            ],
            recipe.name,
        )
    return texts


def load_first_weights(model: Transformer, folder: Path) -> None:
    """Copy the weights of the model that a run starts from into a model of the same shape.

    Raises:
        ModelFolderError: If they cannot be read.
    """
    model.load_state_dict(load_weights(folder))


def _differences(manifest: Manifest, recipe: Recipe) -> list[Phrase]:
    """Return the differences between the model to start from and the recipe's model."""
    own: dict[str, object] = {
        "source_language": recipe.source_language,
        "target_language": recipe.target_language,
        "tokenizer.joint": recipe.tokenizer.joint,
        "tokenizer.bos_on_source": recipe.tokenizer.bos_on_source,
        "tokenizer.eos_on_source": recipe.tokenizer.eos_on_source,
    }
    theirs: dict[str, object] = {
        "source_language": manifest.source_language,
        "target_language": manifest.target_language,
        "tokenizer.joint": manifest.joint,
        "tokenizer.bos_on_source": manifest.source_bos,
        "tokenizer.eos_on_source": manifest.source_eos,
    }
    free = {"initialisation", "dropout", "attention_dropout", "activation_dropout"}
    for name, value in recipe.model.model_dump(exclude=free).items():
        own[f"model.{name}"], theirs[f"model.{name}"] = value, getattr(manifest.config, name)
    return [
        Phrase.of(
            translatable("Phrase", "{name}: is {value}, but the model {model} has {other}"),
            name=name,
            value=str(value),
            model=manifest.name,
            other=str(theirs[name]),
        )
        for name, value in own.items()
        if value != theirs[name]
    ]


def _missing_tags(source: str, recipe: Recipe) -> list[Phrase]:
    tokenizer = load_tokenizer(source)
    tags = tokenizer.tags if isinstance(tokenizer, SubwordTokenizer) else ()
    wanted = {
        "corpus.tag_synthetic": (recipe.corpus.tag_synthetic, SYNTHETIC_TAG),
        "corpus.tag_formality": (recipe.corpus.tag_formality, FORMAL_TAG),
    }
    return [
        Phrase.of(
            translatable(
                "Phrase", "{name}: the model's vocabulary has no tag {tag}; set it to false"
            ),
            name=name,
            tag=tag,
        )
        for name, (is_wanted, tag) in wanted.items()
        if is_wanted and tag not in tags
    ]


def count_parameters(model: Transformer) -> int:
    """Count the trainable parameters, shared ones once."""
    return sum(parameter.numel() for parameter in model.parameters())
