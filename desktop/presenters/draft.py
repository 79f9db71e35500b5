"""Keep the typed text safe from a crash, and restore it at the next start."""

from PySide6.QtCore import QObject, QTimer, Slot

from desktop.storage.settings import Settings
from desktop.views.panes.source_pane import SourcePane

KEEPING_MS = 1000
"""Delay from the last key to saving."""


class Draft(QObject):
    """Saves the text of one window if the user saves texts at all; on the GUI thread."""

    def __init__(self, pane: SourcePane, settings: Settings) -> None:
        super().__init__(pane)
        self._pane = pane
        self._settings = settings
        self._timer = QTimer(self, singleShot=True, interval=KEEPING_MS)
        self._timer.timeout.connect(self.keep)
        pane.text_edited.connect(self._on_text_edited)

    def restore(self) -> None:
        """Restore the last text, unless there is one already."""
        if self._settings.text and not self._pane.plain_text():
            self._pane.begin_with(self._settings.text)

    @Slot()
    def keep(self) -> None:
        """Save the typed text."""
        self._timer.stop()
        is_kept = self._settings.preferences.keep_history
        self._settings.text = self._pane.plain_text() if is_kept else ""

    @Slot()
    def _on_text_edited(self) -> None:
        self._timer.start()
