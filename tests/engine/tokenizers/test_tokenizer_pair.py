"""A pair frames what its tokenizers give as the model was trained: bos, tags and eos around ids."""

import pytest

from engine.tokenizers.subword import FORMAL_TAG, INFORMAL_TAG, SYNTHETIC_TAG
from engine.tokenizers.tokenizer import Tokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translation import Formality
from tests.support.tokenizers import blank_tokenizer, toy_pieces, toy_subwords

IDS = (7, 8, 9)


def pair(
    source: Tokenizer, target: Tokenizer | None = None, *, bos: bool = True, eos: bool = True
) -> TokenizerPair:
    return TokenizerPair(source, target or source, source_bos=bos, source_eos=eos)


def test_one_tokenizer_for_both_languages_is_joint() -> None:
    assert pair(toy_subwords("bpe")).is_joint
    assert not pair(toy_subwords("bpe"), toy_subwords("byte_level")).is_joint


@pytest.mark.parametrize("bos", [False, True])
@pytest.mark.parametrize("eos", [False, True])
def test_a_source_stands_between_its_prefix_and_its_suffix(bos: bool, eos: bool) -> None:
    tokenizer = toy_subwords("bpe").with_tags([SYNTHETIC_TAG, FORMAL_TAG])
    tokenizers = pair(tokenizer, blank_tokenizer(), bos=bos, eos=eos)
    special = tokenizer.special
    for tags in ((), (FORMAL_TAG,), (SYNTHETIC_TAG, FORMAL_TAG)):
        before = (special.bos,) * bos + tuple(map(tokenizer.tag_id, tags))
        assert tokenizers.source_prefix(tags) == before
        assert tokenizers.frame_source(IDS, tags) == before + IDS + (special.eos,) * eos
        assert tokenizers.frame_source((), tags) == before + tokenizers.source_suffix


def test_the_token_for_the_target_language_stands_before_every_source() -> None:
    tokenizer = toy_pieces()
    tokenizers = TokenizerPair(
        tokenizer, tokenizer, source_bos=False, source_eos=True, target_token=">>fra<<"
    )
    asked = tokenizer.tag_id(">>fra<<")
    assert tokenizers.frame_source(IDS) == (asked, *IDS, tokenizer.special.eos)
    assert tokenizers.frame_target(IDS) == (tokenizer.special.bos, *IDS, tokenizer.special.eos)


@pytest.mark.parametrize("bos", [False, True])
def test_a_target_is_read_without_eos_and_predicted_without_bos(bos: bool) -> None:
    target = blank_tokenizer()
    tokenizers = pair(toy_subwords("bpe"), target, bos=bos)
    whole = tokenizers.frame_target(IDS)
    assert whole == (target.special.bos, *IDS, target.special.eos)
    assert (tokenizers.tgt_in(IDS), tokenizers.tgt_out(IDS)) == (whole[:-1], whole[1:])
    assert tokenizers.until_eos((*tokenizers.tgt_out(IDS), *whole)) == IDS
    assert tokenizers.until_eos(IDS) == IDS


@pytest.mark.parametrize("tags", [[], [FORMAL_TAG], [SYNTHETIC_TAG, INFORMAL_TAG]], ids=str)
def test_the_form_of_address_is_chosen_only_where_there_are_tags_for_both(tags: list[str]) -> None:
    tokenizers = pair(toy_subwords("bpe").with_tags(tags))
    assert not tokenizers.has_formality
    assert {tokenizers.formality_tags(wish) for wish in Formality} == {()}


def test_a_form_of_address_has_a_tag() -> None:
    tokenizers = pair(toy_subwords("bpe").with_tags([FORMAL_TAG, INFORMAL_TAG]))
    assert tokenizers.has_formality
    assert [tokenizers.formality_tags(wish) for wish in Formality] == [
        (),
        (FORMAL_TAG,),
        (INFORMAL_TAG,),
    ]
