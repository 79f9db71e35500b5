"""Share the room between the texts and the docks: the texts come first."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStyle, QTabBar

from desktop.views.panes.text_panes import FEWEST_LINES, NARROW, TextPanes

LINES = 6
"""Lines of each text always visible, unless the window is too small."""
SHARE = 0.45
"""Share of the height left to the texts while a dock is open below or above them."""

_UNLIMITED = (1 << 24) - 1
"""Qt's QWIDGETSIZE_MAX, which PySide6 has no name for."""
_SIDES = Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea


class DockRoom:
    """Limits the docks of a window, and moves them when it is narrow."""

    def __init__(self, window: QMainWindow, panes: TextPanes, docks: Sequence[QDockWidget]) -> None:
        self._window = window
        self._panes = panes
        self._docks = docks
        self._is_narrow = False
        self._beside: dict[QDockWidget, Qt.DockWidgetArea] = {}
        """Docks moved below the texts while the window is narrow, and their former areas."""

    def share(self) -> None:
        """Guarantee the texts their lines, and their share of the height beside an open dock."""
        window, panes = self._window, self._panes
        others = window.centralWidget().minimumSizeHint().height() - panes.minimumHeight()
        lines, fewest = panes.height_of(LINES), panes.height_of(FEWEST_LINES)
        docks = [dock for dock in self._docks if self._takes_height(dock)]
        least = max((dock.minimumSizeHint().height() for dock in docks), default=0)
        if docks:
            others += self._height_around(docks)
        window.setMinimumHeight(others + least + fewest)
        room = window.height() - others - least
        panes.setMinimumHeight(max(fewest, min(lines, room)))
        panes.show_at_least(LINES if lines <= room else FEWEST_LINES)
        most = window.height() - others - max(lines, round(SHARE * window.height()))
        for dock in self._docks:
            dock.setMaximumHeight(max(least, most) if dock in docks else _UNLIMITED)

    def place(self) -> None:
        """Move docks below the texts while there is no room for both side by side."""
        is_narrow = self._window.width() < NARROW
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        if is_narrow:
            areas = {dock: self._window.dockWidgetArea(dock) for dock in self._docks}
            self._beside = {
                dock: area
                for dock, area in areas.items()
                if area & _SIDES and not dock.isFloating()
            }
        for dock, area in self._beside.items():
            self._move(dock, Qt.DockWidgetArea.BottomDockWidgetArea if is_narrow else area)

    def _move(self, dock: QDockWidget, area: Qt.DockWidgetArea) -> None:
        """Put a dock into an area, as a tab if another one is there."""
        others = [
            other
            for other in self._docks
            if other is not dock and self._window.dockWidgetArea(other) == area
        ]
        self._window.addDockWidget(area, dock)
        if others:
            self._window.tabifyDockWidget(others[0], dock)

    def _takes_height(self, dock: QDockWidget) -> bool:
        is_in_window = not dock.isHidden() and not dock.isFloating()
        return is_in_window and not self._window.dockWidgetArea(dock) & _SIDES

    def _height_around(self, docks: Sequence[QDockWidget]) -> int:
        """Return the height of the handle and tabs of docks above or below the texts."""
        window = self._window
        height = window.style().pixelMetric(QStyle.PixelMetric.PM_DockWidgetSeparatorExtent)
        if any(other in docks for dock in docks for other in window.tabifiedDockWidgets(dock)):
            direct = Qt.FindChildOption.FindDirectChildrenOnly
            height += max(bar.height() for bar in window.findChildren(QTabBar, options=direct))
        return height
