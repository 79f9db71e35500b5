"""Put marks back into a translated passage, guided by the model's word alignment.

Every mark stands once in the result, what opens before what closes, pairs inside pairs, whatever
the alignment says. A sentence that came out as it went in has its marks where they were.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.markup.extraction import Item, MarkPair, Passage, Single
from engine.text.blanks import gap_between, kept_between
from engine.text.segmenter import Segment
from engine.tokenizers.encoding import in_one_line
from engine.translation import AlignedWords, Translation, Word

_ADDED_STOP = re.compile(r"[^\W\d_]{3}\.\Z")


@dataclass(frozen=True, slots=True)
class TranslatedSentence:
    """A sentence, what it became, and which words belong together; spans are its own."""

    source: str
    target: str
    source_words: tuple[Word, ...]
    target_words: tuple[Word, ...]
    links: tuple[AlignedWords, ...]


def by_line(translation: Translation) -> list[TranslatedSentence]:
    r"""Split the translation of lines, joined by "\n", into one sentence per line."""
    found = []
    start = 0
    waiting = list(reversed(translation.sentences))
    for line in translation.source.split("\n"):
        end = start + len(line)
        target = ""
        done, target_done = start, -1
        source_words: list[Word] = []
        target_words: list[Word] = []
        links: list[AlignedWords] = []
        while waiting and waiting[-1].source_start < end:
            sentence = waiting.pop()
            if target_done < 0:
                target += translation.source[start : sentence.source_start]
            else:
                target += translation.target[target_done : sentence.target_start]
            links += [
                AlignedWords(
                    link.target + len(target_words), link.source + len(source_words), link.weight
                )
                for link in sentence.alignment
            ]
            source_words += _moved(sentence.source_words, -start)
            target_words += _moved(sentence.target_words, len(target) - sentence.target_start)
            target += in_one_line(sentence.target)
            done = sentence.source_start + len(sentence.source)
            target_done = sentence.target_start + len(sentence.target)
        target += translation.source[done:end]
        if not target.strip():  # a text that is gone helps nobody
            target = line
        if _ADDED_STOP.search(target) and line[-1:].isalnum():  # a title, or half a sentence
            target = target[:-1]
            target_words = [word for word in target_words if word.end <= len(target)]
            links = [link for link in links if link.target < len(target_words)]
        found.append(
            TranslatedSentence(line, target, tuple(source_words), tuple(target_words), tuple(links))
        )
        start = end + 1
    return found


def _moved(words: Sequence[Word], by: int) -> list[Word]:
    return [Word(word.text, word.start + by, word.end + by) for word in words]


def reinsert(passage: Passage, known: Mapping[str, TranslatedSentence], language: str) -> str:
    """Return the passage in the target language with its marks.

    Args:
        passage: What was translated.
        known: All its sentences, by their text.
        language: The code of the target language.
    """
    return _Writer(passage, known, language).written()


@dataclass(frozen=True, slots=True)
class Insertion:
    """An item at its place in a target: its text, and a blank before or after it."""

    item: Single
    at: int
    before: str
    text: str
    after: str


def insertions(
    items: Sequence[Single], sentence: TranslatedSentence, whole: Sequence[tuple[int, int]] = ()
) -> list[Insertion]:
    """Return where in a target the items go that were taken out of its source, in writing order.

    Args:
        items: What was taken out.
        sentence: The source without them, and its target.
        whole: Ranges of the target that nothing parts: what would go into one goes behind it.
    """
    segment = Segment(sentence.source, 0, is_sentence=True)
    passage = Passage(sentence.source, sentence.source, (segment,), tuple(items), ())
    return _Writer(passage, {sentence.source: sentence}, "").insertions(whole)


@dataclass(slots=True)
class _Placed:
    """An item, and its range in the target."""

    item: Item
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A segment of the bare text and where its translation stands."""

    start: int
    end: int
    target_start: int
    target_end: int
    sentence: TranslatedSentence | None

    def kept_place(self, at: int) -> int:
        """Return where a place of the bare text is, if the segment was kept."""
        return min(self.target_start + at - self.start, self.target_end)


