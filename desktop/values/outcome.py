"""How a child program ended: a value between the process and those who put it in words."""

from dataclasses import dataclass
from typing import Literal, Self

from training.preflight import Done
from training.progress import Failed, Finished, Stopped


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a child program ended."""

    kind: Literal["finished", "stopped", "failed", "crashed"]
    failure: Failed | None = None
    """Its last word, if it failed."""
    crash: str = ""
    """What is known of a crash."""

    @classmethod
    def of(cls, last_word: Finished | Done | Stopped | Failed | None, crash: str = "") -> Self:
        """Return the outcome that a last word tells; without one the program crashed."""
        match last_word:
            case Finished() | Done():
                return cls("finished")
            case Stopped():
                return cls("stopped")
            case Failed():
                return cls("failed", failure=last_word)
            case None:
                return cls("crashed", crash=crash)
