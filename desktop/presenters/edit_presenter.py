"""Between the translation as its user edits it and the session that keeps what was written."""

from PySide6.QtCore import QObject, Slot

from desktop.sessions.translation_session import TranslationSession
from desktop.values.edited_translation import edited_pairs, edits_between
from desktop.views.panes.target_pane import TargetPane
from engine.translation import Translation


class EditPresenter(QObject):
    """Takes what is written into the translation; on the GUI thread."""

    def __init__(self, pane: TargetPane, session: TranslationSession) -> None:
        super().__init__(pane)
        self._session = session
        self._translation: Translation | None = None
        session.translated.connect(self._on_translated)
        pane.text_edited.connect(self._on_text_edited)
        pane.edit_tools.revert_requested.connect(self._on_revert_requested)

    @Slot(object)
    def _on_translated(self, translation: Translation) -> None:
        self._translation = translation

    @Slot(str)
    def _on_text_edited(self, text: str) -> None:
        if self._translation is not None:
            self._session.write_over(edits_between(self._translation, text))

    @Slot(object)
    def _on_revert_requested(self, numbers: list[int]) -> None:
        if self._translation is not None:
            pairs = edited_pairs(self._translation)
            self._session.revert(source for number in numbers for source in pairs[number].sources)
