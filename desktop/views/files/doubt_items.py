"""Sentences to check as a list: the Qt model, its filter and the row delegate."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.views import theme
from desktop.views.widgets.list_rows import draw_ground, draw_line, one_line, small_font
from desktop.wording.notice_text import describe_notice, kind_name, place_text
from engine.documents.doubts import Doubt
from engine.translation import NoticeKind

Index = QModelIndex | QPersistentModelIndex

DOUBT = Qt.ItemDataRole.UserRole
"""The role of the Doubt of a row."""

_MARGIN = 10
_GAP = 3


class DoubtItems(QAbstractListModel):
    """The sentences of one file, in reading order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._doubts: list[Doubt] = []

    def show_doubts(self, doubts: Sequence[Doubt]) -> None:
        """Show these instead."""
        self.beginResetModel()
        self._doubts = list(doubts)
        self.endResetModel()

    def add_doubts(self, doubts: Sequence[Doubt]) -> None:
        """Show these after the others."""
        if doubts:
            first = len(self._doubts)
            self.beginInsertRows(QModelIndex(), first, first + len(doubts) - 1)
            self._doubts += doubts
            self.endInsertRows()

    def kinds(self) -> Counter[NoticeKind]:
        """Count the sentences that have a notice of each kind."""
        return Counter(kind for doubt in self._doubts for kind in kinds_of(doubt))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of sentences."""
        return 0 if parent.isValid() else len(self._doubts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the source in one line, or as a value, or in full for a screen reader."""
        doubt = self._doubts[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(doubt.source)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            texts = (one_line(doubt.source), one_line(doubt.target))
            return ". ".join((*texts, place_text(doubt.place), *reasons(doubt)))
        return doubt if role == DOUBT else None


class DoubtFilter(QSortFilterProxyModel):
    """Only the sentences that have a notice of one kind."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kind: NoticeKind | None = None

    def choose(self, kind: NoticeKind | None) -> None:
        """Show those of this kind; None is all."""
        self.beginFilterChange()
        self._kind = kind
        self.endFilterChange()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """Return whether a sentence has a notice of the kind."""
        if self._kind is None:
            return True
        return self._kind in kinds_of(self.sourceModel().index(row, 0, parent).data(DOUBT))


class DoubtDelegate(QStyledItemDelegate):
    """Draws a row: source, translation, then where it is and why it needs checking."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - all rows are alike
        """Three lines and the space around them."""
        height = option.fontMetrics.height() * 2 + QFontMetrics(small_font(option)).height()
        return QSize(120, height + 2 * _GAP + 2 * _MARGIN)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        doubt: Doubt = index.data(DOUBT)
        palette = theme.colours()
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        second = palette.ink if is_selected else palette.faint  # faint is too faint on the accent
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_ground(painter, option)
        room = QRect(option.rect).adjusted(_MARGIN + 2, _MARGIN, -_MARGIN - 2, -_MARGIN)
        line = option.fontMetrics.height()
        top = QRect(room.left(), room.top(), room.width(), line)
        draw_line(painter, top, one_line(doubt.source), option.font, palette.ink)
        below = top.translated(0, line + _GAP)
        draw_line(painter, below, one_line(doubt.target), option.font, second)
        last = below.translated(0, line + _GAP)
        kinds = ", ".join(kind_name(kind) for kind in kinds_of(doubt))
        details = f"{place_text(doubt.place)}  ·  {kinds}"
        draw_line(painter, last, details, small_font(option), second)
        painter.restore()


def kinds_of(doubt: Doubt) -> tuple[NoticeKind, ...]:
    """Return the kinds of its notices, each once."""
    return tuple(dict.fromkeys(notice.kind for notice in doubt.notices))


def reasons(doubt: Doubt) -> list[str]:
    """Return why it needs checking, in sentences."""
    return [describe_notice(notice) for notice in doubt.notices]
