"""The `translucent` command: open the window or run a verb, importing only what it needs.

Exit status: 0 done, 1 failed with one line that says why, 2 wrong usage, 130 interrupted.
"""

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from desktop.storage import paths
from desktop.values.worker_fault import is_lack_of_memory
from engine.errors import EngineError
from engine.foreign_text import safe_message
from engine.threads import spin_briefly
from training.errors import TrainingError

_VERBS = (
    "app",
    "quick",
    "translate",
    "unfinished",
    "attention",
    "models",
    "serve",
    "data",
    "recipes",
    "estimate",
    "train",
    "synthesize",
    "evaluate",
    "evaluate-alignment",
    "calibrate",
    "self-test",
)
"""The order of `--help`."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the `translucent` command and return its exit status.

    Args:
        argv: The arguments without the program's name; those of the process if not given.
    """
    _speak_utf8()
    paths.keep_caches_together()
    spin_briefly()
    try:
        return _run(sys.argv[1:] if argv is None else list(argv))
    except (EngineError, TrainingError, paths.FolderNotWritableError) as error:
        problem = str(error)
    except BrokenPipeError:  # the reader of our output closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (MemoryError, ImportError, RuntimeError) as error:
        if not is_lack_of_memory(error):
            raise
        problem = "There is not enough memory. Close other programs, or allow it more."
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    sys.stderr.write(f"translucent: {safe_message(problem)}\n")
    return 1


def _run(arguments: list[str]) -> int:
    files = _files_to_open(arguments)
    if files is not None:  # importing the verbs would take a quarter of a second
        from desktop.launch import open_window

        return open_window(paths.folders(), files)
    if arguments == ["--version"]:
        from desktop.platform import about

        sys.stdout.write(f"{about.facts()}\n")
        return 0
    from desktop.verbs import run_verb

    return run_verb(arguments, _VERBS)


def _files_to_open(arguments: list[str]) -> list[Path] | None:
    """Return the files the window should open; None if the arguments ask for something else."""
    if any(argument.startswith("-") for argument in arguments):
        return None
    if arguments[:1] == ["app"]:
        return [Path(name) for name in arguments[1:]]
    if any(name in _VERBS for name in arguments[:1]) or not all(map(_is_file_name, arguments)):
        return None
    return [Path(name) for name in arguments]


def _is_file_name(word: str) -> bool:
    """Return whether this names a file, even a missing one, rather than a mistyped verb."""
    if os.sep in word or os.path.lexists(word):
        return True
    from engine.documents.text_file import SUFFIXES
    from engine.interchange.foreign_folder import IMPORT_SUFFIXES

    return word.lower().endswith((*SUFFIXES, *IMPORT_SUFFIXES))


def _speak_utf8() -> None:
    """Read and write UTF-8 in any locale; replace what cannot be written."""
    for name, errors in (
        ("stdin", "strict"),
        ("stdout", "replace"),
        ("stderr", "backslashreplace"),
    ):
        stream = getattr(sys, name)
        if stream is None:  # a program without a console
            mode = "r" if name == "stdin" else "w"
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - stays open
            setattr(sys, name, nothing)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
