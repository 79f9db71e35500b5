import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from desktop.sessions.translation import stream_pace, translation_session, typing_pause
from desktop.sessions.translation.translation_session import TranslationSession
from desktop.values.requests import Direction, LoadedModel, LoadRequest
from desktop.workers import translation_worker
from desktop.workers.translation_worker import Engine, OpenEngine
from engine.errors import EngineError, ModelFolderMissingError
from engine.translation import Chosen, SearchOptions, Translation, TranslationRequest
from tests.support.engines import FakeEngine, fake_manifest, fake_open, ids_of, make_translation
from tests.support.worker_thread import WorkerThread

SIGNALS = (
    "work_requested",
    "translated",
    "streamed",
    "stale_changed",
    "busy_changed",
    "loading",
    "loaded",
    "failed",
    "recovered",
    "choices_changed",
)


class Bench:
    """A session with a worker on its thread, and all that the session said."""

    def __init__(self, open_engine: OpenEngine) -> None:
        self.session = TranslationSession()
        self.said: list[tuple[str, Any]] = []
        for name in SIGNALS:
            getattr(self.session, name).connect(self._note(name))
        self.thread = WorkerThread(open_engine)
        self.session.work_requested.connect(self.thread.worker.work)
        self.thread.worker.answered.connect(self.session.on_answered)
        self.thread.worker.cancelled.connect(self.session.on_cancelled)
        self.thread.worker.failed.connect(self.session.on_failed)
        self.thread.worker.streamed.connect(self.session.on_streamed)

    def _note(self, name: str) -> Callable[..., None]:
        return lambda *values: self.said.append((name, values[0] if values else None))

    def all(self, name: str) -> list[Any]:
        return [value for said, value in self.said if said == name]

    def names(self) -> list[str]:
        return [name for name, _ in self.said]

    @property
    def shown(self) -> str | None:
        """What is on show and fresh."""
        translations = self.all("translated")
        return translations[-1].target if translations and not self.is_stale else None

    def shows(self, text: str) -> bool:
        """Return whether a text is on show, fresh or not."""
        shown = ""
        for said, value in self.said:
            if said == "translated":
                shown = value.target
            elif said == "streamed":
                shown = shown[: value.start] + value.text + shown[value.end :]
        return shown == text

    @property
    def is_stale(self) -> bool:
        return self.all("stale_changed")[-1:] == [True]

    def load(self, name: str = "capitals") -> None:
        self.session.load(LoadRequest(Path(name), name))

    def close(self) -> None:
        self.session.close()
        assert self.thread.finish()


Start = Callable[..., Bench]


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[Bench] = []

    def start_bench(
        engine: FakeEngine | None = None,
        open_engine: OpenEngine | None = None,
    ) -> Bench:
        started.append(Bench(open_engine or fake_open(engine)))
        return started[-1]

    yield start_bench
    for bench in started:
        bench.close()


def test_typed_text_is_translated_after_a_pause(qtbot: QtBot, start: Start) -> None:
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    qtbot.waitUntil(lambda: bench.all("loaded") != [])
    for end in range(1, 10):
        bench.session.edit("Two dogs."[:end])
    assert bench.is_stale
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    assert engine.calls == [("translate", "Two dogs.")]


