"""The `translucent` command for which Multi30k is a handful of sentences, so that tests are quick.

A program of its own, as the wizard starts it: `python -m tests.support.small_captions VERB …`.
"""

import gzip
import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from desktop import command
from training.corpus import multi30k
from training.corpus.layouts import reversed_pairs

COUNTS = {"train": 300, "val": 20, "test_2016_flickr": 20}


def texts() -> dict[str, bytes]:
    """Return made-up sentences under the names of the real files; a translation is a reversal."""
    found = {}
    for seed, (split, count) in enumerate(COUNTS.items()):
        for name in multi30k.FILES:
            if name.rpartition(".")[0] == split:
                side = 0 if name.endswith("en") else 1
                lines = [pair[side] for pair in reversed_pairs(count, seed)]
                found[name] = "".join(f"{line}\n" for line in lines).encode()
    return found


@contextmanager
def mirror() -> Iterator[str]:
    """Serve them on this machine alone; gives the address below which they are."""
    packed = {f"{name}.gz": gzip.compress(text, mtime=0) for name, text in texts().items()}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = packed.get(self.path.rpartition("/")[2])
            if body is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/raw"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    for name, text in texts().items():
        multi30k.FILES[name] = hashlib.sha256(text).hexdigest()
    sys.exit(command.main())
