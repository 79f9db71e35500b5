"""Translators without a model: what they do to each sentence is known."""

from collections.abc import Callable, Sequence

import pytest

from engine.documents import part_translation
from engine.text.segmenter import split
from engine.tokenizers.encoding import find_words
from engine.translation import (
    AlignedWords,
    Cancelled,
    Notice,
    NoticeKind,
    SentenceTranslation,
    Translation,
    TranslationRequest,
    Word,
)
from tests.support.model_folders import toy_manifest

Change = Callable[[str], str]
Link = Callable[[int, int], Sequence[tuple[int, int, float]]]
"""Links (target word, source word, weight) of so many target and source words."""


def same(sentence: str) -> str:
    """Return the sentence."""
    return sentence


def words_of(text: str) -> list[str]:
    """Return the words of a text as the engine sees them."""
    return [text[start:end] for start, end in find_words(text)]


def shouted(sentence: str) -> str:
    """Return the sentence in capitals; no character becomes two."""
    return "".join(c.upper() if len(c.upper()) == 1 else c for c in sentence)


def turned(sentence: str) -> str:
    """Return the words of a sentence in reverse."""
    return " ".join(reversed(words_of(sentence)))


def in_order(num_target: int, num_source: int) -> list[tuple[int, int, float]]:
    """Link each word to that in the same place."""
    return [(number, number, 1.0) for number in range(min(num_target, num_source))]


def reversed_order(num_target: int, num_source: int) -> list[tuple[int, int, float]]:
    """Link the first word to the last, and so on."""
    return [(num_target - 1 - i, i, 1.0) for i in range(min(num_target, num_source))]


def eight_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have files translated eight sentences a step, in their order."""
    monkeypatch.setattr(part_translation, "LOOK_AHEAD", 8)


class FakeTranslator:
    """Changes each sentence by a rule and links its words by another.

    Attributes:
        asked: The texts of the requests, in order.
        is_on_card: Whether it says that a graphics card computes.
    """

    is_on_card = False

    def __init__(self, change: Change = same, link: Link = in_order) -> None:
        self.change = change
        self.link = link
        self.middle_language = ""
        self.manifest = toy_manifest(source_language="en", target_language="de")
        self.asked: list[str] = []

    def translate(self, request: TranslationRequest) -> Translation:
        """Translate as `Translator` does."""
        self.asked.append(request.text)
        if request.cancelled.is_set():
            raise Cancelled
        target = ""
        sentences = []
        for segment in split(request.text, "en"):
            if segment.is_sentence:
                sentences.append(self._sentence(segment.text, segment.start, len(target)))
                target += sentences[-1].target
            else:
                target += segment.text
        notices = tuple(notice for sentence in sentences for notice in sentence.notices)
        return Translation(request.text, target, tuple(sentences), notices, "fake", "cpu", 0.0)

    def _sentence(self, source: str, start: int, target_start: int) -> SentenceTranslation:
        target = self.change(source)
        source_words, target_words = _words(source, start), _words(target, target_start)
        links = self.link(len(target_words), len(source_words))
        is_odd = "odd" in source
        return SentenceTranslation(
            source=source,
            source_start=start,
            target=target,
            target_start=target_start,
            hypotheses=(),
            tokens=(),
            source_words=source_words,
            target_words=target_words,
            alignment=tuple(AlignedWords(*link) for link in links),
            notices=(Notice(NoticeKind.UNFAMILIAR, start, start + len(source)),) if is_odd else (),
        )


def _words(text: str, by: int) -> tuple[Word, ...]:
    return tuple(Word(text[a:b], a + by, b + by) for a, b in find_words(text))
