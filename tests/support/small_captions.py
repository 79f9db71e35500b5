"""The `translucent` command for which Multi30k is a handful of sentences, so that tests are quick.

A program of its own, as the wizard starts it: `python -m tests.support.small_captions VERB …`.
"""

import gzip
import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from desktop import command
from tests.support.file_server import send, serving
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

    def answer(handler: BaseHTTPRequestHandler) -> None:
        body = packed.get(handler.path.rpartition("/")[2])
        if body is None:
            handler.send_error(404)
        else:
            send(handler, body)

    with serving(answer) as address:
        yield f"{address}/raw"


if __name__ == "__main__":
    for name, text in texts().items():
        multi30k.FILES[name] = hashlib.sha256(text).hexdigest()
    sys.exit(command.main())
