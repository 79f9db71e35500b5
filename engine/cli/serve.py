"""`translucent serve`: LibreTranslate's interface, for other programs on this computer."""

import os
import secrets
import sys
from threading import Thread
from typing import Annotated

import typer

from engine.cli.options import DeviceOption, ThreadsOption
from engine.cli.terminal import say
from engine.folders import Folders

KEY_VARIABLE = "TRANSLUCENT_API_KEY"
PORT = 5000
"""LibreTranslate's own, which its clients expect."""
_SECONDS = 60.0
_KEY_BYTES = 24


def serve(
    context: typer.Context,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="TCP port on 127.0.0.1; 0 picks a free one.")
    ] = PORT,
    seconds: Annotated[
        float, typer.Option(min=1, help="Time limit for one translation.")
    ] = _SECONDS,
    device: DeviceOption = "auto",
    threads: ThreadsOption = None,
    until_input_ends: Annotated[
        bool,
        typer.Option(
            "--until-input-ends",
            help="Stop when standard input ends; for programs that start this one.",
        ),
    ] = False,
) -> None:
    """Let other programs on this computer translate, through LibreTranslate's HTTP interface.

    Only this computer can reach it, and only with the key in the environment variable
    TRANSLUCENT_API_KEY; if that is empty, a new key is created and printed. Ctrl+C stops it.
    """
    from engine.server.libretranslate import LibreTranslateApp
    from engine.server.serving import HOST, listen
    from engine.server.serving import serve as answer
    from engine.server.translation_service import TranslationService

    folders: Folders = context.obj
    given = os.environ.get(KEY_VARIABLE, "")
    key = given or secrets.token_urlsafe(_KEY_BYTES)
    service = TranslationService(folders, device=device, threads=threads, seconds=seconds)
    listener = listen(port)
    say(f"http://{HOST}:{listener.getsockname()[1]}")
    if not given:
        say(f"api_key: {key}")
    sys.stdout.flush()
    app = LibreTranslateApp(service, key)
    if until_input_ends:  # an interrupt would not do: whoever starts this may ignore them
        Thread(target=answer, args=(app, listener), daemon=True).start()
        sys.stdin.buffer.read()
    else:
        answer(app, listener)
