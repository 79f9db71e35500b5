"""`translucent translate`: translate arguments, a file, or lines of standard input."""

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from engine.cli.document import keep_line_ends, progress_bar, translate_to
from engine.cli.options import (
    DeviceOption,
    LengthPenaltyOption,
    ModelOption,
    ThreadsOption,
)
from engine.cli.terminal import Terminal, write_out
from engine.cli.text_lines import LINES_AT_ONCE, blocks, lines_of
from engine.documents.document import Document, read_document
from engine.documents.file_translation import FileRequest, find_remark
from engine.documents.journal import JOURNALS
from engine.documents.tagged.language_tags import Languages
from engine.documents.text_file import PACKAGE_SUFFIXES, SUFFIXES
from engine.errors import DocumentError, GlossaryError, ModelNotFoundError
from engine.files.atomic_files import new_file
from engine.folders import Folders
from engine.glossary.glossary import NO_GLOSSARY, Glossary
from engine.glossary_files.reading import read_glossary
from engine.languages.names import english_name
from engine.models.registry import ModelEntry, find_model
from engine.text.language_detection import language_notice, tell_language
from engine.translation import (
    Formality,
    Notice,
    NoticeKind,
    ScoredText,
    SearchOptions,
    Translation,
    TranslationRequest,
)

if TYPE_CHECKING:
    from engine.pipeline.pivot import PivotTranslator
    from engine.pipeline.translator import Translator

_MOST_PROBLEMS = 10
"""Lines of a glossary that are named because they are left out."""
_LINE_END = re.compile(r"\r\n|\n|\r")


def translate(
    context: typer.Context,
    text: Annotated[
        list[str] | None,
        typer.Argument(help="Text to translate; by default, lines from standard input."),
    ] = None,
    model: ModelOption = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="Language of the text, such as en; by default, the language of arguments and "
            "files is detected, unless --model reads only one.",
        ),
    ] = None,
    target: Annotated[
        str | None, typer.Option("--to", help="Language to translate into, such as de.")
    ] = None,
    beam: Annotated[int | None, typer.Option(min=1, max=64, help="Beam size; 1 is greedy.")] = None,
    length_penalty: LengthPenaltyOption = None,
    n_best: Annotated[
        int, typer.Option(min=1, max=64, help="Number of translations per line.")
    ] = 1,
    formality: Annotated[
        Formality,
        typer.Option(
            help="Form of address in the translation, such as Sie (formal) or du (informal) in "
            "German; auto leaves it to the model. Not every model offers the choice."
        ),
    ] = Formality.AUTOMATIC,
    glossary_file: Annotated[
        Path | None,
        typer.Option(
            "--glossary",
            help="A .csv, .tsv or .tbx file of terms and their translations, which the translation "
            "follows; a term without a translation is not translated.",
        ),
    ] = None,
    input_file: Annotated[
        Path | None,
        typer.Option(
            "--input",
            help="The file to translate: .docx, .pptx, .xlsx, .odt, .epub, .html, .md, .srt or "
            ".txt, which keep their formatting, .pdf, of which only the text is read, or any other "
            "UTF-8 text file.",
        ),
    ] = None,
    output_file: Annotated[
        Path | None,
        typer.Option(
            "--output",
            help="File to write; by default, standard output. Required for "
            f"{', '.join(PACKAGE_SUFFIXES[:-1])} and {PACKAGE_SUFFIXES[-1]}.",
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print one JSON object per line, with tokens and alignment."),
    ] = False,
    device: DeviceOption = "auto",
    threads: ThreadsOption = None,
) -> None:
    """Translate text, a file, or lines of standard input, keeping line breaks."""
    if text and input_file is not None:
        raise typer.BadParameter("give text or --input, not both")
    if input_file is not None and output_file is not None and _is_same(input_file, output_file):
        raise typer.BadParameter("--output is the same file as --input; choose another")
    if beam is not None and n_best > beam:
        raise typer.BadParameter(f"--n-best {n_best} needs a --beam of at least {n_best}")
    if input_file is not None and input_file.suffix.lower() in PACKAGE_SUFFIXES:
        if output_file is None:
            raise typer.BadParameter(f"--output is required for {input_file.suffix} files")
        if as_json or n_best > 1:
            raise typer.BadParameter("--json and --n-best are for text, not for documents")
    folders: Folders = context.obj
    entry = find_model(folders, model, source, target)
    notes = Terminal(stderr=True, soft_wrap=True)
    options = SearchOptions(beam, length_penalty, formality, with_phrases=True)
    is_free = source is None and (model is None or entry.usable_manifest.is_multilingual)
    # What is translated is read before the model is loaded: a wrong file is said at once.
    if input_file is not None and _is_document(input_file) and not as_json and n_best == 1:
        document = _document(input_file, entry)
        if is_free:
            remark = find_remark(document.parts, entry.usable_manifest)
            entry = _reader(folders, remark, entry, (model, target), notes)
            document = _document(input_file, entry)
        request = FileRequest(
            input_file,
            output_file,
            replace(options, glossary=_glossary(glossary_file, entry, notes)),
            journals=folders.data / JOURNALS,
        )
        try:
            translate_to(_open(entry, device, threads, formality), document, request, notes)
        except DocumentError as error:
            raise typer.BadParameter(str(error)) from error
        return
    lines = lines_of(" ".join(text) if text else None, input_file)
    if is_free:
        remark = language_notice(lines.beginning, *entry.direction)
        entry = _reader(folders, remark, entry, (model, target), notes)
    languages = entry.direction
    options = replace(options, glossary=_glossary(glossary_file, entry, notes))
    translator = _open(entry, device, threads, formality)
    if translator.middle_language and not as_json:
        notes.print(
            str(Notice(NoticeKind.PIVOT, details=(translator.middle_language,))), style="dim"
        )
    # What speaks of single lines is asked for line by line; plain text goes faster by the block.
    is_typed = lines.count is None and sys.stdin.isatty()
    is_short = is_typed or bool(text)
    wish = TranslationRequest(
        "",
        options,
        n_best=n_best,
        with_alignment=as_json,
        with_fidelity=is_short,  # it would take nearly twice as long for a long text
    )
    is_by_line = as_json or n_best > 1 or is_typed
    number = 1
    # On a screen that the text itself runs over, a bar would be in its way.
    has_bar = lines.characters > 0 and not (output_file is None and sys.stdout.isatty())
    with (
        _writer(output_file) as write,
        progress_bar(notes, lines.characters, is_shown=has_bar) as advance,
    ):
        for block in blocks(lines, 1 if is_by_line else LINES_AT_ONCE):
            if is_by_line:
                line, end = block[0]
                translation = translator.translate(replace(wish, text=line))
                translation = tell_language(translation, *languages)
                write(_json(translation) + "\n" if as_json else _plain(translation, n_best) + end)
            else:
                translation = translator.translate(replace(wish, text="".join(map("".join, block))))
                translation = tell_language(translation, *languages)
                write(translation.target)
            if not as_json:
                _say_notices(notes, translation, number if lines.count != 1 else None)
            number += len(block)
            advance(len(translation.source) + 1)


