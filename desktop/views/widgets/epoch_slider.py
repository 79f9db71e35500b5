"""A slider over the kept epochs, with a button at each end."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from desktop.views.widgets.card import tool_button

_HEIGHT = 22
_STYLE = """
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: palette(mid); }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: palette(link); }
QSlider::handle:horizontal {
    width: 12px; height: 12px; margin: -5px 0; border-radius: 7px;
    border: 1px solid palette(link); background: palette(link);
}
QSlider::handle:horizontal:focus { border: 3px solid palette(link); background: palette(base);
    width: 10px; height: 10px; margin: -6px 0; border-radius: 8px; }
QSlider::handle:horizontal:disabled { border-color: palette(mid); background: palette(mid); }
"""


class EpochSlider(QWidget):
    """Counts from 0; disabled if there is nothing to choose from.

    Signals:
        moved: The index (int) the user chose.
    """

    moved = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.previous_button = tool_button(
            "chevron-left", self.tr("Previous epoch"), self.tr("Go to the previous epoch")
        )
        self.next_button = tool_button(
            "chevron-right", self.tr("Next epoch"), self.tr("Go to the next epoch")
        )
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Epoch"))
        self.slider.setToolTip(self.tr("Drag or use the arrow keys"))
        self.slider.setPageStep(5)
        self.slider.setStyleSheet(_STYLE)
        self.slider.setMinimumHeight(_HEIGHT)
        self.setFocusProxy(self.slider)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.previous_button)
        row.addWidget(self.slider, 1)
        row.addWidget(self.next_button)
        self.slider.valueChanged.connect(self._on_value_changed)
        self.previous_button.clicked.connect(self._on_previous_clicked)
        self.next_button.clicked.connect(self._on_next_clicked)
        self.show_place(0, 0)

    @property
    def place(self) -> int:
        """The current index."""
        return self.slider.value()

    @property
    def count(self) -> int:
        """The number of epochs."""
        return self.slider.maximum() + 1 if self.isEnabled() else 0

    def show_place(self, place: int, count: int) -> None:
        """Set the current index and the number of epochs."""
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, max(count - 1, 0))
            self.slider.setValue(place)
        self.setEnabled(count > 0)
        self._show_buttons()

    def go_to(self, place: int) -> None:
        """Move to an index as if the user had."""
        self.slider.setValue(place)

    def _show_buttons(self) -> None:
        self.previous_button.setEnabled(self.place > 0)
        self.next_button.setEnabled(self.place < self.slider.maximum())

    @Slot(int)
    def _on_value_changed(self, place: int) -> None:
        self._show_buttons()
        self.moved.emit(place)

    @Slot()
    def _on_previous_clicked(self) -> None:
        self.go_to(self.place - 1)

    @Slot()
    def _on_next_clicked(self) -> None:
        self.go_to(self.place + 1)
