"""Laws of SentencePiece tokenizers: nothing is lost in silence, and every id knows its place."""

import json
import re
from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from sacremoses import MosesPunctNormalizer

from engine.tokenizers.encoding import UNKNOWN, replace_surrogates
from engine.tokenizers.punctuation import normalize_punctuation
from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from tests.support.tokenizers import (
    SENTENCES,
    TARGET_TOKENS,
    any_text,
    assert_ordered,
    toy_pieces,
)

TOKENIZERS = {
    "unigram": toy_pieces(),
    "unigram with bytes": toy_pieces(byte_fallback=True),
    "bpe": toy_pieces("bpe"),
    "bpe with bytes": toy_pieces("bpe", byte_fallback=True),
    "normalised punctuation": toy_pieces(byte_fallback=True, punctuation="de"),
}
every_tokenizer = pytest.mark.parametrize("tokenizer", TOKENIZERS.values(), ids=TOKENIZERS)


@every_tokenizer
@given(text=any_text)
def test_decoding_gives_the_normalised_text_but_for_unknown_characters(
    tokenizer: SentencePieceTokenizer, text: str
) -> None:
    ids = tokenizer.encode(text).ids
    decoded = tokenizer.decode(ids)
    known = map(re.escape, decoded.text.split(UNKNOWN))
    assert re.fullmatch(".+".join(known), tokenizer.normalize(text), re.DOTALL)
    assert decoded.text.count(UNKNOWN) == ids.count(tokenizer.special.unk)


@every_tokenizer
@given(text=any_text)
def test_no_text_becomes_a_special_token_or_a_tag(
    tokenizer: SentencePieceTokenizer, text: str
) -> None:
    silent = tokenizer.special.ids - {tokenizer.special.unk}
    silent |= set(map(tokenizer.tag_id, TARGET_TOKENS.values()))
    assert silent.isdisjoint(tokenizer.encode(text).ids)


@every_tokenizer
@given(text=any_text)
def test_a_span_is_where_its_token_came_from(tokenizer: SentencePieceTokenizer, text: str) -> None:
    encoding = tokenizer.encode(text)
    assert len(encoding.spans) == len(encoding.word_ids) == len(encoding.ids)
    assert_ordered(encoding.spans, len(text))
    assert_ordered(encoding.words, len(text))
    for token_id, (start, end) in zip(encoding.ids, encoding.spans, strict=True):
        written = tokenizer.decode([token_id]).text
        if not tokenizer.is_byte(token_id) and not tokenizer.punctuation:
            assert written in tokenizer.normalize(text[start:end])
        assert start < end or not written
    covered = {place for start, end in encoding.spans for place in range(start, end)}
    assert covered >= {place for place, character in enumerate(text) if character.isalnum()}


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Many ﬁne", ["▁M:M", "an:an", "y:y", "▁: ", "<0x66>:ﬁ", "in:ﬁn", "e:e"]),
        ("Ｍａｎ", ["▁M:Ｍ", "an:ａｎ"]),
        ("  men  \u3000men ", ["▁men:men", "▁men:  \u3000men"]),
        ("Ma\u0308nner a", ["▁Männer:Ma\u0308nner", "▁a: a"]),
        ("3 №", ["▁:", "<0x33>:3", "▁: ", "N:№", "o:№"]),
        ("Two… 中", ["▁T:T", "wo:wo", *[".:…"] * 3, "▁: ", "<0xE4>:中", "<0xB8>:中", "<0xAD>:中"]),
    ],
)
def test_spans_lie_in_the_text_as_it_was_typed(text: str, tokens: list[str]) -> None:
    tokenizer = toy_pieces("bpe", byte_fallback=True)
    encoding = tokenizer.encode(text)
    assert tokens == [
        f"{tokenizer.token(token_id)}:{text[start:end]}"
        for token_id, (start, end) in zip(encoding.ids, encoding.spans, strict=True)
    ]


@every_tokenizer
@given(data=st.data())
def test_any_ids_can_be_decoded(tokenizer: SentencePieceTokenizer, data: st.DataObject) -> None:
    ids = data.draw(st.lists(st.integers(0, tokenizer.vocab_size - 1)))
    decoded = tokenizer.decode(ids)
    assert len(decoded.spans) == len(ids)
    assert_ordered(decoded.spans, len(decoded.text))
    for token_id, (start, end) in zip(ids, decoded.spans, strict=True):
        written = tokenizer.decode([token_id]).text
        if not tokenizer.is_byte(token_id):
            assert decoded.text[start:end].strip(" ") == written


@every_tokenizer
@given(texts=st.lists(any_text, max_size=3))
def test_many_texts_have_the_ids_of_each(
    tokenizer: SentencePieceTokenizer, texts: list[str]
) -> None:
    assert tokenizer.encode_ids(texts) == [list(tokenizer.encode(text).ids) for text in texts]


def test_what_stands_for_no_text_is_not_written_but_can_be_read() -> None:
    tokenizer = toy_pieces()
    tag = tokenizer.tag_id(">>deu<<")
    word = tokenizer.encode("men").ids
    assert tokenizer.decode([tag, *word, 0]).text == "men"
    assert [tokenizer.token(token_id) for token_id in (tag, 0, 1)] == [">>deu<<", "</s>", "<unk>"]
    for missing in (">>ita<<", "</s>", "▁a"):
        with pytest.raises(KeyError):
            tokenizer.tag_id(missing)
    with pytest.raises(ValueError, match="no token -1"):
        tokenizer.decode([-1])


@pytest.mark.parametrize("language", ["en", "de", "fr", "sv"])
@given(text=any_text | st.text("„“”«»\u00a0–—‘’`'\"(),.%:;!?…5ab 。１", max_size=12))
def test_punctuation_is_normalised_as_moses_does(language: str, text: str) -> None:
    moses = MosesPunctNormalizer(language)
    visible = regex.sub(r"\p{C}", " ", moses.replace_unicode_punct(text))
    normalized, origins = normalize_punctuation(text, language)
    assert len(origins) == len(normalized)
    assert_ordered(tuple(origins), len(text))
    assert normalized == moses.normalize(visible)
    for character, (start, end) in zip(normalized, origins, strict=True):
        if character.isalpha():
            assert text[start:end] == character


@pytest.fixture(scope="module")
def marian(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the tokenizer that `transformers` makes of the toy tokenizer's parts."""
    # Here and not above, so that those who run other tests do not wait for it.
    from transformers import MarianTokenizer

    folder = tmp_path_factory.mktemp("marian")
    for name in ("source.spm", "target.spm"):
        (folder / name).write_bytes(toy_pieces().model)
    vocabulary = {token: index for index, token in enumerate(toy_pieces().tokens)}
    (folder / "vocab.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    return MarianTokenizer(
        *(str(folder / name) for name in ("source.spm", "target.spm", "vocab.json"))
    )


@pytest.mark.slow  # the import of transformers alone takes seconds
@given(text=st.sampled_from(SENTENCES) | any_text.map(lambda text: text.replace("<", "")))
def test_ids_and_texts_are_those_of_marians_tokenizer(marian: Any, text: str) -> None:
    # It reads "</s>" in a text as the end; no text has a "<" here.
    whole = replace_surrogates(text)
    ids = toy_pieces().encode(text).ids
    assert marian(whole)["input_ids"] == [*ids, 0]
    if toy_pieces().special.unk not in ids:
        assert marian.decode(ids) == toy_pieces().decode(ids).text
