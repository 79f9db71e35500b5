"""The object on the language thread: it detects the language of a typed text."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from desktop.values.requests import LanguageRequest
from engine.text.language_detection import language_of, prepare

TellLanguage = Callable[[str, str, str, tuple[str, ...]], str | None]
"""Tell the language of a text, given the two of a model and those that other models read."""


class LanguageWorker(QObject):
    """Detects languages on a separate thread, without waiting for translations.

    The library takes half a second to load: in `prepare`, or with the first text.

    Signals:
        answered: (LanguageRequest, the code of the language that its text is in, or None).
    """

    answered = Signal(object, object)

    def __init__(self, tell: TellLanguage = language_of) -> None:
        super().__init__()
        self._tell = tell

    @Slot()
    def prepare(self) -> None:
        """Load the library before there is a text: translations need it too."""
        prepare()

    @Slot(object)
    def work(self, request: LanguageRequest) -> None:
        """Tell the language of a text, unless nobody waits for it any more."""
        found = None
        if not request.cancelled.is_set():
            found = self._tell(request.text, request.source, request.target, request.readable)
        self.answered.emit(request, found)
