"""What people translate stands on the disk where the program promises it, and nowhere else."""

import gzip
import os
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from desktop.storage import paths
from tests.support.long_use import COPIED, EDITED, FILED, LEARNED, TERM, TYPED
from tests.support.modes import open_to_others

LIMIT_SECONDS = 600
"""For how long the program may be at work; then something it waits for does not come."""
HISTORY = "history.sqlite3"
SETTINGS = "settings.ini"
CORRECTIONS = "en-de.tsv"
GLOSSARY = "glossary.json"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a user's program runs: everything it writes is below `home` or `temporary`."""

    home: Path
    temporary: Path
    files: Path

    def run(self, *wish: str) -> None:
        """Use the program as `tests.support.long_use` says, and let others read all they may."""
        kept = ("PATH", "PYTHONPATH", "OMP_NUM_THREADS", "TRANSLUCENT_TEST_ATTEMPTS")
        ended = subprocess.run(
            [sys.executable, "-m", "tests.support.long_use", str(self.files), *wish],
            cwd=paths.resources().parent,
            env={
                **{name: os.environ[name] for name in kept if name in os.environ},
                "HOME": str(self.home),
                "TMPDIR": str(self.temporary),
                "LANG": "C.UTF-8",
                "QT_QPA_PLATFORM": "offscreen",
            },
            umask=0,
            capture_output=True,
            encoding="utf-8",
            timeout=LIMIT_SECONDS,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        assert "qzorb" not in (ended.stdout + ended.stderr).lower()

    def holding(self, mark: str) -> set[str]:
        """Return the names of the files that hold a mark; of a run or a model, those folders."""
        found = set()
        for root in (self.home, self.temporary):
            for path in root.rglob("*"):
                if path.is_file() and holds(path, mark):
                    parts = path.relative_to(root).parts
                    folders = [part for part in parts if part in ("runs", "models")]
                    found.add(folders[0] if folders else path.name)
        return found


def holds(path: Path, mark: str) -> bool:
    """Return whether a file holds a word, in any case, in UTF-8 or UTF-16, compressed or not."""
    lower = mark.lower()
    forms = [lower.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
    return any(form in content.lower() for content in contents(path) for form in forms)


def contents(path: Path) -> Iterator[bytes]:
    """Return what a file holds, and what is packed in it."""
    data = path.read_bytes()
    yield data
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            yield from (archive.read(name) for name in archive.namelist())
    if data.startswith(b"\x1f\x8b"):
        yield gzip.decompress(data)
    for head in (b"\x78\x01", b"\x78\x9c", b"\x78\xda"):
        start = data.find(head)
        while start >= 0:
            unpacking = zlib.decompressobj()
            with suppress(zlib.error):
                yield unpacking.decompress(data[start:])
            start = data.find(head, start + 1)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A new user's."""
    place = Place(tmp_path / "home", tmp_path / "temporary", tmp_path / "files")
    for folder in (place.home, place.temporary, place.files):
        folder.mkdir()
    return place


def test_a_mark_is_found_in_every_form(tmp_path: Path) -> None:
    text = f"The dog of {TYPED} runs."
    path = tmp_path / "file"
    packed = zlib.compress(text.encode())
    for content in (
        *(text.upper().encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")),
        gzip.compress(text.encode()),
        b"\x78\x9cno stream" + packed,
    ):
        path.write_bytes(content)
        assert holds(path, TYPED)
        assert not holds(path, FILED)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("text", text)
    assert holds(path, TYPED)


def assert_kept_where_promised(place: Place, *, is_history_on: bool) -> None:
    assert place.holding(TYPED) == ({HISTORY, SETTINGS} if is_history_on else set())
    assert place.holding(EDITED) == ({HISTORY, CORRECTIONS} if is_history_on else {CORRECTIONS})
    assert place.holding(TERM) == {GLOSSARY}
    assert place.holding(COPIED) == set()
    assert place.holding(FILED) == set()
    reports = list(place.home.rglob("crash-report-*"))
    assert reports  # and none of them quotes the text that was at fault
    shared = place.home / ".local" / "share" / "translucent"
    for folder in (
        shared,
        place.home / ".config" / "translucent",
        *(one.parent for one in reports),
    ):
        assert os.name != "posix" or open_to_others(folder) == []


def test_texts_are_in_history_and_settings_until_they_are_cleared(place: Place) -> None:
    place.run("fake", "on", "4", "0")
    assert_kept_where_promised(place, is_history_on=True)
    place.run("fake", "clear")
    assert place.holding(TYPED) == set()
    assert place.holding(EDITED) == {CORRECTIONS}


def test_without_a_history_no_text_is_on_the_disk(place: Place) -> None:
    place.run("fake", "off", "4", "0")
    assert_kept_where_promised(place, is_history_on=False)


@pytest.mark.slow
def test_after_long_use_texts_are_where_they_were_promised(place: Place) -> None:
    place.run("real", "on", "20", "1")
    assert_kept_where_promised(place, is_history_on=True)
    assert place.holding(LEARNED) == {"runs"}
    place.run("real", "again")
    assert_kept_where_promised(place, is_history_on=True)
    place.run("real", "clear")
    assert place.holding(TYPED) == set()
    place.run("real", "off", "10", "0")
    assert_kept_where_promised(place, is_history_on=False)
