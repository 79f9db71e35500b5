"""The entries of a glossary as rows of a table."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from desktop.views import theme
from desktop.wording.tooltips import tooltip
from engine.glossary.glossary import GlossaryEntry

TERM, TRANSLATION = 0, 1

TABLE_STYLE = """
QTreeView { border-radius: 8px; }
QTreeView::item { height: 30px; padding: 0 10px; }
QTreeView::item:selected { background: palette(highlight); color: palette(text); }
QHeaderView { background: transparent; }
QHeaderView::section {
    background: transparent; border: none; border-bottom: 1px solid palette(mid);
    padding: 6px 13px; color: palette(placeholder-text);
}
"""


class GlossaryRows(QAbstractTableModel):
    """Two columns: terms and their translations; both can be edited in place.

    Signals:
        entry_edited: (str, str, str): the former term, and the term and translation written.
    """

    entry_edited = Signal(str, str, str)

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.entries: tuple[GlossaryEntry, ...] = ()

    def show_entries(self, entries: Sequence[GlossaryEntry]) -> None:
        """Show these."""
        self.beginResetModel()
        self.entries = tuple(entries)
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of entries."""
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of columns."""
        return 0 if parent.isValid() else 2

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the name of a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Term"), self.tr("Translation"))[section]
        return None

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the text of a cell."""
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.EditRole:
            return entry.source if index.column() == TERM else entry.target
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            cell = entry.source if index.column() == TERM else entry.target
            shown = _shown(cell) or self.tr("not translated")
            return tooltip(shown) if role == Qt.ItemDataRole.ToolTipRole else shown
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == TRANSLATION:
            return None if entry.target else theme.colours().faint
        return None

    def setData(
        self,
        index: QModelIndex | QPersistentModelIndex,
        value: Any,
        role: int = Qt.ItemDataRole.EditRole,
    ) -> bool:
        """Report an edited cell; the entries change when the edit is accepted."""
        if role != Qt.ItemDataRole.EditRole or not isinstance(value, str):
            return False
        entry = self.entries[index.row()]
        if value != self.data(index, role):
            cells = (value, entry.target) if index.column() == TERM else (entry.source, value)
            self.entry_edited.emit(entry.source, *cells)
        return True

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Make every cell editable."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable


def _shown(forms: str) -> str:
    return forms.replace("|", " | ")
