"""What the model gets to read of a sentence.

What it can hardly read is carried past it, marks that it does not know are written plainly, a
strange currency is read as dollars, the sign of degrees as a word, and a sentence all in capitals
in small letters where the model has larger pieces for those. Terms of the glossary become hints
beside their words, if the model reads hints; so does what the dictionary says of nouns that it
hardly knows, where a search needs that. Ids and words keep their places in the sentence as typed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from engine.glossary.glossary import TermMatch
from engine.pipeline.rewriting.capitals import lower_case_edits
from engine.pipeline.rewriting.carried_items import Carried, carried_items, in_text, strange_places
from engine.pipeline.rewriting.plain_text import plain_edits
from engine.pipeline.rewriting.rare_nouns import LookUp, rare_nouns
from engine.pipeline.rewriting.vocabulary_coverage import is_familiar, strangeness, unknown_spans
from engine.text.names.kept_names import KeptName, kept_names
from engine.text.names.proper_names import Evidence
from engine.text.quantities.currency import DOLLAR, read_as_dollars
from engine.text.quantities.degrees import read_as_degrees
from engine.text.segmenter import is_long_word
from engine.text.spans import overlaps
from engine.text.text_edits import Edit, Rewriting
from engine.tokenizers.encoding import Encoding, assign_words
from engine.tokenizers.hints import Hint, reads_hints, with_hints
from engine.tokenizers.tokenizer import Tokenizer
from engine.translation import Misspelling, Span

_READ_OF_LONG_WORD = 8
"""Characters: a model has room for them, whatever it cuts them into."""


class Manner(NamedTuple):
    """What the model reads otherwise than it was typed, all over the sentence."""

    is_shouted: bool = False
    """Whether it is all in capitals, but read in small letters."""
    money: str = ""
    """The sign that is read as a dollar's, if one is."""
    degrees: str = ""
    """The sign of temperatures that is read as a word, if one is."""


class Terms(NamedTuple):
    """Terms of the glossary, by the way that they take."""

    required: tuple[TermMatch, ...] = ()
    """Those that the search must hold to."""
    hinted: tuple[TermMatch, ...] = ()
    """Those that the model reads as hints, and may inflect."""
    carried: tuple[TermMatch, ...] = ()
    """Those that are carried past the model, as what stands for them."""

    @property
    def all(self) -> tuple[TermMatch, ...]:
        """All of them."""
        return (*self.required, *self.hinted, *self.carried)


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
    """Its places are those of the plain text."""
    unknown: frozenset[int]
    """The words that the model cannot know: they are carried, or <unk>."""
    is_kept: bool
    """Whether nothing is left to translate: then it stays as it is, and is read as it is."""
    manner: Manner = field(default_factory=Manner)
    terms: Terms = field(default_factory=Terms)
    rare: tuple[Hint, ...] = ()
    """Nouns that the model hardly knows, with all that the dictionary says of them, best first."""
    looked_up: tuple[Hint, ...] = ()
    """Those that the model reads with the best of that beside them."""
    names: tuple[KeptName, ...] = ()
    """Names and codes that should be in the translation as they are."""
    misspellings: tuple[Misspelling, ...] = ()
    """Words that neither the model nor the dictionary knows, but one that is much like them."""
    language: str = ""
    """The language that it is surely in, where the model reads another."""

    @property
    def certain_names(self) -> tuple[TermMatch, ...]:
        """Those that are names beyond doubt."""
        return tuple(name.term for name in self.names if name.evidence is Evidence.CERTAIN)

    def cased(self, text: str) -> str:
        """Return the text in capitals if the sentence was shouted."""
        return text.upper() if self.manner.is_shouted else text

    def with_hints_for(self, nouns: Iterable[Hint], tokenizer: Tokenizer) -> Self:
        """Return the sentence with hints from the dictionary, if the model reads hints.

        One word is given of each noun: to choose among several takes a model that knows the noun.

        Args:
            nouns: Some of `rare`.
            tokenizer: Of the source language.
        """
        if not reads_hints(tokenizer):
            return self
        hints = tuple(Hint(one.start, one.end, one.words[:1]) for one in nouns)
        encoding = with_hints(self.encoding, hints, tokenizer)
        return replace(self, encoding=encoding, looked_up=hints)

    @property
    def kept(self) -> str:
        """The sentence as it stays where nothing is left to translate."""
        edits = (Edit(one.start, one.end, one.text) for one in self.carried)
        return Rewriting(self.source, edits).text


def preprocess_verbatim(source: str, tokenizer: Tokenizer) -> Reading:
    """Return a sentence to be read as it stands."""
    encoding = tokenizer.encode(source)
    unread = unknown_spans(encoding, tokenizer)
    return Reading(
        source,
        source,
        encoding,
        encoding.words,
        (),
        frozenset(assign_words(unread, encoding.words)),
        is_kept=False,
    )


