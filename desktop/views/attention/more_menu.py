"""The menu of rarely needed map options."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from desktop.values.attention_drawing import Colours, Place, Scale
from desktop.wording.menu_text import menu_text
from desktop.wording.tooltips import tooltip
from engine.attention.maps import Unit
from engine.translation import ScoredText

_SUFFIXES = (".png", ".svg", ".pdf", ".csv", ".json")
_LONGEST_TEXT = 60


class MoreMenu(QMenu):
    """Offers other translations, ways to read and colour weights, copying and exporting.

    Signals:
        view_changed: Another view of the same maps was chosen.
        shift_chosen: Whether to shift cross maps by one step.
        hypothesis_chosen: The number of the hypothesis to show.
        comparison_chosen: The number of the hypothesis to compare with, -1 for none.
        copy_requested: "picture" or "table".
        export_requested: What to export (a Place) and the file suffix.
    """

    view_changed = Signal()
    shift_chosen = Signal(bool)
    hypothesis_chosen = Signal(int)
    comparison_chosen = Signal(int)
    copy_requested = Signal(str)
    export_requested = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTipsVisible(True)
        self.hypotheses = _Choices(self.tr("Translation"), self)
        self.hypotheses.menuAction().setToolTip(self.tr("Which translation to inspect"))
        self.hypotheses.chosen.connect(self.hypothesis_chosen)
        self.compared = _Choices(self.tr("Compare with"), self)
        self.compared.menuAction().setToolTip(
            self.tr("Compare with another translation to see how the maps differ")
        )
        self.compared.chosen.connect(self.comparison_chosen)
        for menu in (self.hypotheses, self.compared):
            self.addMenu(menu)
        self.addSeparator()
        self._tokens = self._check(
            self.tr("Show tokens"), self.tr("Word pieces that the model reads and writes")
        )
        self._shift = self.addAction(self.tr("Shift by one step"))
        self._shift.setToolTip(
            self.tr(
                "Read each row one step later, after its word is written; in many models this "
                "aligns words best"
            )
        )
        self._shift.setCheckable(True)
        self._shift.triggered.connect(self.shift_chosen)
        self._by_value = self._check(
            self.tr("Weight by value-vector norm"),
            self.tr("Scale each weight by the length of its value vector"),
        )
        self._hide_sinks = self._check(self.tr("Hide punctuation and end token"), "")
        self.show_sinks(None)
        self._scales = QActionGroup(self)
        self._palettes = QActionGroup(self)
        self._add_colours()
        self.addSeparator()
        self._files: list[QAction] = []
        self._add_files()
        self.show_hypotheses((), 0, None)

    # --- choices ---

    @property
    def unit(self) -> Unit:
        """The unit of rows and columns."""
        return "tokens" if self._tokens.isChecked() else "words"

    @property
    def by_value(self) -> bool:
        """Whether weights are multiplied by the norm of their value vectors."""
        return self._by_value.isChecked()

    @property
    def hide_sinks(self) -> bool:
        """Whether punctuation and the end token are left out."""
        return self._hide_sinks.isChecked()

    @property
    def scale(self) -> Scale:
        """How weights are coloured."""
        return "row" if self._scales.checkedAction().data() == "row" else "fixed"

    @property
    def colours(self) -> Colours:
        """The colour map."""
        return "cividis" if self._palettes.checkedAction().data() == "cividis" else "viridis"

    # --- options ---

    def show_shift(self, *, is_offered: bool, is_shifted: bool) -> None:
        """Show whether cross maps are shifted; other maps cannot be."""
        self._shift.setEnabled(is_offered)
        self._shift.setChecked(is_shifted)

    def show_sinks(self, mass: float | None) -> None:
        """Show how much attention punctuation and the end token take; None if unknown."""
        tip = self.tr("Heads rest on these tokens when they have nothing to look at")
        if mass is not None:
            tip = self.tr(
                "Heads rest on these tokens when they have nothing to look at: {0} % of the "
                "attention in this sentence"
            ).format(round(100 * mass))
        self._hide_sinks.setToolTip(tooltip(tip))

    def show_hypotheses(
        self, hypotheses: tuple[ScoredText, ...], shown: int, compared: int | None
    ) -> None:
        """Offer the translations of a sentence, best first, and comparison with the others."""
        count = len(hypotheses)
        names: dict[int, str] = {}
        for index, hypothesis in enumerate(hypotheses):
            name = self.tr("{0} of {1}") if index else self.tr("{0} of {1} · best")
            names[index] = f"{name.format(index + 1, count)} · {hypothesis.text}"
        others = {index: name for index, name in names.items() if index != shown}
        self.hypotheses.offer(names, shown)
        self.compared.offer(
            {-1: self.tr("Nothing"), **others}, -1 if compared is None else compared
        )
        for menu in (self.hypotheses, self.compared):
            menu.setEnabled(count > 1)

    def offer_files(self, *, map_: bool, difference: bool) -> None:
        """Enable copying and exporting while there is something to export."""
        for action in self._files:
            action.setEnabled(map_)
        self._difference.setVisible(difference)

    # --- saved state ---

    def state(self) -> dict[str, Any]:
        """Return the user's choices, for JSON."""
        return {
            "tokens": self._tokens.isChecked(),
            "by_value": self.by_value,
            "hide_sinks": self.hide_sinks,
            "scale": self.scale,
            "colours": self.colours,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Restore saved choices; ignore damaged or unknown values."""
        for check, name in (
            (self._tokens, "tokens"),
            (self._by_value, "by_value"),
            (self._hide_sinks, "hide_sinks"),
        ):
            check.setChecked(state.get(name) is True)
        for group, name in ((self._scales, "scale"), (self._palettes, "colours")):
            for action in group.actions():
                if action.data() == state.get(name):
                    action.setChecked(True)

    # --- internals ---

    def _check(self, name: str, tip: str) -> QAction:
        action = self.addAction(name)
        action.setToolTip(tooltip(tip))
        action.setCheckable(True)
        action.triggered.connect(self._on_view_chosen)
        return action

    def _add_colours(self) -> None:
        menu = self.addMenu(self.tr("Colours"))
        menu.menuAction().setToolTip(self.tr("How weights are coloured"))
        for group, entries in (
            (
                self._scales,
                ((self.tr("Scale from 0 to 1"), "fixed"), (self.tr("Scale each row"), "row")),
            ),
            (self._palettes, ((self.tr("Viridis"), "viridis"), (self.tr("Cividis"), "cividis"))),
        ):
            for name, value in entries:
                action = QAction(name, group)
                action.setCheckable(True)
                action.setChecked(value in ("fixed", "viridis"))
                action.setData(value)
                menu.addAction(action)
            group.triggered.connect(self._on_view_chosen)
            menu.addSeparator()

    def _add_files(self) -> None:
        for what, name in (
            ("picture", self.tr("Copy map as picture")),
            ("table", self.tr("Copy map as table")),
        ):
            action = self.addAction(name)
            action.triggered.connect(lambda _, what=what: self.copy_requested.emit(what))
            self._files.append(action)
        places: tuple[tuple[Place, str], ...] = (
            ("map", self.tr("Export map")),
            ("grid", self.tr("Export all heads")),
            ("difference", self.tr("Export difference")),
        )
        for place, name in places:
            menu = self.addMenu(name)
            menu.setObjectName(place)
            for suffix in _SUFFIXES:
                action = menu.addAction(suffix.removeprefix(".").upper())
                action.triggered.connect(
                    lambda _, place=place, suffix=suffix: self.export_requested.emit(place, suffix)
                )
            self._files.append(menu.menuAction())
        self._difference = self._files[-1]

    @Slot()
    def _on_view_chosen(self) -> None:
        self.view_changed.emit()


class _Choices(QMenu):
    """A submenu of texts of which one is checked.

    Signals:
        chosen: Its key.
    """

    chosen = Signal(int)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(name, parent)
        self.setToolTipsVisible(True)
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._on_triggered)

    def offer(self, texts: Mapping[int, str], chosen: int) -> None:
        """Replace the offered texts, given by their keys."""
        for action in self.actions():
            self.removeAction(action)
            action.deleteLater()  # it may be the one that was just triggered
        for key, text in texts.items():
            action = QAction(menu_text(_elided(text)), self._group)
            action.setToolTip(tooltip(text))
            action.setCheckable(True)
            action.setData(key)
            action.setChecked(key == chosen)
            self.addAction(action)

    @Slot(QAction)
    def _on_triggered(self, action: QAction) -> None:
        self.chosen.emit(action.data())


def _elided(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"
