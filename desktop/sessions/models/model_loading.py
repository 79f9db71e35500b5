"""Load the chosen model on the preferred device, and remember it for the next start."""

import logging

from PySide6.QtCore import QObject, Slot

from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.models.model_trial import ModelTrial
from desktop.sessions.translation.translation_session import TranslationSession
from desktop.storage.settings import Preferences, Settings
from desktop.values.requests import LoadedModel, LoadRequest
from engine.errors import DeviceUnavailableError
from engine.models.registry import ModelEntry

_log = logging.getLogger(__name__)


class ModelLoading(QObject):
    """Connects the chosen model with the session that translates; on the GUI thread."""

    def __init__(
        self,
        settings: Settings,
        selection: ModelSelection,
        trial: ModelTrial,
        session: TranslationSession,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._selection = selection
        self._trial = trial
        self._session = session
        self._hardware = _hardware_of(settings.preferences)
        selection.chosen.connect(self._load)
        session.loaded.connect(self._remember)
        session.failed.connect(self._on_failed)

    @Slot(object)
    def apply(self, preferences: Preferences) -> None:
        """Reload the model if the preferred device or number of threads changed."""
        if _hardware_of(preferences) != self._hardware and self._selection.entry is not None:
            self._load(self._selection.entry)
        self._hardware = _hardware_of(preferences)

    @Slot(object)
    def _remember(self, model: LoadedModel) -> None:
        """Start with this model next time, unless it is only on trial."""
        _log.info("%s is ready to translate", model.name)
        if not self._trial.is_going_on:
            self._settings.model_name = model.name
            self._settings.direction = self._selection.direction

    @Slot(object)
    def _on_failed(self, error: object) -> None:
        """Take any device if the preferred one is gone and no model works on another one.

        "auto" takes the graphics card again once it is back.
        """
        if isinstance(error, DeviceUnavailableError) and not self._selection.is_at_work:
            _log.warning("%s", error)
            self._settings.change(device="auto")

    @Slot(object)
    def _load(self, entry: ModelEntry) -> None:
        device, threads = _hardware_of(self._settings.preferences)
        self._session.load(LoadRequest.of(entry, device, threads))


def _hardware_of(preferences: Preferences) -> tuple[str, int | None]:
    return preferences.device, preferences.threads