def test_text_typed_before_the_model_is_there_is_translated_once_it_is(
    qtbot: QtBot, start: Start
) -> None:
    bench = start()
    bench.session.edit("Two")
    bench.load()
    bench.session.edit("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    assert [request.name for request in bench.all("loading")] == ["capitals"]
    (loaded,) = bench.all("loaded")
    assert isinstance(loaded, LoadedModel)
    assert bench.names().index("loaded") < bench.names().index("translated")
    assert [type(request) for request in bench.all("work_requested")] == [
        LoadRequest,
        TranslationRequest,
    ]


@pytest.mark.parametrize("empty", ["", "  ", "\n\n", "\t \n"])
def test_empty_text_is_translated_at_once_without_the_engine(
    qtbot: QtBot, start: Start, empty: str
) -> None:
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    bench.session.edit(empty)
    assert bench.shown == empty
    assert bench.all("translated")[-1].sentences == ()
    assert len(engine.calls) == 1


def test_pasted_text_does_not_wait(
    qtbot: QtBot, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typing_pause, "LONGEST", 3600.0)
    monkeypatch.setattr(typing_pause, "SHORTEST", 3600.0)
    bench = start()
    bench.load()
    qtbot.waitUntil(lambda: bench.all("loaded") != [])
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")


def test_what_is_nearly_done_is_shown_while_the_text_grows(qtbot: QtBot, start: Start) -> None:
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    engine.hold()
    bench.session.translate_now("One cat")
    qtbot.waitUntil(lambda: engine.count("translate") == 1)
    running = bench.all("work_requested")[-1]
    bench.session.edit("One cat s")
    assert not running.cancelled.is_set()
    engine.release()
    qtbot.waitUntil(lambda: bench.shown == "ONE CAT S")
    assert [shown.target for shown in bench.all("translated")] == ["ONE CAT", "ONE CAT S"]
    assert bench.all("stale_changed") == [True, False]


def test_while_somebody_types_what_is_shown_only_grows_and_then_all_is_shown(
    qtbot: QtBot, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typing_pause, "LATEST", 0.02)
    bench = start()
    bench.load()
    text = "one two three four five six seven eight nine"
    shown = [""]
    for end in range(1, len(text) + 1):
        bench.session.edit(text[:end])
        qtbot.wait(30)
        for said, value in bench.said:
            if said == "streamed":
                shown.append(shown[-1][: value.start] + value.text + shown[-1][value.end :])
            assert said != "translated" or not value.source
        bench.said.clear()
    assert all(new.startswith(old) for old, new in pairwise(shown))
    assert len({*shown}) > 3
    qtbot.waitUntil(lambda: bench.shown == text.upper())
    assert len(bench.all("translated")) == 1
    assert not bench.is_stale


def test_what_takes_long_is_cancelled_when_the_text_grows(
    qtbot: QtBot, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation_session, "PATIENCE", 0.0)
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    engine.hold()
    bench.session.translate_now("One cat")
    qtbot.waitUntil(lambda: engine.count("translate") == 1)
    running = bench.all("work_requested")[-1]
    bench.session.edit("One cat s")
    assert running.cancelled.is_set()
    engine.release()
    qtbot.waitUntil(lambda: bench.shown == "ONE CAT S")


def test_a_change_within_the_text_cancels_the_running_decode_and_its_result_is_not_shown(
    qtbot: QtBot, start: Start
) -> None:
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    bench.session.translate_now("Old text.")
    qtbot.waitUntil(lambda: bench.shown == "OLD TEXT.")
    engine.hold()
    bench.session.translate_now("One cat.")
    qtbot.waitUntil(lambda: engine.count("translate") == 2)
    running = bench.all("work_requested")[-1]
    bench.session.edit("One cat s")
    assert running.cancelled.is_set()
    assert bench.is_stale
    engine.release()
    qtbot.waitUntil(lambda: bench.shown == "ONE CAT S")
    assert [shown.target for shown in bench.all("translated")] == ["OLD TEXT.", "ONE CAT S"]


def test_a_late_answer_for_an_old_text_is_not_shown(start: Start) -> None:
    bench = start()
    bench.session.on_answered(None, None)  # of nobody's
    bench.load()
    load = bench.all("work_requested")[-1]
    bench.session.on_answered(load, LoadedModel("capitals", fake_manifest(), "cpu", 0.1))
    bench.session.translate_now("Old text.")
    request = bench.all("work_requested")[-1]
    bench.session.edit("New")
    bench.session.on_answered(request, make_translation("Old text."))
    assert {shown.source for shown in bench.all("translated")} == {""}
    assert bench.is_stale


def test_going_back_to_the_text_on_show_needs_no_work(qtbot: QtBot, start: Start) -> None:
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    bench.session.edit("Two dogs.x")
    assert bench.is_stale
    bench.session.edit("Two dogs.")
    assert bench.shown == "TWO DOGS."
    assert len(engine.calls) == 1


def test_without_translating_while_typing_text_only_gets_stale(qtbot: QtBot, start: Start) -> None:
    engine = FakeEngine()
    bench = start(engine)
    bench.session.set_automatic(False)
    bench.load()
    qtbot.waitUntil(lambda: bench.all("loaded") != [])
    bench.session.edit("Two dogs.")
    assert bench.is_stale
    assert not bench.session._pause.isActive()
    assert engine.calls == []
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    bench.session.edit("Two dogs run.")
    bench.session.set_automatic(True)
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS RUN.")


def test_other_search_settings_translate_anew(qtbot: QtBot, start: Start) -> None:
    bench = start()
    bench.load()
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    bench.session.set_options(SearchOptions(3, 0.5))
    bench.session.set_options(SearchOptions(3, 0.5))
    qtbot.waitUntil(lambda: len(bench.all("translated")) == 2)
    request = bench.all("work_requested")[-1]
    assert request.options == SearchOptions(3, 0.5)
    assert len(bench.all("work_requested")) == 3


def test_a_choice_holds_until_it_is_undone(qtbot: QtBot, start: Start) -> None:
    bench = start()
    bench.load()
    bench.session.translate_now("Two dogs run. Two cats.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS RUN. TWO CATS.")
    first, second = bench.all("translated")[-1].sentences

    bench.session.choose(first, Chosen(ids_of("ZWEI")))
    qtbot.waitUntil(lambda: bench.shown == "ZWEI DOGS RUN. TWO CATS.")
    bench.session.choose(second, Chosen(ids_of("KATZEN!"), is_whole=True))
    qtbot.waitUntil(lambda: bench.shown == "ZWEI DOGS RUN. KATZEN!")
    bench.session.edit("Two dogs run. Two cats. Yes.")
    qtbot.waitUntil(lambda: bench.shown == "ZWEI DOGS RUN. KATZEN! YES.")
    assert bench.all("choices_changed") == [True]

    bench.session.undo_choice()
    qtbot.waitUntil(lambda: bench.shown == "ZWEI DOGS RUN. TWO CATS. YES.")
    bench.session.undo_choice()
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS RUN. TWO CATS. YES.")
    bench.session.undo_choice()
    assert bench.all("choices_changed") == [True, False]


def test_only_choices_for_what_is_on_show_are_undone(qtbot: QtBot, start: Start) -> None:
    bench = start(FakeEngine())
    bench.load()

    def translate(text: str, expected: str) -> None:
        bench.session.translate_now(text)
        qtbot.waitUntil(lambda: bench.shown == expected)

    for text in ("Two dogs.", "Two cats."):
        translate(text, text.upper())
        bench.session.choose(bench.all("translated")[-1].sentences[0], Chosen(ids_of("ZWEI")))
        translate(text, text.upper().replace("TWO", "ZWEI"))
        bench.session.edit("")
    translate("Two birds.", "TWO BIRDS.")
    assert bench.all("choices_changed") == [True, False] * 2
    translate("Two dogs.", "ZWEI DOGS.")
    assert bench.all("choices_changed")[-1]
    bench.session.undo_choice()
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    assert not bench.all("choices_changed")[-1]
    translate("Two cats.", "ZWEI CATS.")


def test_another_model_drops_the_choices_and_translates_anew(qtbot: QtBot, start: Start) -> None:
    bench = start(
        open_engine=fake_open({"one": FakeEngine("en", "de"), "two": FakeEngine("en", "fr")})
    )
    bench.load("one")
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    bench.session.choose(bench.all("translated")[-1].sentences[0], Chosen(ids_of("ZWEI")))
    qtbot.waitUntil(lambda: bench.shown == "ZWEI DOGS.")
    bench.load("two")
    assert bench.is_stale
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    assert bench.all("translated")[-1].model == "en-fr-capitals"
    assert bench.all("choices_changed") == [True, False]


def test_a_failure_is_told_and_can_be_tried_again(qtbot: QtBot, start: Start) -> None:
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    bench.session.translate_now("Old text.")
    qtbot.waitUntil(lambda: bench.shown == "OLD TEXT.")
    engine.error = EngineError("so it is")
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.all("failed") != [])
    assert bench.all("failed") == [engine.error]
    assert bench.is_stale
    assert bench.all("recovered") == []

    engine.error = None
    bench.session.retry()
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    assert bench.all("recovered") == [None]


