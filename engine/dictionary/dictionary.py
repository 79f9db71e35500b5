"""The English–German dictionary that comes with the program: one SQLite file, opened read-only."""

import logging
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import cache, lru_cache
from pathlib import Path
from typing import Self

from engine.dictionary.making import FILE, LANGUAGES, VERSION, key_of, make, phrase_key
from engine.languages.lookup import primary_subtag, rules_of

_log = logging.getLogger(__name__)

_REMEMBERED = 50_000


def is_between(source_language: str, target_language: str) -> bool:
    """Return whether the included dictionary has this direction; codes may name regions."""
    direction = primary_subtag(source_language), primary_subtag(target_language)
    return direction in (LANGUAGES, LANGUAGES[::-1])


class Dictionary:
    """Translations of words and set phrases from one language into another.

    Used from one thread at a time.
    """

    def __init__(self, file: Path, direction: tuple[str, str]) -> None:
        self.source_language, self.target_language = direction
        self._file = file.resolve().as_uri() + "?mode=ro&immutable=1"
        self._connection: sqlite3.Connection | None = None
        self._query = (
            "SELECT {1} FROM entries WHERE coalesce({0}_key, {0}) = ? "
            "ORDER BY num_sources DESC, length({1}), {1}"
        ).format(*direction)
        self._found = lru_cache(_REMEMBERED)(self._look_up)
        self._lemma = lru_cache(_REMEMBERED)(self._look_up_lemma)
        self._has = lru_cache(_REMEMBERED)(self._look_for_word)

    @classmethod
    def find(cls, source_language: str, target_language: str) -> Self | None:
        """Return the included dictionary of a direction; None if there is none.

        Where the program is installed without it, or with that of an earlier version, it is made
        now, which takes some seconds.

        Args:
            source_language: A code, which may name a region.
            target_language: Likewise.
        """
        if not is_between(source_language, target_language):
            return None
        if not _is_current(FILE):
            try:
                make()
            except OSError as error:
                _log.warning("the dictionary cannot be made: %s", error)
                return None
        return cls(FILE, (primary_subtag(source_language), primary_subtag(target_language)))

    def translations(self, words: str) -> tuple[str, ...]:
        """Return what a word or a phrase may be: what most dictionaries have first.

        What an inflected word may be in itself is followed by what its dictionary form may be.

        Args:
            words: As they stand in a text.
        """
        form = " ".join(self._lemma(word.casefold()) for word in words.split())
        return tuple(dict.fromkeys((*self._found(key_of(words)), *self._found(key_of(form)))))

    def noun(self, word: str) -> str | None:
        """Return what a word is, if it is a noun: what most dictionaries have, or the shortest.

        German writes nouns with a capital, and so tells them on both sides; in English a capital
        makes a name of a noun.
        """
        if word[:1].isupper() != rules_of(self.source_language).has_capital_nouns:
            return None
        found = self._with_german(key_of(word)) or self._with_german(self._lemma(word.casefold()))
        if self.source_language == "de":  # "Reifen" is not what "reifen" is
            found = [entry for entry in found if entry[1][:1].isupper()]
        return found[0][0] if found and found[0][1][:1].isupper() else None

    def lemma(self, form: str) -> str:
        """Return the dictionary form of a word, or the word if it is none of an entry.

        Args:
            form: The word, case folded.
        """
        return self._lemma(form)

    def _with_german(self, key: str) -> list[tuple[str, str]]:
        """Return the translations of an entry, whatever it is, each with its German side."""
        query = self._query.replace("SELECT ", "SELECT de, ", 1)
        return [(found, german) for german, found in self._opened().execute(query, (key,))]

    def __contains__(self, form: str) -> bool:
        """Return whether the language has a word.

        Args:
            form: Case folded; it may be inflected.
        """
        return self._has(form)

    def frequencies(self, words: Iterable[str]) -> dict[str, int]:
        """Return how many dictionaries have each word, one time for each of its translations."""
        key = f"coalesce({self.source_language}_key, {self.source_language})"
        query = f"SELECT coalesce(sum(num_sources), 0) FROM entries WHERE {key} = ?"
        opened = self._opened()
        return {
            word: int(opened.execute(query, (self._lemma(word),)).fetchone()[0]) for word in words
        }

    def entries(self) -> Iterator[tuple[str, str]]:
        """Yield every entry with its translation."""
        yield from self._opened().execute(
            f"SELECT {self.source_language}, {self.target_language} FROM entries"
        )

    def phrase(self, sentence: str) -> tuple[str, str] | None:
        """Return the set phrase that a sentence is, with its translation; None if it is none.

        Args:
            sentence: As typed; neither its case nor a mark at its end counts, but "?" does.
        """
        source, target = self.source_language, self.target_language
        query = f"SELECT {source}, {target} FROM phrases WHERE {source}_key = ?"
        found = self._opened().execute(query, (phrase_key(sentence),)).fetchone()
        return found and (str(found[0]), str(found[1]))

    def _look_up(self, key: str) -> tuple[str, ...]:
        return tuple(found for (found,) in self._opened().execute(self._query, (key,)))

    def _look_up_lemma(self, form: str) -> str:
        query = f"SELECT lemma FROM {self.source_language}_forms WHERE form = ?"
        found = self._opened().execute(query, (form,)).fetchone()
        return str(found[0]) if found else form

    def _look_for_word(self, form: str) -> bool:
        language = self.source_language
        query = (
            f"SELECT EXISTS (SELECT 1 FROM entries WHERE coalesce({language}_key, {language}) = ?1)"
            f" OR EXISTS (SELECT 1 FROM {language}_forms WHERE form = ?1)"
        )
        return bool(self._opened().execute(query, (form,)).fetchone()[0])

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            # One thread at a time, but not always the one that opened it.
            self._connection = sqlite3.connect(self._file, uri=True, check_same_thread=False)
        return self._connection

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _is_current(file: Path) -> bool:
    """Return whether a dictionary is there, with all tables that this version reads."""
    if not file.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as opened:
            return bool(opened.execute("PRAGMA user_version").fetchone()[0] == VERSION)
    except sqlite3.DatabaseError:  # it is damaged
        return False


def known_lemma(word: str, language: str) -> str:
    """Return the dictionary form of a word, case folded; of one that is unknown, the word itself.

    Args:
        word: One word, as it is written in a text.
        language: A code, which may name a region; one of the included dictionary.
    """
    return _dictionary_of(primary_subtag(language)).lemma(word.casefold())


@cache
def _dictionary_of(language: str) -> Dictionary:
    return Dictionary(FILE, LANGUAGES if language == LANGUAGES[0] else LANGUAGES[::-1])
