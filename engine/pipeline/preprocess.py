"""What the model gets to read of a sentence, and what of the sentence is carried past it.

Addresses, @names, #tags, placeholders, emoji, arrows and what the vocabulary cannot write are taken
out; blanks, curly quotes, and other marks that it does not know, are written plainly; a sentence
all in capitals is read in small letters where the model has larger pieces for those. Ids and words
keep their places in the sentence as it was typed.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.languages.lookup import rules_of
from engine.markup.extraction import Item, Single, extract
from engine.markup.nodes import Atom, Node, Text, source_of
from engine.markup.scanner import scan
from engine.text.currency import DOLLAR, is_money, read_as_dollars
from engine.text.numbers import numbers_in
from engine.text.text_edits import Edit, Rewriting
from engine.tokenizers.encoding import Encoding, Span, assign_words
from engine.tokenizers.tokenizer import Tokenizer

_PLAINER = {
    **dict.fromkeys("‘’‚‛′ʼ`´", ("'",)),
    **dict.fromkeys("“”„‟″«»", ('"', "'")),
    **dict.fromkeys("—―", ("–", "-")),
    **dict.fromkeys("–‐‑‒−", ("-",)),
    "…": ("...", "."),
    **dict.fromkeys("[{", ("(",)),
    **dict.fromkeys("]}", (")",)),
}
"""What may be read for a mark, the best first."""

_CURLY = frozenset("‘’“”")
"""Rare in what models learn from, though their vocabularies have them: always read as straight."""
_LOW = frozenset("„‚")
"""Where one of these stands, the curly ones are as German has them."""
_SIGNS = frozenset("°§")
"""Rare too, and the same in every language; so are those of money."""
_DEGREES = re.compile(r"°[CF](?!\w)")
_MINUS = re.compile(r"(?<!\S)[-−–+±~]\Z")


@dataclass(frozen=True, slots=True)
class Carried:
    """Something that is not translated, and its range in the sentence."""

    item: Single
    """Its place is one of the plain text."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence as the model reads it."""

    source: str
    plain: str
    encoding: Encoding
    """The ids of the plain text; spans and words are places in the sentence."""
    plain_words: tuple[Span, ...]
    """Where each word of the sentence is in the plain text; what was taken out is empty there."""
    carried: tuple[Carried, ...]
    unknown: frozenset[int]
    """The words that the model cannot know: they are carried, or <unk>."""
    is_shouted: bool
    """Whether it is all in capitals, but read in small letters."""
    money: str
    """The sign that is read as a dollar's, if one is."""
    is_kept: bool
    """Whether nothing is left to translate: then it stays as it is, and is read as it is."""

    def cased(self, text: str) -> str:
        """The text in capitals if the sentence was shouted."""
        return text.upper() if self.is_shouted else text


def preprocess_verbatim(source: str, tokenizer: Tokenizer) -> Reading:
    """Return a sentence to be read as it stands."""
    encoding = tokenizer.encode(source)
    unread = _unknown_spans(encoding, tokenizer)
    return Reading(
        source,
        source,
        encoding,
        encoding.words,
        (),
        frozenset(assign_words(unread, encoding.words)),
        is_shouted=False,
        money="",
        is_kept=False,
    )


def preprocess(source: str, tokenizer: Tokenizer, language: str) -> Reading:
    """Return what the model reads of a sentence.

    Args:
        source: The sentence.
        tokenizer: Of the source language.
        language: A code such as "en".
    """
    whole = tokenizer.encode(source)
    plain_edits = list(_plain_edits(source, whole, tokenizer))
    money = read_as_dollars(source, lambda sign: _is_familiar(sign, tokenizer))
    if money:
        places = [place for place, character in enumerate(source) if character == money]
        plain_edits += [Edit(place, place + 1, DOLLAR) for place in places]
    changed = {place for edit in plain_edits for place in range(edit.start, edit.end)}
    strange = [place for place in _strange_places(source, whole, tokenizer) if place not in changed]
    ranges = list(_strange_ranges(source, strange, whole.words))
    nodes = tuple(_with_atoms(source, scan(source, "plain"), ranges))
    items = list(_placed(extract(nodes, language).items))
    taken = [_with_blank(*item) for item in items]
    edits = [Edit(start, end, "") for start, end in taken]
    edits += [Edit(end, end, " ") for item, _, end in items if item.parts_words]
    edits += [
        edit
        for edit in plain_edits
        if not any(edit.start < end and edit.end > start for start, end in taken)
    ]
    rewriting = Rewriting(source, edits)
    encoding = tokenizer.encode(rewriting.text) if edits else whole
    is_shouted = False
    if small_letters := _quiet(source, edits, language):
        quiet = Rewriting(source, small_letters)
        quiet_encoding = tokenizer.encode(quiet.text)
        is_shouted = _strangeness(quiet_encoding, tokenizer) < _strangeness(encoding, tokenizer)
        if is_shouted:
            rewriting, encoding = quiet, quiet_encoding
    is_kept = not any(map(str.isalpha, rewriting.text))
    if is_kept:
        encoding = whole
    elif rewriting.edits:
        encoding = _in_source(encoding, rewriting, whole.words)
    unread = _unknown_spans(encoding, tokenizer)
    unread += [(place, place + 1) for place in strange if source[place].isalpha()]
    return Reading(
        source,
        rewriting.text,
        encoding,
        tuple(rewriting.span(*word) for word in whole.words),
        tuple(
            Carried(replace(item, at=rewriting.span(start, start)[0]), start, end)
            for item, start, end in items
        ),
        frozenset(assign_words(unread, whole.words)),
        is_shouted,
        money,
        is_kept,
    )


