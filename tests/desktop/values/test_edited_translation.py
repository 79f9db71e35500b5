"""Edits of a translation: what was written stands, the rest stays as the model wrote it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.values.edited_translation import dropped_edit, edited_pairs, edits_between, with_edits
from engine.translation import LookedUpWord, TermUse, Translation
from tests.support.engines import make_translation

TEXT = "Two dogs run. A cat sleeps.\n\nIt is late. Good night."
MADE = make_translation(TEXT)
PLAIN = replace(
    MADE,
    sentences=tuple(
        replace(
            sentence,
            terms=(TermUse(sentence.source_words[0], sentence.target_words[0]),),
            looked_up=(
                LookedUpWord(sentence.source_words[1], "entry", sentence.target_words[1]),
                LookedUpWord(sentence.source_words[0], "entry", None),
            ),
        )
        for sentence in MADE.sentences
    ),
)
SOURCES = [sentence.source for sentence in PLAIN.sentences]

edits = st.dictionaries(st.sampled_from(SOURCES), st.text(max_size=12))


def assert_whole(translation: Translation) -> None:
    """Every span slices what it is the span of."""
    target = translation.target
    for sentence in translation.sentences:
        start = sentence.target_start
        assert target[start : start + len(sentence.target)] == sentence.target
        for word in sentence.target_words:
            assert target[word.start : word.end] == word.text
        for token in sentence.tokens:
            assert target[token.start : token.end] == token.text
        hinted = [use.target for use in sentence.terms]
        hinted += [word.target for word in sentence.looked_up if word.target is not None]
        for word in hinted:
            assert target[word.start : word.end] == word.text


@given(edits=edits)
def test_every_span_is_where_its_text_is(edits: dict[str, str]) -> None:
    edited = with_edits(PLAIN, edits)
    assert_whole(edited)
    for sentence, plain in zip(edited.sentences, PLAIN.sentences, strict=True):
        assert sentence.target == edits.get(sentence.source, plain.target)
        assert sentence.is_edited == (sentence.source in edits)
        assert len(sentence.target_words) == (0 if sentence.is_edited else len(plain.target_words))


@given(
    before=edits,
    start=st.integers(0, 60),
    length=st.integers(0, 20),
    typed=st.text(alphabet="abc .", max_size=4),
)
def test_what_is_typed_stands_and_line_breaks_stay(
    before: dict[str, str], start: int, length: int, typed: str
) -> None:
    shown = with_edits(PLAIN, before)
    target = shown.target[:start] + typed + shown.target[start + length :]
    written = edits_between(shown, target)
    result = with_edits(PLAIN, {**before, **written})
    assert_whole(result)
    assert result.target.count("\n") >= PLAIN.target.count("\n")
    if written and "\n" not in shown.target[start : start + length]:
        assert result.target == target


@pytest.mark.parametrize(
    ("old", "new"),
    [("TWO DOGS", "Zwei Hunde"), ("SLEEPS.", "schläft!"), ("GOOD NIGHT.", ""), ("A CAT", "")],
)
def test_one_sentence_is_edited_alone(old: str, new: str) -> None:
    target = PLAIN.target.replace(old, new)
    written = edits_between(PLAIN, target)
    assert len(written) == 1
    assert with_edits(PLAIN, written).target in (target, target.rstrip())


def test_joined_sentences_are_one() -> None:
    target = PLAIN.target.replace("RUN. A CAT", "run, and a cat")
    edited = with_edits(PLAIN, edits_between(PLAIN, target))
    assert edited.target == target
    (pair,) = edited_pairs(edited)
    assert pair.sources == ("Two dogs run.", "A cat sleeps.")
    assert pair.target == "TWO DOGS run, and a cat SLEEPS."


def test_line_breaks_are_the_source_texts() -> None:
    assert edits_between(PLAIN, PLAIN.target.replace("\n\n", " ")) == {}
    assert edits_between(PLAIN, PLAIN.target) == {}


def test_a_text_without_sentences_cannot_be_edited() -> None:
    assert edits_between(make_translation(""), "x") == {}


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        (TEXT, None),
        (TEXT.replace("cat", "dog"), (1, "x")),
        (TEXT.replace("A cat", "Now a cat"), (1, "x")),
        (TEXT.replace("sleeps.", "sleeps"), (1, "x")),
        (TEXT.replace(" A cat sleeps.", ""), None),
        ("New. " + TEXT, None),
        ("Another text.", None),
    ],
)
def test_an_edit_is_dropped_with_the_change_of_its_sentence(
    text: str, dropped: tuple[int, str] | None
) -> None:
    edits = {"A cat sleeps.": "x"}
    now = with_edits(make_translation(text), edits)
    assert dropped_edit(with_edits(PLAIN, edits), now) == dropped
