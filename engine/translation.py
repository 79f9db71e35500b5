"""What goes into a translation and what comes out: plain frozen values, no tensors, no torch.

Offsets count Unicode code points. Spans are half-open.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Event

from engine.glossary.glossary import NO_GLOSSARY, Glossary
from engine.languages.names import english_name

Span = tuple[int, int]
"""A half-open range of characters."""

TEXT_LIMIT = 1_000_000
"""Characters that one request may hold."""


class Cancelled(Exception):  # noqa: N818 - it is no error, and its name must not say so
    """The request was cancelled while it ran. Not an error: nothing went wrong."""


ShouldStop = Callable[[], bool]
"""Returns whether nobody waits for a result any more."""


def raise_if(should_stop: ShouldStop | None) -> None:
    """Raise Cancelled where it is time to stop."""
    if should_stop is not None and should_stop():
        raise Cancelled


class Formality(StrEnum):
    """Which form of address a translation has; a model without the choice takes no notice of it."""

    AUTOMATIC = "auto"
    FORMAL = "formal"
    INFORMAL = "informal"


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search for a translation; None means the model's own default."""

    beam_size: int | None = None
    length_penalty: float | None = None
    formality: Formality = Formality.AUTOMATIC
    glossary: Glossary = NO_GLOSSARY
    with_phrases: bool = False
    """Whether set phrases become what the included dictionary has for them."""


DEFAULT_OPTIONS = SearchOptions()


class NoticeKind(StrEnum):
    """Why a translation deserves a second look."""

    TRUNCATED = "truncated"
    REPEATED = "repeated"
    COPIED = "copied"
    UNKNOWN_WORDS = "unknown_words"
    NUMBERS = "numbers"
    ADDED_NUMBERS = "added_numbers"
    NAMES = "names"
    MISSING_WORDS = "missing_words"
    ADDED_WORDS = "added_words"
    CORRECTED = "corrected"
    UNFAMILIAR = "unfamiliar"
    LANGUAGE = "language"
    KEPT = "kept"
    GLOSSARY = "glossary"
    PIVOT = "pivot"
    PLAIN_TEXT = "plain_text"
    RUN_TOGETHER = "run_together"
    LONG_WORD = "long_word"


