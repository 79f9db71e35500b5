"""Quick translations: text selected or copied in any program, translated beside the pointer."""

import re
from collections.abc import Iterable

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QCursor, QGuiApplication

from desktop.platform.other_programs import newly_copied_text, selected_or_copied_text
from desktop.platform.shortcut.global_shortcut import GlobalShortcut
from desktop.presenters.dialogs import Dialogs
from desktop.presenters.user_actions import UserActions
from desktop.sessions.glossary_session import GlossarySession
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.quick_session import QuickSession
from desktop.storage.settings import Preferences, Settings
from desktop.values.requests import Direction, LoadRequest, QuickRequest, QuickTranslation
from desktop.views.main_window import MainWindow
from desktop.views.windows.quick_popup import QuickPopup
from desktop.wording.error_text import describe
from desktop.wording.language_names import language_name
from engine.languages.lookup import is_right_to_left
from engine.models.registry import ModelEntry

LONGEST = 5_000
"""The most characters to translate in the popup; longer texts need the window."""

_ADDRESS = re.compile(r"\s*\w+://\S*\s*")


class QuickPresenter(QObject):
    """Connects the shortcut, the clipboard, the engine and the popup; on the GUI thread."""

    def __init__(
        self,
        session: QuickSession,
        models: ModelList,
        selection: ModelSelection,
        settings: Settings,
        glossary: GlossarySession,
        window: MainWindow,
        dialogs: Dialogs,
        actions: UserActions,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._dialogs = dialogs
        self._actions = actions
        self._session = session
        self._models = models
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
        self.popup.direction_chosen.connect(self._on_direction_chosen)
        self.popup.add_requested.connect(self._on_add_requested)
        self.popup.copy_requested.connect(self._copy)
        self.popup.open_requested.connect(self._open)
        self.popup.closed.connect(session.cancel)
        session.translated.connect(self._show)
        session.failed.connect(self._show_failure)
        settings.changed.connect(self.apply)
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
        self._dialogs.show_shortcut(self.shortcut.status)

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
        self._show_languages(self._selection.direction)
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
            self._request(entry, self._selection.reverse)

    def _request(self, entry: ModelEntry, reverse: ModelEntry | None) -> None:
        """Translate with a model, or with the reverse one a text in its language."""
        preferences = self._settings.preferences
        hardware = preferences.device, preferences.threads
        source, target = entry.direction
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

    @Slot(str, str)
    def _on_direction_chosen(self, source: str, target: str) -> None:
        """Translate this text in the direction that the user chose; the next is detected again."""
        entry = self._selection.reverse
        if entry is None or entry.direction != (source, target):
            entry = self._selection.nearest(source, target)
        if entry is None:
            return
        self._show_languages(entry.direction)
        if self._text and len(self._text) <= LONGEST:
            self.popup.show_waiting()
            self._request(entry, None)

    def _show_languages(self, direction: Direction) -> None:
        source, target = direction
        pairs = self._models.directions()
        self.popup.show_languages(
            _names(first for first, _second in pairs),
            _names(second for first, second in pairs if first == source),
            self._settings.recent_languages,
            direction,
            can_swap=(target, source) in pairs,
        )

    @Slot(object)
    def _show(self, answer: QuickTranslation) -> None:
        self._show_languages(answer.direction)
        self.popup.show_translation(
            answer.translation.target,
            is_right_to_left=is_right_to_left(answer.direction[1]),
        )

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        described = describe(error)
        self.popup.show_message(described.title, described.sentence)

    @Slot()
    def _on_add_requested(self) -> None:
        self.popup.close()
        self._dialogs.open_catalogue()

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.popup.translation())
        self.popup.close()

    @Slot()
    def _open(self) -> None:
        self.popup.close()
        self._window.come_to_front()
        self._actions.set_text(self._text)

    @Slot()
    def _on_copied(self) -> None:
        if not self._watches or QGuiApplication.applicationState() == _ACTIVE:
            return
        text = newly_copied_text()
        is_text = any(map(str.isalpha, text)) and not _ADDRESS.fullmatch(text)
        if is_text and len(text) <= LONGEST:
            self._translate(text, takes_keyboard=False)


def _names(codes: Iterable[str]) -> dict[str, str]:
    """Return the names of languages by their codes, in the order of a list."""
    names = {code: language_name(code) for code in set(codes)}
    return dict(sorted(names.items(), key=lambda item: item[1].casefold()))


_ACTIVE = Qt.ApplicationState.ApplicationActive
