"""Listen on this computer's loopback address, which no other computer can reach."""

import json
import logging
import socket
from typing import Any, cast

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer, create_server
from waitress.task import ErrorTask

from engine.errors import PortUnavailableError
from engine.server.libretranslate import BODY_BYTES, LibreTranslateApp

HOST = "127.0.0.1"

_THREADS = 4
_CONNECTIONS = 32
"""More take the place of those that have waited longest for a whole request."""
_IDLE_SECONDS = 30
"""For a request to come, too, from its first byte to its last."""
_LOOK_SECONDS = 5
_HEADER_BYTES = 16 << 10


def listen(port: int) -> socket.socket:
    """Return a socket that listens on this computer only.

    Args:
        port: The TCP port; 0 takes any that is free.

    Raises:
        PortUnavailableError: If another program uses the port, or the system reserves it.
    """
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise PortUnavailableError(port, error.strerror or str(error)) from error


class _ErrorTask(ErrorTask):
    """Tells errors of the server itself as the application tells its own."""

    def execute(self) -> None:
        """Write the answer."""
        error = cast("HTTPRequestParser", self.request).error
        assert error is not None
        body = json.dumps({"error": f"{error.reason}: {error.body}"}).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers = [("Content-Type", "application/json")]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class _Parser(HTTPRequestParser):
    """Refuses each address that is none; waitress alone lets some end its connection."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the first line and the header.

        Raises:
            ParsingError: If they are none.
        """
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            raise ParsingError("Bad URI") from error


class _Channel(HTTPChannel):
    """A connection whose requests must come in time, and which makes room for newer ones."""

    error_task_class = _ErrorTask
    parser_class = _Parser
    _began = 0.0

    def __init__(
        self,
        server: BaseWSGIServer,
        sock: socket.socket,
        addr: tuple[str, int],
        adj: Adjustments,
        map: Any = None,  # noqa: A002 (waitress's name)
    ) -> None:
        channels = cast("dict[int, HTTPChannel]", server.active_channels).values()
        waiting = [one for one in channels if not (one.requests or one.total_outbufs_len)]
        if len(channels) >= _CONNECTIONS and waiting:
            min(waiting, key=lambda one: one.last_activity).will_close = True
        super().__init__(server, sock, addr, adj, map)

    def received(self, data: bytes) -> bool:
        """Take some bytes; those of a request that has begun are no news of the client."""
        began = self.last_activity if self.request is None else self._began
        is_taken = super().received(data)
        if self.request is not None:
            self._began = self.last_activity = began
        return is_taken


def serve(app: LibreTranslateApp, listener: socket.socket) -> None:
    """Answer requests until the program is interrupted; their number and size have limits."""
    # It warns of each request that has to wait.
    logging.getLogger("waitress").setLevel(logging.ERROR)
    server = create_server(
        app,
        sockets=[listener],
        threads=_THREADS,
        connection_limit=2 * _CONNECTIONS,
        channel_timeout=_IDLE_SECONDS,
        cleanup_interval=_LOOK_SECONDS,
        channel_request_lookahead=1,  # so that it notices when a client has gone
        max_request_header_size=_HEADER_BYTES,
        max_request_body_size=BODY_BYTES,
        ident="Translucent",
    )
    assert isinstance(server, BaseWSGIServer)  # one socket, one server
    server.channel_class = _Channel
    server.run()
