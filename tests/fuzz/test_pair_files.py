"""Sentence pairs of strangers: read or refused, in memory that grows with the file alone."""

from pathlib import Path

import pytest
from hypothesis import given

from tests.support.mutations import mutated
from tests.support.work import MEGABYTE, memory_within
from training.corpus_formats.pair_files import read_aligned, read_pairs, read_sentences
from training.errors import CorpusError

DIRECTION = ("en", "de")
TABLE = "en\tde\nA dog.\tEin Hund.\nTwo cats, =1+1\tZwei „Katzen“\r\n".encode()
QUOTED = b'de,en\n"Ein ""Hund"".","A dog\nruns."\n'
MEMORY = b"""<?xml version="1.0" encoding="UTF-8"?><tmx version="1.4"><header/><body>
<tu><tuv xml:lang="en"><seg>A <bpt i="1"/>dog.</seg></tuv>
<tuv xml:lang="de-DE"><seg>Ein Hund.</seg></tuv></tu>
</body></tmx>"""
PIECES = (
    b"\t", b"\n", b"\r", b'"', b",", b";", b"|", b"\0", b"\xff", b"\xff\xfe", b"\xe2\x80\xa8",
    b"\x1f\x8b", b"</tu>", b"&lol;",
    b'<!DOCTYPE a [<!ENTITY lol "lol"><!ENTITY x "&lol;&lol;&lol;">]>', b"<seg>", b"<!--",
    b"<![CDATA[", b'xml:lang="',
)  # fmt: skip


@given(mutated([TABLE, QUOTED, MEMORY], PIECES))
@pytest.mark.parametrize("suffix", [".tsv", ".csv", ".tmx", ".tsv.gz"])
def test_any_file_is_pairs_or_refused(room: Path, suffix: str, content: bytes) -> None:
    path = room / f"pairs{suffix}"
    path.write_bytes(content)
    for read in (read_pairs, read_sentences):
        try:
            with memory_within(16 * MEGABYTE + 200 * len(content)):
                found = read(path, DIRECTION)
        except CorpusError as error:
            assert path.name in str(error)  # noqa: PT017 - any of the sentences
            continue
        for one in found:
            assert "\n" not in "".join(one)


@given(mutated([TABLE, QUOTED], PIECES), mutated([TABLE, QUOTED], PIECES))
def test_any_two_files_are_pairs_or_refused(room: Path, source: bytes, target: bytes) -> None:
    paths = [room / "a.en", room / "a.de"]
    for path, content in zip(paths, (source, target), strict=True):
        path.write_bytes(content)
    try:
        found = read_aligned(paths[0], paths[1], direction=DIRECTION)
    except CorpusError as error:
        assert any(path.name in str(error) for path in paths)  # noqa: PT017 - any of the sentences
        return
    for pair in found:
        assert "\n" not in "".join(pair[:2])
