"""`translucent self-test`: do everything once and report how long it took."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import typer

from desktop.storage import paths
from desktop.storage.history import History
from desktop.workers.engine_loader import open_engine
from engine.edition import has_torch
from engine.folders import Folders
from engine.interchange.importing import import_model
from engine.languages.names import english_name
from engine.models.archive import export_archive
from engine.models.registry import find_model
from engine.text.language_detection import other_language
from engine.translation import TranslationRequest
from training.event_lines import from_line
from training.progress import Exported, Failed, Finished

SENTENCE = "Two dogs are playing in the snow."
GERMAN = "Zwei Hunde spielen im Schnee."
STEPS = 10


class SelfTestError(Exception):
    """A part of the program did not work."""


def self_test(context: typer.Context) -> None:
    """Check that the program works: translate, draw attention, copy a model, train ten steps.

    The small edition does not train. It writes only to a temporary folder. The exit status is 0 if
    everything works.
    """
    folders: Folders = context.obj
    with tempfile.TemporaryDirectory(prefix="translucent-") as name:
        scratch = Path(name)
        checks: list[tuple[str, Callable[[], str]]] = [
            ("translate", lambda: _translate(folders)),
            ("detect a language", _detect_language),
            ("draw attention", lambda: _draw(folders, scratch / "attention.png")),
            ("export and import a model", lambda: _move(folders, scratch)),
            ("save history", lambda: _keep(scratch / "history.sqlite3")),
        ]
        if has_torch():
            checks.append((f"train {STEPS} steps", lambda: _train(scratch / "run")))
        failed = False
        for what, check in checks:
            started = time.monotonic()
            try:
                result = check()
            except Exception as error:  # noqa: BLE001 - whatever breaks is what the test is for
                failed = True
                typer.echo(f"FAILED  {what}: {type(error).__name__}: {error}", err=True)
            else:
                typer.echo(f"ok  {what}: {result} ({time.monotonic() - started:.2f} s)")
    if failed:
        raise typer.Exit(1)
    typer.echo("Everything works.")


def _translate(folders: Folders) -> str:
    translator = open_engine(find_model(folders, source="en").path, "auto", None)
    target = translator.translate(TranslationRequest(SENTENCE)).target
    if not target.strip() or target == SENTENCE:
        raise SelfTestError(f"{SENTENCE!r} became {target!r}")
    return f"{target} ({translator.computing})"


def _detect_language() -> str:
    found = other_language(GERMAN, "en", "de")
    if found != "de" or other_language(SENTENCE, "en", "de") is not None:
        raise SelfTestError(f"{GERMAN!r} was detected as {found!r}")
    return english_name(found)


def _draw(folders: Folders, file: Path) -> str:
    from engine.attention.export import save_grid

    translator = open_engine(find_model(folders, source="en").path, "auto", None)
    sentence = translator.translate(TranslationRequest(SENTENCE)).sentences[0]
    shown = translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)
    save_grid(file, shown.maps.cross, shown.target_outputs, shown.source_tokens)
    return f"{file.stat().st_size:,} bytes"


def _move(folders: Folders, scratch: Path) -> str:
    entry = find_model(folders, source="en")
    file = scratch / "model.translucent"
    export_archive(entry.path, file)
    return import_model(file, scratch / "models").name


def _keep(file: Path) -> str:
    history = History(file)
    history.add(SENTENCE, "—", "en", "de", "self-test")
    history.close()
    history = History(file)
    try:
        found = history.search("DOGS")
    finally:
        history.close()
    if history.problem is not None:
        raise history.problem
    if [entry.source for entry in found] != [SENTENCE]:
        raise SelfTestError(f"the saved entry was not found: {len(found)} entries")
    return "found again"


def _train(run: Path) -> str:
    """Train in a child process, as the window does."""
    arguments = ["train", "reverse", "--set", f"training.max_steps={STEPS}", "--events"]
    child = subprocess.Popen(
        [*paths.command_line(), *arguments, "--output", str(run)],
        env={**os.environ, **paths.command_environment()},
        stdin=subprocess.PIPE,  # stays open: closing it would mean "stop and save"
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert child.stdout is not None
    with child:
        events = [from_line(line) for line in child.stdout]
    for event in events:
        if isinstance(event, Failed):
            raise SelfTestError(event.message)
    is_done = any(isinstance(event, Finished) for event in events)
    if child.returncode or not is_done or not any(isinstance(e, Exported) for e in events):
        raise SelfTestError(f"training ended with status {child.returncode} and no model")
    return f"{len(events)} events"
