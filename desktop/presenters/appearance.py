"""How the window looks, as its user prefers it: place, theme, font, what is shown of results."""

from PySide6.QtCore import QObject, Signal, Slot

from desktop.storage.settings import Preferences, Settings
from desktop.views import theme
from desktop.views.main_window import MainWindow


class Appearance(QObject):
    """Lets preferences be seen in one window; on the GUI thread.

    Signals:
        language_changed: Another language is preferred than that of the window.
    """

    language_changed = Signal()

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._font = ("", 0)
        self.language = settings.preferences.language
        settings.changed.connect(self.show_preferences)
        window.target_pane.confidence_toggled.connect(self._on_confidence_toggled)
        window.history_panel.keeping_toggled.connect(self._on_keeping_toggled)
        self.reset_zoom()
        self.show_preferences(settings.preferences)

    @Slot(object)
    def show_preferences(self, preferences: Preferences) -> None:
        """Show what may have changed; a window in another language is another window."""
        if preferences.language != self.language:
            self.language_changed.emit()
            return
        self.dress()
        if self._wished_font() != self._font:
            self.reset_zoom()
        self._window.target_pane.set_confidence_shown(preferences.show_confidence)
        self._window.panes.scrolling.set_enabled(preferences.scroll_together)
        self._window.history_panel.show_keeping(preferences.keep_history)

    def restore(self) -> None:
        """Show the window where it was and arranged as it was."""
        settings = self._settings
        self._window.restore(settings.window_geometry, settings.window_state, settings.orientation)

    def keep(self) -> None:
        """Remember where the window is and how it is arranged."""
        self._settings.window_geometry = self._window.saveGeometry()
        self._settings.window_state = self._window.saveState()
        self._settings.orientation = self._window.panes.wished

    @Slot()
    def dress(self) -> None:
        """Wear the theme that is wished, light or dark as the desktop is if it follows that."""
        theme.apply(self._settings.preferences.theme)

    @Slot()
    def reset_zoom(self) -> None:
        """Show both texts in the font and the size that are wished."""
        family, size = self._font = self._wished_font()
        font = theme.text_font()
        if family:
            font.setFamily(family)
        if size:
            font.setPointSize(size)
        self._window.source_pane.set_font(font)
        self._window.target_pane.set_font(font)

    @Slot(bool)
    def _on_confidence_toggled(self, is_shown: bool) -> None:
        self._settings.change(show_confidence=is_shown)

    @Slot(bool)
    def _on_keeping_toggled(self, is_keeping: bool) -> None:
        self._settings.change(keep_history=is_keeping)

    def _wished_font(self) -> tuple[str, int]:
        preferences = self._settings.preferences
        return (preferences.font_family, preferences.font_size)
