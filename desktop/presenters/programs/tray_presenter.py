"""The icon in the system tray: while it is shown, closing the window only hides it."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from desktop.presenters.programs.quick_presenter import QuickPresenter
from desktop.storage.settings import Preferences, Settings
from desktop.views import icons
from desktop.views.main_window import MainWindow


class TrayPresenter(QObject):
    """Shows the icon with its menu, and lets the window hide; on the GUI thread."""

    def __init__(self, window: MainWindow, settings: Settings, quick: QuickPresenter) -> None:
        super().__init__(window)
        self._window = window
        self._quick = quick
        self._icon: QSystemTrayIcon | None = None
        self._has_explained = False
        window.hidden_instead.connect(self._explain)
        settings.changed.connect(self._apply)
        self._apply(settings.preferences)

    @property
    def is_shown(self) -> bool:
        """Whether the icon is shown, which brings back a hidden window."""
        return self._icon is not None

    @Slot(object)
    def _apply(self, preferences: Preferences) -> None:
        """Show or hide the icon; without it a hidden window could not be reopened."""
        is_wanted = preferences.tray_icon and QSystemTrayIcon.isSystemTrayAvailable()
        self._window.hides_when_closed = is_wanted
        if is_wanted and self._icon is None:
            self._icon = self._build()
            self._icon.show()
        elif not is_wanted and self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None
            if self._window.isHidden():
                self._window.come_to_front()

    def _build(self) -> QSystemTrayIcon:
        menu = QMenu(self._window)
        menu.addAction(self.tr("Open Translucent")).triggered.connect(self._window.come_to_front)
        translate = menu.addAction(self.tr("Translate selected or copied text"))
        translate.triggered.connect(self._quick.translate_selection)
        menu.addSeparator()
        menu.addAction(self.tr("Quit")).triggered.connect(self._window.quit)
        icon = QSystemTrayIcon(icons.app_icon(), self)
        icon.setToolTip(self.tr("Translucent"))
        icon.setContextMenu(menu)
        icon.activated.connect(self._on_activated)
        return icon

    @Slot(QSystemTrayIcon.ActivationReason)
    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self._window.come_to_front()

    @Slot()
    def _explain(self) -> None:
        if self._icon is not None and not self._has_explained:
            self._has_explained = True
            self._icon.showMessage(
                self.tr("Translucent keeps running"),
                self.tr("Click its icon to open it again. The icon's menu quits it."),
                icons.app_icon(),
            )
