"""Split a text into sentences without losing anything: the joined segments are the text.

Lines are hard borders, and so are the gaps between columns. Line breaks, indents, bullets, the
blanks between sentences, emoji at their edges, bare addresses and whatever has neither letter nor
digit are segments to be copied as they stand.

A stop ends a sentence unless one of its neighbours says otherwise; in doubt nothing is cut, because
two sentences translated as one lose less than one translated as two. A run of letters that is no
word of any language, such as a key or minified code, is a sentence of its own. Why these rules are
ours and not a library's: docs/decisions/0002-sentence-splitting.md.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise

from engine.languages.base import LanguageRules, SentenceRules, words
from engine.languages.lookup import either, rules_of, scripts_of
from engine.languages.scripts import SPACELESS, WITHOUT_STOPS


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the text and where it starts; one that is no sentence is copied as it is."""

    text: str
    start: int
    is_sentence: bool


def split(text: str, language: str, max_characters: int = 400) -> tuple[Segment, ...]:
    """Return the sentences of a text in reading order, and what stands between them.

    Args:
        text: Any text.
        language: A code such as "de" or "en-GB"; it chooses abbreviations and the like.
        max_characters: A longer sentence is cut: where a clause ends, else at a blank, else
            between two characters.

    Returns:
        Segments that joined give `text`. A sentence has a letter or a digit, no white space around
        it and no line break in it; between two others there is at most one that is none. One that
        `is_long_word` may be longer than `max_characters`.

    Raises:
        ValueError: If `max_characters` is below 1.
    """
    if max_characters < 1:
        raise ValueError(f"max_characters must be at least 1, not {max_characters}")
    if not scripts_of(language).isdisjoint(WITHOUT_STOPS):
        max_characters = min(max_characters, _LONGEST_WITHOUT_STOPS)
    segments = []
    done = 0
    for start, end in _sentences(text, rules_of(language), max_characters):
        if done < start:
            segments.append(Segment(text[done:start], done, is_sentence=False))
        segments.append(Segment(text[start:end], start, is_sentence=True))
        done = end
    if done < len(text):
        segments.append(Segment(text[done:], done, is_sentence=False))
    return tuple(segments)


def is_long_word(text: str) -> bool:
    """Return whether a text is one word, but longer than those of languages that write blanks."""
    return _RUN.fullmatch(text) is not None and sum(map(str.isalnum, text)) > LONGEST_WORD


LONGEST_WORD = 200
"""Letters: names of chemicals and jokes apart, no word has so many."""

# A stop with the quotes and brackets that close behind it.
_CLOSERS = "\"'”“’‘»«›‹)]}」』）】》*_"
WIDE_STOPS = "。！？｡．؟۔।॥။។៕።፧᱾꯫"
"""Those that need no blank after them."""
_STOP = re.compile(rf"(?:[.!?…‼⁇⁈⁉]+|[{WIDE_STOPS}]+)[{re.escape(_CLOSERS)}]*")
_SPACELESS = re.compile(f"[{SPACELESS}]")
_RUN = re.compile(
    rf"(?<![^\s{SPACELESS}{WIDE_STOPS}])[^\s{SPACELESS}{WIDE_STOPS}]{{{LONGEST_WORD},}}"
)
_LONGEST_PIECE = 100_000
"""Characters of a long word that are handed on together: a file may hold a picture as text."""
_LONGEST_WITHOUT_STOPS = 150
"""Characters: about two clauses of Thai, which are as often as not two sentences."""
_OPENERS = "\"'„“‚‘«»‹›([{¿¡*_–—-"
_NEXT_WORD = re.compile(rf"[\s{re.escape(_OPENERS)}]*([^\W_]+)")
_ROMAN = re.compile(r"[IVXLCDM]+")
_ORDINAL = re.compile(r"\d{1,3}|\d{1,2}\.\s?\d{1,2}")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_VOWELS = frozenset("aeiouyäöüáéíóúàèìòùâêîôûæœåø")
_NOT_SHORT = words("pm km cm mm kg mg ml kw mph gb mb tv hm")
_LOOK_BACK = 32

