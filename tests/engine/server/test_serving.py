"""The server, over real connections: slow and departed clients, and errors of its own."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Event
from typing import Any

import pytest
from waitress.server import BaseWSGIServer

from engine.server import serving
from engine.server.serving import listen, serve

SECONDS = 20.0


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any], int]]:
    """Serve an application on a thread; return its port."""
    with ExitStack() as stack:

        def start(app: Any) -> int:
            servers: list[BaseWSGIServer] = []
            run = BaseWSGIServer.run

            def noted(server: BaseWSGIServer) -> None:
                servers.append(server)
                run(server)

            monkeypatch.setattr(BaseWSGIServer, "run", noted)
            listener = listen(0)
            port: int = listener.getsockname()[1]
            thread = threading.Thread(target=serve, args=(app, listener))
            thread.start()

            def end() -> None:
                for channel in list(servers[0].active_channels.values()):  # type: ignore[attr-defined]
                    channel.handle_close()
                servers[0].close()
                servers[0].task_dispatcher.shutdown()
                vars(servers[0])["_map"].clear()  # its loop ends with its sockets
                thread.join(SECONDS)
                assert not thread.is_alive()

            stack.callback(end)
            return port

        yield start


def hello(_environ: Any, start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", "2")])
    return [b"{}"]


def answer(port: int, request: bytes) -> tuple[str, Any]:
    with socket.create_connection((serving.HOST, port), SECONDS) as client:
        client.sendall(request)
        content = b""
        while part := client.recv(1 << 16):
            content += part
    head, _, body = content.partition(b"\r\n\r\n")
    return head.split(b"\r\n")[0].decode(), json.loads(body)


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def test_errors_of_the_server_itself_are_json(begin: Callable[[Any], int]) -> None:
    def broken(_environ: Any, _start_response: Any) -> list[bytes]:
        raise OverflowError("of the application")

    port = begin(broken)
    status, told = answer(port, GET)
    assert status == "HTTP/1.1 500 Internal Server Error"
    assert "Internal Server Error" in told["error"]
    for nonsense in (b"nonsense", b"GET http://[ HTTP/1.1", b"GET /\xff HTTP/1.1"):
        status, told = answer(port, nonsense + b"\r\nConnection: close\r\n\r\n")
        assert status.endswith("400 Bad Request")
        assert set(told) == {"error"}


def test_slow_clients_keep_nobody_out(begin: Callable[[Any], int]) -> None:
    port = begin(hello)
    with ExitStack() as stack:
        for _ in range(100):
            slow = socket.create_connection((serving.HOST, port), SECONDS)
            stack.enter_context(slow)
            slow.sendall(b"GET / HT")
        assert answer(port, GET) == ("HTTP/1.1 200 OK", {})


def test_a_request_must_come_in_time(
    begin: Callable[[Any], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "_IDLE_SECONDS", 1)
    monkeypatch.setattr(serving, "_LOOK_SECONDS", 0)
    port = begin(hello)
    with socket.create_connection((serving.HOST, port), SECONDS) as slow:
        slow.settimeout(0.1)
        slow.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            try:
                slow.sendall(b"a")
                if slow.recv(1) == b"":
                    return
            except TimeoutError:
                continue
            except OSError:
                return
    pytest.fail("it may send a byte now and then for ever")


def test_the_application_is_told_when_a_client_has_gone(begin: Callable[[Any], int]) -> None:
    began, noticed = Event(), Event()

    def watching(environ: Any, start_response: Any) -> list[bytes]:
        began.set()
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if environ["waitress.client_disconnected"]():
                noticed.set()
                break
            time.sleep(0.01)
        return hello(environ, start_response)

    port = begin(watching)
    with socket.create_connection((serving.HOST, port), SECONDS) as client:
        client.sendall(GET)
        assert began.wait(SECONDS)
        assert not noticed.is_set()
    assert noticed.wait(SECONDS)
