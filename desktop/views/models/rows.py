"""Models as rows under the languages they translate: the Qt model, the delegate and the texts."""

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
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.views import icons, theme
from desktop.views.widgets.list_rows import draw_ground, draw_line, small_font
from desktop.wording.error_text import describe
from desktop.wording.language_names import model_direction
from desktop.wording.model_titles import shown_name, shown_statement
from desktop.wording.tooltips import tooltip
from engine.models.manifest import Manifest, Score
from engine.models.registry import ModelEntry, ModelOrigin

Index = QModelIndex | QPersistentModelIndex
translate = QCoreApplication.translate

_MARGIN = 10
_GAP = 3
_SIGN = 16
_HEADING_SPACE = 10
"""Above and below a heading, together."""


class ModelRows(QAbstractListModel):
    """The models by language pair, in each the best first; unusable ones can be selected too.

    A heading is no row of its own: the first row of a group carries it, so that each row is a
    model, for the keyboard and for screen readers.
    """

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
        self._entries = _best_first(entries)
        self.endResetModel()

    def heading(self, row: int) -> str:
        """Return the heading above a row; empty if it continues a group."""
        heading = group_text(self._entries[row])
        is_first = row == 0 or group_text(self._entries[row - 1]) != heading
        return heading if is_first else ""

    def show_in_use(self, entry: ModelEntry | None) -> None:
        """Mark this model as the one in use."""
        self._in_use = entry
        if self._entries:
            self.dataChanged.emit(self.index(0), self.index(len(self._entries) - 1))

    def is_in_use(self, entry: ModelEntry) -> bool:
        """Return whether this model is in use."""
        return self._in_use is not None and entry.path == self._in_use.path

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
                return ", ".join((name_text(entry), group_text(entry), *self.lines(entry)))
            case Qt.ItemDataRole.ToolTipRole:
                if entry.manifest is None:
                    return tooltip(name_text(entry))
                return tooltip(shown_statement(entry.manifest.limits))
            case _:
                return None

    def lines(self, entry: ModelEntry) -> tuple[str, ...]:
        """Return the lines below the name of a model, one or two."""
        is_multilingual = entry.manifest is not None and entry.manifest.is_multilingual
        second = (direction_text(entry) if is_multilingual else "", score_text(entry))
        third = (
            size_text(entry),
            origin_text(entry) if entry.problem is None else state_text(entry),
            translate("ModelRows", "in use") if self.is_in_use(entry) else "",
        )
        return tuple(filter(None, (_joined(second), _joined(third))))


class ModelDelegate(QStyledItemDelegate):
    """Draws the name and the lines below it; a sign if the model is unusable."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the lines and the heading above them; as wide as the list."""
        model = index.model()
        assert isinstance(model, ModelRows)
        lines = len(model.lines(model.entries[index.row()]))
        below = lines * (QFontMetrics(small_font(option)).height() + _GAP)
        heading = _heading_height(option) if model.heading(index.row()) else 0
        return QSize(120, heading + option.fontMetrics.height() + below + 2 * _MARGIN)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        palette = theme.colours()
        model = index.model()
        assert isinstance(model, ModelRows)
        entry = model.entries[index.row()]
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        second = palette.ink if is_selected else palette.faint  # faint is too faint on the accent
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        small = small_font(option)
        ground = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        heading = model.heading(index.row())
        if heading:
            above = ground.adjusted(_MARGIN, 0, -_MARGIN, 0)
            above.setHeight(_heading_height(option))
            bold_small = QFont(small)
            bold_small.setWeight(QFont.Weight.DemiBold)
            draw_line(painter, above, heading, bold_small, palette.faint)
            ground.setTop(above.bottom() + 1)
        below_heading = QStyleOptionViewItem(option)
        below_heading.rect = ground
        draw_ground(painter, below_heading)
        room = ground.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        room.setHeight(option.fontMetrics.height())
        name_room = room
        if entry.problem is not None:
            place = QRect(room.right() - _SIGN, room.top(), _SIGN, room.height())
            ratio = painter.device().devicePixelRatioF()
            sign = icons.pixmap("warning", palette.error, _SIGN, ratio)
            painter.drawPixmap(place.left(), place.center().y() - _SIGN // 2, sign)
            name_room = room.adjusted(0, 0, -_SIGN - _GAP, 0)
        draw_line(painter, name_room, name_text(entry), bold, palette.ink)
        below = QRect(room.left(), room.bottom() + 1 + _GAP, room.width(), 0)
        below.setHeight(QFontMetrics(small).height())
        *lines, state = model.lines(entry)
        for line in lines:
            draw_line(painter, below, line, small, second)
            below.translate(0, below.height() + _GAP)
        alarming = palette.error if entry.problem is not None and not is_selected else second
        draw_line(painter, below, state, small, alarming)
        painter.restore()


def name_text(entry: ModelEntry) -> str:
    """Return the display name of a model."""
    return shown_name(entry.name, entry.title)


def direction_text(entry: ModelEntry) -> str:
    """Return what it translates, such as “English → German”; empty if unknown."""
    return "" if entry.manifest is None else model_direction(entry.manifest)


def group_text(entry: ModelEntry) -> str:
    """Return the heading of the group that a model belongs to."""
    if entry.manifest is None:
        return translate("ModelRows", "Unknown languages")
    if entry.manifest.is_multilingual:
        return translate("ModelRows", "Several languages")
    return model_direction(entry.manifest)


def size_text(entry: ModelEntry) -> str:
    """Return its size on disk."""
    return QLocale().formattedDataSize(entry.size_bytes, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def origin_text(entry: ModelEntry) -> str:
    """Return the origin of a model."""
    match entry.origin:
        case ModelOrigin.SHIPPED:
            return translate("ModelRows", "built in")
        case ModelOrigin.OWN if entry.manifest is not None and entry.manifest.is_converted:
            return translate("ModelRows", "imported")
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


def _group_order(entry: ModelEntry) -> tuple[int, str]:
    """Return a key for pairs by name, then models of several languages, then unknown ones."""
    if entry.manifest is None:
        return 2, ""
    return int(entry.manifest.is_multilingual), group_text(entry).casefold()


def _best_first(entries: Sequence[ModelEntry]) -> tuple[ModelEntry, ...]:
    """Sort models by group and score.

    Scores are compared where one text measured them; of different texts, that of an included
    model comes first, and otherwise the order given decides. Those without a score follow, the
    included ones first, and at last the unusable ones.
    """
    included_first = sorted(entries, key=lambda entry: not entry.is_shipped)
    places: dict[tuple[str, ...], int] = {}
    for place, entry in enumerate(included_first):
        places.setdefault(_test_text(entry), place)

    def order(entry: ModelEntry) -> tuple[object, ...]:
        score = None if entry.manifest is None else main_score(entry.manifest)
        return (
            *_group_order(entry),
            entry.problem is not None,
            score is None,
            places[_test_text(entry)],
            0.0 if score is None else -score.value,
        )

    return tuple(sorted(included_first, key=order))


def _test_text(entry: ModelEntry) -> tuple[str, ...]:
    """Return what tells the text of a model's score from others: its part, and of which corpora."""
    score = None if entry.manifest is None else main_score(entry.manifest)
    if entry.manifest is None or score is None:
        return ()
    return (score.corpus, *(corpus.name for corpus in entry.manifest.corpora))


def _joined(parts: Iterable[str]) -> str:
    return "  ·  ".join(filter(None, parts))


def _heading_height(option: QStyleOptionViewItem) -> int:
    return QFontMetrics(small_font(option)).height() + _HEADING_SPACE
