"""Extract the sentences to translate from a text with markup, and the place of each mark.

A mark takes its blank along, so that what is left reads as a sentence:

    Open `notes.md` now, **please**.   ->   Open now, please.
                                                |     |    |
                                       " `notes.md`"  **   **

Words that touch an atom go with it ("`x`-axis"), and so do brackets that would be left empty.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.markup.nodes import Atom, Break, Node, Nodes, Pair, Text, source_of
from engine.text.segmenter import Segment, split


@dataclass(frozen=True, slots=True)
class Single:
    """An atom that stood at a place of the bare text, and the blank it took from one side."""

    at: int
    parts: tuple["str | Passage", ...]
    blank: str = ""
    side: Literal["before", "after"] = "before"
    parts_words: bool = False
    """Whether a word, or its mark, and a word touched it: then a blank that no source has is
    behind it."""


@dataclass(frozen=True, slots=True)
class MarkPair:
    """A pair of marks round a range of the bare text, and what it holds."""

    start: int
    end: int
    opening: str
    closing: str
    renamed: str | None
    items: tuple["Item", ...]
    source: str


Item = Single | MarkPair


@dataclass(frozen=True, slots=True)
class Passage:
    r"""A text whose marks were taken out.

    `bare` has "\n" where a line breaks, and `breaks` what is written there.
    """

    source: str
    bare: str
    segments: tuple[Segment, ...]
    items: tuple[Item, ...]
    breaks: tuple[str, ...]

    def sentences(self) -> Iterator[str]:
        """What is to be translated, with the text that marks hold."""
        for segment in self.segments:
            if segment.is_sentence:
                yield segment.text
        yield from _sentences_in(self.items)


PlaceKind = Literal["line", "paragraph", "time"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a document a text stands, as people find it: a number from 1, or a time code."""

    kind: PlaceKind
    value: str

    def __str__(self) -> str:
        return self.value if self.kind == "time" else f"{self.kind} {self.value}"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document with a text to be translated, and what the result is made into.

    A block without a place of its own is found by its number.
    """

    passage: Passage
    finish: Callable[[str], str]
    place: Place | None = None


def extract(nodes: Nodes, language: str) -> Passage:
    """Part a text from its marks.

    Args:
        nodes: What `scan` found.
        language: Of the text; it tells where sentences end.
    """
    builder = _Builder(language)
    items = builder.items(_tidied(nodes))
    bare = "".join(builder.pieces)
    return Passage(
        source_of(nodes), bare, split(bare, language), tuple(items), tuple(builder.breaks)
    )


def _sentences_in(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        match item:
            case Single():
                for part in item.parts:
                    if isinstance(part, Passage):
                        yield from part.sentences()
            case MarkPair():
                yield from _sentences_in(item.items)


# --- nodes that can be taken out one by one ---

_OPENERS = "([{«„“”‘'\"‚‹"
_CLOSERS = {
    "(": ")", "[": "]", "{": "}", "«": "»", "„": "“", "“": "”", "”": "”", "‘": "’", "'": "'",
    '"': '"', "‚": "‘", "‹": "›",
}  # fmt: skip
_FIRST_CLOSERS = ".,;:!?…)]}»”’–—-"
_LONGEST_GLUED = 64
_MOST_PARTS = 256


def _tidied(nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes with inseparable neighbours joined to atoms."""
    found: list[Node] = []
    for node, following in zip(nodes, [*nodes, None][1:], strict=True):
        before = found[-1] if found else None
        tidied = node
        if isinstance(node, Pair):
            tidied = _tidied_pair(node, before, following)
        elif isinstance(node, Atom) and node.glue == "word":
            is_inside = _ends_word(before) and _begins_word(following)
            tidied = replace(node, glue="letters" if is_inside else "none")
        _append(found, tidied)
    return [node for node in found if node != Text("")]


