"""Translate a file piece by piece, so that its caller can do other work between the pieces.

The source is never changed. The translation is written to a temporary file, renamed when complete
or cancelled: then it holds the finished part.
"""

import errno
import re
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event

from engine.documents.document import Document, begin_reading
from engine.documents.doubts import Doubt
from engine.documents.journal import Work, has_changed, open_journal
from engine.documents.part_translation import TextTranslator, count_sentences, translate_parts
from engine.documents.tagged.language_tags import Languages
from engine.documents.text_file import PDF_SUFFIX
from engine.errors import DocumentError
from engine.files.atomic_files import write_file
from engine.markup.extraction import Block
from engine.models.manifest import Manifest
from engine.text.language_detection import LONGEST, language_notice
from engine.translatable import Phrase, translatable
from engine.translation import (
    DEFAULT_OPTIONS,
    Cancelled,
    Notice,
    NoticeKind,
    SearchOptions,
    TranslationRequest,
)

PARTS_AT_ONCE = 1000
"""The parts of a file read in one step: also a tenth of a second."""

_COPIED_AT_ONCE = 100_000
"""The characters of those parts that are copied."""

_STEPS_OF_RATE = 20

_LONG_RUN = re.compile(r"[^\W\d_]{33,}")
"""Longer than almost all words, compounds too; letters without case need no spaces."""
_MOST_JOINED = 0.1
"""The most of an ordinary text that such words are."""


@dataclass(frozen=True, slots=True)
class FileRequest:
    """Which file to translate and how.

    Without a target, the translation is written beside the source, under a name that is free.
    `cancelled` may be set from any thread.
    """

    source: Path
    target: Path | None = None
    options: SearchOptions = DEFAULT_OPTIONS
    cancelled: Event = field(default_factory=Event, compare=False)
    journals: Path | None = None
    """The folder where finished sentences are kept, so that a stopped file can be resumed; without
    one, nothing is kept."""
    resumed: Path | None = None
    """The journal of the translation to resume. One of the same work is found without
    it; if given, changes since then are noticed."""

    def wish(self) -> TranslationRequest:
        """Return how each text of the file is to be translated."""
        return TranslationRequest("", self.options, cancelled=self.cancelled)


@dataclass(frozen=True, slots=True)
class FileProgress:
    """The finished sentences of a file, the time taken and left, and the findings.

    `doubts` are new since the last report; `remarks` are about the whole file. A file to be
    resumed is restarted if it, or a setting, has changed.
    """

    source: Path
    done: int
    total: int
    seconds: float
    seconds_left: float | None
    doubts: tuple[Doubt, ...] = ()
    remarks: tuple[Notice, ...] = ()
    is_restarted: bool = False


@dataclass(frozen=True, slots=True)
class FileResult:
    """The result of a file; `target` holds only a part if it was cancelled.

    If it was cancelled before the first sentence was done, no target was written.
    """

    source: Path
    target: Path
    done: int
    total: int
    doubts: int
    seconds: float
    remarks: tuple[Notice, ...] = ()
    """About the whole file."""
    journal: Path | None = None
    """The journal to resume a partial file by."""

    @property
    def is_whole(self) -> bool:
        """Whether all of the file was translated."""
        return self.done == self.total


def find_remark(parts: Sequence[str | Block], manifest: Manifest) -> Notice | None:
    """Return the notice of a document in another language than a model reads, if it is in one."""
    beginning: list[str] = []
    length = 0
    for part in parts:
        if isinstance(part, Block) and length < LONGEST:
            beginning.extend(part.passage.sentences())
            length += sum(map(len, part.passage.sentences()))
    text = "\n".join(beginning)
    return language_notice(text, manifest.source_language, manifest.target_language)


def find_lost_spaces(document: Document) -> Notice | None:
    """Return the notice of a document whose words run together, if its layout was lost."""
    if document.remark is None:
        return None
    length = joined = 0
    for part in document.parts:
        for sentence in part.passage.sentences() if isinstance(part, Block) else ():
            length += len(sentence)
            runs = _LONG_RUN.findall(sentence)
            joined += sum(len(run) for run in runs if run.lower() != run.upper())
    return Notice(NoticeKind.RUN_TOGETHER) if joined > _MOST_JOINED * length else None


def find_remarks(document: Document, translator: TextTranslator) -> tuple[Notice, ...]:
    """Return the notices about a whole document."""
    between = translator.middle_language
    found = (
        document.remark,
        find_lost_spaces(document),
        Notice(NoticeKind.PIVOT, details=(between,)) if between else None,
        find_remark(document.parts, translator.manifest),
    )
    return tuple(remark for remark in found if remark is not None)


def _untranslated(part: str | Block) -> str:
    return part if isinstance(part, str) else part.finish(part.passage.source)


def translate_file(
    translator: TextTranslator, request: FileRequest
) -> Generator[FileProgress, None, FileResult]:
    """Translate a file in steps, as `translate_parts` does.

    Args:
        translator: The translator.
        request: Which file, and how.

    Yields:
        The progress: first before anything is translated, then after each step. While a long
        file is read, the total is not known and 0.

    Returns:
        The result, even if the request was cancelled.

    Raises:
        DocumentError: If the file cannot be read or its translation written, or if it should be
            resumed with another model.
    """
    started = time.monotonic()
    source = request.source
    manifest = translator.manifest
    reading = begin_reading(source, Languages(manifest.source_language, manifest.target_language))
    parts: list[str | Block] = []
    copied = 0
    for part in reading.parts:
        parts.append(part)
        copied += len(part) if isinstance(part, str) else 0
        if len(parts) % PARTS_AT_ONCE == 0 or copied > _COPIED_AT_ONCE:
            yield FileProgress(source, 0, 0, time.monotonic() - started, None)
            copied = 0
    return (yield from translate_document(translator, reading.document(parts), request))