def _placed(items: Iterable[Item]) -> Iterator[tuple[Single, int, int]]:
    """The items with their ranges in the text that they were taken out of."""
    bare = source = 0
    for item in items:
        assert isinstance(item, Single)
        source += item.at - bare
        bare = item.at + item.parts_words
        blank = len(item.blank)
        start = source + (blank if item.side == "before" else 0)
        end = start + len(carried_text(item))
        yield item, start, end
        source = max(end, source + blank + end - start)


def carried_text(item: Single) -> str:
    """Return what stands there, without a blank; plain text has nothing in it to be translated."""
    return "".join(part for part in item.parts if isinstance(part, str))


def _with_blank(item: Single, start: int, end: int) -> Span:
    blank = len(item.blank)
    return (start - blank, end) if item.side == "before" else (start, end + blank)


def _in_source(encoding: Encoding, rewriting: Rewriting, words: tuple[Span, ...]) -> Encoding:
    """The encoding of the plain text with its places in the sentence."""
    back = rewriting.inverse()
    spans = tuple(back.span(*span) for span in encoding.spans)
    return Encoding(encoding.ids, spans, assign_words(spans, words), words)


# --- characters that the vocabulary does not have ---


def _unknown_spans(encoding: Encoding, tokenizer: Tokenizer) -> list[Span]:
    """Where an <unk> stands for something."""
    return [
        span
        for token_id, span in zip(encoding.ids, encoding.spans, strict=True)
        if token_id == tokenizer.special.unk
    ]


def _byte_places(encoding: Encoding, tokenizer: Tokenizer) -> Iterator[int]:
    """Where characters stand that are spelled in bytes."""
    done = 0
    for token_id, (start, end) in zip(encoding.ids, encoding.spans, strict=True):
        if tokenizer.is_byte(token_id):
            yield from range(max(start, done), end)
            done = max(done, end)


def _strange_places(source: str, encoding: Encoding, tokenizer: Tokenizer) -> list[int]:
    """Where characters stand that a model can hardly read: bytes, pictures, signs, rare letters."""
    odd = (
        place
        for place, character in enumerate(source)
        if _is_picture(character)
        or _is_rare_letter(character, tokenizer)
        or ((is_money(character) or character in _SIGNS) and not _is_familiar(character, tokenizer))
    )
    return sorted({*_byte_places(encoding, tokenizer), *odd})


def _is_picture(character: str) -> bool:
    """Whether it is an arrow, a box, a star: rare, and the same in every language."""
    if unicodedata.category(character) == "So":
        return character not in "°©®"
    return "\u2190" <= character <= "\u21ff"  # arrows, some of which count as mathematics


def _is_rare_letter(character: str, tokenizer: Tokenizer) -> bool:
    """Whether it is a letter that was seldom seen and is no other with an accent, such as Ł.

    A vocabulary of much text has the letters of many languages, and a model confuses them.
    """
    return (
        character.isalpha()
        and not character.isascii()
        and not unicodedata.decomposition(character)
        and tokenizer.is_alone(character)
    )


def _is_known(text: str, tokenizer: Tokenizer) -> bool:
    ids = tokenizer.encode(text).ids
    return not any(i == tokenizer.special.unk or tokenizer.is_byte(i) for i in ids)


def _is_familiar(sign: str, tokenizer: Tokenizer) -> bool:
    """Whether a sign was seen often: then it is one token even with the space before it."""
    tokens = [len(tokenizer.encode(text).ids) for text in ("a", f"a {sign}")]
    return _is_known(sign, tokenizer) and tokens[1] - tokens[0] == 1


