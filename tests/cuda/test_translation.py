"""CUDA finds the translations that the processor finds, and what is asked of it is told of it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.device import choose_device
from engine.nn.torch_decoder import TorchDecoder
from engine.pipeline import sentence_search
from engine.pipeline.translator import Translator
from engine.search.beam_search import SearchSettings
from engine.translation import Chosen, SearchOptions, Translation, TranslationRequest
from tests.support.commands import Run, runner
from tests.support.model_folders import save_toy_model
from tests.support.models import random_sources, tiny_transformer
from tests.support.searching import sample, search
from tests.support.translators import TEXT, request_for, save_subword_model

pytestmark = pytest.mark.cuda

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(path.parent for path in (ROOT / "resources" / "models").glob("*/manifest.json"))
TEXTS = {
    "en": "Two dogs are playing in the snow. A man in a blue shirt is standing on a ladder, "
    "cleaning a window. Children! A group of people sit around a table outside.",
    "de": "Zwei Hunde spielen im Schnee. Ein Mann in einem blauen Hemd steht auf einer Leiter und "
    "putzt ein Fenster. Kinder! Eine Gruppe von Menschen sitzt draußen um einen Tisch.",
}
Pair = tuple[Translator, Translator]
Ask = Callable[[Translator], Any]


def both(folder: Path, device: str) -> Pair:
    """Open a model on the processor and on the device."""
    return Translator.open(folder, device="cpu"), Translator.open(folder, device=device)


@pytest.fixture(autouse=True)
def without_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let PyTorch compute on the processor too: the kernel rounds to 8 bits what is stored so."""
    monkeypatch.setattr(sentence_search, "accelerated", lambda model, **_: model)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory, device: str) -> Pair:
    folder = tmp_path_factory.mktemp("models") / "tiny"
    save_subword_model(folder)
    return both(folder, device)


