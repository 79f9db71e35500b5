"""Multi30k is there whole and right, or not at all: from folders, and from servers good and bad."""

import gzip
import hashlib
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event

import pytest

from tests.support import file_server
from tests.support.virus_scanner import VirusScanner
from training.corpus import multi30k
from training.corpus.layouts import read_folder
from training.errors import CorpusError, FetchError
from training.preflight import Fetching

TEXTS = {
    name: "".join(f"{name} {line}\n" for line in range(50)).encode() for name in multi30k.FILES
}
PACKED = {f"{name}.gz": gzip.compress(text) for name, text in TEXTS.items()}

Answer = Callable[[BaseHTTPRequestHandler, bytes], None]


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up texts under the real names, so that no test needs the real ones."""
    sums = {name: hashlib.sha256(text).hexdigest() for name, text in TEXTS.items()}
    monkeypatch.setattr(multi30k, "FILES", sums)
    monkeypatch.setattr(multi30k, "SIZE_LIMIT", 10_000)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "corpora" / "multi30k"


def send(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


@contextmanager
def serving(answer: Answer = send) -> Iterator[str]:
    """A server on this machine alone; gives the address of the packed files."""

    def answer_of(handler: BaseHTTPRequestHandler) -> None:
        body = PACKED.get(handler.path.rpartition("/")[2])
        if body is None:
            handler.send_error(404)
        else:
            answer(handler, body)

    with file_server.serving(answer_of) as address:
        yield f"{address}/raw"


def assert_nothing_is_left(target: Path) -> None:
    assert not target.exists()
    assert not target.parent.exists() or not list(target.parent.iterdir())


# --- what works ---------------------------------------------------------------------------------


def spread(folder: Path) -> None:
    """Some packed, some not, at several depths, among other files of the same names."""
    for number, (name, text) in enumerate(TEXTS.items()):
        place = folder / ("deep" * (number % 3)) / str(number)
        place.mkdir(parents=True)
        if number % 2:
            (place / name).write_bytes(text)
        else:
            (place / f"{name}.gz").write_bytes(gzip.compress(text, compresslevel=1))
    (folder / "another").mkdir()
    (folder / "another" / "train.en").write_text("other text\n", encoding="utf-8")


@pytest.mark.usefixtures("small_files")
def test_files_are_imported_from_a_folder_of_any_layout(tmp_path: Path, target: Path) -> None:
    source = tmp_path / "копия"
    spread(source)
    assert multi30k.fetch([source], target) == target
    assert {path.name for path in target.iterdir()} == PACKED.keys()
    assert [len(split) for split in read_folder(target, ("de", "fr"))] == [50, 50, 50]
    assert [path.name for path in target.parent.iterdir()] == [target.name]


@pytest.mark.usefixtures("small_files")
def test_a_virus_scanner_is_waited_for(
    tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spread(tmp_path / "copy")
    VirusScanner(monkeypatch)
    multi30k.fetch([tmp_path / "copy"], target)
    assert multi30k.is_whole(target)


@pytest.mark.usefixtures("small_files")
def test_files_are_fetched_and_each_is_told_of(target: Path) -> None:
    told: list[Fetching] = []
    with serving() as address:
        multi30k.fetch([address + "/"], target, on_progress=told.append)
    assert multi30k.is_whole(target)
    done = [(news.file, news.number, news.count) for news in told]
    assert done == [(name, number, 9) for number, name in enumerate(TEXTS, start=1)]
    assert all(news.done_bytes == news.total_bytes for news in told)


@pytest.mark.usefixtures("small_files")
def test_what_is_there_already_is_neither_fetched_nor_touched(tmp_path: Path, target: Path) -> None:
    spread(tmp_path / "copy")
    multi30k.fetch([tmp_path / "copy"], target)
    before = {path: path.stat().st_mtime_ns for path in target.iterdir()}
    assert multi30k.fetch(["http://127.0.0.1:9/nobody-listens"], target) == target
    assert {path: path.stat().st_mtime_ns for path in target.iterdir()} == before


@pytest.mark.usefixtures("small_files")
def test_what_a_killed_fetch_left_is_no_obstacle(tmp_path: Path, target: Path) -> None:
    unfinished = target.with_name("multi30k.part")
    unfinished.mkdir(parents=True)
    (unfinished / "train.en.gz").write_bytes(b"half")
    spread(tmp_path / "copy")
    multi30k.fetch([tmp_path / "copy"], target)
    assert multi30k.is_whole(target)
    assert not unfinished.exists()


def test_the_real_files_are_the_pinned_ones(shared_data: Path, target: Path) -> None:
    multi30k.fetch([shared_data / "multi30k"], target)
    assert multi30k.is_whole(target)


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.usefixtures("small_files")
def test_all_missing_files_are_named(tmp_path: Path, target: Path) -> None:
    spread(tmp_path / "copy")
    for name in ("train.fr", "val.fr"):
        next((tmp_path / "copy").rglob(f"{name}*")).unlink()
    with pytest.raises(CorpusError, match=r"copy .*these files are missing: train.fr, val.fr\."):
        multi30k.fetch([tmp_path / "copy"], target)
    with pytest.raises(CorpusError, match=r"absent cannot be used: there is no such folder"):
        multi30k.fetch([str(tmp_path / "absent")], target)
    assert_nothing_is_left(target)


@pytest.mark.usefixtures("small_files")
def test_another_text_of_the_same_name_is_refused(tmp_path: Path, target: Path) -> None:
    spread(tmp_path / "copy")
    wrong = next((tmp_path / "copy").rglob("val.de*"))
    wrong.write_bytes(b"something else\n")
    with pytest.raises(CorpusError, match=r"val.de.* is not Multi30k's val.de \(SHA-256 "):
        multi30k.fetch([tmp_path / "copy"], target)
    assert_nothing_is_left(target)


@pytest.mark.usefixtures("small_files")
def test_a_folder_of_the_user_is_never_replaced(tmp_path: Path, target: Path) -> None:
    target.mkdir(parents=True)
    (target / "notes.txt").write_text("mine", encoding="utf-8")
    spread(tmp_path / "copy")
    with pytest.raises(CorpusError, match="it already exists and is not a correct copy"):
        multi30k.fetch([tmp_path / "copy"], target)
    assert (target / "notes.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("small_files")
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    spread(tmp_path / "copy")
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"multi30k cannot be used: it cannot be written \("):
        multi30k.fetch([tmp_path / "copy"], tmp_path / "file" / "multi30k")


@pytest.mark.usefixtures("small_files")
def test_a_fetch_that_its_caller_breaks_off_leaves_nothing(tmp_path: Path, target: Path) -> None:
    def break_off(news: Fetching) -> None:
        raise KeyboardInterrupt(news)

    spread(tmp_path / "copy")
    with pytest.raises(KeyboardInterrupt):
        multi30k.fetch([tmp_path / "copy"], target, on_progress=break_off)
    assert_nothing_is_left(target)


def lie(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    send(handler, gzip.compress(gzip.decompress(body).replace(b"5", b"6")))


def swap(handler: BaseHTTPRequestHandler, _body: bytes) -> None:
    send(handler, b"<html>Please log in to this network.</html>")


def truncate(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2])


def refuse(handler: BaseHTTPRequestHandler, _body: bytes) -> None:
    handler.send_error(403)


def flood(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    send(handler, gzip.compress(gzip.decompress(body) + b"\0" * 5_000_000))


@pytest.mark.usefixtures("small_files")
@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lie, r"train.en.gz is not Multi30k's train.en \(SHA-256 "),
        (swap, r"train.en.gz is not Multi30k's train.en \(SHA-256 "),
        (truncate, r"http://127.0.0.1.*train.en.gz failed \(.* bytes arrived\)"),
        (refuse, r"http://127.0.0.1.*train.en.gz was refused \(403 Forbidden\)"),
        (flood, r"train.en.gz (sends more than 10,000 bytes|is not Multi30k's train.en)"),
    ],
)
def test_a_server_that_is_not_to_be_trusted_changes_nothing(
    target: Path, answer: Answer, reason: str
) -> None:
    with serving(answer) as address, pytest.raises(FetchError, match=reason):
        multi30k.fetch([address], target)
    assert not target.exists()
    with serving() as address:  # and what it sent does no harm later
        multi30k.fetch([address], target)
    assert multi30k.is_whole(target)


@pytest.mark.usefixtures("small_files")
def test_a_server_that_breaks_down_halfway_changes_nothing(target: Path) -> None:
    served: list[str] = []

    def tire(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        served.append(handler.path)
        if len(served) < 5:
            send(handler, body)
        else:
            handler.send_error(503)

    with serving(tire) as address, pytest.raises(FetchError, match=r"val.de.gz was refused \(503"):
        multi30k.fetch([address], target)
    assert not target.exists()
    served.clear()

    def count(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        served.append(handler.path)
        send(handler, body)

    with serving(count) as address:
        multi30k.fetch([address], target)
    assert len(served) == 5  # the four that had come are not asked for again
    assert multi30k.is_whole(target)


@pytest.mark.usefixtures("small_files")
@pytest.mark.parametrize("goes_on", [True, False])
def test_a_broken_connection_is_gone_on_with(target: Path, goes_on: bool) -> None:
    asked: list[str | None] = []

    def break_once(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        wished = handler.headers.get("Range")
        asked.append(wished)
        if wished is None and len(asked) == 1:
            truncate(handler, body)
        elif wished is not None and goes_on:
            start = int(wished.removeprefix("bytes=").removesuffix("-"))
            handler.send_response(206)
            handler.send_header("Content-Length", str(len(body) - start))
            end = len(body) - 1
            handler.send_header("Content-Range", f"bytes {start}-{end}/{len(body)}")
            handler.end_headers()
            handler.wfile.write(body[start:])
        else:  # this one does not know how to go on
            send(handler, body)

    with serving(break_once) as address:
        multi30k.fetch([address], target)
    assert multi30k.is_whole(target)
    assert asked[1] == f"bytes={len(PACKED['train.en.gz']) // 2}-"
    assert len(asked) == 10


@pytest.mark.usefixtures("small_files")
def test_what_was_begun_of_another_file_is_thrown_away(target: Path) -> None:
    part = target.with_name("multi30k.part") / "train.en.gz.part"
    part.parent.mkdir(parents=True)

    def go_on(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        wished = handler.headers.get("Range")
        start = int(wished.removeprefix("bytes=").removesuffix("-")) if wished else 0
        if start >= len(body):
            handler.send_error(416)
            return
        handler.send_response(206 if wished else 200)
        handler.send_header("Content-Length", str(len(body) - start))
        handler.end_headers()
        handler.wfile.write(body[start:])

    for rubbish in (b"rubbish", b"rubbish" * 9999):
        part.parent.mkdir(exist_ok=True)
        part.write_bytes(rubbish)
        with serving(go_on) as address:
            multi30k.fetch([address], target)
        assert multi30k.is_whole(target)
        target.rename(target.with_name(f"done-{len(rubbish)}"))


@pytest.mark.usefixtures("small_files")
def test_mirrors_are_tried_in_their_order(target: Path) -> None:
    with serving(refuse) as first, serving(lie) as second, serving() as third:
        multi30k.fetch([first, second, third], target)
    assert multi30k.is_whole(target)


@pytest.mark.usefixtures("small_files")
def test_if_no_mirror_has_it_each_is_named(target: Path) -> None:
    with (
        serving(refuse) as first,
        serving(swap) as second,
        pytest.raises(FetchError, match=rf"{first}.*\(403 Forbidden\); .*{second}.* is not Multi"),
    ):
        multi30k.fetch([first, second], target)


@pytest.mark.usefixtures("small_files")
def test_files_are_fetched_through_a_proxy(target: Path) -> None:
    with serving() as proxy:
        server = proxy.removesuffix("/raw")
        multi30k.fetch(["http://nowhere.invalid/raw"], target, proxy=server)
    assert multi30k.is_whole(target)


@pytest.mark.usefixtures("small_files")
def test_a_zip_is_read_and_nothing_else_of_it(tmp_path: Path, target: Path) -> None:
    archive = tmp_path / "dataset-master.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("../../outside.txt", "no")
        for name, packed in PACKED.items():
            file.writestr(f"dataset-master/data/task1/raw/{name}", packed)
    multi30k.fetch([archive], target)
    assert multi30k.is_whole(target)
    assert not list(tmp_path.rglob("outside.txt"))


@pytest.mark.usefixtures("small_files")
@pytest.mark.parametrize(
    ("raw", "reason"), [(b"no zip", "it is not a zip file"), (b"", "it is not a zip file")]
)
def test_a_damaged_zip_is_refused(tmp_path: Path, target: Path, raw: bytes, reason: str) -> None:
    archive = tmp_path / "dataset.zip"
    archive.write_bytes(raw)
    with pytest.raises(CorpusError, match=reason):
        multi30k.fetch([archive], target)
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("train.en", "x")
    with pytest.raises(CorpusError, match=r"these files are missing: train\.de"):
        multi30k.fetch([archive], target)
    assert_nothing_is_left(target)


@pytest.mark.usefixtures("small_files")
def test_a_server_that_says_nothing_is_not_waited_for(target: Path) -> None:
    over = Event()

    def keep_silent(_handler: BaseHTTPRequestHandler, _body: bytes) -> None:
        over.wait()

    with serving(keep_silent) as address:
        with pytest.raises(FetchError, match=r"train.en.gz failed \(timed out\)\. Check your"):
            multi30k.fetch([address], target, timeout=0.05)
        over.set()
    assert_nothing_is_left(target)
