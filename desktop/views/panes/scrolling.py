"""Scroll the two texts together, sentence by sentence."""

from bisect import bisect_right
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
        if not self._is_enabled or not anchors:
            return
        leading, following = self._editors[self._leader], self._editors[1 - self._leader]
        starts = [anchor[self._leader] for anchor in anchors]
        partners = [anchor[1 - self._leader] for anchor in anchors]
        self._is_following = True
        line = _line_beside(leading, starts, following, partners)
        following.verticalScrollBar().setValue(line)
        self._is_following = False

    def _anchors_now(self) -> list[Anchor]:
        """Return the anchors at their current places, without those of edited sentences."""
        if not self._anchors:
            return []
        source, target = (editor.text_now() for editor in self._editors)
        edit = Edit.between(self._translated, source)
        spans = ((edit.after(start, start), place) for start, place in self._anchors)
        inside = [(span[0], place) for span, place in spans if span is not None]
        return [(0, 0), *inside, (len(source), len(target))]


def _line_beside(
    leading: Editor, starts: Sequence[int], following: Editor, partners: Sequence[int]
) -> int:
    """Return the line of one text that belongs beside the line at the top of the other."""
    start, end = leading.top_line_span()
    index = bisect_right(starts, start - 1)
    if index < len(starts) and starts[index] < max(end, start + 1):
        return following.line_of(partners[index])  # a sentence begins in this line
    before, after = max(index - 1, 0), min(index, len(starts) - 1)
    last, first = leading.line_of(starts[after]), leading.line_of(starts[before])
    share = (leading.line_of(start) - first) / max(last - first, 1)
    last, first = following.line_of(partners[after]), following.line_of(partners[before])
    return first + round(share * (last - first))