def test_a_model_that_cannot_be_loaded_leaves_the_old_one_at_work(
    qtbot: QtBot, start: Start
) -> None:
    is_there = False
    good = FakeEngine()

    def open_engine(
        folder: Path, _device: str, _threads: int | None, _direction: Direction | None
    ) -> Engine:
        if folder.name == "away" and not is_there:
            raise ModelFolderMissingError(folder)
        return good

    bench = start(open_engine=open_engine)
    bench.load("good")
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    bench.load("away")
    assert bench.is_stale
    qtbot.waitUntil(lambda: bench.all("failed") != [])
    assert bench.shown == "TWO DOGS."
    bench.session.translate_now("Three cats.")
    qtbot.waitUntil(lambda: bench.shown == "THREE CATS.")
    assert bench.all("recovered") == []  # the other model still is not there

    is_there = True
    bench.session.retry()
    qtbot.waitUntil(lambda: bench.all("recovered") == [None])
    assert [request.name for request in bench.all("loading")] == ["good", "away", "away"]


def test_what_is_so_can_be_said_again(qtbot: QtBot, start: Start) -> None:
    engine = FakeEngine()
    bench = start(engine)
    bench.session.repeat()
    assert bench.names() == ["stale_changed", "busy_changed", "choices_changed"]
    bench.load()
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    bench.said.clear()
    bench.session.repeat()
    assert [model.name for model in bench.all("loaded")] == ["capitals"]
    engine.error = EngineError("so it is")
    bench.session.translate_now("Three cats.")
    qtbot.waitUntil(lambda: bench.all("failed") != [])
    bench.session.load(LoadRequest(Path("two"), "two"))
    bench.said.clear()

    bench.session.repeat()
    assert bench.all("loaded") == []  # that would take the choice of the other model back
    assert [request.name for request in bench.all("loading")] == ["two"]
    assert [shown.target for shown in bench.all("translated")] == ["TWO DOGS."]
    assert bench.is_stale
    assert bench.all("failed") == [engine.error]