def assert_found_alike(one: Translation, other: Translation) -> None:
    """Check that two translations hold the same hypotheses, as probable, with the same links."""
    assert one.target == other.target
    assert [notice.kind for notice in one.notices] == [notice.kind for notice in other.notices]
    assert one.sentences
    for sentence, like in zip(one.sentences, other.sentences, strict=True):
        assert [h.ids for h in sentence.hypotheses] == [h.ids for h in like.hypotheses]
        linked = [(link.target, link.source) for link in sentence.alignment]
        assert linked == [(link.target, link.source) for link in like.alignment]
        for numbers, others in (
            ([h.score for h in sentence.hypotheses], [h.score for h in like.hypotheses]),
            ([t.probability for t in sentence.tokens], [t.probability for t in like.tokens]),
            ([a.weight for a in sentence.alignment], [a.weight for a in like.alignment]),
        ):
            assert numbers == pytest.approx(others, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize(
    "wishes",
    [
        {"beam_size": 1},
        {"beam_size": 5, "n_best": 5, "with_alignment": True},
        {"beam_size": 4, "length_penalty": 0.0},
    ],
    ids=str,
)
def test_a_random_model_finds_the_same_hypotheses(tiny: Pair, wishes: dict[str, Any]) -> None:
    here, there = (translator.translate(request_for(TEXT, **wishes)) for translator in tiny)
    assert_found_alike(there, here)
    assert there.device.split(":")[0] == tiny[1].device


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
def test_a_shipped_model_finds_the_same_hypotheses(folder: Path, device: str) -> None:
    pair = both(folder, device)
    text = TEXTS[pair[0].manifest.source_language]
    wishes: dict[str, Any] = {"n_best": 3, "with_alignment": True}
    here, there = (translator.translate(TranslationRequest(text, **wishes)) for translator in pair)
    assert len(here.sentences) == 4
    assert here.target != text
    assert_found_alike(there, here)


def test_a_sentence_is_translated_alike_alone_and_among_others(tiny: Pair) -> None:
    _, there = tiny
    wishes: dict[str, Any] = {"beam_size": 5, "n_best": 5}
    together = there.translate(request_for(TEXT, **wishes)).sentences
    assert len(together) > 4
    for sentence in together:
        alone = there.inspector.hypotheses(sentence.source, 1, options=SearchOptions(5))[0]
        assert alone.ids == sentence.hypotheses[0].ids
        assert alone.score == pytest.approx(sentence.hypotheses[0].score, abs=1e-4)


def chosen_beginning(translator: Translator) -> str:
    source = "Two young men are outside."
    first = translator.inspector.hypotheses(source, 1)[0].ids[0]
    chosen = {source: Chosen((first, first))}
    return translator.translate(TranslationRequest(source, chosen=chosen)).target


@pytest.mark.parametrize(
    "ask",
    [
        lambda translator: [
            h.text for h in translator.inspector.hypotheses("Several men in hats.", 6)
        ],
        lambda translator: [
            (other.word, other.ids)
            for other in translator.inspector.alternatives(
                "A dog is here!", translator.inspector.hypotheses("A dog is here!", 1)[0].ids, 0
            )
        ],
        chosen_beginning,
    ],
    ids=["hypotheses", "alternatives", "a chosen beginning"],
)
def test_whatever_is_asked_is_answered_alike(tiny: Pair, ask: Ask) -> None:
    here, there = map(ask, tiny)
    assert here
    assert there == here


@pytest.mark.parametrize("seed", range(3))
def test_searches_with_prefixes_and_rules_find_the_same(seed: int, device: str) -> None:
    models = [tiny_transformer(seed + index, dtype=torch.float32) for index in range(2)]
    src_ids = random_sources(seed, [5, 1, 9, 3, 7])
    settings = SearchSettings(beam_size=4, n_best=4, max_length=20, min_length=3, no_repeat_ngram=3)
    prefixes = [(), (5, 6), (), (3,), ()]
    found = []
    for name in ("cpu", device):
        parts = [model.to(name) for model in models]
        found += [
            search(model, src_ids, settings, prefixes=prefixes)
            for model in (parts[0], TorchDecoder(*parts))
        ]
    for here, there in zip(found[:2], found[2:], strict=True):
        for ours, theirs in zip(here, there, strict=True):
            assert [h.ids for h in ours] == [h.ids for h in theirs]
            assert [h.score for h in ours] == pytest.approx([h.score for h in theirs], abs=1e-4)


@pytest.mark.parametrize("top_k", [0, 4])
def test_the_same_chance_draws_the_same_targets(top_k: int, device: str) -> None:
    src_ids = random_sources(1, [5, 1, 9, 3, 7] * 4)
    draws = torch.rand(len(src_ids), 20, generator=torch.Generator().manual_seed(2))
    here, there = (
        sample(
            tiny_transformer(4, dtype=torch.float32).to(name),
            src_ids,
            draws,
            top_k=top_k,
        )
        for name in ("cpu", device)
    )
    assert [drawn.ids for drawn in there] == [drawn.ids for drawn in here]
    assert len({drawn.ids for drawn in here}) > 5


# --- the command ---


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    save_subword_model(tmp_path / "home" / "data" / "models" / "tiny")
    save_toy_model(tmp_path / "home" / "data" / "models" / "toy", decoding={"max_length": 20})
    return runner(monkeypatch, capsys, tmp_path / "home")


def test_the_command_translates_alike_on_either_device(run: Run, device: str) -> None:
    here, there = (
        run("translate", "--model", "tiny", "--json", "--device", name, "Two young men are here.")
        for name in ("cpu", device)
    )
    assert here.status == there.status == 0, there.err
    first, second = json.loads(here.out), json.loads(there.out)
    assert second["target"] == first["target"]
    assert second["score"] == pytest.approx(first["score"], abs=1e-3)


@pytest.mark.parametrize(("name", "is_used"), [("cuda", True), ("auto", True), ("cpu", False)])
def test_the_card_is_used_where_it_is_wished_for(
    run: Run, cuda: torch.device, name: str, is_used: bool
) -> None:
    torch.cuda.reset_peak_memory_stats(cuda)
    before = torch.cuda.max_memory_allocated(cuda)
    ended = run("translate", "--model", "tiny", "--device", name, "Two young men are here.")
    assert ended.status == 0, ended.err
    assert (torch.cuda.max_memory_allocated(cuda) > before) == is_used


@pytest.mark.parametrize("method", ["beam", "sampling", "n-best"])
def test_synthesis_writes_the_same_pairs(
    run: Run, method: str, device: str, tmp_path: Path
) -> None:
    lines = "".join(f"w{4 + number % 7} w5 w{4 + number % 5}\n" for number in range(30))
    (tmp_path / "some.en").write_text(lines, encoding="utf-8")
    written = []
    for place, name in enumerate(("cpu", device)):
        output = tmp_path / f"{place}.tsv"
        files = ("--input", tmp_path / "some.en", "--output", output)
        ended = run("synthesize", "--model", "toy", *files, "--method", method, "--device", name)
        assert ended.status == 0, ended.err
        written.append([line.split("\t")[:2] for line in output.read_text().splitlines()])
    assert len(written[0]) > 5
    assert written[1] == written[0]


def test_evaluation_gives_the_same_scores(run: Run, device: str, tmp_path: Path) -> None:
    texts = {
        "en": "".join(f"w{4 + number % 7} w5 w{4 + number % 5}\n" for number in range(30)),
        "de": "".join(f"w5 w{4 + number % 5} w{4 + number % 7}\n" for number in range(30)),
    }
    for language, text in texts.items():
        (tmp_path / f"some.{language}").write_text(text, encoding="utf-8")
    files = ("--source", tmp_path / "some.en", "--reference", tmp_path / "some.de")
    metrics = []
    for name in ("cpu", device):
        ended = run("evaluate", "--model", "toy", *files, "--json", "--device", name)
        assert ended.status == 0, ended.err
        told = json.loads(ended.out)
        assert told["device"].split(":")[0] == name
        metrics.append({k: v for k, v in told["metrics"].items() if "second" not in k})
    assert {"bleu", "perplexity"} <= metrics[0].keys()
    assert metrics[1] == pytest.approx(metrics[0], rel=1e-4)


# --- which device ---


def test_auto_takes_the_card(cuda: torch.device) -> None:
    assert choose_device("auto") == choose_device("cuda") == cuda.type


def test_a_card_that_is_hidden_is_missed_in_one_sentence(device: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    save_subword_model(home / "data" / "models" / "tiny")
    environment = {
        **os.environ,
        "CUDA_VISIBLE_DEVICES": "",
        "TRANSLUCENT_HOME": str(home),
    }

    def translate(name: str) -> "subprocess.CompletedProcess[str]":
        command = ("translate", "--model", "tiny", "--device", name, "Two young men.")
        return subprocess.run(
            [sys.executable, "-m", "desktop", *command],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    refused = translate("cuda")
    assert (refused.returncode, refused.stdout) == (1, "")
    (line,) = refused.stderr.splitlines()
    assert line.startswith("translucent: The device 'cuda' cannot be used: ")
    assert "Choose cpu or auto" in line
    if device == "cuda":
        assert "PyTorch found no NVIDIA card or driver" in line
    assert translate("auto").returncode == 0
