"""The window that adds languages: published models to search and download."""

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.values.model_download import ModelDownload
from desktop.views.catalogue.download_area import DownloadArea
from desktop.views.catalogue.download_card import DownloadCard
from desktop.views.catalogue.rows import CatalogueRows, details_text
from desktop.views.catalogue.tree import CatalogueTree
from desktop.views.widgets.card import caption, keys_of
from desktop.views.widgets.label import Label
from desktop.views.widgets.search_field import SearchField
from desktop.views.widgets.window_size import open_as_large
from desktop.wording.tooltips import tooltip
from engine.catalogue.published_model import PublishedModel

_MARGIN = 14
_LONGEST = 240
"""Characters that the line about the current model has at most; its tooltip has all."""


class CatalogueWindow(QWidget):
    """A search field, the models, and a card for each download.

    Signals:
        search_changed: The text to search for.
        chosen: The PublishedModel of the current row, or None.
        download_requested: The PublishedModel to download.
        use_requested: The PublishedModel, already installed, to translate with.
        pause_requested: The name of the model whose download to pause; and so on.
        resume_requested: Of that to resume, or to try again.
        cancel_requested: Of that to cancel; what was received is deleted.
        dismissed: Of the finished one whose card is to go.
        import_requested: Import a model from a file, without the internet.
    """

    search_changed = Signal(str)
    chosen = Signal(object)
    download_requested = Signal(object)
    use_requested = Signal(object)
    pause_requested = Signal(str)
    resume_requested = Signal(str)
    cancel_requested = Signal(str)
    dismissed = Signal(str)
    import_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Add languages"))
        self.cards: dict[str, DownloadCard] = {}
        """The cards of the downloads by the names of their models."""
        self.rows = CatalogueRows(self)
        self.search = self._build_search()
        self.tree = CatalogueTree(self.rows)
        self.nothing = Label()
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.details = caption()
        self.details.setWordWrap(True)
        self.details.setAccessibleName(self.tr("About the model"))
        self.note = caption()
        self.note.setWordWrap(True)
        self.import_button = QPushButton(self.tr("&Import a file…"))
        self.import_button.setToolTip(
            self.tr("Add a model from a file on this computer, without the internet")
        )
        self.download_button = QPushButton(self.tr("&Download"))
        self.download_button.setDefault(True)
        self.use_button = QPushButton(self.tr("&Use now"))
        self.use_button.setToolTip(self.tr("Translate with this model"))
        self._downloads = DownloadArea()
        self._lay_out()
        self._connect()
        self.show_choice(can_download=False, is_installed=False, note="")
        open_as_large(self, 720, 640)

    # --- what the application shows ---

    def show_models(self, models: Sequence[PublishedModel], wanted: Collection[str] = ()) -> None:
        """Show these, and go to the first.

        Args:
            models: Those of the same languages are neighbours, the best first.
            wanted: The languages to name of models of many.
        """
        self.rows.show_models(models, wanted)
        self.tree.setCurrentIndex(self.rows.index(0, 0))
        self._pages.setCurrentWidget(self.tree if models else self.nothing)
        self.nothing.setText(
            self.tr("No results for “{text}”.").format(text=self.search.text().strip())
        )
        self._on_current_changed()

    def show_states(self, states: Mapping[str, str]) -> None:
        """Show a word about some models, by their names."""
        self.rows.show_states(states)

    def show_choice(self, *, can_download: bool, is_installed: bool, note: str) -> None:
        """Show what can be done with the current model, and where it comes from."""
        had_focus = self.download_button.hasFocus() or self.use_button.hasFocus()
        self.use_button.setVisible(is_installed)
        self.download_button.setVisible(not is_installed)
        self.download_button.setEnabled(can_download)
        (self.use_button if is_installed else self.download_button).setDefault(True)
        self.note.setText(note)
        if had_focus:
            self.tree.setFocus()

    def show_download(self, download: ModelDownload) -> None:
        """Show how far a download is, in a card that is added for it."""
        name = download.model.name
        if name in self.cards:
            self.cards[name].show_download(download)
            return
        card = self.cards[name] = DownloadCard(download)
        card.pause_requested.connect(lambda: self.pause_requested.emit(name))
        card.resume_requested.connect(lambda: self.resume_requested.emit(name))
        card.cancel_requested.connect(lambda: self.cancel_requested.emit(name))
        card.use_requested.connect(lambda: self.use_requested.emit(download.model))
        card.dismissed.connect(lambda: self.dismissed.emit(name))
        self._downloads.add(card)

    def remove_download(self, name: str) -> None:
        """Remove the card of a download."""
        card = self.cards.pop(name, None)
        if card is not None:
            had_focus = card.isAncestorOf(self.focusWidget())
            self._downloads.remove(card)
            if had_focus:
                self.tree.setFocus()

    def current(self) -> PublishedModel | None:
        """Return the model of the current row."""
        return self.rows.model_at(self.tree.currentIndex())

    def search_for(self, text: str) -> None:
        """Search for this, as if it had been typed."""
        self.search.setText(text)
        self.search.setFocus()

    # --- building ---

    def _build_search(self) -> SearchField:
        search = SearchField()
        search.setPlaceholderText(self.tr("Language, such as “French” or “fr de”"))
        search.setAccessibleName(self.tr("Search languages"))
        find = keys_of(QKeySequence.StandardKey.Find)
        search.setToolTip(self.tr("Search languages ({keys})").format(keys=find))
        return search

    def _lay_out(self) -> None:
        self._pages = QStackedWidget()
        self._pages.addWidget(self.tree)
        self._pages.addWidget(self.nothing)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.import_button)
        foot.addWidget(self.note, 1)
        foot.addWidget(self.use_button)
        foot.addWidget(self.download_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column.setSpacing(10)
        column.addWidget(self.search)
        column.addWidget(self._pages, 1)
        column.addWidget(self.details)
        column.addWidget(self._downloads)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.search.textChanged.connect(self.search_changed)
        self.search.left_downwards.connect(self._on_search_left)
        self.tree.selectionModel().currentChanged.connect(self._on_current_changed)
        self.tree.doubleClicked.connect(self._on_taken)
        self.download_button.clicked.connect(self._on_taken)
        self.use_button.clicked.connect(self._on_taken)
        self.import_button.clicked.connect(self.import_requested)
        for keys in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            shortcut = QShortcut(QKeySequence(keys), self.tree)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self._on_taken)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self._on_find)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)

    # --- internals ---

    @Slot()
    def _on_find(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    @Slot()
    def _on_search_left(self) -> None:
        self.tree.setFocus()

    @Slot()
    def _on_current_changed(self) -> None:
        model = self.current()
        text = "" if model is None else details_text(model).replace("\n", "  ·  ")
        self.details.setText(text if len(text) < _LONGEST else text[:_LONGEST] + " …")
        self.details.setToolTip(tooltip(text))
        self.chosen.emit(model)

    @Slot()
    def _on_taken(self) -> None:
        """Do what the button at the end says."""
        model = self.current()
        if model is None:
            return
        if not self.use_button.isHidden():
            self.use_requested.emit(model)
        elif self.download_button.isEnabled():
            self.download_requested.emit(model)
