"""A popup with alternatives for a translated word and for its whole sentence."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
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
    QLayout,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop.text.text_direction import isolated
from desktop.views import icons, theme
from desktop.views.text.text_layout import direction_flag
from desktop.views.widgets.busy_line import BusyLine
from desktop.views.widgets.card import caption
from desktop.views.widgets.label import Label
from engine.translation import Alternative, ScoredText

_VALUE = Qt.ItemDataRole.UserRole
_SHARE = Qt.ItemDataRole.UserRole + 1
_TEXT = Qt.ItemDataRole.UserRole + 2
_IS_STANDING = Qt.ItemDataRole.UserRole + 3
_WIDTH = 460
_ROWS = 8
_BAR = 84
_GAP = 4
"""Pixels between the word and the popup."""
_LEAST_LIST = 60
"""The minimum height of a list in pixels."""
_SCROLL_BAR = 14
"""Pixels of a row reserved for a scroll bar."""
_MARK = 16
"""The width of the check mark beside the current text."""
_LEAST_SHARE = 0.01
"""The least probability of an offered word; below it are slips of the model."""


class AlternativesPopup(QFrame):
    """Opens at a clicked word; arrows move, Enter chooses, Escape closes.

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
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._at = QRect()
        self._word = ""
        self._is_calibrated = True
        self._is_looking = False
        """Whether the alternatives are still loading."""
        self.title_label = Label()
        self.busy_line = BusyLine()
        font = self.title_label.font()
        font.setBold(True)
        self.title_label.setFont(font)
        self.words_list = ChoiceList(self.tr("Other words"))
        self.preview_label = caption()
        self.preview_label.setWordWrap(True)
        self.preview_label.setContentsMargins(8, 2, 8, 4)
        self.preview_label.setAccessibleName(self.tr("The sentence with this word"))
        self.uncalibrated_label = caption()
        self.uncalibrated_label.setText(self.tr("Not calibrated for this model."))
        self.uncalibrated_label.setContentsMargins(8, 0, 8, 0)
        self.uncalibrated_label.hide()
        self.sentences_label = caption()
        self.sentences_label.setText(self.tr("Whole sentence"))
        self.sentences_list = ChoiceList(self.tr("Other translations of the sentence"))
        self.sentences_list.setWordWrap(True)
        self.title_label.setContentsMargins(8, 2, 8, 2)
        self.sentences_label.setContentsMargins(8, 8, 8, 2)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 10, 8, 10)
        self._column.setSpacing(4)
        # Only `_place` decides the height.
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        for widget in (
            self.title_label,
            self.busy_line,
            self.words_list,
            self.preview_label,
            self.uncalibrated_label,
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

    def show_calibrated(self, is_calibrated: bool) -> None:
        """Say beside the probabilities of words if they are not calibrated."""
        self._is_calibrated = is_calibrated

    def show_loading(self, word: str, at: QRect) -> None:
        """Open beside a word while its alternatives are searched for.

        Args:
            word: The current word.
            at: Its start on the screen.
        """
        self._at = at
        self._word = word
        self.setWindowTitle(self.tr("Other words for “{word}”").format(word=isolated(word)))
        self.title_label.setText(self.windowTitle())
        self.setAccessibleName(self.windowTitle())
        self.words_list.show_choices([])
        self.sentences_list.show_choices([])
        self.uncalibrated_label.hide()
        self.preview_label.setText(self.tr("Finding other words…"))
        self.sentences_label.hide()
        self._is_looking = True
        self.busy_line.set_busy(True)
        self._place()
        self.show()
        self.setFocus()  # until a list can take the keys

    def show_alternatives(self, alternatives: Sequence[Alternative]) -> None:
        """List the alternatives; does nothing if the popup was closed meanwhile."""
        if self.isHidden():
            return
        self._is_looking = False
        self.busy_line.set_busy(False)
        likely = [
            choice
            for choice in alternatives
            if choice.probability >= _LEAST_SHARE or choice.word == self._word
        ]
        words = [choice.word for choice in likely]
        standing = words.index(self._word) if self._word in words else -1
        if words == [self._word]:
            likely, standing = [], -1
        self.words_list.show_choices(
            [(choice, choice.word, choice.probability) for choice in likely], standing
        )
        self.uncalibrated_label.setVisible(bool(likely) and not self._is_calibrated)
        if likely:  # the first one that would change the text
            self.words_list.setCurrentRow(1 if standing == 0 else 0)
        else:
            self.preview_label.setText(self.tr("No other word is likely here."))
        self._place()
        self._let_list_take_keys()

    def show_hypotheses(self, hypotheses: Sequence[ScoredText], shown: int) -> None:
        """List whole translations of the sentence.

        Args:
            hypotheses: The best ones. Their scores rank them, but are no probabilities.
            shown: Which of them is shown in the pane; -1 if none is.
        """
        if self.isHidden():
            return
        self.sentences_list.show_choices(
            [(hypothesis, hypothesis.text, None) for hypothesis in hypotheses], shown
        )
        self.sentences_label.setVisible(bool(hypotheses))
        self._place()
        self._let_list_take_keys()

    @Slot()
    def close_quietly(self) -> None:
        """Close without choosing."""
        self.busy_line.set_busy(False)
        self.hide()

    # --- inside ---

    def _let_list_take_keys(self) -> None:
        """Focus the first list as soon as it is known which one that is."""
        if not self.hasFocus() or self._is_looking:
            return
        if self.words_list.count():
            self.words_list.setFocus()
        elif self.sentences_list.count():
            self.sentences_list.enter_at(0)

    def _show_preview(self, item: QListWidgetItem | None) -> None:
        choice = item.data(_VALUE) if item is not None else None
        if isinstance(choice, Alternative):
            self.preview_label.setText(choice.preview)
            self._place()

    def _place(self) -> None:
        """Place below the word, or above it if there is more room; always on the screen."""
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
        """Shrink the lists, the words last, until everything is at most this high.

        Returns:
            The resulting height; more if even the smallest lists do not fit.
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
        """Let arrow keys move from one list to the other."""
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
    """Texts with optional shares; as high as its rows, unless told to scroll.

    Signals:
        taken: The value of the choice that was clicked or chosen with Enter.
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
        """The height of all rows in pixels."""
        self.setItemDelegate(ChoiceDelegate(self))
        self.itemClicked.connect(self._take)
        self.itemEntered.connect(self._follow_pointer)
        self.show_choices([])

    def show_choices(
        self, choices: Sequence[tuple[object, str, float | None]], standing: int = -1
    ) -> None:
        """List choices.

        Args:
            choices: Value, text, and share between 0 and 1 if it has one.
            standing: Which of them is shown in the pane.
        """
        self.clear()
        for index, (value, text, share) in enumerate(choices):
            spoken = text
            if share is not None:
                spoken = self.tr("{text}, {percent}").format(text=text, percent=_percent(share))
            if index == standing:
                spoken = self.tr("{text}, current").format(text=spoken)
            item = QListWidgetItem(spoken, self)
            item.setData(_VALUE, value)
            item.setData(_SHARE, share)
            item.setData(_TEXT, text)
            item.setData(_IS_STANDING, index == standing)
        self.setVisible(bool(choices))
        heights = [self.sizeHintForRow(row) for row in range(min(len(choices), _ROWS))]
        self.whole_height = sum(heights) + 4
        self.setFixedHeight(self.whole_height)

    def enter_at(self, row: int) -> None:
        """Take the focus at a row."""
        self.setCurrentRow(row)
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter choose; leave Escape to the popup."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.currentItem())
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the current row: only one list shows one."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _follow_pointer(self, item: QListWidgetItem) -> None:
        self.setCurrentItem(item)
        self.setFocus()

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
        share = index.data(_SHARE)
        words = self._words(rectangle.topLeft(), rectangle.height(), share is not None, option)
        if index.data(_IS_STANDING):
            mark = icons.pixmap(
                "check", colours.accent, _MARK, painter.device().devicePixelRatioF()
            )
            painter.drawPixmap(rectangle.left() + 4, rectangle.center().y() - _MARK // 2, mark)
        painter.setFont(option.font)
        painter.setPen(colours.ink)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        text: str = index.data(_TEXT)
        painter.drawText(words, flags | Qt.TextFlag.TextWordWrap | direction_flag(text), text)
        if share is not None:
            self._paint_share(painter, rectangle, option, share)
        painter.restore()

    def _paint_share(
        self, painter: QPainter, rectangle: QRect, option: QStyleOptionViewItem, share: float
    ) -> None:
        colours = theme.colours()
        percent = rectangle.adjusted(0, 0, -8, 0)
        painter.setPen(colours.faint if not _is_selected(option) else colours.ink)
        painter.drawText(
            percent, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, _percent(share)
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.line)
        left = percent.right() - _percent_width(option) - 8 - _BAR
        track = QRectF(left, percent.center().y() - 2, _BAR, 5)
        painter.drawRoundedRect(track, 2.5, 2.5)
        painter.setBrush(colours.accent)
        track.setWidth(max(5.0, track.width() * share))
        painter.drawRoundedRect(track, 2.5, 2.5)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the height of the wrapped text."""
        metrics = QFontMetrics(option.font)
        words = self._words(QPoint(), 1000, index.data(_SHARE) is not None, option)
        needed = metrics.boundingRect(words, Qt.TextFlag.TextWordWrap, index.data(_TEXT))
        return QSize(_WIDTH - 32, needed.height() + 12)

    def _words(
        self, corner: QPoint, height: int, has_share: bool, option: QStyleOptionViewItem
    ) -> QRect:
        """Return the rectangle of the text in a row: right of the check mark, left of the share.

        It is as wide where there is no scroll bar, so that a text wraps as it was measured.
        """
        row = QRect(corner, QSize(_WIDTH - 16 - _SCROLL_BAR, height))
        share = 8 + _BAR + _percent_width(option) + 12 if has_share else 0
        return row.adjusted(8 + _MARK, 0, -8 - share, 0)


def _is_selected(option: QStyleOptionViewItem) -> bool:
    """Return whether keys act on this row: it is current, and its list has the focus."""
    return bool(option.state & QStyle.StateFlag.State_Selected) and option.widget.hasFocus()


def _percent_width(option: QStyleOptionViewItem) -> int:
    return QFontMetrics(option.font).horizontalAdvance(_percent(1.0)) + 4


def _percent(share: float) -> str:
    if 0 < share < 0.01:
        return "< 1 %"
    return f"{QLocale().toString(round(100 * share))} %"
