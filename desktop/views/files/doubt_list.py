"""The sentences of a file that need checking: a list to walk through, and one of them in full."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QListView,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop.views.files.doubt_items import (
    DOUBT,
    DoubtDelegate,
    DoubtFilter,
    DoubtItems,
    reasons,
)
from desktop.views.shortcuts import keys_of
from desktop.views.widgets.card import caption, tool_button
from desktop.views.widgets.flow_layout import FlowLayout
from desktop.views.widgets.label import Label
from desktop.wording.notice_text import kind_name, place_text
from engine.documents.doubts import Doubt
from engine.translation import NoticeKind

_LEAST_HEIGHT = 350
_ROOM_FOR_BOTH = 440
"""Pixels: for a list of two rows, and for the chosen sentence in full as well."""


class DoubtList(QWidget):
    """The sentences to check in one file.

    Signals:
        left: The user wants to go back to the files.
        text_taken: The sentence to show in the window.
        copy_requested: The text to copy.
    """

    left = Signal()
    text_taken = Signal(str)
    copy_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items = DoubtItems(self)
        self._filtered = DoubtFilter(self)
        self._filtered.setSourceModel(self._items)
        self._back = tool_button(
            "chevron-left", self.tr("Back to the files"), self.tr("Back to the files")
        )
        self._back.clicked.connect(self.left)
        self._back.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name = ""
        self._kinds = QComboBox()
        self._kinds.setAccessibleName(self.tr("Reasons to show"))
        self._kinds.setMinimumContentsLength(8)
        self._kinds.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._kinds.activated.connect(self._on_kind_chosen)
        self._list = self._build_list()
        self.setMinimumHeight(_LEAST_HEIGHT)
        self._place = caption()
        self._reason, self._source, self._target = Label(), Label(), Label()
        self._previous = tool_button(
            "chevron-left",
            self.tr("Previous sentence"),
            self.tr("Previous sentence ({keys})").format(keys=keys_of("previous_doubt")),
        )
        self._previous.clicked.connect(self.go_back)
        self._next = tool_button(
            "chevron-right",
            self.tr("Next sentence"),
            self.tr("Next sentence ({keys})").format(keys=keys_of("next_doubt")),
        )
        self._next.clicked.connect(self.go_on)
        self._take = QPushButton(self.tr("Open in the window"))
        self._take.setToolTip(self.tr("Translate this sentence in the window (Enter)"))
        self._take.clicked.connect(self._on_taken)
        self._copy = QPushButton(self.tr("Copy"))
        self._copy.setToolTip(self.tr("Copy the sentence and its translation"))
        self._copy.clicked.connect(self._on_copied)
        self._detail = self._build_detail()
        self._lay_out()

    # --- building ---

    def _build_list(self) -> "_Rows":
        rows = _Rows()
        rows.setAccessibleName(self.tr("Sentences to check"))
        rows.setModel(self._filtered)
        rows.setItemDelegate(DoubtDelegate(rows))
        rows.selectionModel().currentChanged.connect(self._show_current)
        rows.taken.connect(self._on_taken)
        rows.doubleClicked.connect(self._on_taken)
        return rows

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self._back)
        top.addWidget(self._kinds, 1)
        below = QSplitter(Qt.Orientation.Vertical)
        below.setChildrenCollapsible(False)
        below.addWidget(self._list)
        below.addWidget(self._detail)
        below.setSizes([300, 200])
        walking = QHBoxLayout()
        walking.addWidget(self._previous)
        walking.addWidget(self._place, 1)
        walking.addWidget(self._next)
        self._place.setAlignment(Qt.AlignmentFlag.AlignCenter)
        buttons = FlowLayout(gap=6)
        buttons.addWidget(self._take)
        buttons.addWidget(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(below, 1)
        column.addLayout(walking)
        column.addLayout(buttons)

    def _build_detail(self) -> QScrollArea:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(4, 0, 4, 4)
        column.setSpacing(2)
        for heading, label in (
            (self.tr("Text"), self._source),
            (self.tr("Translation"), self._target),
            (self.tr("Why"), self._reason),
        ):
            head = caption()
            head.setText(heading)
            column.addSpacing(8)
            column.addWidget(head)
            label.setAccessibleName(heading)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        column.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        inside.setAutoFillBackground(False)  # the scroll area has set it
        area.viewport().setAutoFillBackground(False)
        return area

    # --- what the application shows ---

    def show_doubts(self, name: str, doubts: Sequence[Doubt]) -> None:
        """Show the sentences of a file."""
        self._name = name
        self._filtered.choose(None)
        self._items.show_doubts(doubts)
        self._show_kinds(None)
        self._list.setCurrentIndex(self._filtered.index(0, 0))
        self._show_current()

    def add_doubts(self, doubts: Sequence[Doubt]) -> None:
        """Add sentences of the same file, which is still being translated."""
        self._items.add_doubts(doubts)
        self._show_kinds(self._kinds.currentData())
        self._show_current()

    def take_focus(self) -> None:
        """Let the keys walk through the list."""
        self._list.setFocus()

    @Slot()
    def go_on(self) -> None:
        """Go to the next sentence."""
        self._move(1)

    @Slot()
    def go_back(self) -> None:
        """Go to the sentence before."""
        self._move(-1)

    # --- inside ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the room to the list if there is little."""
        super().resizeEvent(event)
        self._detail.setVisible(self.height() >= _ROOM_FOR_BOTH)

    def _current(self) -> Doubt | None:
        doubt: Doubt | None = self._list.currentIndex().data(DOUBT)
        return doubt

    def _move(self, by: int) -> None:
        row = self._list.currentIndex().row() + by
        if 0 <= row < self._filtered.rowCount():
            self._list.setCurrentIndex(self._filtered.index(row, 0))

    def _show_kinds(self, chosen: NoticeKind | None) -> None:
        """Offer the kinds of notices, with their number of sentences."""
        locale = QLocale()
        self._kinds.clear()
        total = locale.toString(self._items.rowCount())
        whole = self.tr("All in {name} ({count})").format(name=self._name, count=total)
        self._kinds.addItem(whole, None)
        for kind, number in self._items.kinds().most_common():
            self._kinds.addItem(f"{kind_name(kind)} ({locale.toString(number)})", kind)
        self._kinds.setCurrentIndex(max(0, self._kinds.findData(chosen)))

    @Slot(int)
    def _on_kind_chosen(self, _index: int) -> None:
        self._filtered.choose(self._kinds.currentData())
        if not self._list.currentIndex().isValid():
            self._list.setCurrentIndex(self._filtered.index(0, 0))
        self._list.scrollTo(self._list.currentIndex())
        self._show_current()

    @Slot(QModelIndex, QModelIndex)
    def _show_current(self, *_indices: QModelIndex) -> None:
        doubt = self._current()
        row, count = self._list.currentIndex().row(), self._filtered.rowCount()
        self._previous.setEnabled(row > 0)
        self._next.setEnabled(row < count - 1)
        for button in (self._take, self._copy):
            button.setEnabled(doubt is not None)
        if doubt is None:
            return
        locale = QLocale()
        number = self.tr("{number} of {count}").format(
            number=locale.toString(row + 1), count=locale.toString(count)
        )
        self._place.setText(f"{number}  ·  {place_text(doubt.place)}")
        self._source.setText(doubt.source)
        self._target.setText(doubt.target)
        self._reason.setText("\n".join(reasons(doubt)))

    @Slot()
    def _on_taken(self) -> None:
        doubt = self._current()
        if doubt is not None:
            self.text_taken.emit(doubt.source)

    @Slot()
    def _on_copied(self) -> None:
        doubt = self._current()
        if doubt is not None:
            self.copy_requested.emit(f"{doubt.source}\n{doubt.target}")


class _Rows(QListView):
    """The list; Enter takes the current sentence."""

    taken = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QListView.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the current row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        else:
            super().keyPressEvent(event)
