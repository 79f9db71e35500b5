"""Other words for a word of the translation, and other translations of its sentence."""

import math
from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLayout,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop.views import theme
from desktop.views.widgets.busy_line import BusyLine
from desktop.views.widgets.card import caption
from engine.translation import Alternative, ScoredText

_VALUE = Qt.ItemDataRole.UserRole
_SHARE = Qt.ItemDataRole.UserRole + 1
_TEXT = Qt.ItemDataRole.UserRole + 2
_WIDTH = 460
_ROWS = 8
_BAR = 84
_GAP = 4
"""Pixels between the word and the popup."""
_LEAST_LIST = 60
"""How low a list may become, in pixels."""
_SCROLL_BAR = 14
"""Pixels of a row that a scroll bar may take."""


class AlternativesPopup(QFrame):
    """Opens at a clicked word; arrows walk, Enter takes, Escape closes.

    Signals:
        alternative_chosen: The Alternative.
        hypothesis_chosen: The ScoredText.
    """

    alternative_chosen = Signal(object)
    hypothesis_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setFixedWidth(_WIDTH)
        self._at = QRect()
        self._word = ""
        self.title_label = QLabel()
        self.title_label.setTextFormat(Qt.TextFormat.PlainText)
        self.busy_line = BusyLine()
        font = self.title_label.font()
        font.setBold(True)
        self.title_label.setFont(font)
        self.words_list = ChoiceList(self.tr("Other words"))
        self.preview_label = caption()
        self.preview_label.setTextFormat(Qt.TextFormat.PlainText)
        self.preview_label.setWordWrap(True)
        self.preview_label.setContentsMargins(8, 2, 8, 4)
        self.preview_label.setAccessibleName(self.tr("What the sentence would become"))
        self.sentences_label = caption()
        self.sentences_label.setText(self.tr("Whole sentence"))
        self.sentences_list = ChoiceList(self.tr("Other translations of the sentence"))
        self.sentences_list.setWordWrap(True)
        self.title_label.setContentsMargins(8, 2, 8, 2)
        self.sentences_label.setContentsMargins(8, 8, 8, 2)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 10, 8, 10)
        self._column.setSpacing(4)
        # How high it is, `_place` decides alone.
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        for widget in (
            self.title_label,
            self.busy_line,
            self.words_list,
            self.preview_label,
            self.sentences_label,
            self.sentences_list,
        ):
            self._column.addWidget(widget)
        for choices, chosen in (
            (self.words_list, self.alternative_chosen),
            (self.sentences_list, self.hypothesis_chosen),
        ):
            choices.installEventFilter(self)
            choices.taken.connect(self.close_quietly)
            choices.taken.connect(chosen)
        self.words_list.currentItemChanged.connect(self._show_preview)

    def show_loading(self, word: str, at: QRect) -> None:
        """Open beside a word while its alternatives are looked for.

        Args:
            word: The word as it stands.
            at: Where it begins on the screen.
        """
        self._at = at
        self._word = word
        self.setWindowTitle(self.tr("Instead of “{word}”").format(word=word))
        self.title_label.setText(self.windowTitle())
        self.setAccessibleName(self.windowTitle())
        self.words_list.show_choices([])
        self.sentences_list.show_choices([])
        self.preview_label.setText(self.tr("Looking for other words…"))
        self.sentences_label.hide()
        self.busy_line.set_busy(True)
        self._place()
        self.show()
        self.words_list.setFocus()

    def show_alternatives(self, alternatives: Sequence[Alternative]) -> None:
        """List the other words; nothing happens if the popup was closed meanwhile."""
        if self.isHidden():
            return
        self.busy_line.set_busy(False)
        words = [choice.word for choice in alternatives]
        standing = words.index(self._word) if self._word in words else -1
        self.words_list.show_choices(
            [(choice, choice.word, choice.probability) for choice in alternatives], standing
        )
        if alternatives:  # the first that would change something
            self.words_list.setCurrentRow(1 if standing == 0 and len(words) > 1 else 0)
        else:
            self.preview_label.setText(self.tr("No other word is likely here."))
        self._place()

    def show_hypotheses(self, hypotheses: Sequence[ScoredText], shown: int) -> None:
        """List whole translations of the sentence.

        Args:
            hypotheses: The best ones; their scores are compared with each other.
            shown: Which of them stands in the pane now; -1 if none does.
        """
        if self.isHidden():
            return
        weights = [math.exp(hypothesis.score) for hypothesis in hypotheses]
        total = sum(weights) or 1.0
        self.sentences_list.show_choices(
            [
                (hypothesis, hypothesis.text, weight / total)
                for hypothesis, weight in zip(hypotheses, weights, strict=True)
            ],
            shown,
        )
        self.sentences_label.setVisible(bool(hypotheses))
        self._place()

    @Slot()
    def close_quietly(self) -> None:
        """Close without choosing."""
        self.busy_line.set_busy(False)
        self.hide()

    # --- inside ---

    def _show_preview(self, item: QListWidgetItem | None) -> None:
        choice = item.data(_VALUE) if item is not None else None
        if isinstance(choice, Alternative):
            self.preview_label.setText(choice.preview)
            self._place()

    def _place(self) -> None:
        """Stand below the word, or above it where there is more room; always on the screen."""
        at = self._at.topLeft()
        room = (QGuiApplication.screenAt(at) or QGuiApplication.primaryScreen()).availableGeometry()
        above = self._at.top() - _GAP - room.top()
        below = room.bottom() - self._at.bottom() - _GAP
        height = self._fit(max(above, below))
        is_below = height <= below or below >= above
        top = self._at.bottom() + 1 + _GAP if is_below else self._at.top() - _GAP - height
        left = min(at.x() - 16, room.right() - _WIDTH)
        top = min(top, room.bottom() + 1 - height)
        self.setGeometry(max(left, room.left()), max(top, room.top()), _WIDTH, height)

    def _fit(self, most: int) -> int:
        """Let the lists scroll, that of the words last, until all is at most so high.

        Returns:
            How high it is; more than that where even the least lists have no room.
        """
        self._column.activate()
        both = self.sentences_list, self.words_list
        lists = [choices for choices in both if not choices.isHidden()]
        height = self._column.totalHeightForWidth(_WIDTH)
        height += sum(choices.whole_height - choices.maximumHeight() for choices in lists)
        for choices in lists:
            least = min(choices.whole_height, _LEAST_LIST)
            given = max(least, choices.whole_height - max(0, height - most))
            height -= choices.whole_height - given
            choices.setFixedHeight(given)
        return height

    # --- Qt's events ---

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let arrows walk from one list into the other."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            words, sentences = self.words_list, self.sentences_list
            down, up = event.key() == Qt.Key.Key_Down, event.key() == Qt.Key.Key_Up
            is_last_word = watched is words and words.currentRow() == words.count() - 1
            is_first_sentence = watched is sentences and sentences.currentRow() <= 0
            if down and is_last_word and sentences.count():
                sentences.enter_at(0)
                return True
            if up and is_first_sentence and words.count():
                words.enter_at(words.count() - 1)
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_quietly()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint a rounded card."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(colours.surface)
        inside = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)


