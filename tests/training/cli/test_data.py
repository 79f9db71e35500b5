"""`translucent data multi30k`: what is not the captions is refused, and leaves nothing."""

import gzip
import socket
from pathlib import Path

import pytest

from tests.support.commands import Run, runner
from tests.support.model_folders import tree
from tests.support.pairs import write_lines
from training.cli.data import HINT_SAMPLE, preview
from training.corpus.corpus import read_corpus
from training.corpus.multi30k import FILES
from training.event_lines import from_line, to_line
from training.recipe import load_recipe


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path / "home")


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    """Return a folder with files of the right names and other text."""
    folder = tmp_path / "fake"
    folder.mkdir()
    for name in FILES:
        (folder / f"{name}.gz").write_bytes(gzip.compress(b"A dog.\n"))
    return folder


def test_other_text_under_the_right_names_is_refused(run: Run, fake: Path, tmp_path: Path) -> None:
    before = tree(fake)
    ended = run("data", "multi30k", "--from", fake)
    assert (ended.status, ended.out) == (1, "")
    assert "is not Multi30k's train.en" in ended.err
    assert tree(fake) == before
    corpora = tmp_path / "home" / "data" / "corpora"
    assert not corpora.exists() or list(corpora.iterdir()) == []


def test_missing_files_are_all_named(run: Run, fake: Path) -> None:
    for name in ("val.de", "val.fr"):
        (fake / f"{name}.gz").unlink()
    ended = run("data", "multi30k", "--from", fake)
    assert ended.status == 1
    assert "these files are missing: val.de, val.fr" in ended.err


def test_a_folder_that_is_not_there_is_said(run: Run, tmp_path: Path) -> None:
    ended = run("data", "multi30k", "--from", tmp_path / "nowhere")
    assert ended.status == 1
    assert "there is no such folder" in ended.err


def test_what_is_in_the_way_is_left_alone(run: Run, fake: Path, tmp_path: Path) -> None:
    before = tree(fake)
    ended = run("data", "multi30k", "--from", tmp_path, "--output", fake)
    assert ended.status == 1
    assert (
        "it already exists and is not a correct copy of Multi30k; move it away first" in ended.err
    )
    assert tree(fake) == before