def _tidied_pair(pair: Pair, before: Node | None, after: Node | None) -> Node:
    children = _tidied(pair.children)
    if not any(_has_words(child) for child in children):
        if pair.renamed is not None:
            return Atom((source_of((pair,)),))
        return Atom((pair.opening, *_parts(children), pair.closing))
    first, last = source_of(children[:1])[:1], source_of(children[-1:])[-1:]
    if (_ends_word(before) and _sticks(first)) or (_begins_word(after) and _sticks(last)):
        return Atom((source_of((pair,)),))
    opening, closing = pair.opening, pair.closing
    if isinstance(children[0], Text):
        bare = children[0].text.lstrip(" \t")
        opening += children[0].text[: len(children[0].text) - len(bare)]
        children[0] = Text(bare)
    if isinstance(children[-1], Text):
        bare = children[-1].text.rstrip(" \t")
        closing = children[-1].text[len(bare) :] + closing
        children[-1] = Text(bare)
    kept = tuple(child for child in children if child != Text(""))
    return Pair(opening, kept, closing, pair.renamed)


def _has_words(node: Node) -> bool:
    match node:
        case Text():
            return any(map(str.isalnum, node.text))
        case Pair():
            return True  # one without words has become an atom
        case _:
            return False


def _parts(nodes: Sequence[Node]) -> Iterator[str | Nodes]:
    for node in nodes:
        if isinstance(node, Atom):
            yield from node.parts
        else:
            yield source_of((node,))


def _sticks(character: str) -> bool:
    """Return whether its script separates words by blanks, so that it sticks to its neighbours."""
    return character.isdecimal() or character.lower() != character.upper()


def _ends_word(node: Node | None) -> bool:
    return isinstance(node, Text) and _sticks(node.text[-1:])


def _begins_word(node: Node | None) -> bool:
    return isinstance(node, Text) and _sticks(node.text[:1])


def _first_character(node: Node | None) -> str:
    match node:
        case Text():
            return node.text[:1]
        case Pair():
            return _first_character(node.children[0])
        case _:
            return ""


def _append(found: list[Node], node: Node) -> None:
    """Add a node to those before it; atoms take what touches them and join what is near."""
    last = found[-1] if found else None
    if isinstance(node, Text) and isinstance(last, Atom) and not last.clings:
        taken = _glued_start(node.text) if last.glue == "letters" else 0
        before = found[-2] if len(found) > 1 else None
        if not taken and isinstance(before, Text):
            opener = before.text[-1:]
            if opener and _CLOSERS.get(opener) == node.text[:1]:
                found[-2:] = [Text(before.text[:-1])]
                _append_atom(found, Atom((opener, *last.parts, node.text[:1])))
                _append(found, Text(node.text[1:]))
                return
        if taken:
            found[-1] = Atom((*last.parts, node.text[:taken]))
        found.append(Text(node.text[taken:]))
    elif isinstance(node, Atom) and not node.clings:
        is_glued = node.glue == "letters"
        if isinstance(last, Text) and is_glued and (taken := _glued_end(last.text)):
            start = len(last.text) - taken
            node = Atom((last.text[start:], *node.parts))
            found[-1] = Text(last.text[:start])
        _append_atom(found, node)
    else:
        found.append(node)


def _append_atom(found: list[Node], atom: Atom) -> None:
    """Add an atom, to the one before it if only marks and blanks part them."""
    between = ""
    at = len(found)
    if found and isinstance(last := found[-1], Text):
        between = last.text
        at -= 1
    before = found[at - 1] if at else None
    is_near = isinstance(before, Atom) and not before.clings and len(before.parts) < _MOST_PARTS
    if isinstance(before, Atom) and is_near and not any(map(_parts_atoms, between)):
        joint = (between,) if between else ()
        parts = (*before.parts, *joint, *atom.parts)
        found[at - 1 :] = [Atom(parts, glue=atom.glue)]
    else:
        found.append(atom)


def _parts_atoms(character: str) -> bool:
    return character.isalnum() or character in _OPENERS or character in "\r\n"


def _glued_start(text: str) -> int:
    """Return how many characters at the start of a text belong to an atom before it."""
    if not (_sticks(text[:1]) or (text[:1] in "-’'" and _sticks(text[1:2]))):
        return 0
    count = 1
    while count < min(len(text), _LONGEST_GLUED) and (
        text[count].isalnum() or (text[count] in "_-’'" and _sticks(text[count + 1 : count + 2]))
    ):
        count += 1
    return count


