"""What takes the maps out of the panel: buttons that copy them or write them to files."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from desktop.values.attention_drawing import Place
from desktop.views import icons

_SUFFIXES = (".png", ".svg", ".pdf", ".csv", ".json")


class ExportButton(QToolButton):
    """Offers every picture as every kind of file.

    Signals:
        export_requested: What (a Place) and the suffix of the file.
    """

    export_requested = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _dress(self, "export", self.tr("Export"))
        menu = QMenu(self)
        places: tuple[tuple[Place, str], ...] = (
            ("map", self.tr("Map as")),
            ("grid", self.tr("All layers and heads as")),
            ("difference", self.tr("Difference as")),
        )
        for place, name in places:
            kinds = menu.addMenu(name)
            kinds.setObjectName(place)
            for suffix in _SUFFIXES:
                action = kinds.addAction(suffix.removeprefix(".").upper())
                action.triggered.connect(
                    lambda _, place=place, suffix=suffix: self.export_requested.emit(place, suffix)
                )
            if place == "difference":
                self._difference = kinds.menuAction()
        self.setMenu(menu)

    def offer_difference(self, is_offered: bool) -> None:
        """Offer the difference of two maps, where two are compared."""
        self._difference.setVisible(is_offered)


class CopyButton(QToolButton):
    """Offers the map for the clipboard.

    Signals:
        copy_requested: "picture" or "table".
    """

    copy_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _dress(self, "copy", self.tr("Copy"))
        menu = QMenu(self)
        for what, name in (
            ("picture", self.tr("Copy map as picture")),
            ("table", self.tr("Copy map as table")),
        ):
            action = menu.addAction(name)
            action.triggered.connect(lambda _, what=what: self.copy_requested.emit(what))
        self.setMenu(menu)


def _dress(button: QToolButton, icon: str, name: str) -> None:
    icons.dress(button, icon)
    button.setToolTip(name)
    button.setAccessibleName(name)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
