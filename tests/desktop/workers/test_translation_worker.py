import gc
import logging
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from desktop.storage.paths import resources
from desktop.values.requests import (
    AlternativesRequest,
    AttentionRequest,
    Direction,
    FidelityRequest,
    HypothesesRequest,
    LoadedModel,
    LoadRequest,
)
from desktop.values.worker_fault import WorkerFault
from desktop.workers import translation_worker
from desktop.workers.engine_loader import open_engine
from desktop.workers.translation_worker import Engine, OpenEngine
from engine.attention.maps import SentenceAttention
from engine.documents.file_translation import FileRequest, FileResult
from engine.errors import EngineError, ModelFolderMissingError
from engine.translation import Fidelity, Translation, TranslationRequest, Word
from tests.support.engines import FakeEngine, fake_open, ids_of, make_translation
from tests.support.worker_thread import WorkerThread

TEXT = "A man is here.  Two dogs run.\n\nThree cats sleep. 👩‍🚒"
Start = Callable[[OpenEngine], WorkerThread]


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[WorkerThread] = []

    def start_worker(open_engine: OpenEngine) -> WorkerThread:
        started.append(WorkerThread(open_engine))
        return started[-1]

    yield start_worker
    for bench in started:
        assert bench.engine_lane.isFinished() or bench.finish()


def write_text(folder: Path, name: str, sentences: int) -> Path:
    path = folder / name
    path.write_text("".join(f"Line {number} is here.\n" for number in range(sentences)))
    return path


def test_every_kind_of_request_has_its_answer(qtbot: QtBot, start: Start, tmp_path: Path) -> None:
    bench = start(fake_open())
    ids = ids_of("A MAN RUNS.")
    load = bench.load()
    translation = TranslationRequest(TEXT)
    attention = AttentionRequest("A man runs.", ids)
    alternatives = AlternativesRequest("A man runs.", ids, 1, count=3)
    hypotheses = HypothesesRequest("A man runs.", 3)
    file = FileRequest(write_text(tmp_path, "a.txt", 3))
    bench.ask(translation, attention, alternatives, hypotheses, file)
    qtbot.waitUntil(lambda: len(bench.ends) == 6)

    assert all(how == "answered" for how, _, _ in bench.ends)
    loaded = bench.answer(load)
    assert isinstance(loaded, LoadedModel)
    assert (loaded.name, loaded.device) == ("capitals", "cpu")
    assert loaded.manifest == FakeEngine().manifest
    translated = bench.answer(translation)
    assert isinstance(translated, Translation)
    assert translated.target == TEXT.upper()
    assert isinstance(bench.answer(attention), SentenceAttention)
    others = bench.answer(alternatives)
    assert isinstance(others, tuple)
    assert [other.word for other in others] == ["EIN", "ZWEI", "DREI"]
    texts = bench.answer(hypotheses)
    assert isinstance(texts, tuple)
    assert texts[0].text == "A MAN RUNS."
    result = bench.answer(file)
    assert isinstance(result, FileResult)
    assert result.is_whole


def test_without_a_model_the_reason_is_told(qtbot: QtBot, start: Start) -> None:
    bench = start(fake_open())
    request = TranslationRequest(TEXT)
    bench.ask(request)
    qtbot.waitUntil(lambda: bench.how(request) == "failed")
    assert str(bench.answer(request)) == "There is no model in use. Installed models: none."


def test_after_a_failed_load_its_reason_is_told(qtbot: QtBot, start: Start) -> None:
    error = ModelFolderMissingError(Path("away"))
    bench = start(fake_open(error=error))
    load = bench.load("away")
    request = TranslationRequest(TEXT)
    bench.ask(request)
    qtbot.waitUntil(lambda: bench.how(request) == "failed")
    assert bench.answer(load) is error
    assert str(bench.answer(request)) == str(error)
    assert error.__traceback__ is None


def test_a_model_that_cannot_be_loaded_leaves_the_old_one_in_use(
    qtbot: QtBot, start: Start
) -> None:
    good = FakeEngine()

    def open_named(
        folder: Path, _device: str, _threads: int | None, _direction: Direction | None
    ) -> Engine:
        if folder.name == "broken":
            raise ModelFolderMissingError(folder)
        return good

    bench = start(open_named)
    bench.load("good")
    broken = bench.load("broken")
    request = TranslationRequest(TEXT)
    bench.ask(request)
    qtbot.waitUntil(lambda: bench.how(request) is not None)
    assert bench.how(broken) == "failed"
    assert bench.how(request) == "answered"


