"""Every error and notice has words of its own, in a language of people, whatever it holds."""

import errno
import importlib
import pkgutil
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import desktop
import engine
import training
from desktop.platform.interface_language import install_translators
from desktop.storage.history_file import (
    HistoryError,
    HistoryNotKeptError,
    HistoryTooNewError,
    HistoryTracesError,
)
from desktop.storage.paths import FolderNotWritableError
from desktop.values.worker_fault import WorkerFault
from desktop.wording.error_catalogue import CATALOGUE
from desktop.wording.error_text import describe, describe_failure
from desktop.wording.notice_text import describe_name_problem, describe_notice
from desktop.wording.outcome_text import describe_failed
from engine import errors as engine_errors
from engine.errors import ActionableError, Datum, EngineError, ModelFolderDamagedError
from engine.models.names import NameProblem
from engine.translatable import Phrase
from engine.translation import Notice, NoticeKind
from training import errors as training_errors
from training.errors import TrainingError
from training.event_lines import from_line, to_line
from training.progress import Failed

PLACE = Path("/home/Jürgen Ünal/模型 {0} %s")
"""A path that would be mistaken for a format by careless code."""

SAMPLES: dict[type[BaseException], Callable[[], BaseException]] = {
    EngineError: EngineError,
    engine_errors.ModelFolderError: lambda: engine_errors.ModelFolderError(PLACE),
    engine_errors.ModelFolderMissingError: lambda: engine_errors.ModelFolderMissingError(PLACE),
    engine_errors.ModelFolderDamagedError: lambda: engine_errors.ModelFolderDamagedError(
        PLACE, ["one {problem}", "another"]
    ),
    engine_errors.ModelFolderTooNewError: lambda: engine_errors.ModelFolderTooNewError(PLACE, 3, 1),
    engine_errors.ModelFolderExistsError: lambda: engine_errors.ModelFolderExistsError(PLACE),
    engine_errors.ModelFolderBusyError: lambda: engine_errors.ModelFolderBusyError(PLACE),
    engine_errors.ModelFolderKeptError: lambda: engine_errors.ModelFolderKeptError(PLACE, "busy"),
    engine_errors.ModelNotCompressedError: lambda: engine_errors.ModelNotCompressedError(
        PLACE, "full"
    ),
    engine_errors.ModelArchiveError: lambda: engine_errors.ModelArchiveError(PLACE, ["a link"]),
    engine_errors.ForeignModelError: lambda: engine_errors.ForeignModelError(PLACE, ["no eos"]),
    engine_errors.LanguagesUnknownError: lambda: engine_errors.LanguagesUnknownError(PLACE),
    engine_errors.ModelDownloadError: lambda: engine_errors.ModelDownloadError(
        "it", [Phrase("{url} is not encrypted", {"url": "http://{x}"})]
    ),
    engine_errors.ExportNotPossibleError: lambda: engine_errors.ExportNotPossibleError(
        PLACE, "CTranslate2", [Phrase("its d_model is odd")]
    ),
    engine_errors.DiskSpaceError: lambda: engine_errors.DiskSpaceError(PLACE, 900, 12),
    engine_errors.ModelNotFoundError: lambda: engine_errors.ModelNotFoundError("named x", ["toy"]),
    engine_errors.TextTooLongError: lambda: engine_errors.TextTooLongError(2_000_000, 1_000_000),
    engine_errors.DeviceUnavailableError: lambda: engine_errors.DeviceUnavailableError(
        "cuda", "no"
    ),
    engine_errors.DocumentError: lambda: engine_errors.DocumentError(
        PLACE, Phrase("is a folder; choose a file")
    ),
    engine_errors.FullEditionNeededError: lambda: engine_errors.FullEditionNeededError(
        Phrase.of("Training")
    ),
    engine_errors.PortUnavailableError: lambda: engine_errors.PortUnavailableError(5000, "in use"),
    engine_errors.GlossaryError: lambda: engine_errors.GlossaryError(
        PLACE, Phrase("is larger than {limit} MB; split it into smaller files", {"limit": 10})
    ),
    engine_errors.TokenizerError: lambda: engine_errors.TokenizerError("no merges"),
    TrainingError: TrainingError,
    training_errors.RecipeError: lambda: training_errors.RecipeError(
        [Phrase("{path}: is missing", {"path": "model.{x}"})]
    ),
    training_errors.CorpusError: lambda: training_errors.CorpusError(
        PLACE, 1234, Phrase("no encoding fits this line; save the file as UTF-8")
    ),
    training_errors.FetchError: lambda: training_errors.FetchError(
        "val.de", [Phrase("{url} was refused ({error})", {"url": "a", "error": "404"})]
    ),
    training_errors.CheckpointError: lambda: training_errors.CheckpointError(
        PLACE, Phrase("it is still running; stop it first")
    ),
    training_errors.RunError: training_errors.RunError,
    training_errors.LossDivergedError: lambda: training_errors.LossDivergedError(1234),
    training_errors.DeviceMemoryError: lambda: training_errors.DeviceMemoryError(4096),
    training_errors.DiskFullError: lambda: training_errors.DiskFullError(PLACE),
    FolderNotWritableError: lambda: FolderNotWritableError(PLACE, "it is read-only"),
    HistoryError: lambda: HistoryError(PLACE),
    HistoryTooNewError: lambda: HistoryTooNewError(PLACE, 2, 1),
    HistoryNotKeptError: lambda: HistoryNotKeptError(PLACE, "database is locked"),
    HistoryTracesError: lambda: HistoryTracesError(PLACE),
    sqlite3.Error: lambda: sqlite3.OperationalError("database is locked"),
    WorkerFault: lambda: WorkerFault("RuntimeError", "shape [1, 2]"),
    MemoryError: MemoryError,
    OSError: lambda: OSError(errno.EIO, "Input/output error", str(PLACE)),
    FileNotFoundError: lambda: FileNotFoundError(errno.ENOENT, "No such file", str(PLACE)),
    PermissionError: lambda: PermissionError(errno.EACCES, "Permission denied", str(PLACE)),
    KeyError: lambda: KeyError("what nobody foresaw"),
}
FAMILIES = (ActionableError, FolderNotWritableError, HistoryError, WorkerFault)