def _open(
    entry: ModelEntry, device: str, threads: int | None, formality: Formality
) -> "Translator | PivotTranslator":
    """Load the model or models, and refuse a form of address that cannot be chosen."""
    from engine.pipeline.pivot import open_translator  # and with it, tokenizers

    translator = open_translator(entry, device=device, threads=threads)
    if formality is not Formality.AUTOMATIC and not translator.has_formality:
        raise typer.BadParameter(
            f"--formality {formality}: the model {entry.name} has no choice of formality"
        )
    return translator


def _glossary(file: Path | None, entry: ModelEntry, notes: Console) -> Glossary:
    """Read the glossary for a model's languages, and say which of its lines are left out."""
    if file is None:
        return NO_GLOSSARY
    try:
        found = read_glossary(file, entry.direction)
    except GlossaryError as error:
        raise typer.BadParameter(str(error)) from error
    for problem in found.problems[:_MOST_PROBLEMS]:
        notes.print(f"{file.name}, line {problem.line}: {problem.reason}", style="dim")
    if len(found.problems) > _MOST_PROBLEMS:
        more = len(found.problems) - _MOST_PROBLEMS
        notes.print(f"{file.name}: {more} more lines are left out", style="dim")
    return Glossary(found.entries)


def _reader(
    folders: Folders,
    remark: Notice | None,
    entry: ModelEntry,
    wish: tuple[str | None, str | None],
    notes: Console,
) -> ModelEntry:
    """Return the model that reads the language a text is in, and say so; this one if none does.

    Args:
        folders: Where the models are.
        remark: That the text is in a language which this one does not read.
        entry: This one.
        wish: The model and the target language that were asked for.
        notes: Where to say so.
    """
    if remark is None:
        return entry
    model, target = wish
    found, reads = remark.details
    wishes = (target,) if target is not None else (reads, entry.direction[1], None)
    for wished in wishes:
        with suppress(ModelNotFoundError):
            other = find_model(folders, model, found, wished)
            said = f"This looks like {english_name(found)}: {other.name} translates it."
            notes.print(f"{said} To choose yourself, give --from or --model.", style="dim")
            return other
    return entry