def test_a_load_that_is_cancelled_changes_nothing(qtbot: QtBot, start: Start) -> None:
    opened = Event()
    requests: list[LoadRequest] = []

    def open_named(
        folder: Path, _device: str, _threads: int | None, _direction: Direction | None
    ) -> Engine:
        if folder.name == "second":
            requests[-1].cancelled.set()
            opened.set()
            return FakeEngine("fr", "de")
        return FakeEngine()

    bench = start(open_named)
    bench.load("first")
    requests.append(LoadRequest(Path("second"), "second"))
    text = TranslationRequest(TEXT)
    bench.ask(requests[-1], text)
    qtbot.waitUntil(lambda: bench.how(text) == "answered")
    assert opened.is_set()
    assert bench.how(requests[-1]) == "cancelled"
    answer = bench.answer(text)
    assert isinstance(answer, Translation)
    assert answer.model == "en-de-capitals"


def test_what_is_cancelled_before_its_turn_never_reaches_the_engine(
    qtbot: QtBot, start: Start
) -> None:
    engine = FakeEngine()
    bench = start(fake_open(engine))
    bench.load()
    requests: list[translation_worker.Request] = [
        TranslationRequest(TEXT),
        AttentionRequest("A man.", ids_of("A MAN.")),
        AlternativesRequest("A man.", ids_of("A MAN."), 0),
        HypothesesRequest("A man.", 2),
        FileRequest(Path("nowhere.txt")),
        LoadRequest(Path("other"), "other"),
    ]
    for request in requests:
        request.cancelled.set()
    bench.ask(*requests)
    qtbot.waitUntil(lambda: len(bench.ends) == 7)
    assert [bench.how(request) for request in requests] == ["cancelled"] * 6
    assert engine.calls == []


def test_what_is_cancelled_at_work_ends_without_an_answer(qtbot: QtBot, start: Start) -> None:
    engine = FakeEngine()
    engine.hold()
    bench = start(fake_open(engine))
    bench.load()
    request = TranslationRequest(TEXT)
    bench.ask(request)
    qtbot.waitUntil(lambda: engine.count("translate") == 1)
    assert bench.how(request) is None
    request.cancelled.set()
    qtbot.waitUntil(lambda: bench.how(request) == "cancelled")


@pytest.mark.parametrize("error", [OSError(28, "No space left"), EngineError("so it is")])
def test_foreseen_errors_are_handed_on(qtbot: QtBot, start: Start, error: Exception) -> None:
    engine = FakeEngine()
    engine.error = error
    bench = start(fake_open(engine))
    bench.load()
    request = TranslationRequest(TEXT)
    bench.ask(request)
    qtbot.waitUntil(lambda: bench.how(request) == "failed")
    assert bench.answer(request) is error


class _Panic(BaseException):
    """What a fault in a library written in Rust becomes."""


@pytest.mark.parametrize("kind", [MemoryError, RuntimeError, _Panic, SystemExit])
def test_any_other_fault_is_wrapped_and_logged_without_the_text(
    qtbot: QtBot, start: Start, caplog: pytest.LogCaptureFixture, kind: type[BaseException]
) -> None:
    engine = FakeEngine()
    engine.error = kind("my secret text")
    bench = start(fake_open(engine))
    bench.load()
    request = TranslationRequest("my secret text")
    with caplog.at_level(logging.ERROR):
        bench.ask(request)
        qtbot.waitUntil(lambda: bench.how(request) == "failed")

    fault = bench.answer(request)
    assert isinstance(fault, WorkerFault)
    assert str(fault) == f"{kind.__name__}: my secret text"
    assert "secret" not in caplog.text
    assert f"{kind.__name__} while at work on TranslationRequest" in caplog.text
    assert "in _translate" in caplog.text

    engine.error = None
    again = TranslationRequest("A man.")
    bench.ask(again)
    qtbot.waitUntil(lambda: bench.how(again) == "answered")


def test_why_there_is_no_model_is_told_to_all_who_ask(qtbot: QtBot, start: Start) -> None:
    def fail(
        _folder: Path, _device: str, _threads: int | None, _direction: Direction | None
    ) -> Engine:
        raise MemoryError

    bench = start(fail)
    asked = (LoadRequest(Path("/models/toy"), "toy"), FileRequest(Path("a.txt")))
    for request in asked:
        bench.ask(request)
    qtbot.waitUntil(lambda: len(bench.ends) == len(asked))
    for _, _, fault in bench.ends:
        assert isinstance(fault, WorkerFault)
        assert fault.kind == "MemoryError"


