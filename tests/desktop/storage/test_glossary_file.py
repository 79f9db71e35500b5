import json
import os
import sys
from pathlib import Path
from threading import Thread

import pytest

from desktop.storage import glossary_file
from desktop.storage.glossary_file import Glossaries, GlossaryFile
from engine.errors import GlossaryError
from engine.files.atomic_folders import name_lock
from engine.glossary.glossary import GlossaryEntry

HELD = Glossaries(
    {
        ("en", "de"): (GlossaryEntry("bank", "Bank|Banken"), GlossaryEntry("Open Door")),
        ("de", "en"): (GlossaryEntry("Vertrag", "contract"),),
    },
    is_on=False,
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = GlossaryFile(tmp_path / "data" / "glossary.json")
    assert file.read() == Glossaries()
    for glossaries in (HELD, Glossaries()):
        file.write(glossaries)
        assert file.read() == glossaries


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_only_the_user_may_read_it(tmp_path: Path) -> None:
    file = GlossaryFile(tmp_path / "glossary.json")
    for _ in range(2):
        file.write(HELD)
        assert file.path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\xff",
        b"[]",
        b'{"format_version": 1}',
        b'{"format_version": 99, "is_on": true, "glossaries": []}',
        json.dumps(
            {"format_version": 1, "is_on": True, "glossaries": [{"entries": [["a"]]}]}
        ).encode(),
        b"[" * 100_000,
    ],
    ids=lambda content: repr(content[:20]),
)
def test_a_damaged_file_is_kept_under_another_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "glossary.json"
    path.write_bytes(content)
    with pytest.raises(GlossaryError, match=r"was damaged and is kept as glossary\.damaged\.json"):
        GlossaryFile(path).read()
    assert (tmp_path / "glossary.damaged.json").read_bytes() == content
    assert GlossaryFile(path).read() == Glossaries()


def test_what_another_window_puts_aside_is_looked_at_again(tmp_path: Path) -> None:
    file = GlossaryFile(tmp_path / "glossary.json")
    file.path.write_bytes(b"garbage")
    read: list[Glossaries] = []
    with name_lock(file.path):
        window = Thread(target=lambda: read.append(file.read()))
        window.start()
        window.join(0.2)  # it may see the damage, and waits
        file.write(HELD)
    window.join()
    assert read == [HELD]
    assert os.listdir(tmp_path) == [file.path.name]  # noqa: PTH208 - the names alone


def test_no_reader_sees_half_of_the_first_glossary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = GlossaryFile(tmp_path / "glossary.json")
    read: list[Glossaries] = []
    monkeypatch.setattr(
        glossary_file, "write_file", lambda *_: read.append(GlossaryFile(file.path).read())
    )
    file.write(HELD)
    assert not file.path.exists()
    assert read == [Glossaries()]


def test_a_file_that_cannot_be_written_stays(tmp_path: Path) -> None:
    path = tmp_path / "glossary.json"
    path.mkdir()
    with pytest.raises(GlossaryError, match="cannot be written"):
        GlossaryFile(path).write(HELD)
    with pytest.raises(GlossaryError, match="cannot be read"):
        GlossaryFile(path).read()
    assert os.listdir(path) == []  # noqa: PTH208 - only whether it is empty
