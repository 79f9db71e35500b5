"""From what the model wrote to the translation that is shown: what was carried is put back.

Carried items go where the alignment says, unknown words are those of the source, a number that the
model got wrong or copied with foreign points is set right where no other can be meant, quotation
marks become those of the language, and what was shouted is shouted again. The tokens and words of
the model keep their places in what is shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.markup.reinsertion import TranslatedSentence, insertions
from engine.pipeline.rewriting.carried_items import Carried
from engine.pipeline.rewriting.preprocess import Reading
from engine.text.quantities import currency, degrees
from engine.text.quantities.comparison import Comparison
from engine.text.quantities.number_format import in_manner_of, is_name, wrong_marks
from engine.text.quantities.numbers import Number
from engine.text.spans import overlaps
from engine.text.text_edits import Edit, Rewriting
from engine.tokenizers.encoding import Decoded, find_words, in_one_line
from engine.translation import AlignedWords, Span, Word


@dataclass(frozen=True, slots=True)
class Written:
    """A translation as it is shown; spans of the model's tokens and words are places in it."""

    text: str
    token_spans: tuple[Span, ...]
    words: tuple[Span, ...]
    model_words: tuple[int, ...]
    """For each word of `words` which of the model's it is, or -1."""
    links: tuple[AlignedWords, ...]
    corrections: tuple[str, ...] = ()
    """Which numbers were set right, each once: "77 → 27"."""


def is_plain(reading: Reading, comparison: Comparison, unknown: Sequence[Span]) -> bool:
    """Return whether a translation is shown as the model wrote it: then it needs no links.

    Args:
        reading: Of the source.
        comparison: The quantities of both sides.
        unknown: Where an <unk> is shown in it.
    """
    return not (
        reading.carried
        or any(reading.manner)
        or reading.is_kept
        or unknown
        or comparison.missing
        or wrong_marks(comparison.source, comparison.target, comparison.languages)
    )


def unchanged(decoded: Decoded, links: Sequence[AlignedWords]) -> Written:
    """Return a translation that is shown as the model wrote it.

    Args:
        decoded: What the model wrote.
        links: Between the words of what it wrote and those of the source, if they are known.
    """
    words = find_words(decoded.text, decoded.spans)
    return Written(decoded.text, decoded.spans, words, tuple(range(len(words))), tuple(links))


def postprocess(
    reading: Reading,
    decoded: Decoded,
    comparison: Comparison,
    unknown: Sequence[Span],
    links: Sequence[AlignedWords],
    typography: Sequence[Edit] = (),
) -> Written:
    """Return a translation as it is shown, with all that is to be put right in it.

    Args:
        reading: Of the source.
        decoded: What the model wrote.
        comparison: The quantities of both sides.
        unknown: Where an <unk> is shown in what it wrote.
        links: Between the words of what it wrote and those of the source.
        typography: How its language writes marks and blanks of it.
    """
    if not reading.is_kept:
        return _Writer(reading, decoded, comparison, unknown, links, typography).written()
    text = in_one_line(reading.kept)
    kept = find_words(text, reading.encoding.spans)
    same = [(word, word) for word in range(len(kept))] if kept == reading.encoding.words else []
    return Written(
        text,
        ((0, 0),) * len(decoded.spans),
        kept,
        (-1,) * len(kept),
        tuple(AlignedWords(target, source, 1.0) for target, source in same),
    )


