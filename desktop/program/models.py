"""The models: which are installed, which more there are, and which one is chosen."""

from PySide6.QtCore import QObject

from desktop.sessions.models.model_downloads import ModelDownloads
from desktop.sessions.models.model_library import ModelLibrary
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.models.model_trial import ModelTrial
from desktop.workers.catalogue_source import CatalogueSource
from engine.folders import Folders


class Models(QObject):
    """What is known of models without a window; `Dialogs` opens their windows."""

    def __init__(self, folders: Folders, parent: QObject) -> None:
        super().__init__(parent)
        self.library = ModelLibrary(folders, self)  # first: it restores removed models
        self.installed = ModelList(folders, self)
        self.downloads = ModelDownloads(CatalogueSource(folders), self)
        self.library.changed.connect(self.installed.refresh)
        self.downloads.installed.connect(self.installed.refresh)
        self.selection = ModelSelection(self.installed, self)
        self.library.use_requested.connect(self.selection.choose_model)
        self.trial = ModelTrial(self.installed, self.selection, self)
