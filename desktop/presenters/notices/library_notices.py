"""Report what became of models in the window or the wizard, whichever is in use."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot

from desktop.presenters.dialogs import Dialogs
from desktop.presenters.training.wizard_opening import WizardOpening
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.sessions.models.model_downloads import ModelDownloads
from desktop.sessions.models.model_library import ModelLibrary
from desktop.values.model_download import DownloadState, ModelDownload
from desktop.wording.error_text import describe
from desktop.wording.language_names import direction_name

_KEY = "models"
DOWNLOADS = "downloads"
"""The key of the notice about the download that ended last."""


class LibraryNotices(QObject):
    """Reports what the models window does not report itself; on the GUI thread."""

    def __init__(
        self,
        presenter: TranslationPresenter,
        library: ModelLibrary,
        downloads: ModelDownloads,
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
        downloads.changed.connect(self._on_download_changed)
        presenter.action_requested.connect(self._on_action_requested)

    @Slot(object)
    def _on_exported(self, path: Path) -> None:
        if not self._dialogs.are_models_open():
            text = self.tr("The model was saved to {path}.").format(path=path)
            self._presenter.show_program_notice(_KEY, "info", text)

    @Slot(object)
    def _on_download_changed(self, download: ModelDownload) -> None:
        """Tell how a download ended, unless the window that began it does."""
        if self._dialogs.is_catalogue_open():
            return
        languages = direction_name(download.model.source_languages, download.model.target_languages)
        if download.state is DownloadState.INSTALLED:
            text = self.tr("{languages} was added.").format(languages=languages)
            self._presenter.show_program_notice(DOWNLOADS, "info", text, self.tr("Show"))
        elif download.state is DownloadState.FAILED:
            text = self.tr("{languages} was not added.").format(languages=languages)
            self._presenter.show_program_notice(DOWNLOADS, "error", text, self.tr("Show"))

    @Slot(str)
    def _on_action_requested(self, key: str) -> None:
        if key == DOWNLOADS:
            self._dialogs.open_catalogue()

    @Slot(str, object)
    def _on_failed(self, what: str, error: BaseException) -> None:
        if what == "install":
            self._wizard.show_install_problem(describe(error).sentence)
        elif not self._dialogs.are_models_open():
            self._presenter.show_problem(_KEY, error)
