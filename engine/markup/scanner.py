"""Scan a line of text for parts that are not translated, as a lossless tree.

The nodes joined are the text again, character for character. Markdown follows CommonMark's rules of
emphasis and brackets with own code, since the libraries at hand tell what a piece means but not
where it stood; what is misread keeps its characters all the same.
"""

import html
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.markup.nodes import Atom, Break, Glue, Node, Nodes, Pair, Text, source_of, with_breaks

Grammar = Literal["plain", "subtitle", "markdown"]


def scan(
    text: str,
    grammar: Grammar,
    *,
    references: Collection[str] = (),
    breaks: Sequence[str] = (),
) -> Nodes:
    r"""Read the marks in a text.

    Args:
        text: A line; or a paragraph, where each "\n" stands for one of `breaks`.
        grammar: What counts as a mark.
        references: The names, as `reference_name` gives them, that links of the document have.
        breaks: What is written at each end of a line, in order.
    """
    nodes = _Scanner(text, grammar, references).nodes()
    return tuple(with_breaks(nodes, iter(breaks))) if breaks else nodes


def reference_name(label: str) -> str:
    """Return a label as labels of links are compared: in one case, with single blanks."""
    return " ".join(label.split()).lower().upper()


# --- patterns of the marks ---

_PLAIN = r"""
    (?P<address>
        (?:https?://|ftp://|file://|(?<![^\W_])(?:mailto:|www\.))
        (?:\([^\s()<>|]*\) | [^\s()<>|\[\]{}"“”„«»`\\])*
        (?:\([^\s()<>|]*\) | [^\s()<>|\[\]{}"“”„«»`\\.,;:!?'’*_~])
      | (?<![\w.+-]) [\w.+-]{1,64} @ [\w-]{1,64} (?:\.[\w-]{1,64}){1,9}
    )
  | (?P<placeholder>
        \$?\{\{ [^{}\n]* \}\}
      | [$#]?\{ [\w.:!<>=,\[\]-]* \}
      | \$\( [\w.]+ \)
      | \$[A-Za-z_]\w*
      | (?<![\w%]) %
        (?: \(\w+\) [-#0+]* [\d.]* [A-Za-z]
          | \d{1,2}\$ [-#0+]* [\d.]* [A-Za-z@]
          | [-#0+]*+ \d* (?:\.\d+)? (?:ll?|h)? [sdifuxXeEgGcnr@]
          | L?\d{1,2} )
        (?![\w%])
      | (?<![\w:]) : (?=[0-9_+-]*[a-z]) [a-z0-9_+-]+ : (?![\w:])
    )
  | (?P<handle> (?<![\w@\#&/]) [@\#] \w+ )
  | (?P<emoji>
        [\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]
        [\u200d\u20e3\ufe0e\ufe0f\u2600-\u27bf\U0001f000-\U0001faff\U000e0020-\U000e007f]*
    )
"""
_SUBTITLE = (
    r"""
    (?P<override> \{[\\¶] [^{}\n]* \} )
  | (?P<line> \\[Nnh] | <br\s*/?> )
  | (?P<music> [♪♫♩♬]+ )
  | (?P<tag> </?[A-Za-z][^<>]*> )
  |"""
    + _PLAIN
)
_MARKDOWN = (
    r"""
    (?P<escape> \\[!-/:-@\[-`{-~] )
  | (?P<ticks> `+ )
  | (?P<autolink> <(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]{1,64}@[^\s<>]+)> )
  | (?P<break> <br\s*/?> )
  | (?P<comment> <!-- )
  | (?P<tag> </?[A-Za-z][^<>]*> )
  | (?P<footnote> \[\^[^\]\s]+\] )
  | (?P<bracket> !?\[ )
  | (?P<bracket_end> \] )
  | (?P<entity> &(?:\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]\w{1,31}); )
  |"""
    + _PLAIN
    + r"""
  | (?P<delimiter> \*+ | _+ | ~~ )
"""
)
_MARKS = {
    "plain": re.compile(_PLAIN, re.VERBOSE),
    "subtitle": re.compile(_SUBTITLE, re.VERBOSE),
    "markdown": re.compile(_MARKDOWN, re.VERBOSE),
}
_DESTINATION = re.compile(
    r"""\( \s*
        (?: <[^<>\n]*> | (?: \\. | [^\s()\\<] | \((?:\\.|[^\s()\\])*\) )* )
        (?: \s+ (?: "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | \([^()]*\) ) )?
    \s* \)""",
    re.VERBOSE,
)
_LABEL = re.compile(r"\[([^\[\]]*)\]")
_TAG_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9:-]*)")
_KEPT_TAGS = frozenset(
    ["code", "kbd", "samp", "var", "tt", "pre", "script", "style", "svg", "math"]
)
_VOID_TAGS = {"img", "hr", "wbr", "input", "link", "meta", "source"}
_GLUE: dict[str | None, Glue] = {
    "override": "word",
    "comment": "word",
    "line": "none",
    "music": "none",
    "emoji": "none",
}
"""Of marks that do not take the letters they touch."""
_DEEPEST = 12
"""Marks that are open at once; what was opened earlier stays as it is."""
_DEEPEST_BRACKETS = 4
_LONGEST_RUN = 4
"""Of * _ or ~ that make emphasis."""


