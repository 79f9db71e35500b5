"""What deserves a second look in the translation of one sentence: nothing is silently wrong.

Each question has a function over plain values; `notices_of` asks them all. A notice that is often
wrong is soon overlooked, so each waits for strong signs.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.languages.lookup import all_rules, primary_subtag
from engine.languages.scripts import SPACELESS
from engine.models.manifest import Familiarity
from engine.text.negation import unmatched_negation
from engine.text.quantities.comparison import Comparison
from engine.text.quantities.meanings import meanings_in
from engine.text.quantities.number_patterns import Languages
from engine.text.quantities.numbers import in_ascii_digits
from engine.translation import Notice, NoticeKind, Word


@dataclass(frozen=True, slots=True)
class WordPieces:
    """A source word, its span in the whole text, and what the tokenizer cut it into.

    A word that the model was not given has no pieces.
    """

    word: Word
    num_pieces: int
    is_unknown: bool = False


def notices_of(
    compared: Comparison,
    *,
    words: Sequence[WordPieces],
    log_probs: Sequence[float],
    is_finished: bool,
    limits: Familiarity | None = None,
    corrections: tuple[str, ...] = (),
    missing_terms: tuple[str, ...] = (),
    lost_names: Sequence[Word] = (),
) -> tuple[Notice, ...]:
    """Return all notices of one sentence.

    Args:
        compared: The sentence and its translation; the spans of the notices are places in it.
        words: The words of the sentence with what the tokenizer made of them.
        log_probs: Of each token of the translation and of eos.
        is_finished: Whether the model ended the translation itself.
        limits: The model's; None where it has none, then familiarity is not judged.
        corrections: The numbers that were set right after the model wrote them, each once.
        missing_terms: The entries of the glossary that the translation does not follow, each once.
        lost_names: The names and codes of the sentence that the translation does not have.
    """
    source, target = compared.source, compared.target
    whole = 0, len(source)
    found = []
    if not is_finished:
        found.append(Notice(NoticeKind.TRUNCATED, *whole))
    if loop := repeated(source, target):
        found.append(Notice(NoticeKind.REPEATED, *whole, (loop,)))
    if copied(source, target, *compared.languages):
        found.append(Notice(NoticeKind.COPIED, *whole))
    if strange := [pieces.word for pieces in words if pieces.is_unknown]:
        words_once = _once(word.text for word in strange)
        found.append(
            Notice(NoticeKind.UNKNOWN_WORDS, strange[0].start, strange[-1].end, words_once)
        )
    if corrections:
        found.append(Notice(NoticeKind.CORRECTED, *whole, corrections))
    if missing_terms:
        found.append(Notice(NoticeKind.GLOSSARY, *whole, missing_terms))
    if lost_names:
        start, end = lost_names[0].start, lost_names[-1].end
        details = _once(name.text for name in lost_names)
        found.append(Notice(NoticeKind.NAMES, start, end, details))
    languages = compared.languages
    if negation := unmatched_negation(source, target, *languages):
        place = negation.start, negation.end
        found.append(Notice(NoticeKind.MISSING_WORDS, *place, (negation.text,)))
    if negation := unmatched_negation(target, source, *reversed(languages)):
        found.append(Notice(NoticeKind.ADDED_WORDS, *whole, (negation.text,)))
    if lost := compared.missing:
        start, end = lost[0].start, lost[-1].end
        found.append(Notice(NoticeKind.NUMBERS, start, end, _once(number.text for number in lost)))
    elif compared.added:
        added_once = _once(number.text for number in compared.added)
        found.append(Notice(NoticeKind.ADDED_NUMBERS, *whole, added_once))
    is_empty = not target.strip()
    if is_empty or (
        limits is not None
        and log_probs
        and any(word.num_pieces for word in words)
        and unfamiliar(
            sum(log_probs) / len(log_probs),
            sum(word.num_pieces for word in words) / sum(word.num_pieces > 0 for word in words),
            limits,
        )
    ):
        found.append(Notice(NoticeKind.UNFAMILIAR, *whole))
    return tuple(found)


def repeated(source: str, target: str) -> str:
    """Return what the target says over and over although the source does not; empty if nothing.

    The fewer words a loop has, the more often it must come: a word four times, two or three words
    three times, more words twice. A loop may be half as long again as the longest of the source.
    """
    longest = max((times * num_words for times, num_words, _ in _word_loops(source)), default=0)
    for times, num_words, unit in _word_loops(target):
        enough = 4 if num_words == 1 else 3 if num_words < 4 else 2
        if times >= enough and times * num_words > 1.5 * longest:
            return unit
    # Writing without blanks, and words such as "hahahaha", whose loops no word shows.
    longest = max((len(loop.group()) for loop in _CHARACTER_LOOP.finditer(source)), default=0)
    for loop in _CHARACTER_LOOP.finditer(target):
        length, unit = len(loop.group()), loop.group(1)
        if length >= 12 and length > 1.5 * longest and not unit.isspace():
            return unit
    return ""


def copied(source: str, target: str, source_language: str, target_language: str) -> bool:
    """Return whether the target is nearly the source, though the languages differ.

    Only words that are expected to change count: not numbers, addresses, code, capitalised words
    (names and, in German, nouns) and particles of names. Two of them must be there, more than two
    words in all, and the target must add little of its own.
    """
    languages = source_language, target_language
    if primary_subtag(source_language) == primary_subtag(target_language):
        return False
    return _is_nearly(source, target) and _is_nearly(
        *(_without_measures(text, languages) for text in (source, target))
    )


def _is_nearly(source: str, target: str) -> bool:
    source_words, target_words = _words(source), _words(target)
    if len(source_words) < 3:
        return False
    is_shouted = source == source.upper()
    ordinary = Counter(
        word.casefold()
        for word in source_words
        if (is_shouted or not word[0].isupper()) and word.casefold() not in _NAME_PARTICLES
    )
    in_target = Counter(word.casefold() for word in target_words)
    in_source = Counter(word.casefold() for word in source_words)
    return (
        ordinary.total() >= 2
        and (ordinary & in_target).total() >= 0.8 * ordinary.total()
        and (in_source & in_target).total() >= 0.6 * in_target.total()
    )


def _without_measures(text: str, languages: Languages) -> str:
    """Return a text without numbers that have a symbol of a unit, and signs between numbers."""
    text = _TIMES.sub("×", in_ascii_digits(text))
    for one in reversed(meanings_in(text, languages, has_times=False)):
        if one.is_symbol:
            text = text[: one.start] + " " + text[one.end :]
    return text


def unfamiliar(mean_log_prob_per_token: float, pieces_per_word: float, limits: Familiarity) -> bool:
    """Return whether a text is far from the training data; NaN counts as far."""
    is_near = (
        mean_log_prob_per_token >= limits.min_mean_log_prob
        and pieces_per_word <= limits.max_pieces_per_word
    )
    return not is_near


# A word, or one character of a script that writes no blanks between words.
_WORD = re.compile(rf"[{SPACELESS}]|[^\W{SPACELESS}]+(?:['’-][^\W{SPACELESS}]+)*")
_CODE = re.compile(r"[/\\_@]|\(\)|\w[.:]+\w")
_TIMES = re.compile(r"(?<=[0-9])\s?x\s?(?=[0-9])", re.IGNORECASE)
_SPELLED = re.compile(r"\b[a-z](?:[ -][a-z]\b){2,}", re.IGNORECASE)
_CHARACTER_LOOP = re.compile(r"(.{1,12}?)\1{4,}", re.DOTALL | re.IGNORECASE)
_LONGEST_LOOP = 20
_NAME_PARTICLES = frozenset[str]().union(*(rules.name_particles for rules in all_rules().values()))
"""Of all languages: names keep theirs in any text."""


def _words(text: str) -> list[str]:
    """Return the words with a letter, without addresses, code and what is spelled out."""
    plain = " ".join(token for token in text.split() if token.isalpha() or not _CODE.search(token))
    found = _WORD.findall(_SPELLED.sub(" ", plain))
    return [word for word in found if any(character.isalpha() for character in word)]


def _word_loops(text: str) -> list[tuple[int, int, str]]:
    """Return immediate repetitions, shortest first: how often, how many words, and the words."""
    words = _WORD.findall(text)
    folded = [word.casefold() for word in words]
    loops = []
    for size in range(1, min(_LONGEST_LOOP, len(words) // 2) + 1):
        run = 0
        for end in range(size, len(words) + 1):
            if end < len(words) and folded[end] == folded[end - size]:
                run += 1
                continue
            if run >= size:
                first = end - size - run
                loops.append((run // size + 1, size, " ".join(words[first : first + size])))
            run = 0
    return loops


def _once(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words in their order, each once."""
    return tuple(dict.fromkeys(words))
