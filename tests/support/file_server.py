"""A server on this machine alone, which answers as a test says."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

Answer = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """Serve until the block ends; give the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def send(
    handler: BaseHTTPRequestHandler, body: bytes, *, tag: str = '"1"', length: str = ""
) -> None:
    """Send a file, or the rest of it that is asked for, as good servers do.

    Args:
        handler: Of the request.
        body: The file.
        tag: Its ETag.
        length: What is said of the length, if not the truth.
    """
    start = 0
    wished = handler.headers.get("Range", "")
    if wished and handler.headers.get("If-Range", tag) == tag:
        start = int(wished.removeprefix("bytes=").removesuffix("-"))
    if start >= len(body):
        handler.send_response(416)
        handler.send_header("Content-Range", f"bytes */{len(body)}")
        handler.send_header("Content-Length", "0")
        handler.end_headers()
        return
    handler.send_response(206 if start else 200)
    if start:
        handler.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
    handler.send_header("Content-Length", length or str(len(body) - start))
    handler.send_header("ETag", tag)
    handler.end_headers()
    handler.wfile.write(body[start:])
