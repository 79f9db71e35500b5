"""Report results of model operations in the window or the wizard, whichever is in use."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot

from desktop.presenters.dialogs import Dialogs
from desktop.presenters.training.wizard_opening import WizardOpening
from desktop.presenters.translation_presenter import Presenter
from desktop.sessions.models.model_library import ModelLibrary
from desktop.wording.error_text import describe

_KEY = "models"


class LibraryNotices(QObject):
    """Reports what the models window does not report itself; on the GUI thread."""

    def __init__(
        self,
        presenter: Presenter,
        library: ModelLibrary,
        dialogs: Dialogs,
        wizard: WizardOpening,
    ) -> None:
        super().__init__(presenter)
        self._presenter = presenter
        self._dialogs = dialogs
        self._wizard = wizard
        library.installed.connect(wizard.show_installed)
        library.exported.connect(self._on_exported)
        library.failed.connect(self._on_failed)

    @Slot(object)
    def _on_exported(self, path: Path) -> None:
        if not self._dialogs.are_models_open():
            text = self.tr("The model was saved to {path}.").format(path=path)
            self._presenter.show_program_notice(_KEY, "info", text)

    @Slot(str, object)
    def _on_failed(self, what: str, error: BaseException) -> None:
        if what == "install":
            self._wizard.show_install_problem(describe(error).sentence)
        elif not self._dialogs.are_models_open():
            self._presenter.show_problem(_KEY, error)