_GAP = re.compile(r"\t|[ \u00a0]{4,}")
"""What parts the columns of a table."""
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_AROUND_ADDRESS = _OPENERS + _CLOSERS + ".,;:!?"
_PICTURE = re.compile("[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
# What belongs to the character before it: joiners, variation selectors, skin colours, tags.
_ATTACHED = re.compile("[\u200d\u20e3\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")

_BLANK = re.compile(r"\s")
_COLON_OR_DASH = re.compile(r"[;:](?=\s)|[；：؛]|(?<=\s)[–—](?=\s)")
_COMMA = re.compile(r"[,،](?=\s)|[，、]")
_CUT_LOOK_AHEAD = 16
_CHARACTER = r"[\ud800-\udbff][\udc00-\udfff]|\X"
"""What is seen as one character (UAX 29); halves that Python has not put together stay so too."""


@cache
def _bullets(rules: LanguageRules) -> re.Pattern[str]:
    """Return what stands before the first sentence of a line: bullets, numbers, boxes to tick."""
    months = either(rules.sentences.month_pattern)
    return re.compile(
        rf"""\s*(?:
            >\s*                                # a quoted mail
          | (?: [-*+•◦▪‣·–—]
              | \#{{1,6}}                       # a heading
              | \d{{1,3}}\) | \(?[^\W_]\)
              | \d{{1,3}}\. (?!\s+(?-x:{months}))
              | \[[\ xX]?\]                   # a box to tick
            ) \s+
        )*""",
        re.VERBOSE,
    )


@cache
def _cuts(rules: LanguageRules) -> tuple[re.Pattern[str], ...]:
    """Return where a long sentence is cut, the best kind first."""
    conjunction = re.compile(rf"\s(?={either(rules.sentences.conjunction_pattern)}\s)")
    return _COLON_OR_DASH, _COMMA, conjunction, _BLANK


def _sentences(text: str, rules: LanguageRules, max_characters: int) -> Iterator[tuple[int, int]]:
    """The half-open ranges of the text that are to be translated."""
    bullets, cuts = _bullets(rules), _cuts(rules)
    line_start = 0
    for line in text.splitlines(keepends=True):
        line_end = line_start + len(line.rstrip())
        bullet = bullets.match(text, line_start, line_end)
        start = bullet.end() if bullet else line_start
        long_words = [*_long_words(text, start, line_end, max_characters)]
        gaps = [gap.start() for gap in _GAP.finditer(text, start, line_end)]
        for column_end in sorted({*gaps, *chain.from_iterable(long_words), line_end}):
            if (start, column_end) in long_words:
                yield start, column_end
                start = column_end
            for end in (*_sentence_ends(text, start, column_end, rules), column_end):
                for piece in _short_pieces(text, *_trimmed(text, start, end), max_characters, cuts):
                    if _has_words(text[slice(*piece)]):
                        yield piece
                start = end
        line_start += len(line)


def _long_words(text: str, start: int, end: int, max_characters: int) -> Iterator[tuple[int, int]]:
    """The pieces of all long words in a line; an address is none if it fits into a sentence."""
    for run in _RUN.finditer(text, start, end):
        word = run.group()
        is_address = _ADDRESS.fullmatch(word.strip(_AROUND_ADDRESS)) is not None
        if (is_address and len(word) <= max_characters) or not is_long_word(word):
            continue
        pieces = -(-len(word) // _LONGEST_PIECE)
        borders = [run.start() + len(word) * piece // pieces for piece in range(pieces + 1)]
        yield from pairwise(borders)


def _sentence_ends(text: str, start: int, end: int, rules: LanguageRules) -> Iterator[int]:
    """Where one sentence of a line ends and another follows."""
    line = text[start:end]
    has_capitals = line != line.lower()
    for stop in _STOP.finditer(text, start, end):
        if stop.end() == end:
            return
        behind = text[stop.end()]
        marks = stop.group().rstrip(_CLOSERS)
        is_closed = marks != stop.group()
        if marks[0] in WIDE_STOPS:
            if not (behind.isalnum() and (is_closed or marks == "．")):
                yield stop.end()
            continue
        before = text[max(start, stop.start() - _LOOK_BACK) : stop.start()]
        is_narrow = marks[0] in "!?" and _SPACELESS.match(before[-1:])
        if not (behind.isspace() or _PICTURE.match(behind) or is_narrow):
            continue
        following = _NEXT_WORD.match(text, stop.end(), end)
        word = following.group(1) if following else ""
        if word[:1].islower() and (is_closed or before[-1:].isspace()):
            continue  # "Stop!" she said; a file name with a . before it
        if marks == ".":
            ends = _ends_after_dot(before, word, rules.sentences, has_capitals=has_capitals)
        elif "?" in marks:
            ends = True
        elif "!" in marks:
            ends = not (word[:1].islower() and has_capitals)  # Yahoo! is a name
        else:
            ends = _ends_after_ellipsis(before, word, rules)
        if ends:
            yield stop.end()


def _ends_after_dot(before: str, word: str, rules: SentenceRules, *, has_capitals: bool) -> bool:
    """Return whether a sentence ends between the text `before` a dot and the `word` after it."""
    if not before or before[-1].isspace():
        return True
    is_lower = word[:1].islower()
    tokens = [token.lstrip(_OPENERS) for token in before.split()[-3:]]
    last = tokens[-1]
    # An abbreviation may be written with blanks in it: "z. B.", "i. d. R."
    endings = {"".join(tokens[-count:]).lower() for count in (1, 2, 3)}
    if endings & rules.never_last:
        return False
    can_be_first = not is_lower and word.lower() in rules.first_words
    is_short = endings & rules.maybe_last or last.endswith(rules.short_ends)
    if is_short or _looks_short(last, is_first=len(tokens) == 1):
        return can_be_first
    if rules.has_ordinals and (_ORDINAL.fullmatch(last) or _ROMAN.fullmatch(last)):
        return can_be_first or (is_lower and not has_capitals)
    if word[:1].isdecimal():
        return last.lower() not in rules.before_number
    # Chat is careless with capitals, and abbreviations of languages with tables are known.
    return not (is_lower and has_capitals) or bool(rules.first_words)


def _looks_short(token: str, *, is_first: bool) -> bool:
    """Return whether a token before a dot is an initial or an abbreviation by its looks."""
    if len(token) == 1:
        return token.lower() != token.upper() and (token != "I" or is_first)
    if _INITIALS.fullmatch(token):
        return True
    without_vowels = token.isascii() and token.isalpha() and not _VOWELS & set(token.lower())
    is_usual = token.isupper() or token.lower() in _NOT_SHORT
    return without_vowels and len(token) <= 5 and not is_usual


def _ends_after_ellipsis(before: str, word: str, rules: LanguageRules) -> bool:
    """Return whether a sentence ends at "..."; after a blank, it usually replaces a word."""
    if word[:1].islower():
        return False
    is_omission = before[-1:].isspace()
    is_clear = not (is_omission or rules.has_capital_nouns)
    return is_clear or not word or word.lower() in rules.sentences.first_words


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range without white space, emoji and invisible characters at its edges."""
    while start < end and _is_edge(text[start]):
        start += 1
    stop = end
    while start < stop and _is_edge(text[stop - 1]):
        stop -= 1
    while stop < end and start < stop and _ATTACHED.match(text[stop]):
        stop += 1
    return start, stop


def _is_edge(character: str) -> bool:
    return (
        character.isspace()
        or _ATTACHED.match(character) is not None
        or (_PICTURE.match(character) is not None and not character.isalnum())
        or unicodedata.category(character) in ("Cc", "Cf")
    )


def _has_words(piece: str) -> bool:
    """Return whether there is something to translate: more than marks and addresses."""
    return _LETTER_OR_DIGIT.search(piece) is not None and not all(
        _ADDRESS.fullmatch(token) for token in piece.split()
    )


def _short_pieces(
    text: str, start: int, end: int, limit: int, cuts: Sequence[re.Pattern[str]]
) -> Iterator[tuple[int, int]]:
    """The range in pieces of at most `limit` characters, about equally long."""
    while end - start > limit:
        pieces = -(-(end - start) // limit)
        ideal, latest = start + (end - start) // pieces, min(start + limit, end)
        cut = _best_cut(text, start, ideal, latest, cuts)
        yield _trimmed(text, start, cut)
        start, _ = _trimmed(text, cut, end)
    yield start, end


def _best_cut(
    text: str, start: int, ideal: int, latest: int, cuts: Sequence[re.Pattern[str]]
) -> int:
    """Return the best place after `start` to cut, not after `latest` and near `ideal`."""
    earliest = start + (ideal - start) // 2
    for pattern in cuts:
        first = start if pattern is _BLANK else earliest
        found = [
            match.end()
            for match in pattern.finditer(text, first, latest + _CUT_LOOK_AHEAD)
            if match.end() <= latest
        ]
        if found:
            return min(found, key=lambda cut: abs(cut - ideal))
    import regex  # loaded for text without blanks alone

    ends = (found.end() for found in regex.finditer(_CHARACTER, text, pos=start, endpos=ideal + 1))
    return max((end for end in ends if earliest < end <= ideal), default=ideal)
