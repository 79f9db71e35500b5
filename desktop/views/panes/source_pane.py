"""The source pane, where the text to translate is typed, pasted or dropped."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Signal, Slot
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from desktop.values.word_links import HintMark
from desktop.views import theme
from desktop.views.text.edit_menu import LookUp, dictionary_menu, offer_spellings
from desktop.views.text.editor import Editor
from desktop.views.text.highlighter import Style
from desktop.views.text.hints import hint_at, hint_spans
from desktop.views.widgets.card import MINIMUM_WIDTH, Card, caption, keys_of, tool_button
from desktop.views.widgets.label import Label
from engine.translation import Misspelling, Span


class SourcePane(QWidget):
    """The source text; all offsets count code points.

    Signals:
        text_edited: The whole text, after any change.
        text_pasted: The whole text, after `text_edited`, when the change was a paste or a drop.
        cleared: The text was cleared by its button; after `text_edited`.
        open_requested: The button that opens a file was pressed.
        caret_moved: The offset of the caret, moved by keys; -1 if the mouse placed it.
        term_chosen: A word or selected text to add to the glossary.
        join_requested: Join the lines.
    """

    text_edited = Signal(str)
    text_pasted = Signal(str)
    cleared = Signal()
    open_requested = Signal()
    caret_moved = Signal(int)
    term_chosen = Signal(str)
    join_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor = Editor()
        self.editor.setAccessibleName(self.tr("Text to translate"))
        self.editor.set_tip(self._tip_at)
        self.editor.menu_opening.connect(self._on_menu_opening)
        self._look_up: LookUp = lambda _: None
        self.card = Card(self.editor)
        self.setMinimumWidth(MINIMUM_WIDTH)
        self._text = ""
        self._hints: tuple[HintMark, ...] = ()
        self._misspellings: tuple[Misspelling, ...] = ()
        self.join_strip = self._build_join_strip()
        self.card.column.insertWidget(2, self.join_strip)
        self._fill_footer()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.card)
        self.setFocusProxy(self.editor)
        self.editor.textChanged.connect(self._on_text_changed)
        self.editor.inserted.connect(self._on_inserted)
        self.editor.caret_moved.connect(self._on_caret_moved)
        self._show_count()
        self._introduce()

    def _build_join_strip(self) -> QWidget:
        strip = QWidget()
        row = QHBoxLayout(strip)
        row.setContentsMargins(14, 2, 8, 2)
        row.addWidget(
            Label(self.tr("This text seems to have a break at the end of every line.")), 1
        )
        self.join_button = QPushButton(self.tr("Join lines"))
        self.join_button.setAccessibleName(self.tr("Join the lines of the text"))
        self.join_button.setFlat(True)
        self.join_button.setToolTip(
            self.tr("Join the lines into paragraphs; {keys} undoes this").format(
                keys=keys_of(QKeySequence.StandardKey.Undo)
            )
        )
        self.join_button.clicked.connect(self._on_join_clicked)
        no_button = tool_button("close", self.tr("Keep the lines"), self.tr("Keep the lines"))
        no_button.clicked.connect(strip.hide)
        row.addWidget(self.join_button)
        row.addWidget(no_button)
        strip.hide()
        return strip

    def _introduce(self) -> None:
        """Say what the program can do, until there is a text."""
        lines = (
            self.tr("Type or paste text, or drop a file: Word, Excel, PDF and more."),
            self.tr("Click a word of the translation to see other words."),
            self.tr("Press {keys} to look inside the model.").format(keys=keys_of("Ctrl+Shift+A")),
        )
        self.editor.setPlaceholderText("\n".join(lines))
        self.editor.setAccessibleDescription(" ".join(lines))

    def _fill_footer(self) -> None:
        self.paste_button = tool_button(
            "paste",
            self.tr("Paste"),
            self.tr("Paste ({keys})").format(keys=keys_of("Ctrl+Shift+V")),
        )
        self.open_button = tool_button(
            "open",
            self.tr("Translate files"),
            self.tr("Translate files ({keys})").format(keys=keys_of("Ctrl+O")),
        )
        self.clear_button = tool_button(
            "clear",
            self.tr("Clear the text"),
            self.tr("Clear ({keys}); {undo} undoes this").format(
                keys=keys_of("Ctrl+D"), undo=keys_of(QKeySequence.StandardKey.Undo)
            ),
        )
        room = self.clear_button.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.clear_button.setSizePolicy(room)
        self.paste_button.clicked.connect(self._on_paste_clicked)
        self.open_button.clicked.connect(self._on_open_clicked)
        self.clear_button.clicked.connect(self._on_clear_clicked)
        self.count_label = caption()
        for button in (self.paste_button, self.open_button, self.clear_button):
            self.card.footer.addWidget(button)
        self.card.footer.addStretch(1)
        self.card.footer.addWidget(self.count_label)

    # --- what the application asks ---

    def plain_text(self) -> str:
        """Return the source text, character for character."""
        return self.editor.text_now()

    def set_plain_text(self, text: str) -> None:
        """Replace the text in one undoable step; `text_edited` is emitted once.

        The caret goes to the end, ready to continue typing.
        """
        self.editor.replace_text(text)
        self.editor.set_caret(len(self.editor.text_now()))

    def begin_with(self, text: str) -> None:
        """Start with a text: undo does not remove it, and the caret is at its end."""
        self.editor.replace_text(text)
        self.editor.document().clearUndoRedoStacks()
        self.editor.set_caret(len(self.editor.text_now()))

    def clear_text(self) -> None:
        """Remove all text and take the focus; undo brings the text back."""
        self.editor.setFocus()
        self.editor.replace_text("")
        self.cleared.emit()

    def paste(self) -> None:
        """Insert the clipboard as plain text."""
        self.editor.setFocus()
        self.editor.paste()

    def type_text(self, text: str) -> None:
        """Insert text typed elsewhere in the window, and take the focus."""
        self.editor.setFocus()
        self.editor.insertPlainText(text)

    def undo(self) -> None:
        """Undo the last change, and take the focus."""
        self.editor.setFocus()
        self.editor.undo()

    def redo(self) -> None:
        """Redo the last undone change, and take the focus."""
        self.editor.setFocus()
        self.editor.redo()

    def take_focus(self) -> None:
        """Take the focus."""
        self.editor.setFocus()

    def show_marks(
        self,
        unknown: Sequence[Span],
        missing: Sequence[Span] = (),
        hints: Sequence[HintMark] = (),
        misspellings: Sequence[Misspelling] = (),
    ) -> None:
        """Mark words.

        Args:
            unknown: Those that the model has never seen.
            missing: Those that may be missing from the translation.
            hints: Those of which the glossary or the dictionary says what they become.
            misspellings: Those of the unknown ones for which the menu offers other spellings.
        """
        self._misspellings = tuple(misspellings)
        boxed = set(unknown)
        self._hints = tuple(hints)
        self.editor.set_marks(
            [
                *((start, end, Style.UNKNOWN) for start, end in unknown),
                *((*span, Style.UNMATCHED) for span in missing if span not in boxed),
                *hint_spans(hints),
            ]
        )

    def show_link(self, spans: Sequence[Span], is_pinned: bool) -> None:
        """Mark the words that belong to a word of the translation."""
        self.editor.show_links(spans, is_pinned=is_pinned, colour=theme.colours().source_mark)

    def show_sentence(self, span: Span | None) -> None:
        """Mark a sentence together with its translation; None: no sentence."""
        self.editor.show_sentence(span, theme.colours().sentence_mark)

    def show_place(self, offset: int) -> None:
        """Scroll to an offset, place the caret there, and take the focus."""
        self.editor.setFocus()
        if not self.editor.is_in_view((offset, offset)):
            self.editor.show_in_middle(offset)
        self.editor.set_caret(offset)

    def set_dictionary(self, look_up: LookUp) -> None:
        """Set the function that looks up words of this text."""
        self._look_up = look_up

    def offer_join(self, is_offered: bool) -> None:
        """Offer to join hard-wrapped lines, or stop offering it."""
        self.join_strip.setVisible(is_offered)

    def set_font(self, font: QFont) -> None:
        """Use this font; this resets the zoom."""
        self.editor.write_in(font)

    def zoom_by(self, steps: int) -> None:
        """Make the text larger or smaller by so many points."""
        self.editor.zoom_by(steps)

    # --- user actions ---

    @Slot()
    def _on_text_changed(self) -> None:
        text = self.editor.text_now()
        if text == self._text:  # composing a character changes the picture, not the text
            return
        self._text = text
        if not text:
            self.join_strip.hide()
        self._show_count()
        self.text_edited.emit(text)
        self.caret_moved.emit(self.editor.caret())

    @Slot(int)
    def _on_caret_moved(self, offset: int) -> None:
        if self.editor.text_now() == self._text:  # otherwise it would be reported after the text
            self.caret_moved.emit(offset)

    @Slot()
    def _on_inserted(self) -> None:
        self.text_pasted.emit(self.editor.text_now())

    @Slot()
    def _on_paste_clicked(self) -> None:
        self.paste()

    @Slot()
    def _on_open_clicked(self) -> None:
        self.open_requested.emit()

    @Slot()
    def _on_clear_clicked(self) -> None:
        self.clear_text()

    @Slot()
    def _on_join_clicked(self) -> None:
        self.join_strip.hide()
        self.editor.setFocus()
        self.join_requested.emit()

    @Slot(object, int, str)
    def _on_menu_opening(self, menu: QMenu, offset: int, term: str) -> None:
        found = self._misspelling_at(offset)
        if found is not None:
            start, end = found.word.start, found.word.end
            offer_spellings(
                menu,
                found.suggestions,
                lambda word: self.editor.replace_span(start, end, word),
            )
        entries = dictionary_menu(menu, self._look_up, term)
        if entries is not None:
            menu.addMenu(entries)
        add = menu.addAction(self.tr("Add to glossary…"), lambda: self.term_chosen.emit(term))
        add.setEnabled(bool(term))

    def _misspelling_at(self, offset: int) -> Misspelling | None:
        """Return the word at an offset, if it may be misspelled and still stands there."""
        text = self.plain_text()
        for one in self._misspellings:
            word = one.word
            if word.start <= offset <= word.end and text[word.start : word.end] == word.text:
                return one
        return None

    def _show_count(self) -> None:
        self.clear_button.setVisible(bool(self._text))
        count = len(self._text)
        number = QLocale().toString(count)
        self.count_label.setText(
            self.tr("1 character")
            if count == 1
            else self.tr("{number} characters").format(number=number)
        )

    def _tip_at(self, offset: int) -> str:
        told = [hint_at(self._hints, offset)]
        for start, end, style in self.editor.marks():
            if start <= offset < end and style is Style.UNMATCHED:
                told.append(self.tr("This word may be missing from the translation."))
            elif start <= offset < end and style is Style.UNKNOWN:
                found = self._misspelling_at(offset)
                told.append(
                    self.tr("The model does not know this word.")
                    if found is None
                    else self.tr("Unknown word. Did you mean: {words}?").format(
                        words=", ".join(found.suggestions)
                    )
                )
        return "\n".join(filter(None, told))
