"""The target pane, where the translation is read, selected and edited."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from textwrap import shorten

from PySide6.QtCore import QLocale, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QFont, QGuiApplication
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from desktop.values.word_links import HintMark, Mark
from desktop.views import theme
from desktop.views.panes.translation_bar import TranslationBar
from desktop.views.shortcuts import keys_of
from desktop.views.text.edit_menu import LookUp, dictionary_menu
from desktop.views.text.editor import Editor
from desktop.views.text.highlighter import Style
from desktop.views.text.hints import describe_hints, hint_at, hint_spans
from desktop.views.widgets.card import MINIMUM_WIDTH, Card
from engine.translation import Span

_LONGEST_LIMITS = 160
"""The most characters shown of a model's limits; its card has them all."""

_STYLES = {"unsure": Style.UNSURE, "doubtful": Style.DOUBTFUL}


class TargetPane(QWidget):
    """The translation; all offsets count code points.

    Signals:
        caret_moved: The offset of the caret, moved by keys; -1 if the mouse placed it.
        word_clicked: The clicked offset, or -1 outside the text.
        words_requested: The offset of a word that was clicked once, and not twice.
        text_edited: The whole text, after a change by the user.
    """

    caret_moved = Signal(int)
    word_clicked = Signal(int)
    words_requested = Signal(int)
    text_edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor = Editor()
        self.editor.setAccessibleName(self.tr("Translation"))
        self.editor.set_tip(self._tip_at)
        self.editor.menu_opening.connect(self._on_menu_opening)
        self._look_up: LookUp = lambda _: None
        self.card = Card(self.editor)
        self.setMinimumWidth(MINIMUM_WIDTH)
        self._marks: tuple[Mark, ...] = ()
        self._added: frozenset[Span] = frozenset()
        self._hints: tuple[HintMark, ...] = ()
        self._edited: tuple[Span, ...] = ()
        self._is_confidence_shown = True
        self._is_slight_doubt_shown = False
        self._is_calibrated = True
        self._is_stale = False
        self._is_busy = False
        self._clicked = -1
        """The offset of the last click."""
        self._click = QTimer(self, singleShot=True)
        self._click.timeout.connect(self._on_clicked_once)
        self.bar = TranslationBar()
        self.bar.confidence_toggled.connect(self._on_confidence_toggled)
        self.bar.edit_tools.editing_toggled.connect(self.set_editing)
        self.card.footer.setContentsMargins(9, 3, 5, 7)  # it ends with a button
        self.card.footer.addWidget(self.bar, 1)
        self.set_editing(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.card)
        self.setFocusProxy(self.editor)
        self.editor.textChanged.connect(self._on_text_changed)
        self.editor.caret_moved.connect(self._on_caret_moved)
        self.editor.clicked_at.connect(self._on_clicked)

    # --- what the application asks ---

    def plain_text(self) -> str:
        """Return the shown translation, character for character."""
        return self.editor.text_now()

    def show_translation(
        self,
        text: str,
        hints: Sequence[HintMark] = (),
        edited: Sequence[Span] = (),
    ) -> None:
        """Show a finished translation; `show_confidence` adds its marks.

        Args:
            text: Of all sentences.
            hints: The words from the glossary and the dictionary.
            edited: The sentences that the user wrote.
        """
        self._marks = ()
        self._added = frozenset()
        self._hints = tuple(hints)
        self._edited = tuple(edited)
        self._put(text)
        if not text and not edited:
            self.set_editing(False)
        sentences = [text[start:end] for start, end in edited]
        self.bar.edit_tools.show_edited(sentences)
        told = [self.tr("Edited: “{sentence}”").format(sentence=one) for one in sentences]
        told += describe_hints(hints)
        told += [] if text else [self.editor.placeholderText()]
        self.editor.setAccessibleDescription(" ".join(told))
        self._set_stale(False)

    def show_limits(self, limits: str) -> None:
        """Say what the model is suited for, until there is a translation; empty: unknown."""
        shown = shorten(limits, _LONGEST_LIMITS, placeholder=" …")
        told = self.tr("This model is suited for: {limits}").format(limits=shown) if shown else ""
        self.editor.setPlaceholderText(told)
        if not self.plain_text():
            self.editor.setAccessibleDescription(told)

    def set_dictionary(self, look_up: LookUp) -> None:
        """Set the function that looks up words of the translation."""
        self._look_up = look_up

    def show_confidence(self, marks: Sequence[Mark]) -> None:
        """Mark the words the model was not sure of."""
        self._marks = tuple(sorted(marks, key=lambda mark: mark.start))
        self._show_marks()

    def show_added(self, words: Sequence[Span]) -> None:
        """Mark the words that nothing in the source explains."""
        self._added = frozenset(words)
        self._show_marks()

    def show_partial(self, start: int, end: int, text: str) -> None:
        """Show new sentences of a partial translation; what stands behind them is dimmed.

        Args:
            start: Where the new sentences begin.
            end: Where the old text goes on.
            text: The new sentences.
        """
        done = self.editor.replace_span(start, end, text)
        self.bar.copy_button.setEnabled(True)
        self._is_stale = True
        self.editor.dim_from(done)
        self._tell_state()

    def set_stale(self, is_stale: bool) -> None:
        """Show whether the translation is of another text than the current one."""
        if is_stale or self._is_stale:
            self._set_stale(is_stale)

    def _set_stale(self, is_stale: bool) -> None:
        self._is_stale = is_stale
        if is_stale:
            self.set_editing(False)
        self.bar.edit_tools.edit_button.setEnabled(not is_stale and bool(self.plain_text()))
        self.editor.dim_from(0 if is_stale else None)
        self._show_marks()
        self._tell_state()

    @property
    def is_stale(self) -> bool:
        """Whether any of the translation is of another text than the current one."""
        return self._is_stale

    @property
    def is_editing(self) -> bool:
        """Whether typing here edits the translation."""
        return not self.editor.isReadOnly()

    @Slot(bool)
    def set_editing(self, is_editing: bool) -> None:
        """Make the translation editable or read-only."""
        is_editing = is_editing and not self._is_stale and bool(self.plain_text())
        flags = Qt.TextInteractionFlag
        self.editor.setReadOnly(not is_editing)
        self.editor.setTextInteractionFlags(
            flags.TextEditorInteraction
            if is_editing
            else flags.TextSelectableByMouse | flags.TextSelectableByKeyboard
        )
        self.editor.setUndoRedoEnabled(is_editing)
        self.bar.edit_tools.show_editing(is_editing)
        if is_editing:
            self.editor.setFocus()

    def place_of(self, offset: int) -> QRect:
        """Return the start of a character on the screen."""
        place = self.editor.span_rectangle(offset, offset)
        return QRect(self.editor.viewport().mapToGlobal(place.topLeft()), place.size())

    def show_busy(self, is_busy: bool) -> None:
        """Show whether a translation is running."""
        self._is_busy = is_busy
        self.card.busy_line.set_busy(is_busy)
        self._tell_state()

    def show_link(self, spans: Sequence[Span], is_pinned: bool) -> None:
        """Mark the words that belong to a word of the source."""
        self.editor.show_links(spans, is_pinned=is_pinned, colour=theme.colours().target_mark)

    def show_sentence(self, span: Span | None) -> None:
        """Mark a sentence together with its source; None: no sentence."""
        self.editor.show_sentence(span, theme.colours().sentence_mark)

    def set_confidence_shown(self, is_shown: bool) -> None:
        """Mark doubtful words, or remove the marks."""
        self._is_confidence_shown = is_shown
        self.bar.show_confidence(is_shown)
        self._show_marks()

    def set_slight_doubt_shown(self, is_shown: bool) -> None:
        """Choose whether words the model was only somewhat unsure of are marked, too."""
        self._is_slight_doubt_shown = is_shown
        self.bar.show_slight_doubt(is_shown)
        self._show_marks()

    def show_calibrated(self, is_calibrated: bool) -> None:
        """Say whether the probabilities of words are calibrated."""
        self._is_calibrated = is_calibrated
        self.bar.show_calibrated(is_calibrated)

    def set_font(self, font: QFont) -> None:
        """Use this font; this resets the zoom."""
        self.editor.write_in(font)

    def zoom_by(self, steps: int) -> None:
        """Make the text larger or smaller by so many points."""
        self.editor.zoom_by(steps)

    # --- inside ---

    def _put(self, text: str) -> None:
        self.editor.replace_text(text)
        self.bar.copy_button.setEnabled(bool(text))

    def _tell_state(self) -> None:
        is_told = self._is_stale and bool(self.editor.text_now())
        self.bar.show_state(is_stale=is_told, is_busy=self._is_busy)

    def _show_marks(self) -> None:
        if self._is_stale:
            self.editor.set_marks(())
            return
        is_shown = self._is_confidence_shown
        doubted = [
            mark
            for mark in self._marks
            if self._is_marked(mark) and (mark.start, mark.end) not in self._added
        ]
        self.editor.set_marks(
            [
                *((mark.start, mark.end, _STYLES[mark.level]) for mark in doubted),
                *((start, end, Style.UNMATCHED) for start, end in self._added if is_shown),
                *((start, end, Style.EDITED) for start, end in self._edited),
                *hint_spans(self._hints),
            ]
        )

    def _is_marked(self, mark: Mark) -> bool:
        is_enough = mark.level == "doubtful" or self._is_slight_doubt_shown
        return self._is_confidence_shown and is_enough

    def _tip_at(self, offset: int) -> str:
        if self._is_stale:
            return ""
        return "\n".join(filter(None, (hint_at(self._hints, offset), self._doubt_at(offset))))

    def _doubt_at(self, offset: int) -> str:
        if any(start <= offset < end for start, end in self._edited):
            return self.tr("You edited this sentence.")
        if not self._is_confidence_shown:
            return ""
        if any(start <= offset < end for start, end in self._added):
            return self.tr("Nothing in your text seems to say this.")
        at = bisect_right(self._marks, offset, key=lambda mark: mark.start) - 1
        if at < 0:
            return ""
        mark = self._marks[at]
        if offset >= mark.end or not self._is_marked(mark):
            return ""
        if mark.level == "unsure":
            tip = self.tr("{percent} % confident")
        else:
            tip = self.tr("Only {percent} % confident: another word may be right")
        tip = tip.format(percent=QLocale().toString(round(100 * mark.probability)))
        if self._is_calibrated:
            return tip
        return self.tr("{confidence} (not calibrated)").format(confidence=tip)

    @Slot(object, int, str)
    def _on_menu_opening(self, menu: QMenu, offset: int, term: str) -> None:
        """Put what can be done with a word before the rest."""
        if offset < 0 or self.is_editing:
            return
        words = QAction(self.tr("Other words…") + f"\t{keys_of('alternatives')}", menu)
        words.triggered.connect(lambda: self.words_requested.emit(offset))
        words.setEnabled(not self._is_stale)
        edit = QAction(self.tr("Edit") + f"\t{keys_of('edit')}", menu)
        edit.triggered.connect(partial(self._edit_at, offset))
        edit.setEnabled(self.bar.edit_tools.edit_button.isEnabled())
        first = menu.actions()[0]
        menu.insertActions(first, [words, edit])
        entries = dictionary_menu(menu, self._look_up, term)
        if entries is not None:
            menu.insertMenu(first, entries)
        menu.insertSeparator(first)

    def _edit_at(self, offset: int) -> None:
        self.set_editing(True)
        self.editor.set_caret(offset)

    @Slot(int)
    def _on_caret_moved(self, offset: int) -> None:
        if not self.editor.is_replacing:  # no word was hovered then
            self.caret_moved.emit(offset)

    @Slot(int)
    def _on_clicked(self, offset: int) -> None:
        self._clicked = offset
        self._click.start(QGuiApplication.styleHints().mouseDoubleClickInterval())
        self.word_clicked.emit(offset)

    @Slot()
    def _on_clicked_once(self) -> None:
        if not self.editor.textCursor().hasSelection():  # a second click has selected the word
            self.words_requested.emit(self._clicked)

    @Slot()
    def _on_text_changed(self) -> None:
        self._click.stop()
        if self.is_editing and not self.editor.is_replacing:
            self.text_edited.emit(self.editor.text_now())

    @Slot(bool)
    def _on_confidence_toggled(self, is_shown: bool) -> None:
        self.set_confidence_shown(is_shown)
