"""A list of languages that stays usable with a hundred of them."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from desktop.wording.tooltips import tooltip

ADD = "add"
"""The data of the entry at the end."""
_SHORT = 7
"""A list with at most so many languages needs no shorter one at its beginning."""
_VISIBLE = 20
_SCROLL_BAR = 24
"""Beside the texts of the open list."""


class LanguageBox(QComboBox):
    """Languages by name, the recently used ones first; typing opens the list and searches it.

    Signals:
        language_chosen: The user chose an entry; `key` is its code.
        add_requested: The user chose the last entry, to add languages; `key` has not changed.
    """

    language_chosen = Signal()
    add_requested = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key = ""
        self.setAccessibleName(name)
        self.setToolTip(tooltip(name))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumContentsLength(8)
        self.setMaxVisibleItems(_VISIBLE)
        self.activated.connect(self._on_activated)

    @property
    def key(self) -> str:
        """The code of the chosen language; empty if there is none."""
        return self._key

    def show_languages(
        self,
        languages: Mapping[str, str],
        recent: Sequence[str],
        chosen: str,
        first: Mapping[str, str] | None = None,
    ) -> None:
        """Offer languages.

        Args:
            languages: Their names by their codes, in the order of the list.
            recent: Codes of those used last, the last one first.
            chosen: The code to choose; if it is not there, the first one is chosen.
            first: Entries before all languages, by the codes that stand for them.
        """
        self.clear()
        for code, text in (first or {}).items():
            self.addItem(text, code)
        known = [code for code in recent if code in languages]
        if known and len(languages) > _SHORT:
            for code in known:
                self.addItem(languages[code], code)
            self.insertSeparator(self.count())
        for code, text in languages.items():
            self.addItem(text, code)
        self._choose(chosen if self.findData(chosen) >= 0 else next(iter(languages), ""))
        self.setEnabled(bool(languages))
        if languages:
            self.insertSeparator(self.count())
            self.addItem(self.tr("Add languages…"), ADD)
            self._allow_adding(False)

    def sizeHint(self) -> QSize:
        """Return the room of the longest language: the last entry is wider, and never chosen."""
        texts = [self.itemText(row) for row in range(self.count()) if self.itemData(row) != ADD]
        widths = [self.fontMetrics().horizontalAdvance(text) for text in texts]
        last = self.fontMetrics().horizontalAdvance(self.itemText(self.count() - 1))
        excess = max(0, last - max(widths, default=last))
        return super().sizeHint() - QSize(excess, 0)

    def minimumSizeHint(self) -> QSize:
        """Return the same: no language is cut off."""
        return self.sizeHint()

    def showPopup(self) -> None:
        """Let the last entry be chosen only in the open list: arrow keys must not run into it."""
        self._allow_adding(True)
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + _SCROLL_BAR)
        super().showPopup()

    def hidePopup(self) -> None:
        """Take the last entry back."""
        super().hidePopup()
        self._allow_adding(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list where a name is typed; nothing is chosen before Enter."""
        if event.text().isprintable() and event.text().strip():
            self.showPopup()
            self.view().keyboardSearch(event.text())
        else:
            super().keyPressEvent(event)

    def _allow_adding(self, is_allowed: bool) -> None:
        item = self._item(self.findData(ADD))
        if item is not None:
            item.setEnabled(is_allowed)

    def _item(self, row: int) -> QStandardItem | None:
        items = self.model()
        assert isinstance(items, QStandardItemModel)
        return items.item(row)

    def _choose(self, key: str) -> None:
        self._key = key
        self.setCurrentIndex(self.findData(key))

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        key = str(self.itemData(row))
        if key == ADD:
            self._choose(self._key)
            self.add_requested.emit()
        else:
            self._key = key
            self.language_chosen.emit()
