"""Pages are written in the encoding that they declare, whatever is to be written."""

from pathlib import Path

import pytest

from engine.documents.file_translation import FileRequest, translate_file
from tests.support.text_translators import FakeTranslator


def cyrillic(sentence: str) -> str:
    return sentence.replace("dog", "пёс")


@pytest.mark.parametrize(
    ("content", "becomes"),
    [
        ("<p>dog é</p>".encode(), "<p>пёс é</p>".encode()),
        ("<p>dog é</p>".encode("utf-16"), "<p>пёс é</p>".encode("utf-16")),
        (
            b"<meta charset=iso-8859-1><p>dog \xe9</p>",
            b"<meta charset=iso-8859-1><p>&#1087;&#1105;&#1089; \xe9</p>",
        ),
        (
            b'<meta http-equiv=x content="text/html; charset=windows-1251">dog \xe9',
            b'<meta http-equiv=x content="text/html; charset=windows-1251">\xef\xb8\xf1 \xe9',
        ),
        (
            "<meta charset='ascii'>dog é".encode(),  # it is not what it says
            "<meta charset='ascii'>пёс é".encode(),
        ),
    ],
)
def test_a_page_keeps_its_encoding(tmp_path: Path, content: bytes, becomes: bytes) -> None:
    source = tmp_path / "a.html"
    source.write_bytes(content)
    for _ in translate_file(FakeTranslator(cyrillic), FileRequest(source)):
        pass
    assert (tmp_path / "a.de.html").read_bytes() == becomes
