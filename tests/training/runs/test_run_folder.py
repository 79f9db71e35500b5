"""A run's folder is enough to go on from, whatever moment its writer was killed at."""

import shlex
from pathlib import Path
from typing import Any

import pytest

from engine.tokenizers.word import SPECIAL_TOKENS, WordTokenizer
from tests.support.runs import PAIRS, tiny_recipe
from training.corpus.corpus import Corpus
from training.errors import CheckpointError, RecipeError
from training.progress import Event, Exported, Message
from training.recipe import Recipe, load_recipe
from training.report.run_story import EVENTS_FILE, read_events
from training.runs.run_folder import (
    Run,
    append_event,
    command_of,
    create_run,
    learn_or_load_tokenizers,
    only_here,
    open_run,
)

WORDS: dict[str, Any] = {"kind": "words", "joint": False}


def corpus_of(pairs: Any = PAIRS) -> Corpus:
    return Corpus("made up", "none needed", tuple(pairs), tuple(pairs), ())


def recipe_with(**tokenizer: Any) -> Recipe:
    """Return a recipe from English to French with this tokenizer."""
    values = load_recipe("toy-en-fr").to_dict()
    values["tokenizer"] = {"min_frequency": 1, **tokenizer}
    return Recipe.from_dict(values)


def run_with(folder: Path, **tokenizer: Any) -> Run:
    return create_run(folder, recipe_with(**tokenizer), [], "cpu")


# --- what to do ---


def test_a_run_that_is_opened_is_the_one_that_was_created(tmp_path: Path) -> None:
    folder = tmp_path / "моя модель"
    data, excluded = [tmp_path / "a.tsv", Path("b.tsv")], [Path("c.tsv")]
    created = create_run(folder, tiny_recipe(), data, "cuda", excluded=excluded)
    assert open_run(folder) == created
    assert created.excluded == (Path("c.tsv").absolute(),)
    assert created.name == "моя модель"
    assert all(path.is_absolute() for path in created.data)


def test_the_command_of_a_run_begins_the_same_run(tmp_path: Path) -> None:
    recipe = load_recipe("good").override(["training.seed=7", "export.limits=Not for Bob's mail"])
    data = [tmp_path / "here" / "a text.tsv", tmp_path / "there" / "multi30k"]
    held_out = [tmp_path / "dev.tsv"]
    run = create_run(tmp_path / "run", recipe, data, "cpu", 2, excluded=held_out)
    program, verb, name, *given = shlex.split(command_of(run))
    assert (program, verb, name) == ("translucent", "train", "good")
    said: dict[str, list[str]] = {}
    for option, _, value in (one.partition("=") for one in given):
        said.setdefault(option, []).append(value)
    assert load_recipe(name).override(said["--set"]) == recipe
    assert said["--data"] == ["a text.tsv", "multi30k"]
    assert (said["--exclude"], said["--threads"]) == (["dev.tsv"], ["2"])


def test_the_command_of_a_recipe_of_ones_own_names_its_file(tmp_path: Path) -> None:
    recipe = load_recipe("good").override(["name=mine"])
    run = create_run(tmp_path / "run", recipe, [], "cpu")
    assert command_of(run) == "translucent train mine.toml"


def test_a_folder_with_a_run_is_not_used_for_another(tmp_path: Path) -> None:
    create_run(tmp_path, tiny_recipe(), [], "cpu")
    with pytest.raises(CheckpointError, match="a run already exists there; resume it, or choose"):
        create_run(tmp_path, tiny_recipe("training.seed=7"), [], "cpu")
    assert open_run(tmp_path).recipe == tiny_recipe()


def test_a_run_that_was_killed_while_it_was_created_can_be_created_again(tmp_path: Path) -> None:
    create_run(tmp_path, tiny_recipe("training.seed=7"), [], "cpu")
    (tmp_path / "run.json").unlink()
    create_run(tmp_path, tiny_recipe(), [], "cpu")
    assert open_run(tmp_path).recipe == tiny_recipe()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"data": 3, "device": "cpu"}', "\0\0"])
def test_a_folder_without_a_run_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(CheckpointError, match="there is no run to resume"):
        open_run(tmp_path)
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(CheckpointError, match="there is no run to resume"):
        open_run(tmp_path)


