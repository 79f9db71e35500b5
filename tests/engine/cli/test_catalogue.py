"""`translucent models available` shows what can be added, without going online."""

import json
import socket
from pathlib import Path

import pytest

from tests.support.commands import Run, runner


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    def offline(*_: object, **__: object) -> None:
        pytest.fail("nothing may go online")

    monkeypatch.setattr(socket.socket, "connect", offline)
    monkeypatch.setattr(socket, "getaddrinfo", offline)
    return runner(monkeypatch, capsys, tmp_path / "home")


def test_list_tells_languages_size_licence_and_score(run: Run) -> None:
    heading, first, *_ = run("models", "available", "french", "german").out.splitlines()
    assert heading.split() == ["name", "from", "to", "MB", "licence", "BLEU"]
    words = "opus-mt-fra-deu French German ~300 CC BY 4.0 49.5"
    assert first.split() == words.split()


@pytest.mark.parametrize("wish", [["fr-de"], ["fr", "de"], ["französisch", "deutsch"]])
def test_pair_can_be_asked_for_in_several_ways(run: Run, wish: list[str]) -> None:
    assert "opus-mt-fra-deu" in run("models", "available", *wish).out.splitlines()[1]


def test_programs_get_every_field(run: Run) -> None:
    first = json.loads(run("models", "available", "fr-de", "--json").out)["models"][0]
    assert first["name"] == "opus-mt-fra-deu"
    assert first["source_languages"] == ["fr"]
    assert first["addresses"][0].startswith("https://")
    assert first["score"]["bleu"] == 49.5
    assert first["size_bytes"] is None


def test_what_nobody_publishes_is_said_to_be_unknown(run: Run) -> None:
    ended = run("models", "available", "klingon")
    assert ended.status == 1
    assert ended.err == "No published model matches 'klingon'.\n"
