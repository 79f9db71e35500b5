"""Items carried past the model: those it can hardly read, and those equal in every language.

Those are addresses, @names, #tags, placeholders, emoji, arrows, rare signs, and words with letters
that the vocabulary cannot write or that were seldom seen. They are taken out of a sentence as marks
are of a document.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.glossary.glossary import TermMatch
from engine.languages.lookup import scripts_of
from engine.languages.scripts import OF_SYLLABLES, script_of
from engine.markup.extraction import Item, Single, extract
from engine.markup.nodes import Atom, Node, Text, source_of
from engine.markup.scanner import scan
from engine.pipeline.rewriting.vocabulary_coverage import byte_places, is_familiar
from engine.text.quantities.currency import DOLLAR, is_money
from engine.text.quantities.numbers import numbers_in
from engine.text.spans import overlaps
from engine.text.text_edits import Edit, Rewriting
from engine.tokenizers.encoding import Encoding
from engine.tokenizers.tokenizer import Tokenizer
from engine.translation import Span

_SIGNS = frozenset("°§")
"""Rare, and the same in every language; so are those of money."""
_DEGREES = re.compile(r"°[CF](?!\w)")
_MINUS = re.compile(r"(?<!\S)[-−–+±~]\Z")


@dataclass(frozen=True, slots=True)
class Carried:
    """Something that is not translated, and its range in the sentence."""

    item: Single
    """Its place is one of the text without such items."""
    start: int
    end: int

    @property
    def text(self) -> str:
        """What is written for it, without its blank."""
        return _text(self.item)

    @property
    def taken(self) -> Span:
        """Its range with the blank that goes with it."""
        blank = len(self.item.blank)
        if self.item.side == "before":
            return self.start - blank, self.end
        return self.start, self.end + blank


def carried_items(
    source: str,
    strange: Sequence[int],
    words: Sequence[Span],
    language: str,
    terms: Collection[TermMatch] = (),
) -> list[Carried]:
    """Return the carried items of a sentence, from left to right.

    Args:
        source: The sentence.
        strange: Where characters stand that the model cannot read; see `strange_places`.
        words: The words of the sentence.
        language: A code such as "en".
        terms: Of the glossary, to be carried as the first form of what stands for them.
    """
    of_terms = [(term.start, term.end) for term in terms]
    ranges = [
        (start, end)
        for start, end in _strange_ranges(source, strange, words)
        if not overlaps((start, end), of_terms)
    ]
    nodes = tuple(_with_atoms(source, scan(source, "plain"), sorted(ranges + of_terms)))
    items = list(_placed(extract(nodes, language).items))
    return [_translated(one, source, terms) for one in items] if terms else items


def _translated(one: Carried, source: str, terms: Iterable[TermMatch]) -> Carried:
    """Return an item with the terms in it translated."""
    edits = [
        Edit(term.start - one.start, term.end - one.start, term.forms[0])
        for term in terms
        if one.start <= term.start and term.end <= one.end
    ]
    rewriting = Rewriting(source[one.start : one.end], edits)
    return replace(one, item=replace(one.item, parts=(rewriting.text,)))


def in_text(source: str, terms: Sequence[TermMatch]) -> tuple[TermMatch, ...]:
    """Return the terms of a sentence that stand in its text, not in an address or the like."""
    others: list[Span] = []
    start = 0
    for node in scan(source, "plain") if terms else ():
        end = start + len(source_of((node,)))
        if not isinstance(node, Text):
            others.append((start, end))
        start = end
    return tuple(term for term in terms if not overlaps((term.start, term.end), others))


def strange_places(
    source: str, encoding: Encoding, tokenizer: Tokenizer, language: str
) -> list[int]:
    """Return where a model can hardly read: bytes, pictures, signs, rare letters."""
    own = scripts_of(language) & OF_SYLLABLES
    odd = (
        place
        for place, character in enumerate(source)
        # Of ASCII, which most of a text is, only the dollar can be.
        if (not character.isascii() or character == DOLLAR)
        and (
            _is_picture(character)
            or _is_rare_letter(character, tokenizer, own)
            or (
                (is_money(character) or character in _SIGNS)
                and not is_familiar(character, tokenizer)
            )
        )
    )
    return sorted({*byte_places(encoding, tokenizer), *odd})


def _is_picture(character: str) -> bool:
    """Return whether it is an arrow, a box, a star: rare, and the same in every language."""
    if unicodedata.category(character) == "So":
        return character not in "°©®"
    return "\u2190" <= character <= "\u21ff"  # arrows, some of which count as mathematics


def _is_rare_letter(character: str, tokenizer: Tokenizer, own: frozenset[str]) -> bool:
    """Return whether it is a letter that was seldom seen and is no other with an accent, such as Ł.

    A vocabulary of much text has the letters of many languages, and a model confuses them.

    Args:
        character: Of the source.
        tokenizer: Of its language.
        own: The scripts of the language in which even frequent characters stand alone.
    """
    return (
        character.isalpha()
        and not character.isascii()
        and not unicodedata.decomposition(character)
        and tokenizer.is_alone(character)
        and script_of(character) not in own
    )


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


def _placed(items: Iterable[Item]) -> Iterator[Carried]:
    """The items with their ranges in the text that they were taken out of."""
    bare = source = 0
    for item in items:
        assert isinstance(item, Single)
        source += item.at - bare
        bare = item.at + item.parts_words
        blank = len(item.blank)
        start = source + (blank if item.side == "before" else 0)
        end = start + len(_text(item))
        yield Carried(item, start, end)
        source = max(end, source + blank + end - start)


def _text(item: Single) -> str:
    """Return what stands there, without a blank; plain text has nothing in it to be translated."""
    return "".join(part for part in item.parts if isinstance(part, str))
