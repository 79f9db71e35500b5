"""Both texts, side by side or stacked, each with some lines always visible."""

from enum import StrEnum

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from desktop.views.panes.scrolling import ScrollTogether
from desktop.views.panes.source_pane import SourcePane
from desktop.views.panes.target_pane import TargetPane
from desktop.views.widgets.card import MINIMUM_WIDTH

GAP = 14
FEWEST_LINES = 2
"""Lines of each text in the smallest window."""
NARROW = 700
"""Narrower panes are stacked, whatever was chosen."""
WIDE = 1.15
"""Automatic arrangement is side by side from this ratio of width to height."""


class Orientation(StrEnum):
    """The arrangement of the panes."""

    AUTOMATIC = "automatic"
    SIDE_BY_SIDE = "side by side"
    STACKED = "stacked"


class TextPanes(QSplitter):
    """The source text and its translation, with a movable handle between them.

    Signals:
        divided: The width of the source text and where the translation begins, both 0 if they are
            stacked.
    """

    divided = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panes")
        self.setChildrenCollapsible(False)
        self.setHandleWidth(GAP)
        self.source = SourcePane()
        self.target = TargetPane()
        self.scrolling = ScrollTogether(self.source.editor, self.target.editor, self)
        for place, pane in enumerate((self.source, self.target)):
            self.addWidget(pane)
            self.setStretchFactor(place, 1)
        self.setSizes([1, 1])
        self.target.installEventFilter(self)
        self.wished = Orientation.AUTOMATIC
        self.show_at_least(FEWEST_LINES)

    def arrange(self, orientation: Orientation) -> None:
        """Set the arrangement: side by side, stacked, or automatic."""
        self.wished = orientation
        self._turn()

    def toggle(self, orientation: Orientation) -> None:
        """Set this arrangement; setting it again makes it automatic."""
        self.arrange(Orientation.AUTOMATIC if self.wished is orientation else orientation)

    def height_of(self, lines: int) -> int:
        """Return the height of panes that each show this many lines of the default size."""
        count = 1 if self.orientation() is Qt.Orientation.Horizontal else 2
        editor = self.source.editor
        more = editor.height_of(lines) - editor.minimumHeight()
        return self.minimumSizeHint().height() + count * more

    def show_at_least(self, lines: int) -> None:
        """Keep room for this many lines in each pane."""
        for pane in (self.source, self.target):
            pane.editor.setMinimumHeight(pane.editor.height_of(lines))
            for widget in (pane.card, pane):
                layout = widget.layout()
                assert layout is not None
                layout.activate()  # at once: `height_of` builds on it

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Change the arrangement if that suits the room better."""
        super().resizeEvent(event)
        self._turn()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say where the translation is now."""
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            is_wide = self.orientation() is Qt.Orientation.Horizontal
            self.divided.emit(*(self.source.width(), self.target.x()) if is_wide else (0, 0))
        return super().eventFilter(watched, event)

    def _turn(self) -> None:
        match self.wished:
            case Orientation.AUTOMATIC:
                is_wide = self.width() >= WIDE * self.height()
            case wished:
                is_wide = wished is Orientation.SIDE_BY_SIDE
        have_room = self.width() >= 2 * MINIMUM_WIDTH + GAP and self.window().width() >= NARROW
        is_wide = is_wide and have_room
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.orientation() != wanted:
            self.setOrientation(wanted)
