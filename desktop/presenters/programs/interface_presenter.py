"""Run the interface for other programs as set, and report failures in the window."""

from PySide6.QtCore import QObject, Slot

from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.sessions.interface_session import InterfaceSession
from desktop.storage.settings import Settings
from desktop.values.interface_state import InterfaceState, InterfaceStatus

PROBLEM = "interface"
"""The key of the notice."""


class InterfacePresenter(QObject):
    """Between the settings, the interface for other programs and one window; on the GUI thread."""

    def __init__(
        self, presenter: TranslationPresenter, settings: Settings, interface: InterfaceSession
    ) -> None:
        super().__init__(presenter)
        self._presenter = presenter
        self._settings = settings
        self._interface = interface
        interface.changed.connect(self._on_changed)

    @Slot()
    def begin(self) -> None:
        """Start serving if enabled, and follow the settings."""
        self._settings.changed.connect(self._apply)
        self._apply()

    @Slot()
    def _apply(self) -> None:
        preferences = self._settings.preferences
        if not preferences.serve_programs:
            self._interface.stop()
            return
        if not self._settings.interface_key:
            self._settings.renew_interface_key()  # calls this slot again
            return
        self._interface.serve(
            preferences.serve_port,
            self._settings.interface_key,
            preferences.device,
            preferences.threads,
        )

    @Slot(object)
    def _on_changed(self, state: InterfaceState) -> None:
        if state.status in (InterfaceStatus.FAILED, InterfaceStatus.PORT_TAKEN):
            text = self.tr("Other programs cannot translate at the moment. The settings say why.")
            self._presenter.show_program_notice(PROBLEM, "warning", text)
        else:
            self._presenter.clear_problem(PROBLEM)
