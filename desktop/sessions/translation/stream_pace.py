"""Decide when the finished part of a translation is shown; it has no clock of its own."""

STREAM_SECONDS = 0.15
"""A shorter translation is shown as a whole, so that nothing flickers."""

_SHARE = 0.1
"""The most of the window's time that showing parts may take: to lay out a paragraph of a whole book
takes half a second, and keys must not wait for it each time."""


class StreamPace:
    """Lets parts of a translation be shown as often as the window can bear."""

    def __init__(self) -> None:
        self._due = 0.0

    def begin(self, at: float) -> None:
        """Note that a translation begins.

        Args:
            at: When, in seconds of a clock that never goes back.
        """
        self._due = at + STREAM_SECONDS

    def is_due(self, at: float) -> bool:
        """Return whether what is finished may be shown now."""
        return at >= self._due

    def note_shown(self, began: float, ended: float) -> None:
        """Note from when to when the window was busy showing a part."""
        self._due = ended + (ended - began) / _SHARE
