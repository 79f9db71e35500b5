"""Everything the program does, done once by the packaged one: nothing it needs was left out.

Where it is cheap, the result is that of the program as run from its sources.
"""

import json
import re
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from engine.native.transformer import has_kernel
from tests.support.bundles import CAPTION, TRANSLATION, Program, unfrozen
from tests.support.foreign_models import write_huggingface_model
from tests.support.marian import write_marian_folder

FIRST_BYTES = {".png": b"\x89PNG\r\n", ".svg": b"<?xml", ".pdf": b"%PDF-"}
PAIRS = "".join(
    f"{number} {source}.\t{number} {target}.\n"
    for number in ("two", "three", "four", "five", "six", "seven")
    for source, target in (
        ("dogs don't run", "Hunde rennen nicht"),
        ("cats sleep at home", "Katzen schlafen zu Hause"),
        ("children play", "Kinder spielen"),
        ("women wait", "Frauen warten"),
    )
)
TINY = (
    "model.d_model=16", "model.d_ff=32", "model.num_heads=2", "model.num_encoder_layers=1",
    "model.num_decoder_layers=1", "training.best_metric=bleu",
    "training.batch_kind=sentences", "training.batch_size=8", "training.warmup_steps=4",
    "training.checkpoint_every=3", "decoding.beam_size=2", "decoding.max_length=16",
)  # fmt: skip
RECIPE = """
name = "own"
summary = "A few pairs of one's own"
source_language = "en"
target_language = "de"

[corpus]
kind = "pairs"

[tokenizer]
kind = "{kind}"
joint = {joint}
vocab_size = 300
min_frequency = 1
"""


@pytest.fixture
def same(program: Program) -> Program:
    """The program as run from its sources, in the same home."""
    return unfrozen(program.home)


def train(program: Program, place: Path, kind: str, *settings: str) -> Path:
    """Train a tiny model of a kind of tokens, and give the folder of its run."""
    data = place / "data"
    data.mkdir()
    for name in ("train", "val", "test"):
        (data / f"{name}.tsv").write_text(PAIRS, encoding="utf-8")
    recipe = place / "own.toml"
    joint = "false" if kind == "words" else "true"
    recipe.write_text(RECIPE.format(kind=kind, joint=joint), encoding="utf-8")
    wished = [word for setting in (*TINY, *settings) for word in ("--set", setting)]
    run = place / "run"
    program.do("train", recipe, "--data", data, *wished, "--threads", "1", "--output", run)
    return run


def test_version_and_help(program: Program, same: Program, is_full: bool) -> None:
    told, told_there = (one.do("--version").splitlines() for one in (program, same))
    assert re.fullmatch(r"translucent \d+\.\d+\.\d+", told[0])
    assert told[0] == told_there[0]
    edition, torch = (
        ("full", metadata.version("torch")) if is_full else ("small", "(not installed)")
    )
    assert {f"edition: {edition}", f"PyTorch: {torch}"} <= set(told)
    for name in ("Qt", "Python"):
        assert [line for line in told if line.startswith(name)] == [
            line for line in told_there if line.startswith(name)
        ]
    assert program.do("--help") == same.do("--help")


def test_translate_an_argument_and_lines(program: Program, same: Program) -> None:
    assert program.do("translate", CAPTION) == f"{TRANSLATION}\n"
    lines = f"{CAPTION}\n\nA woman in a red coat waits for the bus.\n"
    assert program.do("translate", "--beam", "4", stdin=lines) == same.do(
        "translate", "--beam", "4", stdin=lines
    )


def test_translate_as_json(program: Program, same: Program) -> None:
    found = [json.loads(one.do("translate", "--json", CAPTION)) for one in (program, same)]
    assert found[0] == found[1]
    assert found[0]["target"] == TRANSLATION


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("letter.txt", f"{CAPTION}\n\nA man is sleeping.\n"),
        ("notes.md", f"# Dogs\n\n{CAPTION} A **man** is `sleeping`.\n"),
        ("film.srt", f"1\n00:00:01,000 --> 00:00:02,500\n{CAPTION}\n"),
    ],
)
def test_translate_a_file(
    program: Program, same: Program, place: Path, name: str, text: str
) -> None:
    source = place / name
    source.write_text(text, encoding="utf-8")
    written: list[str] = []
    for one in (program, same):
        target = place / f"{len(written)}-{name}"
        one.do("translate", "--input", source, "--output", target)
        written.append(target.read_text(encoding="utf-8"))
    assert TRANSLATION in written[0]
    assert written[0] == written[1]


@pytest.mark.parametrize("which", [(), ("--layer", "2", "--head", "mean", "--words")])
@pytest.mark.parametrize("kind", [".png", ".svg", ".pdf", ".csv", ".json"])
def test_attention(
    program: Program, same: Program, place: Path, kind: str, which: tuple[str, ...]
) -> None:
    file = place / f"attention{kind}"
    program.do("attention", CAPTION, *which, "--output", file)
    if kind in FIRST_BYTES:
        assert file.read_bytes().startswith(FIRST_BYTES[kind])
        assert file.stat().st_size > 4000
    else:
        other = place / f"same{kind}"
        same.do("attention", CAPTION, *which, "--output", other)
        assert file.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")


