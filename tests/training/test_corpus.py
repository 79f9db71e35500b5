"""Sentence pairs: every layout is read, every damage has its words, no split sees another."""

import csv
import gzip
import os
import random
import re
import tracemalloc
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from training import text_files
from training.corpus import clean, read, read_folder, read_sentences, reversed_pairs
from training.errors import CorpusError
from training.pair_files import read_aligned, read_csv, read_pairs, read_tsv
from training.recipe import CorpusKind, CorpusSettings, load_recipe
from training.sentence_pair import BackTranslation, Pairs, SentencePair
from training.splits import HELD_OUT_LIMIT, TEST_FROM, Splits, hold_out
from training.text_files import read_lines
from training.tmx import read_tmx

EN_DE = ("en", "de")
OWN = CorpusSettings(kind="pairs")
STRICT = load_recipe("paper-base").corpus
MULTI30K = load_recipe("multi30k-word").corpus

SENTENCE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\0\ufeff"))
PAIR = st.builds(SentencePair, SENTENCE, SENTENCE)


def numbered(count: int, prefix: str = "") -> Pairs:
    return tuple(
        SentencePair(f"{prefix}sentence {number}", f"{prefix}Satz {number}")
        for number in range(count)
    )


def write(path: Path, lines: Sequence[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    raw = "".join(f"{line}\n" for line in lines).encode()
    path.write_bytes(gzip.compress(raw, mtime=0) if path.suffix == ".gz" else raw)
    return path


def write_aligned(folder: Path, name: str, pairs: Pairs, end: str = "") -> tuple[Path, Path]:
    return (
        write(folder / f"{name}.en{end}", [pair.source for pair in pairs]),
        write(folder / f"{name}.de{end}", [pair.target for pair in pairs]),
    )


def write_tsv(path: Path, pairs: Pairs) -> Path:
    return write(path, ["\t".join(pair) for pair in pairs])


# --- files --------------------------------------------------------------------------------------


@given(lines=st.lists(SENTENCE), end=st.sampled_from(["\n", "\r\n"]), packed=st.booleans())
def test_lines_are_read_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], end: str, packed: bool
) -> None:
    folder = tmp_path_factory.mktemp("lines", numbered=True)
    lines = [line.rstrip("\r") for line in lines]
    raw = "".join(f"{line}{end}" for line in lines).encode("utf-8-sig")
    path = folder / ("text.en.gz" if packed else "text.en")
    path.write_bytes(gzip.compress(raw, mtime=0) if packed else raw)
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
            "byte 3 of the line is not UTF-8, as others are; save it as UTF-8",
        ),
        ("a.en", "grün".encode("utf-16")[:-1], 1, "it seems to be utf-16, but this line is not"),
        ("a.en", "good\nb\0d\n".encode("utf-16"), 2, "it holds a NUL byte, so it is no text"),
        ("a.en", "good\n".encode("utf-32"), 1, "it holds a NUL byte, so it is no text"),
        ("a.en", b"short\n" + b"word " * 2_000_000, 2, "longer than 100,000 bytes"),
        ("a.en", bytes(range(256)) * 40, 1, "it holds a NUL byte, so it is no text"),
        ("a.en", b"good\ngood\nb\0d\n", 3, "it holds a NUL byte, so it is no text"),
        (
            "a.en.gz",
            gzip.compress(b"long text\n" * 999, mtime=0)[:40],
            None,
            "cut short; copy it again",
        ),
        ("a.en.gz", b"plain text", None, "it is no gzip file, or a damaged one"),
        (
            "a.en.gz",
            gzip.compress(b"abc\n", mtime=0)[:-8] + b"\0" * 8,
            None,
            "no gzip file, or a damaged",
        ),
        ("a.en.gz", gzip.compress(b"abc\n", mtime=0)[:10] + b"\xff" * 9, None, "or a damaged one"),
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
    with pytest.raises(CorpusError, match=r"cannot be used: it is no file\."):
        read_lines(tmp_path)