class _Writer:
    """Places each mark of a passage and writes the result from left to right."""

    def __init__(
        self, passage: Passage, known: Mapping[str, TranslatedSentence], language: str
    ) -> None:
        self.passage = passage
        self.known = known
        self.language = language
        self.pieces: list[_Piece] = []
        self.target = ""
        for segment in passage.segments:
            sentence = known[segment.text] if segment.is_sentence else None
            if sentence is None:
                text = kept_between(segment.text, self.target, language)
            else:
                text = sentence.target
                if self.pieces and self.pieces[-1].sentence is not None:
                    before = self.pieces[-1].sentence.source
                    self.target += gap_between(before, segment.text, language)
            start = len(self.target)
            self.target += text
            end = segment.start + len(segment.text)
            self.pieces.append(_Piece(segment.start, end, start, len(self.target), sentence))
        self.starts = [piece.start for piece in self.pieces]
        self.breaks = iter(passage.breaks)
        self.out: list[str] = []

    def written(self) -> str:
        """Write the passage."""
        self._write(self.passage.items, 0, len(self.target))
        return "".join(self.out)

    def insertions(self, whole: Sequence[tuple[int, int]]) -> list[Insertion]:
        """Return where the items go, which are all single."""
        end = len(self.target)
        found = []
        for placed in self._placed(self.passage.items, 0, end):
            if isinstance(placed.item, Single):
                parted = (last for first, last in whole if first < placed.start < last)
                found.append(self._insertion(placed.item, next(parted, placed.start), 0, end))
        return found

    # --- places ---

    def _piece_at(self, at: int) -> _Piece:
        return self.pieces[bisect_right(self.starts, at) - 1]

    def _place_of(self, item: Single) -> int:
        """Return the place of an atom: after the translation of the word before it."""
        if not self.pieces:
            return 0
        piece = self._piece_at(item.at)
        at = item.at - piece.start
        sentence = piece.sentence
        if sentence is None or at == 0:
            return piece.kept_place(item.at)
        if item.at >= piece.end:
            return piece.target_end
        place = piece.target_start + _place_after(sentence, at)
        touches_next = sentence.source[at - 1].isspace()  # else its blank would have gone with it
        return place + (touches_next and self.target[place : place + 1].isspace())

    def _range_of(self, pair: MarkPair) -> tuple[int, int]:
        """Return the translation of the words between two marks."""
        first = self._piece_at(pair.start)
        last = self._piece_at(max(pair.start, pair.end - 1))
        if first is last and first.sentence is not None:
            start, end = pair.start - first.start, min(pair.end, first.end) - first.start
            found = _range_in(first.sentence, start, end)
            return first.target_start + found[0], first.target_start + found[1]
        start = first.kept_place(pair.start)
        if first.sentence is not None:
            found = _range_in(first.sentence, pair.start - first.start, first.end - first.start)
            start = first.target_start + found[0]
        end = last.kept_place(pair.end)
        if last.sentence is not None:
            end = last.target_start + _range_in(last.sentence, 0, pair.end - last.start)[1]
        return start, max(start, end)

    def _placed(self, items: Sequence[Item], start: int, end: int) -> list[_Placed]:
        """Places within a range, in writing order; pairs lie side by side."""
        pairs = []
        for item in items:
            if isinstance(item, MarkPair):
                first, last = (min(max(at, start), end) for at in self._range_of(item))
                pairs.append(_Placed(item, first, last))
        pairs.sort(key=lambda placed: (placed.start, placed.end))
        self._part(pairs)
        singles = []
        for item in items:
            if isinstance(item, Single):
                at = min(max(self._place_of(item), start), end)
                singles.append(_Placed(item, *[_outside(at, pairs)] * 2))
        order = {id(item): number for number, item in enumerate(items)}
        return sorted(
            [*pairs, *singles],
            key=lambda placed: (placed.start, placed.end, order[id(placed.item)]),
        )

    def _part(self, pairs: list[_Placed]) -> None:
        """Keep pairs from overlapping: the first ends before the second, or the second waits."""
        for before, after in pairwise(pairs):
            if after.start >= before.end:
                continue
            cut = len(self.target[before.start : after.start].rstrip()) + before.start
            if cut > before.start:
                before.end = cut
                continue
            after.start = max(after.start, before.end)
            gap = self.target[after.start : max(after.start, after.end)]
            after.start += len(gap) - len(gap.lstrip())
            after.end = max(after.start, after.end)

    # --- writing ---

    def _write(self, items: Sequence[Item], start: int, end: int) -> None:
        done = start
        for placed in self._placed(items, start, end):
            self._copy(done, placed.start)
            done = max(done, placed.start)
            match placed.item:
                case Single():
                    self._write_single(placed.item, placed.start, start, end)
                    if placed.item.parts_words and self.target[done:end].startswith(" "):
                        done += 1  # the item parts the words again
                case MarkPair():
                    self._write_pair(placed.item, placed.start, placed.end)
                    done = placed.end
        self._copy(done, end)

    def _copy(self, start: int, end: int) -> None:
        first, *others = self.target[start:end].split("\n")
        self.out.append(first)
        for other in others:
            self.out.append(next(self.breaks))
            self.out.append(other)

    def _write_pair(self, pair: MarkPair, start: int, end: int) -> None:
        self.out.append(pair.opening)
        first = len(self.out)
        self._write(pair.items, start, end)
        is_same = pair.renamed is None or "".join(self.out[first:]) == pair.source
        self.out.append(pair.closing if is_same or pair.renamed is None else pair.renamed)

    def _write_single(self, single: Single, at: int, start: int, end: int) -> None:
        insertion = self._insertion(single, at, start, end)
        self.out += [insertion.before, insertion.text, insertion.after]

    def _insertion(self, single: Single, at: int, start: int, end: int) -> Insertion:
        text = "".join(
            part if isinstance(part, str) else reinsert(part, self.known, self.language)
            for part in single.parts
        )
        is_open_before = at == start or self.target[at - 1].isspace()
        is_open_after = at == end or self.target[at].isspace()
        is_before = single.side == "before"
        if is_open_before != is_open_after:  # there is a blank, or an edge, on one side
            is_before = is_open_after
        blanks = (single.blank, "") if is_before else ("", single.blank)
        return Insertion(single, at, blanks[0], text, blanks[1])


