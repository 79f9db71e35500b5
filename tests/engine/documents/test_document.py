"""Files are read as what their suffixes say: any text as any kind, and plain text as it is."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents.document import read_document, read_parts
from engine.documents.part_translation import translate_parts
from engine.documents.tagged.language_tags import Languages
from engine.documents.text_file import TEXT_SUFFIXES, TextEncoding
from engine.markup.extraction import Block
from engine.translation import TranslationRequest
from tests.support.text_translators import FakeTranslator


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