@pytest.mark.parametrize("kind", ["pairs", "multi30k", "iwslt14"])
def test_what_the_system_refuses_has_its_words(kind: CorpusKind) -> None:
    too_long = Path("long" * 200)
    with pytest.raises(CorpusError, match=r"it cannot be read \(File name too long\)"):
        read(CorpusSettings(kind=kind), "en", "de", [too_long])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pairs.tsv")
    with pytest.raises(CorpusError, match=r"pairs.tsv cannot be used: it is no file\."):
        read_tsv(tmp_path / "pairs.tsv")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "pairs.tsv", ["a\tb"])
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


def test_aligned_files_give_stripped_pairs(tmp_path: Path) -> None:
    source = write(tmp_path / "a.en", ["  a dog\u00a0", ""])
    target = write(tmp_path / "a.de.gz", ["\tein Hund ", "leer"])
    assert read_aligned(source, target) == (("a dog", "ein Hund"), ("", "leer"))


def test_files_of_unequal_length_are_not_aligned(tmp_path: Path) -> None:
    source = write(tmp_path / "a.en", ["one", "two"])
    target = write(tmp_path / "a.de", ["eins"])
    with pytest.raises(CorpusError, match=r"a.en .*it has 2 lines and a.de has 1, so they are not"):
        read_aligned(source, target)