def test_finished_sentences_are_sent_while_the_rest_is_at_work(
    qtbot: QtBot, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation_worker, "STREAM_SECONDS", 0.0)
    engine = FakeEngine()
    engine.hold()
    bench = start(fake_open(engine))
    bench.load()
    request = TranslationRequest(TEXT)
    bench.ask(request)
    engine.step(2)
    qtbot.waitUntil(lambda: len(bench.streams) == 2)
    assert bench.how(request) is None
    engine.release()
    qtbot.waitUntil(lambda: bench.how(request) == "answered")

    answer = bench.answer(request)
    assert isinstance(answer, Translation)
    assert all(asked is request for asked, _ in bench.streams)
    assert tuple(s for _, new in bench.streams for s in new) == answer.sentences  # type: ignore[attr-defined]  # a tuple, as object


def test_thousands_of_sentences_are_no_thousands_of_signals(qtbot: QtBot, start: Start) -> None:
    bench = start(fake_open())
    bench.load()
    request = TranslationRequest("A man is here.\n" * 3000)
    bench.ask(request)
    qtbot.waitUntil(lambda: bench.how(request) == "answered")
    assert len(bench.streams) < 300


def test_the_words_of_a_long_text_are_not_looked_at_for_garbage(qtbot: QtBot, start: Start) -> None:
    bench = start(fake_open())
    bench.load()
    request = TranslationRequest("A man is here.\n" * 3000)
    bench.ask(request)
    try:
        qtbot.waitUntil(lambda: bench.how(request) == "answered")
        looked_at = sum(isinstance(one, Word) for one in gc.get_objects())
        assert looked_at < 12 * translation_worker.FREEZE_EVERY
    finally:
        gc.unfreeze()


def test_typed_text_goes_between_the_steps_of_a_file(
    qtbot: QtBot, start: Start, tmp_path: Path
) -> None:
    engine = FakeEngine()
    engine.hold()
    bench = start(fake_open(engine))
    bench.load()
    file = FileRequest(write_text(tmp_path, "a.txt", 200))
    second = FileRequest(write_text(tmp_path, "b.txt", 2))
    bench.ask(file, second)
    qtbot.waitUntil(lambda: engine.count("translate") == 1)  # at work on the first step
    typed = TranslationRequest("Typed meanwhile.")
    bench.ask(typed)
    engine.release()
    qtbot.waitUntil(lambda: bench.how(second) == "answered")

    asked = [text for _, text in engine.calls]
    assert asked.index("Typed meanwhile.") < 100
    assert [bench.how(request) for request in (file, typed, second)] == ["answered"] * 3
    order = [request for _, request, _ in bench.ends]
    assert order[1:] == [typed, file, second]
    assert {type(request) for request, _ in bench.steps} == {FileRequest}


def test_a_file_that_waits_is_cancelled_at_once(qtbot: QtBot, start: Start, tmp_path: Path) -> None:
    engine = FakeEngine()
    engine.hold()
    bench = start(fake_open(engine))
    bench.load()
    first = FileRequest(write_text(tmp_path, "a.txt", 200))
    second = FileRequest(write_text(tmp_path, "b.txt", 2))
    bench.ask(first, second)
    qtbot.waitUntil(lambda: engine.count("translate") == 1)
    second.cancelled.set()
    engine.release()
    qtbot.waitUntil(lambda: bench.how(first) is not None)
    assert [request for _, request, _ in bench.ends][1:] == [second, first]
    assert bench.how(second) == "cancelled"
    assert not (tmp_path / "b.de.txt").exists()


def test_a_file_that_fails_lets_the_next_begin(qtbot: QtBot, start: Start, tmp_path: Path) -> None:
    bench = start(fake_open())
    bench.load()
    missing = FileRequest(tmp_path / "missing.txt")
    good = FileRequest(write_text(tmp_path, "b.txt", 2))
    bench.ask(missing, good)
    qtbot.waitUntil(lambda: bench.how(good) == "answered")
    assert bench.how(missing) == "failed"


