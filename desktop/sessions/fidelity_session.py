"""Look for words that the shown translation leaves out or adds, once nobody types."""

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.sessions.channel import Channel
from desktop.sessions.models.model_selection import ModelSelection
from desktop.storage.settings import Preferences, Settings
from desktop.values.requests import FidelityRequest, LoadRequest
from engine.translation import Fidelity, Translation

PAUSE_MS = 400
"""How long a translation is shown before it is checked: the next letter must not wait for that."""

SENTENCES_AT_ONCE = 8
"""Then whatever else was asked meanwhile has its turn: in less than half a second."""


class FidelitySession(QObject):
    """Has the shown translation checked on the engine thread; on the GUI thread.

    Some sentences are checked at a time. The model of the opposite direction takes part if one is
    installed. It is loaded with the first check. Nothing is checked while uncertainty is not shown.

    Signals:
        work_requested: A FidelityRequest for the worker.
        checked: (the shown Translation, the Fidelity of each of its sentences; none where nothing
            is checked).
    """

    work_requested = Signal(object)
    checked = Signal(object, object)

    def __init__(
        self, settings: Settings, selection: ModelSelection, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._selection = selection
        self._preferences = settings.preferences
        self._translation: Translation | None = None
        self._found: list[Fidelity] = []
        """Of its first sentences, so far."""
        self._channel = Channel(self)
        self._channel.sent.connect(self.work_requested)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)

    @Slot(object)
    def set_translation(self, translation: Translation) -> None:
        """Check another translation, soon."""
        self._translation = translation
        self._begin()

    @Slot(bool)
    def set_stale(self, is_stale: bool) -> None:
        """Check nothing while the shown translation is of another text."""
        if is_stale:
            self.cancel()
        else:
            self._begin()

    @Slot(object)
    def apply(self, preferences: Preferences) -> None:
        """Begin or end checking as uncertainty is shown or not."""
        was_shown = self._preferences.show_confidence
        self._preferences = preferences
        if preferences.show_confidence and not was_shown:
            self._begin()
        elif was_shown and not preferences.show_confidence:
            self.cancel()
            if self._translation is not None:
                self.checked.emit(self._translation, ())

    @Slot()
    def cancel(self) -> None:
        """Stop checking."""
        self._pause.stop()
        self._channel.cancel()

    @Slot(object, object)
    def on_answered(self, request: object, answer: object) -> None:
        """Go on with the next sentences; when all are checked, pass on what was found."""
        is_current = self._channel.is_current(request)
        if not self._channel.ended(request) or not is_current or self._translation is None:
            return
        assert isinstance(answer, tuple)
        self._found += answer
        if len(self._found) < len(self._translation.sentences):
            self._ask()
        else:
            self.checked.emit(self._translation, tuple(self._found))

    @Slot(object)
    def on_cancelled(self, request: object) -> None:
        """Note that a check was cancelled."""
        self._channel.ended(request)

    @Slot(object, object)
    def on_failed(self, request: object, _error: object) -> None:
        """Note that a check failed: then there are no marks, as before."""
        self._channel.ended(request)

    def _begin(self) -> None:
        self.cancel()
        self._found = []
        translation = self._translation
        if self._preferences.show_confidence and translation and translation.sentences:
            self._pause.start()

    @Slot()
    def _ask(self) -> None:
        if self._translation is None:
            return
        reverse = self._selection.reverse
        hardware = self._preferences.device, self._preferences.threads
        back = None
        if reverse is not None and reverse.then is None:  # two models cannot be asked as one
            back = LoadRequest.of(reverse, *hardware)
        translation, done = self._translation, len(self._found)
        some = translation.sentences[done : done + SENTENCES_AT_ONCE]
        self._channel.submit(FidelityRequest(some, translation.options, back))
