"""The choice of languages and model, above the panes, and room for the window's buttons."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from desktop.views.panes.language_box import LanguageBox
from desktop.views.widgets.card import keys_of, tool_button
from desktop.wording.language_names import language_name
from desktop.wording.menu_text import menu_text
from desktop.wording.tooltips import tooltip

_DETECT = "detect"
"""The entry of the source list for the detected language."""


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One direction of a model as the bar shows it; languages are codes such as "de"."""

    name: str
    """The identifier of the model."""
    source: str
    target: str
    is_usable: bool = True
    tooltip: str = ""
    title: str = ""
    """The displayed text; empty: the name."""


class LanguageBar(QWidget):
    """Source language, swap, target language, model; then buttons.

    If they do not all fit, the last button stays, a menu that also has the others,
    and its `model_menu` replaces the model chooser.

    A direction exists if a model for it does. Choosing a source language without a model to
    the target language chooses the first target it has.

    Signals:
        direction_chosen: (source, target), by the user.
        detection_toggled: Whether the user wants the source language to be detected, instead of
            choosing one.
        model_chosen: The name of a model of this direction, by the user.
        swap_requested: Swap languages and texts.
        add_requested: Show the languages that can be added.
    """

    direction_chosen = Signal(str, str)
    detection_toggled = Signal(bool)
    model_chosen = Signal(str)
    swap_requested = Signal()
    add_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ModelRow, ...] = ()
        self._source = ""
        self._is_detecting = False
        self._detected = ""
        self._recent: tuple[str, ...] = ()
        self.source_box = LanguageBox(self.tr("Source language"))
        self.swap_button = tool_button("swap", self.tr("Swap languages"), "")
        self.target_box = LanguageBox(self.tr("Target language"))
        self.model_box = _combo(self.tr("Model"))
        self.model_box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.model_menu = QMenu(self.tr("Model"), self)
        self._buttons: list[QToolButton] = []
        self._lay_out()
        self.source_box.language_chosen.connect(self._on_source_chosen)
        self.target_box.language_chosen.connect(self._on_target_chosen)
        for box in (self.source_box, self.target_box):
            box.add_requested.connect(self.add_requested)
        self.model_box.activated.connect(self._on_model_chosen)
        self.model_menu.aboutToShow.connect(self._fill_model_menu)
        self.swap_button.clicked.connect(self._on_swap_clicked)
        self.show_swap(is_enabled=False, reason=self.tr("No model is installed yet."))

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._side = QHBoxLayout()
        self._side.setSpacing(2)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)
        self._row.addWidget(self.source_box)
        self._row.addWidget(self.swap_button)
        self._row.addWidget(self.target_box)
        self._row.addSpacing(10)
        self._row.addWidget(self.model_box)
        self._row.addStretch(1)
        self._row.addLayout(self._side)

    # --- what the application asks ---

    def show_models(self, rows: Sequence[ModelRow]) -> None:
        """Offer these models and their directions, keeping the choice if it still exists."""
        source, target, model = self.source(), self.target(), self.model()
        self._rows = tuple(rows)
        self._offer_sources(source)
        self._offer_targets(target)
        self._offer_models(model)
        self._fit()

    def show_direction(self, source: str, target: str, model: str) -> None:
        """Show the current choice."""
        self._offer_sources(source)
        self._offer_targets(target)
        self._offer_models(model)
        self._fit()

    def show_recent(self, languages: Sequence[str]) -> None:
        """Put the languages that were used last at the beginning of long lists."""
        self._recent = tuple(languages)
        self._offer_sources(self._source)
        self._offer_targets(self.target())

    def show_detection(self, is_detecting: bool, language: str) -> None:
        """Show whether the source language is detected, and which one was, if any."""
        self._is_detecting, self._detected = is_detecting, language
        self._offer_sources(self._source)
        self._fit()

    def show_swap(self, is_enabled: bool, reason: str) -> None:
        """Allow swapping, or say why it cannot be."""
        self.swap_button.setEnabled(is_enabled)
        tip = self.tr("Swap languages ({keys})").format(keys=keys_of("Ctrl+R"))
        self.swap_button.setToolTip(tooltip(tip if is_enabled else reason))
        self.swap_button.setAccessibleDescription("" if is_enabled else reason)

    def add_button(self, action: QAction) -> QToolButton:
        """Put an action of the window at the right end, with its tooltip and icon."""
        button = tool_button("menu", action.text(), action.toolTip())
        button.setProperty("icon_name", None)  # the action has its own icon
        button.setDefaultAction(action)
        menu = action.menu()
        if menu is not None:
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._side.addWidget(button)
        self._buttons.append(button)
        action.changed.connect(self._fit)  # it may be hidden, or have a longer text
        self._fit()
        return button

    def source(self) -> str:
        """Return the code of the chosen source language; empty if there is none."""
        return self._source

    def target(self) -> str:
        """Return the code of the chosen target language; empty if there is none."""
        return self.target_box.key

    def model(self) -> str:
        """Return the name of the chosen model; empty if there is none."""
        return str(self.model_box.currentData() or "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide what does not fit."""
        super().resizeEvent(event)
        self._fit()

    # --- inside ---

    @Slot()
    def _fit(self) -> None:
        """Hide the buttons that the menu also has, then the model chooser."""
        self._show_all(buttons=True, model=True)
        if self._is_too_wide():
            self._show_all(buttons=False, model=True)
        if self._is_too_wide():
            self._show_all(buttons=False, model=False)
        self.model_menu.menuAction().setVisible(self.model_box.isHidden())

    def _show_all(self, *, buttons: bool, model: bool) -> None:
        self.model_box.setVisible(model)
        for button in self._buttons[:-1]:
            button.setVisible(buttons and button.defaultAction().isVisible())

    def _is_too_wide(self) -> bool:
        self._side.invalidate()
        self._row.invalidate()
        return self._row.sizeHint().width() > self.width()

    def _languages(self, codes: Iterable[str]) -> dict[str, str]:
        names = {code: language_name(code) for code in set(codes)}
        return dict(sorted(names.items(), key=lambda item: item[1].casefold()))

    def _offer_sources(self, wished: str) -> None:
        """List the source languages, after the entry that detects which one it is."""
        languages = self._languages(row.source for row in self._rows)
        self._source = wished if wished in languages else next(iter(languages), "")
        detect = self.tr("Detect language")
        if self._is_detecting and self._detected:
            detect = self.tr("Detected: {language}").format(language=language_name(self._detected))
        chosen = _DETECT if self._is_detecting else self._source
        first = {_DETECT: detect} if languages else {}
        self.source_box.show_languages(languages, self._recent, chosen, first)

    def _offer_targets(self, wished: str) -> None:
        source = self.source()
        targets = self._languages(row.target for row in self._rows if row.source == source)
        self.target_box.show_languages(targets, self._recent, wished)

    def _offer_models(self, wished: str) -> None:
        direction = (self.source(), self.target())
        rows: dict[str, ModelRow] = {}
        for row in self._rows:  # of several with one name, the first usable one
            is_better = row.name not in rows or not rows[row.name].is_usable
            if (row.source, row.target) == direction and is_better:
                rows[row.name] = row
        _fill(self.model_box, {row.name: row.title or row.name for row in rows.values()}, wished)
        items = self.model_box.model()
        assert isinstance(items, QStandardItemModel)
        for index, row in enumerate(rows.values()):
            self.model_box.setItemData(index, tooltip(row.tooltip), Qt.ItemDataRole.ToolTipRole)
            items.item(index).setEnabled(row.is_usable)
        self._tell_model_tip()

    @Slot()
    def _fill_model_menu(self) -> None:
        self.model_menu.clear()
        group = QActionGroup(self.model_menu)
        items = self.model_box.model()
        assert isinstance(items, QStandardItemModel)
        for index in range(self.model_box.count()):
            action = group.addAction(menu_text(self.model_box.itemText(index)))
            action.setCheckable(True)
            action.setChecked(index == self.model_box.currentIndex())
            action.setEnabled(items.item(index).isEnabled())
            action.setData(index)
        group.triggered.connect(lambda action: self._choose_model(action.data()))
        self.model_menu.addActions(group.actions())

    def _choose_model(self, index: int) -> None:
        self.model_box.setCurrentIndex(index)
        self._on_model_chosen(index)

    def _tell_model_tip(self) -> None:
        self.model_box.setToolTip(
            self.model_box.currentData(Qt.ItemDataRole.ToolTipRole)
            or self.tr("Model used for translating")
        )

    @Slot()
    def _on_source_chosen(self) -> None:
        chosen = self.source_box.key
        if (chosen == _DETECT) != self._is_detecting:
            self._is_detecting = chosen == _DETECT
            self.detection_toggled.emit(self._is_detecting)
        if chosen == _DETECT:
            return
        self._source = chosen
        self._offer_targets(self.target())
        self._on_target_chosen()

    @Slot()
    def _on_target_chosen(self) -> None:
        self._offer_models("")
        self.direction_chosen.emit(self.source(), self.target())

    @Slot(int)
    def _on_model_chosen(self, _index: int) -> None:
        self._tell_model_tip()
        self.model_chosen.emit(self.model())

    @Slot()
    def _on_swap_clicked(self) -> None:
        self.swap_requested.emit()


def _combo(name: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(tooltip(name))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    box.setMinimumContentsLength(8)
    return box


def _fill(box: QComboBox, items: dict[str, str], wished: str) -> None:
    box.clear()
    for key, text in items.items():
        box.addItem(text, key)
    _choose(box, wished)
    box.setEnabled(bool(items))


def _choose(box: QComboBox, key: str) -> None:
    index = box.findData(key)
    box.setCurrentIndex(index if index >= 0 else min(0, box.count() - 1))
