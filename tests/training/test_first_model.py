"""What a model leaves to a recipe that starts from it, and what it settles."""

from pathlib import Path

import pytest

from engine.errors import ModelFolderDamagedError, ModelFolderMissingError
from engine.models.manifest_file import read_manifest
from engine.tokenizers.subword import HINT_TAGS
from tests.support.model_folders import change_manifest, save_toy_model, word_config
from tests.support.translators import save_subword_model
from training.errors import RecipeError
from training.first_model import HINTS, complete
from training.recipe import Recipe, load_recipe


def fine_tune(*settings: str) -> Recipe:
    return load_recipe("fine-tune").override(settings)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Return the folder of a tiny model."""
    folder = tmp_path / "mine"
    save_toy_model(
        folder,
        source_language="fr",
        dtype="int8",
        decoding={"max_length": 17, "is_narrowing": True},
    )
    return folder


def test_what_a_recipe_leaves_out_is_that_of_the_model(model: Path) -> None:
    recipe = complete(fine_tune("fine_tuning.start_from=mine"), model)
    manifest = read_manifest(model)
    assert recipe.is_complete
    assert (recipe.source_language, recipe.target_language) == ("fr", "de")
    assert (recipe.tokenizer.kind, recipe.tokenizer.joint) == ("blank", False)
    assert recipe.decoding.max_length == 17
    assert recipe.export.weights_dtype == "int8"
    assert recipe.model_name == "mine-fine-tuned"
    config = manifest.config
    sizes = (config.src_vocab_size, config.tgt_vocab_size)
    ids = {"pad_id": config.pad_id, "bos_id": config.bos_id, "eos_id": config.eos_id}
    assert recipe.transformer_config(*sizes, **ids) == config
    assert Recipe.from_toml(recipe.to_toml()) == recipe
    assert complete(recipe, model) == recipe


def test_what_need_not_agree_stays_as_the_recipe_has_it(model: Path) -> None:
    settings = ("model.dropout=0.4", "decoding.beam_size=2", "export.weights_dtype=float16")
    recipe = complete(fine_tune(*settings), model)
    assert (recipe.model.dropout, recipe.decoding.beam_size) == (0.4, 2)
    assert recipe.export.weights_dtype == "float16"


def test_every_contradiction_is_named(model: Path) -> None:
    wrong = (
        "source_language=en",
        "target_language=fr",
        "tokenizer.kind=bpe",
        "tokenizer.joint=true",
        "model.d_ff=4096",
        "corpus.tag_synthetic=true",
    )
    with pytest.raises(RecipeError) as caught:
        complete(fine_tune(*wrong), model)
    d_ff = word_config().d_ff
    assert tuple(map(str, caught.value.problems)) == (
        "source_language: is en, but the model mine has fr",
        "target_language: is fr, but the model mine has de",
        "tokenizer.kind: is bpe, but the model mine has blank",
        "tokenizer.joint: is True, but the model mine has False",
        f"model.d_ff: is 4096, but the model mine has {d_ff}",
        "corpus.tag_synthetic: the model's vocabulary has no tag <bt>; turn it off",
    )


def test_what_reads_hints_keeps_getting_them(tmp_path: Path) -> None:
    folder = tmp_path / "hinted"
    save_subword_model(folder, tags=HINT_TAGS)
    recipe = complete(fine_tune(), folder)
    general = load_recipe("general-en-de")
    assert recipe.augmentation.hints == general.augmentation.hints == HINTS
    assert complete(recipe, folder) == recipe
    assert complete(fine_tune("augmentation.hints=0"), folder).augmentation.hints == 0
    assert complete(fine_tune("augmentation.hints=0.1"), folder).augmentation.hints == 0.1


def test_what_reads_no_hints_gets_none(model: Path, tmp_path: Path) -> None:
    assert complete(fine_tune(), model).augmentation.hints == 0
    plain = tmp_path / "plain"
    save_subword_model(plain)
    assert complete(fine_tune(), plain).augmentation.hints == 0
    french = tmp_path / "french"
    save_subword_model(french, tags=HINT_TAGS, source_language="fr")
    assert complete(fine_tune(), french).augmentation.hints == 0
    with pytest.raises(RecipeError, match="there is no dictionary from fr to de; set it to 0"):
        complete(fine_tune("augmentation.hints=0.2"), french)


def test_of_a_model_of_several_directions_the_recipe_may_choose_one(tmp_path: Path) -> None:
    folder = tmp_path / "many"
    save_toy_model(folder)
    tokens = {"de": ">>deu<<", "fr": ">>fra<<"}
    change_manifest(folder, {"source_languages": ["en", "sv"], "target_tokens": tokens})
    assert complete(fine_tune(), folder).target_language == "de"
    chosen = complete(fine_tune("source_language=sv", "target_language=fr"), folder)
    assert (chosen.source_language, chosen.target_language) == ("sv", "fr")
    with pytest.raises(RecipeError, match="target_language: is it, but the model many has de"):
        complete(fine_tune("source_language=sv", "target_language=it"), folder)


def test_a_folder_that_is_no_model_is_nothing_to_start_from(model: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelFolderMissingError):
        complete(fine_tune(), tmp_path)
    (model / "source.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelFolderDamagedError, match=r"source.json: .*it is not JSON"):
        complete(fine_tune(), model)
