"""The window: where the panes stand and which keys there are. It lays out and emits, no more."""

from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QByteArray, QLocale, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QDockWidget,
    QMainWindow,
    QMenu,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.views import icons
from desktop.views.files.panel import FilePanel
from desktop.views.history.panel import HistoryPanel
from desktop.views.panes.language_bar import LanguageBar
from desktop.views.panes.source_pane import SourcePane
from desktop.views.panes.status_line import StatusLine
from desktop.views.panes.target_pane import TargetPane
from desktop.views.shortcuts import SHORTCUTS, shortcut_text
from desktop.views.widgets.notice_bar import NoticeBar
from desktop.views.widgets.window_size import open_as_large

MARGIN = 14
WIDE = 1.15
"""Panes stand side by side where their room is so many times as wide as high."""


class Orientation(StrEnum):
    """How the panes stand."""

    AUTOMATIC = "automatic"
    SIDE_BY_SIDE = "side by side"
    STACKED = "stacked"


class MainWindow(QMainWindow):
    """All that is always there; the attention panel is put into its dock.

    Signals:
        painted: For the first time; on the GUI thread, as all.
        closing: The user closes the window.
        closing_asked: The user wants to close it, but `asks_before_closing` is set.
        files_dropped: The paths (list[Path]) that were dropped anywhere on the window.
    """

    painted = Signal()
    closing = Signal()
    closing_asked = Signal()
    files_dropped = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Translucent"))
        self.setWindowIcon(icons.app_icon())
        self.setAcceptDrops(True)
        self.language_bar = LanguageBar()
        self.notice_bar = NoticeBar()
        self.source_pane = SourcePane()
        self.target_pane = TargetPane()
        self.file_panel = FilePanel()
        self.status_line = StatusLine()
        self.history_panel = HistoryPanel()
        self.panes = self._build_panes()
        self.attention_dock = self._build_dock("attention", self.tr("Attention"))
        self.history_dock = self._build_dock("history", self.tr("History"))
        self.history_dock.setWidget(self.history_panel)
        self.files_dock = self._build_dock("files", self.tr("Files"))
        self.files_dock.setWidget(self.file_panel)
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.attention_dock)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.history_dock)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.files_dock)
        self.tabifyDockWidget(self.history_dock, self.files_dock)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.history_dock.hide()
        self.files_dock.hide()
        self.actions_by_id = {
            shortcut.id: self._build_action(shortcut.id) for shortcut in SHORTCUTS
        }
        self._lay_out()
        self._build_menu()
        self.file_panel.counted.connect(self._on_files_counted)
        self._on_files_counted(0)
        self.orientation = Orientation.AUTOMATIC
        self.asks_before_closing = False
        self._is_painted = False
        open_as_large(self, 1180, 840)
        self.resizeDocks([self.attention_dock], [520], Qt.Orientation.Vertical)

    # --- building ---

    def _build_panes(self) -> QSplitter:
        panes = QSplitter()
        panes.setObjectName("panes")
        panes.setChildrenCollapsible(False)
        panes.setHandleWidth(MARGIN)
        panes.addWidget(self.source_pane)
        panes.addWidget(self.target_pane)
        panes.setSizes([1, 1])
        panes.setStretchFactor(0, 1)
        panes.setStretchFactor(1, 1)
        return panes

    def _build_dock(self, name: str, title: str) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setAccessibleName(title)
        return dock

    def _build_action(self, name: str) -> QAction:
        shortcut = next(shortcut for shortcut in SHORTCUTS if shortcut.id == name)
        action = QAction(shortcut_text(shortcut), self)
        action.setShortcuts([QKeySequence(keys) for keys in shortcut.keys])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        self.addAction(action)
        return action

    def _lay_out(self) -> None:
        centre = QWidget()
        self._column = column = QVBoxLayout(centre)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, 6)
        column.setSpacing(10)
        column.addWidget(self.language_bar)
        column.addWidget(self.panes, 1)
        column.addWidget(self.notice_bar)  # below: what is being read does not jump
        column.addWidget(self.status_line)
        self.setCentralWidget(centre)
        self.source_pane.take_focus()

    def _build_menu(self) -> None:
        menu = QMenu(self)
        for group in (
            ("open_file", "save"),
            ("train", "models"),
            ("attention", "history", "files", "side_by_side", "stacked"),
            ("zoom_in", "zoom_out", "zoom_reset"),
            ("settings", "help", "guide", "about"),
            ("quit",),
        ):
            menu.addSeparator()
            for name in group:
                menu.addAction(self.actions_by_id[name])
        for name, icon, tip in (
            ("files", "file", self.tr("Files")),
            ("history", "history", self.tr("History")),
            ("attention", "attention", self.tr("Attention")),
            ("settings", "settings", self.tr("Settings")),
        ):
            action = self.actions_by_id[name]
            icons.dress(action, icon)
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{tip} ({keys})")
            button = self.language_bar.add_button(action)
            if name == "files":
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
                button.hide()
                self._files_button = button
        for name, dock in (
            ("history", self.history_dock),
            ("attention", self.attention_dock),
            ("files", self.files_dock),
        ):
            action = self.actions_by_id[name]
            action.setCheckable(True)
            action.toggled.connect(dock.setVisible)
            dock.visibilityChanged.connect(self._check_dock_actions)
        more = QAction(self.tr("Menu"), self)
        icons.dress(more, "menu")
        more.setToolTip(self.tr("Menu"))
        more.setMenu(menu)
        button = self.language_bar.add_button(more)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def _check_dock_actions(self) -> None:
        self.actions_by_id["history"].setChecked(not self.history_dock.isHidden())
        self.actions_by_id["attention"].setChecked(not self.attention_dock.isHidden())
        self.actions_by_id["files"].setChecked(not self.files_dock.isHidden())

    @Slot(int)
    def _on_files_counted(self, count: int) -> None:
        """Offer the drawer of files only while there is one in it."""
        self.actions_by_id["files"].setEnabled(count > 0)
        self.actions_by_id["files"].setIconText(QLocale().toString(count))
        self._files_button.setAccessibleName(self.tr("%Ln file(s)", "", count))
        self._files_button.setVisible(count > 0)
        if not count:
            self.files_dock.hide()

    # --- what the application asks ---

    def set_attention_panel(self, panel: QWidget) -> None:
        """Put the attention panel into its dock."""
        self.attention_dock.setWidget(panel)

    @Slot()
    def show_files(self) -> None:
        """Open the drawer of files."""
        self.files_dock.show()
        self.files_dock.raise_()

    def set_learning_bar(self, bar: QWidget) -> None:
        """Put the bar that leads through a run's epochs above the texts; hidden at first."""
        bar.hide()
        self._column.insertWidget(1, bar)

    def set_orientation(self, orientation: Orientation) -> None:
        """Place the panes side by side, one above the other, or as there is room."""
        self.orientation = orientation
        self._turn_panes()

    def toggle_orientation(self, orientation: Orientation) -> None:
        """Place the panes so; asked for once more, as there is room."""
        is_so = self.orientation is orientation
        self.set_orientation(Orientation.AUTOMATIC if is_so else orientation)

    def restore(self, geometry: QByteArray, state: QByteArray, orientation: str) -> None:
        """Be as large as last time, with docks and panes where they were."""
        if orientation in list(Orientation):
            self.set_orientation(Orientation(orientation))
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        if not state.isEmpty():
            self.restoreState(state)
        self._on_files_counted(self.file_panel.count())
        self._check_dock_actions()

    def _turn_panes(self) -> None:
        room = self.panes.size()
        is_wide = room.width() >= WIDE * room.height()
        if self.orientation is not Orientation.AUTOMATIC:
            is_wide = self.orientation is Orientation.SIDE_BY_SIDE
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.panes.orientation() != wanted:
            self.panes.setOrientation(wanted)

    # --- events ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Turn the panes where that suits their room better."""
        super().resizeEvent(event)
        self._turn_panes()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say when there is something to see."""
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let everything be saved and stopped before the window goes."""
        if self.asks_before_closing:
            event.ignore()
            self.closing_asked.emit()
            return
        self.closing.emit()
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand what is typed, undone or redone anywhere to the source pane."""
        is_plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
        )
        if is_plain and event.text().isprintable() and event.text().strip():
            self.source_pane.type_text(event.text())
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.source_pane.undo()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.source_pane.redo()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if event.mimeData().hasUrls() and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Hand on the files that were dropped."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)
