"""Laws of subwords: nothing is lost, and every id knows its place in the text."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.tokenizers.subword import Flavour, _origins
from tests.support.tokenizers import any_text, ascii_text, assert_ordered, toy_subwords

FLAVOURS: list[Flavour] = ["bpe", "byte_level"]
both_flavours = pytest.mark.parametrize("flavour", FLAVOURS)


@both_flavours
@given(text=any_text)
def test_decoding_gives_the_normalised_text(flavour: Flavour, text: str) -> None:
    tokenizer = toy_subwords(flavour)
    encoding = tokenizer.encode(text)
    assert tokenizer.decode(encoding.ids).text == tokenizer.normalize(text)


@both_flavours
@given(text=any_text)
def test_normalising_twice_changes_nothing_more(flavour: Flavour, text: str) -> None:
    tokenizer = toy_subwords(flavour)
    normalized = tokenizer.normalize(text)
    assert tokenizer.normalize(normalized) == normalized
    assert tokenizer.encode(normalized).ids == tokenizer.encode(text).ids


@both_flavours
@given(text=any_text)
def test_no_text_becomes_a_special_token(flavour: Flavour, text: str) -> None:
    tokenizer = toy_subwords(flavour)
    assert not tokenizer.special.ids & set(tokenizer.encode(text).ids)


def test_normalising_composes_and_replaces_lone_surrogates() -> None:
    assert toy_subwords("bpe").normalize("e\u0301 \ud800") == "é \ufffd"
    assert toy_subwords("byte_level").normalize("e\u0301 \ud800") == "e\u0301 \ufffd"


@both_flavours
@given(text=any_text)
def test_spans_follow_one_another_and_cover_the_text(flavour: Flavour, text: str) -> None:
    encoding = toy_subwords(flavour).encode(text)
    assert len(encoding.spans) == len(encoding.word_ids) == len(encoding.ids)
    assert_ordered(encoding.spans, len(text))
    covered = {place for start, end in encoding.spans for place in range(start, end)}
    assert covered == set(range(len(text)))


@both_flavours
@given(text=ascii_text)
def test_a_span_is_the_text_of_its_token(flavour: Flavour, text: str) -> None:
    tokenizer = toy_subwords(flavour)
    encoding = tokenizer.encode(text)
    assert "".join(text[start:end] for start, end in encoding.spans) == text
    for token_id, (start, end) in zip(encoding.ids[1:], encoding.spans[1:], strict=True):
        if tokenizer.token(token_id)[0] != "<":
            shown = text[start:end].replace(" ", "▁").replace("\n", "↵")
            assert tokenizer.token(token_id) == shown


@both_flavours
@given(text=any_text)
def test_decoding_a_part_shows_what_its_span_holds(flavour: Flavour, text: str) -> None:
    # Whatever was composed: the span of a token, normalised, has the token's characters in it.
    tokenizer = toy_subwords(flavour)
    encoding = tokenizer.encode(text)
    for token_id, (start, end) in zip(encoding.ids, encoding.spans, strict=True):
        shown = tokenizer.decode([token_id]).text
        if "\ufffd" not in shown:
            assert shown.strip() in unicodedata.normalize("NFC", text[start:end]) + text[start:end]


def test_all_parts_of_a_composed_letter_belong_to_its_token() -> None:
    encoding = toy_subwords("bpe").encode("Ma\u0308nner")
    assert (encoding.spans[0][0], encoding.spans[-1][1]) == (0, 7)
    assert (1, 3) in {(max(1, s), min(3, e)) for s, e in encoding.spans if s < 3 and e > 1}


def test_where_composition_cannot_be_followed_the_whole_text_is_meant() -> None:
    assert _origins("abc", "xy") == [(0, 3), (0, 3)]


def test_all_bytes_of_a_character_have_its_span() -> None:
    tokenizer = toy_subwords("bpe")
    encoding = tokenizer.encode("a 中")
    assert [tokenizer.token(token_id) for token_id in encoding.ids[-3:]] == [
        "<0xE4>",
        "<0xB8>",
        "<0xAD>",
    ]
    assert encoding.spans[-3:] == ((2, 3),) * 3
    assert tokenizer.decode(encoding.ids).spans[-3:] == ((2, 3),) * 3


@both_flavours
@given(data=st.data())
def test_any_ids_can_be_decoded(flavour: Flavour, data: st.DataObject) -> None:
    tokenizer = toy_subwords(flavour)
    ids = data.draw(st.lists(st.integers(0, tokenizer.vocab_size - 1)))
    decoded = tokenizer.decode(ids)
    assert len(decoded.spans) == len(ids)
    assert_ordered(decoded.spans, len(decoded.text))
    covered = {place for start, end in decoded.spans for place in range(start, end)}
    assert covered == set(range(len(decoded.text)))
    for token_id, (start, end) in zip(ids, decoded.spans, strict=True):
        assert token_id not in tokenizer.special.ids or start == end
    decoded.text.encode("utf-8")  # no surrogate is left


@both_flavours
def test_special_tokens_leave_no_trace(flavour: Flavour) -> None:
    tokenizer = toy_subwords(flavour)
    ids = tokenizer.encode("Two men").ids
    special = tokenizer.special
    decoded = tokenizer.decode([special.bos, *ids, special.eos, special.pad])
    assert decoded.text == "Two men"
    assert decoded.spans[0] == (0, 0)
    assert decoded.spans[-2:] == ((7, 7), (7, 7))


def test_an_unfinished_character_is_shown_as_such() -> None:
    tokenizer = toy_subwords("bpe")
    ids = tokenizer.encode("中").ids
    assert tokenizer.decode(ids[:-1]).text == "\ufffd\ufffd"


@both_flavours
@pytest.mark.parametrize("wrong", [-1, 10**6])
def test_an_id_that_is_not_there_is_a_broken_contract(flavour: Flavour, wrong: int) -> None:
    with pytest.raises(ValueError, match="ids must be between 0 and"):
        toy_subwords(flavour).decode([5, wrong])


@given(text=any_text)
@example("\u0340\u1160")  # a mark that NFC replaces, then a vowel that it does not join
def test_a_token_of_the_product_lies_in_one_word(text: str) -> None:
    encoding = toy_subwords("bpe").encode(text)
    assert bool(encoding.words) == bool(encoding.ids)
    for (start, end), word_id in zip(encoding.spans, encoding.word_ids, strict=True):
        touched = [
            index
            for index, (first, last) in enumerate(encoding.words)
            if first < end and start < last
        ]
        assert touched in ([], [word_id])


def test_tokens_are_readable() -> None:
    tokenizer = toy_subwords("bpe")
    shown = [tokenizer.token(token_id) for token_id in tokenizer.encode("men\n\u0001").ids]
    assert shown == ["▁men", "<0x0A>", "<0x01>"]
    assert tokenizer.token(tokenizer.special.eos) == "<eos>"
    tokenizer = toy_subwords("byte_level")
    shown = [tokenizer.token(token_id) for token_id in tokenizer.encode(" men\n\u0001ä中").ids]
    assert shown == ["▁men", "↵", "<U+0001>", "ä", "<0xE4>", "<0xB8>", "<0xAD>"]


@both_flavours
def test_every_token_can_be_shown(flavour: Flavour) -> None:
    tokenizer = toy_subwords(flavour)
    assert all(tokenizer.token(token_id).isprintable() for token_id in range(tokenizer.vocab_size))


@pytest.mark.parametrize("wrong", [-1, 10**6])
def test_a_token_that_is_not_there_is_a_broken_contract(wrong: int) -> None:
    with pytest.raises(ValueError, match=f"there is no token {wrong} among"):
        toy_subwords("bpe").token(wrong)
