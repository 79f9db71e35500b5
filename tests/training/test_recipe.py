"""Recipes: what the sources say, what a user may change, and what is refused in which words."""

import itertools
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.models.manifest import DecodingDefaults, Manifest, TrainingSummary
from engine.nn.transformer import build_transformer
from training.errors import RecipeError
from training.recipe import Recipe, describe_settings, list_recipes, load_recipe
from training.toml_values import write_value

RECIPES = list_recipes()
NAMES = [recipe.name for recipe in RECIPES]
ONE_LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]))


@pytest.fixture
def recipe() -> Recipe:
    return load_recipe("multi30k-tiny")


# --- what ships ---------------------------------------------------------------------------------


def test_the_shipped_recipes_are_those_of_the_sources_and_ours() -> None:
    assert set(NAMES) == {
        "multi30k-word",
        "multi30k-prenorm",
        "multi30k-tiny",
        "quick-look",
        "good",
        "best",
        "everyday",
        "captions",
        "general-en-de",
        "general-de-en",
        "toy-en-fr",
        "toy-en-fr-independent",
        "paper-base",
        "fine-tune",
        "iwslt14-de-en",
        "reverse",
    }
    assert sorted(NAMES) == NAMES


def test_a_shipped_recipe_bears_its_file_name_and_says_what_it_is_for() -> None:
    for name in NAMES:
        recipe = load_recipe(name)
        assert recipe.name == name
        assert recipe.summary
        assert recipe.export.limits


@pytest.mark.parametrize(
    ("name", "src_vocab_size", "tgt_vocab_size", "parameters"),
    [
        # The count that the source itself reports.
        ("multi30k-word", 5893, 7853, 55_179_437),
        ("multi30k-tiny", 8000, 8000, None),
        ("best", 8000, 8000, None),
        ("iwslt14-de-en", 10_000, 10_000, None),
    ],
)
def test_a_recipe_builds_a_model_of_the_reported_size(
    name: str, src_vocab_size: int, tgt_vocab_size: int, parameters: int | None
) -> None:
    config = load_recipe(name).transformer_config(
        src_vocab_size, tgt_vocab_size, pad_id=1, bos_id=2, eos_id=3
    )
    with torch.device("meta"):
        count = sum(weight.numel() for weight in build_transformer(config).parameters())
    if parameters is not None:
        assert count == parameters
    if name == "multi30k-tiny":
        assert 2_000_000 < count < 3_000_000
    if name == "best":
        assert 7_000_000 < count < 9_000_000


def test_the_shape_reaches_the_engine_whole() -> None:
    recipe = load_recipe("toy-en-fr-independent")
    config = recipe.transformer_config(40, 41, pad_id=0, bos_id=2, eos_id=3).to_dict()
    shape = recipe.model.model_dump(exclude={"initialisation"})
    vocabulary = {"src_vocab_size": 40, "tgt_vocab_size": 41, "pad_id": 0, "bos_id": 2, "eos_id": 3}
    assert config == shape | vocabulary


# --- laws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("recipe", RECIPES, ids=NAMES)
def test_a_recipe_survives_toml_and_plain_values(recipe: Recipe) -> None:
    assert Recipe.from_toml(recipe.to_toml()) == recipe
    assert Recipe.from_dict(recipe.to_dict()) == recipe


@given(
    ONE_LINE,
    st.integers(0, 2**63 - 1),
    st.floats(0, 1e9),
    st.tuples(st.floats(0, 1, exclude_max=True), st.floats(0, 1, exclude_max=True)),
)
def test_any_settings_survive_toml(
    limits: str, seed: int, clip_norm: float, betas: tuple[float, float]
) -> None:
    values = load_recipe("reverse").to_dict()
    values["export"]["limits"] = limits
    values["training"] |= {"seed": seed, "clip_norm": clip_norm, "betas": betas}
    recipe = Recipe.from_dict(values)
    assert Recipe.from_toml(recipe.to_toml()) == recipe
    assert (recipe.export.limits, recipe.training.seed) == (limits, seed)
    assert (recipe.training.clip_norm, recipe.training.betas) == (clip_norm, betas)


