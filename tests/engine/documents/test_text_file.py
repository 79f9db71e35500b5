"""Files as text: encodings, line ends, and what is no text at all."""

import codecs
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents.document import read_document
from engine.documents.tagged.language_tags import Languages
from engine.documents.text_file import SUFFIXES, TextEncoding, decode, read_bytes
from engine.errors import DocumentError

NOWHERE = Path("a.txt")
ENCODED = {
    "utf-8": (b"", "Käse 中 😀\r\n"),
    "utf-8 with a mark": (codecs.BOM_UTF8, "Käse 中 😀\r\n"),
    "utf-16-le": (codecs.BOM_UTF16_LE, "Käse 中 😀\r\n"),
    "utf-16-be": (codecs.BOM_UTF16_BE, "Käse 中 😀\r\n"),
    "utf-32-le": (codecs.BOM_UTF32_LE, "Käse 中 😀\r\n"),
    "utf-32-be": (codecs.BOM_UTF32_BE, "Käse 中 😀\r\n"),
    "cp1252": (b"", "A café, “naïve” – Käse costs 5 €\r\n"),
}


@pytest.mark.parametrize("name", ENCODED)
def test_a_text_is_read_and_written_in_its_encoding(name: str) -> None:
    mark, text = ENCODED[name]
    content = mark + text.encode(name.split(maxsplit=1)[0])
    read, encoding = decode(NOWHERE, content, "en")
    assert read == text
    assert encoding.encode(read) == content


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE])
def test_an_empty_file_stays_one(mark: bytes) -> None:
    text, encoding = decode(NOWHERE, mark, "en")
    assert text == ""
    assert encoding.encode(text) == mark


@pytest.mark.parametrize(
    "content",
    [
        b"\x00\x01\x02",
        b"text\x00text",
        "A dog".encode("utf-16-le"),
        b"\x89PNG\r\n\x1a\n\xff\xd8\xff",
        b"%PDF-1.7\n\xe2\xe3\xcf\xd3\x01",
        b"cafe\x81",
        b"\xff\xfea",
        "Собака бежит по полю".encode("cp1251"),
        "犬が走る".encode("shift-jis"),
    ],
)
def test_what_is_no_text_or_cannot_be_told_is_said(content: bytes) -> None:
    with pytest.raises(DocumentError, match=r"^a\.txt contains no text, .*; save it as UTF-8\.$"):
        decode(NOWHERE, content, "en")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("Die Häuser\nsind grün.\n".encode() + b"Ein Kaf\xe9.\n", 3),
        ("Schöne Frauen, grüne Bäume, Fraü".encode()[:-1], 1),
    ],
)
def test_utf8_with_a_few_wrong_bytes_is_damaged_and_nothing_else(content: bytes, line: int) -> None:
    with pytest.raises(DocumentError, match=rf"is damaged: line {line} has a character"):
        decode(NOWHERE, content, "en")


def test_text_of_windows_is_not_taken_for_damaged_utf8() -> None:
    for text in (
        "Ein Café.",
        "Fraü",
        "Das Zeichen ÃŸ ist falsch; schön und grün",
        "naïve – “quoted” … café",
    ):
        assert decode(NOWHERE, text.encode("cp1252"), "en")[1].name == "cp1252"


def test_text_is_read_in_an_encoding_of_its_language() -> None:
    text = "Собака бежит по полю, и двое мужчин сидят на скамейке.\n"
    read, encoding = decode(NOWHERE, text.encode("cp1251"), "ru")
    assert (read, encoding.name) == (text, "cp1251")


@given(st.binary())
def test_any_bytes_are_a_text_that_is_written_back_or_an_error(content: bytes) -> None:
    try:
        text, encoding = decode(NOWHERE, content, "en")
    except DocumentError:
        return
    assert encoding.encode(text) == content


def test_a_translation_that_the_encoding_cannot_hold_is_utf8() -> None:
    encoding = TextEncoding("cp1252")
    assert encoding.encode("Käse") == b"K\xe4se"
    assert encoding.encode("Łódź") == codecs.BOM_UTF8 + "Łódź".encode()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a.jpg", f"is not a supported file type; save it as {', '.join(SUFFIXES)}."),
        ("a", "is not a supported file type"),
        ("missing.txt", "cannot be read: No such file or directory; check that it exists"),
        ("folder.md", "cannot be read: "),
    ],
)
def test_a_file_that_cannot_be_read_is_said(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "folder.md").mkdir()
    with pytest.raises(DocumentError) as raised:
        read_document(tmp_path / name, Languages("en", "de"))
    assert raised.value.path == tmp_path / name
    assert str(raised.value).startswith(f"{tmp_path / name} {says}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.txt")
    (tmp_path / "b.txt").symlink_to("/dev/zero")
    for name in ("a.txt", "b.txt"):
        with pytest.raises(DocumentError, match="is a device or pipe; copy its content to a file"):
            read_document(tmp_path / name, Languages("en", "de"))


def test_a_file_that_is_too_large_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"a" * 2_000_001)
    with pytest.raises(DocumentError, match="is larger than 2 MB; split it into smaller files"):
        read_bytes(path, 2_000_000)
