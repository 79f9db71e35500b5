"""An engine in a process of its own: engines in one process slow each other's threads down."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from benchmarks.decoding.engines import ENGINES, Ids, Search, UnsupportedModelError


@dataclass(frozen=True, slots=True)
class Decoded:
    """What an engine made of some sources, and what it took."""

    targets: tuple[Ids, ...]
    seconds: float
    """By the clock."""
    processor_seconds: float
    """Of all its threads together."""
    peak_memory: float
    """The most memory of the process so far, in MB."""

    @property
    def tokens(self) -> int:
        """How many tokens the targets have, eos not counted."""
        return sum(map(len, self.targets))


class EngineProcess:
    """A process that has loaded one engine's model and decodes what it is asked to."""

    def __init__(self, engine: str, prepared: Path, threads: int) -> None:
        self._engine = engine
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.decoding.worker", engine, prepared, str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=os.environ | {"OMP_NUM_THREADS": str(threads)},
            cwd=Path(__file__).parents[2],
        )

    def decode(self, sources: Sequence[Ids], search: Search, batch_size: int) -> Decoded:
        """Decode the sources, so many at once, in their order.

        Raises:
            RuntimeError: If the process has ended; it told why on standard error.
        """
        request = {"sources": sources, "search": asdict(search), "batch_size": batch_size}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(json.dumps(request), file=self._process.stdin, flush=True)
            reply = self._process.stdout.readline()
        except BrokenPipeError:
            reply = ""
        if not reply:
            raise RuntimeError(f"{self._engine} ended with {self._process.wait()}")
        fields = json.loads(reply)
        targets = tuple(tuple(target) for target in fields.pop("targets"))
        return Decoded(targets, **fields)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the process."""
        self._process.kill()  # it holds nothing that could be lost
        self._process.communicate()


@contextmanager
def running(names: Sequence[str], model: Path, threads: int) -> Iterator[dict[str, EngineProcess]]:
    """Convert a model folder for each engine and run its process; say which cannot compute it."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        engines = {}
        for name in names:
            place = Path(folder) / name
            place.mkdir()
            engine = ENGINES[name]
            try:
                prepared = engine.module().prepare(model.absolute(), place, engine.precision)
            except UnsupportedModelError as error:
                print(f"{name} is left out: {error}\n")
                continue
            engines[name] = stack.enter_context(EngineProcess(name, prepared, threads))
        yield engines
