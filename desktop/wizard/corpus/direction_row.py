"""The direction of training: two lists that only offer the text's languages."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from desktop.views.widgets.card import tool_button
from desktop.views.widgets.label import Label
from desktop.views.widgets.wheel_guard import guard_wheel
from desktop.wording.language_names import language_name

_MINIMUM_WIDTH = 150


class DirectionRow(QWidget):
    """Two lists of languages with a button between that swaps them.

    Signals:
        chosen: The user changed the direction.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._targets_of: dict[str, tuple[str, ...]] = {}
        self.source_box = QComboBox()
        self.target_box = QComboBox()
        self.source_box.setAccessibleName(self.tr("Translate from"))
        self.target_box.setAccessibleName(self.tr("Translate to"))
        for box in (self.source_box, self.target_box):
            box.setMinimumWidth(_MINIMUM_WIDTH)
            guard_wheel(box)
        turn = self.tr("Swap the two languages")
        self.swap_button = tool_button("swap", turn, turn)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(Label(self.tr("Translates from")))
        row.addWidget(self.source_box)
        row.addWidget(self.swap_button)
        row.addWidget(Label(self.tr("to", "a language, as in: from English to German")))
        row.addWidget(self.target_box)
        row.addStretch(1)
        self.source_box.currentIndexChanged.connect(self._on_source_chosen)
        self.target_box.currentIndexChanged.connect(self._on_target_chosen)
        self.swap_button.clicked.connect(self._on_swap_clicked)

    @property
    def direction(self) -> tuple[str, str]:
        """The codes of source and target language."""
        return self.source_box.currentData() or "", self.target_box.currentData() or ""

    def show_offer(
        self, targets_of: dict[str, tuple[str, ...]], direction: tuple[str, str]
    ) -> None:
        """Offer these target languages of each source language, and choose a direction."""
        self._targets_of = targets_of
        _fill(self.source_box, tuple(targets_of), direction[0])
        self._show_targets(direction[1])

    def _show_targets(self, chosen: str) -> None:
        source, target = self.source_box.currentData(), chosen
        _fill(self.target_box, self._targets_of.get(source, ()), target)
        source, target = self.direction
        self.swap_button.setEnabled(source in self._targets_of.get(target, ()))

    @Slot()
    def _on_source_chosen(self) -> None:
        self._show_targets(self.target_box.currentData())
        self.chosen.emit()

    @Slot()
    def _on_target_chosen(self) -> None:
        self._show_targets(self.target_box.currentData())
        self.chosen.emit()

    @Slot()
    def _on_swap_clicked(self) -> None:
        source, target = self.direction
        self.show_offer(self._targets_of, (target, source))
        self.chosen.emit()


def _fill(box: QComboBox, codes: tuple[str, ...], chosen: str) -> None:
    """Fill a list by the languages' names; the first code is chosen if the choice is not there."""
    by_name = sorted(codes, key=lambda code: language_name(code).casefold())
    with QSignalBlocker(box):
        if [box.itemData(row) for row in range(box.count())] != by_name:
            box.clear()
            for code in by_name:
                box.addItem(language_name(code), code)
                box.setItemData(box.count() - 1, code, Qt.ItemDataRole.ToolTipRole)
        box.setCurrentIndex(box.findData(chosen if chosen in codes else next(iter(codes), None)))
