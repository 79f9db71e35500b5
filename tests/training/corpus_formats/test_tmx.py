"""Translation memories: the pairs of two languages, nothing else, and no danger."""

import gzip
import tracemalloc
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import HealthCheck, given, settings

from tests.support.pairs import CELLS
from training.corpus_formats.pair_files import read_pairs
from training.corpus_formats.tmx import read_tmx
from training.errors import CorpusError

EN_DE = ("en", "de")


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
    with pytest.raises(
        CorpusError, match=("it contains no pair of en and de; its languages: en, fr, it")
    ):
        read_tmx(path, EN_DE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (tmx(unit(en="&a;"), '<!DOCTYPE t [<!ENTITY a "aaaa">]>'), "its own XML entities"),
        (tmx(unit(en="&a;"), '<!DOCTYPE t [<!ENTITY a SYSTEM "file:///etc/x">]>'), "its own XML"),
        (tmx("<tu>") + "more", "it is not well-formed XML"),
        ("", "it is not well-formed XML"),
        (tmx(unit(en="a" * 100_001)), "line 2 .*segment is longer than 100,000 char"),
        ("<?xml version='1.0' encoding='nonsense'?><tmx/>", "it is not well-formed XML|is unknown"),
    ],
)
def test_a_dangerous_or_damaged_tmx_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "memory.tmx"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=reason):
        read_tmx(path, EN_DE)
