"""Scroll the two texts together, sentence by sentence."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Slot

from desktop.text.text_change import Edit
from desktop.views.text.editor import Editor
from engine.translation import Span

Anchor = tuple[int, int]
"""Where a sentence begins in the source and in the translation, in code points."""

DWELL_MS = 250
"""How long the pointer rests on a word before its partner is brought into view."""


class ScrollTogether(QObject):
    """Keeps the sentence at the top of one text at the top of the other.

    Whichever text the user scrolls leads; the other follows and does not lead back. A long
    sentence is followed line by line, in proportion.
    """

    def __init__(self, source: Editor, target: Editor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editors = source, target
        self._translated = ""
        """The source text of the anchors."""
        self._anchors: tuple[Anchor, ...] = ()
        self._is_enabled = True
        self._is_following = False
        self._leader = 0
        self._wanted: tuple[Editor, Span] | None = None
        self._dwell = QTimer(self, singleShot=True, interval=DWELL_MS)
        self._dwell.timeout.connect(self._bring_wanted)
        source.verticalScrollBar().valueChanged.connect(self._on_source_scrolled)
        target.verticalScrollBar().valueChanged.connect(self._on_target_scrolled)

    def set_enabled(self, is_enabled: bool) -> None:
        """Scroll the texts together or independently."""
        self._is_enabled = is_enabled
        self._follow()

    def show_sentences(self, source: str, anchors: Sequence[Anchor]) -> None:
        """Set where the sentences of a source text and of the shown translation begin."""
        self._translated = source
        self._anchors = tuple(anchors)
        self._follow()

    def show_link(self, spans: tuple[Sequence[Span], Sequence[Span]]) -> None:
        """Bring the partner of a word into view, once the pointer rests on the word."""
        self._wanted = None
        self._dwell.stop()
        for side in (0, 1):
            pointed, other, partners = self._editors[side], self._editors[1 - side], spans[1 - side]
            if pointed.is_pointed_at and partners and not any(map(other.is_in_view, partners)):
                self._wanted = other, partners[0]
                self._dwell.start()

    def show_pair(self, spans: tuple[Span, Span]) -> None:
        """Bring the sentence that belongs to a clicked one into view."""
        for side in (0, 1):
            pointed, other, span = self._editors[side], self._editors[1 - side], spans[1 - side]
            if pointed.hasFocus() and not other.is_in_view(span):
                self._bring(other, span)

    @Slot()
    def _bring_wanted(self) -> None:
        if self._wanted is not None:
            self._bring(*self._wanted)

    def _bring(self, editor: Editor, span: Span) -> None:
        self._is_following = True  # the text under the pointer does not scroll
        editor.show_in_middle(span[0])
        self._is_following = False

    @Slot()
    def _on_source_scrolled(self) -> None:
        self._lead(0)

    @Slot()
    def _on_target_scrolled(self) -> None:
        self._lead(1)

    def _lead(self, leader: int) -> None:
        if not self._is_following and not self._editors[leader].is_replacing:
            self._leader = leader
            self._follow()

    def _follow(self) -> None:
        anchors = self._anchors_now()
        if not self._is_enabled or anchors is None:
            return
        leading, following = self._editors[self._leader], self._editors[1 - self._leader]
        self._is_following = True
        line = _line_beside(leading, following, anchors, self._leader)
        following.verticalScrollBar().setValue(line)
        self._is_following = False

    def _anchors_now(self) -> "_AnchorsNow | None":
        """Return the anchors at their current places, without those of edited sentences."""
        if not self._anchors:
            return None
        source, target = (editor.text_now() for editor in self._editors)
        edit = Edit.between(self._translated, source)
        return _AnchorsNow(self._anchors, edit, (len(source), len(target)))


class _AnchorsNow:
    """The anchors after an edit of the source, between those of both ends of the texts.

    Nothing is computed but the few that are asked for: scrolling takes no longer in a book.
    """

    def __init__(self, anchors: Sequence[Anchor], edit: Edit, end: Anchor) -> None:
        self._anchors = anchors
        self._edit = edit
        self._end = end
        self._before = bisect_right(anchors, edit.start, key=_in_source)
        self._after = max(self._before, bisect_left(anchors, edit.end, key=_in_source))

    def __len__(self) -> int:
        return 2 + self._before + len(self._anchors) - self._after

    def __getitem__(self, index: int) -> Anchor:
        if index in (0, len(self) - 1):
            return self._end if index else (0, 0)
        if index <= self._before:
            return self._anchors[index - 1]
        source, target = self._anchors[self._after + index - 1 - self._before]
        return source + self._edit.moved, target


def _in_source(anchor: Anchor) -> int:
    return anchor[0]


def _line_beside(leading: Editor, following: Editor, anchors: _AnchorsNow, leader: int) -> int:
    """Return the line of one text that belongs beside the line at the top of the other."""
    start, end = leading.top_line_span()
    index = bisect_right(anchors, start - 1, key=lambda anchor: anchor[leader])
    if index < len(anchors) and anchors[index][leader] < max(end, start + 1):
        return following.line_of(anchors[index][1 - leader])  # a sentence begins in this line
    around = anchors[max(index - 1, 0)], anchors[min(index, len(anchors) - 1)]
    first, last = (leading.line_of(anchor[leader]) for anchor in around)
    share = (leading.line_of(start) - first) / max(last - first, 1)
    first, last = (following.line_of(anchor[1 - leader]) for anchor in around)
    return first + round(share * (last - first))