@dataclass(slots=True)
class _Delimiter:
    """A run of * _ or ~~ that may open or close emphasis."""

    text: str
    opens: bool
    closes: bool
    length: int


@dataclass(slots=True)
class _Tag:
    """An HTML tag."""

    text: str
    name: str
    closes: bool


@dataclass(slots=True)
class _Bracket:
    """A [ or ![ that may begin a link or picture."""

    text: str
    end: int
    is_active: bool = True


_Entry = Node | _Delimiter | _Tag | _Bracket


class _Scanner:
    """Reads one text from left to right; brackets and marks wait for what closes them."""

    def __init__(self, text: str, grammar: Grammar, references: Collection[str]) -> None:
        self.text = text
        self.marks = _MARKS[grammar]
        self.references = references
        self.entries: list[_Entry] = []
        self.brackets: list[int] = []
        self.done = 0
        self.ticks: dict[int, list[int]] | None = None
        self.has_comment_end = True

    def nodes(self) -> Nodes:
        """Read the whole text."""
        at = 0
        while mark := self.marks.search(self.text, at):
            at = self._read(mark)
        self._add_text(len(self.text))
        return _resolved(self.entries)

    def _read(self, mark: re.Match[str]) -> int:
        """Read a mark and return where reading continues."""
        start, end, found = mark.start(), mark.end(), mark.group()
        match mark.lastgroup:
            case "ticks":
                end = self._code_end(start, end)
                if end == mark.end():
                    return end
            case "comment":
                end = self._comment_end(start)
                if end < 0:
                    return mark.end()
            case "break":
                self._add(start, end, Break(found))
                return end
            case "tag":
                name = _TAG_NAME.match(found)
                self._add(start, end, _Tag(found, name[1].lower() if name else "", found[1] == "/"))
                return end
            case "delimiter":
                self._add(start, end, self._delimiter(start, end))
                return end
            case "bracket":
                self._add(start, end, _Bracket(found, end))
                self.brackets.append(len(self.entries) - 1)
                del self.brackets[:-_DEEPEST_BRACKETS]
                return end
            case "bracket_end":
                return self._close_bracket(start)
            case _:
                pass
        kept = self.text[start:end]
        clings = mark.lastgroup == "footnote" and start > 0 and not self.text[start - 1].isspace()
        self._add(start, end, Atom((kept,), clings, _glue_of(mark)))
        return end

    def _add(self, start: int, end: int, entry: _Entry) -> None:
        self._add_text(start)
        self.entries.append(entry)
        self.done = end

    def _add_text(self, end: int) -> None:
        if self.done < end:
            self.entries.append(Text(self.text[self.done : end]))
        self.done = max(self.done, end)

    def _code_end(self, start: int, end: int) -> int:
        """Return where the code ends that ticks begin; `end` if nothing closes it."""
        if self.ticks is None:
            self.ticks = {}
            for run in re.finditer("`+", self.text):
                self.ticks.setdefault(run.end() - run.start(), []).append(run.start())
            for places in self.ticks.values():
                places.reverse()
        places = self.ticks.get(end - start, [])
        while places and places[-1] < end:
            places.pop()
        return places[-1] + end - start if places else end

    def _comment_end(self, start: int) -> int:
        """Return where a comment ends, or -1."""
        if not self.has_comment_end:
            return -1
        end = self.text.find("-->", start)
        self.has_comment_end = end >= 0
        return end + 3 if end >= 0 else -1

    def _delimiter(self, start: int, end: int) -> _Delimiter:
        """Judge a run by its neighbours, as CommonMark does (6.2)."""
        before = self.text[start - 1 : start] or " "
        after = self.text[end : end + 1] or " "
        is_left = not after.isspace() and (_is_word(after) or not _is_word(before))
        is_right = not before.isspace() and (_is_word(before) or not _is_word(after))
        opens, closes = is_left, is_right
        if self.text[start] == "_":
            opens = is_left and (not is_right or not (_is_word(before) or before.isspace()))
            closes = is_right and (not is_left or not (_is_word(after) or after.isspace()))
        is_short = end - start <= _LONGEST_RUN
        return _Delimiter(
            self.text[start:end], opens and is_short, closes and is_short, end - start
        )

    def _close_bracket(self, start: int) -> int:
        """Make a link or picture of what a bracket has opened, if it is one."""
        end = start + 1
        if not self.brackets:
            return end
        index = self.brackets.pop()
        bracket = self.entries[index]
        if not isinstance(bracket, _Bracket) or not bracket.is_active:
            return end
        target = self._target(bracket, start)
        if target is None:
            return end
        closing, renamed = target
        self._add_text(start)
        children = _resolved(self.entries[index + 1 :])
        del self.entries[index:]
        self.done = end = start + len(closing)
        if bracket.text == "![":
            # A caption that is the name of its picture stays.
            caption = source_of(children) if renamed else children
            self.entries.append(Atom((bracket.text, caption, closing)))
            return end
        self.entries.append(Pair(bracket.text, children, closing, renamed))
        for outer in self.brackets:  # a link holds no links
            entry = self.entries[outer]
            if isinstance(entry, _Bracket) and entry.text == "[":
                entry.is_active = False
        return end

    def _target(self, bracket: _Bracket, start: int) -> tuple[str, str | None] | None:
        """Return what closes a link from its ] on, and what closes it if its text changes."""
        there = _DESTINATION.match(self.text, start + 1)
        if there is not None:
            return "]" + there.group(), None
        label = _LABEL.match(self.text, start + 1)
        if label is not None and label[1] and reference_name(label[1]) in self.references:
            return "]" + label.group(), None
        name = self.text[bracket.end : start]
        if len(name) < 1000 and reference_name(name) in self.references:
            is_collapsed = label is not None and not label[1]
            return "][]" if is_collapsed else "]", f"][{name}]"
        return None