def test_a_damaged_recipe_is_named(tmp_path: Path) -> None:
    create_run(tmp_path, tiny_recipe(), [], "cpu")
    (tmp_path / "recipe.toml").write_text("name = 3", encoding="utf-8")
    with pytest.raises(RecipeError, match=r"recipe\.toml cannot be used"):
        open_run(tmp_path)


# --- what it said ---


def test_events_are_read_back_in_order(tmp_path: Path) -> None:
    events: list[Event] = [Message(text="größer"), Exported(path="a\nb"), Message(text="\u2028")]
    for event in events:
        append_event(tmp_path, event)
    assert read_events(tmp_path) == events


@pytest.mark.parametrize("half", ['{"event": "sa', "\0\0\0", "{", '"\udcff'])
def test_half_a_line_of_a_killed_run_spoils_no_other(tmp_path: Path, half: str) -> None:
    append_event(tmp_path, Message(text="before"))
    with (tmp_path / EVENTS_FILE).open("ab") as file:
        file.write(half.encode("utf-8", "surrogateescape"))
    append_event(tmp_path, Message(text="after"))
    append_event(tmp_path, Message(text="and again"))
    said = [Message(text="before"), Message(text="after"), Message(text="and again")]
    assert read_events(tmp_path) == said


# --- its tokenizers ---


KINDS = [
    {"kind": "bpe", "vocab_size": 300},
    {"kind": "byte_level", "vocab_size": 300},
    {"kind": "blank"},
    {"kind": "bpe", "vocab_size": 300, "joint": False},
    {"kind": "blank", "joint": False},
    {**WORDS, "lowercase": True},
]


@pytest.mark.parametrize("settings", KINDS, ids=str)
def test_tokenizers_are_learned_once_and_then_read(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    run = run_with(tmp_path, **settings)
    learned = learn_or_load_tokenizers(run, corpus_of())
    again = learn_or_load_tokenizers(run, corpus_of(PAIRS[:1]))
    assert learned.is_joint == again.is_joint == settings.get("joint", True)
    for pair in PAIRS:
        assert again.source.encode(pair.source) == learned.source.encode(pair.source)
        assert again.target.encode(pair.target) == learned.target.encode(pair.target)
    sides = ["source.json", "target.json"]
    files = ["tokenizer.json"] if settings.get("joint", True) else sides
    assert sorted(path.name for path in tmp_path.glob("*.json") if path.name != "run.json") == files


def test_each_side_learns_its_own_words(tmp_path: Path) -> None:
    pairs = [pair._replace(target=pair.target.upper()) for pair in PAIRS]
    tokenizers = learn_or_load_tokenizers(
        run_with(tmp_path, kind="blank", joint=False), corpus_of(pairs)
    )
    unk = tokenizers.source.special.unk
    assert unk not in tokenizers.source.encode(pairs[0].source).ids
    assert set(tokenizers.source.encode(pairs[0].target).ids) == {unk}
    assert unk not in tokenizers.target.encode(pairs[0].target).ids


def test_the_words_of_a_region_follow_the_rules_of_its_language(tmp_path: Path) -> None:
    values = recipe_with(**WORDS).to_dict()
    values |= {"source_language": "en-GB", "target_language": "pt-BR"}
    values["corpus"]["kind"] = "pairs"
    run = create_run(tmp_path, Recipe.from_dict(values), [], "cpu")
    tokenizers = learn_or_load_tokenizers(run, corpus_of())
    assert isinstance(tokenizers.source, WordTokenizer)
    assert isinstance(tokenizers.target, WordTokenizer)
    assert (tokenizers.source.language, tokenizers.target.language) == ("en", "pt")
    assert learn_or_load_tokenizers(run, corpus_of()).source.vocab_size > len(SPECIAL_TOKENS)


def test_a_tokenizer_that_a_killed_run_left_half_written_is_learned_again(tmp_path: Path) -> None:
    run = run_with(tmp_path, kind="blank")
    part = tmp_path / ".0123456789abcdef.part"
    part.write_bytes(b'{"kind": "wo')
    with only_here(tmp_path):
        assert learn_or_load_tokenizers(run, corpus_of()).source.vocab_size == 16
    assert not part.exists()


def test_a_damaged_tokenizer_is_no_reason_to_learn_another(tmp_path: Path) -> None:
    run = run_with(tmp_path, kind="blank")
    (tmp_path / "tokenizer.json").write_bytes(b"{}")
    with pytest.raises(CheckpointError, match=r"tokenizer\.json is damaged .*; delete this file"):
        learn_or_load_tokenizers(run, corpus_of())
