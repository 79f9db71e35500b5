"""Quick translations: text selected or copied in any program, translated beside the pointer."""

import re

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QCursor, QGuiApplication

from desktop.platform.other_programs import newly_copied_text, selected_or_copied_text
from desktop.platform.shortcut.global_shortcut import GlobalShortcut
from desktop.sessions.glossary_session import GlossarySession
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.quick_session import QuickSession
from desktop.storage.settings import Preferences, Settings
from desktop.values.requests import LoadRequest, QuickRequest, QuickTranslation
from desktop.views.windows.quick_popup import QuickPopup
from desktop.wording.error_text import describe
from desktop.wording.language_names import language_name
from engine.languages.lookup import is_right_to_left

LONGEST = 5_000
"""The most characters to translate in the popup; longer texts need the window."""

_ADDRESS = re.compile(r"\s*\w+://\S*\s*")


class QuickPresenter(QObject):
    """Connects the shortcut, the clipboard, the engine and the popup; on the GUI thread.

    Signals:
        open_requested: The text to open in the main window.
        status_changed: The ShortcutStatus.
    """

    open_requested = Signal(str)
    status_changed = Signal(object)

    def __init__(
        self,
        session: QuickSession,
        selection: ModelSelection,
        settings: Settings,
        glossary: GlossarySession,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._selection = selection
        self._settings = settings
        self._glossary = glossary
        self._text = ""
        self._watches = False
        self._has_begun = False
        self.popup = QuickPopup()
        self.destroyed.connect(self.popup.deleteLater)
        self.shortcut = GlobalShortcut(self)
        self.shortcut.pressed.connect(self.translate_selection)
        self.popup.copy_requested.connect(self._copy)
        self.popup.open_requested.connect(self._open)
        self.popup.closed.connect(session.cancel)
        session.translated.connect(self._show)
        session.failed.connect(self._show_failure)
        QGuiApplication.clipboard().dataChanged.connect(self._on_copied)

    @Slot()
    def begin(self) -> None:
        """Start listening, now that the program can translate."""
        self._has_begun = True
        self.apply(self._settings.preferences)

    @Slot(object)
    def apply(self, preferences: Preferences) -> None:
        """Listen for the shortcut and watch the clipboard, or do not."""
        if not self._has_begun:
            return
        if preferences.quick_translation:
            self.shortcut.listen(preferences.quick_keys)
        else:
            self.shortcut.stop()
        self._watches = preferences.watch_clipboard
        self.status_changed.emit(self.shortcut.status)

    @Slot()
    def translate_selection(self) -> None:
        """Translate the text selected or copied in the current program."""
        self._translate(selected_or_copied_text(), takes_keyboard=True)

    def close(self) -> None:
        """Release the shortcut at the end of the program."""
        self.shortcut.stop()
        self.popup.close()

    # --- inside ---

    def _translate(self, text: str, *, takes_keyboard: bool) -> None:
        self._text = text.strip()
        self.popup.show_busy(self._text, QCursor.pos(), takes_keyboard=takes_keyboard)
        entry = self._selection.entry
        if not self._text:
            self.popup.show_message(
                self.tr("Nothing to translate"),
                self.tr("Select or copy some text in any program, then press the shortcut again."),
            )
        elif len(self._text) > LONGEST:
            self.popup.show_message(
                self.tr("This text is long"),
                self.tr("Open it in Translucent to translate it."),
            )
        elif entry is None:
            self.popup.show_message(
                self.tr("No model to translate with"),
                self.tr("Open Translucent, and import or train a model."),
            )
        else:
            preferences = self._settings.preferences
            hardware = preferences.device, preferences.threads
            reverse = self._selection.reverse
            source, target = self._selection.direction
            self._session.translate(
                QuickRequest(
                    self._text,
                    LoadRequest.of(entry, *hardware),
                    (source, target),
                    LoadRequest.of(reverse, *hardware) if reverse is not None else None,
                    preferences.search_options(self._glossary.followed(source, target)),
                    preferences.search_options(self._glossary.followed(target, source)),
                )
            )

    @Slot(object)
    def _show(self, answer: QuickTranslation) -> None:
        source, target = map(language_name, answer.direction)
        self.popup.show_translation(
            f"{source} → {target}",
            answer.translation.target,
            is_right_to_left=is_right_to_left(answer.direction[1]),
        )

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        described = describe(error)
        self.popup.show_message(described.title, described.sentence)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.popup.translation())
        self.popup.close()

    @Slot()
    def _open(self) -> None:
        self.popup.close()
        self.open_requested.emit(self._text)

    @Slot()
    def _on_copied(self) -> None:
        if not self._watches or QGuiApplication.applicationState() == _ACTIVE:
            return
        text = newly_copied_text()
        is_text = any(map(str.isalpha, text)) and not _ADDRESS.fullmatch(text)
        if is_text and len(text) <= LONGEST:
            self._translate(text, takes_keyboard=False)


_ACTIVE = Qt.ApplicationState.ApplicationActive
