"""Whether the shortcut for all programs works."""

from enum import Enum, auto


class ShortcutStatus(Enum):
    """Off, on, or why it is not."""

    OFF = auto()
    ON = auto()
    TAKEN = auto()
    """Another program has it, or the keyboard has no such key."""
    TOO_PLAIN = auto()
    """It has none of Ctrl, Alt and Meta, or no key at all."""
    FORBIDDEN = auto()
    """This desktop lets no program have one: Wayland and macOS."""
