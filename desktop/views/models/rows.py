"""Models as rows of three lines: the Qt model, the delegate and the texts."""

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.views import icons, theme
from desktop.wording.error_text import describe
from desktop.wording.language_names import language_name
from desktop.wording.model_titles import shown_name, shown_statement
from desktop.wording.tooltips import tooltip
from engine.models.manifest import Manifest, Score
from engine.models.registry import ModelEntry, ModelOrigin

Index = QModelIndex | QPersistentModelIndex
translate = QCoreApplication.translate

_MARGIN = 12
_GAP = 3
_SIGN = 16


class ModelRows(QAbstractListModel):
    """The models in the given order; unusable ones can be selected too."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[ModelEntry, ...] = ()
        self._in_use: ModelEntry | None = None

    @property
    def entries(self) -> tuple[ModelEntry, ...]:
        """The models as they are listed."""
        return self._entries

    def show_models(self, entries: Sequence[ModelEntry]) -> None:
        """Show these instead."""
        self.beginResetModel()
        self._entries = tuple(entries)
        self.endResetModel()

    def show_in_use(self, entry: ModelEntry | None) -> None:
        """Mark this model as the one in use."""
        self._in_use = entry
        if self._entries:
            self.dataChanged.emit(self.index(0), self.index(len(self._entries) - 1))

    def is_in_use(self, entry: ModelEntry) -> bool:
        """Return whether this model is in use."""
        return entry == self._in_use

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of models."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the name of a model, or the whole row for screen readers."""
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return name_text(entry)
            case Qt.ItemDataRole.UserRole:
                return self.lines(entry)
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join((name_text(entry), *self.lines(entry)))
            case Qt.ItemDataRole.ToolTipRole:
                if entry.manifest is None:
                    return tooltip(name_text(entry))
                return tooltip(shown_statement(entry.manifest.limits))
            case _:
                return None

    def lines(self, entry: ModelEntry) -> tuple[str, str]:
        """Return the lines below the name of a model."""
        second = (direction_text(entry), score_text(entry))
        third = (
            size_text(entry),
            origin_text(entry) if entry.problem is None else state_text(entry),
            translate("ModelRows", "in use") if self.is_in_use(entry) else "",
        )
        return _joined(second), _joined(third)


class ModelDelegate(QStyledItemDelegate):
    """Draws the name and two lines below it; a sign if the model is unusable."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        """Three lines high; as wide as the list."""
        height = option.fontMetrics.height() + 2 * QFontMetrics(_small(option)).height()
        return QSize(120, height + 2 * _GAP + 2 * _MARGIN)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        palette = theme.colours()
        model = index.model()
        assert isinstance(model, ModelRows)
        entry = model.entries[index.row()]
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        second = palette.ink if is_selected else palette.faint  # faint is too faint on the accent
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_ground(painter, option)
        room = QRect(option.rect).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        room.setHeight(option.fontMetrics.height())
        if entry.problem is not None:
            place = QRect(room.right() - _SIGN, room.top(), _SIGN, room.height())
            ratio = painter.device().devicePixelRatioF()
            sign = icons.pixmap("warning", palette.error, _SIGN, ratio)
            painter.drawPixmap(place.left(), place.center().y() - _SIGN // 2, sign)
            name_room = room.adjusted(0, 0, -_SIGN - _GAP, 0)
        else:
            name_room = room
        _draw_line(painter, name_room, name_text(entry), bold, palette.ink)
        small = _small(option)
        direction, state = model.lines(entry)
        below = QRect(room.left(), room.bottom() + 1 + _GAP, room.width(), 0)
        below.setHeight(QFontMetrics(small).height())
        _draw_line(painter, below, direction, small, second)
        last = below.translated(0, below.height() + _GAP)
        alarming = palette.error if entry.problem is not None and not is_selected else second
        _draw_line(painter, last, state, small, alarming)
        painter.restore()


def name_text(entry: ModelEntry) -> str:
    """Return the display name of a model."""
    return shown_name(entry.name, entry.title)


def direction_text(entry: ModelEntry) -> str:
    """Return the direction, such as “English → German”; empty if unknown."""
    if entry.manifest is None:
        return ""
    source, target = entry.manifest.source_language, entry.manifest.target_language
    return f"{language_name(source)} → {language_name(target)}"


def size_text(entry: ModelEntry) -> str:
    """Return its size on disk."""
    return QLocale().formattedDataSize(entry.size_bytes, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def origin_text(entry: ModelEntry) -> str:
    """Return the origin of a model."""
    match entry.origin:
        case ModelOrigin.SHIPPED:
            return translate("ModelRows", "built in")
        case ModelOrigin.OWN:
            return translate("ModelRows", "your own")
        case ModelOrigin.ELSEWHERE:
            return translate("ModelRows", "not installed")


def state_text(entry: ModelEntry) -> str:
    """Return why a model cannot be used, in a few words; empty if it can."""
    return "" if entry.problem is None else describe(entry.problem).title


def score_text(entry: ModelEntry) -> str:
    """Return the main score with the text it was measured on; empty if there is none."""
    score = None if entry.manifest is None else main_score(entry.manifest)
    if score is None:
        return ""
    text = translate("ModelRows", "BLEU {value} ({corpus})")
    value = QLocale().toString(score.value, "f", 1)
    return text.format(value=value, corpus=score.corpus[:40])


def main_score(manifest: Manifest) -> Score | None:
    """Return the most meaningful BLEU: on the test text if any, with the widest beam."""
    scores = [score for score in manifest.scores if score.name.split(" ")[0] == "bleu"]
    tested = [score for score in scores if "test" in score.corpus]
    searched = [score for score in tested or scores if "beam" in score.name]
    return next(iter(searched or tested or scores), None)


def _joined(parts: Iterable[str]) -> str:
    return "  ·  ".join(filter(None, parts))


def _small(option: QStyleOptionViewItem) -> QFont:
    font = QFont(option.font)
    font.setPointSizeF(font.pointSizeF() * 0.9)
    return font


def _draw_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    palette = theme.colours()
    box = QRectF(option.rect).adjusted(2.5, 1.5, -2.5, -1.5)
    has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
    painter.setPen(palette.accent if has_focus else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if option.state & QStyle.StateFlag.State_Selected:
        painter.setBrush(palette.accent_soft)
    elif option.state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(palette.hover)
    painter.drawRoundedRect(box, 6, 6)


def _draw_line(painter: QPainter, room: QRect, text: str, font: QFont, colour: QColor) -> None:
    painter.setFont(font)
    painter.setPen(colour)
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
