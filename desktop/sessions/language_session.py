"""Which language the typed text is in, and whether that is the one that the model reads."""

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.sessions.channel import Channel
from desktop.values.requests import LanguageRequest

PAUSE_MS = 150
"""A pause in typing that is long enough to look at the language: before the translation comes."""


class LanguageSession(QObject):
    """Asks for the language of the present text after each pause in typing; on the GUI thread.

    Nothing is asked before the first model has been loaded: its libraries come first.

    Signals:
        work_requested: A LanguageRequest for the worker.
        told: The code of the language that the present text is in; empty where that is the one the
            model reads, or where it cannot be told. After each look at a text.
        detected: The code of the language that the present text is in, whichever that is. What was
            detected last holds for a text that is too short to tell; empty without a text.
    """

    work_requested = Signal(object)
    told = Signal(str)
    detected = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        """What stands in the source pane."""
        self.language = ""
        """What was told last."""
        self.found = ""
        """What was detected last."""
        self._direction = ("", "")
        self._has_begun = False
        self._channel = Channel(self)
        self._channel.sent.connect(self.work_requested)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)

    @Slot()
    def begin(self) -> None:
        """Ask from now on."""
        if not self._has_begun:
            self._has_begun = True
            self._ask()

    @Slot(str)
    def edit(self, text: str) -> None:
        """Take the text as it is typed; what was told of the one before holds until the pause."""
        self.text = text
        self._channel.cancel()
        if text.strip():
            self._pause.start()
        else:
            self._pause.stop()
            self._detect("")
            self._tell("")

    def set_direction(self, source: str, target: str) -> None:
        """Take the languages of another model; what was told of the one before no longer holds."""
        if (source, target) == self._direction:
            return
        self._direction = (source, target)
        self._channel.cancel()
        self._tell("")
        self._ask()

    def repeat(self) -> None:
        """Say again what is so, to a window that has not heard it."""
        self.detected.emit(self.found)
        self.told.emit(self.language)

    @Slot()
    def close(self) -> None:
        """Ask nothing more."""
        self._has_begun = False
        self._pause.stop()
        self._channel.cancel()

    @Slot(object, object)
    def on_answered(self, request: LanguageRequest, language: str | None) -> None:
        """Take an answer, if it is about the present text and direction."""
        is_wanted = self._channel.is_current(request)
        self._channel.ended(request)
        if is_wanted:
            if language is not None:
                self._detect(language)
            self._tell("" if language in (None, request.source) else str(language))

    @Slot()
    def _ask(self) -> None:
        self._pause.stop()
        if self._has_begun and all(self._direction) and self.text.strip():
            self._channel.submit(LanguageRequest(self.text, *self._direction))

    def _detect(self, language: str) -> None:
        if language != self.found:
            self.found = language
            self.detected.emit(language)

    def _tell(self, language: str) -> None:
        self.language = language
        self.told.emit(language)
