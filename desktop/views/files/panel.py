"""The drawer of files beside the texts: running, waiting and finished.

One page has a card per file; the other lists one file's sentences that need checking.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from desktop.views.files.card import FileCard
from desktop.views.files.doubt_list import DoubtList
from engine.documents.doubts import Doubt

_WIDTH = 340


class FilePanel(QStackedWidget):
    """One card per file, for a dock.

    Signals:
        counted: How many cards there are now.
        cancel_requested: The key of the file to stop; the finished part is kept.
        resume_requested: The key of the stopped file to resume.
        open_requested: The key of the file whose translation to open.
        reveal_requested: The key of the file whose translation to show in its folder.
        doubts_requested: The key of the file whose doubtful sentences to list.
        doubt_reached: A key went to a sentence that needs checking; the drawer must be open.
        removed: The key of the file whose card the user removed.
    """

    counted = Signal(int)
    cancel_requested = Signal(str)
    resume_requested = Signal(str)
    open_requested = Signal(str)
    reveal_requested = Signal(str)
    doubts_requested = Signal(str)
    doubt_reached = Signal()
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Files"))
        self._cards: dict[str, FileCard] = {}
        self._column = QVBoxLayout()
        self._column.setContentsMargins(10, 10, 10, 10)
        self._column.setSpacing(8)
        self._column.addStretch(1)
        self._area = self._build_area()
        self.doubt_list = DoubtList()
        self.doubt_list.left.connect(self.show_cards)
        self._listed = ""
        """The key of the file whose doubtful sentences are listed."""
        self.addWidget(self._area)
        self.addWidget(self.doubt_list)

    def _build_area(self) -> QScrollArea:
        inside = QWidget()
        inside.setLayout(self._column)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        inside.setAutoFillBackground(False)  # the scroll area has set it
        area.viewport().setAutoFillBackground(False)
        return area

    def add_file(self, key: str, name: str) -> None:
        """Show a file that waits for its turn; an existing key starts again."""
        place = self._column.count() - 1
        if key in self._cards:
            place = self._column.indexOf(self._cards[key])
            self._take_away(key)
        card = FileCard(name)
        card.stop.clicked.connect(lambda: self.cancel_requested.emit(key))
        card.resume.clicked.connect(lambda: self.resume_requested.emit(key))
        card.open.clicked.connect(lambda: self.open_requested.emit(key))
        card.reveal.clicked.connect(lambda: self.reveal_requested.emit(key))
        card.doubts.clicked.connect(lambda: self.doubts_requested.emit(key))
        card.remove.clicked.connect(lambda: self._on_remove_clicked(key))
        self._cards[key] = card
        self._column.insertWidget(place, card)
        card.show()
        self.counted.emit(len(self._cards))

    def show_progress(self, key: str, done: int, total: int, seconds_left: float | None) -> None:
        """Show the progress of a file in sentences."""
        if key in self._cards:
            self._cards[key].show_progress(done, total, seconds_left)

    def add_doubts(self, key: str, doubts: Sequence[Doubt], count: int) -> None:
        """Add sentences of a file that need checking, and show their total number."""
        if key in self._cards:
            self._cards[key].show_doubts(count)
        if key == self._listed:
            self.doubt_list.add_doubts(doubts)

    def list_doubts(self, key: str, name: str, doubts: Sequence[Doubt]) -> None:
        """List the sentences of a file that need checking."""
        self._listed = key
        self.doubt_list.show_doubts(name, doubts)
        self.setCurrentWidget(self.doubt_list)
        self.doubt_list.take_focus()

    @Slot()
    def go_to_next_doubt(self) -> None:
        """Go on in the list of sentences, or open that of the newest file that has one."""
        self._go_to_doubt(self.doubt_list.go_on)

    @Slot()
    def go_to_previous_doubt(self) -> None:
        """Go back in the list of sentences, or open that of the newest file that has one."""
        self._go_to_doubt(self.doubt_list.go_back)

    @Slot()
    def show_cards(self) -> None:
        """Go back to the cards."""
        self.setCurrentWidget(self._area)
        if self._listed in self._cards:
            self._cards[self._listed].doubts.setFocus()
        self._listed = ""

    def show_remark(self, key: str, sentence: str) -> None:
        """Say something about the whole of a file."""
        if key in self._cards:
            self._cards[key].show_remark(sentence)

    def show_result(self, key: str, path: Path, done: int, total: int) -> None:
        """Show that a file is done, or stopped with a part done."""
        if key in self._cards:
            self._cards[key].show_result(path, done, total)

    def show_unfinished(self, key: str, done: int, total: int) -> None:
        """Show that a file was not finished when the program ended."""
        if key in self._cards:
            self._cards[key].show_unfinished(done, total)

    def offer_resuming(self, key: str) -> None:
        """Offer to resume a file that has ended."""
        if key in self._cards:
            self._cards[key].offer_resuming()

    def show_failure(self, key: str, sentence: str) -> None:
        """Show why a file could not be translated."""
        if key in self._cards:
            self._cards[key].show_failure(sentence)

    def remove_file(self, key: str) -> None:
        """Remove a card."""
        if self._take_away(key):
            self.counted.emit(len(self._cards))

    def count(self) -> int:
        """Return the number of cards."""
        return len(self._cards)

    def sizeHint(self) -> QSize:
        """Return the preferred width of a card; the dock has the height available."""
        return QSize(_WIDTH, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return a small minimum: names are elided, and buttons wrap."""
        shown = self.currentWidget()
        return QSize(_WIDTH // 2, shown.minimumHeight())

    def _go_to_doubt(self, move: Callable[[], None]) -> None:
        doubtful = [key for key, card in self._cards.items() if not card.doubts.isHidden()]
        if self._listed:
            move()
        elif doubtful:
            self.doubts_requested.emit(doubtful[-1])
        else:
            return
        self.doubt_reached.emit()

    def _take_away(self, key: str) -> bool:
        card = self._cards.pop(key, None)
        if card is None:
            return False
        if key == self._listed:
            self.show_cards()
        card.hide()
        self._column.removeWidget(card)
        card.deleteLater()
        return True

    def _on_remove_clicked(self, key: str) -> None:
        self.remove_file(key)
        self.removed.emit(key)