def _glued_end(text: str) -> int:
    """Return how many characters at the end of a text belong to an atom after it."""
    end = len(text)
    if not (_sticks(text[-1:]) or (text[-1:] in "-_" and _sticks(text[-2:-1]))):
        return 0
    start = end - 1
    while start > max(0, end - _LONGEST_GLUED) and (
        text[start - 1].isalnum()
        or (text[start - 1] in "_-’'" and start > 1 and _sticks(text[start - 2]))
    ):
        start -= 1
    return end - start


# --- the bare text ---


@dataclass(slots=True)
class _Builder:
    """Writes the bare text and notes where each mark stood."""

    language: str
    pieces: list[str] = field(default_factory=list)
    breaks: list[str] = field(default_factory=list)
    length: int = 0

    def items(self, nodes: Sequence[Node]) -> list[Item]:
        """Write the nodes and return their marks."""
        found: list[Item] = []
        start = self.length
        waiting: list[Node] = list(reversed(nodes))
        while waiting:
            node = waiting.pop()
            match node:
                case Text():
                    self._write(node.text)
                case Break():
                    self.breaks.append(node.text)
                    self._write("\n")
                case Pair():
                    found.append(self._mark_pair(node))
                case Atom():
                    found.append(self._single(node, waiting, start))
        return found

    def _write(self, text: str) -> None:
        if text:
            self.pieces.append(text)
            self.length += len(text)

    def _mark_pair(self, pair: Pair) -> MarkPair:
        start = self.length
        items = self.items(pair.children)
        return MarkPair(
            start,
            self.length,
            pair.opening,
            pair.closing,
            pair.renamed,
            tuple(items),
            source_of(pair.children),
        )

    def _single(self, atom: Atom, waiting: list[Node], start: int) -> Single:
        """Take an atom out, and the blank that would stand there twice or at an edge."""
        parts = atom.parts
        following = waiting[-1] if waiting else None
        is_first = self._is_first(start) or self._last() in _OPENERS
        if is_first and isinstance(following, Text):
            taken = _closing_marks(following.text)
            if taken:
                parts = (*parts, following.text[:taken])
                waiting[-1] = following = Text(following.text[taken:])
        at = self.length
        touches = _sticks(_first_character(following))
        last = self._last()
        parts_words = touches and not is_first and (_sticks(last) or last in _FIRST_CLOSERS)
        if parts_words:
            self._write(" ")
        blank = ""
        side: Literal["before", "after"] = "before"
        if not is_first and not touches:
            blank = self._blank_before(start)
            at = self.length
        if not blank and isinstance(following, Text) and not atom.clings:
            kept = following.text.lstrip(" \t")
            is_followed = (kept and not kept[0].isspace()) or (
                not kept and len(waiting) > 1 and isinstance(waiting[-2], Pair)
            )
            if is_followed and is_first:
                blank, side = following.text[: len(following.text) - len(kept)], "after"
                waiting[-1] = Text(kept)
        return Single(
            at,
            tuple(
                part if isinstance(part, str) else extract(part, self.language) for part in parts
            ),
            blank,
            side,
            parts_words,
        )

    def _is_first(self, start: int) -> bool:
        """Return whether nothing but blanks stands before, in this line or pair."""
        if self.length == start:
            return True
        end = self.length
        for piece in reversed(self.pieces):
            for character in reversed(piece[max(0, len(piece) - (end - start)) :]):
                if character in "\n\r":
                    return True
                if not character.isspace():
                    return False
            end -= len(piece)
            if end <= start:
                return True
        return True

    def _last(self) -> str:
        return self.pieces[-1][-1:] if self.pieces else ""

    def _blank_before(self, start: int) -> str:
        """Take back the blank that was written last, if a word or mark stands before it."""
        last = self.pieces[-1]
        kept = last.rstrip(" \t")
        blank = last[len(kept) :]
        before = kept[-1:] or (self.pieces[-2][-1:] if len(self.pieces) > 1 else "")
        if not blank or before.isspace() or not before or self.length - len(blank) <= start:
            return ""
        self.pieces.pop()
        self.length -= len(last)
        self._write(kept)
        return blank


def _closing_marks(text: str) -> int:
    """Return how many characters belong to an atom that begins a line: "`x`: is good"."""
    count = 0
    while count < len(text) and text[count] in " \t":
        count += 1
    end = count
    while end < len(text) and text[end] in _FIRST_CLOSERS:
        end += 1
    is_parted = end == len(text) or text[end] in " \t"
    return end if end > count and is_parted else 0