class _Writer:
    """Collects the edits of one target."""

    def __init__(
        self,
        reading: Reading,
        decoded: Decoded,
        comparison: Comparison,
        unknown: Sequence[Span],
        links: Sequence[AlignedWords],
        typography: Sequence[Edit],
    ) -> None:
        self.typography = typography
        self.reading = reading
        self.decoded = decoded
        self.comparison = comparison
        self.languages = comparison.languages
        self.unknown = unknown
        self.words = find_words(decoded.text, decoded.spans)
        self.links = links
        self.edits: list[Edit] = []
        self.corrections: list[str] = []

    def written(self) -> Written:
        """Make all edits."""
        self._name_unknown()
        self._correct_number()
        self._correct_manner()
        self._restore_currency()
        self._restore_degrees()
        done = [(edit.start, edit.end) for edit in self.edits]
        self.edits += [
            edit for edit in self.typography if not overlaps((edit.start, edit.end), done)
        ]
        ranges = self._reinsert()
        if self.reading.manner.is_shouted:
            self._shout()
        rewriting = Rewriting(self.decoded.text, self.edits)
        text = rewriting.text
        token_spans = tuple(rewriting.span(*span) for span in self.decoded.spans)
        words = find_words(text, token_spans)
        of_model: list[list[int]] = [
            list(_touched(words, rewriting.span(*word))) for word in self.words
        ]
        model_words = [-1] * len(words)
        weights: dict[tuple[int, int], float] = {}
        for index, shown in enumerate(of_model):
            for word in shown:
                model_words[word] = max(model_words[word], index)
        for link in self.links:
            for word in of_model[link.target]:
                pair = word, link.source
                weights[pair] = max(link.weight, weights.get(pair, 0.0))
        inserted = [
            start
            for edit, start in zip(rewriting.edits, rewriting.starts, strict=True)
            if edit.start == edit.end
        ]
        for (carried, before), start in zip(ranges, inserted, strict=True):
            first = start + before
            shown = list(_touched(words, (first, first + len(carried.text))))
            held = list(_touched(self.reading.encoding.words, (carried.start, carried.end)))
            pairs = (
                zip(shown, held, strict=True)
                if len(shown) == len(held)
                else ((word, other) for word in shown for other in held)
            )
            weights.update(dict.fromkeys(pairs, 1.0))
        return Written(
            text,
            token_spans,
            words,
            tuple(model_words),
            tuple(AlignedWords(*pair, weight) for pair, weight in sorted(weights.items())),
            tuple(dict.fromkeys(self.corrections)),
        )

    def _name_unknown(self) -> None:
        """Write for each <unk> of the target the source word it is most linked with."""
        source_words = self.reading.encoding.words
        in_order = sorted(self.reading.unknown)
        for number, (start, end) in enumerate(self.unknown):
            linked = [
                (link.source in self.reading.unknown, link.weight, -link.source)
                for link in self.links
                if self.words[link.target][0] < end and self.words[link.target][1] > start
            ]
            if linked:
                word = -max(linked)[2]
            elif number < len(in_order):
                word = in_order[number]
            else:
                continue
            self.edits.append(Edit(start, end, self.reading.source[slice(*source_words[word])]))

    def _correct_number(self) -> None:
        """Set a number right that is the only one of both sides, and linked with the other."""
        languages = self.languages
        wrong = self.comparison.wrong_number
        if not wrong:
            return
        source, target = wrong
        looked_at = [
            (link.weight, link.source)
            for link in self.links
            for start, end in [self.words[link.target]]
            if overlaps((start, end), [(target.start, target.end)])
        ]
        if not looked_at:
            return
        start, end = self.reading.plain_words[max(looked_at)[1]]
        if overlaps((start, end), [(source.start, source.end)]):
            is_kept = is_name(source, self.reading.plain, languages)
            self._correct(target, source.text if is_kept else in_manner_of(source.text, *languages))

    def _correct_manner(self) -> None:
        """Set the points and commas of numbers right."""
        for number, right in wrong_marks(self.reading.plain, self.decoded.text, self.languages):
            self._correct(number, right)

    def _correct(self, number: Number, right: str) -> None:
        self.edits.append(Edit(number.start, number.end, right))
        self.corrections.append(f"{number.text} → {right}")

    def _restore_currency(self) -> None:
        """Write sums in the currency of the source; corrected numbers are in them."""
        if not self.reading.manner.money:
            return
        corrected = {(edit.start, edit.end): edit.text for edit in self.edits}
        sums = list(
            currency.put_back(
                self.reading.manner.money,
                self.reading.plain,
                self.decoded.text,
                corrected,
                self.languages,
            )
        )
        self.edits = [
            edit
            for edit in self.edits
            if not overlaps((edit.start, edit.end), [(one.start, one.end) for one in sums])
        ]
        self.edits += sums

    def _restore_degrees(self) -> None:
        """Write temperatures with the sign of the source."""
        if self.reading.manner.degrees:
            target = self.decoded.text
            self.edits += degrees.put_back(self.reading.manner.degrees, target, self.languages)

    def _reinsert(self) -> list[tuple[Carried, int]]:
        """Insert what was carried; gives it in that order, and how many blanks stand before it."""
        if not self.reading.carried:
            return []
        sentence = TranslatedSentence(
            self.reading.plain,
            self.decoded.text,
            _words_at(self.reading.plain, self.reading.plain_words),
            _words_at(self.decoded.text, self.words),
            tuple(self.links),
        )
        of_item = {id(carried.item): carried for carried in self.reading.carried}
        placed = insertions(
            [carried.item for carried in self.reading.carried],
            sentence,
            [(edit.start, edit.end) for edit in self.edits],
        )
        self.edits += [
            Edit(one.at, one.at, in_one_line(one.before + one.text + one.after)) for one in placed
        ]
        return [(of_item[id(one.item)], len(one.before)) for one in placed]

    def _shout(self) -> None:
        text = self.decoded.text
        edited = {place for edit in self.edits for place in range(edit.start, edit.end)}
        self.edits += [
            Edit(place, place + 1, character.upper())
            for place, character in enumerate(text)
            if character != character.upper() and place not in edited
        ]


def _words_at(text: str, spans: Sequence[Span]) -> tuple[Word, ...]:
    return tuple(Word(text[start:end], start, end) for start, end in spans)


def _touched(words: Sequence[Span], span: Span) -> Iterator[int]:
    """The words that share a character with a range."""
    for index, (start, end) in enumerate(words):
        if start < span[1] and end > span[0]:
            yield index
