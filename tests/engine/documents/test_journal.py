"""Stopped files: resumed without doing anything twice, started over where something has changed."""

import stat
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from engine.documents.file_translation import (
    FileProgress,
    FileRequest,
    FileResult,
    translate_file,
)
from engine.documents.journal import Unfinished, Work, discard, list_unfinished
from engine.errors import DocumentError
from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.translation import Formality, SearchOptions, TranslationRequest
from tests.support.engines import fake_manifest
from tests.support.text_translators import FakeTranslator, eight_at_once, shouted

LINES = "".join(f"A {'odd ' * (number % 5 == 0)}dog number {number}.\n" for number in range(40))


@pytest.fixture(autouse=True)
def _few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    eight_at_once(monkeypatch)


@pytest.fixture
def request_(tmp_path: Path) -> FileRequest:
    source = tmp_path / "notes.txt"
    source.write_text(LINES, encoding="utf-8")
    return FileRequest(source, journals=tmp_path / "data" / "unfinished")


def run(
    translator: FakeTranslator, request: FileRequest, stop_after: int | None = None
) -> tuple[list[FileProgress], FileResult]:
    """Translate a file, or stop it once so many sentences are done."""
    steps = translate_file(translator, request)
    seen: list[FileProgress] = []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as end:
            result: FileResult = end.value
            return seen, result
        if stop_after is not None and seen[-1].done >= stop_after:
            request.cancelled.set()


def test_a_second_program_that_translates_the_same_file_says_why_it_keeps_nothing(
    request_: FileRequest, caplog: pytest.LogCaptureFixture
) -> None:
    first = translate_file(FakeTranslator(), request_)
    next(first)
    assert run(FakeTranslator(), request_)[1].done == 40
    assert caplog.messages == [
        "A translation cannot be resumed later: another program is translating the same file"
    ]
    first.close()


def stop(request: FileRequest, after: int = 16) -> FileResult:
    _, result = run(FakeTranslator(shouted), replace(request), after)
    request.cancelled.clear()
    return result


def unfinished(request: FileRequest) -> tuple[Unfinished, ...]:
    assert request.journals is not None
    return list_unfinished(request.journals)


def test_a_stopped_file_is_resumed_where_it_stopped(request_: FileRequest) -> None:
    stopped = stop(request_)
    assert stopped.journal is not None
    assert unfinished(request_) == (Unfinished(stopped.journal, request_.source, 16, 40),)
    translator = FakeTranslator(shouted)
    seen, result = run(translator, replace(request_, resumed=stopped.journal))
    asked = [line for text in translator.asked for line in text.split("\n")]
    assert asked == LINES.splitlines()[16:]
    assert result.target == stopped.target
    assert result.target.read_text(encoding="utf-8") == LINES.upper()
    assert sum(len(progress.doubts) for progress in seen) == result.doubts == 8
    assert not any(progress.is_restarted for progress in seen)
    assert result.journal is None
    assert unfinished(request_) == ()


def test_a_killed_program_loses_nothing(request_: FileRequest) -> None:
    steps = translate_file(FakeTranslator(shouted), request_)
    list(islice(steps, 3))
    steps.close()  # and nothing of a partial file was written
    (left,) = unfinished(request_)
    assert (left.done, left.total) == (16, 40)
    translator = FakeTranslator(shouted)
    _, result = run(translator, request_)  # the same file again, as from the command line
    assert sum(text.count("\n") + 1 for text in translator.asked) == 24
    assert result.target.read_text(encoding="utf-8") == LINES.upper()


def test_sentences_that_come_again_are_done_too(request_: FileRequest) -> None:
    request_.source.write_text("A dog.\n" * 40, encoding="utf-8")
    steps = translate_file(FakeTranslator(shouted), request_)
    list(islice(steps, 4))
    steps.close()
    assert [left.done for left in unfinished(request_)] == [24]
    again = translate_file(FakeTranslator(shouted), request_)
    list(islice(again, 2))
    again.close()  # killed once more, while what is known was read
    assert [left.done for left in unfinished(request_)] == [24]