ACTIONABLE = [kind for kind in SAMPLES if issubclass(kind, ActionableError)]


def kinds(error: type[BaseException]) -> Iterator[type[BaseException]]:
    yield error
    for kind in error.__subclasses__():
        yield from kinds(kind)


@pytest.fixture(scope="module")
def all_kinds() -> set[type[BaseException]]:
    """Every kind of the families, in whatever module of ours it stands."""
    for package in (engine, training, desktop):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith(("__main__", "_kernel")):  # which holds no Python
                importlib.import_module(module.name)
    ours = ("engine.", "training.", "desktop.")
    found = {kind for family in FAMILIES for kind in kinds(family)}
    return {kind for kind in found if kind.__module__.startswith(ours)}


def test_every_kind_of_error_is_described(all_kinds: set[type[BaseException]]) -> None:
    """A new error needs words in `desktop.wording.error_text`, and an example here."""
    assert {kind.__qualname__ for kind in all_kinds - set(SAMPLES)} == {"ActionableError"}


def test_every_kind_of_the_engine_and_of_training_has_one_entry(
    all_kinds: set[type[BaseException]],
) -> None:
    families = (EngineError, TrainingError)
    named = [kind.kind for kind in all_kinds if issubclass(kind, families)]
    assert sorted(named) == sorted(CATALOGUE)


@pytest.mark.parametrize("kind", ACTIONABLE, ids=lambda kind: kind.__name__)
def test_a_child_tells_an_error_as_the_window_itself_does(kind: type[BaseException]) -> None:
    error = SAMPLES[kind]()
    assert isinstance(error, ActionableError)
    heard = from_line(to_line(Failed.of(error)))
    assert isinstance(heard, Failed)
    assert describe_failed(heard) == describe(error)


def own_sentences(text: str, data: Mapping[str, Datum]) -> set[str]:
    """Return the sentences of a text without what its data said in no words of ours."""
    for datum in data.values():
        for told in datum if isinstance(datum, tuple) else (datum,):
            text = text if isinstance(told, Phrase) else text.replace(str(told), "")
    return {part for part in re.split(r"(?<=[.:;])\s+", text) if " " in part.strip()}


@pytest.mark.parametrize("kind", ACTIONABLE, ids=lambda kind: kind.__name__)
def test_german_says_it_in_german(kind: type[BaseException], qapp: QApplication) -> None:
    error = SAMPLES[kind]()
    assert isinstance(error, ActionableError)
    english = describe(error)
    install_translators(qapp, "de")
    german = describe(error)
    assert german.title != english.title
    assert german.sentence != english.sentence
    for text in (str(error), english.sentence):
        for sentence in own_sentences(text, error.data):
            assert sentence not in german.sentence


def test_what_no_entry_can_say_is_told_as_it_was_heard() -> None:
    later = describe_failure("fire", {"floor": 3}, "There is a fire on floor 3.")
    earlier = describe_failure("disk_full", {}, "There is no room left.")
    assert later.title == "Training failed"
    assert earlier.title == "The disk is full"
    assert later.details == "There is a fire on floor 3."
    assert earlier.details == "There is no room left."
    assert later.sentence == earlier.sentence


def test_every_kind_has_words_of_its_own() -> None:
    texts = {kind: describe(make()) for kind, make in SAMPLES.items()}
    titles = [text.title for text in texts.values()]
    assert sorted(set(titles)) == sorted(titles)
    sentences = [text.sentence for text in texts.values()]
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("kind", SAMPLES, ids=lambda kind: kind.__name__)
def test_a_text_can_be_read_by_anybody(kind: type[BaseException]) -> None:
    text = describe(SAMPLES[kind]())
    assert text.title
    assert not text.title.endswith(".")
    assert text.sentence.endswith((".", "is missing"))
    unfilled = text.sentence.replace(str(PLACE), "").replace("{x}", "")
    assert not re.search(r"[{}\[\]]|None|Error\b", unfilled + text.title)


