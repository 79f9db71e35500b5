"""Published models as a tree: the best of each language pair, and the others folded under it."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QDate,
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

from desktop.views import theme
from desktop.views.widgets.list_rows import draw_ground, draw_line, small_font
from desktop.wording.amounts import size
from desktop.wording.language_names import direction_name, language_list
from desktop.wording.tooltips import tooltip
from engine.catalogue.published_model import PublishedModel

Index = QModelIndex | QPersistentModelIndex
translate = QCoreApplication.translate

_MARGIN = 10
_GAP = 3
_TOP = 0
"""The id of a row that is the best of its pair; of the others, the row of the best, plus 1."""


class CatalogueRows(QAbstractItemModel):
    """Models in the given order, in which those of the same languages are neighbours."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: list[list[PublishedModel]] = []
        self._places: dict[str, tuple[int, int]] = {}
        """The group of each model and its place in it, by name."""
        self._states: Mapping[str, str] = {}
        self._wanted: Collection[str] = ()

    def show_models(self, models: Sequence[PublishedModel], wanted: Collection[str] = ()) -> None:
        """Show these instead; of models of many languages, name those that are wanted."""
        self.beginResetModel()
        self._wanted = wanted
        self._groups = [list(same) for _, same in groupby(models, _languages)]
        self._places = {
            model.name: (group, place)
            for group, same in enumerate(self._groups)
            for place, model in enumerate(same)
        }
        self.endResetModel()

    def show_states(self, states: Mapping[str, str]) -> None:
        """Show a word about some models, such as “Installed”, by their names."""
        former, self._states = self._states, dict(states)
        for name in former.keys() | states.keys():
            index = self.index_of(name)
            if index.isValid() and former.get(name) != states.get(name):
                self.dataChanged.emit(index, index)

    def model_at(self, index: Index) -> PublishedModel | None:
        """Return the model of a row."""
        if not index.isValid():
            return None
        if index.internalId() == _TOP:
            return self._groups[index.row()][0]
        return self._groups[index.internalId() - 1][index.row() + 1]

    def index_of(self, name: str) -> QModelIndex:
        """Return the row of a model; an invalid one if it is not shown."""
        if name not in self._places:
            return QModelIndex()
        group, place = self._places[name]
        if place == 0:
            return self.createIndex(group, 0, _TOP)
        return self.createIndex(place - 1, 0, group + 1)

    def state(self, model: PublishedModel) -> str:
        """Return the word about a model; empty if there is none."""
        return self._states.get(model.name, "")

    def lines(self, index: Index) -> tuple[str, str]:
        """Return the two lines of a row."""
        model = self.model_at(index)
        assert model is not None
        is_best = index.internalId() == _TOP
        name = direction_text(model, self._wanted) if is_best else model.name
        return name, facts_text(model)

    # --- Qt's interface ---

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's signature
        """Return the index of a row."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # QObject's is another
        """Return the best model of the pair, for one of the others."""
        if not index.isValid() or index.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _TOP)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of pairs, or of the other models of one."""
        if not parent.isValid():
            return len(self._groups)
        return len(self._groups[parent.row()]) - 1 if parent.internalId() == _TOP else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, ARG002 - Qt's signature
        """Return one."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the first line of a row, or all of it for screen readers."""
        model = self.model_at(index)
        if model is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.lines(index)[0]
            case Qt.ItemDataRole.AccessibleTextRole:
                parts = (direction_text(model), *self.lines(index), self.state(model))
                return ", ".join(dict.fromkeys(filter(None, parts)))
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(details_text(model))
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return details_text(model)
            case _:
                return None


class CatalogueDelegate(QStyledItemDelegate):
    """Draws two lines, and a word about the model at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - all rows are alike
        """Two lines high; as wide as the list."""
        height = option.fontMetrics.height() + QFontMetrics(small_font(option)).height()
        return QSize(160, height + _GAP + 2 * _MARGIN)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        rows = index.model()
        assert isinstance(rows, CatalogueRows)
        model = rows.model_at(index)
        assert model is not None
        palette = theme.colours()
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        second = palette.ink if is_selected else palette.faint  # faint is too faint on the accent
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        small = small_font(option)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_ground(painter, option)
        room = QRect(option.rect).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        name, facts = rows.lines(index)
        state = rows.state(model)
        state_width = QFontMetrics(small).horizontalAdvance(state)
        top = QRect(room.left(), room.top(), room.width(), option.fontMetrics.height())
        side = QRect(top)
        side.setLeft(max(top.left(), top.right() - state_width))
        draw_line(painter, side, state, small, palette.ink if is_selected else palette.accent)
        if state:
            top.setRight(side.left() - _MARGIN)
        draw_line(painter, top, name, bold, palette.ink)
        below = QRect(room.left(), top.bottom() + 1 + _GAP, room.width(), 0)
        below.setHeight(QFontMetrics(small).height())
        draw_line(painter, below, facts, small, second)
        painter.restore()


def direction_text(model: PublishedModel, wanted: Collection[str] = ()) -> str:
    """Return what a model translates, in a line; of many languages, name those that are wanted."""
    return direction_name(model.source_languages, model.target_languages, wanted)


def facts_text(model: PublishedModel) -> str:
    """Return size, publisher, licence and score, as far as they are known."""
    score = ""
    if model.score is not None:
        score = translate("CatalogueRows", "BLEU {value} ({corpus})").format(
            value=QLocale().toString(model.score.bleu, "f", 1), corpus=model.score.test_set
        )
    if model.size_bytes is None:
        bytes_text = translate("CatalogueRows", "about {size}").format(
            size=size(model.estimated_bytes, 0)
        )
    else:
        bytes_text = size(model.size_bytes, 0)
    return "  ·  ".join(filter(None, (bytes_text, model.publisher, model.licence, score)))


def details_text(model: PublishedModel) -> str:
    """Return the name, the date and all languages of a model."""
    date = QDate(model.released.year, model.released.month, model.released.day)
    released = QLocale().toString(date, QLocale.FormatType.ShortFormat)
    lines = [translate("CatalogueRows", "{name}, {date}").format(name=model.name, date=released)]
    if model.is_multilingual:
        source, target = (
            language_list(model.source_languages),
            language_list(model.target_languages),
        )
        lines += [
            translate("CatalogueRows", "From: {languages}").format(languages=source),
            translate("CatalogueRows", "To: {languages}").format(languages=target),
        ]
    if model.score is not None:
        lines.append(translate("CatalogueRows", "BLEU as its publisher measured it"))
    return "\n".join(lines)


def _languages(model: PublishedModel) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return model.source_languages, model.target_languages
