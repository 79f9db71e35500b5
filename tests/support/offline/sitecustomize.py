"""Refuse every way to another computer, and note who wanted to go where.

The tests use it, and every Python that they start: it finds this file by PYTHONPATH.
"""

import errno
import ipaddress
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

ATTEMPTS = "TRANSLUCENT_TEST_ATTEMPTS"
"""The environment variable that names the file of attempts, a line each."""

_SENDING = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg")
_ASKING = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")


def refuse_network() -> None:
    """Refuse addresses outside this computer from now on; nothing takes that back."""
    sys.addaudithook(_watch)


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event in _SENDING:
        place, address = arguments[:2]
        families = (socket.AF_INET, socket.AF_INET6)
        if isinstance(place, socket.socket) and place.family in families:
            host = address[0] if isinstance(address, tuple) else address
            if not _is_loopback(host):
                _refuse(f"{event} {address}")
    elif event in _ASKING and not (_is_address(arguments[0]) or _is_loopback(arguments[0])):
        _refuse(f"{event} {arguments[0]}")


def _is_address(host: object) -> bool:
    """Return whether nobody must be asked what address a host has."""
    with suppress(ValueError):
        return host is None or bool(ipaddress.ip_address(str(host)))
    return False


def _is_loopback(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else str(host)
    with suppress(ValueError):
        return ipaddress.ip_address(name).is_loopback
    return name in ("localhost", socket.gethostname())


def _refuse(attempt: str) -> None:
    if os.environ.get(ATTEMPTS):
        with Path(os.environ[ATTEMPTS]).open("a", encoding="utf-8") as file:
            file.write(f"{attempt}\n")
    raise OSError(errno.ENETUNREACH, f"another computer was asked for: {attempt}")


if __name__ == "sitecustomize":
    refuse_network()
