"""Tell which language a text is in, or that it cannot be told: py3langid, asked with care.

A wrong answer disturbs more than no answer. Names, numbers, code and single words belong to no
language, so an answer needs words that begin with a small letter (a German noun begins with a
capital, like a name) and that are likelier in this language than in the others that are expected.
docs/decisions/0014 says how often it is right.
"""

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from lzma import LZMAError
from threading import Lock

from engine.languages.lookup import all_rules, primary_subtag
from engine.languages.names import LANGUAGES
from engine.languages.scripts import SPACELESS
from engine.text.language_tables import STATES, LanguageTables, make
from engine.translation import Notice, NoticeKind, Translation

LONGEST = 4000
"""How many characters of a text are looked at: some ten milliseconds."""

EXPLAINED = frozenset(
    {
        NoticeKind.COPIED,
        NoticeKind.UNFAMILIAR,
        NoticeKind.UNKNOWN_WORDS,
        NoticeKind.MISSING_WORDS,
        NoticeKind.ADDED_WORDS,
        NoticeKind.LANGUAGE,
        NoticeKind.KEPT,
    }
)
"""Notices that say nothing new about a text in another language."""

_SURE = 0.9
_LIKELY = 0.5
_SURE_OF_SERVED = 0.92
"""The share of one language among those that models read, where others are likely, too: of a few
words of English, Danish is often possible, but nobody could translate it here."""
_EXPECTED = 10.0
"""How many times as likely an expected language is as any other."""
_MOST_OF_IT = 0.8
"""The share of a text that one language must have where sentences are in several."""
_LEAST_LETTERS = 0.6
"""The share of letters in what is not blank; code and tables have fewer."""
_WORDS_OF_PIECE = 4

_WORD = re.compile(rf"[{SPACELESS}]|[^\W\d_{SPACELESS}]+(?:['’-][^\W\d_{SPACELESS}]+)*")
"""A word, or one character of a script that writes no blanks between words."""
_NO_WORDS = re.compile(r"\S*(?:[/\\_@=<>{}\[\]|#$%^*~`+]|\w[.:(]\w|\(\)|\d)\S*")
_PIECE_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
_TITLE_WORDS = frozenset[str]().union(*(rules.title_words for rules in all_rules().values()))
"""Small words inside names and titles of many languages: Ludwig van Beethoven, déjà vu."""

_NO_LANGUAGE = "zxx"
_SAME = {"nb": "no", "nn": "no"}
"""Norwegian is written in two ways."""

_Rank = Callable[[str], list[tuple[str, float]]]

_log = logging.getLogger(__name__)
_loading = Lock()


def detect_language(
    text: str, expected: Collection[str], readable: Collection[str] = ()
) -> str | None:
    """Return the code of the language a text is in; None where that is not sure.

    Args:
        text: As typed; the beginning of a long one is looked at.
        expected: Languages that are likelier than others, such as those of the model in use.
        readable: Languages that come into question though few people type them, such as those of
            the other models.
    """
    beginning = _NO_WORDS.sub(" ", text[:LONGEST])
    answer = _answer(beginning, expected, readable)
    if answer is None:
        return None
    pieces = _PIECE_END.split(beginning)
    if len(pieces) == 1:
        return answer
    shares: Counter[str] = Counter()
    for piece in pieces:
        is_long = len(_WORD.findall(piece)) >= _WORDS_OF_PIECE
        if is_long and (found := _answer(piece, expected, readable)):
            shares[found] += len(piece)
    return answer if shares[answer] >= _MOST_OF_IT * shares.total() else None


def prepare() -> None:
    """Load what tells languages now, instead of when the first text comes."""
    _rank("")


def language_chances(text: str, expected: Collection[str]) -> dict[str, float]:
    """Return how likely each language is that people type, from 0 to 1, even of a single word.

    Args:
        text: As typed; the beginning of a long one is looked at.
        expected: Languages that are likelier than others; all are in the answer that can be told.
    """
    words = _WORD.findall(_NO_WORDS.sub(" ", text[:LONGEST]))
    return _chances(" ".join(words), expected) if words else {}


def language_of(text: str, source: str, target: str, readable: Collection[str] = ()) -> str | None:
    """Return the language of a text that was typed for a model; None where that is not sure.

    Args:
        text: As typed.
        source: The language that the model reads; answered just so where the text is in it.
        target: The language that it writes.
        readable: The languages that other models read.
    """
    if not any(map(str.isalpha, text)) or _plain_code(source) not in _known():
        return None
    found = detect_language(text, (source, target), readable)
    return source if found == _plain_code(source) else found


def other_language(text: str, source: str, target: str) -> str | None:
    """Return the language of a text that is surely not in the language that a model reads."""
    found = language_of(text, source, target)
    return None if found == source else found


