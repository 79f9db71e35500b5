"""Files translated piece by piece: progress, cancelling, names, and nothing half left behind."""

import errno
import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from engine.documents import file_translation
from engine.documents.file_translation import (
    PARTS_AT_ONCE,
    FileProgress,
    FileRequest,
    FileResult,
    translate_file,
)
from engine.errors import DocumentError
from engine.translation import NoticeKind, SearchOptions, Translation, TranslationRequest
from tests.support.model_folders import tree
from tests.support.text_translators import FakeTranslator, eight_at_once, shouted
from tests.support.virus_scanner import VirusScanner

LINES = "".join(f"A dog number {number} runs. It never stops.\n" for number in range(20))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_text(LINES, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    eight_at_once(monkeypatch)


def run(
    translator: FakeTranslator,
    request: FileRequest,
    at: Callable[[FileProgress], None] = lambda _: None,
) -> tuple[list[FileProgress], FileResult]:
    """Translate a file to its end, looking at each step."""
    steps = translate_file(translator, request)
    seen: list[FileProgress] = []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as end:
            result: FileResult = end.value
            return seen, result
        at(seen[-1])


# --- the language of the file ---


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "Wo ist der Bahnhof?\nIch habe ihn nicht gefunden.\n"),
        ("a.md", "# Wo ist der Bahnhof?\n\n```\nint main()\n```\n\nIch *sehe* ihn nicht.\n"),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,500\nWo ist <i>der Bahnhof</i>?\n\n"),
    ],
)
def test_a_file_in_another_language_is_remarked_from_the_first_step_on(
    tmp_path: Path, name: str, text: str
) -> None:
    source = tmp_path / name
    source.write_text(text, encoding="utf-8")
    seen, result = run(FakeTranslator(shouted), FileRequest(source))
    (remark,) = result.remarks
    assert (remark.kind, remark.details) == (NoticeKind.LANGUAGE, ("de", "en"))
    assert [progress.remarks for progress in seen] == [(remark,)] * len(seen)


def test_a_file_in_the_language_of_the_model_is_not_remarked(source: Path) -> None:
    _, result = run(FakeTranslator(shouted), FileRequest(source))
    assert result.remarks == ()


# --- what is written ---


def test_the_translation_stands_beside_the_source_which_stays(source: Path) -> None:
    _, result = run(FakeTranslator(shouted), FileRequest(source))
    assert result.target == source.with_name("notes.de.txt")
    assert result.target.read_text(encoding="utf-8") == LINES.upper()
    assert source.read_text(encoding="utf-8") == LINES
    assert sorted(path.name for path in source.parent.iterdir()) == ["notes.de.txt", "notes.txt"]


def test_a_virus_scanner_is_waited_for(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    VirusScanner(monkeypatch)
    _, result = run(FakeTranslator(shouted), FileRequest(source))
    assert result.target.read_text(encoding="utf-8") == LINES.upper()
    assert sorted(path.name for path in source.parent.iterdir()) == ["notes.de.txt", "notes.txt"]


def test_no_file_is_written_over_unless_it_was_named(source: Path) -> None:
    old = source.with_name("notes.de.txt")
    old.write_text("old", encoding="utf-8")
    _, second = run(FakeTranslator(), FileRequest(source))
    _, third = run(FakeTranslator(), FileRequest(source))
    assert [second.target.name, third.target.name] == ["notes.de (2).txt", "notes.de (3).txt"]
    assert old.read_text(encoding="utf-8") == "old"
    _, named = run(FakeTranslator(), FileRequest(source, target=old))
    assert named.target == old
    assert old.read_text(encoding="utf-8") == LINES


def test_a_name_that_is_taken_meanwhile_is_left_alone(source: Path) -> None:
    taken = source.with_name("notes.de.txt")

    def take(_: FileProgress) -> None:
        taken.write_text("mine", encoding="utf-8")

    _, result = run(FakeTranslator(), FileRequest(source), take)
    assert result.target.name == "notes.de (2).txt"
    assert taken.read_text(encoding="utf-8") == "mine"


def test_a_named_target_may_be_a_link_and_stays_one(source: Path, tmp_path: Path) -> None:
    (tmp_path / "there.txt").write_bytes(b"old")
    link = tmp_path / "link.txt"
    try:
        link.symlink_to(tmp_path / "there.txt")
    except OSError as error:  # Windows, without the right to
        pytest.skip(f"no links can be made here: {error}")
    run(FakeTranslator(), FileRequest(source, target=link))
    assert link.is_symlink()
    assert (tmp_path / "there.txt").read_text(encoding="utf-8") == LINES


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"\r\n\r\n", b"---\r\n"])
def test_a_file_with_nothing_to_translate_is_copied(tmp_path: Path, content: bytes) -> None:
    for suffix in (".txt", ".md", ".srt"):
        path = tmp_path / f"a{suffix}"
        path.write_bytes(content)
        translator = FakeTranslator(shouted)
        seen, result = run(translator, FileRequest(path))
        assert result.target.read_bytes() == content
        assert (result.done, result.total, result.is_whole) == (0, 0, True)
        assert {(progress.done, progress.total) for progress in seen} == {(0, 0)}
        assert translator.asked == []


