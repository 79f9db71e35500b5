"""History: what was added is found again; a killed, damaged or foreign file costs no start."""

import os
import signal
import sqlite3
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import closing
from copy import copy
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from desktop.storage import history as history_module
from desktop.storage.history import (
    SCHEMA_VERSION,
    History,
    HistoryEntry,
    HistoryNotKeptError,
    HistoryTooNewError,
)

ROOT = Path(__file__).parents[3]

any_text = st.text(
    st.one_of(st.characters(), st.sampled_from("%_'\\\0ßẞİıſΣς😀\ud800\u00a0éé")), max_size=12
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Jürgen Ünal 模型" / "history.sqlite3"


@pytest.fixture
def history(path: Path) -> Iterator[History]:
    with closing(History(path)) as opened:
        yield opened


def keep(history: History, source: str, **changes: object) -> int:
    """Add an entry of which only the source text matters."""
    replaces = changes.get("replaces")
    assert replaces is None or isinstance(replaces, int)
    number = history.add(source, source.upper() or "-", "en", "de", "toy", replaces=replaces)
    assert number is not None
    return number


def sources(history: History, text: str = "", *, favourites: bool = False) -> list[str]:
    return [entry.source for entry in history.search(text, favourites=favourites)]


def whole(text: str) -> str:
    """A text as it can be stored."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def bytes_beside(path: Path) -> bytes:
    """Everything in the folder of a history."""
    return b"".join(file.read_bytes() for file in path.parent.rglob("*") if file.is_file())


# --- adding and finding ---


def test_an_entry_is_found_as_it_was_added(history: History) -> None:
    before = datetime.now(UTC)
    number = history.add("Two dogs.", "Zwei Hunde.", "en", "de", "en-de-multi30k")
    (entry,) = history.search()
    assert entry == HistoryEntry(
        id=number or 0,
        when=entry.when,
        source="Two dogs.",
        target="Zwei Hunde.",
        source_language="en",
        target_language="de",
        model="en-de-multi30k",
        is_favourite=False,
    )
    assert before <= entry.when <= datetime.now(UTC)


@given(source=any_text, target=any_text)
def test_texts_come_back_character_for_character(source: str, target: str) -> None:
    with closing(History(Path(os.devnull) / "none")) as history:
        number = history.add(source, target, "en", "de", "toy")
        found = [(entry.source, entry.target) for entry in history.search()]
    is_kept = bool(source.strip() and target.strip())
    assert (number is not None) == is_kept
    assert found == ([(whole(source), whole(target))] if is_kept else [])


@given(source=any_text, data=st.data())
@example("STRASSE", None)
@example("100 % of_it", None)
def test_every_part_is_found_whatever_its_case_and_normal_form(
    source: str, data: st.DataObject | None
) -> None:
    words = whole(source).split()
    if not words:
        return
    word = words[0] if data is None else data.draw(st.sampled_from(words))
    forms: list[Callable[[str], str]] = [
        str,
        str.casefold,
        lambda text: unicodedata.normalize("NFD", text),
        lambda text: unicodedata.normalize("NFC", text),
    ]
    with closing(History(Path(os.devnull) / "none")) as history:
        keep(history, source)
        for form in forms:
            assert len(history.search(form(word))) == 1


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Große Straße", "GROSSE STRASSE"),
        ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
        ("Ünal", "u\u0308NAL"),
        ("ЁЖИК", "ёжик"),
        ("ﬁne", "FINE"),
    ],
)
def test_case_is_that_of_all_of_unicode(history: History, text: str, query: str) -> None:
    keep(history, text)
    assert sources(history, query) == [text]


def test_no_character_of_a_search_is_a_wildcard(history: History) -> None:
    for source in ("100 %", "a_b", "ab", "it's", 'say "so"', "back\\slash", "x*"):
        keep(history, source)
    assert sources(history, "%") == ["100 %"]
    assert sources(history, "_") == ["a_b"]
    assert sources(history, "'") == ["it's"]
    assert sources(history, '"') == ['say "so"']
    assert sources(history, "\\") == ["back\\slash"]
    assert sources(history, "*") == ["x*"]


def test_the_translation_is_searched_too(history: History) -> None:
    history.add("Two dogs.", "Zwei Hunde.", "en", "de", "toy")
    assert sources(history, "hunde") == ["Two dogs."]
    assert sources(history, "katze") == []


def test_newest_first_and_no_more_than_asked_for(history: History) -> None:
    for number in range(5):
        keep(history, f"text {number}")
    assert sources(history) == [f"text {number}" for number in (4, 3, 2, 1, 0)]
    assert [entry.source for entry in history.search(limit=2)] == ["text 4", "text 3"]


# --- one text, one entry ---


def test_the_same_text_again_is_the_same_entry(history: History) -> None:
    first = history.add("Dogs.", "Hunde.", "en", "de", "toy")
    assert history.add("Dogs.", "Die Hunde.", "en", "de", "toy") == first
    assert [entry.target for entry in history.search("die")] == ["Die Hunde."]
    assert len(history.search()) == 1


def test_another_model_or_direction_is_another_entry(history: History) -> None:
    numbers = {
        history.add("Taxi", "Taxi", "en", "de", "toy"),
        history.add("Taxi", "Taxi", "en", "fr", "toy"),
        history.add("Taxi", "Taxi", "nl", "fr", "toy"),
        history.add("Taxi", "Taxi", "nl", "fr", "other"),
    }
    assert len(numbers) == len(history.search()) == 4


def test_a_text_being_typed_stays_one_entry(history: History) -> None:
    number = keep(history, "Two")
    assert keep(history, "Two do", replaces=number) == number
    assert keep(history, "Two dogs", replaces=number) == number
    assert sources(history) == ["Two dogs"]
    assert sources(history, "two do") == ["Two dogs"]


def test_only_the_newest_entry_is_replaced_and_no_favourite(history: History) -> None:
    older = keep(history, "older")
    newer = keep(history, "newer")
    keep(history, "text", replaces=older)
    assert sources(history) == ["text", "newer", "older"]

    latest = keep(history, "latest")
    history.set_favourite(latest, is_favourite=True)
    keep(history, "latest and more", replaces=latest)
    assert sources(history)[:2] == ["latest and more", "latest"]
    history.remove(newer)
    assert keep(history, "after", replaces=newer) not in (newer, latest)


def test_ids_are_never_given_twice(history: History) -> None:
    first = keep(history, "first")
    history.remove(first)
    assert keep(history, "second", replaces=first) != first


# --- keeping and forgetting ---


def test_favourites_can_be_listed_alone(history: History) -> None:
    keep(history, "one")
    number = keep(history, "two")
    history.set_favourite(number, is_favourite=True)
    assert sources(history, favourites=True) == ["two"]
    assert [entry.is_favourite for entry in history.search()] == [True, False]
    history.set_favourite(number, is_favourite=False)
    assert sources(history, favourites=True) == []


def test_the_oldest_go_when_there_are_too_many_but_no_favourites(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "LIMIT", 3)
    number = keep(history, "text 0")
    history.set_favourite(number, is_favourite=True)
    for index in range(1, 8):
        keep(history, f"text {index}")
    assert sources(history) == ["text 7", "text 6", "text 5", "text 0"]


def test_removing_forgets_one(history: History, path: Path) -> None:
    keep(history, "Erdferkel bleibt")
    number = keep(history, "Zebrastreifen geht")
    history.remove(number)
    assert sources(history) == ["Erdferkel bleibt"]
    assert b"Zebrastreifen" not in bytes_beside(path)
    assert b"Erdferkel" in bytes_beside(path)


def test_clearing_leaves_nothing_in_any_file(history: History, path: Path) -> None:
    aside = path.with_name("history.damaged-20260102.sqlite3")
    aside.write_bytes(b"Zebrastreifen")
    for number in range(200):
        keep(history, f"Zebrastreifen {number} " * 50)
    history.set_favourite(history.search()[0].id, is_favourite=True)
    assert b"Zebrastreifen" in bytes_beside(path)

    history.clear()

    assert history.search() == []
    assert b"zebrastreifen" not in bytes_beside(path).lower()
    assert not aside.exists()
    keep(history, "Neues")
    assert sources(history) == ["Neues"]


def test_everything_is_there_at_the_next_start(history: History, path: Path) -> None:
    keep(history, "one")
    history.set_favourite(keep(history, "two"), is_favourite=True)
    before = history.search()
    history.close()
    with closing(History(path)) as again:
        assert again.search() == before
        assert again.problem is None
        assert again.was_damaged is None
    assert [file.name for file in path.parent.iterdir()] == [path.name]


class Keeping(RuleBasedStateMachine):
    """A history does what a list would do."""

    def __init__(self) -> None:
        super().__init__()
        self.history = History(Path(os.devnull) / "none")
        self.expected: list[HistoryEntry] = []

    @rule(source=st.sampled_from(["a", "b", "A b"]), replaced=st.none() | st.integers(0, 5))
    def add(self, source: str, replaced: int | None) -> None:
        wish = None if replaced is None else [entry.id for entry in self.history.search()]
        replaces = wish[replaced] if wish and replaced is not None and replaced < len(wish) else 99
        number = keep(self.history, source, replaces=replaces)
        if self.expected and self.expected[0].id == number:
            self.expected.pop(0)
        entry = next(entry for entry in self.history.search() if entry.id == number)
        self.expected.insert(0, entry)

    @precondition(lambda self: self.expected)
    @rule(place=st.integers(0, 9), is_favourite=st.booleans())
    def set_favourite(self, place: int, is_favourite: bool) -> None:
        place %= len(self.expected)
        self.history.set_favourite(self.expected[place].id, is_favourite=is_favourite)
        entry = copy(self.expected[place])
        object.__setattr__(entry, "is_favourite", is_favourite)
        self.expected[place] = entry

    @precondition(lambda self: self.expected)
    @rule(place=st.integers(0, 9))
    def remove(self, place: int) -> None:
        self.history.remove(self.expected.pop(place % len(self.expected)).id)

    @rule()
    def clear(self) -> None:
        self.history.clear()
        self.expected.clear()

    @invariant()
    def lists_what_was_added(self) -> None:
        assert self.history.search() == self.expected
        favourites = [entry for entry in self.expected if entry.is_favourite]
        assert self.history.search(favourites=True) == favourites
        with_b = [entry for entry in self.expected if "b" in entry.source]
        assert self.history.search("B") == with_b

    def teardown(self) -> None:
        self.history.close()


TestKeeping = Keeping.TestCase


# --- what may stand at its place ---


def whole_file(path: Path) -> bytes:
    with closing(History(path)) as history:
        for number in range(40):
            keep(history, f"text {number} " * 30)
    return path.read_bytes()


def assert_begun_anew(path: Path) -> Path:
    """A new history works, and tells where the old file is; give that place."""
    with closing(History(path)) as history:
        aside = history.was_damaged
        assert aside is not None
        assert aside.parent == path.parent
        assert aside.name.startswith("history.damaged-")
        assert aside.suffix == ".sqlite3"
        assert history.problem is None
        assert history.search() == []
        keep(history, "new")
    with closing(History(path)) as history:
        assert history.was_damaged is None
        assert sources(history) == ["new"]
    return aside


@pytest.mark.parametrize(
    "content",
    [b"", b"\0", b"garbage" * 1000, b"SQLite format 3\0", b"SQLite format 3\0" + b"\xff" * 5000],
    ids=["empty", "one byte", "garbage", "header", "bad header"],
)
def test_what_is_no_database_is_set_aside(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert assert_begun_anew(path).read_bytes() == content


def test_a_truncated_database_is_set_aside(path: Path) -> None:
    content = whole_file(path)
    for share in (0.001, 0.01, 0.1, 0.3, 0.5, 0.9, 0.999):
        part = content[: int(share * len(content))]
        path.write_bytes(part)
        assert assert_begun_anew(path).read_bytes() == part


def test_a_database_with_a_damaged_page_is_set_aside(path: Path) -> None:
    content = bytearray(whole_file(path))
    content[4096 * 2 : 4096 * 5] = os.urandom(4096 * 3)
    path.write_bytes(content)
    assert_begun_anew(path)


@given(data=st.data())
def test_whatever_bytes_are_damaged_there_is_a_history(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("history") / "history.sqlite3"
    content = bytearray(whole_file(path))
    start = data.draw(st.integers(0, len(content) - 1))
    damage = data.draw(st.binary(min_size=1, max_size=200))
    content[start : start + len(damage)] = damage
    path.write_bytes(content)
    with closing(History(path)) as history:
        assert history.was_damaged or history.problem or len(history.search()) <= 40
        if not history.problem:
            keep(history, "new")
            assert sources(history)[0] == "new"


def test_a_folder_at_its_place_is_set_aside(path: Path) -> None:
    path.mkdir(parents=True)
    (path / "file").write_bytes(b"mine")
    assert (assert_begun_anew(path) / "file").read_bytes() == b"mine"


def test_a_foreign_database_is_set_aside_whole(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as foreign:
        foreign.execute("CREATE TABLE entries (id, text)")
        foreign.execute("INSERT INTO entries VALUES (1, 'mine')")
        foreign.commit()
    with closing(sqlite3.connect(assert_begun_anew(path))) as foreign:
        assert foreign.execute("SELECT * FROM entries").fetchall() == [(1, "mine")]


def test_what_belongs_to_a_damaged_database_goes_with_it(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"garbage")
    for companion in ("-wal", "-shm"):
        path.with_name(path.name + companion).write_bytes(b"part")
    aside = assert_begun_anew(path)
    for companion in ("-wal", "-shm"):
        assert aside.with_name(aside.name + companion).read_bytes() == b"part"


def test_what_a_lost_database_left_is_not_mixed_into_the_new(path: Path) -> None:
    script = "keep(history, 'lost'); os._exit(0)"
    run_beside(path, script)
    assert path.with_name(path.name + "-wal").exists()
    path.unlink()
    with closing(History(path)) as history:
        assert history.search() == []
        assert history.was_damaged is None


def test_a_history_of_a_later_version_is_left_as_it_is(path: Path) -> None:
    whole_file(path)
    with closing(sqlite3.connect(path)) as later:
        later.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    content = path.read_bytes()

    with closing(History(path)) as history:
        problem = history.problem
        assert isinstance(problem, HistoryTooNewError)
        assert (problem.found, problem.supported) == (SCHEMA_VERSION + 1, SCHEMA_VERSION)
        assert f"has version {SCHEMA_VERSION + 1}; this program reads up to" in str(problem)
        assert str(copy(problem)) == str(problem)
        assert history.was_damaged is None
        keep(history, "in memory")
        assert sources(history) == ["in memory"]
    assert path.read_bytes() == content


def test_where_nothing_can_be_written_it_lives_in_memory(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"no folder")
    with closing(History(tmp_path / "data" / "history.sqlite3")) as history:
        assert isinstance(history.problem, HistoryNotKeptError)
        assert "cannot be kept in" in str(history.problem)
        assert "it lasts until the window is closed" in str(history.problem)
        assert str(copy(history.problem)) == str(history.problem)
        number = keep(history, "text")
        history.set_favourite(number, is_favourite=True)
        assert sources(history, "TEXT", favourites=True) == ["text"]
        history.clear()
        assert history.search() == []


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="needs users and modes of files")
def test_a_read_only_folder_is_said(path: Path) -> None:
    whole_file(path)
    script = (
        "print(type(history.problem).__name__, history.problem.reason)\n"
        "keep(history, 'text'); print(sources(history))"
    )
    path.chmod(0o444)
    path.parent.chmod(0o555)
    for folder in (path.parent, path.parent.parent, path.parent.parent.parent):
        folder.chmod(folder.stat().st_mode | 0o055)
    before = path.read_bytes()
    become_nobody = "'' .encode('utf-16-le')\nif os.geteuid() == 0: os.setuid(65534)"
    try:
        output = run_beside(path, script, before=become_nobody)
    finally:
        path.parent.chmod(0o755)
    kind, texts = output.splitlines()
    assert kind.startswith("HistoryNotKeptError ")
    assert texts == "['text']"
    assert path.read_bytes() == before


# --- other processes, and sudden ends ---

_PROGRAM = """
import os, sys
from pathlib import Path
from tests.desktop.test_history import keep, sources
from desktop.storage.history import History
{before}
history = History(Path(sys.argv[1]))
{script}
"""


def command(script: str, path: Path, before: str = "") -> list[str]:
    # `tests` is no package: the helpers are loaded from this file.
    program = _PROGRAM.replace(
        "from tests.desktop.test_history import keep, sources",
        "import importlib.util as util\n"
        f"spec = util.spec_from_file_location('helpers', {str(Path(__file__))!r})\n"
        "helpers = util.module_from_spec(spec); spec.loader.exec_module(helpers)\n"
        "keep, sources = helpers.keep, helpers.sources",
    ).format(before=before, script=script)
    return [sys.executable, "-c", program, str(path)]


def run_beside(path: Path, script: str, before: str = "") -> str:
    """What a process of its own prints that runs `script` on the history."""
    result = subprocess.run(
        command(script, path, before), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9")
@pytest.mark.parametrize("lines", [1, 2, 30, 200])
def test_a_process_killed_while_writing_leaves_a_whole_history(path: Path, lines: int) -> None:
    script = """
for number in range(10**9):
    keep(history, f"text {number} " * 200)
    print(number, flush=True)
"""
    with subprocess.Popen(
        command(script, path), cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for _ in range(lines):
            written = int(process.stdout.readline())
        process.kill()
        written += len(process.stdout.readlines())
    with closing(History(path)) as history:
        assert history.was_damaged is None
        assert history.problem is None
        numbers = [int(entry.source.split()[1]) for entry in history.search(limit=10**9)]
    assert numbers == list(range(len(numbers)))[::-1]
    assert len(numbers) >= written


def test_two_windows_write_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_module, "BUSY_SECONDS", 60)  # nobody types as fast as this
    before = "import desktop.storage.history; desktop.storage.history.BUSY_SECONDS = 60"
    script = "for number in range(200): keep(history, f'theirs {number}')"
    with closing(History(path)) as history:
        with subprocess.Popen(command(script, path, before), cwd=ROOT) as other:
            while not sources(history, "theirs") and other.poll() is None:
                keep(history, "mine first")
            for number in range(200):
                keep(history, f"mine {number}")
        assert other.returncode == 0
        found = [entry.source for entry in history.search(limit=10**6)]
    for whose in ("mine", "theirs"):
        expected = [f"{whose} {number}" for number in reversed(range(200))]
        assert [source for source in found if source in expected] == expected


@pytest.mark.parametrize("content", [None, b"", b"garbage"], ids=["none", "empty", "garbage"])
def test_windows_opened_at_once_share_one_history(path: Path, content: bytes | None) -> None:
    path.parent.mkdir()
    if content is not None:
        path.write_bytes(content)
    script = "keep(history, f'text of {os.getpid()}'); print(history.problem)"
    processes = [
        subprocess.Popen(command(script, path), cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for process in processes:
        assert process.communicate()[0] == "None\n"
        assert process.returncode == 0
    with closing(History(path)) as history:
        texts = {f"text of {process.pid}" for process in processes}
        assert set(sources(history)) == texts
    aside = list(path.parent.glob("*damaged*"))
    assert len(aside) == (0 if content is None else 1)


def test_a_history_that_another_window_holds_says_so(
    history: History, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "BUSY_SECONDS", 0.01)
    keep(history, "theirs")
    with closing(History(path)) as mine:
        history._connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            keep(mine, "mine")
        assert sources(mine) == ["theirs"]
        with closing(History(path)) as third:
            assert "database is locked" in str(third.problem)
        history._connection.execute("ROLLBACK")
        keep(mine, "mine")
        assert sources(history) == ["mine", "theirs"]


def test_nothing_of_a_text_is_logged(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.parent.mkdir()
    path.write_bytes(b"Zebrastreifen")
    with caplog.at_level(0), closing(History(path)) as history:
        keep(history, "Zebrastreifen")
        history.search("Zebrastreifen")
        history.clear()
    assert "set aside" in caplog.text
    assert "Zebra" not in caplog.text
