"""An engine without a model, and translations and attention without an engine: quick and certain.

Its German is English in capitals, word for word. A token is a word, or half of a long one; an id
is its bytes read as a number, so that ids can be read without a vocabulary.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from desktop.values.requests import Direction
from engine.attention.maps import AttentionMaps, SentenceAttention, ValueNorms
from engine.models.manifest import AlignmentHead, DecodingDefaults, Manifest, TrainingSummary
from engine.nn.config import TransformerConfig
from engine.text.segmenter import split
from engine.tokenizers.encoding import find_words, replace_surrogates
from engine.translation import (
    DEFAULT_OPTIONS,
    AlignedWords,
    Alternative,
    Cancelled,
    Chosen,
    Fidelity,
    ScoredText,
    SearchOptions,
    SentenceTranslation,
    TargetToken,
    Translation,
    TranslationRequest,
    Word,
)

LONGEST_TOKEN = 6
"""Letters; a longer word is two tokens."""

OTHER_WORDS = ("EIN", "ZWEI", "DREI", "VIER", "FÜNF", "SECHS", "SIEBEN", "ACHT")
"""What could stand in place of any word."""


class FakeEngine:
    """A `Translator` and its `Inspector` for the worker, held and released at will.

    Use from one thread, as a `Translator`; what steers it may be called from any thread.
    """

    def __init__(
        self,
        source_language: str = "en",
        target_language: str = "de",
        write: Callable[[str], str] = str.upper,
    ) -> None:
        self.manifest = fake_manifest(source_language, target_language)
        self._write = write
        """Returns the best translation of a sentence."""
        self.device = "cpu"
        self.is_on_card = False
        self.error: BaseException | None = None
        """Raised by every call while it is set."""
        self.has_formality = False
        self.is_unfaithful = False
        """Whether a check finds anything in its translations."""
        self.calls: list[tuple[str, str]] = []
        """The requests and their texts, in order."""
        self._held = threading.Event()
        self._steps = threading.Semaphore(0)

    # --- steering ---

    def hold(self) -> None:
        """Let every further sentence and every other call that can be stopped wait.

        Attention cannot be stopped: were it held, a call begun late would keep the thread for ever.
        """
        self._held.set()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold, and let everything go on at the end, whatever happened."""
        self.hold()
        try:
            yield
        finally:
            self.release()

    def step(self, count: int = 1) -> None:
        """Let some of what waits, or will, go on."""
        for _ in range(count):
            self._steps.release()

    def release(self) -> None:
        """Let everything go on."""
        self._held.clear()

    def count(self, kind: str) -> int:
        """Return how often a kind of work was requested: translate, attention, and so on."""
        return sum(kind == called for called, _ in self.calls)

    def _begin(self, kind: str, text: str) -> None:
        self.calls.append((kind, text))
        if self.error is not None:
            raise self.error

    def _wait(self, should_stop: Callable[[], bool] | None) -> None:
        while self._held.is_set() and not self._steps.acquire(timeout=0.002):
            if should_stop is not None and should_stop():
                raise Cancelled
        if should_stop is not None and should_stop():
            raise Cancelled

    # --- what a Translator and its Inspector do ---

    middle_language = ""

    @property
    def steps(self) -> tuple[Self]:
        """The engine itself: it translates in one step."""
        return (self,)

    @property
    def inspector(self) -> Self:
        """The engine itself, which looks inside its own translations."""
        return self

    def translate(self, request: TranslationRequest) -> Translation:
        """Translate a text: into capitals, unless it was made to write otherwise."""
        self._begin("translate", request.text)

        def before_sentence() -> None:
            self._wait(request.cancelled.is_set)
            if self.error is not None:
                raise self.error

        translation = make_translation(
            request.text,
            n_best=request.n_best,
            chosen=request.chosen,
            before_sentence=before_sentence,
            on_sentence=request.on_sentence,
            write=self._write,
        )
        return replace(translation, model=self.manifest.name, options=request.options)

    @property
    def fidelity(self) -> Self:
        """The engine itself, which compares its own translations with their sources."""
        return self

    def check(
        self,
        sentence: SentenceTranslation,
        back: object = None,
        *,
        options: SearchOptions = DEFAULT_OPTIONS,
        should_stop: Callable[[], bool] | None = None,
    ) -> Fidelity:
        """Return the first word as missing and, with a way back, as added, if it is to find any."""
        del options
        if not self.is_unfaithful:
            return Fidelity()
        self._begin("check", sentence.source)
        self._wait(should_stop)
        added = () if back is None else sentence.target_words[:1]
        return Fidelity(sentence.source_words[:1], added)

    def attention(
        self,
        source: str,
        target_ids: Sequence[int],
        *,
        hinted: Collection[int] = (),
        options: SearchOptions = DEFAULT_OPTIONS,
    ) -> SentenceAttention:
        """Return attention of a sentence: random, the same for the same texts."""
        del hinted, options
        self._begin("attention", source)
        return make_attention(source, text_of(target_ids))

    def alternatives(
        self,
        source: str,
        target_ids: Sequence[int],
        word: int,
        *,
        count: int = 8,
        hinted: Collection[int] = (),
        options: SearchOptions = DEFAULT_OPTIONS,
        should_stop: Callable[[], bool] | None = None,
    ) -> tuple[Alternative, ...]:
        """Return some German numbers in place of a word."""
        del hinted, options
        self._begin("alternatives", source)
        self._wait(should_stop)
        target = text_of(target_ids)
        start, end = find_words(target)[word]
        others = [other for other in OTHER_WORDS if other != target[start:end]][:count]
        return tuple(
            Alternative(
                word=other,
                probability=0.5 / 2**place,
                ids=ids_of(target[:start] + other),
                preview=target[:start] + other + target[end:],
            )
            for place, other in enumerate(others)
        )

    def hypotheses(
        self,
        source: str,
        count: int,
        *,
        options: SearchOptions = DEFAULT_OPTIONS,
        should_stop: Callable[[], bool] | None = None,
    ) -> tuple[ScoredText, ...]:
        """Return a sentence in capitals, and so that one word of it is not."""
        del options
        self._begin("hypotheses", source)
        self._wait(should_stop)
        return _hypotheses(source, count, self._write)


