"""The choice of languages, each above its own text, and room for the window's buttons."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from desktop.views.panes.language_box import LanguageBox
from desktop.views.widgets.card import keys_of, tool_button
from desktop.wording.language_names import language_name
from desktop.wording.tooltips import tooltip

_DETECT = "detect"
"""The entry of the source list for the detected language."""
_GAP = 6


class LanguageBar(QWidget):
    """Source language, swap, target language; then buttons.

    If they do not all fit, names leave the buttons; then only the last one stays, a menu that also
    has the others.

    A direction exists if a model for it does. Choosing a source language without a model to
    the target language chooses the first target it has.

    Signals:
        direction_chosen: (source, target), by the user.
        detection_toggled: Whether the user wants the source language to be detected, instead of
            choosing one.
        swap_requested: Swap languages and texts.
        add_requested: Show the languages that can be added.
    """

    direction_chosen = Signal(str, str)
    detection_toggled = Signal(bool)
    swap_requested = Signal()
    add_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._directions: frozenset[tuple[str, str]] = frozenset()
        self._source = ""
        self._is_detecting = False
        self._detected = ""
        self._recent: tuple[str, ...] = ()
        self.source_box = LanguageBox(self.tr("Source language"))
        self.swap_button = tool_button("swap", self.tr("Swap languages"), "")
        self.target_box = LanguageBox(self.tr("Target language"))
        self._buttons: list[QToolButton] = []
        self._named: list[QToolButton] = []
        self._lay_out()
        self.source_box.language_chosen.connect(self._on_source_chosen)
        self.target_box.language_chosen.connect(self._on_target_chosen)
        for box in (self.source_box, self.target_box):
            box.add_requested.connect(self.add_requested)
        self.swap_button.clicked.connect(self._on_swap_clicked)
        self.show_swap(is_enabled=False, reason=self.tr("No model is installed yet."))

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._side = QHBoxLayout()
        self._side.setSpacing(2)
        self._source_side = QWidget()
        source = QHBoxLayout(self._source_side)
        source.setContentsMargins(0, 0, 0, 0)
        source.setSpacing(_GAP)
        source.addWidget(self.source_box)
        source.addStretch(1)
        source.addWidget(self.swap_button)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(_GAP)
        self._row.addWidget(self._source_side)
        self._row.addWidget(self.target_box)
        self._row.addStretch(1)
        self._row.addLayout(self._side)

    # --- what the application asks ---

    def align(self, source_width: int, target_left: int) -> None:
        """Put each language above its text, if the texts are side by side.

        Args:
            source_width: The width of the source text; 0 if the texts are stacked: then both
                languages are together at the left.
            target_left: Where the translation begins.
        """
        self._source_side.setMinimumWidth(max(0, target_left - _GAP))
        margin = max(0, target_left - _GAP - source_width)
        self._source_side.setContentsMargins(0, 0, margin, 0)
        self._fit()

    def show_directions(self, directions: Iterable[tuple[str, str]]) -> None:
        """Offer these directions, keeping the choice if it still exists."""
        self._directions = frozenset(directions)
        self.show_direction(self.source(), self.target())

    def show_direction(self, source: str, target: str) -> None:
        """Show the current choice."""
        self._offer_sources(source)
        self._offer_targets(target)
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

    def add_button(self, action: QAction, *, is_named: bool = False) -> QToolButton:
        """Put an action of the window at the right end, with its tooltip and icon.

        Args:
            action: The action.
            is_named: Whether its name stands beside the icon, if there is room.
        """
        button = tool_button("menu", action.text(), action.toolTip())
        button.setProperty("icon_name", None)  # the action has its own icon
        button.setDefaultAction(action)
        menu = action.menu()
        if menu is not None:
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._side.addWidget(button)
        self._buttons.append(button)
        self._named += [button] if is_named else []
        action.changed.connect(self._fit)  # it may be hidden, or have a longer text
        self._fit()
        return button

    def source(self) -> str:
        """Return the code of the chosen source language; empty if there is none."""
        return self._source

    def target(self) -> str:
        """Return the code of the chosen target language; empty if there is none."""
        return self.target_box.key

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide what does not fit."""
        super().resizeEvent(event)
        self._fit()

    # --- inside ---

    @Slot()
    def _fit(self) -> None:
        """Leave out names, then the buttons that the menu also has."""
        styles = Qt.ToolButtonStyle
        self._show_buttons(True, styles.ToolButtonTextBesideIcon)
        if self._is_too_wide():
            self._show_buttons(True, styles.ToolButtonIconOnly)
        if self._is_too_wide():
            self._show_buttons(False, styles.ToolButtonIconOnly)

    def _show_buttons(self, are_shown: bool, style: Qt.ToolButtonStyle) -> None:
        for button in self._named:
            button.setToolButtonStyle(style)
        for button in self._buttons[:-1]:
            button.setVisible(are_shown and button.defaultAction().isVisible())

    def _is_too_wide(self) -> bool:
        self._side.invalidate()
        self._row.invalidate()
        return self._row.sizeHint().width() > self.width()

    def _languages(self, codes: Iterable[str]) -> dict[str, str]:
        names = {code: language_name(code) for code in set(codes)}
        return dict(sorted(names.items(), key=lambda item: item[1].casefold()))

    def _offer_sources(self, wished: str) -> None:
        """List the source languages, after the entry that detects which one it is."""
        languages = self._languages(source for source, _ in self._directions)
        self._source = wished if wished in languages else next(iter(languages), "")
        detect = self.tr("Detect language")
        if self._is_detecting and self._detected:
            detect = self.tr("Detected: {language}").format(language=language_name(self._detected))
        chosen = _DETECT if self._is_detecting else self._source
        first = {_DETECT: detect} if languages else {}
        self.source_box.show_languages(languages, self._recent, chosen, first)

    def _offer_targets(self, wished: str) -> None:
        pairs = (pair for pair in self._directions if pair[0] == self.source())
        targets = self._languages(target for _, target in pairs)
        self.target_box.show_languages(targets, self._recent, wished)

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
        self.direction_chosen.emit(self.source(), self.target())

    @Slot()
    def _on_swap_clicked(self) -> None:
        self.swap_requested.emit()