@given(
    st.recursive(
        st.text(st.characters(exclude_categories=["Cs"]))
        | st.integers()
        | st.booleans()
        | st.floats(allow_nan=False, allow_infinity=False),
        lambda inner: st.lists(inner, max_size=3),
        max_leaves=5,
    )
)
def test_values_are_written_as_toml_reads_them(value: Any) -> None:
    assert tomllib.loads(f"value = {write_value(value)}") == {"value": value}


def test_every_setting_is_described_and_can_be_set_to_what_it_is() -> None:
    recipe = load_recipe("multi30k-word")
    for name, description in describe_settings().items():
        assert description
        value: Any = recipe.to_dict()
        for part in name.split("."):
            value = value[part]
        assert recipe.override([f"{name}={write_value(value)}"]) == recipe


def test_every_setting_of_the_shipped_files_is_described() -> None:
    for table, inner in load_recipe("reverse").to_dict().items():
        names = [f"{table}.{name}" for name in inner] if isinstance(inner, dict) else [table]
        assert describe_settings().keys() >= set(names)


def test_a_recipe_is_frozen(recipe: Recipe) -> None:
    with pytest.raises(ValidationError, match="frozen"):
        recipe.training.seed = 3  # type: ignore[misc]  # what must not be possible


# --- overrides ----------------------------------------------------------------------------------


def test_weights_of_origins_are_a_table_of_their_own() -> None:
    own = load_recipe("good").override(["corpus.kind=pairs"])
    weighed = own.override(['corpus.weights={kde_ui = 0.5, "wmt 22" = 2}'])
    assert weighed.corpus.weights == {"kde_ui": 0.5, "wmt 22": 2}
    assert Recipe.from_toml(weighed.to_toml()) == weighed
    assert own.override(weighed.changes_from(own)) == weighed
    assert weighed.override(["corpus.weights={}"]) == own
    assert own.changes_from(weighed) == ["corpus.weights={}"]


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ("{web = -1}", r"corpus.weights.web: should be greater than or equal to 0, not -1"),
        ("{web = 'much'}", r"corpus.weights.web: should be a valid number, not 'much'"),
        ('{"a\\nb" = 1}', r"corpus.weights: 'a\\nb' does not have the right form"),
        ("7", r"corpus.weights: should be a table, not 7"),
    ],
)
def test_weights_that_are_none_are_refused(weights: str, problem: str) -> None:
    with pytest.raises(RecipeError, match=problem):
        load_recipe("good").override(["corpus.kind=pairs", f"corpus.weights={weights}"])


def test_only_own_text_has_origins() -> None:
    with pytest.raises(RecipeError, match=r"corpus.weights: the corpus multi30k has no origins"):
        load_recipe("captions").override(
            ["corpus.kind=multi30k", "corpus.repeats=[]", "corpus.weights={web = 2}"]
        )


def test_overrides_change_what_they_name_and_nothing_else(recipe: Recipe) -> None:
    changed = recipe.override(
        ["training.seed=7", "training.betas = [0.8, 0.9]", 'export.limits="a = b"', "name=mine"]
    )
    assert changed.training.seed == 7
    assert changed.training.betas == (0.8, 0.9)
    assert changed.export.limits == "a = b"
    assert changed.name == "mine"
    assert (
        changed.override(
            [
                f"training.seed={recipe.training.seed}",
                f"training.betas={list(recipe.training.betas)}",
                f'export.limits="{recipe.export.limits}"',
                f"name={recipe.name}",
            ]
        )
        == recipe
    )
    assert recipe.override([]) == recipe
    assert recipe.changes_from(recipe) == []