def preprocess(
    source: str,
    tokenizer: Tokenizer,
    language: str,
    terms: Sequence[TermMatch] = (),
    is_writable: Callable[[str], bool] = bool,
    target_language: str = "",
    look_up: LookUp = lambda *_: (),
) -> Reading:
    """Return what the model reads of a sentence.

    Args:
        source: The sentence.
        tokenizer: Of the source language.
        language: A code such as "en".
        terms: Those of the glossary that stand in it.
        is_writable: Whether the model can write a form.
        target_language: A code, if it is known.
        look_up: The dictionary, if there is one.
    """
    if is_long_word(source):
        return _copied(source, tokenizer)
    whole = tokenizer.encode(source)
    rewritten = list(plain_edits(source, whole, tokenizer))
    money = read_as_dollars(source, lambda sign: is_familiar(sign, tokenizer))
    if money:
        places = [place for place, character in enumerate(source) if character == money]
        rewritten += [Edit(place, place + 1, DOLLAR) for place in places]
    degrees, read_degrees = read_as_degrees(
        source, (language, target_language), lambda sign: is_familiar(sign, tokenizer)
    )
    rewritten = [
        edit
        for edit in rewritten
        if not overlaps((edit.start, edit.end), [(one.start, one.end) for one in read_degrees])
    ] + read_degrees
    changed = {place for edit in rewritten for place in range(edit.start, edit.end)}
    strange = [
        place
        for place in strange_places(source, whole, tokenizer, language)
        if place not in changed
    ]
    past_model = {
        term
        for term in in_text(source, terms)
        if any(term.start <= place < term.end for place in strange)
        or not any(map(is_writable, term.forms))
    }
    names = [
        name
        for name in kept_names(source, language)
        if not any(term.start < name.term.end and name.term.start < term.end for term in terms)
    ]
    past_model.update(
        code
        for code in in_text(source, [n.term for n in names if n.evidence is Evidence.CERTAIN])
        if not is_writable(code.text)
        and not any(code.start <= place < code.end for place in strange)
    )
    items = carried_items(source, strange, whole.words, language, past_model)
    taken = [carried.taken for carried in items]
    edits = [Edit(start, end, "") for start, end in taken]
    edits += [Edit(one.end, one.end, " ") for one in items if one.item.parts_words]
    edits += [edit for edit in rewritten if not overlaps((edit.start, edit.end), taken)]
    rewriting = Rewriting(source, edits)
    encoding = tokenizer.encode(rewriting.text) if edits else whole
    is_shouted = False
    if small_letters := lower_case_edits(source, edits, language):
        quiet = Rewriting(source, small_letters)
        quiet_encoding = tokenizer.encode(quiet.text)
        is_shouted = strangeness(quiet_encoding, tokenizer) < strangeness(encoding, tokenizer)
        if is_shouted:
            rewriting, encoding = quiet, quiet_encoding
    is_kept = not any(map(str.isalpha, rewriting.text))
    if is_kept:
        encoding = whole
    elif rewriting.edits:
        encoding = _in_source(encoding, rewriting, whole.words)
    unread = unknown_spans(encoding, tokenizer)
    unread += [(place, place + 1) for place in strange if source[place].isalpha()]
    required = [term for term in terms if not _is_in(term, items)]
    hinted: list[TermMatch] = []
    rare: tuple[Hint, ...] = ()
    if reads_hints(tokenizer) and not is_kept:
        # What must stay as it is written is no matter of inflection.
        hinted = [term for term in required if not term.entry.is_kept]
        required = [term for term in required if term.entry.is_kept]
        hints = [Hint(term.start, term.end, term.forms[:1]) for term in hinted]
        taken = [(term.start, term.end) for term in (*terms, *(name.term for name in names))]
        taken += [(one.start, one.end) for one in items]
        rare = tuple(rare_nouns(source, encoding, look_up, taken))
        encoding = with_hints(encoding, hints, tokenizer)
    return Reading(
        source,
        rewriting.text,
        encoding,
        tuple(rewriting.span(*word) for word in whole.words),
        tuple(
            replace(one, item=replace(one.item, at=rewriting.span(one.start, one.start)[0]))
            for one in items
        ),
        frozenset(assign_words(unread, whole.words)),
        is_kept,
        Manner(is_shouted, money, degrees),
        Terms(tuple(required), tuple(hinted), tuple(term for term in terms if term in past_model)),
        rare,
        names=() if is_shouted else tuple(name for name in names if not _is_in(name.term, items)),
    )


def _copied(word: str, tokenizer: Tokenizer) -> Reading:
    """Return a word that is too long for any model: it stays, and its beginning is read."""
    encoding = tokenizer.encode(word[:_READ_OF_LONG_WORD])
    nowhere = ((0, 0),) * len(encoding.words)
    return Reading(
        word,
        "",
        encoding,
        nowhere,
        (),
        frozenset(),
        is_kept=True,
    )


def _is_in(term: TermMatch, items: Sequence[Carried]) -> bool:
    return overlaps((term.start, term.end), [(one.start, one.end) for one in items])


def _in_source(encoding: Encoding, rewriting: Rewriting, words: tuple[Span, ...]) -> Encoding:
    """Return the encoding of the plain text with its places in the sentence."""
    back = rewriting.inverse()
    spans = tuple(back.span(*span) for span in encoding.spans)
    return Encoding(encoding.ids, spans, assign_words(spans, words), words)
