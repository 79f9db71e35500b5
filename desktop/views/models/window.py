"""The models window: a list, the details of the current model and its actions."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QPalette,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QListView,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.views.models.card import ModelCard
from desktop.views.models.export_button import ExportButton
from desktop.views.models.languages_strip import LanguagesStrip
from desktop.views.models.name_strip import NameStrip
from desktop.views.models.rows import ModelDelegate, ModelRows
from desktop.views.notices.notice_bar import NoticeBar
from desktop.views.notices.notice_card import NoticeText
from desktop.views.widgets.busy_line import BusyLine
from desktop.views.widgets.card import keys_of
from desktop.views.widgets.label import Label
from desktop.views.widgets.undo_strip import UndoStrip
from desktop.views.widgets.window_size import open_as_large
from desktop.wording.tooltips import tooltip
from engine.interchange.export.formats import ExportFormat
from engine.interchange.foreign_folder import IMPORT_SUFFIXES
from engine.models.registry import ModelEntry

_MARGIN = 14
_LIST_WIDTH = 310
_NOTICE = "notice"


class ModelsWindow(QWidget):
    """A separate window, so that the program can be used beside it.

    Signals:
        chosen: The ModelEntry of the current row, or None.
        import_requested: The Path of a file or folder with a model.
        import_named: (Path, str): the path to import, and the new name.
        import_languages_chosen: (Path, str, str): the path, and from and to what it translates.
        export_requested: (ModelEntry, Path of the file to write).
        program_export_requested: (ModelEntry, Path of the folder to write, its ExportFormat).
        use_requested: The ModelEntry to use.
        improve_requested: The ModelEntry to fine-tune.
        rename_requested: (ModelEntry, its new name).
        remove_requested: The ModelEntry to remove.
        folder_requested: The ModelEntry whose folder to open.
        undo_requested: Restore the model removed last.
        naming_dismissed: The user cancelled naming.
        add_requested: Show the languages that can be added.
        closed: The window is closed.
    """

    chosen = Signal(object)
    import_requested = Signal(object)
    import_named = Signal(object, str)
    import_languages_chosen = Signal(object, str, str)
    export_requested = Signal(object, object)
    program_export_requested = Signal(object, object, str)
    use_requested = Signal(object)
    improve_requested = Signal(object)
    rename_requested = Signal(object, str)
    remove_requested = Signal(object)
    folder_requested = Signal(object)
    undo_requested = Signal()
    naming_dismissed = Signal()
    add_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Models"))
        self.setAcceptDrops(True)
        self._named: ModelEntry | Path | None = None
        """What a name, or languages, are requested for."""
        self.rows = ModelRows(self)
        self.list_view = self._build_list()
        self.card = ModelCard()
        self.busy_line = BusyLine()
        self.busy_label = Label()
        self.busy_label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.notices = NoticeBar()
        self.undo_strip = UndoStrip()
        self.name_strip = NameStrip()
        self.languages_strip = LanguagesStrip()
        self.add_button = self._build_add_button()
        self.folder_button = QPushButton(self.tr("&Open folder"))
        self.export_button = ExportButton()
        self.improve_button = QPushButton(self.tr("Impro&ve…"))
        self.rename_button = QPushButton(self.tr("Re&name…"))
        self.remove_button = QPushButton(self.tr("&Remove"))
        self.use_button = QPushButton(self.tr("&Use"))
        self.use_button.setDefault(True)
        self._lay_out()
        self._connect()
        self._show_chosen()
        open_as_large(self, 880, 600)

    # --- what the application shows ---

    def show_models(self, entries: Sequence[ModelEntry]) -> None:
        """Show these; the current one stays current, or the one that took its place."""
        former, former_row = self.current(), self.list_view.currentIndex().row()
        self.rows.show_models(entries)
        places = [(entry.name, entry.origin) for entry in self.rows.entries]
        row = min(max(former_row, 0), len(places) - 1)
        if former is not None and (former.name, former.origin) in places:
            row = places.index((former.name, former.origin))
        self._choose_row(row)

    def show_in_use(self, entry: ModelEntry | None) -> None:
        """Show which model is in use."""
        self.rows.show_in_use(entry)
        self._show_chosen()

    def choose(self, name: str) -> None:
        """Go to one of the user's own models."""
        entries = self.rows.entries
        own = [row for row, e in enumerate(entries) if e.is_own and e.name == name]
        if own:
            self._choose_row(own[0])

    def show_card(self, entry: ModelEntry, card: str) -> None:
        """Show the details of a model."""
        self.card.show_model(entry, card)

    @Slot(str)
    def show_busy(self, busy_text: str) -> None:
        """Show the running operation; nothing when idle."""
        self.busy_line.set_busy(bool(busy_text))
        self.busy_label.setText(busy_text)

    def show_notice(self, sentence: str) -> None:
        """Show what was done."""
        self.notices.show_notices([NoticeText(_NOTICE, "info", sentence)])

    def show_problem(self, sentence: str) -> None:
        """Show why something was not done."""
        self.notices.show_notices([NoticeText(_NOTICE, "error", sentence)])

    @Slot(object)
    def show_removed(self, names: Sequence[str]) -> None:
        """Show what can be restored; nothing hides it."""
        had_focus = self.undo_strip.button.hasFocus()
        self.undo_strip.show_removed(names)
        if had_focus and not names:
            self.list_view.setFocus()

    def ask_import_name(self, path: Path, taken: str, proposed: str) -> None:
        """Ask for another name of an imported model: its own is taken."""
        question = self.tr("“{name}” already exists. Import {file} as:")
        self._named = path
        self.name_strip.ask(
            question.format(name=taken, file=path.name), self.tr("Import"), proposed
        )

    def ask_import_languages(self, path: Path, languages: Mapping[str, str]) -> None:
        """Ask which of these languages an imported model translates; their names by their codes."""
        question = self.tr("“{file}” does not say which languages it translates. Choose them:")
        self._named = path
        self.languages_strip.ask(question.format(file=path.name), languages)

    def show_name_problem(self, sentence: str) -> None:
        """Show why the name is not accepted, and keep asking."""
        self.name_strip.show_problem(sentence)

    def end_naming(self) -> None:
        """Stop asking for a name or for languages."""
        self._named = None
        self.name_strip.hide()
        self.languages_strip.hide()
        self.list_view.setFocus()

    @property
    def is_naming(self) -> bool:
        """Whether a name, or languages, are being requested."""
        return self._named is not None

    def current(self) -> ModelEntry | None:
        """Return the model of the current row."""
        row = self.list_view.currentIndex().row()
        return self.rows.entries[row] if 0 <= row < len(self.rows.entries) else None

    # --- building ---

    def _build_list(self) -> QListView:
        view = QListView()
        view.setModel(self.rows)
        view.setItemDelegate(ModelDelegate(view))
        view.setAccessibleName(self.tr("Models"))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.viewport().setAutoFillBackground(False)
        view.setMouseTracking(True)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.setTabKeyNavigation(False)
        view.setFixedWidth(_LIST_WIDTH)
        return view

    def _build_add_button(self) -> QPushButton:
        button = QPushButton(self.tr("&Add"))
        button.setToolTip(
            self.tr("Download or import a model. You can also drop one on this window.")
        )
        menu = QMenu(button)
        self.add_languages_action = menu.addAction(self.tr("&Languages…"))
        self.import_file_action = menu.addAction(self.tr("Model &file…"))
        self.import_folder_action = menu.addAction(self.tr("Model f&older…"))
        button.setMenu(menu)
        return button

    def _lay_out(self) -> None:
        body = QHBoxLayout()
        body.setSpacing(_MARGIN)
        body.addWidget(self.list_view)
        body.addWidget(self.card, 1)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.add_button)
        foot.addWidget(self.busy_label, 1)
        for button in (
            self.folder_button,
            self.export_button,
            self.improve_button,
            self.rename_button,
            self.remove_button,
            self.use_button,
        ):
            foot.addWidget(button)
        strips = QVBoxLayout()
        strips.setSpacing(8)
        for strip in (self.notices, self.undo_strip, self.name_strip, self.languages_strip):
            strips.addWidget(strip)
        strips.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 6, _MARGIN, _MARGIN)
        column.setSpacing(10)
        column.addWidget(self.busy_line)
        column.addLayout(body, 1)
        column.addLayout(strips)

    def _connect(self) -> None:
        self.list_view.selectionModel().currentChanged.connect(self._on_current_changed)
        self.list_view.doubleClicked.connect(self.use_button.click)
        self.add_languages_action.triggered.connect(self.add_requested)
        self.import_file_action.triggered.connect(self._on_import_file)
        self.import_folder_action.triggered.connect(self._on_import_folder)
        self.folder_button.clicked.connect(self._on_folder_clicked)
        self.export_button.file_chosen.connect(self._on_export_file)
        self.export_button.folder_chosen.connect(self._on_export_folder)
        self.improve_button.clicked.connect(self._on_improve_clicked)
        self.rename_button.clicked.connect(self._on_rename_clicked)
        self.remove_button.clicked.connect(self._on_remove_clicked)
        self.use_button.clicked.connect(self._on_use_clicked)
        self.undo_strip.undo_requested.connect(self.undo_requested)
        self.name_strip.named.connect(self._on_named)
        self.name_strip.dismissed.connect(self._on_naming_dismissed)
        self.languages_strip.chosen.connect(self._on_languages_chosen)
        self.languages_strip.dismissed.connect(self._on_naming_dismissed)
        for keys, act in (
            (Qt.Key.Key_Return, self.use_button.click),
            (Qt.Key.Key_Enter, self.use_button.click),
            (QKeySequence.StandardKey.Delete, self.remove_button.click),
            (QKeySequence.StandardKey.Undo, self._on_undo_keys),
        ):
            shortcut = QShortcut(QKeySequence(keys), self.list_view)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)
        QShortcut(QKeySequence(Qt.Key.Key_F2), self, self.rename_button.click)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)

    # --- internals ---

    def _choose_row(self, row: int) -> None:
        self.list_view.setCurrentIndex(self.rows.index(row))
        self._on_current_changed()

    def _show_chosen(self) -> None:
        """Enable the buttons for the current model, or say why they are disabled."""
        entry = self.current()
        is_usable = entry is not None and entry.problem is None
        self.export_button.show_name("" if entry is None else entry.name)
        is_own = entry is not None and entry.is_own
        is_in_use = entry is not None and self.rows.is_in_use(entry)
        none = self.tr("Select a model first")
        unusable = none if entry is None else self.tr("This model cannot be used")
        not_renamed = none if entry is None else self.tr("Built in; cannot be renamed")
        not_removed = none if entry is None else self.tr("Built in; cannot be removed")
        use_tip = self.tr("Translate with this model ({keys})").format(keys=keys_of("Return"))
        if is_in_use:
            use_tip = self.tr("Already in use")
        rename_tip = self.tr("Rename ({keys})").format(keys=keys_of("F2"))
        remove_tip = self.tr("Remove ({keys}). You can undo this until you close the window.")
        remove_tip = remove_tip.format(keys=keys_of("Del"))
        for button, is_enabled, tip in (
            (self.use_button, is_usable and not is_in_use, use_tip if is_usable else unusable),
            (
                self.export_button,
                is_usable,
                self.tr("Save the model for another computer or another program")
                if is_usable
                else unusable,
            ),
            (
                self.improve_button,
                is_usable,
                self.tr("Make a better model from it with your own sentence pairs")
                if is_usable
                else unusable,
            ),
            (self.rename_button, is_own, rename_tip if is_own else not_renamed),
            (self.remove_button, is_own, remove_tip if is_own else not_removed),
            (
                self.folder_button,
                entry is not None,
                none if entry is None else self.tr("Show the model’s files"),
            ),
        ):
            button.setEnabled(is_enabled)
            button.setToolTip(tooltip(tip))
            button.setAccessibleDescription(tip)

    @Slot()
    def _on_current_changed(self, _current: QModelIndex | None = None) -> None:
        entry = self.current()
        self._show_chosen()
        if isinstance(self._named, ModelEntry) and self._named != entry:
            self.end_naming()
        if entry is None:
            self.card.show_nothing()
        self.chosen.emit(entry)

    @Slot()
    def _on_import_file(self) -> None:
        suffixes = " ".join(f"*{suffix}" for suffix in IMPORT_SUFFIXES)
        kinds = self.tr("Models ({suffixes});;All files (*)").format(suffixes=suffixes)
        found, _ = QFileDialog.getOpenFileName(self, self.tr("Import a model"), "", kinds)
        if found:
            self.import_requested.emit(Path(found))

    @Slot()
    def _on_import_folder(self) -> None:
        found = QFileDialog.getExistingDirectory(self, self.tr("Import a model folder"))
        if found:
            self.import_requested.emit(Path(found))

    @Slot()
    def _on_improve_clicked(self) -> None:
        self.improve_requested.emit(self.current())

    @Slot(object)
    def _on_export_file(self, file: Path) -> None:
        self.export_requested.emit(self.current(), file)

    @Slot(object, str)
    def _on_export_folder(self, folder: Path, to: ExportFormat) -> None:
        self.program_export_requested.emit(self.current(), folder, to)

    @Slot()
    def _on_folder_clicked(self) -> None:
        self.folder_requested.emit(self.current())

    @Slot()
    def _on_use_clicked(self) -> None:
        self.use_requested.emit(self.current())

    @Slot()
    def _on_remove_clicked(self) -> None:
        self.remove_requested.emit(self.current())

    @Slot()
    def _on_rename_clicked(self) -> None:
        entry = self.current()
        if entry is None or isinstance(self._named, Path):
            return
        self._named = entry
        question = self.tr("New name for “{name}”:").format(name=entry.name)
        self.name_strip.ask(question, self.tr("Rename"), entry.name)

    @Slot()
    def _on_undo_keys(self) -> None:
        if self.undo_strip.isVisible():
            self.undo_requested.emit()

    @Slot(str)
    def _on_named(self, name: str) -> None:
        if isinstance(self._named, Path):
            self.import_named.emit(self._named, name)
        elif self._named is not None:
            self.rename_requested.emit(self._named, name)

    @Slot(str, str)
    def _on_languages_chosen(self, source: str, target: str) -> None:
        self.import_languages_chosen.emit(self._named, source, target)

    @Slot()
    def _on_naming_dismissed(self) -> None:
        self.end_naming()
        self.naming_dismissed.emit()

    # --- drag and drop ---

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept local files and folders."""
        if _paths(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Import the dropped files, one after the other."""
        event.acceptProposedAction()
        for path in _paths(event):
            self.import_requested.emit(path)

    def showEvent(self, event: QShowEvent) -> None:
        """Go to the model in use."""
        super().showEvent(event)
        in_use = [row for row, e in enumerate(self.rows.entries) if self.rows.is_in_use(e)]
        if in_use and not event.spontaneous():
            self._choose_row(in_use[0])  # which scrolls to it

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit `closed`: removed models are now deleted."""
        super().closeEvent(event)
        self.name_strip.hide()
        self.languages_strip.hide()
        self._named = None
        self.notices.show_notices(())
        self.closed.emit()


def _paths(event: QDropEvent) -> list[Path]:
    urls = event.mimeData().urls()
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
