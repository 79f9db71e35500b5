"""Files of sentence pairs: aligned lines, TSV and CSV are read as they were meant, or refused."""

import csv
import gzip
import os
import re
import tracemalloc
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.pairs import CELL, CELLS, GERMAN, RUSSIAN, write_lines
from training.corpus_formats import text_files
from training.corpus_formats.pair_files import (
    read_aligned,
    read_csv,
    read_pairs,
    read_sentences,
    read_tsv,
)
from training.errors import CorpusError

EN_DE = ("en", "de")
SENTENCES = st.lists(st.tuples(CELL.map(str.strip), CELL.map(str.strip)), min_size=1)
POLISH = "Zażółć gęślą jaźń, proszę państwa; młody człowiek śpi w łóżku.\n"
SPANISH = "El niño pequeño comió una manzana, ¿verdad? Mañana será otro día.\n"
TURKISH = "Şu küçük çocuğun ağzı güzel, ılık bir gün için İstanbul'a gitti.\n"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SENTENCES, st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]), st.booleans())
def test_what_was_written_as_aligned_files_or_tsv_is_read_back(
    tmp_path: Path, pairs: list[tuple[str, str]], encoding: str, packed: bool
) -> None:
    def write_raw(name: str, lines: Iterable[str]) -> Path:
        raw = "".join(f"{line}\n" for line in lines).encode(encoding)
        path = tmp_path / (f"{name}.gz" if packed else name)
        path.write_bytes(gzip.compress(raw, mtime=0) if packed else raw)
        return path

    sides = (write_raw("a.en", (a for a, _ in pairs)), write_raw("a.de", (b for _, b in pairs)))
    assert read_aligned(*sides) == tuple(pairs)
    assert read_tsv(write_raw("a.tsv", map("\t".join, pairs))) == tuple(pairs)


def test_aligned_files_give_stripped_pairs(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "a.en", ["  a dog\u00a0", ""])
    target = write_lines(tmp_path / "a.de.gz", ["\tein Hund ", "leer"])
    assert read_aligned(source, target) == (("a dog", "ein Hund"), ("", "leer"))


def test_files_of_unequal_length_are_not_aligned(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "a.en", ["one", "two"])
    target = write_lines(tmp_path / "a.de", ["eins"])
    with pytest.raises(
        CorpusError, match=r"a.en .*it has 2 lines, but a.de has 1, so they are not"
    ):
        read_aligned(source, target)


def test_a_tsv_has_two_columns_and_may_have_more(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path / "a.tsv", [" a \t b\torigin", "", "\tonly target", "only source\t"]
    )
    assert read_tsv(path) == (("a", "b"), ("", "only target"), ("only source", ""))
    write_lines(path, ["a\tb", "no tab here"])
    with pytest.raises(CorpusError, match=r"a.tsv, line 2 .*there is no tab between a sentence"):
        read_tsv(path)