@pytest.mark.parametrize("seed", range(12))
def test_in_any_storm_every_request_ends_once(
    qtbot: QtBot, start: Start, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    engine = FakeEngine()
    bench = start(fake_open(engine))
    bench.load()
    path = write_text(tmp_path, "a.txt", 20)
    requests: list[translation_worker.Request] = []
    makers: list[Callable[[], translation_worker.Request]] = [
        lambda: TranslationRequest(TEXT),
        lambda: AttentionRequest("A man.", ids_of("A MAN.")),
        lambda: HypothesesRequest("A man.", 2),
        lambda: FileRequest(path, tmp_path / f"{len(requests)}.txt"),
        lambda: LoadRequest(Path("again"), "again"),
    ]
    for _ in range(60):
        match chance.randrange(6):
            case 0:
                engine.hold()
            case 1:
                engine.release()
            case 2 if requests:
                chance.choice(requests).cancelled.set()
            case 3:
                qtbot.wait(0)
            case _:
                requests.append(chance.choice(makers)())
                bench.ask(requests[-1])
    closes_early = chance.random() < 0.5
    engine.release()
    if closes_early:
        assert bench.finish()
    qtbot.waitUntil(lambda: len(bench.ends) == len(requests) + 1)
    assert all(bench.how(request) is not None for request in requests)


def test_finishing_ends_all_that_was_asked_and_keeps_what_is_done_of_a_file(
    qtbot: QtBot, start: Start, tmp_path: Path
) -> None:
    engine = FakeEngine()
    engine.hold()
    bench = start(fake_open(engine))
    bench.load()
    first = FileRequest(write_text(tmp_path, "a.txt", 50))
    second = FileRequest(write_text(tmp_path, "b.txt", 50))
    typed = TranslationRequest(TEXT)
    bench.ask(first, second)
    engine.step(1)
    qtbot.waitUntil(lambda: engine.count("translate") >= 1)
    bench.ask(typed)
    for request in (first, typed):
        request.cancelled.set()
    engine.release()
    assert bench.finish()
    qtbot.waitUntil(lambda: len(bench.ends) == 4)
    assert bench.how(typed) == "cancelled"
    assert bench.how(second) == "cancelled"
    assert bench.how(first) in ("answered", "cancelled")
    assert bench.engine_lane.isFinished()


@pytest.mark.slow
def test_the_shipped_model_stops_within_one_step(
    qtbot: QtBot, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.native.transformer import NativeTransformer, has_kernel
    from engine.nn.torch_decoder import TorchDecoder

    computing = NativeTransformer if has_kernel() else TorchDecoder
    request = TranslationRequest("A man in a blue shirt is standing on a ladder. " * 20)
    steps: list[int] = []
    whole_step = computing.step

    def step(*arguments: Any) -> Any:
        steps.append(len(steps))
        if len(steps) == 5:
            request.cancelled.set()
        return whole_step(*arguments)

    monkeypatch.setattr(computing, "step", step)
    bench = start(open_engine)
    load = LoadRequest(resources() / "models" / "en-de-multi30k", "en-de-multi30k", "cpu")
    bench.ask(load, request)
    qtbot.waitUntil(lambda: bench.how(request) is not None)
    assert bench.how(load) == "answered"
    assert bench.how(request) == "cancelled"
    assert len(steps) == 5
    assert bench.streams == []


# --- checks


def check_of(text: str, back: LoadRequest | None = None) -> FidelityRequest:
    return FidelityRequest(make_translation(text).sentences, back=back)


def unfaithful() -> FakeEngine:
    engine = FakeEngine()
    engine.is_unfaithful = True
    return engine


def test_each_sentence_of_a_translation_is_checked(qtbot: QtBot, start: Start) -> None:
    opened = {"there": unfaithful(), "back": FakeEngine("de", "en")}
    bench = start(fake_open(opened))
    bench.load("there")
    alone, with_back = check_of(TEXT), check_of(TEXT, LoadRequest(Path("back"), "back"))
    bench.ask(alone, with_back)
    qtbot.waitUntil(lambda: bench.how(with_back) == "answered")
    words = [sentence.source_words[:1] for sentence in alone.sentences]
    assert bench.answer(alone) == tuple(map(Fidelity, words))
    found = bench.answer(with_back)
    assert isinstance(found, tuple)
    assert all(one.added for one in found)


def test_a_check_ends_between_sentences_when_it_is_no_longer_wanted(
    qtbot: QtBot, start: Start
) -> None:
    engine = unfaithful()
    bench = start(fake_open(engine))
    bench.load()
    engine.hold()
    check, newer = check_of(TEXT), TranslationRequest("A dog.")
    bench.ask(check, newer)
    engine.step()
    qtbot.waitUntil(lambda: engine.count("check") == 2)
    check.cancelled.set()
    qtbot.waitUntil(lambda: bench.how(check) == "cancelled")
    engine.release()
    qtbot.waitUntil(lambda: bench.how(newer) == "answered")