class ChoiceList(QListWidget):
    """Texts with their shares; as high as what is in it, unless it is told to scroll.

    Signals:
        taken: The value of the choice that was clicked or taken with Enter.
    """

    taken = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.whole_height = 0
        """Of all that is in it, in pixels."""
        self.setItemDelegate(ChoiceDelegate(self))
        self.itemClicked.connect(self._take)
        self.itemEntered.connect(self.setCurrentItem)
        self.show_choices([])

    def show_choices(
        self, choices: Sequence[tuple[object, str, float]], standing: int = -1
    ) -> None:
        """List choices.

        Args:
            choices: What is taken, its text, its share between 0 and 1.
            standing: Which of them stands in the pane now.
        """
        self.clear()
        for index, (value, text, share) in enumerate(choices):
            percent = _percent(share)
            spoken = self.tr("{text}, {percent}").format(text=text, percent=percent)
            if index == standing:
                spoken = self.tr("{text}, {percent}, as it stands now").format(
                    text=text, percent=percent
                )
            item = QListWidgetItem(spoken, self)
            item.setData(_VALUE, value)
            item.setData(_SHARE, share)
            item.setData(_TEXT, f"✓ {text}" if index == standing else text)
        self.setVisible(bool(choices))
        heights = [self.sizeHintForRow(row) for row in range(min(len(choices), _ROWS))]
        self.whole_height = sum(heights) + 4
        self.setFixedHeight(self.whole_height)

    def enter_at(self, row: int) -> None:
        """Take the keyboard at a row."""
        self.setCurrentRow(row)
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes; Escape is the popup's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.currentItem())
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Only one list shows a chosen row."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _take(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.taken.emit(item.data(_VALUE))


class ChoiceDelegate(QStyledItemDelegate):
    """Draws a text, a bar and a percentage, aligned from row to row."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one row."""
        colours = theme.colours()
        rectangle: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if _is_selected(option):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.accent_soft)
            painter.drawRoundedRect(QRectF(rectangle).adjusted(0, 1, 0, -1), 6, 6)
        words, bar, percent = self._columns(rectangle, option)
        painter.setFont(option.font)
        painter.setPen(colours.ink)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(words, flags | Qt.TextFlag.TextWordWrap, index.data(_TEXT))
        share = float(index.data(_SHARE))
        painter.setPen(colours.faint if not _is_selected(option) else colours.ink)
        painter.drawText(
            percent, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, _percent(share)
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.line)
        track = QRectF(bar.left(), bar.center().y() - 2, bar.width(), 5)
        painter.drawRoundedRect(track, 2.5, 2.5)
        painter.setBrush(colours.accent)
        track.setWidth(max(5.0, track.width() * share))
        painter.drawRoundedRect(track, 2.5, 2.5)
        painter.restore()

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As high as its text wraps."""
        metrics = QFontMetrics(option.font)
        words, _, _ = self._columns(QRect(0, 0, _WIDTH - 16 - _SCROLL_BAR, 1000), option)
        needed = metrics.boundingRect(words, Qt.TextFlag.TextWordWrap, index.data(_TEXT))
        return QSize(_WIDTH - 32, needed.height() + 12)

    def _columns(
        self, rectangle: QRect, option: QStyleOptionViewItem
    ) -> tuple[QRect, QRect, QRect]:
        """Return the places of text, bar and percentage."""
        inside = rectangle.adjusted(8, 0, -8, 0)
        number = QFontMetrics(option.font).horizontalAdvance(_percent(1.0)) + 4
        percent = QRect(inside.right() - number, inside.top(), number, inside.height())
        bar = QRect(percent.left() - 8 - _BAR, inside.top(), _BAR, inside.height())
        words = QRect(inside.left(), inside.top(), bar.left() - inside.left() - 12, inside.height())
        return words, bar, percent


def _is_selected(option: QStyleOptionViewItem) -> bool:
    return bool(option.state & QStyle.StateFlag.State_Selected)


def _percent(share: float) -> str:
    if 0 < share < 0.01:
        return "< 1 %"
    return f"{QLocale().toString(round(100 * share))} %"