def _glue_of(mark: re.Match[str]) -> Glue:
    match mark.lastgroup:
        case "escape":  # brackets would be parted from what they hold
            return "letters" if mark.group()[1] in "()[]{}<>" else "word"
        case "entity":
            meant = html.unescape(mark.group())
            if any(map(str.isalnum, meant)):
                return "letters"
            is_between = meant.isspace() or meant == "…" or unicodedata.category(meant[0]) == "Pd"
            return "none" if is_between else "word"
        case kind:
            return _GLUE.get(kind, "letters")


def _is_word(character: str) -> bool:
    return character.isalnum() or (ord(character) > 127 and not character.isspace())


def _resolved(entries: Sequence[_Entry]) -> Nodes:
    """Close what can be closed; the rest is text, or a tag that stands alone."""
    flow: list[_Entry] = []
    waiting: list[int] = []
    for entry in entries:
        flow.append(entry)
        if isinstance(entry, _Tag):
            if not entry.closes and entry.name not in _VOID_TAGS:
                waiting.append(len(flow) - 1)
            elif (opener := _opening_tag(flow, waiting, entry)) is not None:
                _close_tag(flow, opener)
        elif isinstance(entry, _Delimiter):
            _close_emphasis(flow, waiting)
            last = flow[-1]
            if isinstance(last, _Delimiter) and last.opens:
                waiting.append(len(flow) - 1)
        del waiting[:-_DEEPEST]
    return tuple(_joined(flow))


def _opening_tag(flow: list[_Entry], waiting: list[int], tag: _Tag) -> int | None:
    for depth in range(len(waiting) - 1, -1, -1):
        opener = flow[waiting[depth]]
        if isinstance(opener, _Tag) and opener.name == tag.name:
            index = waiting[depth]
            del waiting[depth:]
            return index
    return None


def _close_tag(flow: list[_Entry], opener: int) -> None:
    first, last = flow[opener], flow[-1]
    assert isinstance(first, _Tag)
    assert isinstance(last, _Tag)
    children = tuple(_joined(flow[opener + 1 : -1]))
    pair = Pair(first.text, children, last.text)
    flow[opener:] = [Atom((source_of((pair,)),)) if first.name in _KEPT_TAGS else pair]


def _close_emphasis(flow: list[_Entry], waiting: list[int]) -> None:
    """Close emphasis with the delimiter that came last, as often as it can."""
    while True:
        closer = flow[-1]
        if not (isinstance(closer, _Delimiter) and closer.closes):
            return
        depth = _opening_delimiter(flow, waiting, closer)
        if depth is None:
            return
        index = waiting[depth]
        opener = flow[index]
        assert isinstance(opener, _Delimiter)
        width = 2 if min(len(opener.text), len(closer.text)) >= 2 else 1
        pair = Pair(opener.text[-width:], tuple(_joined(flow[index + 1 : -1])), closer.text[:width])
        opener.text, closer.text = opener.text[:-width], closer.text[width:]
        del waiting[depth if not opener.text else depth + 1 :]
        flow[index + bool(opener.text) :] = [pair, *([closer] if closer.text else [])]


def _opening_delimiter(flow: list[_Entry], waiting: list[int], closer: _Delimiter) -> int | None:
    for depth in range(len(waiting) - 1, -1, -1):
        opener = flow[waiting[depth]]
        if not isinstance(opener, _Delimiter) or opener.text[0] != closer.text[0]:
            continue
        # A run that could do both does not fit to one that makes a multiple of three with it.
        is_odd = (opener.closes or closer.opens) and (opener.length + closer.length) % 3 == 0
        if not is_odd or (opener.length % 3 == 0 and closer.length % 3 == 0):
            return depth
    return None


def _joined(entries: Sequence[_Entry]) -> Iterator[Node]:
    """The entries as nodes, with what was never closed as text."""
    waiting = ""
    for entry in entries:
        match entry:
            case Text() | _Delimiter() | _Bracket():
                waiting += entry.text
                continue
            case _Tag():
                node: Node = Atom((entry.text,), glue="word")
            case _:
                node = entry
        if waiting:
            yield Text(waiting)
            waiting = ""
        yield node
    if waiting:
        yield Text(waiting)
