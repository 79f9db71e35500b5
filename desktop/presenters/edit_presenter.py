"""Connect the edited translation with the session that keeps the edits."""

from PySide6.QtCore import QLocale, QObject, Slot

from desktop.presenters.translation_presenter import DROPPED, TranslationPresenter
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.translation.translation_session import TranslationSession
from desktop.storage.corrections import Corrections
from desktop.storage.paths import FolderNotWritableError
from desktop.values.edited_translation import dropped_edit, edited_pairs, edits_between
from desktop.views.main_window import MainWindow
from desktop.wording.language_names import language_name
from engine.translation import Translation

KEPT = "kept corrections"
"""The key of the notice that edited sentences were or were not saved as training text."""


class EditPresenter(QObject):
    """Handles edits of the translation; on the GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        session: TranslationSession,
        selection: ModelSelection,
        corrections: Corrections,
    ) -> None:
        super().__init__(window)
        pane = window.target_pane
        self._presenter = presenter
        self._session = session
        self._selection = selection
        self._corrections = corrections
        self._translation: Translation | None = None
        self._dropped: tuple[int, str] | None = None
        """A sentence that changed after its translation was edited, and that edit."""
        presenter.action_requested.connect(self._on_action_requested)
        presenter.notice_closed.connect(self._on_notice_closed)
        session.translated.connect(self._on_translated)
        pane.text_edited.connect(self._on_text_edited)
        pane.bar.edit_tools.revert_requested.connect(self._on_revert_requested)
        pane.bar.edit_tools.keep_requested.connect(self._on_keep_requested)

    @Slot(object)
    def _on_translated(self, translation: Translation) -> None:
        before, self._translation = self._translation, translation
        dropped = None if before is None else dropped_edit(before, translation)
        if dropped is not None:
            self._dropped = dropped
            text = self.tr("You changed a sentence whose translation you had edited.")
            action = self.tr("Use my wording")
            self._presenter.show_program_notice(DROPPED, "info", text, action)
        elif self._dropped is not None and not self._is_there(*self._dropped):
            self._forget_dropped()

    def _is_there(self, index: int, text: str) -> bool:
        """Return whether a sentence still lacks its edit."""
        sentences = () if self._translation is None else self._translation.sentences
        is_back = any(one.is_edited and one.target == text for one in sentences)
        return index < len(sentences) and not is_back

    def _forget_dropped(self) -> None:
        self._dropped = None
        self._presenter.clear_problem(DROPPED)

    @Slot(str)
    def _on_action_requested(self, key: str) -> None:
        if key == DROPPED and self._dropped is not None and self._translation is not None:
            index, text = self._dropped
            self._session.write_over({self._translation.sentences[index].source: text})

    @Slot(str)
    def _on_notice_closed(self, key: str) -> None:
        if key == DROPPED:
            self._dropped = None

    @Slot(str)
    def _on_text_edited(self, text: str) -> None:
        if self._translation is not None:
            self._session.write_over(edits_between(self._translation, text))

    @Slot(object)
    def _on_revert_requested(self, numbers: list[int]) -> None:
        if self._translation is not None:
            pairs = edited_pairs(self._translation)
            self._session.revert(source for number in numbers for source in pairs[number].sources)

    @Slot()
    def _on_keep_requested(self) -> None:
        """Save the edits as training text."""
        if self._translation is None:
            return
        edited = edited_pairs(self._translation)
        pairs = [(" ".join(pair.sources), pair.target) for pair in edited]
        source, target = self._selection.direction
        try:
            added = self._corrections.add(pairs, source, target)
            count = self._corrections.count(source, target)
        except (OSError, UnicodeError, FolderNotWritableError) as error:
            self._presenter.show_problem(KEPT, error)
            return
        text = self.tr(
            "Sentence pairs in your training text from {source} to {target}: {count} "
            "({added} new). Train a model with them under “Your own sentence pairs”."
        )
        self._presenter.show_program_notice(
            KEPT,
            "info",
            text.format(
                source=language_name(source),
                target=language_name(target),
                count=QLocale().toString(count),
                added=QLocale().toString(added),
            ),
        )