class ListeningEngine(FakeEngine):
    """Keeps the requests for translations."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[TranslationRequest] = []

    def translate(self, request: TranslationRequest) -> Translation:
        """Translate a text, and keep the request."""
        self.requests.append(request)
        return super().translate(request)


def fake_open(
    engine: FakeEngine | Mapping[str, FakeEngine] | None = None,
    *,
    error: BaseException | None = None,
) -> Callable[[Path, str, int | None, Direction | None], FakeEngine]:
    """Return what opens an engine: always this one, the one named as the folder is, or an error."""

    def open_engine(
        folder: Path, device: str, threads: int | None, direction: Direction | None
    ) -> FakeEngine:
        del device, threads, direction
        if error is not None:
            raise error
        if isinstance(engine, Mapping):
            return engine[folder.name]
        return FakeEngine() if engine is None else engine

    return open_engine


def fake_manifest(source_language: str = "en", target_language: str = "de") -> Manifest:
    """Return what the fake engine says about itself."""
    config = TransformerConfig(
        src_vocab_size=100,
        tgt_vocab_size=100,
        d_model=16,
        d_ff=32,
        num_encoder_layers=2,
        num_decoder_layers=2,
        num_heads=4,
        max_positions=256,
    )
    return Manifest(
        name=f"{source_language}-{target_language}-capitals",
        source_language=source_language,
        target_language=target_language,
        limits="Capitals, for tests.",
        created=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        config=config,
        tokenizer_kind="subword",
        joint=True,
        case="cased",
        source_bos=False,
        source_eos=True,
        decoding=DecodingDefaults(),
        alignment=AlignmentHead(layer=1, head=None, shifted=True),
        training=TrainingSummary(recipe="capitals", seed=1, hardware="a test", hours=0.0),
    )


def make_translation(
    text: str,
    *,
    n_best: int = 1,
    chosen: Mapping[str, Chosen] | None = None,
    before_sentence: Callable[[], None] | None = None,
    on_sentence: Callable[[int, SentenceTranslation], None] | None = None,
    write: Callable[[str], str] = str.upper,
) -> Translation:
    """Translate a text into capitals: sentences are split and the rest is kept as in the engine."""
    text = replace_surrogates(text)
    target = ""
    sentences: list[SentenceTranslation] = []
    for segment in split(text, "en"):
        if not segment.is_sentence:
            target += segment.text
            continue
        if before_sentence is not None:
            before_sentence()
        choice = None if chosen is None else chosen.get(segment.text)
        sentence = _sentence(segment.text, segment.start, len(target), n_best, choice, write)
        target += sentence.target
        sentences.append(sentence)
        if on_sentence is not None:
            on_sentence(len(sentences) - 1, sentence)
    return Translation(
        source=text,
        target=target,
        sentences=tuple(sentences),
        notices=(),
        model="en-de-capitals",
        device="cpu",
        seconds=0.01,
    )


def make_attention(
    source: str, target: str, layers: int = 2, heads: int = 4, seed: int = 0
) -> SentenceAttention:
    """Return attention of any two texts: seeded random weights whose rows sum to one."""
    source_tokens, source_ids = _tokens_and_words(source)
    target_tokens, target_ids = _tokens_and_words(target)
    source_tokens = (*source_tokens, "</s>")
    columns, rows = len(source_tokens), len(target_tokens) + 1
    random = np.random.default_rng([seed, len(source), len(target)])

    def weights(rows: int, columns: int, *, causal: bool = False) -> npt.NDArray[np.float32]:
        values = random.gamma(0.3, size=(layers, heads, rows, columns)) + 1e-6
        if causal:
            values = np.tril(values)
        values /= values.sum(axis=-1, keepdims=True)
        return values.astype(np.float32)

    def norms(columns: int) -> npt.NDArray[np.float32]:
        return random.uniform(0.5, 2, size=(layers, heads, columns)).astype(np.float32)

    return SentenceAttention(
        source=source,
        target=target,
        maps=AttentionMaps(
            weights(columns, columns), weights(rows, rows, causal=True), weights(rows, columns)
        ),
        value_norms=ValueNorms(norms(columns), norms(rows), norms(columns)),
        source_tokens=source_tokens,
        target_inputs=("<s>", *target_tokens),
        target_outputs=(*target_tokens, "</s>"),
        source_words=_words(source),
        target_words=_words(target),
        source_word_ids=(*source_ids, -1),
        target_word_ids=target_ids,
    )


# --- texts as tokens and ids ---


def ids_of(text: str) -> tuple[int, ...]:
    """Return the ids of a target text; `text_of` gives it back, each blank as one space."""
    return tuple(int.from_bytes(token.encode()) for token in _tokens_and_words(text)[0])


def text_of(ids: Iterable[int]) -> str:
    """Return the text that ids stand for."""
    tokens = (number.to_bytes((number.bit_length() + 7) // 8).decode() for number in ids)
    return "".join(tokens).replace("▁", " ").removeprefix(" ")


def _pieces(text: str) -> Iterator[tuple[int, int, int]]:
    """Return each token's start, end and word."""
    for word, (start, end) in enumerate(find_words(text)):
        if end - start > LONGEST_TOKEN:
            middle = (start + end + 1) // 2
            yield start, middle, word
            yield middle, end, word
        else:
            yield start, end, word


