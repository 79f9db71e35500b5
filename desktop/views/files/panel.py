"""The files that are being translated or were: a card each, in a drawer beside the texts."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop.views.files.card import FileCard

_WIDTH = 340


class FilePanel(QScrollArea):
    """One card a file, for a dock.

    Signals:
        counted: How many cards there are now.
        cancel_requested: The key of the file to stop; what is done of it is kept.
        resume_requested: The key of the stopped file to go on with.
        open_requested: The key of the file whose translation is to be opened.
        reveal_requested: The key of the file whose translation is to be shown in its folder.
        removed: The key of the file whose card the user took away.
    """

    counted = Signal(int)
    cancel_requested = Signal(str)
    resume_requested = Signal(str)
    open_requested = Signal(str)
    reveal_requested = Signal(str)
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Files"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._cards: dict[str, FileCard] = {}
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(10, 10, 10, 10)
        self._column.setSpacing(8)
        self._column.addStretch(1)
        self.setWidget(inside)
        inside.setAutoFillBackground(False)  # the area has set it
        self.viewport().setAutoFillBackground(False)

    def add_file(self, key: str, name: str) -> None:
        """Show a file that waits for its turn; a key that is there already begins again."""
        place = self._column.count() - 1
        if key in self._cards:
            place = self._column.indexOf(self._cards[key])
            self._take_away(key)
        card = FileCard(name)
        card.stop.clicked.connect(lambda: self.cancel_requested.emit(key))
        card.resume.clicked.connect(lambda: self.resume_requested.emit(key))
        card.open.clicked.connect(lambda: self.open_requested.emit(key))
        card.reveal.clicked.connect(lambda: self.reveal_requested.emit(key))
        card.remove.clicked.connect(lambda: self._on_remove_clicked(key))
        self._cards[key] = card
        self._column.insertWidget(place, card)
        card.show()
        self.counted.emit(len(self._cards))

    def show_progress(self, key: str, done: int, total: int, seconds_left: float | None) -> None:
        """How far a file is, in sentences."""
        if key in self._cards:
            self._cards[key].show_progress(done, total, seconds_left)

    def show_remark(self, key: str, sentence: str) -> None:
        """Say something about the whole of a file."""
        if key in self._cards:
            self._cards[key].show_remark(sentence)

    def show_result(self, key: str, path: Path, done: int, total: int, notices: int) -> None:
        """A file is done, or stopped with a part of it done."""
        if key in self._cards:
            self._cards[key].show_result(path, done, total, notices)

    def show_unfinished(self, key: str, done: int, total: int) -> None:
        """A file was not finished when the program ended."""
        if key in self._cards:
            self._cards[key].show_unfinished(done, total)

    def offer_resuming(self, key: str) -> None:
        """Let the user go on with a file that has ended."""
        if key in self._cards:
            self._cards[key].offer_resuming()

    def show_failure(self, key: str, sentence: str) -> None:
        """A file could not be translated."""
        if key in self._cards:
            self._cards[key].show_failure(sentence)

    def remove_file(self, key: str) -> None:
        """Take a card away."""
        if self._take_away(key):
            self.counted.emit(len(self._cards))

    def count(self) -> int:
        """How many cards there are."""
        return len(self._cards)

    def sizeHint(self) -> QSize:
        """As wide as a card wants to be; the dock has the height that there is."""
        return QSize(_WIDTH, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Need little: names are shortened, and buttons go to a second line."""
        return QSize(_WIDTH // 2, 0)

    def _take_away(self, key: str) -> bool:
        card = self._cards.pop(key, None)
        if card is None:
            return False
        card.hide()
        self._column.removeWidget(card)
        card.deleteLater()
        return True

    def _on_remove_clicked(self, key: str) -> None:
        self.remove_file(key)
        self.removed.emit(key)
