"""The settings: each explained in one sentence and applied at once."""

from collections.abc import Iterable
from dataclasses import asdict

from PySide6.QtCore import QLocale, QSignalBlocker, QThread, Signal, Slot
from PySide6.QtGui import QFontDatabase, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.platform.shortcut.shortcut_status import ShortcutStatus
from desktop.storage.settings import Preferences
from desktop.values.interface_state import InterfaceState
from desktop.views.shortcuts import keys_of
from desktop.views.widgets.confirm_strip import ConfirmStrip
from desktop.views.widgets.window_size import open_as_large
from desktop.views.windows.programs_page import ProgramsPage
from desktop.views.windows.settings_page import MARGIN, SettingsPage, faint
from engine.edition import has_torch

PROGRAMS = 3
"""The number of the page about other programs."""

Value = str | int | float | None

_BEAM_SIZES = range(1, 11)
_LENGTH_PENALTIES = tuple(tenths / 10 for tenths in range(21))
_FONT_SIZES = (8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24, 28, 32, 40, 48)


class SettingsDialog(QDialog):
    """All preferences, changed one at a time.

    Signals:
        changed: A dict of changed fields of Preferences with their new values.
        erase_requested: Delete the history; the user has confirmed it.
        new_key_requested: The user wants another key for other programs.
    """

    changed = Signal(object)
    erase_requested = Signal()
    new_key_requested = Signal()

    def __init__(self, quick_command: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self._switches: dict[str, QCheckBox] = {}
        self._choices: dict[str, QComboBox] = {}
        self._erase = QPushButton(self.tr("Cl&ear history…"))
        self._confirm = ConfirmStrip(self.tr("Clear"), self.tr("Cancel"))
        programs = self._programs = ProgramsPage(quick_command)
        self._switches["quick_translation"] = programs.quick
        self._switches["watch_clipboard"] = programs.watch
        self._switches["tray_icon"] = programs.tray
        self._switches["start_hidden"] = programs.hidden
        self._switches["serve_programs"] = programs.serve
        self._numbers = {"serve_port": self._programs.card.port}
        self._tabs = QTabWidget()
        for page, title in (
            (self._translation_page(), self.tr("&Translation")),
            (self._appearance_page(), self.tr("&Appearance")),
            (self._privacy_page(), self.tr("&Privacy")),
            (self._programs, self.tr("Other pro&grams")),
        ):
            self._tabs.addTab(page.in_scroll_area(), title)
        self._lay_out()
        self._connect()
        self.show_preferences(Preferences())
        open_as_large(self, 610, 600)

    # --- what the application shows ---

    def show_preferences(self, preferences: Preferences) -> None:
        """Show these values without emitting `changed`."""
        values = asdict(preferences)
        for field, switch in self._switches.items():
            with QSignalBlocker(switch):
                switch.setChecked(values[field])
        for field, choice in self._choices.items():
            with QSignalBlocker(choice):
                _select(choice, values[field])
        for field, number in self._numbers.items():
            with QSignalBlocker(number):
                number.setValue(values[field])
        self._programs.hidden.setEnabled(preferences.tray_icon)
        self._switches["show_slight_doubt"].setEnabled(preferences.show_confidence)
        keys = self._programs.keys
        with QSignalBlocker(keys):
            keys.setKeySequence(QKeySequence(preferences.quick_keys))

    def show_interface(self, state: InterfaceState, key: str) -> None:
        """Show the state of the interface for other programs, and its key."""
        self._programs.card.show_state(state)
        self._programs.card.show_key(key)

    def show_shortcut(self, status: ShortcutStatus) -> None:
        """Show whether the shortcut for all programs works."""
        self._programs.show_shortcut(status)

    def page(self) -> int:
        """Return the number of the current page."""
        return self._tabs.currentIndex()

    def show_page(self, page: int) -> None:
        """Show a page."""
        self._tabs.setCurrentIndex(page)

    # --- building ---

    def _translation_page(self) -> SettingsPage:
        page = SettingsPage()
        self._add_switch(
            page,
            "translate_while_typing",
            self.tr("Translate &while typing"),
            self.tr("Translates as you type. Otherwise, press {keys}.").format(
                keys=keys_of("translate")
            ),
        )
        self._add_switch(
            page,
            "with_phrases",
            self.tr("Look up &set phrases"),
            self.tr("Greetings and formulas of letters are taken from the dictionary."),
        )
        as_model = (self.tr("Model default"), None)
        self._add_choice(
            page,
            "beam_size",
            self.tr("&Beam size"),
            self.tr(
                "How many candidate translations to compare. More is slower and often "
                "slightly better."
            ),
            (as_model, *((_number(size), size) for size in _BEAM_SIZES)),
        )
        self._add_choice(
            page,
            "length_penalty",
            self.tr("&Length penalty"),
            self.tr("Higher values favour longer translations."),
            (as_model, *((_number(penalty), penalty) for penalty in _LENGTH_PENALTIES)),
        )
        self._add_choice(
            page,
            "device",
            self.tr("&Device"),
            self.tr(
                "Where models run. The processor is often faster for short texts. Changing "
                "this reloads the model."
            ),
            (
                (self.tr("Automatic"), "auto"),
                (self.tr("Processor (CPU)"), "cpu"),
                *([(self.tr("Graphics card (CUDA)"), "cuda")] if has_torch() else []),
            ),
        )
        cores = range(1, max(QThread.idealThreadCount(), 1) + 1)
        self._add_choice(
            page,
            "threads",
            self.tr("Processor &cores"),
            self.tr("How many cores to use. Fewer leave more for other programs."),
            ((self.tr("Automatic"), None), *((_number(count), count) for count in cores)),
        )
        return page

    def _appearance_page(self) -> SettingsPage:
        page = SettingsPage()
        self._add_choice(
            page,
            "theme",
            self.tr("T&heme"),
            self.tr("Light, dark, or the same as your system."),
            (
                (self.tr("System default"), "system"),
                (self.tr("Light"), "light"),
                (self.tr("Dark"), "dark"),
            ),
        )
        self._add_choice(
            page,
            "language",
            self.tr("Interface &language"),
            self.tr("The language of menus and messages."),
            ((self.tr("System default"), "system"), ("English", "en"), ("Deutsch", "de")),
        )
        families = _families_for_people()
        self._add_choice(
            page,
            "font_family",
            self.tr("&Font"),
            self.tr("The font of your text and its translation."),
            ((self.tr("Program default"), ""), *((name, name) for name in families)),
        )
        self._add_choice(
            page,
            "font_size",
            self.tr("Text si&ze"),
            self.tr("In points. {larger} and {smaller} change it temporarily.").format(
                larger=keys_of("zoom_in"), smaller=keys_of("zoom_out")
            ),
            ((self.tr("Program default"), 0), *((_number(size), size) for size in _FONT_SIZES)),
        )
        self._add_switch(
            page,
            "show_confidence",
            self.tr("&Show uncertainty"),
            self.tr(
                "Underlines words the model is very unsure of, and words that one of the texts "
                "may lack. Help ({keys}) explains the marks."
            ).format(keys=keys_of("help")),
        )
        self._add_switch(
            page,
            "show_slight_doubt",
            self.tr("Also show slight &uncertainty"),
            self.tr("Also marks words the model was somewhat unsure of, with a dotted line."),
        )
        self._add_switch(
            page,
            "scroll_together",
            self.tr("S&croll texts together"),
            self.tr("Keeps the same sentence at the top of both texts."),
        )
        return page

    def _privacy_page(self) -> SettingsPage:
        page = SettingsPage()
        self._add_switch(
            page,
            "keep_history",
            self.tr("Sa&ve history"),
            self.tr("Keeps past translations so you can find them. When off, nothing is saved."),
        )
        self._erase.setAutoDefault(False)
        page.add_button(
            self._erase, self.tr("Deletes all past translations, including favourites.")
        )
        page.add(self._confirm)
        page.add(faint(self.tr("Everything you type stays on this computer.")))
        return page

    def _add_switch(self, page: SettingsPage, field: str, title: str, does: str) -> None:
        self._switches[field] = QCheckBox(title)
        page.add_switch(self._switches[field], does)

    def _add_choice(
        self,
        page: SettingsPage,
        field: str,
        title: str,
        does: str,
        items: Iterable[tuple[str, Value]],
    ) -> None:
        self._choices[field] = QComboBox()
        for text, value in items:
            self._choices[field].addItem(text, value)
        page.add_choice(self._choices[field], title, does)

    def _lay_out(self) -> None:
        self._defaults = QPushButton(self.tr("&Restore defaults"))
        self._defaults.setToolTip(self.tr("Reset all settings"))
        self._defaults.setAutoDefault(False)
        self._done = QPushButton(self.tr("Cl&ose"))
        self._done.setDefault(True)
        foot = QHBoxLayout()
        foot.setContentsMargins(MARGIN, 12, MARGIN, 16)
        foot.addWidget(self._defaults)
        foot.addStretch(1)
        foot.addWidget(self._done)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs, 1)
        column.addLayout(foot)

    def _connect(self) -> None:
        for field, switch in self._switches.items():
            switch.toggled.connect(lambda is_on, field=field: self.changed.emit({field: is_on}))
        for field, choice in self._choices.items():
            choice.currentIndexChanged.connect(
                lambda index, field=field: self._on_chosen(field, index)
            )
        for field, number in self._numbers.items():
            number.valueChanged.connect(
                lambda value, field=field: self.changed.emit({field: value})
            )
        self._programs.keys.editingFinished.connect(self._on_keys_chosen)
        self._programs.card.new_key_requested.connect(self.new_key_requested)
        self._erase.clicked.connect(self._on_erase_clicked)
        self._confirm.confirmed.connect(self.erase_requested)
        self._confirm.answered.connect(self._erase.setFocus)
        self._defaults.clicked.connect(self._on_defaults_clicked)
        self._done.clicked.connect(self.accept)

    # --- user actions ---

    def _on_chosen(self, field: str, index: int) -> None:
        self.changed.emit({field: self._choices[field].itemData(index)})

    @Slot()
    def _on_keys_chosen(self) -> None:
        self.changed.emit({"quick_keys": self._programs.chosen_keys()})

    @Slot()
    def _on_erase_clicked(self) -> None:
        self._confirm.ask(self.tr("Clear the whole history, including favourites?"))

    @Slot()
    def _on_defaults_clicked(self) -> None:
        self.show_preferences(Preferences())
        self.changed.emit(asdict(Preferences()))


def _number(value: float) -> str:
    if isinstance(value, int):
        return QLocale().toString(value)
    return QLocale().toString(value, "f", 1)


def _select(choice: QComboBox, value: Value) -> None:
    """Choose a value, even one that only a settings file can have."""
    values = [choice.itemData(row) for row in range(choice.count())]
    if value not in values:
        values.append(value)
        choice.addItem(str(value), value)
    choice.setCurrentIndex(values.index(value))


def _families_for_people() -> list[str]:
    """Return the fonts one can read, each once: Qt lists "C059 [urw]" for every foundry."""
    names = {
        family.partition(" [")[0]: None
        for family in QFontDatabase.families()
        if not QFontDatabase.isPrivateFamily(family)
        and QFontDatabase.isSmoothlyScalable(family)
        and QFontDatabase.writingSystems(family) != [QFontDatabase.WritingSystem.Symbol]
    }
    return list(names)
