"""The packaged window, worked with as a person does: keys, the screen, the clipboard."""

import sqlite3
from contextlib import closing

import pytest

from tests.support.bundles import CAPTION, TRANSLATION, Person, Program, save_picture
from tests.support.x_client import XClient
from tests.support.x_server import has_x_server, x_server

pytestmark = pytest.mark.skipif(
    not has_x_server(), reason="needs Xvfb: make test installs it on Debian"
)


def test_type_read_look_and_quit(program: Program) -> None:
    with x_server() as server, XClient(server["DISPLAY"]) as x:
        environment = program.environment(DISPLAY=server["DISPLAY"])
        with program.open(environment=environment) as process:
            person = Person(x, process)
            window = person.translate()
            save_picture(person.wait_for_attention(window), "window")
            assert person.quit() == 0
    data = program.home / ".local" / "share" / "translucent"
    with closing(sqlite3.connect(data / "history.sqlite3")) as history:
        kept = history.execute("SELECT source, target FROM entries").fetchall()
    assert kept == [(CAPTION, TRANSLATION)]


def test_the_text_is_there_again_at_the_next_start(program: Program) -> None:
    with x_server() as server, XClient(server["DISPLAY"]) as x:
        environment = program.environment(DISPLAY=server["DISPLAY"])
        with program.open(environment=environment) as process:
            person = Person(x, process)
            person.translate()
            assert person.quit() == 0
        with program.open(environment=environment) as process:
            person = Person(x, process)
            person.wait_for_window()
            person.read_translation(TRANSLATION)
            assert person.quit() == 0


def test_without_a_display_it_says_what_to_do(program: Program) -> None:
    ended = program.run("app")
    assert ended.status == 2
    assert "The window cannot be opened: there is no display" in ended.err
    assert 'translucent translate "A dog runs."' in ended.err
