"""Report problems found at the start in the window; the program runs all the same."""

from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from desktop.platform.opening import open_outside
from desktop.presenters.dialogs import Dialogs
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.storage.closed_folders import find_closed
from desktop.storage.history import History
from desktop.storage.settings import Settings
from desktop.views.main_window import MainWindow
from desktop.wording.closed_folder_text import describe_closed
from desktop.wording.error_text import describe
from engine.folders import Folders

_CRASH = "crash"
"""The key of the notice that has a button to open the folder."""
_INTRODUCTION = "introduction"
"""The key of the notice that leads to the settings."""


class StartNotices(QObject):
    """Reports problems and hidden features once; GUI thread."""

    def __init__(
        self, window: MainWindow, presenter: TranslationPresenter, dialogs: Dialogs
    ) -> None:
        super().__init__(window)
        self._window = window
        self._presenter = presenter
        self._dialogs = dialogs
        self._crash: Path | None = None
        presenter.action_requested.connect(self._on_action_requested)

    def tell_of_files(self, folders: Folders, settings: Settings, past: History) -> None:
        """Say what cannot be loaded or saved, once for each cause."""
        closed = find_closed(folders)
        for one in reversed(closed):  # the newest notice is seen first
            self._presenter.show_program_notice(
                f"closed {one.path}", "warning", describe_closed(one)
            )
        if past.was_damaged is not None:
            text = self.tr(
                "The history was damaged. It was moved to {path}, and a new one was started."
            )
            self._presenter.show_program_notice(
                "history", "warning", text.format(path=past.was_damaged)
            )
        if past.problem is not None:
            self._window.history_panel.show_problem(describe(past.problem).sentence)
        not_saved = {"settings": settings.problem, "data": past.problem}
        told = {kind for one in closed for kind in one.kinds}
        problems = (error for kind, error in not_saved.items() if error and kind not in told)
        for problem in islice(problems, 1):
            self._presenter.show_problem("settings", problem)

    def introduce(self, settings: Settings) -> None:
        """Say at the first start that text from any program can be translated."""
        if settings.is_introduced or settings.problem is not None:  # the answer could not be saved
            return
        settings.is_introduced = True
        text = self.tr(
            "You can translate text in any program with a shortcut. Turn it on in the settings."
        )
        self._presenter.show_program_notice(_INTRODUCTION, "info", text, self.tr("Open settings"))

    def tell_of_crash(self, report: Path) -> None:
        """Say that there is a report of how the program ended last time."""
        self._crash = report
        text = self.tr(
            "Translucent stopped unexpectedly last time. A crash report was saved on this "
            "computer; it contains none of your texts."
        )
        self._presenter.show_program_notice(_CRASH, "warning", text, self.tr("Open folder"))

    def tell_of_another(self) -> None:
        """Say that another window is open that should have come to the front."""
        text = self.tr(
            "Another Translucent window is running but does not respond. This is a second one; "
            "both use the same settings and history."
        )
        self._presenter.show_program_notice("another", "warning", text)

    @Slot(str)
    def _on_action_requested(self, key: str) -> None:
        if key == _INTRODUCTION:
            self._dialogs.open_program_settings()
        if key != _CRASH or self._crash is None or open_outside(self._crash.parent):
            return
        text = self.tr("The folder could not be opened. The report is {path}.")
        self._presenter.show_program_notice(_CRASH, "info", text.format(path=self._crash))