def _plain_edits(text: str, encoding: Encoding, tokenizer: Tokenizer) -> Iterator[Edit]:
    """Write plainly what can be: blanks and curly marks always, others where they are not known."""
    done = set[int]()
    for token_id, span in zip(encoding.ids, encoding.spans, strict=True):
        if token_id == tokenizer.special.unk:
            word = text[slice(*span)]
            plain = "".join(next(iter(_plainer(character)), character) for character in word)
            if plain != word and _is_known(plain, tokenizer):
                yield Edit(*span, plain)
                done.update(range(*span))
    unknown = set(_byte_places(encoding, tokenizer))
    curly = _CURLY if _LOW.isdisjoint(text) else frozenset()
    for place, character in enumerate(text):
        if place in done:
            continue
        if character.isspace():
            if place and text[place - 1].isspace():
                yield Edit(place, place + 1, "")
            elif character != " ":
                yield Edit(place, place + 1, " ")
            continue
        if place not in unknown and character not in curly:
            continue
        for plain in _plainer(character):
            if not plain or _is_known(plain, tokenizer):
                yield Edit(place, place + 1, plain)
                break


def _plainer(character: str) -> Sequence[str]:
    """What may be read for a character, the best first."""
    if unicodedata.category(character) in ("Cc", "Cf", "Mn"):
        return ("",)
    if character.isalpha():
        letters = unicodedata.normalize("NFKD", character)
        bare = "".join(c for c in letters if unicodedata.category(c)[0] == "L")
        return (bare,) if bare not in ("", character) else ()
    if "\uff01" <= character <= "\uff5e":  # the wide forms of ASCII's marks
        return () if character.isdecimal() else (chr(ord(character) - 0xFEE0),)
    return _PLAINER.get(character, ())


def _strange_ranges(text: str, places: Sequence[int], words: Sequence[Span]) -> Iterator[Span]:
    """The words that hold a strange letter or digit; other signs, with the number they touch."""
    numbers = [(number.start, number.end) for number in numbers_in(text)] if places else []
    done = 0
    for place in places:
        if place < done or text[place].isspace():
            continue
        if text[place].isalpha() or text[place].isdecimal():
            start, end = next(word for word in words if word[0] <= place < word[1])
        else:
            touched = [span for span in numbers if span[0] == place + 1 or span[1] == place]
            start = min([place, *(span[0] for span in touched)])
            if minus := _MINUS.search(text[:start]):
                start = minus.start()
            start = max(done, start)
            end = max([place + 1, *(span[1] for span in touched)])
            if unit := _DEGREES.match(text, place):
                end = max(end, unit.end())
        yield start, end
        done = end


def _with_atoms(text: str, nodes: Iterable[Node], ranges: Sequence[Span]) -> Iterator[Node]:
    """The nodes of a text, with these ranges as atoms where they are text."""
    start = 0
    for node in nodes:
        end = start + len(source_of((node,)))
        if isinstance(node, Text):
            done = start
            for first, last in ranges:
                if done <= first < end:
                    if done < first:
                        yield Text(text[done:first])
                    done = min(last, end)
                    strange = text[first:done]
                    is_word = any(c.isalpha() or c.isdecimal() for c in strange)
                    yield Atom((strange,), glue="letters" if is_word else "none")
            if done < end:
                yield Text(text[done:end])
        else:
            yield node
        start = end


# --- capitals ---


def _quiet(source: str, edits: Sequence[Edit], language: str) -> list[Edit]:
    """The edits that also make small letters of a sentence all in capitals; none if it is not."""
    edited = {place for edit in edits for place in range(edit.start, edit.end)}
    kept = [place for place in range(len(source)) if place not in edited]
    capitals = [place for place in kept if source[place] != source[place].lower()]
    small = (source[place] for place in kept)
    if len(capitals) < 2 or any(len(c.upper()) == 1 and c != c.upper() for c in small):  # not ß
        return []
    spared = {capitals[0]}
    for word in rules_of(language).capital_words:
        spared.update(match.start() for match in re.finditer(rf"\b{word}\b", source))
    return [
        *(replace(edit, text=edit.text.lower()) for edit in edits),
        *(Edit(at, at + 1, source[at].lower()) for at in capitals if at not in spared),
    ]


def _strangeness(encoding: Encoding, tokenizer: Tokenizer) -> tuple[int, int]:
    """How little a tokenizer knows of a text: its unknown pieces, and all pieces."""
    ids = encoding.ids
    return sum(i == tokenizer.special.unk or tokenizer.is_byte(i) for i in ids), len(ids)
