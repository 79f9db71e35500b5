"""How the window looks, as the user prefers it: theme, font, and what is shown of the results."""

from PySide6.QtCore import QObject, Slot

from desktop.storage.settings import Preferences, Settings
from desktop.views import theme
from desktop.views.main_window import MainWindow


class Appearance(QObject):
    """Lets preferences be seen in one window; on the GUI thread."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._font = ("", 0)
        self.reset_zoom()
        self.show_preferences(settings.preferences)

    def show_preferences(self, preferences: Preferences) -> None:
        """Show what may have changed."""
        self.dress()
        if self._wished_font() != self._font:
            self.reset_zoom()
        self._window.target_pane.set_confidence_shown(preferences.show_confidence)
        self._window.history_panel.show_keeping(preferences.keep_history)

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

    def _wished_font(self) -> tuple[str, int]:
        preferences = self._settings.preferences
        return (preferences.font_family, preferences.font_size)
