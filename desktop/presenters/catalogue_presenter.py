"""Show the published models in their window, and carry out the user's requests."""

from collections.abc import Mapping, Sequence
from operator import contains
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, Signal, Slot

from desktop.platform.interface_language import language_in_force
from desktop.sessions.models.model_downloads import ModelDownloads
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.values.model_download import DownloadState, ModelDownload
from desktop.views.catalogue.window import CatalogueWindow
from desktop.wording.language_names import language_name
from engine.catalogue.catalogue import find, find_pair, languages_meant
from engine.catalogue.published_model import PublishedModel
from engine.models.registry import ModelEntry


class CataloguePresenter(QObject):
    """Connects the window, the downloads and the installed models; GUI thread.

    Signals:
        used: The user chose to translate with a model.
    """

    used = Signal()

    def __init__(
        self,
        window: CatalogueWindow,
        catalogue: Sequence[PublishedModel],
        names: Mapping[str, Sequence[str]],
        downloads: ModelDownloads,
        models: ModelList,
        selection: ModelSelection,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._catalogue = catalogue
        self._known = {model.name for model in catalogue}
        self._names = names
        self._wanted: tuple[frozenset[str], ...] = ()
        """The languages that each word of the search can mean."""
        self._downloads = downloads
        self._models = models
        self._selection = selection
        window.search_changed.connect(self._search)
        window.chosen.connect(self._show_choice)
        window.download_requested.connect(downloads.download)
        window.use_requested.connect(self._use)
        window.pause_requested.connect(downloads.pause)
        window.resume_requested.connect(downloads.resume)
        window.cancel_requested.connect(downloads.cancel)
        window.dismissed.connect(downloads.dismiss)
        downloads.changed.connect(self._on_changed)
        downloads.removed.connect(self._on_removed)
        models.modelReset.connect(self._show_states)
        downloads.list_kept(catalogue)
        for download in downloads.downloads:
            window.show_download(download)
        self._sort()
        self._search("")
        self._show_states()

    def look_for(self, source: str, target: str) -> None:
        """Search for models from one language to another, or for all of the first; "" for all."""
        self._sort()
        codes = (source, target) if find_pair(self._catalogue, source, target) else (source,)
        self._window.search_for(" ".join(language_name(code) for code in codes if code))

    # --- what is shown ---

    @Slot(str)
    def _search(self, text: str) -> None:
        self._wanted = languages_meant(text, self._names)
        found = find(self._catalogue, text, self._names)
        self._window.show_models(found, frozenset().union(*self._wanted))

    @Slot()
    def _show_states(self) -> None:
        """Mark the installed models, and those on their way."""
        usable = {entry.name for entry in self._models.entries if _is_usable(entry)}
        states = dict.fromkeys(usable & self._known, self.tr("Installed"))
        for download in self._downloads.downloads:
            states[download.model.name] = self._state_text(download.state)
        self._window.show_states(states)
        self._show_choice(self._window.current())

    @Slot(object)
    def _show_choice(self, model: PublishedModel | None) -> None:
        if model is None:
            self._window.show_choice(can_download=False, is_installed=False, note="")
            return
        state = self._state_of(model)
        note = self.tr("Nothing goes online until you press Download. This file is on {host}.")
        is_installed = self._entry_of(model) is not None
        host = urlsplit(model.addresses[0]).hostname or ""
        self._window.show_choice(
            can_download=state in (None, DownloadState.PAUSED, DownloadState.FAILED),
            is_installed=is_installed,
            note="" if is_installed else note.format(host=host),
        )

    @Slot(object)
    def _on_changed(self, download: ModelDownload) -> None:
        self._window.show_download(download)
        self._show_states()

    @Slot(str)
    def _on_removed(self, name: str) -> None:
        self._window.remove_download(name)
        self._show_states()

    # --- requests ---

    @Slot(object)
    def _use(self, model: PublishedModel) -> None:
        entry = self._entry_of(model)
        if entry is not None:
            self._selection.choose_entry(entry.in_direction(*self._direction_for(entry)))
            self.used.emit()

    # --- inside ---

    def _entry_of(self, model: PublishedModel) -> ModelEntry | None:
        """Return the usable installed model that was made of a published one."""
        names = {model.name}
        names |= {one.installed for one in self._downloads.downloads if one.model == model}
        for entry in self._models.entries:
            if _is_usable(entry) and entry.name in names:
                return entry
        return None

    def _sort(self) -> None:
        """Sort by names, the languages that the user knows first; the best of a pair stays first.

        Of hundreds of models from Spanish, the one to the user's own language is likeliest wanted.
        """
        known = {*self._selection.direction, language_in_force()}
        shown = {code: language_name(code).casefold() for code in self._names}

        def order(model: PublishedModel) -> tuple[bool, int, list[str], list[str]]:
            sides = model.source_languages, model.target_languages
            sources, targets = ([shown[code] for code in codes] for codes in sides)
            num_known = sum(len(known.intersection(codes)) for codes in sides)
            return model.is_multilingual, -num_known, sources, targets

        self._catalogue = sorted(self._catalogue, key=order)

    def _direction_for(self, entry: ModelEntry) -> tuple[str, str]:
        """Return the direction to use a model in: as was searched for, or as it is now."""
        directions = entry.usable_manifest.directions
        if not self._wanted and self._selection.direction in directions:
            return self._selection.direction

        def fit(pair: tuple[str, str]) -> tuple[bool, int]:
            in_order = len(self._wanted) == 2 and all(map(contains, self._wanted, pair))
            return in_order, sum(code in meant for meant in self._wanted for code in pair)

        return max(directions, key=fit)

    def _state_of(self, model: PublishedModel) -> DownloadState | None:
        states = (one.state for one in self._downloads.downloads if one.model == model)
        return next(states, None)

    def _state_text(self, state: DownloadState) -> str:
        match state:
            case DownloadState.WAITING:
                return self.tr("Waiting")
            case DownloadState.RUNNING:
                return self.tr("Downloading…")
            case DownloadState.PAUSED:
                return self.tr("Paused")
            case DownloadState.IMPORTING:
                return self.tr("Importing…")
            case DownloadState.INSTALLED:
                return self.tr("Installed")
            case DownloadState.FAILED:
                return self.tr("Not downloaded")


def _is_usable(entry: ModelEntry) -> bool:
    return entry.problem is None and entry.is_own
