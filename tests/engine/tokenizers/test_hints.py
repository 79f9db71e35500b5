"""Hints in an encoding: the sentence stays, the hints belong to their words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tokenizers.hints import Hint, reads_hints, with_hints
from engine.tokenizers.subword import HINT_TAGS, SubwordTokenizer
from training.examples.subwords import learn_bpe, learn_words

PLAIN = learn_bpe(["The tap is dripping, and the old tap too."] * 9, vocab_size=300)
TOKENIZER = PLAIN.with_tags(HINT_TAGS)
SENTENCE = "The tap is dripping."


def written(tokenizer: SubwordTokenizer, ids: tuple[int, ...]) -> str:
    return " ".join(tokenizer.token(token_id) for token_id in ids)


def test_a_hint_stands_around_its_word() -> None:
    encoding = with_hints(TOKENIZER.encode(SENTENCE), [Hint(4, 7, ("tap", "the"))], TOKENIZER)
    tap, the = (written(TOKENIZER, TOKENIZER.encode(word).ids) for word in ("tap", "the"))
    around = written(TOKENIZER, encoding.ids).partition("<hint>")[2].partition("</hint>")[0]
    assert around.strip() == f"{tap} <is> {tap} <or> {the}"
    hinted = [place for place, word in enumerate(encoding.word_ids) if word == 1]
    assert hinted == list(range(hinted[0], hinted[-1] + 1))
    assert TOKENIZER.token(encoding.ids[hinted[0]]) == "<hint>"
    assert TOKENIZER.token(encoding.ids[hinted[-1]]) == "</hint>"


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 6)), max_size=4))
def test_without_its_hints_an_encoding_is_as_it_was(places: list[tuple[int, int]]) -> None:
    before = TOKENIZER.encode(SENTENCE)
    hints = [Hint(start, start + length, ("old",)) for start, length in sorted(places)]
    after = with_hints(before, hints, TOKENIZER)
    assert after.words == before.words
    kept = [place for place, (start, end) in enumerate(after.spans) if start < end]
    for name in ("ids", "spans", "word_ids"):
        assert tuple(getattr(after, name)[place] for place in kept) == getattr(before, name)
    opened, closed = (after.ids.count(TOKENIZER.tag_id(tag)) for tag in ("<hint>", "</hint>"))
    assert opened == closed <= len(hints)
    assert TOKENIZER.decode(
        after.ids[: after.ids.index(TOKENIZER.tag_id("<is>"))] if opened else after.ids
    ).text


@pytest.mark.parametrize(
    ("tokenizer", "expected"),
    [(TOKENIZER, True), (PLAIN, False), (learn_words([SENTENCE], "blank", 1), False)],
)
def test_only_a_vocabulary_with_the_tags_reads_hints(tokenizer: object, expected: bool) -> None:
    assert reads_hints(tokenizer) is expected  # type: ignore[arg-type]  # any tokenizer
