"""Lines of files: as they were written, in any encoding, and every damage has its words."""

import gzip
import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pairs import GERMAN, RUSSIAN, SENTENCE
from training.corpus_formats.text_files import read_lines
from training.errors import CorpusError


@given(
    lines=st.lists(SENTENCE),
    end=st.sampled_from(["\n", "\r\n"]),
    ending=st.sampled_from(["", ".gz", ".xz"]),
)
def test_lines_are_read_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], end: str, ending: str
) -> None:
    folder = tmp_path_factory.mktemp("lines", numbered=True)
    lines = [line.rstrip("\r") for line in lines]
    raw = "".join(f"{line}{end}" for line in lines).encode("utf-8-sig")
    path = folder / f"text.en{ending}"
    if ending:
        raw = gzip.compress(raw) if ending == ".gz" else lzma.compress(raw)
    path.write_bytes(raw)
    assert read_lines(path) == lines


def test_only_line_feeds_end_a_line(tmp_path: Path) -> None:
    path = tmp_path / "odd.en"
    path.write_bytes("one\u2028still one\x85\x0bone\rone\ntwo".encode())
    assert read_lines(path) == ["one\u2028still one\x85\x0bone\rone", "two"]


@pytest.mark.parametrize(
    ("name", "raw", "line", "reason"),
    [
        (
            "a.en",
            "grün\nna\xefve\n".encode() + b"na\xefve\n",
            3,
            "byte 3 of the line is not UTF-8, unlike the rest; save the file as UTF-8",
        ),
        ("a.en", "grün".encode("utf-16")[:-1], 1, "it seems to be utf-16, but this line is not"),
        ("a.en", "good\nb\0d\n".encode("utf-16"), 2, "it contains a NUL byte, so it is not text"),
        ("a.en", "good\n".encode("utf-32"), 1, "it contains a NUL byte, so it is not text"),
        ("a.en", b"short\n" + b"word " * 2_000_000, 2, "longer than 100,000 bytes"),
        ("a.en", bytes(range(256)) * 40, 1, "it contains a NUL byte, so it is not text"),
        ("a.en", b"good\ngood\nb\0d\n", 3, "it contains a NUL byte, so it is not text"),
        (
            "a.en.gz",
            gzip.compress(b"long text\n" * 999, mtime=0)[:40],
            None,
            "incomplete; copy it again",
        ),
        ("a.en.gz", b"plain text", None, "it is not a valid gzip file"),
        (
            "a.en.gz",
            gzip.compress(b"abc\n", mtime=0)[:-8] + b"\0" * 8,
            None,
            "not a valid gzip file",
        ),
        (
            "a.en.gz",
            gzip.compress(b"abc\n", mtime=0)[:10] + b"\xff" * 9,
            None,
            "not a valid gzip file",
        ),
        (
            "a.en.xz",
            lzma.compress(b"long text\n" * 999)[:40],
            None,
            "the xz file is incomplete; copy it again",
        ),
        ("a.en.xz", b"plain text", None, "it is not a valid xz file"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(
    tmp_path: Path, name: str, raw: bytes, line: int | None, reason: str
) -> None:
    path = tmp_path / name
    path.write_bytes(raw)
    with pytest.raises(CorpusError, match=reason) as caught:
        read_lines(path)
    assert (caught.value.path, caught.value.line) == (path, line)


def test_a_missing_file_and_a_folder_in_its_place_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"a.en cannot be used: there is no such file"):
        read_lines(tmp_path / "a.en")
    with pytest.raises(CorpusError, match=r"cannot be used: it is not a file\."):
        read_lines(tmp_path)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "utf-16"),
        (GERMAN, "cp1252"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
    ],
)
def test_the_encoding_is_found_and_said(tmp_path: Path, text: str, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes((text * 40).encode(encoding))
    said: dict[Path, str] = {}
    assert read_lines(path, said.__setitem__) == [text.removesuffix("\n")] * 40
    assert list(said) == [path]
