"""The engines that are compared, and what each of them can do. Loads none of them.

To add one: a module with the functions of `EngineModule`, and a line in `ENGINES`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """How to search; a beam of 1 is greedy. Lengths are in tokens of the target."""

    beam_size: int
    length_penalty: float = 1.0
    """The power of the length by which log-probabilities are divided."""
    min_length: int = 0
    max_length: int = 256


Decoder = Callable[[Sequence[Ids], Search], list[Ids]]
"""Find the best target, without bos and eos, of each source of a batch."""


class UnsupportedModelError(Exception):
    """An engine has no layers that compute what this model computes."""


class EngineModule(Protocol):
    """One engine, in one or more precisions."""

    def prepare(self, model: Path, folder: Path, precision: str) -> Path:
        """Convert a model folder of ours, in an empty folder; return what `load` needs.

        Raises:
            UnsupportedModelError: If the engine cannot compute this model.
        """
        ...

    def load(self, prepared: Path, precision: str, threads: int) -> Decoder:
        """Load what `prepare` returned, in the process that decodes."""
        ...


@dataclass(frozen=True, slots=True)
class Engine:
    """A row of the table."""

    module_name: str
    precision: str
    is_ours: bool = False
    is_rounded: bool = False
    """Whether it computes less precisely than in float32, so that other tokens may win."""

    def module(self) -> EngineModule:
        """Import the engine's module, and with it the libraries of both of its functions."""
        return cast("EngineModule", import_module(f"benchmarks.decoding.{self.module_name}"))


ENGINES = {
    "ours-pytorch": Engine("ours", "pytorch", is_ours=True),
    "ours-float32": Engine("ours", "float32", is_ours=True),
    "ours-int8": Engine("ours", "int8", is_ours=True, is_rounded=True),
    "ctranslate2-float32": Engine("ctranslate2_engine", "float32"),
    "ctranslate2-int8": Engine("ctranslate2_engine", "int8", is_rounded=True),
    "transformers": Engine("hugging_face", "float32"),
}
"""By the name that the tables use. The first one decides which tokens are right."""