_LISTED = 5
_LONGEST = 40
"""How many details a notice lists, and with how many characters each."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user must know about a result.

    `start` and `end` delimit what it speaks of in the source text; `details` holds data such as
    the unknown words, each once; for LANGUAGE the codes of the language found and of the one read,
    for KEPT and PIVOT one code: of the language found, of the one between.
    """

    kind: NoticeKind
    start: int = 0
    end: int = 0
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        match self.kind:
            case NoticeKind.TRUNCATED:
                return (
                    "The end of this translation is missing: the sentence is too long for the "
                    "model."
                )
            case NoticeKind.REPEATED:
                return f"The translation repeats itself: “{self.listed()}”."
            case NoticeKind.COPIED:
                return "The translation is almost the same as the source text."
            case NoticeKind.UNKNOWN_WORDS:
                if len(self.details) == 1:
                    return f"Unknown word: {self.listed()}. Check its spelling."
                return f"Unknown words: {self.listed()}. Check their spelling."
            case NoticeKind.NUMBERS:
                return f"Missing from the translation, or different there: {self.listed()}."
            case NoticeKind.ADDED_NUMBERS:
                return f"Only in the translation, not in your text: {self.listed()}."
            case NoticeKind.NAMES:
                return f"Names or codes changed by the translation: {self.listed()}."
            case NoticeKind.MISSING_WORDS:
                return f"May be missing from the translation: {self.listed()}."
            case NoticeKind.ADDED_WORDS:
                return f"May be only in the translation, not in your text: {self.listed()}."
            case NoticeKind.CORRECTED:
                return f"Corrected a number: {self.listed()}."
            case NoticeKind.UNFAMILIAR:
                return (
                    "This text is outside what the model knows. Check the translation before "
                    "using it."
                )
            case NoticeKind.GLOSSARY:
                return f"The translation does not follow the glossary: {self.listed()}."
            case NoticeKind.PIVOT:
                through = english_name(self.details[0])
                return (
                    f"Translated through {through}, because no installed model translates "
                    "directly. Mistakes of both steps add up."
                )
            case NoticeKind.PLAIN_TEXT:
                return "Only the text was read: layout, pictures and tables are lost."
            case NoticeKind.RUN_TOGETHER:
                return (
                    "Spaces between words are missing from this file. Check the translation "
                    "before using it."
                )
            case NoticeKind.LONG_WORD:
                return f"Too long for a word, so it was not translated: {self.listed()}."
            case NoticeKind.LANGUAGE:
                found, read = map(english_name, self.details)
                return f"This looks like {found}, but the model translates from {read}."
            case NoticeKind.KEPT:
                return f"This is in {english_name(self.details[0])}, so it was not translated."

    def listed(self, more: str = "{details} and {count} more") -> str:
        """Return the first few details in a row, long ones shortened.

        Args:
            more: How to say that there are `{count}` further ones.
        """
        shown = ", ".join(_shortened(detail) for detail in self.details[:_LISTED])
        count = len(self.details) - _LISTED
        return shown if count <= 0 else more.format(details=shown, count=count)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the source or target text, with its span in that text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fidelity:
    """Words that a translation may have left out or added; see `engine.pipeline.fidelity`."""

    missing: tuple[Word, ...] = ()
    """Of the source."""
    added: tuple[Word, ...] = ()
    """Of the translation."""

    def notices(self, start: int, end: int) -> "tuple[Notice, ...]":
        """Return what to tell of one sentence.

        Args:
            start: Where it begins in the source.
            end: Where it ends there.
        """
        found = []
        if self.missing:
            words = tuple(dict.fromkeys(word.text for word in self.missing))
            place = self.missing[0].start, self.missing[-1].end
            found.append(Notice(NoticeKind.MISSING_WORDS, *place, words))
        if self.added:
            words = tuple(dict.fromkeys(word.text for word in self.added))
            found.append(Notice(NoticeKind.ADDED_WORDS, start, end, words))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class TargetToken:
    """One token of a translation: its text, how probable the model held it, its span.

    The probability is calibrated where the model folder tells how; see `engine.search.confidence`.
    """

    text: str
    probability: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AlignedWords:
    """Target word `target` looked at source word `source` with `weight`; both are indices."""

    target: int
    source: int
    weight: float


@dataclass(frozen=True, slots=True)
class TermUse:
    """A term of the glossary that acted: where it stands, and what stands for it."""

    source: Word
    target: Word


@dataclass(frozen=True, slots=True)
class LookedUpWord:
    """A word that the model read beside what the dictionary says of it."""

    source: Word
    entry: str
    """What the dictionary says."""
    target: Word | None
    """What stands for the word, if the translation follows the dictionary."""


@dataclass(frozen=True, slots=True)
class Misspelling:
    """A word of the source that may be misspelled, and the nearest known words, best first."""

    word: Word
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoredText:
    """One hypothesis of a sentence: its text, its length-normalised score, its ids."""

    text: str
    score: float
    ids: tuple[int, ...]
    hinted: tuple[int, ...] = ()
    """Where the nouns begin in the sentence that the model read with a hint of the dictionary."""