def translate_document(
    translator: TextTranslator, document: Document, request: FileRequest
) -> Generator[FileProgress, None, FileResult]:
    """Translate a file that was read; otherwise like `translate_file`."""
    started = time.monotonic()
    source = request.source
    total = count_sentences(document.parts)
    wish = request.wish()
    remarks = find_remarks(document, translator)
    work = Work.of(source, document.parts, translator.manifest, wish)
    is_restarted = request.resumed is not None and has_changed(request.resumed, work)
    with open_journal(request.journals, work, total) as journal:
        target = request.target or journal.partial()
        output = _Output(source, target, translator.manifest.target_language, document.suffix)
        output.check()
        rate = _Rate()
        yield FileProgress(source, 0, total, 0.0, None, remarks=remarks, is_restarted=is_restarted)
        texts: list[str] = []
        done = doubts = num_parts = 0
        with suppress(Cancelled):
            for step in translate_parts(translator, document.parts, wish, journal):
                texts.append(step.text)
                done, num_parts = step.ready, step.parts
                doubts += len(step.doubts)
                seconds = time.monotonic() - started
                left = rate.seconds_for(total - step.done, step.done - step.known, seconds)
                yield FileProgress(
                    source, step.done, total, seconds, left, step.doubts, remarks, is_restarted
                )
        if done or not total:
            if not document.is_text:
                texts += map(_untranslated, document.parts[num_parts:])
            content = document.encoding.encode("".join(texts))
            output.publish(content)
            journal.keep_partial(output.target, content)
        if not 0 < done < total:
            journal.end()
    seconds = time.monotonic() - started
    return FileResult(source, output.target, done, total, doubts, seconds, remarks, journal.path)


class _Rate:
    """The time per sentence in the last steps."""

    def __init__(self) -> None:
        self.steps: deque[tuple[int, float]] = deque([(0, 0.0)], maxlen=_STEPS_OF_RATE)

    def seconds_for(self, sentences: int, done: int, seconds: float) -> float | None:
        """Return how long some sentences will take, judging by the time taken so far."""
        first_done, first_seconds = self.steps[0]
        self.steps.append((done, seconds))
        if done == first_done:
            return None
        return sentences * (seconds - first_seconds) / (done - first_done)


class _Output:
    """A file that gets its name when published, and is then complete."""

    def __init__(self, source: Path, wished: Path | None, language: str, suffix: str) -> None:
        self.source = source
        self.suffix = suffix
        self.wished = wished
        self.language = language
        self.target = wished or source
        with self._errors_said():
            if wished is None:
                self._choose_free_name()
            # A device or pipe is written to directly; opening a folder reports that it is one.
            self.is_special = self.target.exists() and not self.target.is_file()

    def check(self) -> None:
        """Check before the work that it can be written."""
        if self.target.suffix.lower() == PDF_SUFFIX:
            reason = Phrase.of(
                translatable("Phrase", "cannot be written as PDF; choose a .txt file")
            )
            raise DocumentError(self.target, reason)
        with self._errors_said():
            if self.wished is not None and self.target.exists():
                if self.target.samefile(self.source):
                    reason = Phrase.of(
                        translatable("Phrase", "is the source file itself; choose another file")
                    )
                    raise DocumentError(self.target, reason)
                if self.target.is_dir():
                    reason = Phrase.of(translatable("Phrase", "is a folder; choose a file"))
                    raise DocumentError(self.target, reason)
            if not self.is_special:
                TemporaryFile(dir=self.target.resolve().parent).close()

    def publish(self, content: bytes) -> None:
        """Write the content and give the file its name."""
        with self._errors_said():
            if self.is_special:
                self.target.write_bytes(content)
            elif self.wished is not None:
                write_file(self.target, content)
            else:
                self._write_to_free_name(content)

    def _write_to_free_name(self, content: bytes) -> None:
        while True:
            try:
                write_file(self.target, content, replace=False)
            except FileExistsError:  # the name was taken meanwhile
                self._choose_free_name()
            else:
                return

    def _choose_free_name(self) -> None:
        stem, suffix = f"{self.source.stem}.{self.language}", self.suffix
        numbered = (f"{stem} ({number}){suffix}" for number in count(2))
        names = chain([f"{stem}{suffix}"], numbered)
        for name in names:
            self.target = self.source.with_name(name)
            if not _is_taken(self.target):
                return

    @contextmanager
    def _errors_said(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = Phrase.of(
                translatable("Phrase", "cannot be written: {error}; choose a shorter name")
                if error.errno == errno.ENAMETOOLONG
                else translatable(
                    "Phrase", "cannot be written: {error}; choose another folder or make room"
                ),
                error=str(error.strerror),
            )
            raise DocumentError(self.target, reason) from error


def _is_taken(path: Path) -> bool:
    return path.exists() or path.is_symlink()
