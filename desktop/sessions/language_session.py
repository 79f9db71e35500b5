"""Detect the language of the typed text, and whether the model reads it."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.sessions.channel import Channel
from desktop.values.requests import LanguageRequest

INTERVAL_MS = 150
"""The time between two detections: while a text is typed, it is looked at, but not at every key."""


class LanguageSession(QObject):
    """Detects the language of the text while it is typed; on the GUI thread.

    A finished sentence is translated so soon that its language must be known by then.
    Nothing is detected before the first model is loaded: its libraries come first.

    Signals:
        work_requested: A LanguageRequest for the worker.
        told: The code of the text's language; empty if the
            model reads it, or if it is unclear. Sent after each detection.
        detected: The code of the text's language, whichever it is. The
            last one is kept for a text too short to tell; empty without a text.
    """

    work_requested = Signal(object)
    told = Signal(str)
    detected = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        """The text in the source pane."""
        self.language = ""
        """The last code sent by `told`."""
        self.found = ""
        """The last detected code."""
        self._direction = ("", "")
        self._readable: tuple[str, ...] = ()
        self._has_begun = False
        self._channel = Channel(self)
        self._channel.sent.connect(self.work_requested)
        self._timer = QTimer(self, singleShot=True, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._ask)

    @Slot()
    def begin(self) -> None:
        """Start detecting."""
        if not self._has_begun:
            self._has_begun = True
            self._ask()

    @Slot(str)
    def edit(self, text: str) -> None:
        """Take the typed text; the last answer is kept until the next detection."""
        self.text = text
        self._channel.cancel()
        if text.strip():
            if not self._timer.isActive():
                self._timer.start()
        else:
            self._timer.stop()
            self._detect("")
            self._tell("")

    def set_direction(self, source: str, target: str) -> None:
        """Take the languages of another model; the last answer is dropped."""
        if (source, target) == self._direction:
            return
        self._direction = (source, target)
        self._channel.cancel()
        self._tell("")
        self._ask()

    def set_readable(self, languages: Iterable[str]) -> None:
        """Take the languages that the installed models read."""
        self._readable = tuple(languages)

    def repeat(self) -> None:
        """Repeat the current state to a new window."""
        self.detected.emit(self.found)
        self.told.emit(self.language)

    @Slot()
    def close(self) -> None:
        """Stop detecting."""
        self._has_begun = False
        self._timer.stop()
        self._channel.cancel()

    @Slot(object, object)
    def on_answered(self, request: LanguageRequest, language: str | None) -> None:
        """Handle an answer, if it is for the current text and direction."""
        is_wanted = self._channel.is_current(request)
        self._channel.ended(request)
        if is_wanted:
            if language is not None:
                self._detect(language)
            self._tell("" if language in (None, request.source) else str(language))

    @Slot()
    def _ask(self) -> None:
        self._timer.stop()
        if self._has_begun and all(self._direction) and self.text.strip():
            self._channel.submit(LanguageRequest(self.text, *self._direction, self._readable))

    def _detect(self, language: str) -> None:
        if language != self.found:
            self.found = language
            self.detected.emit(language)

    def _tell(self, language: str) -> None:
        self.language = language
        self.told.emit(language)
