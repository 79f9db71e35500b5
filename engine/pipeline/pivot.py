"""Translate through a third language: the second model reads what the first one writes.

Each sentence takes both steps separately, so it keeps its place. Words of source and target are
linked through the words between them.
"""

import hashlib
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from engine.glossary.glossary import NO_GLOSSARY, Glossary
from engine.models.manifest import WEIGHTS_FILE, Manifest
from engine.models.registry import ModelEntry
from engine.pipeline.sentence_report import moved
from engine.pipeline.terms import places_of
from engine.pipeline.translator import Translator
from engine.tokenizers.encoding import in_one_line, replace_surrogates
from engine.translation import (
    AlignedWords,
    Formality,
    Notice,
    NoticeKind,
    ScoredText,
    SentenceTranslation,
    Step,
    Translation,
    TranslationRequest,
)

FIRST_TOGETHER = 1
TOGETHER = 16
"""Sentences that go on to the second model together where somebody waits for them: the first of a
text at once, so that something is shown."""

MOST_TOGETHER = 256
"""Likewise where nobody does."""

LINK_THRESHOLD = 0.1
"""Weight from which two words are linked, as in one model's own alignment."""


def open_translator(
    entry: ModelEntry, *, device: str = "auto", threads: int | None = None
) -> "Translator | PivotTranslator":
    """Load a usable model in the direction of its entry, or the two models of one with a `then`.

    Raises:
        As `Translator.open`.
    """

    def opened(one: ModelEntry) -> Translator:
        manifest = one.usable_manifest
        direction = manifest.source_language, manifest.target_language
        return Translator.open(one.path, device=device, threads=threads, direction=direction)

    return (
        opened(entry) if entry.then is None else PivotTranslator(*map(opened, (entry, entry.then)))
    )


class PivotTranslator:
    """Two translators, one after the other; used like one of them.

    Args:
        first: Writes what the second one reads.
        second: Writes the translation.

    Raises:
        ValueError: If the second one does not read what the first one writes.
    """

    def __init__(self, first: Translator, second: Translator) -> None:
        self.middle_language = first.manifest.target_language
        if second.manifest.source_language != self.middle_language:
            raise ValueError(
                f"{first.manifest.name} writes {self.middle_language}, but "
                f"{second.manifest.name} reads {second.manifest.source_language}"
            )
        self.steps = (first, second)
        self.manifest = _joined(first.manifest, second.manifest)
        self.device = second.device
        self.is_on_card = second.is_on_card
        self.has_formality = second.has_formality

    @property
    def computing(self) -> str:
        """What computes translations, for reports."""
        return ", then ".join(step.computing for step in self.steps)

    def translate(self, request: TranslationRequest) -> Translation:
        """Translate a text; everything between its sentences is kept.

        Of the request, the form of address, the number of hypotheses and what was chosen are for
        the second model: `chosen` names sentences of the language between. Terms of the glossary
        cannot be forced on it; those that the translation does not follow are named.

        Raises:
            As `Translator.translate`.
        """
        started = time.monotonic()
        text = replace_surrogates(request.text)
        is_watched = request.on_sentence is not None
        waiting: list[SentenceTranslation] = []
        found: list[SentenceTranslation] = []
        pieces: list[str] = []
        length = done = 0

        def go_on() -> None:
            """Translate what waits on, and put it behind the rest."""
            nonlocal length, done
            if not waiting:
                return
            for sentence, joined in zip(waiting, self._through(waiting, request), strict=True):
                gap = text[done : sentence.source_start]
                done = sentence.source_start + len(sentence.source)
                found.append(moved(joined, sentence.source_start, length + len(gap)))
                pieces.extend((gap, joined.target))
                length += len(gap) + len(joined.target)
                if request.on_sentence is not None:
                    request.on_sentence(len(found) - 1, found[-1])
            waiting.clear()

        def collect(_index: int, sentence: SentenceTranslation) -> None:
            waiting.append(sentence)
            if len(waiting) == (TOGETHER if found else FIRST_TOGETHER):
                go_on()

        options = request.options
        plain = replace(options, formality=Formality.AUTOMATIC)
        wish = replace(
            request,
            options=replace(plain, glossary=NO_GLOSSARY),
            n_best=1,
            chosen={},
            on_sentence=collect if is_watched else None,
        )
        sentences = self.steps[0].translate(wish).sentences
        for at in range(0, 0 if is_watched else len(sentences), MOST_TOGETHER):
            waiting.extend(sentences[at : at + MOST_TOGETHER])
            go_on()
        go_on()
        notices = tuple(notice for sentence in found for notice in sentence.notices)
        if found:
            through = Notice(NoticeKind.PIVOT, 0, len(text), (self.middle_language,))
            notices = (through, *notices)
        return Translation(
            source=text,
            target="".join([*pieces, text[done:]]),
            sentences=tuple(found),
            notices=notices,
            model=self.manifest.name,
            device=str(self.device),
            seconds=time.monotonic() - started,
            options=options if self.has_formality else plain,
        )

    def _through(
        self, sentences: Sequence[SentenceTranslation], request: TranslationRequest
    ) -> Iterator[SentenceTranslation]:
        """Translate on what the first model wrote for some sentences, each in a line of its own."""
        middles = [in_one_line(sentence.target) for sentence in sentences]
        wish = replace(
            request,
            text="\n".join(middles),
            options=replace(request.options, glossary=NO_GLOSSARY),
            on_sentence=None,
            with_fidelity=False,  # nobody typed what it reads
        )
        out = self.steps[1].translate(wish)
        targets = out.target.split("\n")
        source_starts = _line_starts(middles)
        target_starts = _line_starts(targets)
        of_line: list[list[SentenceTranslation]] = [[] for _ in middles]
        line = 0
        for part in out.sentences:
            while part.source_start > source_starts[line] + len(middles[line]):
                line += 1
            of_line[line].append(moved(part, -source_starts[line], -target_starts[line]))
        for sentence, parts, target in zip(sentences, of_line, targets, strict=True):
            first = moved(sentence, -sentence.source_start, -sentence.target_start)
            whole = replace(out, target=target, sentences=tuple(parts))
            yield _composed(first, whole, request.options.glossary)


