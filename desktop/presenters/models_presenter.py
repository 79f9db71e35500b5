"""Show the models in their window, and carry out the user's requests."""

from collections import deque
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from desktop.platform.opening import open_outside
from desktop.sessions.models.model_library import ModelImport, ModelLibrary
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.views.models.window import ModelsWindow
from desktop.wording.error_text import describe
from desktop.wording.language_names import language_name
from desktop.wording.notice_text import describe_name_problem
from engine.errors import ModelFolderExistsError
from engine.interchange.export.formats import ExportFormat
from engine.languages.names import load_language_names
from engine.models.names import free_model_name, is_same_name, name_problem
from engine.models.registry import ModelEntry, ModelOrigin, read_card

_PROBLEMS_SHOWN = 4
_PROBLEM_LENGTH = 200


class ModelsPresenter(QObject):
    """Connects the models window, the library and the model selection; GUI thread.

    Signals:
        chosen: The name of the model to translate with.
    """

    chosen = Signal(str)

    def __init__(
        self,
        window: ModelsWindow,
        library: ModelLibrary,
        models: ModelList,
        selection: ModelSelection,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._library = library
        self._models = models
        self._selection = selection
        self._unanswered: deque[tuple[ModelImport, str]] = deque()
        """Imports that need another name, with the one that is taken, or languages, with none."""
        self._connect()
        models.refresh()
        self._show_models()

    def _connect(self) -> None:
        window, library = self._window, self._library
        window.chosen.connect(self._show_card)
        window.import_requested.connect(self._import)
        window.import_named.connect(self._import_as)
        window.import_languages_chosen.connect(self._import_from_to)
        window.naming_dismissed.connect(self._pass_over)
        window.export_requested.connect(self._export)
        window.program_export_requested.connect(self._export_for_program)
        window.use_requested.connect(self._use)
        window.rename_requested.connect(self._rename)
        window.remove_requested.connect(library.remove)
        window.undo_requested.connect(library.restore)
        window.folder_requested.connect(self._open_folder)
        window.closed.connect(self._on_closed)
        library.changed.connect(self._models.refresh)
        library.imported.connect(self._on_imported)
        library.exported.connect(self._on_exported)
        library.removed.connect(self._on_removed)
        library.restored.connect(self._on_restored)
        library.renamed.connect(self._on_renamed)
        library.removals_changed.connect(window.show_removed)
        library.name_taken.connect(self._on_name_taken)
        library.languages_unknown.connect(self._on_languages_unknown)
        library.failed.connect(self._on_failed)
        library.busy_changed.connect(window.show_busy)
        self._models.modelReset.connect(self._show_models)
        self._selection.chosen.connect(self._show_in_use)
        self._selection.settled.connect(self._show_in_use)

    # --- what is shown ---

    @Slot()
    def _show_models(self) -> None:
        entries = [
            entry for entry in self._models.entries if entry.origin is not ModelOrigin.ELSEWHERE
        ]
        self._window.show_models(entries)
        self._show_in_use()

    @Slot()
    def _show_in_use(self) -> None:
        self._window.show_in_use(self._selection.entry)

    @Slot(object)
    def _show_card(self, entry: ModelEntry | None) -> None:
        if entry is not None:
            self._window.show_card(entry, read_card(entry))

    # --- requests ---

    @Slot(object)
    def _import(self, path: Path) -> None:
        self._library.import_model(ModelImport(path))

    @Slot(object, object)
    def _export(self, entry: ModelEntry, path: Path) -> None:
        self._library.export_model(entry.path, path)

    @Slot(object, object, str)
    def _export_for_program(self, entry: ModelEntry, folder: Path, to: ExportFormat) -> None:
        self._library.export_for_program(entry.path, folder, to)

    @Slot(object)
    def _use(self, entry: ModelEntry) -> None:
        """Use a model, in the current direction if it has that."""
        direction = self._selection.direction
        is_here = entry.usable_manifest.has_direction(*direction)
        self._selection.choose_entry(entry.in_direction(*direction) if is_here else entry)
        self.chosen.emit(entry.name)

    @Slot(object)
    def _open_folder(self, entry: ModelEntry) -> None:
        open_outside(entry.path)

    @Slot(object, str)
    def _rename(self, entry: ModelEntry, name: str) -> None:
        if name == entry.name:
            self._window.end_naming()
        elif self._is_free(name, entry):
            self._window.end_naming()
            self._library.rename(entry, name)

    # --- names that are taken, and languages that are unknown ---

    @Slot(object, str)
    def _on_name_taken(self, wanted: ModelImport, name: str) -> None:
        self._unanswered.append((wanted, name))
        if not self._window.is_naming:
            self._ask()

    @Slot(object)
    def _on_languages_unknown(self, wanted: ModelImport) -> None:
        self._on_name_taken(wanted, "")

    def _ask(self) -> None:
        """Ask what the first import that waits for an answer needs."""
        if not self._unanswered:
            return
        wanted, name = self._unanswered[0]
        if name:
            proposed = free_model_name(self._library.models_folder, name)
            self._window.ask_import_name(wanted.path, name, proposed)
        else:
            names = {code: language_name(code) for code in load_language_names()}
            by_name = sorted(names.items(), key=lambda item: item[1].casefold())
            self._window.ask_import_languages(wanted.path, dict(by_name))

    @Slot(object, str)
    def _import_as(self, _path: Path, name: str) -> None:
        if self._is_free(name):
            self._answer(replace(self._unanswered[0][0], name=name))

    @Slot(object, str, str)
    def _import_from_to(self, _path: Path, source: str, target: str) -> None:
        self._answer(replace(self._unanswered[0][0], languages=(source, target)))

    def _answer(self, wanted: ModelImport) -> None:
        """Import the first that waits, as it is wanted now, and ask for the next."""
        self._library.import_model(wanted)
        self._window.end_naming()
        self._pass_over()

    @Slot()
    def _pass_over(self) -> None:
        """Continue with the next import that waits for an answer."""
        if self._unanswered:
            self._unanswered.popleft()
            self._ask()

    def _is_free(self, name: str, renamed: ModelEntry | None = None) -> bool:
        """Return whether a model can have this name; if not, the window says why."""
        wrong = name_problem(name)
        problem = None if wrong is None else describe_name_problem(wrong)
        others = (entry for entry in self._models.entries if entry.is_own and entry != renamed)
        if any(is_same_name(entry.name, name) for entry in others):
            problem = describe(ModelFolderExistsError(Path(name))).title + "."
        if problem is not None:
            self._window.show_name_problem(problem)
        return problem is None

    # --- results ---

    @Slot(str)
    def _on_imported(self, name: str) -> None:
        self._window.choose(name)
        self._window.show_notice(self.tr("Imported “{name}”.").format(name=name))

    @Slot(object)
    def _on_exported(self, path: Path) -> None:
        self._window.show_notice(self.tr("{file} was saved.").format(file=path))

    @Slot(str)
    def _on_removed(self, _name: str) -> None:
        """Choose another model if this was the current one."""
        entry = self._selection.entry
        if entry is not None and entry.is_own:
            direction = self._selection.direction
            if entry not in self._models.models_for(*direction):
                self._selection.begin("", direction)

    @Slot(str)
    def _on_restored(self, name: str) -> None:
        self._window.choose(name)

    @Slot(str, str)
    def _on_renamed(self, former: str, name: str) -> None:
        """Use the new name of the current model."""
        self._window.choose(name)
        own = [e for e in self._models.entries if e.is_own and e.name == name]
        entry = self._selection.entry
        if own and entry is not None and (entry.name, entry.origin) == (former, ModelOrigin.OWN):
            self._selection.choose_entry(own[0].in_direction(*entry.direction))

    @Slot(str, object)
    def _on_failed(self, what: str, error: BaseException) -> None:
        if what != "install" and self._window.isVisible():  # the wizard reports its own models
            described = describe(error)
            details = described.details.splitlines()
            shown = "\n".join(line[:_PROBLEM_LENGTH] for line in details[:_PROBLEMS_SHOWN])
            sentence = f"{described.title}. {described.sentence}"
            self._window.show_problem(f"{sentence}\n{shown}" if shown else sentence)

    @Slot()
    def _on_closed(self) -> None:
        self._unanswered.clear()
        self._library.forget_removed()
