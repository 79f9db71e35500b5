"""The bar below the translation: what to do with it at the left, what made it at the right."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QLocale, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QWidget

from desktop.views import icons
from desktop.views.panes.choice_button import Choice, ChoiceButton
from desktop.views.panes.edit_tools import EditTools
from desktop.views.panes.legend import Legend
from desktop.views.shortcuts import keys_of
from desktop.views.widgets.card import tool_button
from desktop.views.widgets.elided_label import ElidedLabel

COPIED_MS = 1200
"""How long the copy button says that it has copied."""


class TranslationBar(QWidget):
    """Buttons, the state of the translation, the legend of its marks and the model.

    What does not fit is left out, and is in the window's menu.

    Signals:
        copy_requested: Copy the translation.
        undo_requested: Undo the last chosen word or sentence.
        glossary_requested: Open the glossary.
        listen_requested: Read the translation aloud, or stop.
        confidence_toggled: Whether to mark doubtful words.
    """

    copy_requested = Signal()
    undo_requested = Signal()
    glossary_requested = Signal()
    listen_requested = Signal()
    confidence_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_legend_wanted = True
        self._has_legend_room = True
        self._copied = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._copied.timeout.connect(self._forget_copied)
        self._build_buttons()
        self._build_state()
        self.address_button = ChoiceButton(self.tr("Form of address"))
        self.model_button = ChoiceButton(self.tr("Model"))
        self._lay_out()

    def _build_buttons(self) -> None:
        self.copy_button = tool_button("copy", "", "")
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self.copy_button.setEnabled(False)
        self._forget_copied()
        self.undo_button = tool_button(
            "undo",
            self.tr("Undo the chosen word"),
            self.tr("Undo the chosen word ({keys})").format(keys=keys_of("undo_choice")),
        )
        self.undo_button.clicked.connect(self.undo_requested)
        self.undo_button.hide()
        self.edit_tools = EditTools(self)
        self.edit_tools.resized.connect(self.fit)
        self.listen_button = tool_button(
            "listen",
            self.tr("Read the translation aloud"),
            self.tr("Read the translation aloud, or stop ({keys})").format(
                keys=keys_of("read_aloud")
            ),
        )
        self.listen_button.clicked.connect(self.listen_requested)
        self.glossary_button = tool_button(
            "book",
            self.tr("Glossary"),
            self.tr("Glossary ({keys})").format(keys=keys_of("glossary")),
        )
        self.glossary_button.clicked.connect(self.glossary_requested)

    def _build_state(self) -> None:
        self.state_label = ElidedLabel()
        self.state_label.elide_mode = Qt.TextElideMode.ElideRight
        self.state_label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.state_label.setAccessibleName(self.tr("Translation status"))
        self._state_when_busy = self.tr("translating…")
        self._state_when_stale = self.tr("out of date")
        length_of = self.state_label.fontMetrics().horizontalAdvance
        self._state_width = max(map(length_of, (self._state_when_busy, self._state_when_stale)))
        self.legend = Legend()
        self._confidence_title = self.tr("Uncertainty")
        self.confidence_box = QCheckBox(self._confidence_title)
        self.confidence_box.setAccessibleName(self.tr("Mark words the model is unsure of"))
        self.confidence_box.setToolTip(self.legend.toolTip())
        self.confidence_box.setChecked(True)
        self.confidence_box.clicked.connect(self.confidence_toggled)

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2)
        left: tuple[QWidget, ...] = (
            self.copy_button,
            self.undo_button,
            self.edit_tools.edit_button,
            self.edit_tools.edited_button,
            self.listen_button,
            self.glossary_button,
            self.address_button,
        )
        for widget in left:
            self._row.addWidget(widget)
        self._row.addWidget(self.state_label, 1)
        for widget in (self.legend, self.confidence_box, self.model_button):
            self._row.addWidget(widget)

    # --- what the application asks ---

    def show_models(self, models: Sequence[Choice], name: str) -> None:
        """Offer the models of the direction, and show which one is chosen."""
        self.model_button.show_choices(models, name)
        self.fit()

    def show_speed(self, device: str, seconds: float = 0, words: int = 0) -> None:
        """Say in the model's tooltip where it runs, and how long the last translation took."""
        locale = QLocale()
        facts = [self.tr("Runs on: {device}").format(device=device)]
        if words:
            took = locale.toString(seconds, "f", 2)
            rate = locale.toString(round(words / max(seconds, 0.001)))
            facts.append(self.tr("Last translation: {seconds} s").format(seconds=took))
            facts.append(self.tr("{rate} words per second").format(rate=rate))
        self.model_button.show_facts("\n".join(facts))

    def show_address(self, form: str, *, is_offered: bool) -> None:
        """Show the chosen form of address, if the model has that choice."""
        forms = (
            Choice("auto", "Sie/du", self.tr("automatic")),
            Choice("informal", "du", self.tr("informal")),
            Choice("formal", "Sie", self.tr("formal")),
        )
        self.address_button.show_choices(forms if is_offered else (), form)
        self.address_button.set_short(True)
        self.fit()

    def show_state(self, *, is_stale: bool, is_busy: bool) -> None:
        """Say in words what dimming shows, in place of the legend: a stale text has no marks."""
        state = self._state_when_busy if is_busy else self._state_when_stale
        self.state_label.show_text(state if is_stale else "")
        self._show_legend()

    def show_confidence(self, is_shown: bool) -> None:
        """Show whether doubtful words are marked."""
        self.confidence_box.setChecked(is_shown)
        self._is_legend_wanted = is_shown
        self.fit()

    def show_slight_doubt(self, is_shown: bool) -> None:
        """Explain the mark of slight doubt, too."""
        self.legend.show_slight_doubt(is_shown)
        self._explain()

    def show_calibrated(self, is_calibrated: bool) -> None:
        """Say whether the probabilities of words are calibrated."""
        self.legend.show_calibrated(is_calibrated)
        self._explain()

    def show_can_undo(self, can_undo: bool) -> None:
        """Show or hide the button that undoes a choice."""
        self.undo_button.setVisible(can_undo)
        self.fit()

    def show_copied(self) -> None:
        """Show for a moment that the translation was copied."""
        icons.dress(self.copy_button, "check")
        self.copy_button.setText(self.tr("Copied"))
        self.copy_button.setAccessibleName(self.tr("Copied"))
        self._copied.start()

    @Slot()
    def fit(self) -> None:
        """Leave out one thing after the other until the rest fits."""
        self._has_legend_room = True
        self.copy_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._show_names(True)
        self._show_openers(True)
        self.model_button.set_short(False)
        self.model_button.set_folded(False)
        self.address_button.set_folded(False)
        icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
        steps: tuple[Callable[[], None], ...] = (
            partial(self.model_button.set_short, True),
            partial(self.copy_button.setToolButtonStyle, icon_only),
            self._leave_out_legend,
            partial(self._show_names, False),
            partial(self.model_button.set_folded, True),
            partial(self._show_openers, False),
            partial(self.address_button.set_folded, True),
        )
        for leave_out in steps:
            if self._needed_width() <= self.width():
                break
            leave_out()
        self._show_legend()

    # --- inside ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what does not fit."""
        super().resizeEvent(event)
        self.fit()

    def _needed_width(self) -> int:
        """Return the width with the legend, or where there is none, with the state."""
        has_legend = self._is_legend_wanted and self._has_legend_room
        self.legend.setVisible(has_legend)
        self.state_label.setMinimumWidth(0 if has_legend else self._state_width)
        self._row.invalidate()
        return self._row.minimumSize().width()

    def _leave_out_legend(self) -> None:
        self._has_legend_room = False

    def _show_legend(self) -> None:
        is_wanted = self._is_legend_wanted and self._has_legend_room
        self.legend.setVisible(is_wanted and not self.state_label.text())

    def _show_names(self, is_shown: bool) -> None:
        self.confidence_box.setText(self._confidence_title if is_shown else "")
        self.edit_tools.set_short(not is_shown)

    def _show_openers(self, is_shown: bool) -> None:
        self.glossary_button.setVisible(is_shown)
        self.listen_button.setVisible(is_shown)

    def _explain(self) -> None:
        self.confidence_box.setToolTip(self.legend.toolTip())
        self.fit()

    @Slot()
    def _on_copy_clicked(self) -> None:
        self.copy_requested.emit()
        self.show_copied()

    @Slot()
    def _forget_copied(self) -> None:
        icons.dress(self.copy_button, "copy")
        self.copy_button.setText(self.tr("Copy"))
        self.copy_button.setAccessibleName(self.tr("Copy translation"))
        self.copy_button.setToolTip(
            self.tr("Copy translation ({keys})").format(keys=keys_of("copy"))
        )
