"""The whole program, used for a while: what it is given carries marks, to be looked for later.

    python -m tests.support.long_use FOLDER real|fake on|off TEXTS TRAININGS
    python -m tests.support.long_use FOLDER real|fake again|clear

real, fake  translate with the shipped model, or in capitals
on, off     use everything the window has, with or without a history, and close it
again       reopen the window, and close it when the text of last time is translated
clear       reopen it, clear the history and the text, and close it

The home of the user is HOME, temporary files are in TMPDIR, files to translate in FOLDER.
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread

import psutil
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from desktop import app, command
from desktop.sessions.training.training_session import NewRun
from desktop.workers import engine_loader
from engine.glossary.glossary import GlossaryEntry
from tests.support.engines import fake_open
from tests.support.runs import TINY
from training.recipe import load_recipe

TYPED, EDITED, COPIED = "Qzorbtyped", "Qzorbedited", "Qzorbcopied"
TERM, FILED, LEARNED = "Qzorbterm", "Qzorbfiled", "Qzorblearned"
MARKS = (TYPED, EDITED, COPIED, TERM, FILED, LEARNED)
"""Words of what is typed, edited, copied, in the glossary, in files and in training text."""

_PATIENCE_MS = 240_000
_LOOK_MS = 20


def wait(is_so: Callable[[], object]) -> None:
    """Let the program work until something is so.

    Raises:
        TimeoutError: If that takes far too long.
    """
    for _ in range(_PATIENCE_MS // _LOOK_MS):
        if is_so():
            return
        QTest.qWait(_LOOK_MS)
    raise TimeoutError


def translate(program: app.Program, text: str) -> None:
    """Replace the text in the window, and wait for its translation."""
    last: list[str] = []

    def note(translation: object) -> None:
        last[:] = [getattr(translation, "source", "")]

    program.translating.session.translated.connect(note)
    program.window.source_pane.clear_text()
    program.window.source_pane.type_text(text)
    wait(lambda: last == [text])
    program.translating.session.translated.disconnect(note)


def use(program: app.Program, folder: Path, num_texts: int, num_trainings: int) -> None:
    """Do everything that the window is for."""
    window = program.window
    for name in ("history", "attention", "files"):
        window.actions_by_id[name].trigger()
    for number in range(num_texts):
        translate(program, f"The dog of {TYPED} number {number} is running in the snow.")
        program.translating.history.begin_anew()
    translate(program, f"Der Hund von {TYPED} läuft durch den Schnee und ist sehr müde.")
    translate(program, f"The dog of {EDITED} is running home.")
    window.target_pane.text_edited.emit(f"Ein Welpe von {EDITED} tollt.")
    wait(lambda: window.target_pane.plain_text() == f"Ein Welpe von {EDITED} tollt.")
    window.target_pane.bar.edit_tools.keep_requested.emit()
    translate(program, f"A cat of {TYPED} sleeps.")
    program.translating.glossary.put(
        program.selection.direction, [GlossaryEntry.of(TERM, f"{TERM}isch")]
    )

    QGuiApplication.clipboard().setText(f"The house of {COPIED} is small.")
    program.quick.translate_selection()
    wait(program.quick.popup.translation)
    program.quick.popup.close()

    ended: list[object] = []
    program.files.finished.connect(lambda *result: ended.append(result))
    file = folder / "captions.txt"
    file.write_text(f"The dog of {FILED} runs.\n" * 5, encoding="utf-8")
    program.files.add([file])
    wait(lambda: ended)

    for number in range(num_trainings):
        train(program, folder / "pairs", f"own {number}")
    # An error that nobody catches is logged and reported: the place, not what it quotes.
    failing = Thread(target={}.__getitem__, args=(f"The dog of {TYPED}",))
    failing.start()
    failing.join()


def train(program: app.Program, data: Path, name: str) -> None:
    """Train a model on the user's own text, and watch what its processes are told."""
    data.mkdir(exist_ok=True)
    for part in ("train", "val", "test"):
        lines = (f"{n} dogs of {LEARNED}\t{LEARNED} of dogs {n}\n" for n in range(12))
        (data / f"{part}.tsv").write_text("".join(lines), encoding="utf-8")
    recipe = load_recipe("reverse").override((*TINY, "corpus.kind=pairs", "training.max_steps=4"))
    outcomes: list[object] = []
    program.training.ended.connect(outcomes.append)
    program.training.begin(NewRun(recipe, (data,), name, device="cpu", threads=1))
    wait(told_to_children)
    wait(lambda: outcomes)


def told_to_children() -> bool:
    """Check what the arguments and the environment of every child say; False while there is none.

    Raises:
        AssertionError: If one of them holds a mark.
    """
    children = psutil.Process().children(recursive=True)
    for child in children:
        told = "\n".join((*child.cmdline(), *child.environ().values()))
        assert not [mark for mark in MARKS if mark in told], told
    return bool(children)


def act(program: app.Program, folder: Path, wish: str, counts: Sequence[str]) -> None:
    """Do what is asked for."""
    wait(lambda: program.settings.model_name)
    match wish:
        case "on" | "off":
            program.settings.change(keep_history=wish == "on")
            use(program, folder, *map(int, counts))
        case "again":
            wait(lambda: TYPED in program.window.source_pane.plain_text())
            wait(program.window.target_pane.plain_text)
        case "clear":
            wait(lambda: TYPED in program.window.source_pane.plain_text())
            program.translating.history.erase()
            program.window.source_pane.clear_text()
        case _:
            raise ValueError(wish)


def work(program: app.Program, folder: Path, wish: str, counts: Sequence[str]) -> None:
    """Do what is asked for, then quit; an error ends the process at once."""
    try:
        act(program, folder, wish, counts)
        program.window.quit()
    except BaseException:
        program.window.hide()
        program.application.exit(1)
        raise


def main() -> int:
    """Open the window and use it."""
    folder, engine, wish, *counts = sys.argv[1:]

    class Used(app.Program):
        def open_window(self) -> None:
            super().open_window()
            self.began.connect(
                lambda: QTimer.singleShot(0, lambda: work(self, Path(folder), wish, counts))
            )

    app.Program = Used  # type: ignore[misc]
    if engine == "fake":
        engine_loader.open_engine = fake_open()  # type: ignore[assignment]
    return command.main(["app"])


if __name__ == "__main__":
    sys.exit(main())
