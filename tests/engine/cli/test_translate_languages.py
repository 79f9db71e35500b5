"""`translucent translate` and the language of its text: told, and followed where that is free."""

import json
from pathlib import Path

import pytest

from desktop.storage import paths
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from tests.support.commands import Run, runner
from tests.support.translators import save_pieces_model, save_subword_model

GERMAN = "Wo ist der Bahnhof? Ich habe ihn nicht gefunden."
ENGLISH = "Where is the station? I have not found it."
FRENCH = "Où est la gare ? Je ne l'ai pas trouvée."
TOLD = "This looks like German, but the model translates from English."
FOLLOWED = (
    "This looks like German: b-back translates it. To choose yourself, give --from or --model."
)


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the source languages of the models that translated."""
    used: list[str] = []
    translate = Translator.translate

    def note(translator: Translator, request: TranslationRequest) -> object:
        used.append(translator.manifest.source_language)
        return translate(translator, request)

    monkeypatch.setattr(Translator, "translate", note)
    return used


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    models = tmp_path / "home" / "data" / "models"
    save_subword_model(models / "a-forth")
    save_subword_model(models / "b-back", source_language="de", target_language="en")
    monkeypatch.setattr(paths, "resources", lambda: tmp_path / "nothing ships")
    return runner(monkeypatch, capsys, tmp_path / "home")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "notes.md"
    file.write_text(f"# {GERMAN}\n\n`int main()`\n\n{GERMAN}\n", encoding="utf-8")
    return file


def test_without_a_wish_the_model_that_reads_the_text_translates(run: Run, used: list[str]) -> None:
    assert FOLLOWED in run("translate", GERMAN).err
    assert FOLLOWED not in run("translate", ENGLISH).err
    assert used == ["de", "en"]


@pytest.mark.parametrize("options", [("--model", "a-forth"), ("--from", "en")])
def test_a_wish_is_kept_and_the_language_told(
    run: Run, used: list[str], options: tuple[str, ...]
) -> None:
    assert TOLD in run("translate", *options, GERMAN).err
    assert used == ["en"]


def test_a_target_that_no_model_reaches_from_there_keeps_the_model(
    run: Run, used: list[str]
) -> None:
    assert TOLD in run("translate", "--to", "de", GERMAN).err
    assert used == ["en"]


def test_a_language_that_no_model_reads_is_told(run: Run, used: list[str]) -> None:
    ended = run("translate", FRENCH)
    assert "This looks like French, but the model translates from English." in ended.err
    assert used == ["en"]


@pytest.mark.parametrize("text", ["Hand", "Berlin", "OK", "Restaurant in Berlin", "1234", ""])
def test_what_is_of_no_language_is_translated_as_ever(run: Run, used: list[str], text: str) -> None:
    assert "looks like" not in run("translate", text).err
    assert set(used) <= {"en"}


@pytest.mark.parametrize("options", [(), ("--n-best", "2")])
def test_a_file_is_followed_too(
    run: Run, used: list[str], file: Path, options: tuple[str, ...]
) -> None:
    assert FOLLOWED in run("translate", "--input", file, *options).err
    assert set(used) == {"de"}


@pytest.mark.parametrize("with_output", [True, False])
def test_a_file_for_another_model_is_told_once(
    run: Run, file: Path, tmp_path: Path, with_output: bool
) -> None:
    output = ("--output", tmp_path / "out.md") if with_output else ()
    ended = run("translate", "--model", "a-forth", "--input", file, *output)
    assert ended.err.count(TOLD) == 1


def test_a_stream_keeps_its_model_and_is_told_of_lines(run: Run, used: list[str]) -> None:
    ended = run("translate", stdin=f"{GERMAN}\n")
    assert f"line 1: {TOLD}" in ended.err
    assert set(used) == {"en"}


def test_json_says_it_among_the_notices_of_each_line(run: Run) -> None:
    ended = run("translate", "--json", stdin=f"{GERMAN}\n{ENGLISH}\n")
    first, second = map(json.loads, ended.out.splitlines())
    told = {"kind": "language", "text": TOLD, "start": 0, "end": len(GERMAN)}
    assert told in first["notices"]
    assert "language" not in [notice["kind"] for notice in second["notices"]]
    assert not {"copied", "unfamiliar", "unknown_words"} & {n["kind"] for n in first["notices"]}


@pytest.mark.parametrize(
    ("options", "text", "direction"),
    [
        ((), ENGLISH, "en → de"),
        (("--to", "es"), ENGLISH, "en → es"),
        (("--from", "fr", "--to", "es"), ENGLISH, "fr → es"),
        ((), FRENCH, "fr → de"),  # detected
        (("--to", "es"), FRENCH, "fr → es"),
    ],
)
def test_a_model_of_several_languages_translates_as_it_is_asked_to(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    text: str,
    direction: str,
) -> None:
    save_pieces_model(tmp_path / "home" / "data" / "models" / "many", source_languages=("en", "fr"))
    used = []
    translate = Translator.translate

    def note(translator: Translator, request: TranslationRequest) -> object:
        used.append(translator.manifest.direction)
        return translate(translator, request)

    monkeypatch.setattr(Translator, "translate", note)
    assert run("translate", "--model", "many", *options, text).status == 0
    assert used == [direction]


def test_two_models_translate_what_none_does_and_it_is_said_once(
    run: Run, used: list[str], tmp_path: Path
) -> None:
    name = tmp_path / "home" / "data" / "models" / "c-on"
    save_subword_model(name, source_language="en", target_language="fr")
    text = f"{GERMAN}\n\n{GERMAN}\n"
    ended = run("translate", "--from", "de", "--to", "fr", stdin=text)
    assert ended.status == 0
    assert ended.out.count("\n") == 3
    assert ended.err.count("Translated through English") == 1
    assert used[:2] == ["de", "en"]
    file = tmp_path / "notes.md"
    file.write_text(f"# {GERMAN}\n\n{GERMAN}\n", encoding="utf-8")
    ended = run("translate", "--from", "de", "--to", "fr", "--input", file)
    assert ended.err.count("Translated through English") == 1
    (line,) = run("translate", "--from", "de", "--to", "fr", "--json", GERMAN).out.splitlines()
    assert json.loads(line)["notices"][0]["kind"] == "pivot"


def test_attention_shows_one_step(run: Run, tmp_path: Path) -> None:
    name = tmp_path / "home" / "data" / "models" / "c-on"
    save_subword_model(name, source_language="en", target_language="fr")
    picture = tmp_path / "map.png"
    ended = run("attention", GERMAN, "--from", "de", "--to", "fr", "--output", picture)
    assert ended.status != 0
    assert "through English" in ended.err
    assert not picture.exists()