def test_the_changes_from_another_recipe_lead_from_there_here() -> None:
    complete = [recipe for recipe in RECIPES if recipe.is_complete]
    for here, there in itertools.product(complete, repeat=2):
        assert there.override(here.changes_from(there)) == here
    here = RECIPES[0]
    assert here.override(["training.seed=7"]).changes_from(here) == ["training.seed=7"]


def test_what_a_recipe_says_of_its_own_text_is_not_said_of_another() -> None:
    captions = load_recipe("quick-look")
    own = captions.override(["corpus.kind=pairs"])
    assert captions.export.limits.startswith("Captions")
    assert own.export.limits == "Text like its training text; not suited for other text."
    told = captions.override(["corpus.kind=pairs", "export.limits=Songs.", "corpus.licence=CC0"])
    assert (told.export.limits, told.corpus.licence) == ("Songs.", "CC0")
    same = captions.override(["corpus.kind=pairs", f"export.limits={captions.export.limits}"])
    for recipe in (own, told, same):
        assert captions.override(recipe.changes_from(captions)) == recipe
    again = load_recipe("captions").override(["corpus.kind=multi30k", "corpus.repeats=[]"])
    assert (again.corpus.name, again.corpus.licence) == ("", "")


@pytest.mark.parametrize("direction", [("en", "de"), ("de", "en"), ("fr", "cs")])
def test_a_recipe_for_ones_own_text_speaks_of_no_other(direction: tuple[str, str]) -> None:
    for recipe in RECIPES:
        own = recipe.for_text("pairs", *direction)
        assert (own.source_language, own.target_language) == direction
        corpus = own.corpus
        assert (corpus.kind, corpus.name, corpus.licence) == ("pairs", "", "")
        assert (corpus.repeats, corpus.weights, corpus.first_column) == ((), {}, "")
        assert own.model == recipe.model


def test_a_choice_of_address_stays_where_the_target_language_knows_one() -> None:
    recipe = load_recipe("general-en-de")
    assert recipe.for_text("pairs", "fr", "de").corpus.tag_formality
    assert not recipe.for_text("pairs", "de", "en").corpus.tag_formality


def test_a_value_that_is_no_toml_is_text(recipe: Recipe) -> None:
    assert recipe.override(["training.optimizer=adam"]).training.optimizer == "adam"
    assert recipe.override(["export.limits=3 = three"]).export.limits == "3 = three"
    with pytest.raises(
        RecipeError, match=r"training.seed: should be a valid integer, not '7 or 8'"
    ):
        recipe.override(["training.seed=7 or 8"])


def test_unknown_settings_are_all_named_with_what_was_perhaps_meant(recipe: Recipe) -> None:
    with pytest.raises(RecipeError) as caught:
        recipe.override(["training.sed=1", "seed=1", "dropout=0.2", "zzz=1", "training.seed"])
    assert tuple(map(str, caught.value.problems)) == (
        "training.sed: is not a setting; did you mean training.seed?",
        "seed: is not a setting; did you mean training.seed?",
        "dropout: is not a setting; did you mean model.dropout, tokenizer.dropout?",
        "zzz: is not a setting",
        "training.seed: write it as key=value, for example training.seed=7",
    )
    assert caught.value.recipe == "multi30k-tiny"


# --- refusals -----------------------------------------------------------------------------------


