"""Track which words are linked: by pointer, by caret, by a map cell, or pinned.

A pin stays until it is removed or another word is pinned; a hovered word takes precedence.
A click marks a sentence and its translation until the text is edited or the mark is removed.
"""

from PySide6.QtCore import QObject, Signal, Slot

from desktop.values.word_links import Link, Links, SentencePair
from engine.translation import SentenceTranslation, Translation

Spans = tuple[tuple[int, int], ...]


class LinkTracker(QObject):
    """Follows pointer and caret in both texts and the map, and links matching words.

    Signals:
        linked: (Link or None, whether it is pinned); all on the GUI thread.
        paired: The SentencePair that a click marked, or None.
        sentence_entered: The number of the sentence that pointer or caret entered.
    """

    linked = Signal(object, bool)
    paired = Signal(object)
    sentence_entered = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._links: Links | None = None
        self._sentences: tuple[SentenceTranslation, ...] = ()
        self._source = ""
        self._at_caret: Link | None = None
        self._hovered: Link | None = None
        self._pinned: Link | None = None
        self._pair: SentencePair | None = None
        self._sentence = 0

    @Slot(object)
    def set_translation(self, translation: Translation) -> None:
        """Take the links of a new result; a pinned word stays pinned if it is still there."""
        pinned, pair = self._pinned, self._pair
        is_same = translation.source == self._source
        self._links = Links(translation)
        self._sentences = translation.sentences
        self._source = translation.source
        self._hovered = self._at_caret = self._pinned = None
        if pinned is not None and pinned.sentence < len(translation.sentences):
            words = translation.sentences[pinned.sentence].source_words
            if all(word < len(words) for word in pinned.source_words):
                self._pinned = self._of_words(pinned.sentence, pinned.source_words)
        is_kept = pair is not None and is_same and pair.sentence < len(translation.sentences)
        self._mark(self._links.pair(pair.sentence) if is_kept and pair else None)
        self._tell()

    @Slot(str)
    def set_source(self, text: str) -> None:
        """Take the current source text; linked words move with it."""
        self._source = text
        self._hovered, self._pinned, self._at_caret = map(
            self._moved, (self._hovered, self._pinned, self._at_caret)
        )
        self._mark(None)
        self._tell()

    @Slot(int)
    def hover_source(self, offset: int) -> None:
        """Follow the pointer over the source text; -1 means no word."""
        self._hovered = self._at_source(offset)
        self._tell()

    @Slot(int)
    def hover_target(self, offset: int) -> None:
        """Follow the pointer over the target text; -1 means no word."""
        self._hovered = self._at_target(offset)
        self._tell()

    @Slot(int)
    def move_source_caret(self, offset: int) -> None:
        """Follow the caret in the source text; -1 means no word."""
        self._at_caret = self._at_source(offset)
        self._enter(self._at_caret)
        self._tell()

    @Slot(int)
    def move_target_caret(self, offset: int) -> None:
        """Follow the caret in the target text; -1 means no word."""
        self._at_caret = self._at_target(offset)
        self._enter(self._at_caret)
        self._tell()

    @Slot(int)
    def click_source(self, offset: int) -> None:
        """Mark the clicked sentence and its translation; -1 is outside the text."""
        links = self._links
        self._mark(links.pair_at_source(offset, self._source) if links and offset >= 0 else None)
        self._tell()

    @Slot(int)
    def click_target(self, offset: int) -> None:
        """Mark the sentence whose translation was clicked; -1 is outside the text."""
        links = self._links
        self._mark(links.pair_at_target(offset, self._source) if links and offset >= 0 else None)
        self._tell()

    @Slot(int)
    def pin_source(self, offset: int) -> None:
        """Pin a word and its partners; the same word again unpins it."""
        self._pin(self._at_source(offset))

    @Slot(int)
    def pin_target(self, offset: int) -> None:
        """Pin a word and its partners; the same word again unpins it."""
        self._pin(self._at_target(offset))

    @Slot(object)
    def hover_cell(self, spans: tuple[Spans, Spans] | None) -> None:
        """Follow the pointer over a map; spans are places in its sentence."""
        self._hovered = self._of_spans(spans)
        self._tell()

    @Slot(object)
    def pin_cell(self, spans: tuple[Spans, Spans] | None) -> None:
        """Pin the words of a clicked cell."""
        self._pin(self._of_spans(spans))

    @Slot(int)
    def show_sentence(self, index: int) -> None:
        """Store which sentence the maps show."""
        self._sentence = index

    @Slot()
    def let_go(self) -> None:
        """Remove the pin and the sentence mark."""
        self._pinned = None
        self._mark(None)
        self._tell()

    @property
    def is_pinned(self) -> bool:
        """Whether a word is pinned."""
        return self._pinned is not None

    def _at_source(self, offset: int) -> Link | None:
        if self._links is None or offset < 0:
            return None
        return self._links.at_source(offset, self._source)

    def _at_target(self, offset: int) -> Link | None:
        if self._links is None or offset < 0:
            return None
        return self._links.at_target(offset, self._source)

    def _of_spans(self, spans: tuple[Spans, Spans] | None) -> Link | None:
        if self._links is None or spans is None or self._sentence >= len(self._sentences):
            return None
        sentence = self._sentences[self._sentence]
        source, target = (
            tuple(
                index
                for index, word in enumerate(words)
                if any(word.start - start < b and a < word.end - start for a, b in wanted)
            )
            for words, start, wanted in (
                (sentence.source_words, sentence.source_start, spans[0]),
                (sentence.target_words, sentence.target_start, spans[1]),
            )
        )
        return self._links.of_words(self._sentence, source, target, self._source)

    def _moved(self, link: Link | None) -> Link | None:
        """Return the same words at their current places."""
        if self._links is None or link is None:
            return None
        words = link.source_words, link.target_words
        return self._links.of_words(link.sentence, *words, self._source)

    def _of_words(self, sentence: int, source_words: tuple[int, ...]) -> Link | None:
        """Link words of the current result by number, as if hovered."""
        words = self._sentences[sentence].source_words
        return None if not source_words else self._at_source(words[source_words[0]].start)

    def _mark(self, pair: SentencePair | None) -> None:
        if pair is not None:
            self.sentence_entered.emit(pair.sentence)
        if pair != self._pair:
            self._pair = pair
            self.paired.emit(pair)

    def _pin(self, link: Link | None) -> None:
        self._pinned = None if link == self._pinned else link
        self._enter(link)
        self._tell()

    def _enter(self, link: Link | None) -> None:
        if link is not None:
            self.sentence_entered.emit(link.sentence)

    def _tell(self) -> None:
        shown = self._hovered or self._pinned or self._at_caret
        self.linked.emit(shown, shown is not None and shown is self._pinned)