def test_cancelling_leaves_the_old_output_stale(qtbot: QtBot, start: Start) -> None:
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    assert not bench.session.cancel()
    engine.hold()
    bench.session.translate_now("Three cats.")
    assert bench.session.cancel()
    qtbot.waitUntil(lambda: bench.thread.how(bench.all("work_requested")[-1]) == "cancelled")
    assert bench.is_stale
    assert len(bench.all("translated")) == 1
    engine.release()
    bench.session.translate_now("Three cats.")
    qtbot.waitUntil(lambda: bench.shown == "THREE CATS.")


def test_only_work_that_lasts_is_called_busy(
    qtbot: QtBot, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation_session, "BUSY_MS", 60)
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    engine.hold()
    bench.session.translate_now("Three cats.")
    qtbot.waitUntil(lambda: bench.all("busy_changed") == [True])
    engine.release()
    qtbot.waitUntil(lambda: bench.shown == "THREE CATS.")
    assert bench.all("busy_changed") == [True, False]


def test_finished_sentences_stand_before_the_rest_of_the_old_ones(
    qtbot: QtBot, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation_worker, "STREAM_SECONDS", 0.0)
    monkeypatch.setattr(stream_pace, "STREAM_SECONDS", 0.0)
    monkeypatch.setattr(stream_pace, "_SHARE", 1e6)
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    kept = "The beginning stays. "
    bench.session.translate_now(f"{kept}One.  Two.\n\nThree. ")
    qtbot.waitUntil(lambda: not bench.is_stale and bench.all("translated") != [])
    engine.hold()
    bench.session.translate_now(f"{kept}Eins ab.\nTwo. Drei ab. Four. Five.")
    engine.step(1)
    for shown in (
        "EINS AB.  TWO.\n\nTHREE. ",
        "EINS AB.\nTWO.\n\nTHREE. ",
        "EINS AB.\nTWO. DREI AB. ",
    ):
        engine.step(1)
        qtbot.waitUntil(partial(bench.shows, kept.upper() + shown))
    bench.session.repeat()  # to a window that shows nothing yet
    engine.step(1)
    qtbot.waitUntil(partial(bench.shows, f"{kept}EINS AB.\nTwo. DREI AB. FOUR.".upper()))
    assert bench.is_stale

    bench.session.edit(f"{kept}One.  Two.\n\nThree. ")  # what was on show comes back, whole
    assert bench.shows(f"{kept}ONE.  TWO.\n\nTHREE. ".upper())
    assert not bench.is_stale


def test_a_short_translation_is_shown_as_a_whole(
    qtbot: QtBot, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation_worker, "STREAM_SECONDS", 0.0)
    monkeypatch.setattr(stream_pace, "STREAM_SECONDS", 3600.0)
    bench = start()
    bench.load()
    bench.session.translate_now("One. Two. Three. Four.")
    qtbot.waitUntil(lambda: bench.shown == "ONE. TWO. THREE. FOUR.")
    assert bench.thread.streams != []
    assert bench.all("streamed") == []


