"""The main controls of the attention panel: kind, sentence and map; a menu has the rest."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    QStringListModel,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QTabBar,
    QToolButton,
    QWidget,
)

from desktop.text.text_direction import isolated
from desktop.values.attention_drawing import Colours, Scale, ViewChoice
from desktop.views import icons
from desktop.views.attention.captions import name_of_map, tab_of_kind, tip_of_kind
from desktop.views.attention.more_menu import MoreMenu
from desktop.views.attention.wanted_maps import WantedMap, WantedMaps
from desktop.views.widgets.wheel_guard import guard_wheel
from desktop.wording.tooltips import tooltip
from engine.attention.maps import AlignmentMap, Kind, MapChoice
from engine.translation import ScoredText

_LONGEST_TEXT = 60
_LIST_EDGES = 24  # pixels
_ROWS_OF_LIST = 20
_MEASURED = 100
"""The longest texts of a list, among which the widest is."""
_ROOMY = 740
"""Row width in pixels from which the toggle's name and the menu's arrow fit."""
_NARROW = 500
"""Narrower rows omit the sentences, which can also be chosen in the text and by keys."""
_WIDEST_SENTENCE, _WIDEST_MAP = 480, 320
_GAP = 6


class AttentionControls(QWidget):
    """One row that never wraps: when narrow, tabs scroll and choosers show less text.

    Signals:
        kind_changed: Another kind of attention was chosen.
        map_changed: Another map of the same view was chosen.
        view_changed: Another view was chosen, or other colours.
        sentence_chosen: The number of a sentence.
        all_heads_toggled: Whether to show the grid of all heads.
    """

    kind_changed = Signal()
    map_changed = Signal()
    view_changed = Signal()
    sentence_chosen = Signal(int)
    all_heads_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._maps = WantedMaps()
        self._is_shifted: bool | None = None
        self._offered: list[WantedMap] = []
        self._sentences_offered: tuple[str, ...] | None = None

        self.tabs = self._build_tabs()
        self.sentences = _Chooser(7, self.tr("Sentence"), self.tr("Sentence to inspect"))
        self.sentences.setMaximumWidth(_WIDEST_SENTENCE)
        self.sentences.hide()  # until the width of the row is known
        self.sentences.activated.connect(self.sentence_chosen)
        self.maps = _Chooser(12, self.tr("Map"), self.tr("Which heads to show"))
        self.maps.setMaximumWidth(_WIDEST_MAP)
        self.maps.setMaxVisibleItems(_ROWS_OF_LIST)
        self.maps.activated.connect(self._on_map_chosen)
        self.all_heads = QToolButton()
        self.all_heads.setText(self.tr("All heads"))
        self.all_heads.setAccessibleName(self.tr("All heads"))
        self.all_heads.setToolTip(self.tr("Show the maps of all layers and heads"))
        self.all_heads.setCheckable(True)
        icons.dress(self.all_heads, "grid")
        self.all_heads.toggled.connect(self.all_heads_toggled)
        self.more = MoreMenu(self)
        self.more.view_changed.connect(self.view_changed)
        self.more.shift_chosen.connect(self._on_shift_chosen)
        self._more_button = self._build_more_button()
        self._narrow_styles = {
            self.all_heads: Qt.ToolButtonStyle.ToolButtonIconOnly,
            self._more_button: Qt.ToolButtonStyle.ToolButtonTextOnly,
        }
        for button, narrow in self._narrow_styles.items():
            button.setToolButtonStyle(narrow)
            button.setMinimumWidth(button.sizeHint().width())  # also while it shows more
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        row.addWidget(self.tabs)
        row.addWidget(self.sentences, 100)
        row.addWidget(self.maps, 80)
        row.addStretch(1)
        row.addWidget(self.all_heads)
        row.addWidget(self._more_button)
        self.show_sentences([], 0)
        self._show_choice()

    # --- choices ---

    @property
    def kind(self) -> Kind:
        """The kind of attention."""
        kinds: tuple[Kind, ...] = get_args(Kind)
        return kinds[max(0, self.tabs.currentIndex())]

    @property
    def view_choice(self) -> ViewChoice:
        """How weights become a view."""
        return ViewChoice(
            kind=self.kind,
            unit=self.more.unit,
            shifted=self.kind == "cross" and self.is_shifted,
            hide_sinks=self.more.hide_sinks,
            by_value=self.more.by_value,
        )

    @property
    def map_choice(self) -> MapChoice:
        """The map of the view, limited to those of the model."""
        return self._maps.choice(self.kind)

    @property
    def is_shifted(self) -> bool:
        """Whether cross maps are read as a word alignment."""
        if self._is_shifted is not None:
            return self._is_shifted
        return self._maps.best is not None and self._maps.best.shifted

    @property
    def scale(self) -> Scale:
        """How weights are coloured."""
        return self.more.scale

    @property
    def colours(self) -> Colours:
        """The colour map."""
        return self.more.colours

    @property
    def shows_all_heads(self) -> bool:
        """Whether to show the grid of all heads."""
        return self.all_heads.isChecked()

    # --- options ---

    def show_size(self, num_layers: int, num_heads: int) -> None:
        """Set the number of layers and heads."""
        self._maps.num_layers, self._maps.num_heads = num_layers, num_heads
        self._show_choice()

    def set_best_map(self, best: AlignmentMap | None) -> bool:
        """Set which cross-attention aligns words best; return whether it is another now."""
        if best == self._maps.best:
            return False
        self._maps.best = best
        self._show_choice()
        return True

    def choose_head(self, layer: int, head: int) -> None:
        """Choose the map of one head."""
        self._want(WantedMap("head", layer, head))

    def offer_all_heads(self, is_offered: bool) -> None:
        """Offer the grid of all heads if it fits."""
        self.all_heads.setEnabled(is_offered)

    def show_sentences(self, sentences: Sequence[str], current: int) -> None:
        """Offer the sentences of a text; a single one needs no chooser."""
        if tuple(sentences) != self._sentences_offered:
            self._sentences_offered = tuple(sentences)
            texts = [
                f"{number}  {isolated(_elided(text))}" for number, text in enumerate(sentences, 1)
            ]
            self.sentences.offer(texts, sentences)
            self.sentences.setEnabled(len(sentences) > 1)
        self.sentences.setCurrentIndex(current)

    def show_hypotheses(
        self, hypotheses: tuple[ScoredText, ...], shown: int, compared: int | None
    ) -> None:
        """Offer the translations of a sentence, best first."""
        self.more.show_hypotheses(hypotheses, shown, compared)

    # --- saved state ---

    def state(self) -> dict[str, Any]:
        """Return the user's choices, for JSON."""
        return {
            "kind": self.kind,
            "maps": self._maps.state(),
            "shifted": self._is_shifted,
            "all_heads": self.shows_all_heads,
            **self.more.state(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Restore saved choices; ignore damaged or unknown values."""
        if state.get("kind") in get_args(Kind):
            self.tabs.setCurrentIndex(get_args(Kind).index(state["kind"]))
        self._maps.restore(state.get("maps"))
        shifted = state.get("shifted")
        self._is_shifted = shifted if isinstance(shifted, bool) else None
        self.all_heads.setChecked(state.get("all_heads") is True)
        self.more.restore(state)
        self._show_choice()
        self.view_changed.emit()

    # --- internals ---

    def minimumSizeHint(self) -> QSize:
        """Require no room for the sentences: they are hidden if they do not fit."""
        hint = super().minimumSizeHint()
        if self.sentences.isHidden():
            return hint
        return hint - QSize(self.sentences.minimumSizeHint().width() + _GAP, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the sentence and of both buttons as fits."""
        super().resizeEvent(event)
        self.sentences.setVisible(self.width() >= _NARROW)
        is_roomy = self.width() >= _ROOMY
        for button, narrow in self._narrow_styles.items():
            wide = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
            button.setToolButtonStyle(wide if is_roomy else narrow)

    def _want(self, wanted: WantedMap) -> None:
        self._maps.want(self.kind, wanted)
        self._show_choice()
        self.map_changed.emit()

    @Slot()
    def _show_choice(self) -> None:
        """Show the current choice in the map's controls."""
        offered = self._maps.offered(self.kind)
        names = []
        for wanted in offered:
            name = name_of_map(self._maps.choice_of(wanted))
            if wanted.mode == "aligned":
                best = self._maps.best
                is_measured = best is not None and best.is_measured
                aligned = (
                    self.tr("Best for alignment · {0}")
                    if is_measured
                    else self.tr("Probably best for alignment · {0}")
                )
                name = aligned.format(name)
            names.append(name)
        self._offered = offered
        self.maps.offer(names, names)
        self.maps.setCurrentIndex(offered.index(self._maps.wanted(self.kind)))
        self.more.show_shift(is_offered=self.kind == "cross", is_shifted=self.is_shifted)

    @Slot()
    def _on_kind(self) -> None:
        self._show_choice()
        self.kind_changed.emit()

    @Slot(int)
    def _on_map_chosen(self, index: int) -> None:
        self._want(self._offered[index])

    @Slot(bool)
    def _on_shift_chosen(self, is_shifted: bool) -> None:
        self._is_shifted = is_shifted
        self.view_changed.emit()

    def _build_tabs(self) -> QTabBar:
        tabs = QTabBar()
        for index, kind in enumerate(get_args(Kind)):
            tabs.addTab(tab_of_kind(kind))
            tabs.setTabToolTip(index, tip_of_kind(kind))
        tabs.setDrawBase(False)
        tabs.setExpanding(False)
        tabs.setElideMode(Qt.TextElideMode.ElideNone)
        tabs.setUsesScrollButtons(True)
        tabs.setAccessibleName(self.tr("Kind of attention"))
        tabs.currentChanged.connect(self._on_kind)
        return tabs

    def _build_more_button(self) -> QToolButton:
        button = QToolButton()
        button.setText(self.tr("More"))
        button.setToolTip(self.tr("Other translations, tokens, colours, copy and export"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        icons.dress(button, "chevron-down")
        button.setMenu(self.more)
        return button


class _Texts(QStringListModel):
    """Texts, and tooltips that are made only when they are shown: a book has many sentences."""

    def __init__(self, names: Sequence[str], tips: Sequence[str], parent: QObject) -> None:
        super().__init__(names, parent)
        self._tips = tips

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the text of a row, or its tooltip."""
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self._tips[index.row()])
        return super().data(index, role)


class _Chooser(QComboBox):
    """A combo box for long texts: a few letters wide, with elided items."""

    def __init__(self, num_letters: int, name: str, tip: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tooltip(tip))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(num_letters)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        guard_wheel(self)

    def offer(self, names: Sequence[str], tips: Sequence[str]) -> None:
        """Replace the offered texts; the list is as wide as they are."""
        self.setModel(_Texts(names, tips, self))
        longest = sorted(names, key=len)[-_MEASURED:]
        width = max(map(self.fontMetrics().horizontalAdvance, longest), default=0)
        self.view().setMinimumWidth(width + _LIST_EDGES)

    def minimumSizeHint(self) -> QSize:
        """Return a narrow minimum: a few letters and the arrow."""
        letters = self.fontMetrics().averageCharWidth() * self.minimumContentsLength() // 2
        return QSize(_ARROW + letters, super().minimumSizeHint().height())

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


_ARROW = 44
"""The width of a chooser's edges and arrow in pixels."""


def _elided(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"
