"""What a person chooses about the attention panel: a sentence, a map, and how it is shown."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
    QWidget,
)

from desktop.values.attention_drawing import Colours, Scale, ViewChoice
from desktop.views import icons
from desktop.views.attention.wanted_maps import Mode, WantedMap, WantedMaps
from desktop.views.widgets.flow_layout import FlowLayout
from desktop.views.widgets.wheel_guard import guard_wheel
from desktop.wording.tooltips import tooltip
from engine.attention.views import Kind, MapChoice, Unit
from engine.translation import ScoredText

_LONGEST_TEXT = 60
_LIST_EDGES = 24  # pixels
_SHOWN_LENGTH = 18  # letters of a text that a closed chooser shows


class AttentionControls(QWidget):
    """Lines of choices that wrap where the panel is narrow.

    Signals:
        map_changed: Another map of the same view is wanted.
        view_changed: Another view is wanted, or the same in other colours.
        sentence_chosen: The number of a sentence.
        hypothesis_chosen: The number of the hypothesis to show.
        comparison_chosen: The number of the hypothesis to compare with, -1 for none.
    """

    map_changed = Signal()
    view_changed = Signal()
    sentence_chosen = Signal(int)
    hypothesis_chosen = Signal(int)
    comparison_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: Kind = "cross"
        self._maps = WantedMaps()
        self._is_aligned_shifted = False
        self._is_shifted: bool | None = None
        self._offered: tuple[str, ...] | None = None
        """The sentences."""

        self._sentences = self._chooser(self.tr("Sentence"), self.tr("The sentence to look into"))
        self._sentences.activated.connect(self.sentence_chosen)
        self._hypotheses = self._chooser(
            self.tr("Translation"), self.tr("Which of the translations found to look into")
        )
        self._hypotheses.activated.connect(self.hypothesis_chosen)
        self._compared = self._chooser(
            self.tr("Compare with"), self.tr("Another translation, to see how the maps differ")
        )
        self._compared.activated.connect(self._on_comparison)

        self._mode = self._combo(self.tr("Show"), self.tr("Which map to show"))
        self._mode.activated.connect(self._on_mode)
        self._layer = self._combo(self.tr("Layer"), self.tr("The layer whose map is shown"))
        self._head = self._combo(self.tr("Head"), self.tr("The head whose map is shown"))
        for combo in (self._layer, self._head):
            combo.activated.connect(self._on_number)
        self._reading = self._combo(
            self.tr("Reading"), self.tr("At which step of writing a word the model is watched")
        )
        self._reading.addItem(self.tr("While choosing this word"), False)
        self._reading.addItem(self.tr("Word alignment"), True)
        self._reading.activated.connect(self._on_reading)
        self._unit = self._combo(self.tr("Units"), self.tr("What rows and columns are"))
        self._unit.addItem(self.tr("Tokens"), "tokens")
        self._unit.addItem(self.tr("Words"), "words")
        self._unit.activated.connect(self.view_changed)
        self._by_value = self._check(
            self.tr("Weighted by values"),
            self.tr("Count a weight for as much as what it lets through"),
        )
        self._hides_sinks = self._check(
            "", self.tr("Attention rests there when there is nothing to look at")
        )
        self.show_sinks(None)
        self._scales = QActionGroup(self)
        self._palettes = QActionGroup(self)
        self._look = self._look_button()

        self._captions: dict[QWidget, QWidget] = {}
        layout = FlowLayout(self, gap=8)
        for caption, widget in (
            (self.tr("Sentence"), self._sentences),
            (self.tr("Translation"), self._hypotheses),
            (self.tr("Compare with"), self._compared),
            (self.tr("Show"), self._mode),
            (self.tr("Layer"), self._layer),
            (self.tr("Head"), self._head),
            (self.tr("Reading"), self._reading),
        ):
            layout.addWidget(self._captioned(caption, widget))
        for other in (self._unit, self._by_value, self._hides_sinks, self._look):
            layout.addWidget(other)
        self.show_sentences([], 0)
        self.show_hypotheses((), 0, None)
        self._show_choice()

    # --- what is chosen ---

    @property
    def view_choice(self) -> ViewChoice:
        """How weights become a view."""
        unit: Unit = self._unit.currentData()
        return ViewChoice(
            kind=self._kind,
            unit=unit,
            shifted=self._kind == "cross" and self.is_shifted,
            hide_sinks=self._hides_sinks.isChecked(),
            by_value=self._by_value.isChecked(),
        )

    @property
    def map_choice(self) -> MapChoice:
        """Which map of the view; within what the model has."""
        return self._maps.choice(self._kind)

    @property
    def is_shifted(self) -> bool:
        """Whether cross maps are read as a word alignment."""
        return self._is_aligned_shifted if self._is_shifted is None else self._is_shifted

    @property
    def scale(self) -> Scale:
        """How weights are coloured."""
        return "row" if self._scales.checkedAction().data() == "row" else "fixed"

    @property
    def colours(self) -> Colours:
        """By which colours."""
        return "cividis" if self._palettes.checkedAction().data() == "cividis" else "viridis"

    # --- what there is to choose from ---

    def show_kind(self, kind: Kind) -> None:
        """Show the choices of one kind of attention."""
        self._kind = kind
        self._show_choice()

    def show_size(self, num_layers: int, num_heads: int) -> None:
        """Know how many layers and heads there are to choose from."""
        self._maps.num_layers, self._maps.num_heads = num_layers, num_heads
        self._show_choice()

    def set_best_head(self, layer: int | None, head: int | None, *, shifted: bool) -> None:
        """Know which cross-attention aligns words best; a head of None is the mean of a layer."""
        self._maps.set_best_head(layer, head)
        self._is_aligned_shifted = shifted and layer is not None
        self._show_choice()

    def choose_head(self, layer: int, head: int) -> None:
        """Want the map of one head."""
        self._want(WantedMap("head", layer, head))

    def show_sinks(self, mass: float | None) -> None:
        """Say how much attention the end mark and punctuation take."""
        words = self.tr("Hide end mark and punctuation")
        if mass is not None:
            words = self.tr("Hide end mark and punctuation ({0} %)").format(round(100 * mass))
        self._hides_sinks.setText(words)

    def show_sentences(self, sentences: Sequence[str], current: int) -> None:
        """Offer the sentences of a text; one alone needs no choosing."""
        if tuple(sentences) == self._offered:
            self._sentences.setCurrentIndex(current)
            return
        self._offered = tuple(sentences)
        texts = [f"{number}  {_elided(text)}" for number, text in enumerate(sentences, 1)]
        self._fill(self._sentences, texts, current, sentences)
        self._set_offered(self._sentences, len(sentences) > 1)

    def show_hypotheses(
        self, hypotheses: tuple[ScoredText, ...], shown: int, compared: int | None
    ) -> None:
        """Offer the translations of a sentence, best first; one alone needs no choosing."""
        count = len(hypotheses)
        names = []
        for number, hypothesis in enumerate(hypotheses, 1):
            name = self.tr("{0} of {1} · best") if number == 1 else self.tr("{0} of {1}")
            names.append(f"{name.format(number, count)} · {_elided(hypothesis.text)}")
        texts = [hypothesis.text for hypothesis in hypotheses]
        self._fill(self._hypotheses, names, shown, texts)
        nothing = self.tr("nothing")
        self._fill(
            self._compared,
            [nothing, *names],
            0 if compared is None else compared + 1,
            [nothing, *texts],
        )
        for combo in (self._hypotheses, self._compared):
            self._set_offered(combo, count > 1)

    # --- to be kept ---

    def state(self) -> dict[str, Any]:
        """Return the choices a person made, for JSON."""
        return {
            "maps": self._maps.state(),
            "shifted": self._is_shifted,
            "unit": self._unit.currentData(),
            "by_value": self._by_value.isChecked(),
            "hide_sinks": self._hides_sinks.isChecked(),
            "scale": self.scale,
            "colours": self.colours,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take back choices that were kept; what is damaged or unknown stays as it is."""
        self._maps.restore(state.get("maps"))
        shifted = state.get("shifted")
        self._is_shifted = shifted if isinstance(shifted, bool) else None
        place = self._unit.findData(state.get("unit"))
        self._unit.setCurrentIndex(max(place, 0))
        for check, name in ((self._by_value, "by_value"), (self._hides_sinks, "hide_sinks")):
            with QSignalBlocker(check):
                check.setChecked(state.get(name) is True)
        for group, name in ((self._scales, "scale"), (self._palettes, "colours")):
            for action in group.actions():
                if action.data() == state.get(name):
                    action.setChecked(True)
        self._show_choice()
        self.view_changed.emit()

    # --- inside ---

    def _want(self, wanted: WantedMap) -> None:
        self._maps.want(self._kind, wanted)
        self._show_choice()
        self.map_changed.emit()

    def _show_choice(self) -> None:
        """Let the controls of the map say what is chosen."""
        names: dict[Mode, str] = {
            "aligned": self.tr("Best for alignment"),
            "head": self.tr("One head"),
            "layer": self.tr("Mean of a layer"),
            "mean": self.tr("Mean of all heads"),
            "maximum": self.tr("Maximum of all heads"),
            "rollout": self.tr("Rollout through all layers"),
        }
        self._mode.clear()
        for mode in self._maps.modes(self._kind):
            self._mode.addItem(names[mode], mode)
        self._mode.setCurrentIndex(self._mode.findData(self._maps.wanted(self._kind).mode))
        for combo, count in (
            (self._layer, self._maps.num_layers),
            (self._head, self._maps.num_heads),
        ):
            if combo.count() != count:
                combo.clear()
                combo.addItems([str(number) for number in range(1, count + 1)])
        choice = self.map_choice
        for combo, index in ((self._layer, choice.layer), (self._head, choice.head)):
            self._set_offered(combo, index is not None)
            combo.setCurrentIndex(index or 0)
        self._set_offered(self._reading, self._kind == "cross")
        self._reading.setCurrentIndex(self._reading.findData(self.is_shifted))

    @Slot(int)
    def _on_mode(self, index: int) -> None:
        now = self.map_choice  # another mode begins where this one is
        self._want(WantedMap(self._mode.itemData(index), now.layer or 0, now.head or 0))

    @Slot()
    def _on_number(self) -> None:
        mode: Mode = "head" if self.map_choice.head is not None else "layer"
        layer, head = self._layer.currentIndex(), self._head.currentIndex()
        self._want(WantedMap(mode, layer, head))

    @Slot(int)
    def _on_reading(self, index: int) -> None:
        self._is_shifted = bool(self._reading.itemData(index))
        self.view_changed.emit()

    @Slot(int)
    def _on_comparison(self, index: int) -> None:
        self.comparison_chosen.emit(index - 1)

    @Slot()
    def _on_look(self) -> None:
        self.view_changed.emit()

    def _chooser(self, name: str, tip: str) -> "_Chooser":
        chooser = _Chooser()
        chooser.setAccessibleName(name)
        chooser.setToolTip(tip)
        guard_wheel(chooser)
        return chooser

    def _combo(self, name: str, tip: str) -> QComboBox:
        combo = QComboBox()
        combo.setAccessibleName(name)
        combo.setToolTip(tip)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        guard_wheel(combo)
        return combo

    def _check(self, words: str, tip: str) -> QCheckBox:
        check = QCheckBox(words)
        check.setToolTip(tip)
        check.toggled.connect(self._on_look)
        return check

    def _look_button(self) -> QToolButton:
        button = QToolButton()
        button.setText(self.tr("Colours"))
        button.setToolTip(self.tr("How weights are coloured"))
        button.setAccessibleName(self.tr("Colours"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        icons.dress(button, "chevron-down")
        menu = QMenu(button)
        for group, entries in (
            (
                self._scales,
                (
                    (self.tr("From 0 to 1"), "fixed"),
                    (self.tr("Each row by its largest"), "row"),
                ),
            ),
            (self._palettes, ((self.tr("Viridis"), "viridis"), (self.tr("Cividis"), "cividis"))),
        ):
            for name, value in entries:
                action = QAction(name, group)
                action.setCheckable(True)
                action.setChecked(value in ("fixed", "viridis"))
                action.setData(value)
                menu.addAction(action)
            group.triggered.connect(self._on_look)
            menu.addSeparator()
        button.setMenu(menu)
        return button

    def _captioned(self, caption: str, widget: QWidget) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        label = QLabel(caption)
        label.setBuddy(widget)
        label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
        row.addWidget(label)
        row.addWidget(widget)
        self._captions[widget] = box
        return box

    def _set_offered(self, widget: QWidget, is_offered: bool) -> None:
        self._captions[widget].setVisible(is_offered)

    @staticmethod
    def _fill(combo: QComboBox, names: Sequence[str], current: int, tips: Sequence[str]) -> None:
        combo.clear()
        for index, (name, tip) in enumerate(zip(names, tips, strict=True)):
            combo.addItem(name)
            combo.setItemData(index, tooltip(tip), Qt.ItemDataRole.ToolTipRole)
        combo.setCurrentIndex(current)
        combo.view().setMinimumWidth(combo.view().sizeHintForColumn(0) + _LIST_EDGES)


class _Chooser(QComboBox):
    """A combo box of long texts: as wide as some letters, with dots where a text goes on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_SHOWN_LENGTH)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint box and text."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        option.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, field.width()
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


def _elided(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"