def _is_document(file: Path) -> bool:
    return file.suffix.lower() in SUFFIXES


def _document(file: Path, entry: ModelEntry) -> Document:
    try:
        return read_document(file, Languages(*entry.direction))
    except DocumentError as error:
        raise typer.BadParameter(str(error)) from error


def _is_same(first: Path, second: Path) -> bool:
    with suppress(OSError):  # told of where it is read or written
        return second.exists() and first.exists() and first.samefile(second)
    return False


@contextmanager
def _writer(file: Path | None) -> Iterator[Callable[[str], object]]:
    """Write to standard output, or to a file that takes its name when it is whole."""
    if file is None:
        keep_line_ends(sys.stdout)
        yield write_out
        return
    with ExitStack() as stack:
        try:
            # A device or pipe is written to as it stands; of a folder, opening says that it is one.
            if file.exists() and not file.is_file():
                opened: IO[str] = stack.enter_context(file.open("w", encoding="utf-8", newline=""))
            else:
                whole = stack.enter_context(new_file(file))
                opened = io.TextIOWrapper(whole, encoding="utf-8", newline="", write_through=True)
        except OSError as error:
            raise typer.BadParameter(f"{file} cannot be written: {error.strerror}") from error
        yield opened.write


def _say_notices(notes: Console, translation: Translation, first_line: int | None) -> None:
    said = []
    for notice in translation.notices:
        if notice.kind is NoticeKind.PIVOT:  # said before the first line
            continue
        lines_before = len(_LINE_END.findall(translation.source, 0, notice.start))
        where = f"line {first_line + lines_before}: " if first_line is not None else ""
        said.append(f"{where}{notice}")
    for line in dict.fromkeys(said):
        notes.print(line, style="dim")


def _plain(translation: Translation, n_best: int) -> str:
    if n_best == 1:
        return translation.target
    found = translation.hypotheses
    if not found and translation.target.strip():  # all of it is copied, and that is sure
        found = (ScoredText(translation.target, 0.0, ()),)
    return "\n".join(f"{one.score:.4f}\t{one.text}" for one in found)


def _json(translation: Translation) -> str:
    return json.dumps(as_object(translation), ensure_ascii=False)


def as_object(translation: Translation) -> dict[str, Any]:
    """Return a translation as `--json` prints it; offsets count code points of the printed text.

    `alignment` holds indices of `target_words` and `source_words`, and a weight.
    """
    sentences = translation.sentences
    found = translation.hypotheses
    source_words: list[list[Any]] = []
    target_words: list[list[Any]] = []
    alignment: list[list[Any]] = []
    for sentence in sentences:
        alignment += [
            [
                link.target + len(target_words),
                link.source + len(source_words),
                round(link.weight, 4),
            ]
            for link in sentence.alignment
        ]
        source_words += [[word.text, word.start, word.end] for word in sentence.source_words]
        target_words += [[word.text, word.start, word.end] for word in sentence.target_words]
    return {
        "source": translation.source,
        "target": translation.target,
        "score": round(found[0].score, 4) if found else None,
        "hypotheses": [{"text": best.text, "score": round(best.score, 4)} for best in found],
        "tokens": [
            {
                "text": token.text,
                "probability": round(token.probability, 4),
                "start": token.start,
                "end": token.end,
            }
            for sentence in sentences
            for token in sentence.tokens
        ],
        "source_words": source_words,
        "target_words": target_words,
        "alignment": alignment,
        "terms": [
            {
                "source": [use.source.text, use.source.start, use.source.end],
                "target": [use.target.text, use.target.start, use.target.end],
            }
            for sentence in sentences
            for use in sentence.terms
        ],
        "looked_up": [
            {
                "source": [word.source.text, word.source.start, word.source.end],
                "entry": word.entry,
                "target": word.target and [word.target.text, word.target.start, word.target.end],
            }
            for sentence in sentences
            for word in sentence.looked_up
        ],
        "misspellings": [
            {
                "word": [one.word.text, one.word.start, one.word.end],
                "suggestions": one.suggestions,
            }
            for sentence in sentences
            for one in sentence.misspellings
        ],
        "notices": [
            {"kind": n.kind.value, "text": str(n), "start": n.start, "end": n.end}
            for n in translation.notices
        ],
    }
