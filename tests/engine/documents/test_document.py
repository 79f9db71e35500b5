"""Files are read as what their suffixes say: any text as any kind, and plain text as it is."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents.document import read_document, read_parts
from engine.documents.file_translation import FileRequest, translate_file
from engine.documents.part_translation import translate_parts
from engine.documents.tagged.language_tags import Languages
from engine.documents.text_file import TEXT_SUFFIXES, TextEncoding
from engine.markup.extraction import Block
from engine.translation import TranslationRequest
from tests.support.text_translators import FakeTranslator
from tests.support.work import num_calls


@pytest.mark.parametrize("suffix", [*TEXT_SUFFIXES, ".MD"])
def test_a_file_is_read_as_what_its_suffix_says(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    text = "1\r\n00:00:01,000 --> 00:00:02,000\r\nA dog\r\n"
    path.write_bytes(text.encode("utf-16"))
    read = read_document(path, Languages("en", "de"))
    texts = [p.passage.source if isinstance(p, Block) else p for p in read.parts]
    assert "".join(texts).splitlines()[-1].endswith("A dog")
    assert isinstance(read.encoding, TextEncoding)
    assert read.encoding.name.startswith("utf-16")


@given(text=st.text(), suffix=st.sampled_from(TEXT_SUFFIXES))
def test_any_text_can_be_read_as_any_kind(text: str, suffix: str) -> None:
    for part in read_parts(text, suffix, "en"):
        assert isinstance(part, str | Block)


@given(st.text() | st.text("a. {}%s:/\r\n\t", max_size=30))
def test_plain_text_that_is_not_changed_comes_out_as_it_went_in(text: str) -> None:
    parts = list(read_parts(text, ".txt", "en"))
    steps = translate_parts(FakeTranslator(), parts, TranslationRequest(""))
    assert "".join(step.text for step in steps) == text


@pytest.mark.parametrize(
    ("suffix", "unit"),
    [
        (".txt", "\n"),
        (".txt", " \r"),
        (".txt", "a\n"),
        (".srt", "\n"),
        (".srt", "1\n00:00:01,000 --> 00:00:02,000\n\n"),
        (".srt", "00:00:01,000 --> 00:00:02,000\nA dog\n"),
        (".md", "\n"),
        (".md", "# a\n"),
        (".md", "- a\n"),
        (".md", "#\n"),
        (".md", "```\n\n"),
        (".html", "<b></b>"),
        (".html", "<td></td>"),
        (".html", "<p>a</p>"),
        (".html", "<img>"),
    ],
)
def test_twice_the_text_is_twice_the_work(tmp_path: Path, suffix: str, unit: str) -> None:
    path = tmp_path / f"a{suffix}"

    def work(count: int) -> int:
        path.write_text(unit * count, encoding="utf-8", newline="")
        return num_calls(lambda: list(translate_file(FakeTranslator(), FileRequest(path))))

    work(100)
    assert work(1000) < 2.5 * work(500)


@pytest.mark.parametrize(
    ("suffix", "unit"),
    [
        (".txt", "\n"),
        (".srt", "\n"),
        (".md", "\n"),
        (".md", "- [](\n"),
        (".html", "<b></b>"),
        (".html", "<td>"),
    ],
)
def test_what_holds_no_text_is_few_parts(tmp_path: Path, suffix: str, unit: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_text(unit * 20_000, encoding="utf-8", newline="")
    parts = read_document(path, Languages("en", "de")).parts
    assert "".join(map(str, parts)) == unit * 20_000
    assert len(parts) < 100


@pytest.mark.parametrize("unit", ["# a\n", "- a\n", "> a\n\n", "a\n\n", "```\n\n```\na\n"])
def test_memory_for_markdown_does_not_grow_with_the_file(unit: str) -> None:
    def peak(count: int) -> int:
        text = unit * count
        tracemalloc.start()
        for _ in read_parts(text, ".md", "en"):
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(100)
    assert peak(4000) < 1.5 * peak(2000)


def test_a_cue_of_many_lines_is_read_in_linear_time() -> None:
    def work(count: int) -> int:
        text = "00:00:01,000 --> 00:00:02,000\n" + "- a\n" * count
        return num_calls(lambda: list(read_parts(text, ".srt", "en")))

    work(100)
    assert work(2000) < 2.5 * work(1000)