def test_a_server_out_of_reach_is_said(run: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as unheard:
        address = f"http://127.0.0.1:{unheard.getsockname()[1]}/raw"
    ended = run("data", "multi30k", "--from", address)
    assert ended.status == 1
    assert f"{address}/train.en.gz failed (" in ended.err
    assert "Check your connection and try again, or get the files" in ended.err
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_multi30k_is_imported_from_a_folder_and_then_found(run: Run, shared_data: Path) -> None:
    ended = run("data", "multi30k", "--from", shared_data / "multi30k")
    assert ended.status == 0
    assert "(9 of 9)" in ended.err
    assert Path(ended.out.removeprefix("Multi30k is in ").strip()).is_dir()


def test_it_goes_where_it_is_told_to_and_is_not_made_twice(
    run: Run, shared_data: Path, tmp_path: Path
) -> None:
    where = ("--output", tmp_path / "captions")
    ended = run("data", "multi30k", "--from", shared_data / "multi30k", *where)
    assert (ended.status, ended.out) == (0, f"Multi30k is in {tmp_path / 'captions'}\n")
    assert {path.name for path in (tmp_path / "captions").iterdir()} == {f"{n}.gz" for n in FILES}
    again = run("data", "multi30k", "--from", tmp_path / "nowhere", *where)
    assert (again.status, again.out, again.err) == (0, ended.out, "")


def test_without_a_corpus_it_explains_itself(run: Run) -> None:
    ended = run("data")
    assert ended.status == 2
    assert "multi30k" in ended.out + ended.err


def test_a_text_is_shown_before_it_is_learned_from(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "Übung 1.csv"
    lines = [f"dog {number};Hund {number}" for number in range(300)]
    text.write_bytes(
        "\n".join(
            [*lines, ";leer", "Die Käsespätzle gefällt ihm;Die Käsespätzle gefällt ihm"]
        ).encode("cp1252")
    )
    wished = ("good", "--set", "corpus.kind=pairs", "--data", text)
    ended = run("data", "check", *wished)
    assert ended.status == 0
    assert "288 training pairs, 6 for validation and 6 for testing (set aside from it)" in ended.out
    assert "left out, both sides are the same: 1" in ended.out
    assert "dog 0" in ended.out


def test_brackets_and_colons_of_a_text_are_shown_as_they_are(run: Run, tmp_path: Path) -> None:
    text = write_lines(
        tmp_path / "own.tsv", [f"[b]Press [/x] :smile: {n}\tDrück {n}" for n in range(300)]
    )
    ended = run("data", "check", "good", "--set", "corpus.kind=pairs", "--data", text)
    assert ended.status == 0
    assert "[b]Press [/x] :smile: 1" in ended.out


def test_a_program_hears_what_a_text_holds(tmp_path: Path) -> None:
    text = tmp_path / "pairs.tsv"
    lines = [f"dog {number}\tHund {number}" for number in range(300)]
    text.write_text("\n".join([*lines, "\tleer", lines[0]]), encoding="utf-8")
    recipe = load_recipe("good").override(["corpus.kind=pairs", "corpus.drop_duplicates=true"])
    corpus = read_corpus(recipe.corpus, "en", "de", [text])
    seen = preview(corpus, recipe)
    assert seen.hints is None
    assert (seen.train, seen.validation, seen.test) == (288, 6, 6)
    assert seen.is_held_out
    assert seen.encodings == {str(text): "utf-8"}
    assert seen.first[0] == ("dog 0", "Hund 0")
    assert seen.dropped == {"empty": 1, "duplicate": 1}
    assert seen.dropped_first == {"empty": (("", "leer"),), "duplicate": (("dog 0", "Hund 0"),)}
    assert from_line(to_line(seen)) == seen


@pytest.fixture
def bicycles(tmp_path: Path) -> Path:
    """Return a text that half of whose pairs can get hints, and all of them the same."""
    lines = [f"Their bicycles are red, {n} say\tIhre Räder sind rot, sagen {n}" for n in range(60)]
    lines += [f"xqz {n}\txqz {n + 7000}" for n in range(60, 12_000)]
    return write_lines(tmp_path / "bicycles.tsv", lines)


HINTED = ("corpus.kind=pairs", "corpus.held_out_share=0.001", "augmentation.hints=0.5")


def test_hints_are_counted_by_what_makes_them(bicycles: Path) -> None:
    recipe = load_recipe("good").override([*HINTED, "corpus.min_pairs=0"])
    corpus = read_corpus(recipe.corpus, "en", "de", [bicycles])
    seen = preview(corpus, recipe)
    assert from_line(to_line(seen)) == seen
    assert seen.hints is not None
    assert HINT_SAMPLE / 2 <= seen.hints.read <= HINT_SAMPLE  # from all over the text
    assert 0 < seen.hints.hinted < 60
    total = seen.hints.in_dictionary_form + seen.hints.as_in_target
    assert total >= seen.hints.hinted
    assert seen.hints.with_several_candidates <= total


def test_hints_are_told_where_the_recipe_gives_them(run: Run, bicycles: Path) -> None:
    settings = [word for setting in HINTED for word in ("--set", setting)]
    ended = run("data", "check", "good", *settings, "--data", bicycles)
    assert ended.status == 0
    assert "sampled pairs can get them" in ended.out
    assert "as the target writes the word: " in ended.out
    settings += ["--set", "augmentation.hints=0"]
    ended = run("data", "check", "good", *settings, "--data", bicycles)
    assert ended.status == 0
    assert "hints from" not in ended.out
