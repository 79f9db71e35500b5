"""The main window: it lays out the panes, defines the keys and emits signals, no more."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QLocale, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QDockWidget,
    QMainWindow,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from desktop.views import icons
from desktop.views.dock_room import DockRoom
from desktop.views.files.panel import FilePanel
from desktop.views.history.panel import HistoryPanel
from desktop.views.panes.drop_target import DropTarget
from desktop.views.panes.foot import Foot
from desktop.views.panes.language_bar import LanguageBar
from desktop.views.panes.notice_list import NoticeList
from desktop.views.panes.text_panes import Orientation, TextPanes
from desktop.views.shortcuts import SHORTCUTS, shortcut_text
from desktop.views.widgets.window_size import open_as_large
from desktop.wording.tooltips import tooltip

MARGIN = 14
SMALLEST = 380
"""The smallest width at which the window is fully usable."""


class MainWindow(QMainWindow):
    """The permanent parts; the attention panel is put into its dock later.

    Signals:
        painted: Painted for the first time; on the GUI thread, as all.
        closing: The user closes the window.
        closing_asked: The user wants to close it, but `asks_before_closing` is set.
        hidden_instead: The user closed it, and it was hidden: `hides_when_closed` is set.
        files_dropped: The paths (list[Path]) that were dropped anywhere on the window.
    """

    painted = Signal()
    closing = Signal()
    closing_asked = Signal()
    hidden_instead = Signal()
    files_dropped = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Translucent"))
        self.setAcceptDrops(True)
        self.language_bar = LanguageBar()
        self.panes = TextPanes()
        self.source_pane = self.panes.source
        self.target_pane = self.panes.target
        self.foot = Foot()
        self.notice_line = self.foot.notices
        self.status_line = self.foot.status
        self.notice_list = NoticeList()
        self.file_panel = FilePanel()
        self.history_panel = HistoryPanel()
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
        docks = (self.attention_dock, self.history_dock, self.files_dock)
        self._room = DockRoom(self, self.panes, docks)
        self.attention_dock.hide()
        self.history_dock.hide()
        self.files_dock.hide()
        self.actions_by_id = {
            shortcut.id: self._build_action(shortcut.id) for shortcut in SHORTCUTS
        }
        self._lay_out()
        self._connect_notices()
        self._build_menu()
        self.setMinimumWidth(SMALLEST)
        self.file_panel.counted.connect(self._on_files_counted)
        self._on_files_counted(0)
        self.asks_before_closing = False
        self.hides_when_closed = False
        self._is_quitting = False
        self._is_painted = False
        open_as_large(self, 1180, 840)
        self.resizeDocks([self.attention_dock], [520], Qt.Orientation.Vertical)

    # --- building ---

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
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, 10)
        column.setSpacing(10)
        column.addWidget(self.language_bar)
        column.addWidget(self.panes, 1)
        self.panes.divided.connect(self.language_bar.align)
        column.addWidget(self.notice_list)
        column.addWidget(self.foot)
        self.drop_target = DropTarget(centre)
        self.setCentralWidget(centre)
        self.source_pane.take_focus()

    def _connect_notices(self) -> None:
        line, listed = self.notice_line, self.notice_list
        line.changed.connect(listed.show_notices)
        line.list_toggled.connect(listed.setVisible)
        listed.action_requested.connect(line.action_requested)
        listed.sentence_requested.connect(line.sentence_requested)
        listed.dismiss_requested.connect(line.dismiss)
        listed.closing_requested.connect(line.close_list)

    def _build_menu(self) -> None:
        menu = QMenu(self)
        for group in (
            ("open_file", "save", "read_aloud"),
            ("train", "models", "add_languages", "glossary"),
            ("attention", "history", "files", "side_by_side", "stacked"),
            ("zoom_in", "zoom_out", "zoom_reset"),
            ("settings", "help", "guide", "about"),
            ("quit",),
        ):
            menu.addSeparator()
            for name in group:
                menu.addAction(self.actions_by_id[name])
        bar = self.target_pane.bar
        for folded in (bar.model_button, bar.address_button):
            menu.insertMenu(self.actions_by_id["models"], folded.choices_menu)
        bar.fit()
        for name, icon, tip in (
            ("files", "file", self.tr("Files")),
            ("history", "history", self.tr("History")),
            ("attention", "attention", self.tr("Attention")),
            ("settings", "settings", self.tr("Settings")),
        ):
            action = self.actions_by_id[name]
            icons.dress(action, icon)
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(tooltip(f"{tip} ({keys})"))
            is_named = name == "attention"
            if is_named:
                action.setIconText(tip)
            button = self.language_bar.add_button(action, is_named=is_named)
            if name == "files":
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
                self._files_button = button
        for name, dock in (
            ("history", self.history_dock),
            ("attention", self.attention_dock),
            ("files", self.files_dock),
        ):
            action = self.actions_by_id[name]
            action.setCheckable(True)
            action.toggled.connect(partial(self._show_dock, dock))
            dock.visibilityChanged.connect(self._check_dock_actions)
        more = QAction(self.tr("Menu"), self)
        icons.dress(more, "menu")
        more.setToolTip(self.tr("Menu"))
        more.setMenu(menu)
        self.language_bar.add_button(more)

    def _show_dock(self, dock: QDockWidget, is_shown: bool) -> None:
        dock.setVisible(is_shown)
        if is_shown:
            dock.raise_()  # before another one in the same place

    def _check_dock_actions(self) -> None:
        self.actions_by_id["history"].setChecked(not self.history_dock.isHidden())
        self.actions_by_id["attention"].setChecked(not self.attention_dock.isHidden())
        self.actions_by_id["files"].setChecked(not self.files_dock.isHidden())

    @Slot(int)
    def _on_files_counted(self, count: int) -> None:
        """Offer the drawer only while it has files."""
        self.actions_by_id["files"].setVisible(count > 0)
        self.actions_by_id["files"].setIconText(QLocale().toString(count))
        self._files_button.setAccessibleName(self.tr("%Ln file(s)", "", count))
        if not count:
            self.files_dock.hide()

    # --- for the application ---

    @Slot()
    def quit(self) -> None:
        """Close the window, even if closing would only hide it."""
        self._is_quitting = True
        self.close()

    @Slot()
    def come_to_front(self) -> None:
        """Bring the window to the front."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def set_attention_panel(self, panel: QWidget) -> None:
        """Put the attention panel into its dock."""
        self.attention_dock.setWidget(panel)

    @Slot()
    def show_files(self) -> None:
        """Open the drawer of files."""
        self.files_dock.show()
        self.files_dock.raise_()

    def set_learning_bar(self, bar: QWidget) -> None:
        """Put the bar for a run's epochs above the texts; hidden at first."""
        bar.hide()
        self._column.insertWidget(1, bar)

    def restore(self, geometry: QByteArray, state: QByteArray, orientation: str) -> None:
        """Restore size, docks and panes of last time."""
        if orientation in list(Orientation):
            self.panes.arrange(Orientation(orientation))
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        if not state.isEmpty():
            self.restoreState(state)
        self._on_files_counted(self.file_panel.count())
        self._check_dock_actions()

    # --- events ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room again."""
        super().resizeEvent(event)
        self._room.place()
        self._room.share()

    def event(self, event: QEvent) -> bool:
        """Share the room again after something was opened or closed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._room.share()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Emit `painted` once."""
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let everything be saved and stopped before the window closes, or only hide it."""
        application = QGuiApplication.instance()
        is_session_ending = (
            isinstance(application, QGuiApplication) and application.isSavingSession()
        )
        is_end = self._is_quitting or is_session_ending
        self._is_quitting = False
        if self.hides_when_closed and not is_end:
            event.ignore()
            self.hide()
            self.hidden_instead.emit()
            return
        if self.asks_before_closing:
            event.ignore()
            self.closing_asked.emit()
            return
        self.closing.emit()
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass typing, undo and redo from anywhere to the source pane."""
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
        """Take files, and show where they go."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()
            self.drop_target.show_over(self.panes)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Show the texts again."""
        super().dragLeaveEvent(event)
        self.drop_target.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Pass on the dropped files."""
        self.drop_target.hide()
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)