@pytest.mark.parametrize("seed", range(10))
def test_in_any_storm_the_newest_text_is_on_show_at_the_end(
    qtbot: QtBot, start: Start, seed: int
) -> None:
    chance = random.Random(seed)
    engine = FakeEngine()
    bench = start(engine)
    bench.load()
    for number in range(50):
        match chance.randrange(8):
            case 0:
                engine.hold()
            case 1:
                engine.release()
            case 2:
                bench.load(f"model {number}")
            case 3:
                bench.session.cancel()
            case 4:
                qtbot.wait(0)
            case 5:
                bench.session.set_options(SearchOptions(number))
            case 6:
                bench.session.translate_now(f"Pasted text {number}. And more.")
            case _:
                bench.session.edit(f"Typed text {number}.")
    engine.release()
    bench.session.translate_now("The last text.")
    qtbot.waitUntil(lambda: bench.shown == "THE LAST TEXT.")
    requests = bench.all("work_requested")
    qtbot.waitUntil(lambda: len(bench.thread.ends) == len(requests))
    assert all(bench.thread.how(request) is not None for request in requests)
    for translation in bench.all("translated"):
        assert isinstance(translation, Translation)
        assert translation.target == translation.source.upper()


@pytest.mark.parametrize("steps", range(6))
def test_closing_at_any_moment_leaves_no_thread_and_no_word(
    qtbot: QtBot, qtlog: Any, start: Start, steps: int
) -> None:
    engine = FakeEngine()
    bench = start(engine)
    doings: list[Callable[[], object]] = [
        bench.load,
        lambda: bench.session.edit("Two dogs."),
        lambda: qtbot.wait(0),
        engine.hold,
        lambda: bench.session.translate_now("Three cats. Four mice."),
        lambda: bench.load("again"),
    ]
    for doing in doings[: steps + 1]:
        doing()
    bench.session.close()
    bench.said.clear()
    assert bench.thread.finish()
    assert bench.thread.engine_lane.isFinished()
    bench.session.edit("Five.")
    bench.session.translate_now("Six.")
    bench.load("late")
    qtbot.wait(0)
    assert bench.all("work_requested") == []
    assert bench.all("translated") == []
    assert bench.all("failed") == []
    assert qtlog.records == []


def test_a_choice_cannot_be_undone_while_another_text_is_translated(
    qtbot: QtBot, start: Start
) -> None:
    bench = start(FakeEngine())
    bench.load()
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    bench.session.choose(bench.all("translated")[-1].sentences[0], Chosen(ids_of("ZWEI")))
    qtbot.waitUntil(lambda: bench.shown == "ZWEI DOGS.")
    bench.session.edit("Two dogs. Two")
    assert bench.all("choices_changed")[-1]
    bench.session.edit("Another text")
    assert not bench.all("choices_changed")[-1]
    bench.session.edit("Two dogs.")
    assert bench.all("choices_changed")[-1]


def test_an_edited_sentence_stays_until_its_source_changes(qtbot: QtBot, start: Start) -> None:
    bench = start(FakeEngine())
    bench.load()
    bench.session.translate_now("Two dogs. A cat.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS. A CAT.")
    bench.session.write_over({"Two dogs.": "Zwei Hunde!"})
    assert bench.shown == "Zwei Hunde! A CAT."
    bench.session.edit("Two dogs. A big cat. Yes.")
    qtbot.waitUntil(lambda: bench.shown == "Zwei Hunde! A BIG CAT. YES.")
    bench.session.edit("Ten dogs. A big cat.")
    qtbot.waitUntil(lambda: bench.shown == "TEN DOGS. A BIG CAT.")
    bench.session.edit("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "Zwei Hunde!")
    bench.session.revert(["Two dogs."])
    assert bench.shown == "TWO DOGS."


def test_what_the_model_wrote_is_no_edit(qtbot: QtBot, start: Start) -> None:
    bench = start(FakeEngine())
    bench.load()
    bench.session.translate_now("Two dogs.")
    qtbot.waitUntil(lambda: bench.shown == "TWO DOGS.")
    for text, is_edited in (("TWO DOGS", True), ("TWO DOGS.", False)):
        bench.session.write_over({"Two dogs.": text})
        (sentence,) = bench.all("translated")[-1].sentences
        assert (sentence.target, sentence.is_edited) == (text, is_edited)
