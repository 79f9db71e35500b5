"""Glossaries of strangers: every line used or named, and our own tables come back exactly."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GlossaryError
from engine.glossary.glossary import GlossaryEntry
from engine.glossary_files.checking import EntryCheck
from engine.glossary_files.reading import read_glossary
from engine.glossary_files.table import write_table
from tests.support.mutations import mutated
from tests.support.work import MEGABYTE, memory_within

DIRECTION = ("en", "de")
TABLE = 'en,de\ncontract,"Vertrag, der"\niPhone,\n"a ""b""",\'=x\n'.encode("utf-8-sig")
TBX = b"""<?xml version="1.0"?><martif type="TBX" xml:lang="en"><text><body><termEntry id="1">
<langSet xml:lang="en-US"><tig><term>contract</term></tig></langSet><langSet xml:lang="de"><tig>
<term>Vertrag</term></tig></langSet></termEntry></body></text></martif>"""
PIECES = (
    b'"', b",", b";", b"\t", b"\r", b"\n", b"=", b"'", b"\0", b"\xff", b"en", b"de", b"<",
    b"</term>", b"&lol;", b"<!--", b'<!DOCTYPE a [<!ENTITY lol SYSTEM "file:///etc/passwd">]>',
    b"<langSet>", b'xml:lang="', b"<![CDATA[",
)  # fmt: skip


@given(mutated([TABLE, TBX], PIECES))
@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".tbx"])
def test_any_file_is_a_glossary_or_refused(room: Path, suffix: str, content: bytes) -> None:
    path = room / f"terms{suffix}"
    path.write_bytes(content)
    try:
        with memory_within(16 * MEGABYTE + 200 * len(content)):
            found = read_glossary(path, DIRECTION)
    except GlossaryError as error:
        assert str(error).startswith(str(path))  # noqa: PT017 - any of the sentences
        return
    for entry in found.entries:
        assert entry == GlossaryEntry.of(entry.source, entry.target)


TERMS = st.text(max_size=20) | st.text(st.sampled_from("a,;\t'\"=+-@ \\|é"), max_size=12)


def usable(entries: list[tuple[str, str]]) -> tuple[GlossaryEntry, ...]:
    """Return those that a glossary can hold."""
    check = EntryCheck()
    for line, (source, target) in enumerate(entries, 1):
        check.add(line, source, target)
    return check.result().entries


@given(st.lists(st.tuples(TERMS, TERMS), min_size=1, max_size=8).map(usable).filter(bool))
def test_a_glossary_comes_back_as_it_was_written(
    room: Path, entries: tuple[GlossaryEntry, ...]
) -> None:
    path = room / "written.csv"
    write_table(path, entries, DIRECTION)
    assert read_glossary(path, DIRECTION).entries == entries
