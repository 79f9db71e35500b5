"""Training: the wizard, the run in a child program, and trying what it has learned."""

from PySide6.QtCore import QObject

from desktop.presenters.dialogs import Dialogs
from desktop.presenters.notices.library_notices import LibraryNotices
from desktop.presenters.training.training_notices import TrainingNotices
from desktop.presenters.training.trial_presenter import TrialPresenter
from desktop.presenters.training.wizard_opening import WizardOpening
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.program.models import Models
from desktop.sessions.training.preflight import Preflight
from desktop.sessions.training.training_session import TrainingSession
from desktop.storage.corrections import Corrections
from desktop.views.main_window import MainWindow
from desktop.workers.curve_drawer import CurveDrawer
from engine.folders import Folders


class Training(QObject):
    """A model in the making, until the library has it."""

    def __init__(
        self, folders: Folders, models: Models, curves: CurveDrawer, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._folders = folders
        self._models = models
        self._curves = curves
        self.preflight = Preflight(self)
        self.session = TrainingSession(folders.runs, self)

    def show_in(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        dialogs: Dialogs,
        corrections: Corrections,
    ) -> None:
        """Connect a window; its end drops all of these connections."""
        models = self._models
        self.trials = TrialPresenter(
            window, presenter, self.session, models.trial, models.selection
        )
        self.wizard = WizardOpening(
            window,
            self.preflight,
            self.session,
            models.installed,
            models.selection,
            self._folders,
            corrections,
            models.library,
            self.trials,
            self._curves,
        )
        window.actions_by_id["train"].triggered.connect(self.wizard.open)
        dialogs.improve_requested.connect(self.wizard.improve)
        LibraryNotices(presenter, models.library, models.downloads, dialogs, self.wizard)
        self.notices = TrainingNotices(window, presenter, self.session, self.wizard)
        self.notices.closing_allowed.connect(window.quit)