def test_all_problems_are_named_at_once() -> None:
    text = """
        nme = "x"
        name = "A b"
        summary = "two\\nlines"
        [corpus]
        kind = "multi"
        [training]
        seed = "7"
    """
    with pytest.raises(RecipeError) as caught:
        Recipe.from_toml(text)
    assert tuple(map(str, caught.value.problems)) == (
        "source_language: is missing",
        "target_language: is missing",
        "tokenizer: is missing",
        (
            "name: 'A b' does not have the right form (name of the recipe: lower-case "
            "letters, digits, - and _)"
        ),
        "summary: 'two\\nlines' does not have the right form (one line: what this recipe is for)",
        "corpus.kind: should be one of 'multi30k', 'pairs', 'everyday', 'toy', 'reverse', "
        "'iwslt14', not 'multi'",
        "training.seed: should be a valid integer, not '7'",
        "nme: is not a setting; did you mean name?",
    )
    assert str(caught.value).startswith("The recipe A b cannot be used")


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (["model.d_model=0"], r"model.d_model: should be greater than or equal to 1, not 0"),
        (["model.dropout=1"], r"model.dropout: should be less than 1, not 1"),
        (["training.eps=0"], r"training.eps: should be greater than 0, not 0"),
        (["training.clip_norm=nan"], r"training.clip_norm: should be a finite number, not nan"),
        (["training.seed=1.5"], r"training.seed: should be a valid integer, not 1.5"),
        (["training.seed=true"], r"training.seed: should be a valid integer, not True"),
        (["training.drop_last=1"], r"training.drop_last: should be a valid boolean, not 1"),
        (["training.betas=[0.9]"], r"training.betas.1: is missing"),
        (["corpus.repeats=[1, 0]"], r"corpus.repeats.1: should be greater than or equal to 1"),
        (["corpus.name=a/b"], r"corpus.name: 'a/b' does not have the right form"),
        (["augmentation.typo=1"], r"augmentation.typo: should be less than 1, not 1"),
        (["decoding.beam_size=101"], r"decoding.beam_size: should be less than or equal to 100"),
        (["decoding.length_penalty=10.1"], r"decoding.length_penalty: should be less than or equ"),
        ([f"export.limits={301 * 'x'}"], r"export.limits: should have a length of at most 300"),
        (
            ["export.limits=one\x85two"],
            r"export.limits: 'one\\x85two' does not have the right form",
        ),
        (["training.betas=0.9"], r"training.betas: should be a valid tuple, not 0.9"),
        (["source_language=English"], r"source_language: 'English' does not have the right form"),
    ],
)
def test_a_value_out_of_range_is_refused(recipe: Recipe, settings: list[str], problem: str) -> None:
    with pytest.raises(RecipeError, match=problem):
        recipe.override(settings)


@pytest.mark.parametrize(
    ("name", "settings", "problem"),
    [
        ("reverse", ["target_language=qaa"], "target_language: is the same as source_language"),
        (
            "multi30k-tiny",
            ["source_language=cs"],
            "source_language: the corpus multi30k has en, de",
        ),
        ("toy-en-fr", ["target_language=de"], "target_language: the corpus toy has en, fr, not de"),
        ("good", ["corpus.repeats=[1, 2]"], "corpus.repeats: the corpus multi30k is a single text"),
        ("good", ["corpus.first_column=fr"], "corpus.first_column: must be en or de, not fr"),
        ("multi30k-word", ["tokenizer.joint=true"], "tokenizer.joint: word rules differ by"),
        ("multi30k-tiny", ["tokenizer.lowercase=true"], "tokenizer.lowercase: the tokenizer bpe"),
        ("multi30k-word", ["tokenizer.dropout=0.1"], "tokenizer.dropout: the tokenizer words has"),
        ("multi30k-tiny", ["tokenizer.vocab_size=200"], "tokenizer.vocab_size: .* not 200"),
        ("multi30k-tiny", ["tokenizer.joint=false"], "model.tie: all needs one shared vocabulary"),
        ("multi30k-tiny", ["corpus.max_length=2000"], "corpus.max_length: 2000 is more than model"),
        ("multi30k-tiny", ["decoding.max_length=2000"], "decoding.max_length: 2000 is more than"),
        ("multi30k-tiny", ["model.num_heads=3"], "model.d_model 128 must be a multiple of num_"),
        ("good", ["model.num_decoder_layers=257"], "model.num_decoder_layers 257 is more than 256"),
        ("good", ["model.max_positions=9999999"], "model.max_positions 9999999 x d_model 128 is"),
        (
            "good",
            [f"corpus.name={55 * 'x'}"],
            "corpus.name: the model cannot be called en-de-x{55}: a model name has 1 to 60 char",
        ),
        ("multi30k-tiny", ["training.warmup_steps=0"], "training.warmup_steps: the schedule inv"),
        ("reverse", ["training.max_steps=0"], "training.max_epochs: nothing ends the run"),
        (
            "reverse",
            ["training.max_steps=0", "training.patience=3", "training.schedule=cosine"],
            "training.schedule: cosine needs an end",
        ),
        (
            "general-de-en",
            ["corpus.tag_formality=true"],
            "corpus.tag_formality: only German distinguishes du",
        ),
        ("multi30k-word", ["corpus.tag_formality=true"], "corpus.tag_formality: the tokenizer"),
    ],
)
def test_settings_that_contradict_each_other_are_refused(
    name: str, settings: list[str], problem: str
) -> None:
    with pytest.raises(RecipeError, match=problem):
        load_recipe(name).override(settings)


