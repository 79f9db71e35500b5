"""`translucent serve`, as a program of its own, with a client that other people wrote."""

import os
import subprocess
import sys
import urllib.error
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from libretranslatepy import LibreTranslateAPI

from tests.support.commands import Run
from tests.support.translators import save_subword_model

ROOT = Path(__file__).parents[3]
SECONDS = 60


@contextmanager
def serving(home: Path, *options: str, key: str = "") -> Iterator[subprocess.Popen[str]]:
    """Start the command as some launchers do, deaf to interrupts; end its input, and it ends."""
    deaf = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]
    command = [sys.executable, "-m", "desktop", "serve", "--port", "0", "--until-input-ends"]
    environment = {**os.environ, "TRANSLUCENT_HOME": str(home), "TRANSLUCENT_API_KEY": key}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*deaf, *command, *options],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
        cwd=ROOT,
        env=environment,
    ) as program:
        try:
            yield program
            if program.stdin is not None:
                program.stdin.close()
            assert program.wait(SECONDS) == 0
        finally:
            program.kill()


def line(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    return program.stdout.readline().rstrip()


@pytest.mark.slow
def test_a_client_translates_with_the_key_that_is_printed(tmp_path: Path) -> None:
    save_subword_model(tmp_path / "data" / "models" / "toy")
    with serving(tmp_path) as program:
        address, key = line(program), line(program).removeprefix("api_key: ")
        assert address.startswith("http://127.0.0.1:")
        client = LibreTranslateAPI(address, key)
        assert client.translate("A dog.", "en", "de", timeout=SECONDS)
        assert client.detect("Where is the station?", timeout=SECONDS)[0]["language"] == "en"
        assert "en" in [language["code"] for language in client.languages(timeout=SECONDS)]
        with pytest.raises(urllib.error.HTTPError, match="403"):
            LibreTranslateAPI(address, "wrong").translate("A dog.", "en", "de", timeout=SECONDS)


@pytest.mark.slow
def test_the_key_of_the_environment_is_not_printed(tmp_path: Path) -> None:
    with serving(tmp_path, key="mine") as program:
        address = line(program)
        assert LibreTranslateAPI(address, "mine").detect("A dog is here.", timeout=SECONDS)
        assert "mine" not in "".join(program.communicate(timeout=SECONDS))


def test_a_taken_port_is_said(run: Run) -> None:
    from engine.server.serving import listen

    with listen(0) as listener:
        port = listener.getsockname()[1]
        ended = run("serve", "--port", str(port))
    assert ended.status == 1
    assert f"Port {port} cannot be used" in ended.err
    assert "choose another port" in ended.err


def test_only_this_computer_can_connect() -> None:
    from engine.server.serving import listen

    with listen(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
