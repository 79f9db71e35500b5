"""Past translations as a list: the Qt model, the row delegate and dates in plain words."""

from datetime import datetime

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QCoreApplication,
    QDate,
    QEvent,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTime,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.storage.history import HistoryEntry
from desktop.views import icons, theme
from desktop.views.widgets.list_rows import (
    LONGEST,
    draw_ground,
    draw_line,
    one_line,
    small_font,
)
from desktop.wording.tooltips import tooltip

Index = QModelIndex | QPersistentModelIndex

_MARGIN = 12
_GAP = 3
_STAR = 18


def when_text(when: datetime, now: datetime) -> str:
    """Return a date in plain words: "today 14:03", "yesterday 9:15", a weekday, a date."""
    when, now = when.astimezone(), now.astimezone()
    locale = QLocale()
    date = QDate(when.year, when.month, when.day)
    time = locale.toString(QTime(when.hour, when.minute), QLocale.FormatType.ShortFormat)
    days = (now.date() - when.date()).days
    if days == 0:
        return QCoreApplication.translate("HistoryItems", "today {time}").format(time=time)
    if days == 1:
        return QCoreApplication.translate("HistoryItems", "yesterday {time}").format(time=time)
    if 1 < days < 7:
        return f"{locale.dayName(date.dayOfWeek())} {time}"
    return locale.toString(date, QLocale.FormatType.ShortFormat)


class HistoryItems(QAbstractListModel):
    """The entries that are shown, newest first as they come."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[HistoryEntry] = []

    def show_entries(self, entries: list[HistoryEntry]) -> None:
        """Show these instead."""
        self.beginResetModel()
        self._entries = list(entries)
        self.endResetModel()

    def entry(self, index: Index) -> HistoryEntry:
        """Return the entry of a row."""
        return self._entries[index.row()]

    def row_of(self, entry_id: int) -> int | None:
        """Return the index of an entry, if it is shown."""
        rows = (row for row, entry in enumerate(self._entries) if entry.id == entry_id)
        return next(rows, None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of entries shown."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return the source in one line, both texts as a tooltip, or all for a screen reader."""
        entry = self.entry(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(entry.source)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{_beginning(entry.source)}\n\n{_beginning(entry.target)}")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            favourite = self.tr("favourite") if entry.is_favourite else ""
            parts = (one_line(entry.source), one_line(entry.target), details(entry), favourite)
            return ". ".join(part for part in parts if part)
        return None


class HistoryDelegate(QStyledItemDelegate):
    """Draws a row: source, translation, then when and which languages; a star to click.

    Signals:
        star_clicked: (QModelIndex) of the row.
    """

    star_clicked = Signal(object)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - all rows are alike
        """Three lines and the space around them."""
        height = option.fontMetrics.height() * 2 + QFontMetrics(small_font(option)).height()
        return QSize(160, height + 2 * _GAP + 2 * _MARGIN)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        model = index.model()
        if not isinstance(model, HistoryItems):
            return
        entry = model.entry(index)
        palette = theme.colours()
        is_under_mouse = bool(option.state & QStyle.StateFlag.State_MouseOver)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        second = palette.ink if is_selected else palette.faint  # faint is too faint on the accent
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_ground(painter, option)
        star = star_rect(option.rect)
        room = QRect(option.rect).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        room.setRight(star.left() - _MARGIN)
        line = option.fontMetrics.height()
        top = QRect(room.left(), room.top(), room.width(), line)
        draw_line(painter, top, one_line(entry.source), option.font, palette.ink)
        below = top.translated(0, line + _GAP)
        draw_line(painter, below, one_line(entry.target), option.font, second)
        last = QRect(room.left(), below.bottom() + 1 + _GAP, room.width(), line)
        draw_line(painter, last, details(entry), small_font(option), second)
        if entry.is_favourite or is_under_mouse or is_selected:
            name, colour = (
                ("star-filled", palette.accent) if entry.is_favourite else ("star", palette.faint)
            )
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(star, icons.pixmap(name, colour, _STAR, ratio))
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Notice clicks on the star."""
        if (
            isinstance(event, QMouseEvent)
            and event.button() == Qt.MouseButton.LeftButton
            and star_area(option.rect).contains(event.position().toPoint())
        ):
            if event.type() == QEvent.Type.MouseButtonRelease:
                self.star_clicked.emit(index)
            return True
        return super().editorEvent(event, model, option, index)


def details(entry: HistoryEntry) -> str:
    """Return the time and the languages."""
    when = when_text(entry.when, datetime.now(tz=entry.when.tzinfo))
    return f"{when}  ·  {entry.source_language} → {entry.target_language}"


def star_rect(row: QRect) -> QRect:
    """Return the rectangle of a row's star."""
    corner = QPoint(row.right() - _MARGIN - _STAR, row.top() + _MARGIN)
    return QRect(corner, QSize(_STAR, _STAR))


def star_area(row: QRect) -> QRect:
    """Return the click area of the star, larger than the star."""
    return star_rect(row).adjusted(-_MARGIN // 2, -_MARGIN, _MARGIN, _MARGIN)


def _beginning(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rstrip() + " …"
