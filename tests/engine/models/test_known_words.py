"""Which words a model knows well: packed, unpacked, and refused when damaged."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import known_words
from engine.models.known_words import KnownWords, pack_words, unpack_words

WORDS = st.sets(st.text(st.characters(categories=["L"]), min_size=1), min_size=1)


@given(words=WORDS)
def test_packed_words_are_the_same_words(words: set[str]) -> None:
    packed = pack_words(words)
    assert unpack_words(packed) == sorted(words)
    assert KnownWords(packed).words == words
    assert packed == pack_words(sorted(words, reverse=True))


def test_a_word_is_found_as_a_whole() -> None:
    known = KnownWords(pack_words(["tree", "treehouse"]))
    assert "tree" in known
    assert "tree " not in known
    assert "house" not in known


def test_what_was_never_packed_is_refused() -> None:
    with pytest.raises(ValueError, match="incorrect header check"):
        unpack_words(b"tree")
    with pytest.raises(ValueError, match="cut off"):
        unpack_words(pack_words(["tree", "house"])[:-4])
    with pytest.raises(ValueError, match="utf-8"):
        unpack_words(zlib.compress(b"\xff"))


def test_no_file_may_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_words, "_MOST_BYTES", 1000)
    with pytest.raises(ValueError, match="too large"):
        unpack_words(pack_words(["a" * 2000]))
