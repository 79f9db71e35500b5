"""How a child program ended: a value between the process and those who put it in words."""

from dataclasses import dataclass
from typing import Literal

OutcomeKind = Literal["finished", "stopped", "failed", "crashed"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a child program ended."""

    kind: OutcomeKind
    message: str = ""
    """The sentence of a `Failed`; of a crash, what is known of it."""
    error_kind: str = ""
    """The kind of a `Failed`, such as `disk_full`."""
