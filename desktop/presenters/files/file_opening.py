"""Open files dropped on the window or passed to this or a later start."""

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from desktop.platform.single_instance import Start
from desktop.presenters.dialogs import Dialogs
from desktop.presenters.programs.quick_presenter import QuickPresenter
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.sessions.file_session import FileSession
from desktop.sessions.models.model_library import ModelImport, ModelLibrary
from desktop.views.main_window import MainWindow
from engine.documents.text_file import SUFFIXES
from engine.interchange.foreign_folder import looks_like_model

_NAMES_SHOWN = 3


class FileOpening(QObject):
    """Imports models and translates texts; on the GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        dialogs: Dialogs,
        library: ModelLibrary,
        files: FileSession,
        quick: QuickPresenter,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._presenter = presenter
        self._dialogs = dialogs
        self._library = library
        self._files = files
        self._quick = quick
        window.files_dropped.connect(self.open)

    @Slot(object)
    def open(self, paths: Sequence[Path]) -> None:
        """Import models; translate all other files."""
        models = [path for path in paths if looks_like_model(path)]
        if models:
            self._dialogs.open_models()
        for path in models:
            self._library.import_model(ModelImport(path))
        others = [path for path in paths if path not in models]
        if others:
            self._files.add(others)

    def open_named(self, paths: Sequence[Path]) -> None:
        """Open named files, whose names may be wrong."""
        missing = [path for path in paths if not os.path.lexists(path)]
        if missing:
            self._tell_missing(missing)
        self.open([path for path in paths if path not in missing])

    @Slot(object)
    def answer(self, start: Start) -> None:
        """Bring the window to the front and open a start's files, or translate quickly."""
        if start.activation_token:  # where Qt looks for it when it raises the window
            os.environ["XDG_ACTIVATION_TOKEN"] = start.activation_token
        if start.is_quick:
            self._quick.translate_selection()
            return
        self._window.come_to_front()
        self.open_named(start.files)

    @Slot(object)
    def refuse(self, paths: Sequence[Path]) -> None:
        """Show which files are not translated, and why."""
        names, kinds = _first_of([path.name for path in paths]), ", ".join(SUFFIXES)
        text = self.tr("Not translated: {names}. Only {kinds} files are supported.")
        self._presenter.show_program_notice(
            "file", "warning", text.format(names=names, kinds=kinds)
        )

    def _tell_missing(self, paths: Sequence[Path]) -> None:
        names = _first_of([str(path) for path in paths])
        text = self.tr("Not found: {names}")
        self._presenter.show_program_notice("missing", "warning", text.format(names=names))


def _first_of(names: Sequence[str]) -> str:
    """List the first names."""
    more = ["…"] if len(names) > _NAMES_SHOWN else []
    return ", ".join([*names[:_NAMES_SHOWN], *more])
