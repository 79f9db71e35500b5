"""`translucent synthesize`: pairs of which a model wrote one side, whole or gone on with."""

import gzip
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.pipeline.sentence_search import SentenceSearch
from tests.support.commands import Ended, Run, runner
from tests.support.model_folders import save_toy_model, word_config
from training.corpus_formats.pair_files import read_tsv
from training.corpus_formats.sentence_pair import BackTranslation, Pairs, SyntheticPair
from training.synthesis import generation
from training.synthesis.synthetic_pairs import SynthesisSettings

LINES = ["w4 w5 w6", "w7", "", "w7", "w8 w9 w10 w4 w5", "w5 w9"]
DISTINCT = [LINES[0], LINES[1], LINES[4], LINES[5]]
SAMPLING = ("--method", "sampling")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    models = tmp_path / "home" / "data" / "models"
    save_toy_model(models / "toy", seed=0, decoding={"beam_size": 3, "max_length": 40})
    (tmp_path / "some.en").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    whole = runner(monkeypatch, capsys, tmp_path / "home")

    def synthesize(*arguments: str | Path, output: str = "out.tsv") -> Ended:
        files = ("--input", "some.en", "--output", output)
        return whole("synthesize", "--model", "toy", *files, "--device", "cpu", *arguments)

    return synthesize


def pairs(direction: tuple[str, str], name: str = "out.tsv") -> Pairs:
    return read_tsv(Path(name), direction)


@pytest.mark.parametrize("arguments", [(), SAMPLING, ("--method", "n-best", "--n-best", "3")])
def test_one_table_serves_both_directions(run: Run, arguments: tuple[str, ...]) -> None:
    ended = run(*arguments)
    assert (ended.status, ended.out) == (0, ""), ended.err
    assert "out.tsv: " in ended.err
    distilled, back = pairs(("en", "de")), pairs(("de", "en"))
    assert distilled
    assert {type(pair) for pair in distilled} == {SyntheticPair}
    assert {type(pair) for pair in back} == {BackTranslation}
    assert [(pair.target, pair.source) for pair in back] == list(distilled)
    assert {pair.source for pair in distilled} <= {*DISTINCT}
    sources = [DISTINCT.index(pair.source) for pair in distilled]
    assert sources == sorted(sources)
    assert len({*distilled}) == len(distilled)
    assert not list(Path().glob("*.part")) + list(Path().glob(".*.lock"))


def test_a_lock_that_windows_keeps_while_it_is_held_is_no_error(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink = Path.unlink

    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        if path.name.endswith(".lock"):
            raise PermissionError(13, "another process uses the file", str(path))
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    for name in ("out.tsv", "again.tsv"):
        ended = run(output=name)
        assert ended.status == 0, ended.err
    assert Path("out.tsv").read_bytes() == Path("again.tsv").read_bytes()


def test_a_packed_table_is_the_same_table(run: Run) -> None:
    assert run().status == run(output="out.tsv.gz").status == 0
    assert gzip.decompress(Path("out.tsv.gz").read_bytes()) == Path("out.tsv").read_bytes()


def test_the_seed_decides_what_is_drawn(run: Run) -> None:
    for name, seed in (("a.tsv", "1"), ("b.tsv", "1"), ("c.tsv", "2")):
        assert run(*SAMPLING, "--seed", seed, output=name).status == 0
    one, again, other = (Path(f"{name}.tsv").read_bytes() for name in "abc")
    assert one == again != other


@pytest.mark.parametrize("arguments", [(), SAMPLING])
def test_a_killed_run_goes_on_where_it_stopped(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr(generation, "BYTES_AT_ONCE", 1)  # a line at a time
    assert run(*arguments, output="whole.tsv").status == 0
    translate = generation._translate
    translated: list[int] = []
    limit = 2

    def counted(
        lines: Mapping[int, str], searches: SentenceSearch, settings: SynthesisSettings
    ) -> dict[int, list[str | None]]:
        if len(translated) == limit:
            raise OSError("the end has come")
        translated.extend(lines)
        return translate(lines, searches, settings)

    monkeypatch.setattr(generation, "_translate", counted)
    assert run(*arguments).status == 1
    assert not Path("out.tsv").exists()
    with Path("out.tsv.part").open("ab") as file:
        file.write(b'[4, ["half a li')
    limit = 5
    ended = run(*arguments)
    assert ended.status == 0
    assert "2 lines were already translated; continuing." in ended.err
    assert sorted(translated) == [1, 2, 5, 6]
    assert Path("out.tsv").read_bytes() == Path("whole.tsv").read_bytes()


def test_what_was_begun_otherwise_is_not_gone_on_with(run: Run) -> None:
    Path("out.tsv.part").write_text('{"model": "x", "seed": 42}\n', encoding="utf-8")
    ended = run()
    assert ended.status == 1
    assert "it was started with different values (model, input, method" in ended.err
    Path("out.tsv.part").write_text("torn\n", encoding="utf-8")
    assert "line 1 is damaged; delete the file to start again" in run().err


def test_several_models_search_together(run: Run) -> None:
    models = Path("home/data/models")
    for name, seed, size in (("twin", 0, 11), ("other", 1, 11), ("foreign", 2, 12)):
        config = word_config(src_vocab_size=size)
        decoding = {"beam_size": 3, "max_length": 40}
        save_toy_model(models / name, seed=seed, name=name, config=config, decoding=decoding)
    for name in ("twin", "other"):
        assert run("--model", name, output=f"{name}.tsv").status == 0
    assert run(output="toy.tsv").status == 0
    alone, twin, mixed = (pairs(("en", "de"), f"{n}.tsv") for n in ("toy", "twin", "other"))
    assert alone == twin != mixed
    ended = run("--model", "foreign")
    assert ended.status == 2
    assert "foreign and toy do not have the same languages and vocabulary" in _unwrapped(ended.err)


def test_held_out_sentences_are_on_no_side(run: Run) -> None:
    Path("test.tsv").write_text(f"x\t{LINES[1]}\n", encoding="utf-8")
    ended = run("--exclude", "test.tsv")
    assert ended.status == 0
    assert LINES[1] not in {pair.source for pair in pairs(("en", "de"))}
    assert "excluded 2" in ended.err


@pytest.mark.parametrize(
    ("arguments", "output", "status", "says"),
    [
        ((), "there.tsv", 2, "there.tsv already exists; choose"),
        ((), "out.txt", 2, "must end in .tsv or .tsv.gz"),
        (("--method", "n-best", "--beam", "2"), "out.tsv", 2, "--n-best 5 needs a --beam of at"),
        (("--exclude", "some.en"), "out.tsv", 1, "no line is left to translate (left out: "),
        (("--exclude", "no.de"), "out.tsv", 1, "there is no such file"),
    ],
)
def test_what_cannot_be_done_is_said(
    run: Run, arguments: tuple[str, ...], output: str, status: int, says: str
) -> None:
    Path("there.tsv").touch()
    ended = run(*arguments, output=output)
    assert (ended.status, ended.out) == (status, "")
    assert says in _unwrapped(ended.err)


def _unwrapped(text: str) -> str:
    """Return what stands in a frame as one line."""
    return " ".join(text.replace("│", " ").split())
