"""Listen on this computer's loopback address, which no other computer can reach."""

import logging
import socket

from waitress.server import BaseWSGIServer, create_server

from engine.errors import PortUnavailableError
from engine.server.libretranslate import BODY_BYTES, LibreTranslateApp

HOST = "127.0.0.1"

_THREADS = 4
_CONNECTIONS = 32
_IDLE_SECONDS = 30
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


def serve(app: LibreTranslateApp, listener: socket.socket) -> None:
    """Answer requests until the program is interrupted; their number and size have limits."""
    # It warns of each request that has to wait.
    logging.getLogger("waitress").setLevel(logging.ERROR)
    server = create_server(
        app,
        sockets=[listener],
        threads=_THREADS,
        connection_limit=_CONNECTIONS,
        channel_timeout=_IDLE_SECONDS,
        max_request_header_size=_HEADER_BYTES,
        max_request_body_size=BODY_BYTES,
        ident="Translucent",
    )
    assert isinstance(server, BaseWSGIServer)  # one socket, one server
    server.run()