@lru_cache(10_000)
def sentence_language(sentence: str, source: str, target: str) -> str:
    """Return the other language that a sentence is surely in; "" if it is none, or too short.

    Args:
        sentence: One of a text.
        source: The language that the model reads.
        target: The language that it writes.
    """
    is_long = len(_WORD.findall(sentence)) >= _WORDS_OF_PIECE
    return (is_long and other_language(sentence, source, target)) or ""


def language_notice(text: str, source: str, target: str) -> Notice | None:
    """Return the notice of a text in another language than the model reads, if it is in one."""
    found = other_language(text, source, target)
    if found is None:
        return None
    return Notice(NoticeKind.LANGUAGE, 0, len(text), (found, _plain_code(source)))


def tell_language(translation: Translation, source: str, target: str) -> Translation:
    """Return a translation with the notice of its language, in place of what that explains."""
    notice = language_notice(translation.source, source, target)
    if notice is None:
        return translation
    others = (one for one in translation.notices if one.kind not in EXPLAINED)
    return replace(translation, notices=(notice, *others))


def _answer(text: str, expected: Collection[str], readable: Collection[str]) -> str | None:
    """Return the language of a text, however many sentences it has."""
    words = _WORD.findall(text)
    letters = sum(map(str.isalpha, text))
    others = sum(not character.isspace() for character in text) - letters
    if len(words) < 2 or letters < _LEAST_LETTERS * (letters + others):
        return None
    small = _small_words([word.lower() for word in words] if text.isupper() else words)
    if not small:
        return None
    chances = _chances(" ".join(words), expected, readable)
    best = max(chances, key=chances.__getitem__, default=_NO_LANGUAGE)
    if best == _NO_LANGUAGE or not _is_sure(best, chances, expected, readable):
        return None
    of_small = _chances(" ".join(small), expected, readable)
    rivals = [of_small[code] for code in map(_plain_code, expected) if code in of_small]
    return best if of_small[best] >= max(rivals, default=0.0) else None


def _is_sure(
    best: str, chances: Mapping[str, float], expected: Collection[str], readable: Collection[str]
) -> bool:
    """Return whether a language is likely enough: among all, or among those that a model reads."""
    if chances[best] >= _SURE:
        return True
    served = {*map(_plain_code, expected), *map(_plain_code, readable)}
    of_served = sum(chances.get(code, 0.0) for code in served)
    return best in served and chances[best] >= max(_LIKELY, _SURE_OF_SERVED * of_served)


def _small_words(words: list[str]) -> list[str]:
    """Return the words that are no names: in small letters, or the first one if such follows it."""
    found = [word for word in words[1:] if _is_small(word)]
    first_is_one = _is_small(words[0]) or _is_small(words[1])
    return [words[0].lower(), *found] if first_is_one else found


def _is_small(word: str) -> bool:
    return not word[0].isupper() and word not in _TITLE_WORDS


# --- py3langid ------------------------------------------------------------------------------------


def _plain_code(language: str) -> str:
    code = primary_subtag(language)
    return _SAME.get(code, code)


def _chances(
    text: str, expected: Collection[str], readable: Collection[str] = ()
) -> dict[str, float]:
    """Return the probability of each language that comes into question."""
    likely = frozenset(map(_plain_code, expected))
    weights: defaultdict[str, float] = defaultdict(float)
    for label, chance in _rank(text, likely.union(map(_plain_code, readable)) - LANGUAGES):
        code = _plain_code(label)
        weights[code] += _EXPECTED * chance if code in likely else chance
    total = sum(weights.values())
    return {code: weight / total for code, weight in weights.items()}


def _rank(text: str, others: frozenset[str] = frozenset()) -> list[tuple[str, float]]:
    """Return languages with their probabilities; from any thread.

    Args:
        text: What is asked about.
        others: Languages that come into question besides those that people are likely to type.
    """
    with _loading:
        rank = _load(others)
    return rank(text)


@lru_cache(2)
def _load(others: frozenset[str]) -> _Rank:
    """Return what tells some languages; where its tables cannot be read, none is ever told."""
    same = {code for code, plain in _SAME.items() if plain in LANGUAGES}
    try:
        tables = _tables()
        rank: _Rank = tables.identifier(LANGUAGES | others | same | {_NO_LANGUAGE}).rank
    except (ImportError, OSError, MemoryError, ValueError, EOFError, LZMAError) as error:
        _log.info("Languages cannot be told: %s", type(error).__name__)
        return lambda _text: []
    return rank


@cache
def _tables() -> LanguageTables:
    """Open the tables; where the program is installed without them, make them first."""
    if not STATES.is_file():
        make()
    return LanguageTables()


@cache
def _known() -> frozenset[str]:
    """Return the languages that can be told from others."""
    try:
        return frozenset(map(_plain_code, _tables().languages))
    except (ImportError, OSError, MemoryError, ValueError, EOFError, LZMAError):
        return frozenset()
