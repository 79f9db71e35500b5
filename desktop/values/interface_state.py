"""How the interface for other programs is doing."""

from dataclasses import dataclass
from enum import Enum, auto


class InterfaceStatus(Enum):
    """Off, on, or between."""

    OFF = auto()
    STARTING = auto()
    ON = auto()
    PORT_TAKEN = auto()
    FAILED = auto()


@dataclass(frozen=True, slots=True)
class InterfaceState:
    """The status, with the address when on and the problem when failed."""

    status: InterfaceStatus = InterfaceStatus.OFF
    address: str = ""
    problem: str = ""
