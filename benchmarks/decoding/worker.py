"""The process of one engine: loads its model once, then answers requests, one JSON object a line.

    python -m benchmarks.decoding.worker ENGINE PREPARED THREADS

A request has sources, a batch size and the fields of `Search`. The reply has the targets, the
seconds that decoding took by the clock and of the processor, and the most memory held so far.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

from benchmarks.decoding.engines import ENGINES, Search
from benchmarks.memory import peak_memory
from engine.threads import spin_briefly


def main() -> None:
    """Answer until standard input ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("threads", type=int)
    arguments = parser.parse_args()
    # Whatever a library prints goes to standard error instead.
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    spin_briefly()  # as the program does, before its libraries are loaded
    engine = ENGINES[arguments.engine]
    decode = engine.module().load(arguments.prepared, engine.precision, arguments.threads)
    for line in sys.stdin:
        request = json.loads(line)
        sources = [tuple(source) for source in request["sources"]]
        size, settings = request["batch_size"], Search(**request["search"])
        batches = [sources[start : start + size] for start in range(0, len(sources), size)]
        started, worked = time.perf_counter(), time.process_time()
        targets = [target for batch in batches for target in decode(batch, settings)]
        reply = {
            "seconds": time.perf_counter() - started,
            "processor_seconds": time.process_time() - worked,
            "targets": targets,
            "peak_memory": peak_memory(),
        }
        print(json.dumps(reply), file=replies, flush=True)


if __name__ == "__main__":
    main()
