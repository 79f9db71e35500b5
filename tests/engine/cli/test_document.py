"""`translucent translate` of documents: markup and encoding stay, and Ctrl+C keeps what is done."""

import json
import signal
from pathlib import Path

import pytest

from engine.pipeline.translator import Translator
from engine.translation import Translation, TranslationRequest
from tests.support.commands import Run
from tests.support.model_folders import tree
from tests.support.packages import packed, unpacked, word_part, word_parts
from tests.support.text_translators import eight_at_once

MODEL = ("--model", "toy")


def test_a_document_keeps_its_markup_and_its_encoding(
    run: Run, folder: Path, document: Path
) -> None:
    out = folder / "out.md"
    ended = run("translate", *MODEL, "--input", document, "--output", out)
    assert (ended.status, ended.out) == (0, "")
    content = out.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf# ")
    assert content.count(b"\r\n") == content.count(b"\n") == document.read_bytes().count(b"\n")
    for kept in (b"`code`", b"https://a.b/c", b"\r\n- ", b"```\r\nA dog.\r\n```"):
        assert content.count(kept) == document.read_bytes().count(kept)
    printed = run("translate", *MODEL, "--input", document)
    assert printed.status == 0
    assert b"\xef\xbb\xbf" + printed.out.encode() == content


def test_the_progress_of_a_document_is_shown_to_people(
    run: Run, monkeypatch: pytest.MonkeyPatch, folder: Path, document: Path
) -> None:
    options = ("--input", document, "--output", folder / "out.md")
    assert "Translating" not in run("translate", *MODEL, *options).err
    monkeypatch.setenv("FORCE_COLOR", "1")  # as if there were a terminal
    shown = run("translate", *MODEL, *options).err
    assert "Translating" in shown
    assert "100%" in shown


def test_a_notice_of_a_document_names_its_sentence(run: Run, document: Path) -> None:
    document.write_text("A \N{OLD ITALIC LETTER A} dog `x`.\n", encoding="utf-8")
    ended = run("translate", *MODEL, "--input", document)
    assert ended.err == "" or all(
        line.startswith("line 1: A 𐌀 dog.: ") for line in ended.err.splitlines()
    )


@pytest.mark.parametrize("has_output", [True, False])
def test_an_interrupted_document_keeps_what_is_done_and_says_so(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    document: Path,
    requests: list[str],
    has_output: bool,
) -> None:
    eight_at_once(monkeypatch)
    translate = Translator.translate

    def interrupt(translator: Translator, request: TranslationRequest) -> Translation:
        if requests:
            signal.raise_signal(signal.SIGINT)
        return translate(translator, request)

    monkeypatch.setattr(Translator, "translate", interrupt)
    before = signal.getsignal(signal.SIGINT)
    document.write_text("".join(f"A dog {number}.\n\n" for number in range(20)), encoding="utf-8")
    out = folder / "out.md"
    options = ("--output", out) if has_output else ()
    ended = run("translate", *MODEL, "--input", document, *options)
    where = f"they are in {out}" if has_output else "they are printed above"
    assert ended.status == 130
    assert f"Stopped: 8 of 20 sentences translated; {where}." in ended.err
    written = out.read_text(encoding="utf-8") if has_output else ended.out
    assert written.count("\n\n") == 8
    assert signal.getsignal(signal.SIGINT) is before
    assert not list(folder.glob(".*"))


def test_a_document_that_cannot_be_written_is_said(run: Run, folder: Path, document: Path) -> None:
    (folder / "out").mkdir()
    before = tree(folder)
    for name, says in (("out", "is a folder; choose a file"), ("no/out.md", "cannot be written")):
        ended = run("translate", *MODEL, "--input", document, "--output", folder / name)
        assert ended.status == 2
        assert says in ended.err
    assert tree(folder) == before


def test_single_lines_of_a_document_are_translated_where_they_are_asked_for(
    run: Run, document: Path
) -> None:
    text = document.read_text(encoding="utf-8-sig")
    found = run("translate", *MODEL, "--json", "--input", document).out.splitlines()
    assert [json.loads(line)["source"] for line in found] == text.splitlines()


def test_a_word_file_is_written_to_one(run: Run, folder: Path) -> None:
    source, target = folder / "a.docx", folder / "b.docx"
    words = "<w:p><w:r><w:t>A dog</w:t></w:r></w:p>"
    source.write_bytes(packed(word_parts(words, {"word/footer1.xml": word_part(words, "ftr")})))
    ended = run("translate", *MODEL, "--input", source)
    assert (ended.status, ended.out) == (2, "")
    assert "--output is required for .docx files" in ended.err
    ended = run("translate", *MODEL, "--input", source, "--output", target, "--json")
    assert ended.status == 2
    assert not target.exists()
    ended = run("translate", *MODEL, "--input", source, "--output", target)
    assert (ended.status, ended.out) == (0, "")
    assert unpacked(target.read_bytes()).keys() == unpacked(source.read_bytes()).keys()
    assert b"A dog" not in unpacked(target.read_bytes())["word/document.xml"]


def test_a_damaged_word_file_is_said(run: Run, folder: Path) -> None:
    source = folder / "a.docx"
    source.write_bytes(b"A dog")
    ended = run("translate", *MODEL, "--input", source, "--output", folder / "b.docx")
    assert ended.status == 2
    assert "is damaged" in ended.err
    assert not (folder / "b.docx").exists()