def _line_starts(lines: Sequence[str]) -> list[int]:
    return list(accumulate((len(line) + 1 for line in lines), initial=0))


def _composed(
    first: SentenceTranslation, out: Translation, glossary: Glossary
) -> SentenceTranslation:
    """Return a sentence's whole way; all places begin at 0.

    Args:
        first: What the first model wrote.
        out: What the second one made of that.
        glossary: Of the whole way.
    """
    parts = out.sentences
    words = [word for part in parts for word in part.target_words]
    return replace(
        first,
        target=out.target,
        hypotheses=_hypotheses(first, out),
        tokens=tuple(token for part in parts for token in part.tokens),
        target_words=tuple(words),
        alignment=_links(first, parts),
        notices=_notices(first, out, glossary),
        looked_up=(),  # its places are those of the language between
        steps=(
            Step(0, first),
            *(
                Step(1, moved(part, -part.source_start, -part.target_start), part.target_start)
                for part in parts
            ),
        ),
    )


def _hypotheses(first: SentenceTranslation, out: Translation) -> tuple[ScoredText, ...]:
    """Return the second model's; without ids where it read several sentences, or none."""
    match out.sentences:
        case ():
            return (ScoredText(out.target, first.score, ()),)
        case (part,) if part.target == out.target:
            return part.hypotheses
        case _:
            return out.hypotheses


def _links(
    first: SentenceTranslation, parts: Sequence[SentenceTranslation]
) -> tuple[AlignedWords, ...]:
    """Link words by way of those between: the weights of both steps, multiplied and summed."""
    sources: defaultdict[int, list[AlignedWords]] = defaultdict(list)
    for link in first.alignment:
        sources[link.target].append(link)
    weights: defaultdict[tuple[int, int], float] = defaultdict(float)
    before = 0
    for part in parts:
        between = [
            [
                index
                for index, word in enumerate(first.target_words)
                if word.start < read.end and word.end > read.start
            ]
            for read in part.source_words
        ]
        for link in part.alignment:
            for index in between[link.source]:
                for back in sources[index]:
                    weights[before + link.target, back.source] += link.weight * back.weight
        before += len(part.target_words)
    return tuple(
        AlignedWords(target, source, min(1.0, weight))
        for (target, source), weight in sorted(weights.items())
        if weight >= LINK_THRESHOLD
    )


def _notices(
    first: SentenceTranslation, out: Translation, glossary: Glossary
) -> tuple[Notice, ...]:
    """Return what to doubt in either step, at the place of the whole sentence for the second.

    What the second model says of its language is left out: nobody typed what it read. What the
    first one left as it is has been translated by the second.
    """
    of_language = NoticeKind.LANGUAGE, NoticeKind.KEPT
    earlier = [notice for notice in first.notices if notice.kind is not NoticeKind.KEPT]
    whole = 0, len(first.source)
    later = [
        Notice(notice.kind, *whole, notice.details)
        for part in out.sentences
        for notice in part.notices
        if notice.kind not in of_language
    ]
    terms = glossary.find(first.source)
    missing = [str(term.entry) for term in terms if not places_of(term.forms, out.target, ())]
    if missing:
        later.append(Notice(NoticeKind.GLOSSARY, *whole, tuple(dict.fromkeys(missing))))
    known = {(notice.kind, notice.details) for notice in earlier}
    return (*earlier, *(one for one in later if (one.kind, one.details) not in known))


def _joined(first: Manifest, second: Manifest) -> Manifest:
    """Return what the two models say together; alignment and calibration are the second one's."""
    weights = "".join(one.files.get(WEIGHTS_FILE, "") for one in (first, second))
    limits = dict.fromkeys(filter(None, (first.limits, second.limits)))
    return second.model_copy(
        update={
            "name": f"{first.name} + {second.name}",
            "source_language": first.source_language,
            "source_languages": (),
            "target_tokens": {},
            "limits": " ".join(limits),
            "scores": (),
            "training": None,
            # What depends on the models, as an unfinished file does, depends on both.
            "files": {WEIGHTS_FILE: hashlib.sha256(weights.encode()).hexdigest()},
        }
    )
