"""Translating in a terminal: a prompt for a person, one line out for each line in for a program.

Standard output carries translations only; everything else is said on standard error.
"""

import os
import sys
from collections.abc import Callable
from typing import Protocol

from rich.console import Console

from engine.errors import EngineError
from engine.translation import Translation, TranslationRequest

_HOW_TO_END = "Ctrl+Z and Enter" if os.name == "nt" else "Ctrl+D"


class LineTranslator(Protocol):
    """What the prompt needs of a translator."""

    def translate(self, request: TranslationRequest) -> Translation:
        """Translate one text."""
        ...


def run(open_translator: Callable[[], LineTranslator], *, model: str, source: str) -> int:
    """Talk with a person at a terminal, or answer the lines of a pipe or file.

    Args:
        open_translator: Loads the model; it may take seconds.
        model: The name of the model, for the greeting.
        source: The language to type in, such as `en`, for the prompt.

    Returns:
        The exit status: 1 if a line of a pipe or file could not be translated.
    """
    notes = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
    if sys.stdin.isatty() and sys.stdout.isatty():
        with notes.status(f"Loading {model} …"):
            translator = open_translator()
        notes.print(
            f"Translucent, offline translation with {model}. "
            f"Type a sentence and press Enter; {_HOW_TO_END} ends."
        )
        _converse(translator, f"{source}> ", notes)
        return 0
    return _translate_lines(open_translator(), notes)


def _converse(translator: LineTranslator, sign: str, notes: Console) -> None:
    _enable_line_editing()
    while True:
        try:
            text = input(sign)
            if text.strip():
                _write(_translate(translator, text, notes))
        except EOFError:
            _write("")
            return
        except KeyboardInterrupt:  # clears the line, or stops the translation
            _write("")
        except EngineError as error:
            notes.print(str(error), style="red")


def _translate_lines(translator: LineTranslator, notes: Console) -> int:
    failures = 0
    for number, line in enumerate(sys.stdin, start=1):
        text = line.removesuffix("\n")
        target = ""
        try:
            target = _translate(translator, text, notes) if text.strip() else text
        except EngineError as error:
            failures += 1
            notes.print(f"translucent: line {number}: {error}")
        _write(target)
    return 1 if failures else 0


def _translate(translator: LineTranslator, text: str, notes: Console) -> str:
    translation = translator.translate(TranslationRequest(text, with_alignment=False))
    for notice in translation.notices:
        notes.print(str(notice), style="dim")
    return translation.target


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _enable_line_editing() -> None:
    """Arrow keys and the lines typed before, where Python has them; nothing is kept on disk."""
    try:
        import readline  # noqa: F401 - importing it is what makes input() edit lines
    except ImportError:  # Windows: the console edits lines by itself
        return