def test_models_come_and_go(program: Program, same: Program, place: Path) -> None:
    listed, listed_there = (one.do("models", "list") for one in (program, same))
    assert set(listed.split()) <= set(listed_there.split())  # the small edition has two of three
    assert "en-de-general" in program.do("models", "info", "en-de-general")
    file = place / "mine.translucent"
    program.do("models", "export", "en-de-general", file)
    program.do("models", "import", file, "--name", "mine")
    assert program.do("translate", "--model", "mine", CAPTION) == f"{TRANSLATION}\n"
    program.do("models", "remove", "mine", "--yes")
    assert "mine" not in program.do("models", "list")


def test_published_models_are_listed(program: Program, same: Program) -> None:
    listed = program.do("models", "available", "fr-de")
    assert listed == same.do("models", "available", "fr-de")
    assert "opus-mt-fra-deu" in listed


def test_recipes(program: Program, same: Program) -> None:
    listed = program.do("recipes", "list")
    assert listed == same.do("recipes", "list")
    assert {"reverse", "toy-en-fr", "paper-base"} <= set(listed.split())
    assert program.do("recipes", "show", "reverse") == same.do("recipes", "show", "reverse")


def test_check_data(program: Program, same: Program, place: Path) -> None:
    data = place / "pairs.tsv"
    data.write_text(PAIRS, encoding="utf-16")  # a guess at the encoding needs its own tables
    recipe = place / "own.toml"
    recipe.write_text(RECIPE.format(kind="words", joint="false"), encoding="utf-8")
    asked = ("data", "check", recipe, "--data", data)
    assert "UTF-16" in program.do(*asked).upper()
    assert program.do(*asked) == same.do(*asked)


@pytest.mark.usefixtures("full_edition")
def test_estimate(program: Program) -> None:
    assert "tokens/s on cpu, 1 threads" in program.do("estimate", "reverse", "--threads", "1")


@pytest.mark.usefixtures("full_edition")
@pytest.mark.parametrize("kind", ["bpe", "byte_level", "words", "blank"])
def test_train_on_ones_own_pairs(program: Program, place: Path, kind: str) -> None:
    run = train(program, place, kind, "training.max_steps=6")
    page = (run / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page or "<img" in page
    assert (run / "report.png").read_bytes().startswith(FIRST_BYTES[".png"])
    assert (run / "report.svg").read_bytes().startswith(FIRST_BYTES[".svg"])
    model = next((run / "model").iterdir())
    assert program.run("translate", "--model", model, CAPTION).status == 0
    source, reference = place / "test.en", place / "test.de"
    for file, column in ((source, 0), (reference, 1)):
        lines = [line.split("\t")[column] + "\n" for line in PAIRS.splitlines()[:4]]
        file.write_text("".join(lines), encoding="utf-8")
    scores = program.do(
        *("evaluate", "--model", model, "--source", source, "--reference", reference, "--json"),
    )
    assert {"bleu", "chrf", "perplexity"} <= set(json.loads(scores)["metrics"])


@pytest.mark.usefixtures("full_edition")
def test_everything_a_training_can_do(program: Program, place: Path) -> None:
    """Each optimizer, schedule, loss and number format has code of its own in the library."""
    train(
        program,
        place,
        "bpe",
        *("training.max_steps=6", "training.optimizer=adamw", "training.schedule=inverse_sqrt"),
        *("training.label_smoothing=0.1", "training.smoothing_kind=others", "training.r_drop=1.0"),
        *("training.ema_decay=0.9", "training.average_checkpoints=2", "training.accumulation=2"),
        *("training.precision=bf16", "tokenizer.dropout=0.1", "model.tie=all"),
        *("model.norm=pre", "model.final_norm=true", "model.activation=gelu"),
        *("model.initialisation=scaled", "export.weights_dtype=int8"),
    )


@pytest.mark.usefixtures("full_edition")
def test_a_training_goes_on_after_it_was_stopped(program: Program, place: Path) -> None:
    """The end of standard input means "stop and save"."""
    run = place / "run"
    ended = program.run(
        *("train", "reverse", "--set", "training.max_steps=20", "--threads", "1", "--events"),
        *("--output", run),
    )
    assert ended.status == 0, ended.err
    assert not (run / "model").exists()
    program.do("train", "--resume", run)
    assert (run / "model" / "qaa-qab-reverse" / "manifest.json").is_file()


def test_the_small_edition_says_what_it_cannot_do(program: Program, is_full: bool) -> None:
    if is_full:
        pytest.skip("the full edition trains")
    ended = program.run("train", "reverse")
    assert ended.status == 1
    assert ended.err.startswith("translucent: Training needs the full edition of Translucent.")


@pytest.mark.parametrize("write", [write_marian_folder, write_huggingface_model])
def test_models_of_other_programs_come(
    program: Program, place: Path, write: Callable[[Path], object]
) -> None:
    write(place / "theirs")
    languages = ("--from", "en", "--to", "de")
    program.do("models", "import", place / "theirs", "--name", "theirs", *languages)
    assert program.run("translate", "--model", "theirs", CAPTION).status == 0


def test_self_test(program: Program) -> None:
    told = program.do("self-test").splitlines()
    assert told[-1] == "Everything works."
    assert ("compiled kernel" in told[0]) == has_kernel()


def test_a_mistake_is_one_line(program: Program, same: Program) -> None:
    ended = program.run("translate", "--device", "tpu", CAPTION)
    assert ended.status == 1
    assert ended.err == same.run("translate", "--device", "tpu", CAPTION).err
    assert len(ended.err.splitlines()) == 1