def test_the_first_line_of_a_tsv_may_name_its_columns(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.tsv", ["de\ten", "Hund\tdog"])
    assert read_tsv(path, ("en", "de")) == (("dog", "Hund"),)
    assert read_tsv(path, ("de", "en")) == (("Hund", "dog"),)
    assert read_tsv(path, ("en", "fr")) == (("de", "en"), ("Hund", "dog"))
    write_lines(path, ["id\tDE\tnote\tEN", "7\tHund\t\tdog"])
    assert read_tsv(path, ("en", "de")) == (("dog", "Hund"),)
    write_lines(path, ["id\tde\tnote\ten", "7\tHund"])
    with pytest.raises(CorpusError, match=r"a.tsv, line 2 .*there is no tab between"):
        read_tsv(path, ("en", "de"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CELLS, st.sampled_from(",;\t"))
def test_what_was_written_as_csv_is_read_back(
    tmp_path: Path, cells: list[tuple[str, str]], delimiter: str
) -> None:
    path = tmp_path / "pairs.csv"
    rows = [("first sentence", "second sentence")] * 9 + cells
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
    assert read_csv(path, EN_DE) == tuple((a.strip(), b.strip()) for a, b in rows)


def test_csv_may_have_line_breaks_in_cells_and_names_of_columns(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text('DE;EN\n"ein\nHund";"a ""big"" dog"\n\n"eins, zwei";one, two\n', "utf-8")
    assert read_pairs(path, EN_DE) == (('a "big" dog', "ein Hund"), ("one, two", "eins, zwei"))
    path.write_text("a;b\nonly one\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="line 2 cannot be used: there is only one column"):
        read_csv(path, EN_DE)


@pytest.mark.parametrize(
    ("rows", "pairs"),
    [
        (["a, b;c", "d;e, f, g", "h, i;k"], [("a, b", "c"), ("d", "e, f, g"), ("h, i", "k")]),
        (["a,b,1", "c;d,e,2", "f,g,3"], [("a", "b"), ("c;d", "e"), ("f", "g")]),
        (["a|b", "c, d|e", "f, g|h"], [("a", "b"), ("c, d", "e"), ("f, g", "h")]),
    ],
)
def test_what_parts_most_lines_alike_parts_the_columns(
    tmp_path: Path, rows: list[str], pairs: list[tuple[str, str]]
) -> None:
    assert read_csv(write_lines(tmp_path / "a.csv", rows), EN_DE) == tuple(pairs)


@pytest.mark.parametrize(
    ("rows", "line", "reason"),
    [
        (
            ["a,b", '"c,d', *["e,f"] * 9],
            2,
            r"not valid CSV \(unexpected end of data\); check its quot",
        ),
        (["a,b", '"c,d', *["e,f"] * 50_000], 2, r"not valid CSV \(field larger than field limit"),
        (['"' + "x" * 99_000] * 5, 1, r"line 1 cannot be used: from here on it is not valid CSV"),
        (["a,b", "c,d", "e, f,g", "h,i"], 3, r"it has 3 columns, but the first line has 2; put"),
    ],
)
def test_a_csv_is_not_read_otherwise_than_it_was_meant(
    tmp_path: Path, rows: list[str], line: int, reason: str
) -> None:
    with pytest.raises(CorpusError, match=reason) as caught:
        read_csv(write_lines(tmp_path / "a.csv", rows), EN_DE)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("text", "language", "encoding"),
    [
        (GERMAN * 2000 + "Das Café, der Señor.\n", "de", "cp1252"),
        (SPANISH, "es", "cp1252"),
        (POLISH, "pl", "cp1250"),
        (POLISH, "pl", "iso8859-2"),
        (TURKISH, "tr", "cp1254"),
        (RUSSIAN, "ru", "koi8-r"),
        (POLISH, "de", "cp1250"),  # another language than was said: guessed as before
    ],
)
def test_the_language_decides_what_the_bytes_leave_open(
    tmp_path: Path, text: str, language: str, encoding: str
) -> None:
    path = tmp_path / "pairs.tsv"
    text = "".join(f"plain\t{line}\n" for line in (text * 5).splitlines())
    path.write_bytes(text.encode(encoding))
    expected = [tuple(line.split("\t")) for line in text.splitlines()]
    assert list(read_tsv(path, ("en", language))) == expected


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pairs.tsv")
    with pytest.raises(CorpusError, match=r"pairs.tsv cannot be used: it is not a file\."):
        read_tsv(tmp_path / "pairs.tsv")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "pairs.tsv", ["a\tb"])
    path.chmod(0)
    with pytest.raises(CorpusError, match=r"it cannot be read \(Permission denied\)"):
        read_tsv(path)


@pytest.mark.parametrize("name", ["bomb.tsv.gz", "bomb.csv.gz", "bomb.tmx.gz"])
@pytest.mark.parametrize("filling", [b"\0", b" ", b"<"])
def test_a_small_file_that_unpacks_to_a_large_one_fills_no_memory(
    tmp_path: Path, name: str, filling: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_files, "FILE_LIMIT", 2**24)
    path = tmp_path / name
    with gzip.open(path, "wb", 1) as file:
        for _ in range(40):
            file.write(filling * 2**20)
    tracemalloc.start()
    try:
        with pytest.raises(CorpusError, match=re.escape(name)):
            read_pairs(path, EN_DE)
        assert tracemalloc.get_traced_memory()[1] < 2**22
    finally:
        tracemalloc.stop()


# --- sentences of either side ---


def test_the_sentences_of_a_file_are_the_same_in_every_form(tmp_path: Path) -> None:
    sentences = {"A dog; a cat.", "Ein Hund, eine Katze.", "Yes.", "Ja."}
    rows = [("A dog; a cat.", " Ein Hund, eine Katze."), ("Yes.", "Ja.")]
    table = write_lines(tmp_path / "test.tsv", ["\t".join(row) for row in rows])
    lines = write_lines(tmp_path / "test.txt.gz", [*sentences, ""])
    sheet = tmp_path / "test.CSV"
    with sheet.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    memory = tmp_path / "test.tmx"
    units = "".join(
        f'<tu><tuv xml:lang="en"><seg>{source}</seg></tuv>'
        f'<tuv xml:lang="de"><seg>{target}</seg></tuv></tu>'
        for source, target in rows
    )
    memory.write_text(f"<tmx><body>{units}</body></tmx>", encoding="utf-8")
    for path in (table, lines, sheet, memory):
        assert read_sentences(path, EN_DE) == sentences, path.name


def test_the_languages_decide_how_sentences_are_encoded(tmp_path: Path) -> None:
    text = tmp_path / "test.txt"
    text.write_bytes("Die Tür ist 1½ m breit.\n".encode("cp1252"))
    assert read_sentences(text, EN_DE) == {"Die Tür ist 1½ m breit."}
