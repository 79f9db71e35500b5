"""The packaged program asks nothing of other computers: each of its system calls is looked at."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.bundles import Person, Program
from tests.support.places import need
from tests.support.x_client import XClient
from tests.support.x_server import has_x_server, x_server

LOOPBACK = re.compile(r'inet_addr\("127\.|inet_pton\(AF_INET6, "::1"')


def traced(program: Program, log: Path) -> Program:
    """Return a program whose calls to the network, and those of its children, are written down."""
    need("strace")
    calls = ("-e", "trace=connect,bind,sendto,sendmsg,sendmmsg")
    wrapper = ("strace", "-f", "-qq", "--seccomp-bpf", *calls, "-o", str(log))
    watched = replace(program, wrapper=wrapper)
    if watched.run("--version").status != 0:
        pytest.skip("needs a system that lets programs be traced")
    return watched


def sent_elsewhere(log: Path) -> list[str]:
    """Return the calls that name an internet address outside this computer."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return [line for line in lines if "AF_INET" in line and not LOOPBACK.search(line)]


def test_the_terminal_asks_nothing_of_another_computer(program: Program, place: Path) -> None:
    log = place / "calls"
    assert traced(program, log).do("self-test").endswith("Everything works.\n")
    assert sent_elsewhere(log) == []


@pytest.mark.skipif(not has_x_server(), reason="needs Xvfb: make test installs it on Debian")
def test_the_window_asks_nothing_of_another_computer(program: Program, place: Path) -> None:
    log = place / "calls"
    watched = traced(program, log)
    with x_server() as server, XClient(server["DISPLAY"]) as x:
        environment = program.environment(DISPLAY=server["DISPLAY"])
        with watched.open(environment=environment) as process:
            person = Person(x, process)
            person.wait_for_attention(person.translate())
            assert person.quit() == 0
    assert "AF_UNIX" in log.read_text(encoding="utf-8")  # the X server: calls were written down
    assert sent_elsewhere(log) == []
