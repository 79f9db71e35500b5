"""`translucent translate --input` of a document: formatting and markup stay where they belong."""

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

import typer
from rich.console import Console
from rich.progress import Progress, TimeRemainingColumn

from engine.cli.interruption import INTERRUPTED, interruptible
from engine.cli.terminal import write_out
from engine.documents.document import Document
from engine.documents.doubts import Doubt
from engine.documents.file_translation import (
    FileRequest,
    FileResult,
    find_remarks,
    translate_document,
)
from engine.documents.part_translation import TextTranslator, count_sentences, translate_parts
from engine.text.excerpt import beginning
from engine.text.language_detection import EXPLAINED
from engine.translation import Cancelled, Notice, NoticeKind


def translate_to(
    translator: TextTranslator, document: Document, request: FileRequest, notes: Console
) -> None:
    """Translate a file that was read, to its target or else to standard output; say how it went.

    Raises:
        DocumentError: If the translation cannot be written.
        typer.Exit: If it was interrupted.
    """
    with interruptible(request.cancelled):
        if request.target is None:
            done, total = _to_screen(translator, document, request, notes)
            kept = "they are printed above"
        else:
            done, total = _to_file(translator, document, request, notes)
            kept = f"they are in {request.target}. The same command resumes"
    if done < total:
        parts = (
            f"{done} of {total} sentences translated; {kept}" if done else "nothing was translated"
        )
        notes.print(f"Stopped: {parts}.")
        raise typer.Exit(INTERRUPTED)


def _to_file(
    translator: TextTranslator, document: Document, request: FileRequest, notes: Console
) -> tuple[int, int]:
    steps = translate_document(translator, document, request)
    total = next(steps).total
    found: list[Doubt] = []
    with progress_bar(notes, total, is_shown=total > 0) as advance:
        done = 0
        while True:
            try:
                progress = next(steps)
            except StopIteration as end:
                result: FileResult = end.value
                break
            advance(progress.done - done)
            done = progress.done
            found += progress.doubts
    _say_notices(result.remarks, found, notes)
    return result.done, result.total


def _to_screen(
    translator: TextTranslator, document: Document, request: FileRequest, notes: Console
) -> tuple[int, int]:
    keep_line_ends(sys.stdout)
    total = count_sentences(document.parts)
    ready = done = 0
    found: list[Doubt] = []
    # On a screen that the text itself runs over, a bar would be in its way.
    is_shown = total > 0 and not sys.stdout.isatty()
    with progress_bar(notes, total, is_shown=is_shown) as advance, suppress(Cancelled):
        for step in translate_parts(translator, document.parts, request.wish()):
            write_out(step.text)
            advance(step.done - done)
            ready, done = step.ready, step.done
            found += step.doubts
    _say_notices(find_remarks(document, translator), found, notes)
    return ready, total


def _say_notices(remarks: Sequence[Notice], found: list[Doubt], notes: Console) -> None:
    for remark in remarks:
        notes.print(str(remark), style="dim")
    is_foreign = any(remark.kind is NoticeKind.LANGUAGE for remark in remarks)
    for doubt in found:
        for notice in doubt.notices:
            if not (is_foreign and notice.kind in EXPLAINED):
                sentence = beginning(doubt.source, 60)
                notes.print(f"{doubt.place}: {sentence}: {notice}", style="dim")


def keep_line_ends(stream: object) -> None:
    """Pass line ends on as they are; on Windows they would be changed on the way."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(newline="")


@contextmanager
def progress_bar(notes: Console, total: int, *, is_shown: bool) -> Iterator[Callable[[int], None]]:
    """Show how far a file is, on a terminal only; gives what takes each advance."""
    if not (is_shown and notes.is_terminal):
        yield lambda _: None
        return
    columns = (*Progress.get_default_columns()[:3], TimeRemainingColumn())
    # Text printed meanwhile goes where it should, not to the console of the bar.
    with Progress(*columns, console=notes, redirect_stdout=False) as progress:
        task = progress.add_task("Translating", total=total)
        yield lambda advance: progress.advance(task, advance)