def test_the_encoding_and_line_ends_stay(tmp_path: Path) -> None:
    path = tmp_path / "Jürgen Ünal.md"
    path.write_bytes("# Kaffee\r\n\r\n- café\r".encode("utf-16"))
    _, result = run(FakeTranslator(shouted), FileRequest(path))
    assert result.target.read_bytes() == "# KAFFEE\r\n\r\n- CAFÉ\r".encode("utf-16")


# --- progress ---


def test_each_step_is_one_request_and_the_total_is_known_first(source: Path) -> None:
    translator = FakeTranslator()
    asked: list[int] = []
    seen, result = run(
        translator, FileRequest(source), lambda _: asked.append(len(translator.asked))
    )
    assert seen[0] == FileProgress(source, 0, 40, 0.0, None)
    assert asked == list(range(len(seen)))  # nothing before the first, one request a step
    assert [progress.done for progress in seen] == [0, 8, 16, 24, 32, 40]
    assert (result.done, result.total, result.is_whole) == (40, 40, True)


def test_a_card_does_many_sentences_in_a_step(source: Path) -> None:
    translator = FakeTranslator()
    translator.is_on_card = True
    seen, result = run(translator, FileRequest(source))
    assert [progress.done for progress in seen] == [0, 40]
    assert len(translator.asked) == 1
    assert (result.done, result.total, result.is_whole) == (40, 40, True)


def test_a_paragraph_of_many_sentences_takes_many_steps(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    sentences = [f"Dog number {number} never stops." for number in range(300)]
    path.write_text(" ".join(sentences) + "\n\nA cat.\n", encoding="utf-8")
    seen, result = run(FakeTranslator(shouted), FileRequest(path))
    assert len(seen) > 3
    assert all(before.done < after.done for before, after in pairwise(seen))
    assert result.target.read_text(encoding="utf-8") == path.read_text(encoding="utf-8").upper()


def test_a_long_file_is_read_in_steps(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("A dog.\n\n" * PARTS_AT_ONCE, encoding="utf-8")
    translator = FakeTranslator()
    seen, result = run(translator, FileRequest(path))
    reading = [progress for progress in seen if not progress.total]
    assert len(reading) > 1
    assert seen[: len(reading)] == reading
    assert seen[len(reading)].total == PARTS_AT_ONCE
    assert result.is_whole


def test_the_time_left_goes_down_to_nothing(source: Path) -> None:
    seen, result = run(FakeTranslator(), FileRequest(source))
    left = [progress.seconds_left for progress in seen]
    assert left[0] is None
    assert left[-1] == 0
    assert all(seconds is not None and seconds >= 0 for seconds in left[1:])
    times = [progress.seconds for progress in seen]
    assert times == sorted(times)
    assert result.seconds >= times[-1]


def test_doubtful_sentences_are_told_in_reading_order_with_their_places(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("# A dog\n\nThis is odd. So `x` it is.\nAn odd one.\n", encoding="utf-8")
    seen, result = run(FakeTranslator(shouted), FileRequest(path))
    found = [doubt for progress in seen for doubt in progress.doubts]
    told = [(doubt.source, doubt.target, str(doubt.place)) for doubt in found]
    assert told == [
        ("This is odd.", "THIS IS ODD.", "line 3"),
        ("An odd one.", "AN ODD ONE.", "line 3"),
    ]
    assert [(doubt.notices[0].start, doubt.notices[0].end) for doubt in found] == [(0, 12), (0, 11)]
    assert result.doubts == 2


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("a.txt", "A dog.\r\n\r\nAn odd one.", "line 3"),
        ("a.srt", "1\n00:01:02,500 --> 00:01:04,000\nAn odd one.\n\n", "00:01:02"),
    ],
)
def test_a_place_is_told_as_people_find_it(
    tmp_path: Path, name: str, text: str, place: str
) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode())
    seen, _ = run(FakeTranslator(), FileRequest(path))
    assert [str(doubt.place) for progress in seen for doubt in progress.doubts] == [place]


