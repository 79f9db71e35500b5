"""Reading aloud by the system's own voices, where Qt's TextToSpeech is installed."""

import importlib
import importlib.util
from typing import Any

from PySide6.QtCore import QLocale, QObject, Signal, Slot

_MODULE = "PySide6.QtTextToSpeech"
_MOCK = "mock"
"""An engine for tests, which says nothing."""


class Speech(QObject):
    """Reads one text aloud at a time; on the GUI thread.

    Qt's module is an add-on of its own (`pip install translucent[speech]`), and it is loaded when
    something is read for the first time.

    Signals:
        ended: Nothing is being read any more.
    """

    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_installed = importlib.util.find_spec(_MODULE) is not None
        """Whether it is worth offering."""
        self._engine: Any = None

    @property
    def is_reading(self) -> bool:
        """Whether a text is being read."""
        speaking = ("Speaking", "Synthesizing", "Paused")
        return self._engine is not None and self._engine.state().name in speaking

    def read(self, text: str, language: str) -> bool:
        """Read a text in a language, and return whether there is a voice for it."""
        engine = self._load()
        if engine is None:
            return False
        wished = QLocale(language)
        spoken = engine.availableLocales()
        same = [locale for locale in spoken if locale.language() == wished.language()]
        if not same:
            return False
        engine.setLocale(wished if wished in same else same[0])
        engine.say(text)
        return True

    @Slot()
    def stop(self) -> None:
        """Fall silent."""
        if self._engine is not None:
            self._engine.stop()

    def _load(self) -> Any:
        if self._engine is None and self.is_installed:
            module = importlib.import_module(_MODULE)
            engines = [name for name in module.QTextToSpeech.availableEngines() if name != _MOCK]
            if engines:
                self._engine = module.QTextToSpeech(engines[0], self)
                self._engine.stateChanged.connect(self._on_state_changed)
        return self._engine

    @Slot()
    def _on_state_changed(self) -> None:
        if not self.is_reading:
            self.ended.emit()
