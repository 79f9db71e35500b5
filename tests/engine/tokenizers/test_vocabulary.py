"""Laws of the vocabulary: ids are places, and files that are none are refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import TokenizerError
from engine.tokenizers.vocabulary import SpecialTokens, Vocabulary

token_lists = st.lists(st.text(), unique=True)


@given(token_lists)
def test_the_id_of_a_token_is_its_place(tokens: list[str]) -> None:
    vocabulary = Vocabulary(tokens)
    assert len(vocabulary) == len(tokens)
    assert vocabulary.tokens == tuple(tokens)
    assert [vocabulary.id(token) for token in tokens] == list(range(len(tokens)))
    assert [vocabulary.token(index) for index in range(len(tokens))] == tokens


@given(token_lists)
def test_a_vocabulary_survives_json(tokens: list[str]) -> None:
    vocabulary = Vocabulary(tokens)
    loaded = Vocabulary.from_json(vocabulary.to_json())
    assert loaded == vocabulary
    assert hash(loaded) == hash(vocabulary)


def test_a_token_that_is_not_there_has_no_id() -> None:
    vocabulary = Vocabulary(["a", "b"])
    assert vocabulary.id("c") is None
    assert "c" not in vocabulary
    assert "a" in vocabulary


@pytest.mark.parametrize("token_id", [-1, 2])
def test_an_id_that_is_not_there_is_a_broken_contract(token_id: int) -> None:
    with pytest.raises(ValueError, match=r"no token .* among 2"):
        Vocabulary(["a", "b"]).token(token_id)


def test_a_token_may_not_stand_twice() -> None:
    with pytest.raises(ValueError, match="occurs twice"):
        Vocabulary(["a", "b", "a"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"a": 0}', "not a list of strings"),
        ('["a", 1]', "not a list of strings"),
        ('["a", "a"]', "occurs twice"),
    ],
)
def test_what_is_no_vocabulary_is_refused(text: str, reason: str) -> None:
    with pytest.raises(TokenizerError, match=reason):
        Vocabulary.from_json(text)


def test_special_ids_can_be_asked_for() -> None:
    assert SpecialTokens(pad=1, bos=2, eos=3, unk=0).ids == {0, 1, 2, 3}