@pytest.mark.parametrize(
    "kind", [kind for kind, make in SAMPLES.items() if hasattr(make(), "path")], ids=str
)
def test_the_place_is_named(kind: type[BaseException]) -> None:
    assert str(PLACE) in describe(SAMPLES[kind]()).sentence


def test_what_a_message_holds_is_told() -> None:
    assert describe(SAMPLES[engine_errors.ModelFolderDamagedError]()).details.splitlines() == [
        "one {problem}",
        "another",
    ]
    assert "model.{x}: is missing" in describe(SAMPLES[training_errors.RecipeError]()).sentence
    whole = describe(training_errors.CorpusError(PLACE, None, Phrase("it is empty")))
    assert "line" not in whole.sentence
    assert (
        f"line {QLocale().toString(1234)}, "
        in describe(SAMPLES[training_errors.CorpusError]()).sentence
    )
    assert describe(KeyError("secret text")).details == "KeyError"


def test_numbers_are_written_as_the_language_does() -> None:
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    try:
        sentence = describe(SAMPLES[engine_errors.TextTooLongError]()).sentence
    finally:
        QLocale.setDefault(before)
    assert "2.000.000" in sentence
    assert "1.000.000" in sentence


@pytest.mark.parametrize(
    ("number", "title"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EDQUOT, "The disk is full"),
        (errno.EACCES, "Access denied"),
        (errno.EPERM, "Access denied"),
        (errno.EROFS, "Access denied"),
        (errno.ENOENT, "File not found"),
        (errno.EIO, "The file cannot be read or written"),
    ],
)
def test_errors_of_the_system_are_told_by_what_they_mean(number: int, title: str) -> None:
    text = describe(OSError(number, "Reason", "/a/b.txt"))
    assert text.title == title
    assert text.sentence.startswith("/a/b.txt: ")
    assert text.details == "Reason"
    assert "None" not in describe(OSError(number, "Reason")).sentence
    assert describe(OSError()).title == "The file cannot be read or written"


@pytest.mark.parametrize("kind", NoticeKind)
def test_every_notice_has_words_of_its_own(kind: NoticeKind) -> None:
    told = describe_notice(Notice(kind, 0, 3, ("detail {0} %s", "en")))
    others = [
        describe_notice(Notice(other, 0, 3, ("x", "en"))) for other in NoticeKind if other != kind
    ]
    assert told not in others
    if kind in (NoticeKind.REPEATED, NoticeKind.UNKNOWN_WORDS):
        assert "detail {0} %s" in told


@pytest.mark.parametrize("problem", NameProblem)
def test_every_reason_against_a_name_has_words_of_its_own(problem: NameProblem) -> None:
    told = describe_name_problem(problem)
    assert told.endswith(".")
    assert told not in [describe_name_problem(other) for other in NameProblem if other != problem]


class Marked(QTranslator):
    """Translates everything by a mark, and remembers from which context it came."""

    def __init__(self) -> None:
        super().__init__()
        self.contexts: set[str] = set()

    def isEmpty(self) -> bool:  # noqa: N802 - as Qt calls it
        return False

    def translate(
        self,
        context: str,
        sourceText: str,  # noqa: N803 - as Qt calls it
        disambiguation: str | None = None,  # noqa: ARG002 - as Qt calls it
        n: int = -1,  # noqa: ARG002 - as Qt calls it
    ) -> str:
        self.contexts.add(context)
        return f"§{sourceText}"


def test_every_text_is_translated(qtbot: QtBot) -> None:
    assert qtbot is not None  # an application must be there to translate
    marked = Marked()
    QCoreApplication.installTranslator(marked)
    try:
        texts = [describe(make()) for make in SAMPLES.values()]
        notices = [describe_notice(Notice(kind, details=("x", "en"))) for kind in NoticeKind]
        notices += [describe_name_problem(problem) for problem in NameProblem]
    finally:
        QCoreApplication.removeTranslator(marked)
    assert all(text.title.startswith("§") for text in texts)
    assert all("§" in text.sentence for text in texts)
    assert all(notice.startswith("§") for notice in notices)
    assert "ErrorText" in marked.contexts


def test_what_an_error_quotes_has_an_end_and_no_effect() -> None:
    name = "\u202egnp.exe\x1b[2J\nAll is well." + "n" * 100_000
    told = describe(ModelFolderDamagedError(Path("/models") / name, [name] * 200))
    for text in (told.sentence, told.details):
        assert "\\u202egnp.exe\\x1b[2J\\nAll is well." in text
        assert len(text) < 50_000
    assert told.sentence.endswith("import or train it again.")
    named = describe_failure("later", {}, name)
    assert len(named.details) < 1_000
