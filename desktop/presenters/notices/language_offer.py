"""Offer the direction that reads the text's language, or switch to it if set to."""

from PySide6.QtCore import QObject, Signal, Slot

from desktop.presenters.translation_presenter import OFFER, TranslationPresenter
from desktop.sessions.language_session import LanguageSession
from desktop.sessions.models.model_selection import ModelSelection
from desktop.wording.language_names import language_name
from desktop.wording.notice_text import describe_notice
from engine.models.registry import ModelEntry
from engine.text.language_detection import EXPLAINED
from engine.translation import Notice, NoticeKind


class LanguageOffer(QObject):
    """Shows the language of a text in the window, once per text; on the GUI thread.

    The text stays in place: another model translates it. What the user closed or undid
    is not repeated until the text is replaced.

    Signals:
        accepted: A notice's button was pressed and is gone: the text takes the focus.
        add_requested: The language of the text and the wished one: show the models to download.
    """

    accepted = Signal()
    add_requested = Signal(str, str)

    def __init__(
        self,
        presenter: TranslationPresenter,
        languages: LanguageSession,
        selection: ModelSelection,
    ) -> None:
        super().__init__(presenter)
        self._presenter = presenter
        self._languages = languages
        self._selection = selection
        self._is_automatic = False
        self._closed: str | None = None
        """The text whose notice the user closed."""
        languages.told.connect(self._on_told)
        presenter.action_requested.connect(self._on_action_requested)
        presenter.notice_closed.connect(self._on_notice_closed)

    @Slot(bool)
    def set_automatic(self, is_automatic: bool) -> None:
        """Switch to the language of the text without asking, or only offer it."""
        if is_automatic != self._is_automatic:
            self._is_automatic = is_automatic
            self._on_told(self._languages.language)

    # --- what is told ---

    @Slot(str)
    def _on_told(self, language: str) -> None:
        text = self._languages.text
        if not _is_same_text(self._closed, text):
            self._closed = None
        self._presenter.set_explained(EXPLAINED if language else frozenset())
        entry = self._reader_of(language) if language else None
        if entry is not None and self._is_automatic:
            self._presenter.clear_problem(OFFER)
            self._selection.choose_entry(entry)
        elif not language or self._closed is not None:
            self._presenter.clear_problem(OFFER)
        else:
            self._offer(language, entry)

    def _offer(self, language: str, entry: ModelEntry | None) -> None:
        source, target = self._selection.direction
        name = language_name(language)
        action = self.tr("Add languages…")
        if entry is None and language == target:
            text = describe_notice(Notice(NoticeKind.LANGUAGE, details=(language, source)))
        elif entry is None:
            text = self.tr("This looks like {language}, which no installed model translates from.")
        elif entry == self._selection.reverse:
            text = self.tr("This looks like {language}. Swap languages?")
            action = self.tr("Swap")
        else:
            text = self.tr("This looks like {language}. Translate from {language}?")
            action = self.tr("Switch")
        self._presenter.show_program_notice(
            OFFER,
            "warning" if entry is None else "info",
            text.format(language=name),
            action,
        )

    def _reader_of(self, language: str) -> ModelEntry | None:
        """Return a model that reads the text, preferring the reverse one."""
        reverse = self._selection.reverse
        _, target = self._selection.direction
        if reverse is not None and language == target:
            return reverse
        return self._selection.nearest(language, target)

    # --- what the user does ---

    @Slot(str)
    def _on_action_requested(self, key: str) -> None:
        if key != OFFER:
            return
        language = self._languages.language
        entry = self._reader_of(language)
        if entry is None:
            source, target = self._selection.direction
            self.add_requested.emit(language, source if language == target else target)
        else:
            self._selection.choose_entry(entry)
            self.accepted.emit()

    @Slot(str)
    def _on_notice_closed(self, key: str) -> None:
        if key == OFFER:
            self._closed = self._languages.text


def _is_same_text(earlier: str | None, text: str) -> bool:
    """Return whether a text is the earlier one with text added or removed at its end."""
    if earlier is None or not text.strip():
        return False
    return text.startswith(earlier) or earlier.startswith(text)