def test_a_sentence_that_comes_again_counts_again(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("A dog.\n" * 20, encoding="utf-8")
    translator = FakeTranslator(shouted)
    _, result = run(translator, FileRequest(path))
    assert (result.done, result.total) == (20, 20)
    assert set(translator.asked) == {"A dog."}


def test_the_search_is_as_the_request_says(source: Path) -> None:
    wishes: list[TranslationRequest] = []

    class Noting(FakeTranslator):
        def translate(self, request: TranslationRequest) -> Translation:
            wishes.append(request)
            return super().translate(request)

    request = FileRequest(source, options=SearchOptions(3, 0.5))
    run(Noting(), request)
    assert {wish.options for wish in wishes} == {request.options}
    assert all(wish.cancelled is request.cancelled for wish in wishes)


# --- cancelling ---


def test_a_cancelled_file_holds_what_is_done(source: Path) -> None:
    request = FileRequest(source)

    def stop(progress: FileProgress) -> None:
        if progress.done >= 16:
            request.cancelled.set()

    _, result = run(FakeTranslator(shouted), request, stop)
    assert (result.done, result.total, result.is_whole) == (16, 40, False)
    written = result.target.read_text(encoding="utf-8")
    assert LINES.upper().startswith(written)
    assert written.count(".") == 16
    assert not list(source.parent.glob(".*"))


def test_a_step_that_is_cancelled_within_ends_with_what_is_done(source: Path) -> None:
    request = FileRequest(source)

    class Stopping(FakeTranslator):
        def translate(self, wish: TranslationRequest) -> Translation:
            if len(self.asked) == 3:
                wish.cancelled.set()
            return super().translate(wish)

    _, result = run(Stopping(), request)
    assert result.done == 24
    assert result.target.exists()


def test_a_file_that_was_cancelled_at_once_leaves_nothing(source: Path) -> None:
    request = FileRequest(source)
    request.cancelled.set()
    before = tree(source.parent)
    _, result = run(FakeTranslator(), request)
    assert (result.done, result.is_whole) == (0, False)
    assert tree(source.parent) == before


def test_a_caller_that_goes_away_leaves_nothing(source: Path) -> None:
    before = tree(source.parent)
    steps = translate_file(FakeTranslator(), FileRequest(source))
    for _ in range(3):
        next(steps)
    steps.close()
    assert tree(source.parent) == before


# --- what can go wrong ---


def test_a_file_that_cannot_be_read_is_said_at_the_first_step(tmp_path: Path) -> None:
    steps = translate_file(FakeTranslator(), FileRequest(tmp_path / "a.srt"))
    with pytest.raises(DocumentError, match=r"a\.srt cannot be read"):
        next(steps)
    assert list(tmp_path.iterdir()) == []


def test_the_source_is_no_target(source: Path) -> None:
    steps = translate_file(FakeTranslator(), FileRequest(source, target=source))
    with pytest.raises(DocumentError, match="is the source file itself; choose another file"):
        next(steps)
    assert source.read_text(encoding="utf-8") == LINES


@pytest.mark.parametrize(("name", "says"), [("no/a.txt", "cannot be written"), ("", "is a folder")])
def test_a_target_that_cannot_be_written_is_said_before_the_work(
    source: Path, name: str, says: str
) -> None:
    before = tree(source.parent)
    translator = FakeTranslator()
    with pytest.raises(DocumentError, match=says) as raised:
        run(translator, FileRequest(source, target=source.parent / name))
    assert raised.value.path == source.parent / name
    assert translator.asked == []
    assert tree(source.parent) == before


def test_what_failed_before_the_first_sentence_is_not_offered_to_be_resumed(
    source: Path, tmp_path: Path
) -> None:
    journals = tmp_path / "journals"
    wish = FileRequest(source, target=tmp_path / "no" / "a.txt", journals=journals)
    with pytest.raises(DocumentError, match="cannot be written"):
        run(FakeTranslator(), wish)
    assert not tree(journals)


def test_a_name_may_be_as_long_as_the_system_has_it(tmp_path: Path) -> None:
    source = tmp_path / f"{80 * '字'}.txt"
    source.write_text(LINES, encoding="utf-8")
    _, result = run(FakeTranslator(shouted), FileRequest(source))
    assert result.target == source.with_name(f"{80 * '字'}.de.txt")
    assert tree(tmp_path) == {
        source.name: LINES.encode(),
        result.target.name: LINES.upper().encode(),
    }


@pytest.mark.parametrize("is_requested", [False, True])
def test_a_name_that_is_too_long_is_said(tmp_path: Path, *, is_requested: bool) -> None:
    source = tmp_path / f"{249 * 'x'}.txt"
    source.write_text(LINES, encoding="utf-8")
    target = tmp_path / f"{249 * 'x'}.de.txt"
    with pytest.raises(DocumentError, match="File name too long; choose a shorter name") as raised:
        run(FakeTranslator(), FileRequest(source, target=target if is_requested else None))
    assert raised.value.path == target
    assert tree(tmp_path) == {source.name: LINES.encode()}


def test_a_folder_that_may_not_be_written_is_said(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(file_translation, "TemporaryFile", refuse)
    with pytest.raises(DocumentError, match=r"notes\.de\.txt cannot be written: Permission denied"):
        run(FakeTranslator(), FileRequest(source))


def test_a_full_disk_is_said_and_leaves_nothing(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = tree(source.parent)
    monkeypatch.setattr(os, "fsync", fill)
    with pytest.raises(DocumentError, match=r"cannot be written: No space left on device; .*room"):
        run(FakeTranslator(), FileRequest(source))
    assert tree(source.parent) == before
