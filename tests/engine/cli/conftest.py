"""A model to translate with from the command line, and files to translate."""

from pathlib import Path

import pytest

from engine.cli.text_lines import LINES_AT_ONCE
from engine.pipeline.translator import Translator
from engine.translation import Translation, TranslationRequest
from tests.support.commands import Run, runner
from tests.support.translators import save_subword_model

MARKDOWN = "# A dog\n\n- Two men see `code` at https://a.b/c.\n\n```\nA dog.\n```\n" * 6


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    save_subword_model(tmp_path / "home" / "data" / "models" / "toy")
    return runner(monkeypatch, capsys, tmp_path / "home")


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that the translator is asked for, in order, as they come."""
    asked: list[str] = []
    translate = Translator.translate

    def note(translator: Translator, request: TranslationRequest) -> Translation:
        asked.append(request.text)
        return translate(translator, request)

    monkeypatch.setattr(Translator, "translate", note)
    return asked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a file of more lines than are translated at once."""
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "in.txt").write_text("A dog.\n" * (LINES_AT_ONCE + 5), encoding="utf-8")
    return folder


@pytest.fixture
def document(folder: Path) -> Path:
    """Return a Markdown file as Windows writes it."""
    path = folder / "a.md"
    path.write_bytes(b"\xef\xbb\xbf" + MARKDOWN.replace("\n", "\r\n").encode())
    return path