def test_a_tsv_has_two_columns_and_may_have_more(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", [" a \t b\torigin", "", "\tonly target", "only source\t"])
    assert read_tsv(path) == (("a", "b"), ("", "only target"), ("only source", ""))
    write(path, ["a\tb", "no tab here"])
    with pytest.raises(CorpusError, match=r"a.tsv, line 2 .*there is no tab between a sentence"):
        read_tsv(path)


def test_the_first_line_of_a_tsv_may_name_its_columns(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", ["de\ten", "Hund\tdog"])
    assert read_tsv(path, ("en", "de")) == (("dog", "Hund"),)
    assert read_tsv(path, ("de", "en")) == (("Hund", "dog"),)
    assert read_tsv(path, ("en", "fr")) == (("de", "en"), ("Hund", "dog"))
    write(path, ["id\tDE\tnote\tEN", "7\tHund\t\tdog"])
    assert read_tsv(path, ("en", "de")) == (("dog", "Hund"),)
    write(path, ["id\tde\tnote\ten", "7\tHund"])
    with pytest.raises(CorpusError, match=r"a.tsv, line 2 .*there is no tab between"):
        read_tsv(path, ("en", "de"))


PRINTABLE = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff"))
SENTENCES = st.lists(st.tuples(PRINTABLE.map(str.strip), PRINTABLE.map(str.strip)), min_size=1)


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


# --- layouts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("inside", [".", "raw", "task1/raw", "data/task1/raw"])
@pytest.mark.parametrize("end", ["", ".gz"])
def test_multi30k_is_found_at_any_level(tmp_path: Path, inside: str, end: str) -> None:
    for name, count in (("train", 5), ("val", 3), ("test_2016_flickr", 2)):
        write_aligned(tmp_path / inside, name, numbered(count, name), end)
    corpus = read(MULTI30K, "en", "de", [tmp_path])
    assert corpus.train == numbered(5, "train")
    assert corpus.validation == numbered(3, "val")
    assert corpus.test == numbered(2, "test_2016_flickr")
    assert corpus.name == "multi30k"
    assert "Flickr30k" in corpus.licence


def test_the_direction_decides_the_files(tmp_path: Path) -> None:
    write_aligned(tmp_path, "train", numbered(5))
    forward, backward = (
        read_folder(tmp_path, direction).train for direction in (("en", "de"), ("de", "en"))
    )
    assert backward == tuple((target, source) for source, target in forward)
    with pytest.raises(CorpusError, match=r"train.fr cannot be used: there is no such file"):
        read_folder(tmp_path, ("en", "fr"))


def test_a_folder_may_hold_tsv_files(tmp_path: Path) -> None:
    write_tsv(tmp_path / "train.tsv.gz", numbered(9))
    write_tsv(tmp_path / "dev.tsv", numbered(2, "dev"))
    corpus = read(OWN, "en", "de", [tmp_path])
    assert (corpus.train, corpus.validation, corpus.test) == (numbered(9), numbered(2, "dev"), ())
    assert (corpus.name, corpus.licence) == (tmp_path.name, "")


def test_two_files_are_told_apart_by_their_names(tmp_path: Path) -> None:
    source, target = write_aligned(tmp_path, "mine", numbered(60), ".gz")
    first, second = (read(OWN, "en", "de", paths) for paths in ([source, target], [target, source]))
    assert {*first.train, *first.validation, *first.test} == set(numbered(60))
    assert (first.train, first.validation, first.test) == (
        second.train, second.validation, second.test
    )  # fmt: skip
    assert first.is_held_out


@pytest.mark.parametrize(
    ("settings", "names", "reason"),
    [
        (OWN, [], "give a folder, one file of pairs"),
        (OWN, ["a", "b", "c"], "give a folder, one file of pairs"),
        (OWN, ["absent.tsv"], "absent.tsv cannot be used: there is no such file"),
        (OWN, ["."], "neither train.en and train.de nor train.tsv"),
        (MULTI30K, [], "the corpus multi30k is read from one folder"),
        (MULTI30K, ["absent"], "absent cannot be used: there is no such folder"),
        (CorpusSettings(kind="toy"), ["a"], "the corpus toy comes with the program and needs none"),
    ],
)
def test_what_cannot_be_a_corpus_is_refused(
    tmp_path: Path, settings: CorpusSettings, names: list[str], reason: str
) -> None:
    with pytest.raises(CorpusError, match=reason):
        read(settings, "en", "de", [tmp_path / name for name in names])


# --- tables, translation memories, encodings ----------------------------------------------------

CELL = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff"))
CELLS = st.lists(st.tuples(CELL, CELL).filter(lambda pair: any(map(str.strip, pair))), min_size=1)


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
    with pytest.raises(CorpusError, match="line 2 cannot be used: there is one column only"):
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
    assert read_csv(write(tmp_path / "a.csv", rows), EN_DE) == tuple(pairs)


@pytest.mark.parametrize(
    ("rows", "line", "reason"),
    [
        (["a,b", '"c,d', *["e,f"] * 9], 2, r"no CSV \(unexpected end of data\); look to its quot"),
        (["a,b", '"c,d', *["e,f"] * 50_000], 2, r"no CSV \(field larger than field limit"),
        (['"' + "x" * 99_000] * 5, 1, r"line 1 cannot be used: what begins here is no CSV"),
        (["a,b", "c,d", "e, f,g", "h,i"], 3, r"it has 3 columns, and the first line has 2; put"),
    ],
)
def test_a_csv_is_not_read_otherwise_than_it_was_meant(
    tmp_path: Path, rows: list[str], line: int, reason: str
) -> None:
    with pytest.raises(CorpusError, match=reason) as caught:
        read_csv(write(tmp_path / "a.csv", rows), EN_DE)
    assert caught.value.line == line


def tmx(units: str, head: str = "") -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>{head}<tmx version="1.4"><header/>
<body>{units}</body></tmx>"""


def unit(**segments: str) -> str:
    inside = "".join(
        f'<tuv xml:lang="{code.replace("_", "-")}"><seg>{escape(text)}</seg></tuv>'
        for code, text in segments.items()
    )
    return f"<tu>{inside}</tu>"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CELLS)
def test_what_was_written_as_tmx_is_read_back(tmp_path: Path, cells: list[tuple[str, str]]) -> None:
    path = tmp_path / "memory.tmx"
    plain = [(" ".join(a.split()), " ".join(b.split())) for a, b in cells]
    units = "".join(unit(en_US=a, fr="oui", DE=b) for a, b in plain)
    path.write_text(tmx(units, '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'), encoding="utf-8")
    assert read_tmx(path, EN_DE) == tuple(plain)


def test_marks_of_other_programs_are_no_text_and_variants_of_a_language_are_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "memory.tmx"
    marked = """<tu><tuv xml:lang="EN_us"><seg>A <bpt i="1">&lt;b&gt;</bpt>big <hi>red</hi><ept
    i="1">&lt;/b&gt;</ept> dog<ph/></seg></tuv><tuv lang="de-AT"><seg>Ein Hund</seg></tuv></tu>"""
    path.write_text(tmx(unit(de="nur") + marked), encoding="utf-8")
    assert read_tmx(path, EN_DE) == (("A big red dog", "Ein Hund"),)
    path.write_text(tmx(unit(en_GB="lorry", en="truck", de="Laster")), encoding="utf-8")
    assert read_tmx(path, EN_DE) == (("truck", "Laster"),)
    assert read_tmx(path, ("en-GB", "de")) == (("lorry", "Laster"),)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1252"])
def test_a_tmx_says_its_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "memory.tmx.gz"
    text = tmx(unit(en="dog", de="Bär")).replace("UTF-8", encoding)
    path.write_bytes(gzip.compress(text.encode(encoding)))
    said: dict[Path, str] = {}
    assert read_pairs(path, EN_DE, said.__setitem__) == (("dog", "Bär"),)
    assert said == {path: encoding}


def test_a_large_tmx_is_read_unit_by_unit(tmp_path: Path) -> None:
    path = tmp_path / "memory.tmx"
    note = f"<note>{'long ' * 999}</note>"
    path.write_text(tmx((note + unit(fr="x" * 999)) * 999 + unit(en="a", de="b")), encoding="utf-8")
    tracemalloc.start()
    try:
        assert read_tmx(path, EN_DE) == (("a", "b"),)
        assert tracemalloc.get_traced_memory()[1] < path.stat().st_size / 8
    finally:
        tracemalloc.stop()


def test_a_tmx_without_the_languages_says_which_it_has(tmp_path: Path) -> None:
    path = tmp_path / "memory.tmx"
    path.write_text(tmx(unit(en="a", fr="b") + unit(it="c")), encoding="utf-8")
    with pytest.raises(CorpusError, match="it has no pair of en and de; there is en, fr, it"):
        read_tmx(path, EN_DE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (tmx(unit(en="&a;"), '<!DOCTYPE t [<!ENTITY a "aaaa">]>'), "entities of its own"),
        (tmx(unit(en="&a;"), '<!DOCTYPE t [<!ENTITY a SYSTEM "file:///etc/x">]>'), "of its own"),
        (tmx("<tu>") + "more", "it is no well-formed XML"),
        ("", "it is no well-formed XML"),
        (tmx(unit(en="a" * 100_001)), "line 2 .*segment is longer than 100,000 char"),
        ("<?xml version='1.0' encoding='nonsense'?><tmx/>", "it is no well-formed XML|not known"),
    ],
)
def test_a_dangerous_or_damaged_tmx_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "memory.tmx"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=reason):
        read_tmx(path, EN_DE)


GERMAN = "Größere Äpfel fallen früher vom Baum als süße, fröhliche Bären über Brücken gehen.\n"
RUSSIAN = "Большие яблоки падают с дерева раньше, чем весёлые медведи идут по мостам.\n"


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


POLISH = "Zażółć gęślą jaźń, proszę państwa; młody człowiek śpi w łóżku.\n"
SPANISH = "El niño pequeño comió una manzana, ¿verdad? Mañana será otro día.\n"
TURKISH = "Şu küçük çocuğun ağzı güzel, ılık bir gün için İstanbul'a gitti.\n"


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


@pytest.mark.parametrize("end", ["", ".gz"])
@pytest.mark.parametrize("style", ["{}", "{}.de-en"])
def test_iwslt14_may_be_plain_or_prepared(tmp_path: Path, style: str, end: str) -> None:
    for name, count in (("train", 9), ("valid", 3), ("test", 2)):
        write_aligned(tmp_path, style.format(name), numbered(count, name), end)
    corpus = read(load_recipe("iwslt14-de-en").corpus, "en", "de", [tmp_path])
    assert corpus.train == numbered(9, "train")
    assert corpus.validation == numbered(3, "valid")
    assert corpus.test == numbered(2, "test")
    assert not corpus.is_held_out


def test_the_release_of_iwslt14_is_read_both_ways(tmp_path: Path) -> None:
    for language, words in (("de", "Hallo"), ("en", "Hello & welcome")):
        lines = ["<url>http://x</url>", "<title>T</title>", words, f"{words} 2", "</doc>"]
        write(tmp_path / "de-en" / f"train.tags.de-en.{language}", lines)
        for kind in ("dev2010", "tst2010", "tst2011"):
            marked = [f'<seg id="1"> {words.replace("&", "&amp;")} {kind} </seg>', "</doc>"]
            name = f"IWSLT14.TED.{kind}.de-en.{language}.xml"
            write(tmp_path / "de-en" / name, ["<mteval>", *marked])
    recipe = load_recipe("iwslt14-de-en").corpus
    forth = read(recipe, "de", "en", [tmp_path])
    assert forth.train == (("Hallo", "Hello & welcome"), ("Hallo 2", "Hello & welcome 2"))
    assert forth.validation == (("Hallo dev2010", "Hello & welcome dev2010"),)
    assert [pair.source for pair in forth.test] == ["Hallo tst2010", "Hallo tst2011"]
    back = read(recipe, "en", "de", [tmp_path])
    assert back.train == tuple((b, a) for a, b in forth.train)


@pytest.mark.parametrize(
    ("pair", "is_kept"),
    [
        (("A dog runs.", "Ein Hund rennt."), True),
        (("A dog runs.", "Собака бежит."), False),
        (("犬が走る。", "Ein Hund rennt."), False),
        (("1234", "!?"), True),
        (("The word собака is Russian.", "Das Wort собака ist russisch."), True),
    ],
)
def test_a_side_in_the_wrong_script_is_dropped(pair: tuple[str, str], is_kept: bool) -> None:
    wished = CorpusSettings(kind="pairs", drop_wrong_script=True)
    kept, dropped = clean([SentencePair(*pair)], wished, EN_DE)
    assert bool(kept) == is_kept
    assert list(dropped) == ([] if is_kept else ["wrong_script"])
    assert clean([SentencePair(*pair)], wished, ("xx", "yy"))[0]


# --- cleaning -----------------------------------------------------------------------------------


def test_each_reason_drops_and_is_counted() -> None:
    pairs = [
        SentencePair("a dog runs here", "ein Hund läuft hier"),
        SentencePair("", "leer"),
        SentencePair("nothing", ""),
        SentencePair("a dog runs here", "ein Hund läuft hier"),
        SentencePair("just the same words", "just the same words"),
        SentencePair("New York", "New York"),
        SentencePair("word " * 201, "Wort " * 10),
        SentencePair("he said: ", "Er sagte uns allen, was er wusste" * 9),
        SentencePair("seen in the test", "neu"),
        SentencePair("new", "im Test gesehen"),
    ]
    test = [SentencePair("seen in the test", "im Test gesehen")]
    kept, dropped = clean(pairs, STRICT, EN_DE, test)
    assert kept == (pairs[0], pairs[5])
    assert {reason: len(some) for reason, some in dropped.items()} == {
        "empty": 2,
        "duplicate": 1,
        "same_on_both_sides": 1,
        "too_long": 1,
        "length_ratio": 1,
        "held_out": 2,
    }
    kept, dropped = clean(pairs, OWN, EN_DE, test)
    assert kept == (pairs[0], *pairs[3:])
    assert dropped == {"empty": pairs[1:3]}


@given(st.lists(PAIR), st.lists(PAIR))
def test_cleaning_keeps_order_counts_all_and_finds_nothing_twice(
    pairs: list[SentencePair], held_out: list[SentencePair]
) -> None:
    kept, dropped = clean(pairs, STRICT, EN_DE, held_out)
    assert Counter(kept) + Counter(chain(*dropped.values())) == Counter(pairs)
    assert list(kept) == [pair for pair in dict.fromkeys(pairs) if pair in set(kept)]
    assert clean(kept, STRICT, EN_DE, held_out) == (kept, {})


@given(st.lists(PAIR, min_size=1), st.randoms(use_true_random=False))
def test_held_out_sentences_are_in_no_training_pair(
    pairs: list[SentencePair], chance: random.Random
) -> None:
    splits = hold_out(Splits(tuple(pairs)), tests=True)
    assert sum(map(Counter, splits), Counter()) == Counter(pairs)
    for one, other in combinations(splits, 2):
        for side in (0, 1):
            assert not {pair[side] for pair in one} & {pair[side] for pair in other}
    shuffled = hold_out(Splits(tuple(chance.sample(pairs, len(pairs)))), tests=True)
    assert [set(part) for part in shuffled] == [set(part) for part in splits]


@pytest.mark.parametrize(("count", "held_out"), [(1, 0), (2, 1), (100, 2), (60_000, 1000)])
def test_a_share_is_held_out_up_to_a_limit(count: int, held_out: int) -> None:
    assert len(hold_out(Splits(numbered(count)), tests=False)[1]) == held_out <= HELD_OUT_LIMIT


@given(st.lists(PAIR, min_size=1), st.lists(PAIR), st.booleans())
def test_what_is_split_off_is_in_no_split_that_was_given(
    pairs: list[SentencePair], given_pairs: list[SentencePair], is_test: bool
) -> None:
    given_splits = (
        Splits(tuple(pairs), test=tuple(given_pairs))
        if is_test
        else Splits(tuple(pairs), validation=tuple(given_pairs))
    )
    splits = hold_out(given_splits, tests=True)
    for made, given_before in zip(splits[1:], given_splits[1:], strict=True):
        if given_before:
            assert made == given_before
            continue
        for part in splits:
            for side in (0, 1):
                others = {pair[side] for pair in part if part is not made}
                assert not {pair[side] for pair in made} & others


@pytest.mark.parametrize("count", [TEST_FROM - 1, TEST_FROM])
@pytest.mark.parametrize("names", [(), ("val",), ("test",)])
def test_what_a_corpus_lacks_is_split_off_its_training_text(
    tmp_path: Path, count: int, names: tuple[str, ...]
) -> None:
    write_tsv(tmp_path / "train.tsv", numbered(count))
    for name in names:
        write_tsv(tmp_path / f"{name}.tsv", numbered(5, name))
    corpus = read(OWN, "en", "de", [tmp_path])
    is_enough = count >= TEST_FROM
    assert len(corpus.validation) == (5 if "val" in names else 2)
    assert len(corpus.test) == (5 if "test" in names else 2 * is_enough)
    made = 2 * ("val" not in names) + 2 * (is_enough and "test" not in names)
    assert len(corpus.train) == count - made
    assert corpus.is_held_out == bool(made)


def test_what_measures_is_not_cleaned(tmp_path: Path) -> None:
    odd = (SentencePair("", "leer"), SentencePair("a", "b"), SentencePair("a", "b"))
    write_aligned(tmp_path, "train", (*numbered(9), SentencePair("a", "c")))
    write_aligned(tmp_path, "valid", odd)
    write_aligned(tmp_path, "test", odd)
    corpus = read(STRICT, "en", "de", [tmp_path])
    assert corpus.validation == corpus.test == odd
    assert (corpus.train, corpus.num_dropped) == (numbered(9), {"held_out": 1})


@pytest.mark.parametrize("pairs", [(), (("", ""),), (("a", "b"),), (("a", "b"),) * 9])
def test_a_corpus_with_too_little_left_is_refused(tmp_path: Path, pairs: Pairs) -> None:
    path = write_tsv(tmp_path / "mine.tsv", pairs)
    with pytest.raises(
        CorpusError, match=r"mine.tsv .*: too few different sentence pairs are left"
    ):
        read(STRICT, "en", "de", [path])


def test_the_refusal_tells_what_was_dropped(tmp_path: Path) -> None:
    path = write_tsv(tmp_path / "mine.tsv", (SentencePair("a", "b"),) * 9)
    with pytest.raises(CorpusError, match=r"training 1, validation 0; dropped: duplicate 8\)"):
        read(STRICT, "en", "de", [path])


# --- several texts ------------------------------------------------------------------------------

MIXED = CorpusSettings(
    kind="pairs", repeats=(1, 3), validation_limit=4, drop_held_out=True, drop_duplicates=True
)


def test_texts_are_put_together_each_as_often_as_the_recipe_says(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "a.tsv.gz", numbered(400, "a"))
    for name in ("train", "val", "test"):
        write_aligned(tmp_path / "b", name, numbered(9, name))
    corpus = read(MIXED, "en", "de", [table, tmp_path / "b"])
    times = Counter(corpus.train)
    assert {times[pair] for pair in numbered(400, "a")} == {0, 1}
    assert {times[pair] for pair in numbered(9, "train")} == {3}
    assert len(corpus.train) == 400 - 8 - 8 + 27
    assert len(set(corpus.validation) & set(numbered(400, "a"))) == 4
    assert len(set(corpus.validation) & set(numbered(9, "val"))) == 4
    assert len(corpus.validation) == 8
    assert corpus.test[8:] == numbered(9, "test")
    assert corpus.is_held_out
    assert corpus.name == "a.tsv.gz, b"


def test_what_one_text_holds_out_is_learned_from_no_other(tmp_path: Path) -> None:
    pairs = numbered(400)
    paths = [write_tsv(tmp_path / name, pairs) for name in ("a.tsv", "b.tsv")]
    folder = tmp_path / "c"
    write_tsv(folder / "train.tsv", numbered(5, "c"))
    write_tsv(folder / "test.tsv", pairs[:50])
    settings = MIXED.model_copy(update={"repeats": (1, 1, 2)})
    corpus = read(settings, "en", "de", [*paths, folder])
    held_out = (*corpus.validation, *corpus.test)
    assert set(pairs[:50]) < set(held_out)
    for side in (0, 1):
        assert not {pair[side] for pair in corpus.train} & {pair[side] for pair in held_out}


def test_as_many_texts_are_given_as_the_recipe_repeats(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "a.tsv", numbered(9))
    with pytest.raises(CorpusError, match=r"puts 2 texts together .*and 1 are given; name each"):
        read(MIXED, "en", "de", [table])


@pytest.mark.parametrize("is_named", [False, True])
def test_a_tables_first_column_may_be_of_either_language(tmp_path: Path, is_named: bool) -> None:
    names = (SentencePair("en", "de"),) if is_named else ()
    table = write_tsv(tmp_path / "a.tsv", (*names, *numbered(9)))
    write_tsv(tmp_path / "b" / "train.tsv", (*names, *numbered(9)))
    settings = OWN.model_copy(update={"first_column": "en"})
    for path in (table, tmp_path / "b"):
        forth, back = (read(settings, *way, [path]) for way in (EN_DE, ("de", "en")))
        assert {*forth.train, *forth.validation} == {*numbered(9)}
        assert {*back.train, *back.validation} == {(b, a) for a, b in numbered(9)}


def test_nothing_is_learned_from_what_is_excluded(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "a.tsv", numbered(60))
    tests = write(tmp_path / "tests.tsv.gz", ["sentence 3\tganz anders\torigin", ""])
    lines = write(tmp_path / "lines.txt", ["Satz 5", " sentence 7 "])
    corpus = read(OWN, "en", "de", [table], [tests, lines])
    assert corpus.num_dropped == {"excluded": 3}
    left = {*corpus.train, *corpus.validation}
    assert left == {*numbered(60)} - {numbered(60)[place] for place in (3, 5, 7)}


def test_a_text_has_the_name_and_the_licence_that_its_recipe_gives(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "a.tsv", numbered(9))
    settings = OWN.model_copy(update={"name": "mine", "licence": "CC0"})
    corpus = read(settings, "en", "de", [table])
    assert (corpus.name, corpus.licence) == ("mine", "CC0")


@pytest.mark.slow
@pytest.mark.parametrize("direction", [("en", "de"), ("de", "en")])
def test_no_test_sentence_is_in_what_the_everyday_recipes_read(
    shared_data: Path, direction: tuple[str, str]
) -> None:
    everyday, multi30k = shared_data / "everyday", shared_data / "multi30k"
    if not everyday.is_dir():
        pytest.skip(f"no everyday in {shared_data}")
    settings = load_recipe(f"everyday-{'-'.join(direction)}").corpus
    dev = everyday / "dev.tsv"
    corpus = read(settings, *direction, [everyday / "train.tsv.gz", multi30k], [dev])
    learned = {text for pair in corpus.train for text in pair}
    assert not learned & read_sentences(dev)
    captions = read_folder(multi30k, direction)
    assert len(captions.test) == 1000
    assert not learned & {text for pair in captions.test for text in pair}
    assert not learned & {text for pair in corpus.validation for text in pair}
    assert corpus.train[-1] in captions.train
    assert len(corpus.train) > 280_000


@pytest.mark.parametrize("direction", [EN_DE, ("de", "en")])
def test_no_test_sentence_is_in_what_the_captions_recipe_reads(
    shared_data: Path, tmp_path: Path, direction: tuple[str, str]
) -> None:
    multi30k = shared_data / "multi30k"
    captions = read_folder(multi30k, direction)
    other = ("Eine Birne.", "A pear.")
    kept_apart = [*captions.test[:2], *captions.validation[:2]]
    table = write(
        tmp_path / "synthetic.tsv",
        [
            f"{direction[0]}\t{direction[1]}\tsynthetic",
            *(f"{other[0]}\t{pair.target}\t{direction[0]}" for pair in kept_apart),
            f"{other[0]}\t{other[1]}\t{direction[0]}",
        ],
    )
    corpus = read(load_recipe("captions").corpus, *direction, [multi30k, table])
    learned = {text for pair in corpus.train for text in pair}
    assert not learned & {text for pair in (*captions.test, *captions.validation) for text in pair}
    assert corpus.test == captions.test
    assert corpus.validation == captions.validation
    assert [pair for pair in corpus.train if isinstance(pair, BackTranslation)] == [other]
    assert len(corpus.train) == 4 * 28_995 + 1


# --- what ships and what is made up -------------------------------------------------------------


def test_the_toy_pairs_ship_and_are_learned_and_measured_alike() -> None:
    corpus = read(CorpusSettings(kind="toy"), "en", "fr")
    assert len(set(corpus.train)) == 20
    assert corpus.train == corpus.validation == corpus.test
    assert SentencePair("dog is big", "chien est grand") in corpus.train
    turned = read(CorpusSettings(kind="toy"), "fr", "en")
    assert turned.train == tuple((target, source) for source, target in corpus.train)


@given(st.integers(0, 200), st.integers())
def test_reversed_pairs_are_different_and_reversed(count: int, seed: int) -> None:
    pairs = reversed_pairs(count, seed)
    assert len(set(pairs)) == count
    assert all(pair.target.split() == pair.source.split()[::-1] for pair in pairs)
    assert pairs == reversed_pairs(count, seed)


def test_the_reverse_task_repeats_itself_exactly_and_leaks_nothing() -> None:
    corpus = read(CorpusSettings(kind="reverse"), "qaa", "qab")
    assert corpus == read(CorpusSettings(kind="reverse"), "qaa", "qab")
    splits = (corpus.train, corpus.validation, corpus.test)
    assert all(splits)
    assert len(set().union(*splits)) == sum(map(len, splits))


def test_the_real_captions_are_read_whole(shared_data: Path) -> None:
    for direction in (("en", "de"), ("fr", "en")):
        corpus = read(MULTI30K, *direction, [shared_data / "multi30k"])
        sizes = (len(corpus.train), len(corpus.validation), len(corpus.test))
        assert (sizes, corpus.dropped) == ((29_000, 1014, 1000), {})


def test_of_the_real_captions_none_is_learned_and_measured(shared_data: Path) -> None:
    settings = load_recipe("multi30k-tiny").corpus
    corpus = read(settings, "en", "de", [shared_data / "multi30k"])
    held_out = (*corpus.validation, *corpus.test)
    for side in (0, 1):
        assert not {pair[side] for pair in corpus.train} & {pair[side] for pair in held_out}
    assert sum(corpus.num_dropped.values()) + len(corpus.train) == 29_000