def test_what_is_allowed_at_most_can_be_exported(recipe: Recipe) -> None:
    largest = recipe.override(
        [
            f"corpus.name={54 * 'x'}",
            "model.num_encoder_layers=256",
            "model.num_decoder_layers=256",
            "decoding.beam_size=100",
            "decoding.length_penalty=10.0",
            f"export.limits={300 * 'x'}",
        ]
    )
    manifest = Manifest(
        name=largest.model_name,
        source_language=largest.source_language,
        target_language=largest.target_language,
        limits=largest.export.limits,
        created=datetime.now(UTC),
        config=largest.transformer_config(1000, 1000, pad_id=0, bos_id=1, eos_id=2),
        tokenizer_kind="subword",
        joint=True,
        case="cased",
        source_bos=True,
        source_eos=True,
        decoding=DecodingDefaults(**largest.decoding.model_dump()),
        training=TrainingSummary(recipe=largest.name, seed=1, hardware="cpu", hours=1.0),
    )
    assert manifest.name == f"en-de-{54 * 'x'}"


def test_all_contradictions_are_named_at_once(recipe: Recipe) -> None:
    with pytest.raises(RecipeError) as caught:
        recipe.override(["tokenizer.joint=false", "model.num_heads=3", "target_language=en"])
    assert [str(problem).split()[0] for problem in caught.value.problems] == [
        "target_language:",
        "model.tie:",
        "model.d_model",
    ]


# --- files --------------------------------------------------------------------------------------


def test_a_recipe_is_read_from_a_file_of_any_name(tmp_path: Path, recipe: Recipe) -> None:
    path = tmp_path / "модель" / "mine.toml"
    path.parent.mkdir()
    path.write_text(recipe.to_toml(), encoding="utf-8-sig")
    assert load_recipe(path) == recipe
    assert load_recipe(str(path)) == recipe


def test_a_recipe_that_is_not_there_is_missed_in_words(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="no recipe multi30k-tiy; did you mean multi30k-tiny"):
        load_recipe("multi30k-tiy")
    with pytest.raises(RecipeError, match=r"mine.toml cannot be used.*\n.* it cannot be read "):
        load_recipe(tmp_path / "mine.toml")


def test_a_file_that_is_no_recipe_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(b"name = '\xff'")
    with pytest.raises(RecipeError, match=r"odd.toml cannot be used.*\n.* it is not UTF-8 text"):
        load_recipe(path)
    path.write_text("name = 1 2", encoding="utf-8")
    with pytest.raises(RecipeError, match=r"odd.toml cannot be used.*\n.*not valid TOML: .*line 1"):
        load_recipe(path)
    path.write_text("corpus = 3\nmodel = []", encoding="utf-8")
    with pytest.raises(RecipeError, match=r"corpus: should be a table, not 3\n.*model: should"):
        load_recipe(path)