def _tokens_and_words(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the tokens of a text, ▁ before those that follow a blank, and the word of each."""
    tokens, words = [], []
    for start, end, word in _pieces(text):
        follows_blank = start == 0 or text[start - 1].isspace()
        tokens.append("▁" * follows_blank + text[start:end])
        words.append(word)
    return tuple(tokens), tuple(words)


def _words(text: str, offset: int = 0) -> tuple[Word, ...]:
    return tuple(
        Word(text[start:end], start + offset, end + offset) for start, end in find_words(text)
    )


# --- sentences ---


def _sentence(
    source: str,
    source_start: int,
    target_start: int,
    n_best: int,
    choice: Chosen | None,
    write: Callable[[str], str],
) -> SentenceTranslation:
    hypotheses = _hypotheses(source, n_best, write)
    if choice is not None:
        text = text_of(choice.ids)
        if not choice.is_whole:
            text += _rest(hypotheses[0].text, len(find_words(text)))
        hypotheses = (ScoredText(text, -1.0, ids_of(text)),)
    target = hypotheses[0].text
    source_words = _words(source, source_start)
    target_words = _words(target, target_start)
    return SentenceTranslation(
        source=source,
        source_start=source_start,
        target=target,
        target_start=target_start,
        hypotheses=hypotheses,
        tokens=tuple(
            TargetToken(
                target[start:end],
                max(0.05, 1 - 0.07 * len(target_words[word].text)),
                target_start + start,
                target_start + end,
            )
            for start, end, word in _pieces(target)
        ),
        source_words=source_words,
        target_words=target_words,
        alignment=tuple(
            AlignedWords(index, index, 1.0)
            for index in range(min(len(source_words), len(target_words)))
        ),
        notices=(),
    )


def _hypotheses(source: str, count: int, write: Callable[[str], str]) -> tuple[ScoredText, ...]:
    """Return the best translation, then those with one word in small letters."""
    best = " ".join(write(source).split())
    texts = [best]
    for start, end in find_words(best):
        texts.append(best[:start] + best[start:end].lower() + best[end:])
    distinct = list(dict.fromkeys(texts))[:count]
    return tuple(
        ScoredText(text, -0.1 * (place + 1), ids_of(text)) for place, text in enumerate(distinct)
    )


def _rest(best: str, done: int) -> str:
    """Return what follows after so many words of the best translation."""
    words = find_words(best)
    return best[words[done - 1][1] :] if 0 < done <= len(words) else "" if done else best