def _outside(at: int, pairs: Sequence[_Placed]) -> int:
    """Return the place, or the nearer end of the pair that it lies in."""
    for pair in pairs:
        if pair.start < at < pair.end:
            return pair.start if at - pair.start < pair.end - at else pair.end
    return at


# --- words ---


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))


def _place_after(sentence: TranslatedSentence, at: int) -> int:
    """Return the place in a target of something from inside its source."""
    if sentence.target == sentence.source:
        return at
    words = sentence.target_words
    if not words:
        return len(sentence.target)
    if not _has_letters(sentence.source[at:]):
        lettered = [word.end for word in words if _has_letters(word.text)]
        return lettered[-1] if lettered else len(sentence.target)
    before = [number for number, word in enumerate(sentence.source_words) if word.start < at]
    for number in reversed(before):
        linked = [link for link in sentence.links if link.source == number]
        if linked:
            return words[max(linked, key=lambda link: link.weight).target].end
    if not before:
        return 0
    share = len(before) / len(sentence.source_words)
    return words[min(len(words), max(1, round(share * len(words)))) - 1].end


def _range_in(sentence: TranslatedSentence, start: int, end: int) -> tuple[int, int]:
    """Return the translation of a range of the source: adjacent words, if there are any."""
    length = len(sentence.target)
    if sentence.target == sentence.source:
        return start, end
    is_first = not _has_letters(sentence.source[:start])
    is_last = not _has_letters(sentence.source[end:])
    words = sentence.target_words
    if (is_first and is_last) or not words:
        return _whole(sentence, start, end)
    held = [
        number
        for number, word in enumerate(sentence.source_words)
        if word.start < end and word.end > start
    ]
    first, last = _linked_words(sentence, held)
    marks = sentence.source[start:end]
    while first < last and not _has_letters(words[first].text) and words[first].text not in marks:
        first += 1
    while first < last and not _has_letters(words[last].text) and words[last].text not in marks:
        last -= 1
    if held and last + 1 < len(words):
        closing = sentence.source_words[held[-1]].text
        if not _has_letters(closing) and words[last + 1].text == closing:
            last += 1
    return words[first].start, min(words[last].end, length)


def _whole(sentence: TranslatedSentence, start: int, end: int) -> tuple[int, int]:
    """Return the target, with marks at its edges inside or outside as in the source."""
    target = sentence.target
    before, after = sentence.source[:start], sentence.source[end:]
    first = len(before) if before and target.startswith(before) else 0
    last = len(target) - (len(after) if after and target.endswith(after) else 0)
    return (first, last) if first < last else (0, len(target))


def _linked_words(sentence: TranslatedSentence, held: Sequence[int]) -> tuple[int, int]:
    """Return the first and the last target word that belong to some source words.

    Each of them brings the target word that looks at it most. Then neighbours join that look
    mostly at these words, as long as there are not more of them than in the source.
    """
    num_words = len(sentence.target_words)
    wanted = set(held)
    own = [0.0] * num_words
    total = [0.0] * num_words
    best: dict[int, tuple[float, int]] = {}
    for link in sentence.links:
        total[link.target] += link.weight
        if link.source in wanted:
            own[link.target] += link.weight
            best[link.source] = max(best.get(link.source, (0.0, 0)), (link.weight, link.target))
    if not best:
        return _proportional(sentence, held)
    clear = [target for weight, target in best.values() if weight >= _CLEAR]
    core = sorted(set(clear or [max(best.values())[1]]))
    first, last = _densest(core, 2 * len(held) + 1, own)
    while last - first + 1 < len(held):
        neighbours = [
            number
            for number in (first - 1, last + 1)
            if 0 <= number < num_words and own[number] > total[number] / 2
        ]
        if not neighbours:
            break
        joining = max(neighbours, key=lambda number: own[number] / total[number])
        first, last = min(first, joining), max(last, joining)
    return first, last


_CLEAR = 0.5
"""The weight from which on one word surely belongs to another."""


def _densest(core: Sequence[int], width: int, own: Sequence[float]) -> tuple[int, int]:
    """Return the first and last of the words, or of those within the best stretch of some width."""
    windows: Iterator[list[int]] = (
        [number for number in core if start <= number < start + width] for start in core
    )
    best = max(windows, key=lambda window: sum(own[number] for number in window))
    return best[0], best[-1]


def _proportional(sentence: TranslatedSentence, held: Sequence[int]) -> tuple[int, int]:
    """Return where the words would be if both languages had the same order."""
    num_source, num_target = len(sentence.source_words), len(sentence.target_words)
    if not held or not num_source:
        return 0, num_target - 1
    first = min(num_target - 1, held[0] * num_target // num_source)
    last = min(num_target - 1, max(first, (held[-1] + 1) * num_target // num_source - 1))
    return first, last
