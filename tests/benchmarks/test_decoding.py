"""The engines that benchmarks compare compute the same, in processes of their own."""

import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import decode
from benchmarks.decoding.engine_process import EngineProcess
from benchmarks.decoding.engines import ENGINES, Ids, Search, UnsupportedModelError
from engine.models.folder import read_model
from engine.native.transformer import has_kernel
from tests.support.model_folders import save_toy_model, word_config

MODEL = Path(__file__).parents[2] / "resources" / "models" / "en-de-multi30k"
PAIRS = [
    ("Two dogs are playing in the snow.", "Zwei Hunde spielen im Schnee."),
    ("A man is reading.", "Ein Mann liest."),
    ("A young woman in a red coat is waiting for the train.", "Eine junge Frau wartet."),
]
FIRST, *OTHERS = ENGINES
EXACT = [name for name in OTHERS if not ENGINES[name].is_rounded]


def parameters(names: list[str]) -> list[Any]:
    """Return the names as parameters; what takes seconds to import is slow."""
    slow = {"transformers": [pytest.mark.slow]}
    return [pytest.param(name, marks=slow.get(name, [])) for name in names]


@pytest.fixture(scope="module")
def sources() -> list[Ids]:
    return decode.encoded(PAIRS, read_model(MODEL).tokenizers)


@pytest.mark.parametrize("name", parameters(EXACT))
@pytest.mark.parametrize("beam_size", [1, 5])
def test_every_engine_finds_the_same_targets(
    sources: list[Ids], tmp_path: Path, name: str, beam_size: int
) -> None:
    if ENGINES[name].is_ours and not has_kernel():
        pytest.skip("the kernel was not built")
    found = []
    for one in (FIRST, name):
        module, precision = ENGINES[one].module(), ENGINES[one].precision
        place = tmp_path / one
        place.mkdir()
        decoder = module.load(module.prepare(MODEL, place, precision), precision, threads=1)
        found.append(decoder(sources, Search(beam_size=beam_size)))
    assert found[0] == found[1]


@pytest.mark.slow
def test_a_model_that_a_rival_cannot_compute_is_refused(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "toy", config=word_config(attention="independent"))
    with pytest.raises(UnsupportedModelError):
        ENGINES["transformers"].module().prepare(tmp_path / "toy", tmp_path, "float32")


@pytest.mark.slow
def test_the_tables_have_a_row_for_each_engine_and_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, picture = tmp_path / "text.tsv", tmp_path / "speeds.svg"
    text.write_text("".join(f"{source}\t{target}\n" for source, target in PAIRS), encoding="utf-8")
    options = ["--model", MODEL, "--text", text, "--rounds", "1", "--bleu", "--plot", picture]
    monkeypatch.setattr(sys, "argv", ["decode", *map(str, options)])
    decode.main()
    printed = capsys.readouterr().out
    for name in ENGINES:
        if f"{name} is left out" not in printed:
            assert printed.count(f"| {name} | ") == 2 + len(decode.CASES)
    assert "BLEU of 3 sentences" in printed
    assert picture.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.slow
def test_an_engine_that_ends_is_named(tmp_path: Path, sources: list[Ids]) -> None:
    with (
        EngineProcess("ours-pytorch", tmp_path, threads=1) as engine,
        pytest.raises(RuntimeError, match="ours-pytorch ended with 1"),
    ):
        engine.decode(sources, Search(beam_size=1), batch_size=2)
