"""The actions of the window's keys and menus."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.sessions.file_session import FileSession
from desktop.sessions.inspection_session import InspectionSession
from desktop.sessions.link_tracker import LinkTracker
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.translation.translation_session import TranslationSession
from desktop.storage.history import HistoryEntry
from desktop.text.line_joining import join_lines, looks_hard_wrapped
from desktop.values.requests import AlternativesRequest, Direction, LoadedModel
from desktop.values.word_links import Link, Links
from desktop.views.main_window import MainWindow
from desktop.views.panes.alternatives_popup import AlternativesPopup
from desktop.views.panes.text_panes import Orientation
from desktop.views.widgets.save_dialog import ask_where_to_save
from engine.documents.text_file import SUFFIXES
from engine.files.atomic_files import write_file
from engine.translation import Alternative, Chosen, ScoredText, SentenceTranslation, Translation

_LOOKED_AT = 20_000
"""Characters of a pasted text by which it looks broken into lines or not."""


@dataclass(frozen=True, slots=True)
class _Swap:
    """A text and its translation, swapped with their languages."""

    direction: Direction
    source: str
    target: str


class UserActions(QObject):
    """Carries out what the user asks of the window; on the GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        session: TranslationSession,
        inspection: InspectionSession,
        files: FileSession,
        link_tracker: LinkTracker,
        selection: ModelSelection,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._presenter = presenter
        self._session = session
        self._inspection = inspection
        self._files = files
        self._link_tracker = link_tracker
        self._selection = selection
        for name, carry_out in self._actions().items():
            window.actions_by_id[name].triggered.connect(carry_out)
        self._popup = AlternativesPopup(window)
        self._popup.alternative_chosen.connect(self._on_alternative_chosen)
        self._popup.hypothesis_chosen.connect(self._on_hypothesis_chosen)
        session.loaded.connect(self._show_calibration)
        for nothing_comes in (inspection.failed, session.stale_changed, session.loading):
            nothing_comes.connect(self._popup.close_quietly)
        self._swapped: _Swap | None = None
        """The last time."""
        self._translation: Translation | None = None
        self._asked: SentenceTranslation | None = None
        """The sentence that the popup is about."""

    def _actions(self) -> dict[str, Callable[[], object]]:
        """Return the action of each shortcut that the window does not handle alone."""
        source = self._window.source_pane
        return {
            "translate": self.translate_now,
            "cancel": self.cancel,
            "copy": self.copy_translation,
            "paste": source.paste,
            "clear": source.clear_text,
            "swap": self.swap,
            "open_file": self.open_files,
            "save": self.save_translation,
            "focus_source": source.take_focus,
            "alternatives": self.show_alternatives_at_caret,
            "undo_choice": self._session.undo_choice,
            "pin_word": self.pin_word,
            "edit": self.toggle_editing,
            "side_by_side": lambda: self._window.panes.toggle(Orientation.SIDE_BY_SIDE),
            "stacked": lambda: self._window.panes.toggle(Orientation.STACKED),
            "zoom_in": lambda: self.zoom(1),
            "zoom_out": lambda: self.zoom(-1),
            "quit": self._window.quit,
        }

    @Slot(object)
    def _show_calibration(self, model: LoadedModel) -> None:
        """Say wherever probabilities are shown whether they are calibrated."""
        is_calibrated = model.manifest.calibration is not None
        self._popup.show_calibrated(is_calibrated)
        self._window.target_pane.show_calibrated(is_calibrated)

    # --- texts ---

    @Slot()
    def translate_now(self) -> None:
        """Translate without waiting."""
        self._session.translate_now(self._window.source_pane.plain_text())

    @Slot()
    def cancel(self) -> None:
        """Stop editing or the running work; else unpin words. Texts stay."""
        if self._window.target_pane.is_editing:
            self._window.target_pane.set_editing(False)
        elif not self._session.cancel():
            self._link_tracker.let_go()

    @Slot()
    def toggle_editing(self) -> None:
        """Start or end editing the translation."""
        pane = self._window.target_pane
        pane.set_editing(not pane.is_editing)

    @Slot()
    def pin_word(self) -> None:
        """Pin or unpin the word at the caret and its partners."""
        target = self._window.target_pane.editor
        if target.hasFocus():
            self._link_tracker.pin_target(target.caret())
        else:
            self._link_tracker.pin_source(self._window.source_pane.editor.caret())

    @Slot()
    def copy_translation(self) -> None:
        """Put the translation on the clipboard."""
        text = self._window.target_pane.plain_text()
        if text:
            QGuiApplication.clipboard().setText(text)
            self._window.target_pane.bar.show_copied()

    @Slot(str)
    def take_pasted(self, text: str) -> None:
        """Translate what was pasted at once, and offer to join its lines if they look broken."""
        self._window.source_pane.offer_join(looks_hard_wrapped(text[:_LOOKED_AT]))
        self._session.translate_now(text)

    @Slot()
    def join_lines(self) -> None:
        """Join the lines of the text; Ctrl+Z brings them back."""
        self.set_text(join_lines(self._window.source_pane.plain_text()))

    def set_text(self, text: str) -> None:
        """Put a text into the source pane and translate it at once."""
        self._window.source_pane.offer_join(False)
        self._window.source_pane.set_plain_text(text)
        self._session.translate_now(text)

    @Slot(object)
    def show_entry(self, entry: HistoryEntry) -> None:
        """Restore a text from the history, with its languages."""
        self._selection.choose_direction(entry.source_language, entry.target_language)
        self.set_text(entry.source)

    @Slot()
    def swap(self) -> None:
        """Swap the languages, and the texts too if one is the translation of the other.

        Swapping back restores both texts, even before they are translated again.
        """
        if self._selection.reverse is None:
            return
        text, direction = self._window.source_pane.plain_text(), self._selection.direction
        pane, last = self._window.target_pane, self._swapped
        if last is not None and (text, direction[::-1]) == (last.target, last.direction):
            other = last.source
        elif not pane.is_stale:
            other = pane.plain_text()
            self._swapped = _Swap(direction, text, other)
        elif last is not None and (text, direction) == (last.source, last.direction):
            other = last.target
        else:
            other = ""
        self._selection.swap()
        if other.strip():
            self.set_text(other)

    @Slot(int)
    def zoom(self, steps: int) -> None:
        """Make both texts larger or smaller."""
        self._window.source_pane.zoom_by(steps)
        self._window.target_pane.zoom_by(steps)

    # --- files ---

    @Slot()
    def open_files(self) -> None:
        """Choose files to translate."""
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        chosen, _ = QFileDialog.getOpenFileNames(
            self._window,
            self.tr("Translate files"),
            "",
            self.tr("Texts ({kinds})").format(kinds=kinds),
        )
        self._files.add([Path(path) for path in chosen])

    @Slot()
    def save_translation(self) -> None:
        """Write the translation to a text file."""
        text = self._window.target_pane.plain_text()
        if not text:
            return
        title = self.tr("Save the translation")
        ask_where_to_save(
            self._window, title, "translation.txt", "*.txt", lambda path: self._save(text, path)
        )

    def _save(self, text: str, path: Path) -> None:
        try:
            write_file(path, text.encode())
        except OSError as error:
            told = self.tr("The translation could not be saved in {path}: {reason}.")
            self._presenter.show_program_notice(
                "save", "error", told.format(path=path, reason=error.strerror)
            )

    # --- other words ---

    @Slot(object)
    def set_translation(self, translation: Translation) -> None:
        """Store the shown translation."""
        self._translation = translation

    @Slot()
    def show_alternatives_at_caret(self) -> None:
        """Offer other words for the one at the caret of the target text."""
        self.show_alternatives(self._window.target_pane.editor.caret())

    @Slot(int)
    def show_alternatives(self, offset: int) -> None:
        """Offer other words for the target word at this place, and other whole sentences."""
        link = self._link_at(offset)
        if link is None or self._translation is None:
            return
        start, end = link.target_spans[0]
        word = self._translation.target[start:end]
        self._popup.show_loading(word, self._window.target_pane.place_of(start))
        self._inspection.ask_alternatives(link.sentence, link.target_words[0])
        self._asked = self._inspection.sentence
        self._inspection.ask_hypotheses()

    @Slot(object, object)
    def take_alternatives(
        self, request: AlternativesRequest, alternatives: tuple[Alternative, ...]
    ) -> None:
        """List the alternatives found."""
        if self._asked is not None and request.source == self._asked.source:
            self._popup.show_alternatives(alternatives)

    @Slot(object)
    def take_hypotheses(self, hypotheses: tuple[ScoredText, ...]) -> None:
        """List other whole translations of the sentence."""
        if self._asked is not None and self._inspection.sentence is self._asked:
            self._popup.show_hypotheses(hypotheses, 0)

    @Slot(object)
    def _on_alternative_chosen(self, alternative: Alternative) -> None:
        if self._asked is not None and alternative.preview != self._asked.target:
            self._session.choose(self._asked, Chosen(alternative.ids))

    @Slot(object)
    def _on_hypothesis_chosen(self, hypothesis: ScoredText) -> None:
        if self._asked is not None and hypothesis.text != self._asked.target:
            self._session.choose(self._asked, Chosen(hypothesis.ids, is_whole=True))

    def _link_at(self, offset: int) -> Link | None:
        pane = self._window.target_pane
        if self._translation is None or offset < 0 or pane.is_stale or pane.is_editing:
            return None
        return Links(self._translation).at_target(offset)
