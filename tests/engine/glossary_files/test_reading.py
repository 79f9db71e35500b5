from pathlib import Path

import pytest

from engine.errors import GlossaryError
from engine.glossary.glossary import GlossaryEntry
from engine.glossary_files.checking import ReadGlossary
from engine.glossary_files.reading import read_glossary
from engine.glossary_files.table import write_table

DIRECTION = ("en", "de")
CONTRACT = GlossaryEntry("contract", "Vertrag")
BANK = GlossaryEntry("bank", "Bank|Banken")


def read(folder: Path, content: bytes | str, name: str = "terms.csv") -> ReadGlossary:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_glossary(path, DIRECTION)


@pytest.mark.parametrize(
    "content",
    [
        "contract,Vertrag\nbank,Bank|Banken\n",
        "contract;Vertrag\r\nbank;Bank | Banken\r\n",
        "contract\tVertrag\n\nbank\tBank|Banken",
        "source,target\ncontract,Vertrag\nbank,Bank|Banken\n",
        "de,note,en-GB\nVertrag,x,contract\nBank|Banken,,bank\n",
        "English,German\ncontract,Vertrag\nbank,Bank|Banken\n",
        '"contract","Vertrag"\n"bank","Bank|Banken"\n',
        "\ufeffcontract,Vertrag\nbank,Bank|Banken\n",
        "contract,Vertrag\nbank,Bank|Banken\n".encode("utf-16"),
    ],
    ids=repr,
)
def test_tables_of_any_manner_are_read(tmp_path: Path, content: bytes | str) -> None:
    assert read(tmp_path, content) == ReadGlossary((CONTRACT, BANK), ())


def test_another_encoding_is_detected(tmp_path: Path) -> None:
    content = "Übung;exercise\nGröße;größte Fläche\n".encode("cp1252")
    assert [one.source for one in read(tmp_path, content).entries] == ["Übung", "Größe"]


def test_a_term_without_a_translation_is_not_to_be_translated(tmp_path: Path) -> None:
    entries = read(tmp_path, "Open Door\niPhone,\n").entries
    assert entries == (GlossaryEntry("Open Door"), GlossaryEntry("iPhone"))


def test_wrong_lines_are_told_and_the_others_used(tmp_path: Path) -> None:
    result = read(
        tmp_path, f"contract,Vertrag\n,Bank\n{'x' * 300},y\ncontract,Kontrakt\nbank,Bank|Banken\n"
    )
    assert result.entries == (CONTRACT, BANK)
    assert [(one.line, str(one.reason)) for one in result.problems] == [
        (2, "there is no term to translate"),
        (3, "the term has 300 characters; at most 200 are allowed"),
        (4, "“contract” is already “Vertrag”; “Kontrakt” is left out"),
    ]


def test_columns_of_other_languages_are_refused(tmp_path: Path) -> None:
    with pytest.raises(GlossaryError, match="has columns for fr, it, but not for en and de"):
        read(tmp_path, "fr,it\ncontrat,contratto\n")


@pytest.mark.parametrize("content", [b"\x00\x01\x02", b"\xff\xd8\xff\xe0\x00\x10JFIF"], ids=repr)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(GlossaryError, match="contains no text"):
        read(tmp_path, content)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(GlossaryError, match="cannot be read: No such file"):
        read_glossary(tmp_path / "none.csv", DIRECTION)


def test_what_is_written_is_read_again_and_is_no_formula(tmp_path: Path) -> None:
    entries = (
        CONTRACT,
        BANK,
        GlossaryEntry("=1+1", "@x"),
        GlossaryEntry("'=1+1", "''-x"),
        GlossaryEntry("＝1+1", "'90s"),
        GlossaryEntry('a "b", c', "d;e"),
        GlossaryEntry("iPhone"),
    )
    path = tmp_path / "out.csv"
    write_table(path, entries, DIRECTION)
    assert read_glossary(path, DIRECTION).entries == entries
    assert not any(
        cell.startswith(("=", "+", "-", "@"))
        for line in path.read_text("utf-8-sig").splitlines()
        for cell in line.split(",")
    )


def test_a_term_of_separators_does_not_hide_which_one_separates(tmp_path: Path) -> None:
    entries = (GlossaryEntry('";'), GlossaryEntry("a;b", "c;d"))
    path = tmp_path / "out.csv"
    write_table(path, entries, DIRECTION)
    assert read_glossary(path, DIRECTION).entries == entries


TBX_2 = """<?xml version="1.0"?>
<martif type="TBX" xml:lang="en"><text><body>
<termEntry id="1"><langSet xml:lang="en-US"><tig><term>contract</term></tig></langSet>
  <langSet xml:lang="de"><tig><term>Vertrag</term></tig></langSet></termEntry>
<termEntry id="2"><langSet xml:lang="en"><ntig><termGrp><term>bank</term></termGrp></ntig></langSet>
  <langSet xml:lang="de"><tig><term>Bank</term></tig><tig><term>Banken</term></tig>
  <tig><term>Geldhaus</term>
  <termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet>
</termEntry>
<termEntry id="3"><langSet xml:lang="en"><tig><term>alone</term></tig></langSet></termEntry>
</body></text></martif>"""

TBX_3 = """<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text>
<body><conceptEntry><langSec xml:lang="de"><termSec><term>Vertrag</term></termSec></langSec>
<langSec xml:lang="en"><termSec><term>contract</term></termSec></langSec></conceptEntry>
<conceptEntry><langSec xml:lang="en"><termSec><term>bank</term></termSec></langSec>
<langSec xml:lang="de"><termSec><term>Bank</term></termSec><termSec><term>Banken</term></termSec>
</langSec></conceptEntry></body></text></tbx>"""


@pytest.mark.parametrize("content", [TBX_2, TBX_3], ids=["2", "3"])
def test_terminologies_are_read(tmp_path: Path, content: str) -> None:
    assert read(tmp_path, content, "terms.tbx") == ReadGlossary((CONTRACT, BANK), ())


def test_entities_are_refused(tmp_path: Path) -> None:
    content = '<!DOCTYPE x [<!ENTITY a "b">]><martif>&a;</martif>'
    with pytest.raises(GlossaryError, match="defines its own XML entities"):
        read(tmp_path, content, "terms.tbx")


def test_a_broken_or_foreign_terminology_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GlossaryError, match="is not well-formed XML"):
        read(tmp_path, TBX_2[:300], "terms.tbx")
    with pytest.raises(GlossaryError, match="no terms of en and de; its languages: en, fr"):
        read(tmp_path, TBX_2.replace('"de"', '"fr"'), "terms.tbx")
