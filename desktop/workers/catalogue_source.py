"""Where the models of the catalogue come from: the internet, through a folder of downloads.

What speaks to the network is imported when it is needed: most starts download nothing.
"""

from collections.abc import Callable
from pathlib import Path

from engine.catalogue.published_model import PublishedModel
from engine.folders import Folders
from engine.interchange.importing import import_model
from engine.models.names import free_model_name
from engine.translation import Cancelled


class CatalogueSource:
    """Fetches models into a folder and imports them from there."""

    def __init__(self, folders: Folders) -> None:
        self._downloads = folders.downloads
        self._models = folders.models

    def fetch(
        self,
        model: PublishedModel,
        on_bytes: Callable[[int, int | None], None],
        should_stop: Callable[[], bool],
    ) -> Path | None:
        """Download the file of a model; see `ModelSource`.

        Raises:
            DiskSpaceError: If there is not enough space.
            ModelDownloadError: If no address gave the file.
        """
        from engine.catalogue.fetching import fetch_model

        try:
            return fetch_model(model, self._downloads, on_bytes=on_bytes, should_stop=should_stop)
        except Cancelled:
            return None

    def install(self, model: PublishedModel, path: Path) -> str:
        """Import the file of a model under its name, or a free one like it.

        Raises:
            EngineError: If it cannot be imported; the file is kept.
        """
        languages = (model.source_languages[0], model.target_languages[0])
        name = free_model_name(self._models, model.name)
        folder = import_model(path, self._models, name, languages)
        self.discard(model)
        return folder.name

    def discard(self, model: PublishedModel) -> None:
        """Delete what was received of a model."""
        from engine.catalogue.fetching import discard_model

        discard_model(model, self._downloads)

    def kept(self) -> dict[str, int]:
        """Return the bytes that earlier downloads left, by the names of their models."""
        from engine.catalogue.fetching import list_kept

        return list_kept(self._downloads)
