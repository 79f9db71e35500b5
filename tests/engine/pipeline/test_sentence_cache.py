"""The sentences that were asked for last."""

from typing import Any

import pytest

from engine.pipeline.sentence_cache import SentenceCache, SentenceKey
from engine.search.beam_search import SearchSettings
from engine.translation import Chosen, SentenceTranslation

KEY = SentenceKey("Two men.", SearchSettings(), with_alignment=True)


def sentence(text: str) -> SentenceTranslation:
    return SentenceTranslation(text, 0, text.upper(), 0, (), (), (), (), (), ())


def test_what_was_asked_for_longest_ago_makes_room() -> None:
    cache = SentenceCache(size=2)
    keys = [KEY._replace(text=text) for text in "abc"]
    cache.put(keys[0], sentence("a"))
    cache.put(keys[1], sentence("b"))
    assert cache.get(keys[0]) == sentence("a")  # now b is the one that nobody asked for
    cache.put(keys[2], sentence("c"))
    assert cache.get(keys[1]) is None
    assert (cache.get(keys[0]), cache.get(keys[2])) == (sentence("a"), sentence("c"))


def test_to_put_a_sentence_again_makes_nothing_else_go() -> None:
    cache = SentenceCache(size=2)
    other = KEY._replace(text="other")
    for key in (KEY, other, KEY, KEY):
        cache.put(key, sentence(key.text))
    assert cache.get(other) == sentence("other")
    cache.put(KEY, sentence("newer"))
    assert cache.get(KEY) == sentence("newer")


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Two men"},
        {"settings": SearchSettings(beam_size=4)},
        {"settings": SearchSettings(length_penalty=0.5)},
        {"settings": SearchSettings(n_best=2)},
        {"with_alignment": False},
        {"chosen": Chosen((7,))},
        {"chosen": Chosen((), is_whole=True)},
    ],
    ids=str,
)
def test_a_sentence_is_known_only_as_it_was_asked_for(change: dict[str, Any]) -> None:
    cache = SentenceCache()
    cache.put(KEY, sentence("Two men."))
    assert cache.get(KEY._replace(**change)) is None