@dataclass(frozen=True, slots=True)
class SentenceTranslation:
    """One sentence: where it stood, what it became, and how sure the model was.

    Spans of tokens and words are relative to the whole source and target texts.
    """

    source: str
    source_start: int
    target: str
    target_start: int
    hypotheses: tuple[ScoredText, ...]
    tokens: tuple[TargetToken, ...]
    source_words: tuple[Word, ...]
    target_words: tuple[Word, ...]
    alignment: tuple[AlignedWords, ...]
    notices: tuple[Notice, ...]
    terms: tuple[TermUse, ...] = ()
    """Those of the glossary that acted, from left to right in the source."""
    looked_up: tuple[LookedUpWord, ...] = ()
    """The words that the dictionary was asked for, from left to right in the source."""
    misspellings: tuple[Misspelling, ...] = ()
    """The words of the source that may be misspelled, from left to right."""
    steps: "tuple[Step, ...]" = ()
    """What each model did, where the sentence went through a third language; else empty."""
    is_edited: bool = False
    """Whether a person wrote the translation; the hypotheses are the model's all the same."""
    is_phrase: bool = False
    """Whether it is a set phrase, whose translation is that of the included dictionary."""

    @property
    def parts(self) -> "tuple[Step, ...]":
        """What each model did: the steps, or the whole as the only one."""
        return self.steps or (Step(0, self),)

    @property
    def score(self) -> float:
        """The length-normalised log-probability of the shown hypothesis."""
        return self.hypotheses[0].score


@dataclass(frozen=True, slots=True)
class Step:
    """What one of two models did for a sentence, or for a part of it.

    The first model has one step. What it wrote may be several sentences to the second one, each of
    which is a step.
    """

    model: int
    """0 for the first model, 1 for the second."""
    sentence: SentenceTranslation
    """If there are several, its places are those in its own source and target."""
    target_start: int = 0
    """Of a step of the second model: where its target begins in that of the sentence."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A whole text translated: everything between its sentences is kept as it was typed."""

    source: str
    target: str
    sentences: tuple[SentenceTranslation, ...]
    notices: tuple[Notice, ...]
    model: str
    device: str
    seconds: float
    options: SearchOptions = DEFAULT_OPTIONS
    """Those it was searched with: whoever looks inside must use the same."""

    @property
    def hypotheses(self) -> tuple[ScoredText, ...]:
        """The n best of the whole text: the k-th takes the k-th of each of its sentences.

        A sentence with fewer gives its last. The score is the mean over sentences.
        """
        ranks = max((len(sentence.hypotheses) for sentence in self.sentences), default=0)
        return tuple(map(self._hypothesis, range(ranks)))

    def _hypothesis(self, rank: int) -> ScoredText:
        text, at, total = "", 0, 0.0
        for sentence in self.sentences:
            chosen = sentence.hypotheses[min(rank, len(sentence.hypotheses) - 1)]
            text += self.target[at : sentence.target_start] + chosen.text
            at = sentence.target_start + len(sentence.target)
            total += chosen.score
        return ScoredText(text + self.target[at:], total / len(self.sentences), ())


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another word that could stand in a translation, and what the translation would become.

    `ids` are those of the translation up to and with this word: a prefix to search on from.
    """

    word: str
    probability: float
    ids: tuple[int, ...]
    preview: str
    """The whole sentence with this word, its rest found greedily."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a person chose for a sentence: its translation begins with these ids, or is them."""

    ids: tuple[int, ...]
    is_whole: bool = False
    is_phrase: bool = False
    """Whether nobody chose it but the included dictionary."""


@dataclass(frozen=True, slots=True)
class TranslationRequest:
    """What to translate and how.

    `chosen` holds, by the text of a source sentence, what its translation must be or begin with.
    `cancelled` belongs to this request alone: set it from any thread and the running search
    stops within one step.
    """

    text: str
    options: SearchOptions = DEFAULT_OPTIONS
    n_best: int = 1
    with_alignment: bool = True
    with_fidelity: bool = False
    """Whether to look for words that the translation leaves out, where a processor computes."""
    chosen: Mapping[str, Chosen] = field(default_factory=dict)
    cancelled: Event = field(default_factory=Event, compare=False)
    on_sentence: Callable[[int, SentenceTranslation], None] | None = field(
        default=None, compare=False
    )
