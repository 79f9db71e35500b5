"""The history panel: a list to search, restore texts from and tidy up."""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.storage.history import HistoryEntry
from desktop.views import icons
from desktop.views.history.items import HistoryDelegate, HistoryItems, star_area
from desktop.views.shortcuts import SHORTCUTS, keys_text
from desktop.views.widgets.confirm_strip import ConfirmStrip
from desktop.views.widgets.label import Label
from desktop.views.widgets.search_field import SearchField

_FAVOURITE_KEYS = next(entry.keys[0] for entry in SHORTCUTS if entry.id == "favourite")


class HistoryPanel(QWidget):
    """Past translations, for a dock.

    Signals:
        search_changed: (text, only favourites) to search for.
        entry_taken: The HistoryEntry to go on with.
        favourite_toggled: (id of an entry, whether it is a favourite now).
        removed: The id of the entry to delete.
        erase_requested: Delete all entries; the user has confirmed it.
        keeping_toggled: Whether to keep a history.
    """

    search_changed = Signal(str, bool)
    entry_taken = Signal(object)
    favourite_toggled = Signal(int, bool)
    removed = Signal(int)
    erase_requested = Signal()
    keeping_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._problem = ""
        self._items = HistoryItems(self)
        self._search = self._build_search()
        self._only_favourites = self._build_only_favourites()
        self._list = self._build_list()
        self._nothing = Label()
        self._pages = self._build_pages()
        self._keeping = QCheckBox(self.tr("Save history"))
        self._keeping.setToolTip(self.tr("The history stays on this computer."))
        self._keeping.setChecked(True)
        self._keeping.clicked.connect(self._on_keeping_clicked)
        self._erase = QPushButton(self.tr("Clear history…"))
        self._erase.clicked.connect(self._on_erase_clicked)
        self._confirm = ConfirmStrip(self.tr("Clear"), self.tr("Cancel"))
        self._confirm.confirmed.connect(self.erase_requested)
        self._confirm.answered.connect(self._on_answered)
        self._lay_out()
        self._show_state()

    # --- what the application shows ---

    def show_entries(self, entries: list[HistoryEntry]) -> None:
        """Show these; the current row stays current, or the one that took its place."""
        old = self._list.currentIndex()
        old_row = old.row()
        old_id = self._items.entry(old).id if old.isValid() else None
        scrolled = self._list.verticalScrollBar().value()
        self._items.show_entries(entries)
        if old_id is not None and entries:
            row = self._items.row_of(old_id)
            self._choose(min(old_row, len(entries) - 1) if row is None else row)
        self._list.verticalScrollBar().setValue(scrolled)
        self._show_state()

    def show_keeping(self, is_keeping: bool) -> None:
        """Show whether a history is kept."""
        self._keeping.setChecked(is_keeping)
        self._show_state()

    def show_problem(self, sentence: str) -> None:
        """Say why there is no history to show; "" when all is well again."""
        self._problem = sentence
        self._show_state()

    def searched(self) -> tuple[str, bool]:
        """Return the searched text, and whether only favourites are searched."""
        return self._search.text(), self._only_favourites.isChecked()

    def show_search(self, text: str, only_favourites: bool) -> None:
        """Search for this, as if it had been typed."""
        self._search.setText(text)
        self._only_favourites.setChecked(only_favourites)

    def take_focus(self) -> None:
        """Focus the search field."""
        self._search.setFocus()
        self._search.selectAll()

    # --- building ---

    def _build_search(self) -> QLineEdit:
        search = SearchField()
        search.setPlaceholderText(self.tr("Search"))
        search.setAccessibleName(self.tr("Search history"))
        find = QKeySequence(QKeySequence.StandardKey.Find)
        search.setToolTip(
            self.tr("Search history ({keys})").format(
                keys=find.toString(QKeySequence.SequenceFormat.NativeText)
            )
        )
        search.textChanged.connect(self._on_search_changed)
        search.left_downwards.connect(self._enter_list)
        context = Qt.ShortcutContext.WidgetWithChildrenShortcut
        QShortcut(find, self, self.take_focus, context=context)
        return search

    def _build_only_favourites(self) -> QToolButton:
        button = QToolButton()
        icons.dress(button, "star")
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setAccessibleName(self.tr("Favourites only"))
        button.setToolTip(self.tr("Favourites only"))
        button.toggled.connect(self._on_only_favourites_toggled)
        return button

    def _build_list(self) -> "_EntryList":
        entries = _EntryList()
        entries.setAccessibleName(self.tr("Past translations"))
        entries.setModel(self._items)
        delegate = HistoryDelegate(entries)
        delegate.star_clicked.connect(self._on_favourite_requested)
        entries.setItemDelegate(delegate)
        entries.taken.connect(self._on_taken)
        entries.favourite_requested.connect(self._on_favourite_requested)
        entries.removal_requested.connect(self._on_removal_requested)
        entries.customContextMenuRequested.connect(self._open_menu)
        return entries

    def _build_pages(self) -> QStackedWidget:
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setContentsMargins(24, 4, 24, 4)
        self._nothing.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        pages = QStackedWidget()
        pages.addWidget(self._list)
        pages.addWidget(self._nothing)
        return pages

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._search, 1)
        top.addWidget(self._only_favourites)
        foot = QHBoxLayout()
        foot.addWidget(self._keeping, 1)
        foot.addWidget(self._erase)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self._pages, 1)
        column.addWidget(self._confirm)
        column.addLayout(foot)

    # --- visibility ---

    def _show_state(self) -> None:
        has_entries = self._items.rowCount() > 0
        shows_list = has_entries and not self._problem
        self._nothing.setText("" if shows_list else self._reason_for_nothing())
        self._pages.setCurrentWidget(self._list if shows_list else self._nothing)
        is_searching = bool(self._search.text()) or self._only_favourites.isChecked()
        self._erase.setEnabled((has_entries or is_searching) and not self._problem)

    def _reason_for_nothing(self) -> str:
        if self._problem:
            return self._problem
        if self._search.text():
            return self.tr("No results for “{text}”").format(text=self._search.text())
        if self._only_favourites.isChecked():
            return self.tr("No favourites yet. Click the star of an entry to add it.")
        if not self._keeping.isChecked():
            return self.tr("History is off. Your translations are not saved.")
        return self.tr("Your translations appear here. They stay on this computer.")

    # --- user actions ---

    @Slot(bool)
    def _on_keeping_clicked(self, is_keeping: bool) -> None:
        self._show_state()
        self.keeping_toggled.emit(is_keeping)

    @Slot()
    def _on_search_changed(self) -> None:
        self._show_state()
        self.search_changed.emit(*self.searched())

    @Slot(bool)
    def _on_only_favourites_toggled(self, is_on: bool) -> None:
        icons.dress(self._only_favourites, "star-filled" if is_on else "star")
        self._on_search_changed()

    @Slot()
    def _on_erase_clicked(self) -> None:
        self._confirm.ask(self.tr("Clear the whole history, including favourites?"))

    @Slot()
    def _on_answered(self) -> None:
        self._erase.setFocus()

    @Slot()
    def _enter_list(self) -> None:
        if self._items.rowCount():
            if not self._list.currentIndex().isValid():
                self._choose(0)
            self._list.setFocus()

    def _choose(self, row: int) -> None:
        self._list.setCurrentIndex(self._items.index(row))

    @Slot(object)
    def _on_taken(self, index: QModelIndex) -> None:
        self.entry_taken.emit(self._items.entry(index))

    @Slot(object)
    def _on_favourite_requested(self, index: QModelIndex) -> None:
        self._toggle_favourite(self._items.entry(index))

    @Slot(object)
    def _on_removal_requested(self, index: QModelIndex) -> None:
        self.removed.emit(self._items.entry(index).id)

    def _toggle_favourite(self, entry: HistoryEntry) -> None:
        self.favourite_toggled.emit(entry.id, not entry.is_favourite)

    @Slot(QPoint)
    def _open_menu(self, position: QPoint) -> None:
        index = self._list.indexAt(position)
        if not index.isValid():
            return
        entry = self._items.entry(index)  # the row may have changed before the menu returns
        star = (
            self.tr("Remove from favourites")
            if entry.is_favourite
            else self.tr("Add to favourites")
        )
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, keys, act in (
            (
                self.tr("Open in the window"),
                "Return",
                lambda: self.entry_taken.emit(entry),
            ),
            (star, _FAVOURITE_KEYS, lambda: self._toggle_favourite(entry)),
            (self.tr("Remove"), "Del", lambda: self.removed.emit(entry.id)),
        ):
            menu.addAction(f"{text}\t{keys_text(keys)}").triggered.connect(act)
        menu.popup(self._list.viewport().mapToGlobal(position))


class _EntryList(QListView):
    """The list with its own keys; each signal carries the index of its row."""

    taken = Signal(object)
    favourite_requested = Signal(object)
    removal_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QListView.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setTabKeyNavigation(False)

    def event(self, event: QEvent) -> bool:
        """Keep the favourite key from the window while the list has the focus."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and _is_favourite_key(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take, mark or remove the current row."""
        index = self.currentIndex()
        if not index.isValid():
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit(index)
        elif event.key() == Qt.Key.Key_Delete:
            self.removal_requested.emit(index)
        elif _is_favourite_key(event):
            self.favourite_requested.emit(index)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the row, unless the star was double-clicked."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not star_area(self.visualRect(index)).contains(
            event.position().toPoint()
        ):
            self.taken.emit(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over a star."""
        super().mouseMoveEvent(event)
        position = event.position().toPoint()
        index = self.indexAt(position)
        is_over_star = index.isValid() and star_area(self.visualRect(index)).contains(position)
        hand = Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(hand if is_over_star else Qt.CursorShape.ArrowCursor)


def _is_favourite_key(event: QKeyEvent) -> bool:
    return QKeySequence(event.keyCombination()) == QKeySequence(_FAVOURITE_KEYS)
