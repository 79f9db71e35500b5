"""Show what a file would add to the glossary before anything changes."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.views.glossary.rows import TABLE_STYLE
from desktop.views.widgets.card import caption
from desktop.views.widgets.label import Label
from desktop.wording.tooltips import tooltip

_MOST_ROWS = 1000
_ROWS_SEEN = 5
_ROW = 30


class ImportDialog(QDialog):
    """Counts what is new, what differs from the present entries, and what cannot be used.

    Args:
        name: Of the file.
        num_new: Entries that the glossary does not have.
        differing: Terms with another translation there: term, its translation, the file's.
        problems: Lines that are left out: number, reason.
        parent: The window that asks.
    """

    def __init__(
        self,
        name: str,
        num_new: int,
        differing: Sequence[tuple[str, str, str]],
        problems: Sequence[tuple[int, str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import terms"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 14)
        column.setSpacing(10)
        heading = Label(self.tr("%n new term(s) in {name}", "", num_new).format(name=name))
        heading.setWordWrap(True)
        column.addWidget(heading)
        self.replace_box = QCheckBox(
            self.tr("&Replace %n translation(s) that differ", "", len(differing))
        )
        self.replace_box.setVisible(bool(differing))
        column.addWidget(self.replace_box)
        if differing:
            rows = [(term, f"{present} → {other}") for term, present, other in differing]
            title = self.tr("Translations that differ")
            column.addWidget(_table(title, (self.tr("Term"), self.tr("Now → file")), rows))
        if problems:
            count = caption()
            count.setText(self.tr("%n line(s) will be left out:", "", len(problems)))
            column.addWidget(count)
            listed = [(QLocale().toString(line), reason) for line, reason in problems]
            title = self.tr("Lines that will be left out")
            column.addWidget(_table(title, (self.tr("Line"), self.tr("Reason")), listed))
        column.addStretch(1)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.clicked.connect(self.reject)
        self.import_button = QPushButton(self.tr("&Import"))
        self.import_button.setDefault(True)
        self.import_button.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.import_button)
        column.addLayout(buttons)
        self._num_new = num_new
        self.replace_box.toggled.connect(self._show_can_import)
        self._show_can_import()
        self.import_button.setFocus()
        self.resize(560, self.sizeHint().height())

    @Slot()
    def _show_can_import(self) -> None:
        self.import_button.setEnabled(bool(self._num_new) or self.replace_box.isChecked())


def _table(name: str, header: tuple[str, str], rows: Sequence[tuple[str, str]]) -> QTreeWidget:
    table = QTreeWidget()
    table.setAccessibleName(name)
    table.setHeaderLabels(header)
    table.setStyleSheet(TABLE_STYLE)
    table.setFixedHeight(_ROW * (2 + min(len(rows), _ROWS_SEEN)))
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.addTopLevelItems([QTreeWidgetItem(list(row)) for row in rows[:_MOST_ROWS]])
    if len(rows) > _MOST_ROWS:
        table.addTopLevelItem(QTreeWidgetItem(["…", ""]))
    for row in range(table.topLevelItemCount()):
        item = table.topLevelItem(row)
        assert item is not None
        item.setToolTip(1, tooltip(item.text(1)))
    table.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    table.header().setStretchLastSection(True)
    return table
