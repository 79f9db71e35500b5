"""The window of the wizard: built when first requested, closed with the main window."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QMessageBox

from desktop.presenters.training.trial_presenter import TrialPresenter
from desktop.sessions.models.model_library import ModelLibrary
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.training.preflight import Preflight
from desktop.sessions.training.training_session import TrainingSession
from desktop.storage.corrections import Corrections
from desktop.views.main_window import MainWindow
from desktop.views.widgets.save_dialog import ask_where_to_save
from desktop.workers.curve_drawer import CurveDrawer
from engine.edition import has_torch
from engine.folders import Folders
from engine.models.registry import ModelEntry

if TYPE_CHECKING:  # built when it is asked for
    from desktop.presenters.training.setup_presenter import SetupPresenter
    from desktop.wizard.wizard import Wizard


class WizardOpening(QObject):
    """Opens the wizard, and stands in for it until it is built; on the GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        preflight: Preflight,
        session: TrainingSession,
        models: ModelList,
        selection: ModelSelection,
        folders: Folders,
        corrections: Corrections,
        library: ModelLibrary,
        trials: TrialPresenter,
        curves: CurveDrawer,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._preflight = preflight
        self._session = session
        self._models = models
        self._selection = selection
        self._folders = folders
        self._corrections = corrections
        self._library = library
        self._trials = trials
        self._curves = curves
        self.wizard: Wizard | None = None
        self._setup: SetupPresenter | None = None

    @Slot()
    def open(self) -> None:
        """Show the wizard where it was left, or at a running training; say if nothing trains."""
        if not has_torch():
            self._explain_edition()
            return
        if self.wizard is None:
            self.wizard = self._build()
        self.wizard.show()
        self.wizard.raise_()
        self.wizard.activateWindow()

    @Slot(object)
    def improve(self, model: ModelEntry) -> None:
        """Show the wizard where a model is fine-tuned, or at a running training."""
        self.open()
        if self._setup is not None:
            self._setup.improve(model)

    def is_open(self) -> bool:
        """Return whether the wizard is shown: then it reports the run itself."""
        return self.wizard is not None and self.wizard.isVisible()

    def close(self) -> None:
        """Close the wizard with the window."""
        if self.wizard is not None:
            self.wizard.close()
            self.wizard.deleteLater()
            self.wizard = self._setup = None

    @Slot(str)
    def show_installed(self, name: str) -> None:
        """Show that the model of a run is installed."""
        if self.wizard is not None:
            self.wizard.result_page.show_installed(name)

    def show_install_problem(self, sentence: str) -> None:
        """Show why the model of a run could not be installed under its name."""
        if self.wizard is not None:
            self.wizard.result_page.show_name_problem(sentence)

    def _explain_edition(self) -> None:
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Information)
        box.setWindowTitle(self.tr("Train a model"))
        box.setText(self.tr("Training needs the full edition of Translucent"))
        box.setInformativeText(
            self.tr(
                "This is the small edition, which translates but has no PyTorch. To train or "
                "improve models, install the full edition. It uses the same models, settings and "
                "history."
            )
        )
        box.addButton(self.tr("Close"), QMessageBox.ButtonRole.AcceptRole)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _build(self) -> "Wizard":
        """Build the wizard when first requested, because it has many parts."""
        from desktop.presenters.training.run_presenter import RunPresenter
        from desktop.presenters.training.setup_presenter import SetupPresenter
        from desktop.wizard.wizard import Wizard

        wizard = Wizard()
        self._setup = SetupPresenter(
            wizard,
            self._preflight,
            self._session,
            self._models,
            self._selection,
            self._folders,
            self._corrections,
        )
        run = RunPresenter(wizard, self._session, self._library, self._trials, self._curves)
        run.export_requested.connect(self._ask_where_to_export)
        return wizard

    @Slot(object)
    def _ask_where_to_export(self, folder: Path) -> None:
        assert self.wizard is not None
        title = self.tr("Export the model")
        proposed = f"{folder.name}.translucent"
        filter_ = self.tr("Translucent models (*.translucent)")
        ask_where_to_save(
            self.wizard,
            title,
            proposed,
            filter_,
            lambda file: self._library.export_model(folder, file),
        )
