"""The glossary window: the terms of each direction and their actions."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QItemSelection, QModelIndex, QSortFilterProxyModel, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop.storage.glossary_file import Direction
from desktop.views import icons
from desktop.views.glossary.rows import TABLE_STYLE, TERM, GlossaryRows
from desktop.views.notices.notice_bar import NoticeBar
from desktop.views.notices.notice_card import Kind, NoticeText
from desktop.views.widgets.card import caption, keys_of
from desktop.views.widgets.label import Label
from desktop.views.widgets.save_dialog import ask_where_to_save
from desktop.views.widgets.window_size import open_as_large
from desktop.wording.language_names import language_name
from engine.glossary.glossary import GlossaryEntry

_MARGIN = 14
_NOTICE = "notice"


class GlossaryWindow(QWidget):
    """A separate window, so that the program can be used beside it.

    Signals:
        direction_chosen: The codes of the languages whose terms to show.
        toggled: Whether translations follow the glossary.
        entry_added: (term, translation) as they were written.
        entry_edited: (former term, term, translation) as they were written.
        remove_requested: The terms (list[str]) whose entries to remove.
        undo_requested: Undo the last change.
        import_requested: The Path of the file to read.
        export_requested: The Path of the file to write.
    """

    direction_chosen = Signal(object)
    toggled = Signal(bool)
    entry_added = Signal(str, str)
    entry_edited = Signal(str, str, str)
    remove_requested = Signal(object)
    undo_requested = Signal()
    import_requested = Signal(object)
    export_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Glossary"))
        self.setWindowIcon(icons.app_icon())
        self.setAcceptDrops(True)
        self.direction_box = QComboBox()
        self.direction_box.setAccessibleName(self.tr("Languages"))
        self.follow_box = QCheckBox(self.tr("&Follow the glossary"))
        self.follow_box.setToolTip(self.tr("Translate these terms as they are listed here"))
        self.search_line = QLineEdit()
        self.search_line.setPlaceholderText(self.tr("Search terms"))
        self.search_line.setAccessibleName(self.tr("Search terms"))
        self.search_line.setClearButtonEnabled(True)
        self.rows = GlossaryRows(self)
        self._found = QSortFilterProxyModel(self)
        self._found.setSourceModel(self.rows)
        self._found.setFilterKeyColumn(-1)
        self._found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.table = self._build_table()
        self.empty_label = caption()
        self.empty_label.setWordWrap(True)
        self.empty_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.term_line = QLineEdit()
        self.term_line.setPlaceholderText(self.tr("Term"))
        self.term_line.setAccessibleName(self.tr("New term"))
        self.translation_line = QLineEdit()
        self.translation_line.setPlaceholderText(self.tr("Translation; empty: not translated"))
        self.translation_line.setAccessibleName(
            self.tr("Translation of the new term; leave it empty to keep the term as it is")
        )
        self.add_button = QPushButton(self.tr("&Add"))
        self.notices = NoticeBar()
        self.import_button = QPushButton(self.tr("&Import…"))
        self.import_button.setToolTip(
            self.tr("Read terms from a CSV, TSV or TBX file; you can also drop it on this window")
        )
        self.export_button = QPushButton(self.tr("&Export…"))
        self.export_button.setToolTip(self.tr("Save the terms as a CSV file"))
        self.undo_button = QPushButton(self.tr("&Undo"))
        icons.dress(self.undo_button, "undo")
        self.undo_button.setToolTip(
            self.tr("Undo the last change ({keys})").format(
                keys=keys_of(QKeySequence.StandardKey.Undo)
            )
        )
        self.remove_button = QPushButton(self.tr("&Remove"))
        self.remove_button.setToolTip(
            self.tr("Remove the selected terms ({keys})").format(keys=keys_of("Del"))
        )
        self._lay_out()
        self._connect()
        self._show_state()
        open_as_large(self, 640, 600)

    # --- what the application shows ---

    def show_directions(self, directions: Sequence[Direction], chosen: Direction) -> None:
        """Offer the glossaries of these languages."""
        self.direction_box.blockSignals(True)
        self.direction_box.clear()
        names = {
            (source, target): f"{language_name(source)} → {language_name(target)}"
            for source, target in directions
        }
        by_name = sorted(names, key=lambda direction: names[direction].casefold())
        for direction in by_name:
            self.direction_box.addItem(names[direction], direction)
        if chosen in names:
            self.direction_box.setCurrentIndex(by_name.index(chosen))
        self.direction_box.blockSignals(False)

    def show_entries(self, entries: Sequence[GlossaryEntry]) -> None:
        """Show these; the current term stays current."""
        current = self._term_at(self.table.currentIndex())
        self.rows.show_entries(entries)
        self._choose(current)
        self._show_state()

    def show_switches(self, *, is_on: bool, can_undo: bool, can_add: bool) -> None:
        """Show whether the glossary is followed, and enable its actions."""
        self.follow_box.setChecked(is_on)
        self.undo_button.setEnabled(can_undo)
        for widget in (self.term_line, self.translation_line, self.add_button, self.import_button):
            widget.setEnabled(can_add)

    def show_added(self, term: str) -> None:
        """Go to a term that was added, and be ready for the next."""
        self.term_line.clear()
        self.translation_line.clear()
        self.search_line.clear()
        self._choose(term)
        self.term_line.setFocus()

    def begin_entry(self, term: str) -> None:
        """Let a new term be written, or the translation of this one; its entry is shown."""
        if not term:
            self.term_line.setFocus()
            return
        self.search_line.clear()
        self.term_line.setText(term)
        known = [entry for entry in self.rows.entries if entry.source == term]
        self.translation_line.setText(known[0].target if known else "")
        self.translation_line.setFocus()
        self._choose(term)

    def show_notice(self, sentence: str, kind: Kind = "info") -> None:
        """Show what was done, or why something was not."""
        self.notices.show_notices([NoticeText(_NOTICE, kind, sentence)])

    def clear_notice(self) -> None:
        """Clear the message."""
        self.notices.show_notices([])

    # --- building ---

    def _build_table(self) -> QTreeView:
        table = QTreeView()
        table.setModel(self._found)
        table.setAccessibleName(self.tr("Terms"))
        table.setStyleSheet(TABLE_STYLE)
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        table.setAllColumnsShowFocus(True)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.header().setAccessibleName(self.tr("Columns"))
        table.header().setDefaultAlignment(Qt.AlignmentFlag.AlignLeading)
        return table

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.direction_box)
        head.addStretch(1)
        head.addWidget(self.follow_box)
        entry = QHBoxLayout()
        entry.setSpacing(8)
        entry.addWidget(self.term_line, 1)
        arrow = Label("→")
        arrow.setAccessibleName(" ")
        entry.addWidget(arrow)
        entry.addWidget(self.translation_line, 1)
        entry.addWidget(self.add_button)
        hint = caption()
        hint.setWordWrap(True)
        hint.setText(
            self.tr(
                "Write several forms of a word with “|” between them: Vertrag|Vertrags|Verträge."
            )
        )
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.import_button)
        foot.addWidget(self.export_button)
        foot.addStretch(1)
        foot.addWidget(self.undo_button)
        foot.addWidget(self.remove_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self.search_line)
        column.addWidget(self.table, 1)
        column.addWidget(self.empty_label, 1)
        column.addLayout(entry)
        column.addWidget(hint)
        column.addWidget(self.notices)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.direction_box.currentIndexChanged.connect(self._on_direction_chosen)
        self.follow_box.clicked.connect(self.toggled)
        self.search_line.textChanged.connect(self._on_searched)
        self.rows.entry_edited.connect(self.entry_edited)
        self.table.selectionModel().selectionChanged.connect(self._on_selected)
        self.add_button.clicked.connect(self._on_add)
        for line in (self.term_line, self.translation_line):
            line.returnPressed.connect(self._on_add)
        self.import_button.clicked.connect(self._on_import)
        self.export_button.clicked.connect(self._on_export)
        self.undo_button.clicked.connect(self._on_undo)
        self.remove_button.clicked.connect(self._on_remove)
        for keys, act in (
            (QKeySequence.StandardKey.Delete, self._on_remove),
            (QKeySequence.StandardKey.Undo, self._on_undo),
        ):
            shortcut = QShortcut(QKeySequence(keys), self.table)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.search_line.setFocus)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)

    # --- inside ---

    def _show_state(self) -> None:
        has_rows = self._found.rowCount() > 0
        self.table.setVisible(has_rows)
        self.empty_label.setVisible(not has_rows)
        searched = self.search_line.text()
        self.empty_label.setText(
            self.tr("No results for “{text}”").format(text=searched)
            if self.rows.entries
            else self.tr(
                "No terms yet. Add one below, import a file, or select a word in your text and "
                "choose “Add to glossary…” from its menu."
            )
        )
        self.export_button.setEnabled(bool(self.rows.entries))
        self.remove_button.setEnabled(has_rows and self.table.selectionModel().hasSelection())

    def _selected(self) -> list[str]:
        return [self._term_at(index) for index in self.table.selectionModel().selectedRows(TERM)]

    def _term_at(self, index: QModelIndex) -> str:
        row = self._found.mapToSource(index).row()
        return self.rows.entries[row].source if 0 <= row < len(self.rows.entries) else ""

    def _choose(self, term: str) -> None:
        for row, entry in enumerate(self.rows.entries):
            if entry.source == term:
                place = self._found.mapFromSource(self.rows.index(row, TERM))
                self.table.setCurrentIndex(place)
                self.table.scrollTo(place)

    @Slot(int)
    def _on_direction_chosen(self, _index: int) -> None:
        self.direction_chosen.emit(self.direction_box.currentData())

    @Slot(str)
    def _on_searched(self, text: str) -> None:
        self._found.setFilterFixedString(text.strip())
        self._show_state()

    @Slot()
    def _on_selected(self, _new: QItemSelection, _old: QItemSelection) -> None:
        self._show_state()

    @Slot()
    def _on_add(self) -> None:
        self.entry_added.emit(self.term_line.text(), self.translation_line.text())

    @Slot()
    def _on_remove(self) -> None:
        if terms := self._selected():
            row = min(index.row() for index in self.table.selectionModel().selectedRows(TERM))
            self.remove_requested.emit(terms)
            row = min(row, self._found.rowCount() - 1)
            self.table.setCurrentIndex(self._found.index(row, TERM))

    @Slot()
    def _on_undo(self) -> None:
        self.undo_requested.emit()

    @Slot()
    def _on_import(self) -> None:
        kinds = self.tr("Glossaries ({kinds});;All files (*)").format(
            kinds="*.csv *.tsv *.txt *.tbx"
        )
        found, _ = QFileDialog.getOpenFileName(self, self.tr("Import terms"), "", kinds)
        if found:
            self.import_requested.emit(Path(found))

    @Slot()
    def _on_export(self) -> None:
        source, target = self.direction_box.currentData()
        ask_where_to_save(
            self,
            self.tr("Export the terms"),
            f"glossary.{source}-{target}.csv",
            self.tr("Tables (*.csv)"),
            self.export_requested.emit,
        )

    # --- drag and drop ---

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one local file."""
        if len(event.mimeData().urls()) == 1 and event.mimeData().urls()[0].isLocalFile():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Import the dropped file."""
        event.acceptProposedAction()
        self.import_requested.emit(Path(event.mimeData().urls()[0].toLocalFile()))