def test_time_left_counts_only_what_is_translated_now(request_: FileRequest) -> None:
    stop(request_)
    seen, _ = run(FakeTranslator(shouted), request_)
    assert [progress.seconds_left for progress in seen if progress.done <= 16] == [None] * 3


def test_a_changed_file_starts_over_and_says_so(request_: FileRequest) -> None:
    stopped = stop(request_)
    request_.source.write_text(f"{LINES}One more.\n", encoding="utf-8")
    seen, result = run(FakeTranslator(), replace(request_, resumed=stopped.journal))
    assert all(progress.is_restarted for progress in seen)
    assert result.is_whole
    assert unfinished(request_) == ()


def test_another_setting_starts_over(request_: FileRequest) -> None:
    stopped = stop(request_)
    other = replace(request_, options=SearchOptions(beam_size=1), resumed=stopped.journal)
    seen, _ = run(FakeTranslator(), other)
    assert all(progress.is_restarted for progress in seen)


def test_the_settings_are_written_as_in_earlier_versions(tmp_path: Path) -> None:
    """Otherwise an update would start all unfinished files over."""
    glossary = Glossary((GlossaryEntry("bank", "Ufer"),))
    wish = TranslationRequest("", SearchOptions(3, 0.5, Formality.FORMAL, glossary))
    settings = Work.of(tmp_path, (), fake_manifest(), wish).settings
    assert settings == (
        "[('beam_size', 3), ('chosen', {}), ('formality', <Formality.FORMAL: 'formal'>), "
        "('glossary', Glossary(entries=(GlossaryEntry(source='bank', target='Ufer'),))), "
        "('length_penalty', 0.5), ('n_best', 1), ('text', ''), ('with_alignment', True), "
        "('with_fidelity', False)]"
    )


def test_another_model_is_refused_and_loses_nothing(request_: FileRequest) -> None:
    stopped = stop(request_)
    other = FakeTranslator()
    other.manifest = other.manifest.model_copy(update={"limits": "Letters only."})
    with pytest.raises(DocumentError, match="was started with the model toy; choose that model"):
        run(other, replace(request_, resumed=stopped.journal))
    assert len(unfinished(request_)) == 1
    assert other.asked == []


def test_a_part_that_somebody_changed_is_left_alone(request_: FileRequest) -> None:
    stopped = stop(request_)
    stopped.target.write_text("corrected", encoding="utf-8")
    _, result = run(FakeTranslator(shouted), request_)
    assert stopped.target.read_text(encoding="utf-8") == "corrected"
    assert result.target.name == "notes.de (2).txt"
    assert result.target.read_text(encoding="utf-8") == LINES.upper()


def test_two_programs_do_not_share_a_journal(request_: FileRequest) -> None:
    first = translate_file(FakeTranslator(shouted), request_)
    list(islice(first, 3))
    assert unfinished(request_) == ()  # it is no stopped one
    translator = FakeTranslator(shouted)
    _, second = run(translator, replace(request_))
    assert sum(text.count("\n") + 1 for text in translator.asked) == 40
    assert second.target.read_text(encoding="utf-8") == LINES.upper()
    list(first)
    assert unfinished(request_) == ()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_only_the_owner_may_read_what_is_kept(request_: FileRequest) -> None:
    stopped = stop(request_)
    assert stopped.journal is not None
    assert stat.S_IMODE(stopped.journal.stat().st_mode) == 0o600
    assert stat.S_IMODE(stopped.journal.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be one" * 20, b""])
def test_a_damaged_journal_is_begun_again(request_: FileRequest, content: bytes) -> None:
    stopped = stop(request_)
    assert stopped.journal is not None
    stopped.journal.write_bytes(content)
    assert unfinished(request_) == ()
    again = stop(request_)
    assert again.journal == stopped.journal
    assert [each.done for each in unfinished(request_)] == [16]
    discard(again.journal)
    assert unfinished(request_) == ()


def test_where_nothing_can_be_kept_the_file_is_translated_all_the_same(
    request_: FileRequest, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    _, result = run(FakeTranslator(shouted), replace(request_, journals=tmp_path / "file" / "no"))
    assert result.target.read_text(encoding="utf-8") == LINES.upper()
    stopped = stop(replace(request_, journals=None))
    assert stopped.journal is None
